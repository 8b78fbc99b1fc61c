"""Tables that go on in another passage: what their columns are called stands above the first part."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.answering.context.joining import join_neighbours
from nodes.answering.context.sections import read_section
from nodes.answering.evidence.continued_tables import goes_on, with_headings, with_table_headers
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.question.term_weights import term_weights
from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.rows import chunk_row, chunk_terms, hit_of
from nodes.documents.sections import build_sections
from nodes.domain.chat import DocumentView, Hit, Source
from nodes.domain.documents import Chunk, IngestDocument, Page
from tests.nodes.answering.quoted import MakeSource

HEADER = "Number | Keeper | Harbour | Since"
ROWS = [f"{4000 + number} | Ward {number} | Ommer | {1960 + number}" for number in range(40)]
TABLE = "\n".join([HEADER, *ROWS]) + "\n"
ROW = ROWS[-1]


def rows(source: Source) -> list[Evidence]:
    return [piece for piece in with_headings(evidence_of([source]), [source]) if piece.is_row]


@pytest.fixture
def chunks() -> list[Chunk]:
    page: Page = {
        "number": 1,
        "text": TABLE,
        "headings": [],
        "tables": [{"start": 0, "end": len(TABLE), "header_end": len(HEADER) + 1}],
        "furniture": [],
    }
    sections = build_sections([page])
    return split_document("r1", [page], sections, lambda text: len(text.split()), ChunkLimits(400, 0, 50))


def stored(chunk: Chunk, make_hit: Callable[..., Hit]) -> Hit:
    """The hit that a chunk comes back as."""
    document: IngestDocument = {  # type: ignore[typeddict-item]  # what a row is made of
        "document_id": "d1",
        "revision_id": "r1",
        "file_name": "keepers.csv",
        "embedded_keywords": [],
        "metadata": {},
    }
    view: DocumentView = {**make_hit("a"), "document_id": "d1"}  # type: ignore[typeddict-item]  # likewise
    return {**hit_of(chunk_row("local", "c1", document, chunk), view), "scores": {"final": 1.0}}


def test_rows_of_a_later_part_have_the_headings_of_the_first(chunks: list[Chunk], make_hit: Callable[..., Hit]) -> None:
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        (source,) = join_neighbours([stored(chunk, make_hit)])
        found = rows(source)
        assert all(source["content"][row.start : row.end] == row.text for row in found)
        assert [row.text for row in found] == source["content"].strip().split("\n")
        assert {row.header for row in found} == {("Keeper", "Harbour", "Since")}
        assert not any(row.is_heading for row in found)


def test_parts_that_are_joined_have_the_headings_above_the_first_of_them(make_hit: Callable[..., Hit]) -> None:
    middle = TABLE.index(ROWS[20])
    first = make_hit("a", TABLE[:middle], spans=[{"page": 1, "start": 0, "end": middle}], chunk_index=0)
    spans = [{"page": 1, "start": middle, "end": len(TABLE)}]
    second = make_hit("b", TABLE[middle:], spans=spans, chunk_index=1, table_header=HEADER, scores={"final": 1.0})
    assert [source.get("table_header") for source in join_neighbours([second])] == [HEADER]
    (source,) = join_neighbours([second, first])
    assert (source["content"], source.get("table_header")) == (TABLE, "")


def test_a_part_that_grows_to_its_section_begins_with_its_own_header(
    chunks: list[Chunk], make_hit: Callable[..., Hit]
) -> None:
    sections = build_sections([{"number": 1, "text": TABLE, "headings": [], "tables": [], "furniture": []}])
    grown = read_section(stored(chunks[1], make_hit), sections, {1: TABLE}, 10_000, len)
    assert grown is not None
    assert not grown.get("table_header")


def test_a_later_part_is_found_by_what_its_columns_are_called(chunks: list[Chunk]) -> None:
    document: IngestDocument = {  # type: ignore[typeddict-item]  # what a row is made of
        "file_name": "list.csv",
        "embedded_keywords": [],
        "metadata": {},
    }
    assert all("harbour" in chunk_terms(document, chunk) for chunk in chunks)


def test_what_columns_are_called_is_no_rare_word(make_source: MakeSource) -> None:
    later = [make_source(number, "A", f"{ROWS[number]}\n", table_header=HEADER) for number in (2, 3)]
    weights = term_weights(["harbour", "4003"], [make_source(1, "A", f"{HEADER}\n{ROWS[1]}\n"), *later], None)
    assert weights["harbour"] < weights["4003"]


def test_the_words_of_a_row_are_its_own_and_those_of_its_headings(make_source: MakeSource) -> None:
    source = make_source(1, "Keepers", f"{ROWS[0]}\n{ROWS[1]}\n", table_header=HEADER)
    assert rows(source)[1].terms == rows(make_source(1, "Keepers", f"{HEADER}\n{ROWS[0]}\n{ROWS[1]}\n"))[2].terms


def test_what_stands_below_the_table_is_read_as_it_is(make_source: MakeSource) -> None:
    below = "The harbour of Ommer was closed in 1999."
    source = make_source(1, "Keepers", f"{ROW}\n\n{below}", table_header=HEADER)
    assert [piece.text for piece in evidence_of([source])] == [ROW, below]


def test_a_header_that_cannot_be_told_from_the_text_is_left_out(make_source: MakeSource) -> None:
    text = "and rows of words go on below it without an end."
    source = make_source(1, "Keepers", text, table_header="A line of words")
    assert [piece.text for piece in evidence_of([source])] == [text]


@pytest.mark.parametrize(
    ("content", "header"),
    [
        # The first row has a number where names of columns stand.
        ("4001 | Ada Wick | Ommer | 1975\n4002 | Jon Berg | Ommer | 1980\n", ()),
        # Below a row that is full of values no other names them.
        ("Ada Wick | 12 | 1975\nJon Berg | Ommer | 1980\nIda Sund | Ommer | 1990\n", ()),
        # A pair above the header is no row of the table.
        ("Approved | 2023-11-28\nKeeper | Harbour | Since\nAda Wick | Ommer | 1975\n", ("Harbour", "Since")),
        ("Year | 2023 | 2024\nLights | 12 | 14\n", ("2023", "2024")),
        ("2024 | Lights | Buoys\nMarch | 12 | 14\n", ("Lights", "Buoys")),
    ],
)
def test_rows_of_data_are_no_headings(make_source: MakeSource, content: str, header: tuple[str, ...]) -> None:
    assert rows(make_source(1, "Keepers", content))[-1].header == header


def test_a_part_lends_no_headings_to_another_table(make_source: MakeSource) -> None:
    """Of the table it goes on with, the other would be a part as well."""
    whole = {"document_id": "d", "revision_id": "r"}
    part = make_source(1, "A", f"{ROW}\n{ROW}\n", table_header=HEADER, **whole)
    other = make_source(
        2, "A", "a | b | c | d\ne | f | g | h\n", spans=[{"page": 1, "start": 500, "end": 520}], **whole
    )
    sources = [part, other]
    found = [piece for piece in with_headings(evidence_of(sources), sources) if piece.position == 1]
    assert found == [piece for piece in evidence_of(sources) if piece.position == 1]


def test_a_statement_that_goes_on_in_the_next_passage_has_its_times_and_its_unit(make_source: MakeSource) -> None:
    first = "Cash flows\n(In millions)\n2025 2024\nNet income 1,120 937\nPurchases of ships (244) (486)\n"
    later = "Sales of ships 409 512\nDividends paid (154) (152)\n"
    whole = {"document_id": "d", "revision_id": "r", "section_path": ["Cash flows"]}

    def at(start: int) -> dict[str, object]:
        return {**whole, "spans": [{"page": 3, "start": start, "end": start + 9}]}

    # The line that was kept as its header says nothing of its columns.
    part = make_source(1, "Report", later, table_header="Operating activities:", **at(90))
    opening = make_source(2, "Report", first, **at(0))
    (told, _) = with_table_headers([part, opening])
    row = rows(told)[-1]
    assert (row.text, row.header, row.scale) == ("Dividends paid (154) (152)", ("2025", "2024"), "in millions")
    assert told["content"][row.start : row.end] == row.text
    assert with_table_headers([part, {**opening, "section_path": ["Equity"]}])[0] is part
    ended: Source = {
        **opening,
        "content": f"{first}The notes are a part of these statements, as is what the auditors say of them.",
    }
    assert with_table_headers([part, ended])[0] is part


def test_what_stands_above_a_source_on_its_page_heads_its_table(make_source: MakeSource) -> None:
    page = "Cash flows\n(In millions)\n2025 2024\nNet income 1,120 937\nChanges in what is owed:\n"
    part = make_source(1, "Report", "Investing activities\nSales of ships 409 512\nDividends paid (154) (152)\n")
    assert goes_on(part)
    (told,) = with_table_headers([part], {1: page})
    row = rows(told)[-1]
    assert (row.text, row.header, row.scale) == ("Dividends paid (154) (152)", ("2025", "2024"), "in millions")
    # Behind a text the table above has ended.
    assert with_table_headers([part], {1: page + "The notes are a part of these statements. " * 9}) == [part]
    assert with_table_headers([part], {}) == [part]


@pytest.mark.parametrize(
    "text",
    [
        "2025 2024\nSales of ships 409 512\nDividends paid (154) (152)\n",
        "The notes are a part of these statements.\nSales of ships 409 512\nDividends paid (154) (152)\n",
        "Item | Plan | Actual\nSales | 409 | 512\n",
        "Nothing but text.",
    ],
)
def test_a_source_with_its_own_headings_or_with_none_goes_on_with_no_table(make_source: MakeSource, text: str) -> None:
    assert not goes_on(make_source(1, "Report", text))


def test_rows_of_a_sheet_that_goes_on_have_the_heads_and_the_label_above_them(make_source: MakeSource) -> None:
    above = "Item | Plan 2031 | Actual 2031 | Note\nINCOME\nFees | 900 | 880\nTotal income | 900 | 880\nEXPENDITURE\n"
    part = make_source(1, "Budget", "Heating | 480 | 536 | cold\nRepairs | 300 | 412\n")
    (told,) = with_table_headers([part], {1: above})
    assert [(row.label, row.header, row.group) for row in rows(told)] == [
        ("Heating", ("Plan 2031", "Actual 2031", "Note"), "EXPENDITURE"),
        ("Repairs", ("Plan 2031", "Actual 2031", "Note"), "EXPENDITURE"),
    ]
    assert all(told["content"][row.start : row.end] == row.text for row in rows(told))
    # Nothing but rows stands above, or nothing at all.
    assert with_table_headers([part], {1: "Fees | 900 | 880\n"}) == [part]
    assert with_table_headers([part]) == [part]
