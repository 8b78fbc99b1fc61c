"""What some texts write in one word, and questions in two."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.compounds import with_compounds
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("asked", "written"),
    [("Blu-ray", "Bluray"), ("Wi-Fi", "wifi"), ("set-up", "setup"), ("e-mail", "email"), ("Co-op", "Coop")],
)
def test_a_compound_is_found_in_one_word(make_source: MakeSource, embed: Embed, asked: str, written: str) -> None:
    text = f"The {written} of the hall was paid by Ada Berg. The lamp of the hall was paid by Otto Lund."
    known = DocumentFrequencies(9, {"hall": 3, "paid": 2, **dict.fromkeys(analyse(written), 1)})
    told = answer(f"Who paid the {asked} of the hall?", [make_source(1, "Hall", text)], embed, frequencies=known)
    assert told == f"The {written} of the hall was paid by Ada Berg. [1]"


def test_other_words_stay(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Hall", "The ray fell on the wall.")])
    assert with_compounds(pieces, "Where is the Blu-ray player?") == pieces
