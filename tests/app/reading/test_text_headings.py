from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reading.text import read_text
from nodes.domain.documents import Page


def body(what: str) -> str:
    """Indented lines that stand on one page only."""
    return f"""\
   A station sends its {what} in the order in which it saw them,
   and waits.  A receiver that has seen a gap in its {what} asks
   for what is missing.  All {what} are kept for 90 days,
   unless space runs out for {what}."""


def read(text: str, tmp_path: Path) -> list[Page]:
    path = tmp_path / "a.txt"
    path.write_text(text)
    return read_text(path, "a.txt")


def outline(text: str, tmp_path: Path) -> list[tuple[int, str]]:
    return [
        (heading["level"], heading["title"]) for page in read(dedent(text), tmp_path) for heading in page["headings"]
    ]


def test_restructured_text(tmp_path: Path) -> None:
    text = """
        ==========
         Handbook
        ==========

        Words before the first part.

        Pumps
        =====

        ``start`` and :func:`stop`
        --------------------------

        Words.

        Valves
        ======

        Words.
    """
    assert outline(text, tmp_path) == [
        (1, "Handbook"),
        (2, "Pumps"),
        (3, "start and stop"),
        (2, "Valves"),
    ]


def test_the_span_of_a_heading_holds_its_rules(tmp_path: Path) -> None:
    page = read("=====\nPumps\n=====\n\nWords.\n\nValves\n------\nMore.\n", tmp_path)[0]
    spans = [page["text"][heading["start"] : heading["end"]] for heading in page["headings"]]
    assert spans == ["=====\nPumps\n=====", "Valves\n------"]


def test_asciidoc(tmp_path: Path) -> None:
    text = """
        gauge(1)
        ========

        NAME
        ----
        gauge - Read a gauge

        EXAMPLES
        --------

        [[reading]]
        Reading[[READING]]
        ~~~~~~~~~~~~~~~~~~

        ------------
        $ gauge read
        ------------

        ----
        gauge
        ----
    """
    # A fence over and under one line is a listing, unless the line is a title by its length.
    assert outline(text, tmp_path)[:4] == [(1, "gauge(1)"), (2, "NAME"), (2, "EXAMPLES"), (3, "Reading")]
    assert not any("$" in title for _, title in outline(text, tmp_path))


def test_marks(tmp_path: Path) -> None:
    text = """
        = Handbook

        == Pumps

        === Priming ===

        Words.

        == Valves

        Words.
    """
    assert outline(text, tmp_path) == [(1, "Handbook"), (2, "Pumps"), (3, "Priming"), (2, "Valves")]


def test_numbers(tmp_path: Path) -> None:
    text = """
        Table of contents
        1. Scope
        2. Terms
        2.1 Pumps

        1. Scope

        Words.

        2. Terms

        2.1 Pumps

        Words.

        2.2 Valves

        Words.

        3. Is this all?

        Words.
    """
    assert outline(text, tmp_path) == [
        (1, "1. Scope"),
        (1, "2. Terms"),
        (2, "2.1 Pumps"),
        (2, "2.2 Valves"),
        (1, "3. Is this all?"),
    ]


def test_articles_and_annexes(tmp_path: Path) -> None:
    text = """
        ARTICLE I
        DEFINITIONS

        "Premises" means the warehouse.

        1.1 Term

        The term is five years.

        1.2 Renewal

        Once.

        ARTICLE II
        RENT

        2.1 Amount

        EUR 4,200 a month.

        ARTICLE III - NOTICE

        Six months.

        Schedule A

        Fixtures.
    """
    assert outline(text, tmp_path) == [
        (1, "ARTICLE I DEFINITIONS"),
        (2, "1.1 Term"),
        (2, "1.2 Renewal"),
        (1, "ARTICLE II RENT"),
        (2, "2.1 Amount"),
        (1, "ARTICLE III - NOTICE"),
        (1, "Schedule A"),
    ]


def test_capitals(tmp_path: Path) -> None:
    text = """
        Meeting of 12 May

        ATTENDEES
        Ana, Bob

        DECISIONS

        - Move the launch.

        OPEN QUESTIONS
        - Who pays?
    """
    assert outline(text, tmp_path) == [(1, "ATTENDEES"), (1, "DECISIONS"), (1, "OPEN QUESTIONS")]


def test_manual_pages(tmp_path: Path) -> None:
    text = """
        gauge(7)           Miscellaneous Manual           gauge(7)

        NAME
               gauge - overview of gauges

        DESCRIPTION
               Gauges are read by number.  The number is printed on the lid.
               Lids are kept closed, unless the tide is low.

           Reading a gauge
               A gauge is read once a minute, and twice when the lid is open.

                      gauge_read(7);

        Return values
               Zero, or less.

        SEE ALSO
               valve(7)

        Tide 1.2                2024-01-01                gauge(7)
    """
    assert outline(text, tmp_path) == [
        (1, "NAME"),
        (1, "DESCRIPTION"),
        (2, "Reading a gauge"),
        (1, "Return values"),
        (1, "SEE ALSO"),
    ]
    page = read(dedent(text), tmp_path)[0]
    furniture = [page["text"][span["start"] : span["end"]].split()[0] for span in page["furniture"]]
    assert furniture == ["gauge(7)", "Tide"]


