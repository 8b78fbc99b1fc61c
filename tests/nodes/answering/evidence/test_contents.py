"""Lists of a document's own headings, which answer nothing."""

from __future__ import annotations

from nodes.answering.evidence.contents import without_contents
from nodes.answering.evidence.evidence import evidence_of
from tests.nodes.answering.quoted import MakeSource


def test_a_table_of_contents_is_no_answer(make_source: MakeSource) -> None:
    contents = (
        "- Boats and moorings\n- Which boats are not insured?\n- Who pays for a tow?\n- How to report a loss\n- Fees\n"
    )
    sources = [
        make_source(1, "Boat policy", contents, document_id="d1"),
        make_source(
            2,
            "Boat policy",
            "Hulls of paper and rafts have no cover, and neither have boats on loan.",
            document_id="d1",
            section_path=["Boat policy", "Which boats are not insured?"],
        ),
        make_source(
            3,
            "Boat policy",
            "The owner pays for a tow.",
            document_id="d1",
            section_path=["Boat policy", "Who pays for a tow?"],
        ),
    ]
    pieces = without_contents(evidence_of(sources), sources)
    assert all(piece.is_heading for piece in pieces if piece.position == 0), "nor any item of it"
    assert not any(piece.is_heading for piece in pieces if piece.position > 0)


def test_a_list_that_names_one_section_is_a_list(make_source: MakeSource) -> None:
    listed = "Covered are:\n- Fire\n- Loss at sea\n- Theft of gear\n- Towing\n"
    path = ["Boat policy", "Loss at sea"]
    sources = [
        make_source(1, "Boat policy", listed, document_id="d1"),
        make_source(2, "Boat policy", "It is paid.", document_id="d1", section_path=path),
    ]
    assert [*without_contents(evidence_of(sources), sources)] == evidence_of(sources)
