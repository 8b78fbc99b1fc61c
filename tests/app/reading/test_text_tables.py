"""Tables, rules and records of plain text, and what only looks like a table."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reading.mail import read_mail
from app.reading.text import read_text
from app.reading.text_tables import expanded_tabs, with_tables
from nodes.domain.documents import Page


def read(text: str, tmp_path: Path, name: str = "a.txt") -> list[Page]:
    path = tmp_path / name
    path.write_text(text)
    return read_text(path, name)


def tables(text: str) -> list[tuple[str, list[str]]]:
    """Of each table its header line and its other lines."""
    written, regions = with_tables(dedent(text).strip("\n") + "\n")
    return [
        (
            written[region["start"] : region["header_end"]].strip(),
            written[region["header_end"] : region["end"]].splitlines(),
        )
        for region in regions
    ]


def test_an_invoice() -> None:
    text = """
        Item  Description                      Qty   Unit price       Total
        -------------------------------------------------------------------
         1    Oak shelf, oiled, with brackets    2   EUR  140.00   EUR   280.00
         2    Delivery and fitting, third        1   EUR   95.50   EUR    95.50
              floor without a lift
         3    Screws                           100   EUR    0.12   EUR    12.00
        -------------------------------------------------------------------
                          Net                                      EUR   387.50
                          VAT 19 %                                 EUR    73.63
                          TOTAL                                    EUR   461.13
    """
    assert tables(text) == [
        (
            "Item | Description | Qty | Unit price | Total",
            [
                "1 | Oak shelf, oiled, with brackets | 2 | EUR 140.00 | EUR 280.00",
                "2 | Delivery and fitting, third floor without a lift | 1 | EUR 95.50 | EUR 95.50",
                "3 | Screws | 100 | EUR 0.12 | EUR 12.00",
                "Net |  |  |  | EUR 387.50",
                "VAT 19 % |  |  |  | EUR 73.63",
                "TOTAL |  |  |  | EUR 461.13",
            ],
        )
    ]


def test_a_laboratory_report() -> None:
    text = """
        Parameter        Result    Unit      Limit
        Nitrate          12.4      mg/l      50
        Lead             < 1       ug/l      10
        Coliforms        0         /100 ml   0
        pH               7.8                 6.5 - 9.5
    """
    assert tables(text) == [
        (
            "Parameter | Result | Unit | Limit",
            [
                "Nitrate | 12.4 | mg/l | 50",
                "Lead | < 1 | ug/l | 10",
                "Coliforms | 0 | /100 ml | 0",
                "pH | 7.8 |  | 6.5 - 9.5",
            ],
        )
    ]


def test_a_roster_whose_corner_is_empty() -> None:
    text = """
                 Monday      Tuesday     Wednesday
        Early    Ines        Bram        Ines
        Late     Bram        Ines        Odd
        Night    Odd         Odd         Bram
    """
    (header, rows), *others = tables(text)
    assert header == "| | Monday | Tuesday | Wednesday"
    assert rows[2] == "Night | Odd | Odd | Bram"
    assert not others


def test_minutes_with_a_cell_that_fills_its_column_and_one_that_goes_on() -> None:
    text = """
        ACTIONS
           4.1  Ask the landlord for the plan of the drains Tove      12 June
           4.2  Order paint                                 Emil      open, waits for the new
                price list of the dealer
           4.3  Book the hall                               Tove      30 June
    """
    assert tables(text) == [
        (
            "",
            [
                "4.1 | Ask the landlord for the plan of the drains | Tove | 12 June",
                "4.2 | Order paint | Emil | open, waits for the new price list of the dealer",
                "4.3 | Book the hall | Tove | 30 June",
            ],
        )
    ]


def test_centred_and_right_aligned_numbers() -> None:
    text = """
                           before      after
         Flow             102 l/s     96 l/s
         Pressure           4 bar    5.5 bar
         Temperature       61 C       58 C
    """
    assert [header for header, _ in tables(text)] == ["| | before | after"]


def test_a_tight_header_over_numbers() -> None:
    text = """
        Filesystem      Size  Used Avail Use%
        /dev/sda1        20G   12G  7.1G  63%
        /dev/sdb1       917G  640G  231G  74%
        tmpfs           7.8G   12M  7.8G   1%
    """
    assert tables(text)[0][0] == "Filesystem | Size | Used | Avail | Use%"


def test_two_columns_without_header() -> None:
    text = """
        Pump, ground floor        74 dB
        Fan on the roof           81 dB
        Lift                      66 dB (at night)
    """
    assert tables(text) == [("", ["Pump, ground floor | 74 dB", "Fan on the roof | 81 dB", "Lift | 66 dB (at night)"])]


def test_what_no_number_proves_to_be_a_header_is_a_row() -> None:
    text = """
        Town                   Mayor
        Bergen     coast       Ida
        Hamar      lake        Bo
        Skien      coast       Per
    """
    rows = ["Town |  | Mayor", "Bergen | coast | Ida", "Hamar | lake | Bo", "Skien | coast | Per"]
    assert tables(text) == [("", rows)]


LEFT = {
    "addresses": """
        Haddon Vale Growers            Tarnwell Controls Ltd
        Haddon Lane                    Unit 7, Cloverfield Park
        Evesham WR11 4QT               Pershore WR10 2JH
        Telephone 01632 960 771        Telephone 01632 960 700
        """,
    "form": """
        Client:        Music school, Wexmoor
        Ordered by:    Geraldine Pask
        Issued:        3 September 2030
        """,
    "pairs": """
        Report no.       SI-25-0311            Date        13 March 2030
        Fleet no.        T14                   Reg.        YK20 HBN
        Make / model     Volvo FH 460          Type        4x2 tractor unit
        Inspector        Marcin Wolski         Lane temp.  9 C
        """,
    "contents": """
        Contents
        1   Scope                4
        2   Terms                9
        3   Tests               12
        """,
    "leaders": """
        Dogs ........................  10 days
        Cats ........................  14 days
        Mice ........................   7 days
        """,
    "list": """
        1.  Two bags of soil
        2.  Four screws
        3.  One drill
        """,
    "options": """
        -a, --all      do not leave out entries that begin with a dot
        -b, --blank    print escapes for characters that cannot be shown
        -C             list entries by columns
        """,
    "justified": """
        The  river rose  in the night and  took the  bridge with it, so that
        the   carts of  the  millers had to  wait  at the ford until  noon on
        the day  after, when  the  water  had fallen far enough for the oxen
        to  cross;  and  nobody in the valley  could  remember  such a flood.
        """,
    "stops": """
        The pump stops.  It starts again after a minute.  If it does not,
        call us.  We come.  The valve closes.  It opens again.  Nothing is lost.
        Leave it.  It is safe.  The lamp is red.  It turns green when all is well.
        """,
    "poem": """
        Slow is the river,      and slow the year,
            Grey are the willows,     and far the shore;
        Nobody calls now        when night is near,
            Nobody waits there,       as once before.
        """,
    "code": """
        int    width;       /* of the page */
        int    height;      /* of the page */
        char  *title;       /* its title */
        """,
    "assignments": """
        width    = 14       # of the page
        height   = 22       # of the page
        depth    = 3        # of the tray
        """,
    "log": """
        2030-03-01 10:00:01   INFO    main     started
        2030-03-01 10:00:07   WARN    main     slow
        2030-03-01 10:00:09   INFO    main     stopped
        """,
    "ls": """
        -rw-r--r--  1 root root    895 Nov 29 02:22 answer.sh
        drwxr-xr-x  2 root root   4096 Nov 29 02:22 bin
        -rw-r--r--  1 root root     12 Nov 29 02:22 note
        """,
    "art": r"""
           /\        /\        /\
          /  \      /  \      /  \
         /____\    /____\    /____\
        """,
    "newspaper": """
        of the town met on Monday to           that the bridge would be built
        decide about the new bridge and        before the winter, and at no
        what it might cost. The mayor          cost to those who live nearby,
        said at the end of the evening         as had been feared by many of
        """,
    "numbers": """
        0.12   0.44   0.91
        0.33   0.18   0.42
        0.71   0.65   0.08
        """,
    "frame": """
        *   6. Disclaimer of warranty                                        *
        *   -------------------------                                        *
        *   The software is provided as it is, without warranty of any       *
        *   kind, for 30 days, or 60 where the law asks for more of          *
        """,
    "comment": """
        # *   notice, this list of conditions and the following disclaimer in
        # *   the documentation and other materials provided with the
        # *   distribution
        """,
    "two lines": """
        Signed for the buyer:      Marek Sobol      12 March 2030
        Signed for the seller:     Ruth Ellery      18 March 2030
        """,
}


@pytest.mark.parametrize("kind", LEFT)
def test_what_is_no_table(kind: str, tmp_path: Path) -> None:
    text = dedent(LEFT[kind]).strip("\n") + "\n"
    assert with_tables(text) == (text, [])
    page = read(f"Words before it.\n\n{text}", tmp_path)[0]
    assert page["text"] == f"Words before it.\n\n{text}"
    assert page["tables"] == []


TABLE = "Room         Level\nHall         62 dB\nKitchen      71 dB\nStairs       48 dB\n"


def test_where_tables_stand_and_what_is_around_them(tmp_path: Path) -> None:
    page = read(f"1. LEVELS\n\nMeasured in May.\n\n{TABLE}\nNobody was there.\n", tmp_path)[0]
    assert page["text"] == (
        "1. LEVELS\n\nMeasured in May.\n\n"
        "Room | Level\nHall | 62 dB\nKitchen | 71 dB\nStairs | 48 dB\n\n"
        "Nobody was there.\n"
    )
    [region] = page["tables"]
    assert page["text"][region["start"] : region["header_end"]] == "Room | Level\n"
    assert page["text"][region["start"] : region["end"]].endswith("Stairs | 48 dB\n")


def test_headings_of_which_a_table_is_all_the_text(tmp_path: Path) -> None:
    text = "\n".join(f"{number}. {title}\n\n{TABLE}" for number, title in enumerate(("Day", "Night", "Dawn"), start=1))
    page = read(text, tmp_path)[0]
    assert [heading["title"] for heading in page["headings"]] == ["1. Day", "2. Night", "3. Dawn"]
    assert all(page["text"][each["start"] : each["end"]] == each["title"] for each in page["headings"])
    assert len(page["tables"]) == 3


@pytest.mark.parametrize("name", ["a.py", "a.log", "a.1"])
def test_other_files_keep_their_blanks(name: str, tmp_path: Path) -> None:
    assert read(TABLE, tmp_path, name)[0]["text"] == TABLE


def test_tabs(tmp_path: Path) -> None:
    text = "Name\tTown of birth\tYears\nIda\tBergen\t12\nBo\tA town far away\t7\nPer\tOslo\t30\n"
    assert read(text, tmp_path)[0]["text"].splitlines()[2] == "Bo | A town far away | 7"
    assert expanded_tabs("a\tb\nc") == "a       b\nc"


def test_rules_part_the_text_and_are_no_words(tmp_path: Path) -> None:
    page = read("Wick Ltd\n--------------------\nREPORT\n\nAll is well.\n\n=====================\n", tmp_path)[0]
    hidden = [page["text"][span["start"] : span["end"]] for span in page["furniture"]]
    assert hidden == ["-" * 20, "=" * 21]


def test_the_underline_of_a_heading_stays_with_it(tmp_path: Path) -> None:
    page = read("Pumps\n-----\n\nWords.\n\nValves\n------\n\nWords.\n", tmp_path)[0]
    assert [heading["title"] for heading in page["headings"]] == ["Pumps", "Valves"]
    assert page["furniture"] == []


def test_names_of_records_below_rules_are_headings(tmp_path: Path) -> None:
    record = "Date:      {} May 2030\nPlace:     Ward {}\nCause:     a loose cable\n"
    rule = f"\n{'-' * 60}\n"
    text = "Reports of the year\n\n" + rule.join(f"CASE 30-{n}\n{record.format(n, n)}" for n in range(1, 5))
    page = read(text, tmp_path)[0]
    assert [heading["title"] for heading in page["headings"]] == [f"CASE 30-{n}" for n in range(1, 5)]
    assert len(page["furniture"]) == 3


def test_the_text_of_a_mail(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_text(f"From: Ida <ida@example.com>\nSubject: Levels\n\nDear Bo,\n\n{TABLE}\nIda\n")
    page = read_mail(path, "a.eml")[0]
    [region] = page["tables"]
    assert page["text"][region["start"] : region["header_end"]] == "Room | Level\n"


WORDS = st.text("abcdefgh", min_size=1, max_size=7)
LABELS = st.lists(WORDS, min_size=1, max_size=3).map(lambda words: " ".join(words).capitalize())
NUMBERS = st.integers(0, 9999).map(str)


@st.composite
def grids(draw: st.DrawFn) -> list[list[str]]:
    width = draw(st.integers(1, 4))
    names = draw(st.lists(WORDS.map(str.capitalize), min_size=width + 1, max_size=width + 1))
    rows = draw(st.lists(st.tuples(LABELS, *[NUMBERS] * width), min_size=2, max_size=9))
    return [names, *map(list, rows)]


def laid_out(rows: list[list[str]], gap: int, *, is_right: bool) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if is_right and place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * gap).join(cells).rstrip())
    return "\n".join(lines) + "\n"


@settings(max_examples=200, deadline=None)
@given(grids(), st.integers(2, 6), st.booleans())
def test_a_table_that_was_laid_out_gives_its_cells_back(rows: list[list[str]], gap: int, is_right: bool) -> None:
    written, regions = with_tables(f"Before it.\n\n{laid_out(rows, gap, is_right=is_right)}\nBehind it.\n")
    [region] = regions
    lines = written[region["start"] : region["end"]].splitlines()
    assert [line.split(" | ") for line in lines] == rows
    assert written[region["start"] : region["header_end"]] == f"{lines[0]}\n"


CELLS = st.one_of(WORDS, NUMBERS, st.sampled_from(["", "-----", "EUR", "Total", "a:", "x.", "12 %", "£"]))
LINES = st.lists(st.tuples(CELLS, st.integers(0, 12)), max_size=5).map(
    lambda cells: "".join(cell + " " * gap for cell, gap in cells).rstrip()
)


@settings(max_examples=300, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=14))
def test_no_word_is_lost(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    written, regions = with_tables(text)
    kept = [word for word in written.replace("|", " ").split() if word.strip("-")]
    words = [word for word in text.split() if word.strip("-")]
    assert sorted(kept) == sorted(words)
    if not regions:
        assert written == text
    ends = [0, *(place for each in regions for place in (each["start"], each["header_end"], each["end"]))]
    assert ends == sorted(ends)
    assert all(written[: each["start"]].endswith("\n") or not each["start"] for each in regions)