def request_for_comments() -> str:
    """Three pages, each with a running header and footer."""
    pages = [
        [
            "Network Working Group                                        A. Lindqvist",
            "Request for Comments: 9917                                     March 2021",
            "",
            "             A Protocol for Tide Gauges",
            "",
            "Abstract",
            "",
            body("gauges"),
            "",
            "Table of Contents",
            "",
            "   1.  Introduction  . . . . . . . . . . . . . . . . 2",
            "   2.  Messages  . . . . . . . . . . . . . . . . . . 3",
        ],
        ["1.  Introduction", "", body("levels")],
        ["   These are the words of a page before.", "", "2.  Messages", "", body("messages")],
        ["2.1.  Messages That Are Sent When There Is Nothing", "      to Report", "", body("heartbeats")],
        ["3.  Security Considerations", "", body("secrets")],
    ]
    shown = [
        "\n".join(
            [
                f"RFC 9917{'Tide Gauges':^50}March 2021",
                "",
                *lines,
                "",
                f"Lindqvist{'Standards Track':^40}[Page {number}]",
            ]
        )
        for number, lines in enumerate(pages, start=1)
    ]
    return "\n\f\n".join(shown) + "\n\f\n"


def test_requests_for_comments(tmp_path: Path) -> None:
    pages = read(request_for_comments(), tmp_path)
    assert [page["number"] for page in pages] == [1, 2, 3, 4, 5]
    assert [[heading["title"] for heading in page["headings"]] for page in pages] == [
        ["Abstract", "Table of Contents"],
        ["1. Introduction"],
        ["2. Messages"],
        ["2.1. Messages That Are Sent When There Is Nothing to Report"],
        ["3. Security Considerations"],
    ]
    for page in pages:
        furniture = [page["text"][span["start"] : span["end"]].split() for span in page["furniture"]]
        assert [words[0] for words in furniture] == ["RFC", "Lindqvist"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            """
            Shopping

            1. Milk

            2. Eggs

            3. Bread
            """,
            id="a list",
        ),
        pytest.param(
            """
            1. Open the valve

            Wait.

            2. Close it

            Wait.

            1. Start the pump

            Wait.

            2. Stop it
            """,
            id="two lists",
        ),
        pytest.param(
            """
            5.2 Filters

            Words.

            5.3 Pipes

            Words.

            5.4 Taps

            Words.
            """,
            id="what is left of a numbering",
        ),
        pytest.param(
            """
            name    qty
            ----    ---
            apples  3

            apples | pears
            --------------
            3      | 4
            """,
            id="a table",
        ),
        pytest.param(
            """
            WARNING

            First.

            WARNING

            Second.

            WARNING

            Third.
            """,
            id="messages",
        ),
        pytest.param(
            """
            class Gauge:
                def read(self):
                    '''Read it.

                    Returns
                    -------
                    float
                    '''
                    return 0.0

            LIMIT = 3

            def main():
                Gauge().read()
            """,
            id="code",
        ),
    ],
)
def test_what_is_no_heading(text: str, tmp_path: Path) -> None:
    assert outline(text, tmp_path) == []


def test_form_feeds_in_a_program_part_no_pages(tmp_path: Path) -> None:
    part = "\n".join(f"(setq value-{number} {number})" for number in range(200))
    assert len(read(f"{part}\n\f\n{part}\n", tmp_path)) == 1


def test_the_lines_of_a_dump_are_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Pumps\n=====\n\nWords.\n\nValves\n======\n\nWords.\n"
    assert len(read(text, tmp_path)[0]["headings"]) == 2
    monkeypatch.setattr("app.reading.text._MOST_LINES", 5)
    (page,) = read(text, tmp_path)
    assert (page["text"], page["headings"]) == (text, [])


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["", "", "Title", "=====", "-----", "1. One", "1.1 Two", "2. Three", "ARTICLE I", "   words", "WORDS", "\f"]
        ),
        max_size=30,
    )
)
def test_headings_are_in_order_and_in_their_pages(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    text = "\n".join(["Words.", *lines])
    for page in read(text, tmp_path_factory.mktemp("text")):
        end = 0
        for heading in page["headings"]:
            assert end <= heading["start"] < heading["end"] <= len(page["text"])
            assert heading["level"] >= 1
            assert set(heading["title"].split()) <= set(page["text"][heading["start"] : heading["end"]].split())
            end = heading["end"]
