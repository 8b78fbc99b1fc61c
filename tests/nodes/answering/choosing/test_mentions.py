"""Which sources a sentence mentions."""

from __future__ import annotations

import pytest

from nodes.answering.choosing.mentions import names_of, only_sayable, openings_of, sureness_of_mention
from nodes.answering.evidence.evidence import evidence_of
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("text", "is_mentioned"),
    [
        ("Ada is a daughter of Hamid bin Isa Al Kalifa.", True),
        ("Ada is a daughter of Hamid ibn Isa Al Kalifah, of Tarrowmere.", True),
        ("Ada is a daughter of Hamid.", False),
        ("Ada is a daughter of Salman bin Isa Al Kalifa.", False),
    ],
)
def test_a_name_may_be_spelt_otherwise(make_source: MakeSource, text: str, *, is_mentioned: bool) -> None:
    sources = [
        make_source(1, "Ada", text),
        make_source(2, "Hamid bin Isa Al Kalifa", "Hamid bin Isa Al Kalifa is a captain."),
    ]
    piece = evidence_of(sources)[0]
    assert bool(sureness_of_mention(piece, " ada ", names_of(sources[1]))) is is_mentioned


def test_who_is_the_second_is_not_the_third(make_source: MakeSource) -> None:
    sources = [make_source(1, "Ada", "Ada is a daughter of Jan III of Holm."), make_source(2, "Jan II of Holm", "Jan.")]
    assert not sureness_of_mention(evidence_of(sources)[0], " ada ", names_of(sources[1]))


def test_what_is_called_so_mentions_nothing_by_it(make_source: MakeSource) -> None:
    sources = [
        make_source(1, "Tidal Work: Night Shift", "Tidal Work: Night Shift is a game."),
        make_source(2, "Night Shift", "A shift."),
    ]
    piece = evidence_of(sources)[0]
    assert not sureness_of_mention(piece, " tidal work night shift ", names_of(sources[1]))
    assert sureness_of_mention(piece, " tidal work ", names_of(sources[1])) == 1.0


def test_only_names_are_looked_for_of_which_every_word_may_stand_there(make_source: MakeSource) -> None:
    openings = openings_of(evidence_of([make_source(1, "Ada", "Ada is a daughter of Hamid ibn Isa Al Kalifah.")]))
    assert only_sayable({"hamid bin isa al kalifa": 1.0, "hamid bin salman": 1.0}, openings) == {
        "hamid bin isa al kalifa": 1.0
    }
