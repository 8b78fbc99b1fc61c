"""What changed in a document, as it says itself."""

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

HEAD = "Version 2.0, in force from 1 March 2031. The net is changed at each site."
CHANGES = (
    "Item | Version 1.2 | Version 2.0\nMesh | 0.9 mm | 0.5 mm\nTime | 3 minutes | 3 minutes (unchanged)\n"
    "Storage | six months | eight weeks\n"
)


def _sources(make_source: MakeSource, heading: str) -> list[Source]:
    title = "FP-03: Kick sampling"
    return [
        make_source(1, title, HEAD, section_path=[title], document_id="d1"),
        make_source(2, title, CHANGES, section_path=[title, heading], document_id="d1"),
    ]


@pytest.mark.parametrize("heading", ["Summary of changes", "2. Changes since version 1.2", "What has changed"])
def test_the_rows_below_its_heading_are_told_but_for_what_stays(
    make_source: MakeSource, embed: Embed, heading: str
) -> None:
    said = answer(
        "What has changed in version 2.0 of the kick sampling protocol?", _sources(make_source, heading), embed
    )
    assert "Mesh – Version 1.2: 0.9 mm, Version 2.0: 0.5 mm" in said
    assert "eight weeks" in said
    assert "unchanged" not in said


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("What has changed in the contract with Vik?", "Summary of changes"),
        ("What changed with the first sampling of plan 17 of the quay?", "Changes to the proposal"),
        ("Who has written the kick sampling protocol?", "Summary of changes"),
    ],
)
def test_nothing_is_told_so_of_another_document_or_to_another_question(
    make_source: MakeSource, embed: Embed, question: str, heading: str
) -> None:
    assert "Storage" not in answer(question, _sources(make_source, heading), embed)
