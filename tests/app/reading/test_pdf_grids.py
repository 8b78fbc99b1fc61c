"""Tables of PDF files whose cells are words, found by where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen import canvas

from app.pages.alignment import raw_places
from app.reading.pdf import page_characters, read_pdf
from app.reading.pdf_grids import find_tables
from app.reading.pdf_lines import Line, PageLines, put_in_place
from app.reading.pdf_pieces import Word
from nodes.domain.documents import Page
from tests.app.reading.conftest import tables
from tests.app.reading_limits import reading_limits

Placed = tuple[float, float, str]
"""Points from the left and from below, and a text."""
Draw = Callable[..., Path]
PROSE = [
    "The river rises in the hills and takes in three brooks before it",
    "comes to the mill, where it was dammed up in the year of the",
    "flood. Below the dam it is slow and deep, and barges may go on it",
    "as far as the sea when the wind is with them and the tide is out.",
]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    def drawn(words: Sequence[Placed], bold: Sequence[Placed] = ()) -> Path:
        path = tmp_path / "drawn.pdf"
        drawing = canvas.Canvas(str(path))
        for face, texts in (("Helvetica-Bold", bold), ("Helvetica", words)):
            drawing.setFont(face, 10)
            for left, height, text in texts:
                drawing.drawString(left, height, text)
        drawing.save()
        return path

    return drawn


def grid(rows: Sequence[Sequence[str]], lefts: Sequence[float], top: float = 600, step: float = 20) -> list[Placed]:
    return [
        (left, top - step * number, cell)
        for number, row in enumerate(rows)
        for left, cell in zip(lefts, row, strict=True)
        if cell
    ]


def page_of(path: Path) -> Page:
    (page,), _ = read_pdf(path, path.name, reading_limits())
    return page


HEADER = ["Programme", "Heat", "Duration"]
ROWS = [["Cotton", "60 °C", "2 h 40 min"], ["Wool", "30 °C", "45 min"], ["Quick wash", "30 °C", "20 min"]]
LEFTS = (72, 200, 300)
ROWS_OF_NUMBERS = [["Oats", "5", "8"], ["Wheat", "8", "6"]]
BELOW = [(72.0, 490 - 13.0 * number, line) for number, line in enumerate(PROSE)]


def test_words_in_columns_are_rows_under_a_header_that_is_no_heading(
    draw: Draw, check_pages: Callable[[list[Page]], None]
) -> None:
    page = page_of(draw([*grid(ROWS, LEFTS, top=580), *BELOW], bold=grid([HEADER], LEFTS)))
    check_pages([page])
    assert tables(page) == [
        (
            "Programme | Heat | Duration\n",
            "Cotton | 60 °C | 2 h 40 min\nWool | 30 °C | 45 min\nQuick wash | 30 °C | 20 min\n",
        )
    ]
    assert page["headings"] == []
    assert page["text"].endswith("\n".join(PROSE) + "\n")


def test_what_wraps_in_a_cell_is_one_row(draw: Draw) -> None:
    first = [["E10", "No water", "Open the tap and clean the"], ["", "flows in", "sieve of the hose"]]
    words = [
        *grid(first, LEFTS, step=11),
        *grid([["E20", "Leak", "Close the tap"]], LEFTS, top=560),
        *grid([["E40", "Door open", "Close the door until"], ["", "", "it clicks"]], LEFTS, top=540, step=11),
        *BELOW,
    ]
    rows = [
        "E10 | No water flows in | Open the tap and clean the sieve of the hose",
        "E20 | Leak | Close the tap",
        "E40 | Door open | Close the door until it clicks",
    ]
    assert tables(page_of(draw(words))) == [("", "\n".join(rows) + "\n")]


def test_what_stands_beside_the_middle_of_a_wrapped_cell_is_of_its_row(draw: Draw) -> None:
    head = [(72, 600, "Pos."), (120, 600, "Description"), (300, 606, "Unit"), (300, 594, "price"), (360, 600, "Amount")]
    rows = [["1", "Cable", "58.90", "235.60"], ["2", "Breaker", "3.45", "69.00"]]
    last = [(120, 536, "Installation of the bench and"), (72, 530, "3"), (300, 530, "72.00"), (360, 530, "468.00")]
    words = [*head, *grid(rows, (72, 120, 300, 360), top=575), *last, (120, 524, "measuring")]
    assert tables(page_of(draw(words))) == [
        (
            "Pos. | Description | Unit price | Amount\n",
            "1 | Cable | 58.90 | 235.60\n2 | Breaker | 3.45 | 69.00\n"
            "3 | Installation of the bench and measuring | 72.00 | 468.00\n",
        )
    ]


def test_rows_that_stand_as_close_as_lines_are_rows(draw: Draw) -> None:
    assert tables(page_of(draw(grid([HEADER, *ROWS], LEFTS, step=12)))) == [
        ("Programme | Heat | Duration\n", "".join(" | ".join(row) + "\n" for row in ROWS))
    ]


def test_a_cell_over_several_columns_names_each_of_them(draw: Draw) -> None:
    above = [(190, 620, "Before the flood of 1911"), (380, 620, "After it")]
    rows = [
        ["Mill", "Miller", "Sacks", "Sacks"],
        ["Upper", "Anna Beck", "1,200", "300"],
        ["Lower", "Ole Lund", "40", "7"],
    ]
    assert tables(page_of(draw([*above, *grid(rows, (72, 180, 280, 390))]))) == [
        (
            "Mill | Before the flood of 1911 Miller | Before the flood of 1911 Sacks | After it Sacks\n",
            "Upper | Anna Beck | 1,200 | 300\nLower | Ole Lund | 40 | 7\n",
        )
    ]


def test_a_group_is_named_over_the_middle_of_its_columns(draw: Draw) -> None:
    above = [(222, 620, "2022"), (382, 620, "2023")]
    rows = [
        ["Mill", "Rye", "Oats", "Rye", "Oats"],
        ["Upper", "1,200", "300", "1,300", "310"],
        ["Lower", "40", "7", "50", "9"],
    ]
    assert tables(page_of(draw([*above, *grid(rows, (72, 200, 260, 360, 420))]))) == [
        (
            "Mill   2022 Rye   2022 Oats   2023 Rye   2023 Oats\n",
            "Upper 1,200 300 1,300 310\nLower 40 7 50 9\n",
        )
    ]


@pytest.mark.parametrize(
    ("places", "header"),
    [
        ((260, 420), "Mill   2022 Rye   2022 Oats   2023 Rye   2023 Oats\n"),
        ((200, 360), "Mill   2022 Rye   2022 Oats   2023 Rye   2023 Oats\n"),
        ((260, 360), "Mill   2022 Rye   2022 Oats   2023 Rye   2023 Oats\n"),
    ],
)
def test_a_year_is_named_over_the_last_of_its_columns_or_the_first(
    draw: Draw, places: tuple[float, float], header: str
) -> None:
    above = [(places[0], 620, "2022"), (places[1], 620, "2023")]
    rows = [
        ["Mill", "Rye", "Oats", "Rye", "Oats"],
        ["Upper", "1,200", "300", "1,300", "310"],
        ["Lower", "40", "7", "50", "9"],
    ]
    assert tables(page_of(draw([*above, *grid(rows, (72, 200, 260, 360, 420))])))[0][0] == header


def test_words_over_several_columns_are_not_parted_among_them(draw: Draw) -> None:
    above = [(202, 620, "Three months ended"), (362, 620, "Six months ended")]
    rows = [
        ["Mill", "Rye", "Oats", "Rye", "Oats"],
        ["Upper", "1,200,000", "300", "1,300,000", "310"],
        ["Lower", "40", "7", "50", "9"],
    ]
    header, _ = tables(page_of(draw([*above, *grid(rows, (72, 200, 260, 360, 420))])))[0]
    assert header == (
        "Mill   Three months ended Rye   Three months ended Oats   Six months ended Rye   Six months ended Oats\n"
    )


def test_a_title_over_all_columns_names_none_of_them(draw: Draw) -> None:
    above = [(190, 620, "Mills of the valley, in the year of the flood")]
    rows = [["Mill", "Rye", "Oats"], ["Upper", "1,200", "300"], ["Lower", "40", "7"], ["Old", "50", "9"]]
    page = page_of(draw([*above, *grid(rows, (72, 200, 340))]))
    assert tables(page) == [("Mill   Rye   Oats\n", "Upper 1,200 300\nLower 40 7\nOld 50 9\n")]
    assert page["text"].startswith("Mills of the valley, in the year of the flood\n")


def test_cells_of_a_header_wrap_upwards(draw: Draw) -> None:
    head = [(72, 600, "Mill"), (200, 611, "Sacks of"), (200, 600, "rye"), (300, 600, "Miller")]
    rows = [["Upper", "1,200", "Anna Beck"], ["Lower", "40", "Ole Lund"]]
    assert tables(page_of(draw([*head, *grid(rows, LEFTS, top=580)]))) == [
        ("Mill | Sacks of rye | Miller\n", "Upper | 1,200 | Anna Beck\nLower | 40 | Ole Lund\n")
    ]


def test_tables_below_one_another_are_each_their_own(draw: Draw) -> None:
    other = [["Mill", "Miller"], ["Upper", "Anna Beck"], ["Lower", "Ole Lund"]]
    words = [*grid([HEADER, *ROWS], LEFTS), (72, 510, "Mills of the valley"), *grid(other, (72, 260), top=490)]
    page = page_of(draw(words))
    assert [table.splitlines()[-1] for _, table in tables(page)] == ["Quick wash | 30 °C | 20 min", "Lower | Ole Lund"]
    assert "\nMills of the valley\n" in page["text"]


def test_a_sign_of_currency_goes_with_its_amount(draw: Draw) -> None:
    words = grid(
        [["Kind", "Place", "", "Sum"], ["Swaps", "Other assets", "$", "52"], ["Loans", "Debt", "$", "105"]],
        (72, 200, 300, 330),
    )
    assert tables(page_of(draw(words))) == [
        ("Kind | Place | Sum\n", "Swaps | Other assets | $ 52\nLoans | Debt | $ 105\n")
    ]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(grid([["1.", PROSE[0]], ["2.", PROSE[1]], ["3.", PROSE[2]]], (72, 100)), id="a numbered list"),
        pytest.param(grid([["•", "Water"], ["•", "Wind"], ["•", "Tide"]], (72, 90)), id="dots"),
        pytest.param(
            grid([[one, other] for one, other in zip(PROSE, PROSE[::-1], strict=True)], (40, 360), step=12),
            id="a page of two columns",
        ),
        pytest.param(grid([["Date", "3 May"], ["Place", "Bremen"]], (72, 200)), id="two lines"),
        pytest.param(
            [
                (72, 600, "Left"),
                (200, 600, "one"),
                (130, 580, "Mid"),
                (333, 580, "two"),
                (90, 560, "x"),
                (260, 560, "y"),
            ],
            id="no columns",
        ),
    ],
)
def test_what_is_no_table(draw: Draw, words: list[Placed]) -> None:
    page = page_of(draw(words))
    assert page["tables"] == []
    assert "|" not in page["text"]


def test_numbers_behind_labels_stay_as_they_are_under_the_names_of_their_columns(draw: Draw) -> None:
    rows = [["Taxes", "118,240", "116,000"], ["Fees", "31,118", "30,400"]]
    header = [(200, 620, "Accounts"), (300, 631, "Adopted"), (300, 620, "budget")]
    assert tables(page_of(draw([*header, *grid(rows, LEFTS)]))) == [
        ("Accounts   Adopted budget\n", "Taxes 118,240 116,000\nFees 31,118 30,400\n")
    ]


@pytest.mark.parametrize(
    "labels",
    [
        ["2016", "2017", "2018"],
        ["25", "40", "55"],
        ["0.1", "0.2", "0.5"],
        ["0.1-0.2", "0.2-0.3", "over 0.3"],
        ["2016/17", "2017/18", "2018/19"],
        ["5 %", "10 %", "20 %"],
        ["Q1", "Q2", "Q3"],
        ["09:40", "10:05", "11:17"],
        ["Week 1", "Week 2", "Week 3"],
        ["1 May", "1 June", "1 July"],
    ],
)
@pytest.mark.parametrize("names", [["Sort", "Control", "Compost", "Manure"], ["Sort", "2021", "2022", "2023"]])
def test_labels_that_are_numbers_or_end_in_one_are_told_from_the_numbers_behind_them(
    draw: Draw, labels: list[str], names: list[str]
) -> None:
    cells = [["5", "8", "6"], ["9", "2", "4"], ["8", "6", "2"]]
    rows = [[label, *row] for label, row in zip(labels, cells, strict=True)]
    found = tables(page_of(draw(grid([names, *rows, ["Mean", "7", "5", "4"]], (72, 200, 280, 360)))))
    lines = [" | ".join(row) + "\n" for row in (*rows, ["Mean", "7", "5", "4"])]
    assert found == [(" | ".join(names) + "\n", "".join(lines))]


def test_one_label_that_ends_in_a_number_is_told_from_amounts_under_names(draw: Draw) -> None:
    rows = [["Oats", "5", "8"], ["Rye (2)", "9", "—"], ["Wheat", "8", "6"]]
    assert tables(page_of(draw(grid([["Sort", "Control", "Compost"], *rows], LEFTS)))) == [
        ("Sort | Control | Compost\n", "Oats | 5 | 8\nRye (2) | 9 | —\nWheat | 8 | 6\n")
    ]


@pytest.mark.parametrize("last", [["Rye", "9", "—"], ["Harvest", "*", "**"], ["Totals of (2)", "—", "—"]])
def test_what_is_no_amount_leaves_rows_as_they_are(draw: Draw, last: list[str]) -> None:
    found = tables(page_of(draw(grid([["Sort", "Control", "Compost"], *ROWS_OF_NUMBERS, last], LEFTS))))
    assert [body.splitlines()[-1] for _, body in found] == [" ".join(last)]


def test_a_sentence_above_a_large_table_in_small_type_is_no_heading(tmp_path: Path) -> None:
    path = tmp_path / "small.pdf"
    drawing = canvas.Canvas(str(path))
    drawing.setFont("Helvetica", 12)
    drawing.drawString(72, 700, "The harvests are given in the table below.")
    drawing.setFont("Helvetica", 9)
    for left, height, text in grid([["Sort", "Control", "Compost"], *[["Winter wheat", "5.6", "5.8"]] * 9], LEFTS):
        drawing.drawString(left, height, text)
    drawing.save()
    page = page_of(path)
    assert len(page["tables"]) == 1
    assert page["headings"] == []


def test_the_number_of_a_section_is_no_column_of_its_own(draw: Draw) -> None:
    rows = [["1.1", "Sowing of rye", "March"], ["1.2", "Sowing of oats", "April"], ["1.3", "Harvest", "August"]]
    assert [body for _, body in tables(page_of(draw(grid(rows, (72, 110, 300)))))] == [
        "1.1 Sowing of rye | March\n1.2 Sowing of oats | April\n1.3 Harvest | August\n"
    ]


def test_numbers_behind_labels_stay_as_they_are(draw: Draw) -> None:
    rows = [["Water", "1,200", "1,300"], ["Wind", "300", "(40)"], ["Total", "1,500", "1,260"]]
    assert tables(page_of(draw(grid(rows, LEFTS)))) == [("", "Water 1,200 1,300\nWind 300 (40)\nTotal 1,500 1,260\n")]


def test_rows_lead_back_to_their_characters(draw: Draw) -> None:
    path = draw([*grid([HEADER, *ROWS], LEFTS), *BELOW])
    stored = page_of(path)["text"]
    with pypdfium2.PdfDocument(path) as document:
        raw, _ = page_characters(document[0].get_textpage())
    for wanted in ("Wool | 30 °C | 45 min", "Duration\nCotton", PROSE[0]):
        start = stored.index(wanted)
        places = raw_places(stored, raw, start, start + len(wanted))
        assert "".join(raw[place] for place in places) == "".join(wanted.replace("|", "").split())


said = st.sampled_from(["Mill", "of the Mill", "2023", "1,200", "$", "(40)", "a|b", "•", "1.", "–", "2.4 8.1"])
drawn_lines = st.lists(
    st.tuples(
        st.sampled_from([16.0, 16.0, 16.0, 11.0, 0.0, -6.0, 60.0]),
        st.dictionaries(st.sampled_from([60.0, 160.0, 260.0]), said, min_size=1),
    ),
    min_size=3,
    max_size=16,
)
"""Each with how far it stands below the one before it, and what it says from which place on."""


@given(drawn_lines)
def test_no_word_of_a_page_is_lost_wherever_it_stands(drawn: list[tuple[float, dict[float, str]]]) -> None:
    lines: list[Line] = []
    words: list[list[Word]] = []
    text, height = "", 700.0
    for below, row in drawn:
        height -= below
        told = [
            # Each of its own, as the lines of a header say alike once.
            Word(part.replace("Mill", f"Mill{len(text)}of{left:.0f}"), left + 8 * at, left + 8 * at + 7, height)
            for left, cell in sorted(row.items())
            for at, part in enumerate(cell.split())
        ]
        whole = " ".join(word.text for word in told)
        line = Line(len(text), len(text) + len(whole), whole, size=10, bold=False, italic=False, face="", y=height)
        lines, words, text = [*lines, line], [*words, told], f"{text}{whole}\n"
    page = PageLines(text, list(lines), found=find_tables(lines, words))
    put_in_place(page)
    # Bars part cells; those of the page are broken.
    before, after = (set(each.replace("|", "¦").split()) for each in (text, page.text.replace(" | ", " ")))
    assert before <= after
    assert [page.text[line.start : line.end] for line in page.lines] == [line.text for line in page.lines]
    for table in page.tables:
        assert 0 <= table["start"] <= table["header_end"] <= table["end"] <= len(page.text)
        assert page.text[table["end"] - 1] == "\n"
