"""Records that say what has replaced them."""

from __future__ import annotations

import pytest

from nodes.answering.disagreeing.replaced_records import without_replaced_records
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

IN_ONE = """RECORDS OF THE LOCK

LR-04  Tar from outside
Date: 3 May 2029. Status: REPLACED BY LR-09.
Decision: The tar comes from the Dahl works in Vik.

LR-09  Own tar
Date: 7 June 2031. Status: in force.
Context: The tar of the Dahl works had become dear.
Decision: The tar comes from our own kiln in Moss."""


def _sections(make_source: MakeSource) -> list[Source]:
    texts = {
        ("4. Tar", "Status"): "Superseded by [9. Own tar](0009-own-tar.md)",
        ("4. Tar", "Decision"): "The tar comes from the Dahl works in Vik.",
        ("9. Own tar", "Decision"): "The tar comes from our own kiln in Moss.",
    }
    return [
        make_source(number, path[0], text, section_path=[*path], document_id=path[0])
        for number, (path, text) in enumerate(texts.items(), start=1)
    ]


@pytest.mark.parametrize("question", ["Where does the tar come from?", "Where does our tar come from now?"])
def test_what_has_been_replaced_is_not_so_now(make_source: MakeSource, embed: Embed, question: str) -> None:
    for sources in ([make_source(1, "Records", IN_ONE)], _sections(make_source)):
        said = answer(question, sources, embed)
        assert "Moss" in said
        assert "Vik" not in said


@pytest.mark.parametrize(
    "question",
    ["Where did the tar come from?", "Where does the tar come from by LR-04?", "Where was the tar from before?"],
)
def test_how_things_were_the_record_still_tells(make_source: MakeSource, question: str) -> None:
    sources = [make_source(1, "Records", IN_ONE)]
    pieces = evidence_of(sources)
    assert without_replaced_records(pieces, sources, question, frozenset(["tar"])) == pieces


@pytest.mark.parametrize(
    "text",
    [
        # What has replaced it is not at hand, or says nothing of what is asked; or it has replaced another.
        IN_ONE[: IN_ONE.index("LR-09  Own")],
        IN_ONE.replace("tar of", "wood of")
        .replace("The tar comes from our own kiln in Moss", "There is a kiln")
        .replace("Own tar", "Kiln"),
        IN_ONE[: IN_ONE.index("LR-09  Own")].replace("REPLACED BY LR-09", "in force. Replaces LR-01"),
    ],
)
def test_a_record_stays_where_nothing_takes_its_place(make_source: MakeSource, embed: Embed, text: str) -> None:
    assert "Vik" in answer("Where does the tar come from?", [make_source(1, "Records", text)], embed)
