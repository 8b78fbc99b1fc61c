"""Lists of references, which hold the names and the years of a question and no answer."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.bibliographies import without_bibliographies
from nodes.answering.evidence.evidence import evidence_of
from tests.nodes.answering.quoted import MakeSource

LIST = (
    "Byron A (2031). “Tides on a Shore.” Journal of Gauges, 12, 3–14.\n"
    "Lovelace B, Hopper G (2032). Gauges of the Sea. 2nd edition. Orlin Press.\n"
)
TEXT = "Byron (2031) suggested to read the gauge at noon."


def texts(question: str, make_source: MakeSource, listed: str = LIST, heading: str = "5. Summary > References") -> str:
    sources = [
        make_source(1, "Tides", listed, section_path=["Tides", *heading.split(" > ")]),
        make_source(2, "Tides", TEXT, section_path=["Tides", "2. Gauges"]),
    ]
    return " ".join(piece.text for piece in without_bibliographies(evidence_of(sources), sources, question))


def test_what_somebody_says_is_no_entry_of_the_references(make_source: MakeSource) -> None:
    assert texts("What did Byron (2031) suggest?", make_source) == TEXT


def test_a_list_may_have_one_entry(make_source: MakeSource) -> None:
    entry = "Byron, A. (2031). On gauges. Journal of Gauges 31."
    assert texts("What does Byron suggest?", make_source, entry) == TEXT


@pytest.mark.parametrize(
    "question",
    ["In which journal was Byron (2031) published?", "Which paper did Byron write?", "Who published Gauges?"],
)
def test_who_asks_for_a_publication_gets_its_entry(question: str, make_source: MakeSource) -> None:
    assert "Journal of Gauges" in texts(question, make_source)


def test_the_referees_of_an_applicant_are_no_list_of_publications(make_source: MakeSource) -> None:
    referees = "Grace Hopper, harbour office, 0421 555 88.\nBea Lovelace, Orlin Press, since 2032.\n"
    assert "555 88" in texts("What number has Grace Hopper?", make_source, referees, "References")


def test_where_there_is_nothing_else_entries_stay(make_source: MakeSource) -> None:
    sources = [make_source(1, "Tides", LIST, section_path=["Tides", "References"])]
    evidence = evidence_of(sources)
    assert without_bibliographies(evidence, sources, "What did Byron (2031) suggest?") == evidence


def test_the_year_that_only_an_entry_tells_is_not_lost(make_source: MakeSource) -> None:
    assert "(2032)" in texts("What is the method of Lovelace 2032?", make_source)
