"""Who is looked up by a whole name in a table."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.whole_names import without_half_names
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

HEADER = "Keeper | Trade | Harbour"
FIRST = ["Ada Berg", "Jon Wick", "Ida Sund"]
LATER = ["Ada Wick", "Jon Sund", "Ida Berg"]


def table(names: list[str], *, header: bool = True) -> str:
    rows = [f"{name} | {trade} | Ommer" for name, trade in zip(names, ("cook", "smith", "pilot"), strict=True)]
    return "\n".join([*([HEADER] if header else []), *rows]) + "\n"


@pytest.fixture
def keepers(make_source: MakeSource) -> list[Source]:
    whole = {"document_id": "d", "revision_id": "r"}
    return [
        make_source(1, "Keepers", table(FIRST), **whole),
        make_source(2, "Keepers", table(LATER, header=False), table_header=HEADER, **whole),
    ]


def labels(sources: list[Source], *names: str) -> list[str]:
    kept = without_half_names(evidence_of(sources), sources, names)
    return [piece.label for piece in kept if piece.is_row and not piece.is_heading]


@pytest.mark.parametrize("name", [*FIRST, *LATER])
def test_the_row_that_has_all_of_a_name_answers_alone(keepers: list[Source], embed: Embed, name: str) -> None:
    question = f"What is the trade of {name}?"
    answer = answer_by_quoting(question, rule_plan(question), keepers, embed)
    assert answer.status == "answered"
    (line,) = answer.lines
    assert name in line


@pytest.mark.parametrize("name", ["Ada Sund", "Jon Berg"])
def test_without_a_row_of_the_whole_name_nothing_is_told_of_others(
    keepers: list[Source], embed: Embed, name: str
) -> None:
    question = f"What is the trade of {name}?"
    answer = answer_by_quoting(question, rule_plan(question), keepers, embed)
    assert answer.status == "no_evidence"
    assert "do not mention" not in " ".join(answer.lines), "another row of the document may have it"


def test_rows_of_others_are_left_out(keepers: list[Source]) -> None:
    assert labels(keepers, "ada wick") == ["Ada Wick"]
    assert labels(keepers, "ada wick", "jon wick") == ["Jon Wick", "Ada Wick"]
    assert labels(keepers, "ada sund") == []


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "ada quill",  # No row says "quill".
        "ommer ada",  # Not in one column.
    ],
)
def test_other_names_choose_no_rows(keepers: list[Source], name: str) -> None:
    assert labels(keepers, name) == [*FIRST, *LATER]


@pytest.mark.parametrize(
    ("title", "before"), [("Wick and sons", ""), ("Keepers", "The trades that Ada Wick listed are below.\n\n")]
)
def test_what_is_about_the_name_is_so_in_all_its_rows(make_source: MakeSource, title: str, before: str) -> None:
    assert labels([make_source(1, title, before + table(FIRST))], "ada wick") == FIRST


def test_a_table_of_pairs_without_headings_is_read_whole(make_source: MakeSource) -> None:
    form = "Date of issue | 14 March 2024\nCustomer | Ada Wick\nTotal | EUR 40\n"
    assert labels([make_source(1, "Invoice", form)], "ada wick") == ["Date of issue", "Customer", "Total"]
