"""Rows that answer together, and tables that go on in another passage."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.continued_tables import with_headings
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

DONATIONS = """Date | Donor | Amount | Purpose
2024-02-03 | Whitmouth Rotary Club | EUR 2500 | X-ray machine
2024-03-11 | R. Tandy | EUR 40 | food
2024-08-21 | Whitmouth Rotary Club | EUR 1800 | pool liner
"""
SPLIT = DONATIONS.index("2024-03-11")


def lines(question: str, sources: list[Source], embed: Embed) -> list[str]:
    return answer_by_quoting(question, rule_plan(question), sources, embed).lines


def test_all_rows_that_match_alike_are_quoted(make_source: MakeSource, embed: Embed) -> None:
    answer = lines("How much did the Rotary Club donate?", [make_source(1, "Donations", DONATIONS)], embed)
    assert len(answer) == 2
    assert any("Amount: EUR 2500" in line for line in answer)
    assert any("Amount: EUR 1800" in line for line in answer)


def test_one_row_stays_one_where_it_holds_more_of_the_question(make_source: MakeSource, embed: Embed) -> None:
    question = "How much did the Rotary Club donate for the pool liner?"
    answer = lines(question, [make_source(1, "Donations", DONATIONS)], embed)
    assert "Amount: EUR 1800" in answer[0]
    assert not any("2500" in line for line in answer)


def test_what_very_many_rows_share_is_no_choice_among_them(make_source: MakeSource, embed: Embed) -> None:
    rows = "".join(f"{month} | Harbour fee | {month * 10}\n" for month in range(1, 13))
    answer = lines("How much was the harbour fee?", [make_source(1, "Fees", f"Month | Kind | Amount\n{rows}")], embed)
    assert len(answer) < 6


@pytest.fixture
def continued(make_source: MakeSource) -> list[Source]:
    """The second half of a table stands first, as the better passage."""
    head, tail = DONATIONS[:SPLIT], DONATIONS[SPLIT:]
    revision = {"document_id": "d", "revision_id": "r"}
    spans = [{"page": 1, "start": SPLIT, "end": len(DONATIONS)}]
    return [
        make_source(1, "Donations", tail, spans=spans, **revision),
        make_source(2, "Donations", head, spans=[{"page": 1, "start": 0, "end": SPLIT}], **revision),
    ]


def test_a_table_that_goes_on_keeps_its_headings(continued: list[Source]) -> None:
    assert continued[1]["content"].endswith("machine\n")
    before = evidence_of(continued)
    assert before[0].is_heading
    rows = [piece for piece in with_headings(before, continued) if piece.position == 0]
    assert [row.is_heading for row in rows] == [False, False]
    assert [row.header for row in rows] == [("Donor", "Amount", "Purpose")] * 2


def test_another_page_or_revision_lends_no_headings(continued: list[Source]) -> None:
    for changes in ({"revision_id": "other"}, {"spans": [{"page": 7, "start": 0, "end": SPLIT}]}):
        sources: list[Source] = [continued[0], {**continued[1], **changes}]  # type: ignore[typeddict-item]  # of a source
        assert with_headings(evidence_of(sources), sources) == evidence_of(sources)


def test_a_row_that_says_what_the_table_is_called_is_none_apart(make_source: MakeSource, embed: Embed) -> None:
    hosts = "Host | Site | Runs\nhx-01 | Aldby | Corvo Server 9\nhx-02 | Aldby | Tarn 11\nhx-03 | Norby | Tarn 11"
    sources = [make_source(1, "Inventory", hosts, section_path=["Servers"])]
    question = "Which servers are in Aldby?"
    told = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert "hx-01" in told
    assert "hx-02" in told
    assert "hx-03" not in told
