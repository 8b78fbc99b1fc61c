"""Titles: embedded, from the first page, from headings, from the file's name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.titles import choose_title, is_title_like, usable_title
from nodes.domain.documents import Heading, Page, Span

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def page(text: str, headings: list[Heading] | None = None, furniture: list[Span] | None = None) -> Page:
    return {"number": 1, "text": text, "headings": headings or [], "tables": [], "furniture": furniture or []}


@pytest.mark.parametrize(
    "embedded",
    [
        "",
        "   ",
        "untitled",
        "(anonymous)",
        "Untitled Document 3",
        "Microsoft Word - doc1",
        "Microsoft Word - Report_final_v2.docx",
        "Document",
        "Document1",
        "document (2)",
        "PowerPoint Presentation",
        "PowerPoint-Präsentation",
        "Slide 1",
        "brochure.indd",
        "C:\\Users\\anna\\thesis.tex",
        "/tmp/out",
        "file:///home/anna/a b",
        "final_version_3",
        "0001193125-19-184675",
        "12345678",
        "Unbenannt",
        "(null)"[1:-1],
    ],
)
def test_useless_embedded_titles_do_not_count(embedded: str) -> None:
    assert usable_title(embedded) == ""
    assert choose_title({"title": embedded}, [page("see below.\n")], "Heat pumps.pdf", PDF) == "Heat pumps"


@pytest.mark.parametrize(
    ("embedded", "title"),
    [
        ("Attention Is All You Need", "Attention Is All You Need"),
        ("  Form 10-K\n for  Acme ", "Form 10-K for Acme"),
        ("Microsoft Word - Annual Report 2019", "Annual Report 2019"),
        ("TCP/IP", "TCP/IP"),
        (".NET Framework", ".NET Framework"),
        ("Document Retrieval", "Document Retrieval"),
        ("RFC 2119", "RFC 2119"),
        ("水と空気", "水と空気"),
    ],
)
def test_embedded_titles_win_in_pdf_and_word(embedded: str, title: str) -> None:
    first = page("Another Line That Looks Like A Title\n")
    assert choose_title({"title": embedded}, [first], "x.pdf", PDF) == title
    assert choose_title({"title": embedded}, [first], "x.docx", DOCX) == title
    assert choose_title({"title": embedded}, [first], "x.pptx", PPTX) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Dense Passage Retrieval for Questions\nV. Karpukhin\n", "Dense Passage Retrieval for Questions"),
        ("arXiv:2004.04906v3\nDense Passage Retrieval\n", "Dense Passage Retrieval"),
        ("March 9, 2023\nAcme Announces Fourth Quarter Results\n", "Acme Announces Fourth Quarter Results"),
        ("12\n___\nOn the care of pumps\nText starts.\n", "On the care of pumps"),
        ("Table of Contents\nHandbook of Pumps\n", "Handbook of Pumps"),
        ("深度学习综述\n作者\n", "深度学习综述"),
        ("Ein Leitfaden für Pumpen\nund so weiter\n", "Ein Leitfaden für Pumpen"),
        ("This paper describes a new way to build pumps.\nIt is short.\n", "file"),
        ("The committee met in the afternoon to discuss the\nproposal that had been tabled in spring.\n", "file"),
        ("one\ntwo\nthree\nA Title That Comes Too Late\n", "file"),
        ("UNITED STATES\nDEPARTMENT OF WATER\nSpringfield, IL 62704\nANNUAL NOTICE\n", "file"),
        ("info@example.org\nwww.example.org\n", "file"),
        ("", "file"),
    ],
)
def test_a_title_like_line_among_the_first_three(text: str, title: str) -> None:
    assert choose_title({}, [page(text)], "folder/file.pdf", PDF) == title


def test_furniture_is_no_title_and_a_heading_of_two_lines_is_one_title() -> None:
    text = "Journal of Pumps Volume\nA Very Long Title That\nNeeds Two Lines\nAnna Weber\n"
    start = text.index("A Very")
    heading: Heading = {
        "start": start,
        "end": text.index("\nAnna"),
        "level": 1,
        "title": "A Very Long Title That Needs Two Lines",
    }
    first = page(text, [heading], [{"page": 1, "start": 0, "end": start}])
    assert choose_title({}, [first], "x.pdf", PDF) == "A Very Long Title That Needs Two Lines"


def headed(text: str, *levels: int) -> Page:
    """A page whose first lines are headings of these levels; where one is 0, the line is none."""
    headings: list[Heading] = []
    start = 0
    for line, level in zip(text.split("\n"), levels, strict=False):
        if level:
            headings.append({"start": start, "end": start + len(line), "level": level, "title": line})
        start += len(line) + 1
    return page(text, headings)


LONG = "Seagrass raises the clarity of shallow water on sandy shores: results of a three-year trial at the station"
TEXT = "We measured the light at noon and counted the shoots.\n"


@pytest.mark.parametrize(
    ("first", "title"),
    [
        (headed(f"{LONG}\nAda Byron, Grace Hopper\nAbstract\n{TEXT}", 1, 0, 2), LONG),
        (headed(f"Bay Journal\n{LONG}\nAbstract\n{TEXT}", 0, 1, 2), LONG),
        (headed(f"Services agreement\nbetween Orlin Freight and the harbour office\n{TEXT}", 1), "Services agreement"),
        # Those of sections name no document.
        (headed(f"The Clarity of Water\nAda Byron\nAbstract\n{TEXT}", 0, 0, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water\n1 Introduction\n{TEXT}", 0, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water\nII. Method\n{TEXT}", 0, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water\n104. Method\n{TEXT}", 0, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water\n104.12 Method\n{TEXT}", 0, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water\n365 Days of Rain\n{TEXT}", 0, 1), "365 Days of Rain"),
        (headed(f"abstract\n{TEXT}", 1), "file"),
        (headed("\n".join([TEXT] * 6), 0, 0), "file"),
        # Neither does a part that stands on the level of the title, below it.
        (headed(f"tidal: Gauges on a Shore\nAda Byron\n1 Introduction\n{TEXT}", 1, 4, 1), "tidal: Gauges on a Shore"),
        # What is printed above the title is no heading.
        (headed(f"Bay Journal 12, 1–10\nThe Clarity of Water\nAda Byron\n{TEXT}", 0, 1, 1), "The Clarity of Water"),
        (headed(f"The Clarity of Water ∗\nAda Byron\n{TEXT}", 1, 0), "The Clarity of Water"),
        # A letterhead names who writes.
        (headed(f"Orlin Freight\nQuay 4, 28195 Orlin\nSpringfield, IL 62704\n{TEXT}", 1), "file"),
        # Of several none stands above the others.
        (headed(f"Tides\nGauges\n{TEXT}", 1, 1), "Tides"),
    ],
)
def test_the_largest_heading_of_the_first_page_is_the_title(first: Page, title: str) -> None:
    assert choose_title({}, [first], "file.pdf", PDF) == title


def test_a_heading_below_those_of_other_pages_is_no_title_by_itself() -> None:
    second: Page = {**headed(f"Results\n{TEXT}", 1), "number": 2}
    pages = [headed(f"{LONG}\nAda Byron\n{TEXT}", 2), second]
    assert choose_title({}, pages, "file.pdf", PDF) == "Ada Byron"


@pytest.mark.parametrize(
    "line", ["#!/usr/bin/env python", '{"name": "Kestrel", "tags": ["a"]}', "<?xml version='1.0'?><name>Kestrel</name>"]
)
def test_data_and_markup_give_no_title(line: str) -> None:
    assert choose_title({}, [page(f"{line}\n")], "kestrel.x", "text/plain") == "kestrel"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('"""Limits requests."""\nclass TokenBucket:\n', "Limits requests"),
        ('#!/usr/bin/env python3\n# Licence: MIT\n\n"""Limits requests.\n\nTwelve a second.\n"""\n', "Limits requests"),
        ("r'''\nLimits of Requests\n'''\n", "Limits of Requests"),
        ('"""Limits what is asked for. It counts\nhow often that is.\n"""\n', "limiter"),
        ('"""x"""\n', "limiter"),
        ('"""\n', "limiter"),
    ],
)
def test_a_script_whose_name_does_not_say_so_is_called_by_its_docstring(text: str, title: str) -> None:
    assert choose_title({}, [page(text)], "limiter.txt", "text/plain") == title


def test_source_code_is_called_by_its_path() -> None:
    docstring = page('"""Limits requests."""\nclass TokenBucket:\n')
    assert choose_title({}, [docstring], "quay/limits/base.py", "text/plain") == "quay/limits/base.py"
    assert choose_title({}, [page("RATE = 'twelve a second'\n")], "rate.go", "text/plain") == "rate.go"
    assert choose_title({"title": "Limits"}, [docstring], "quay/base.py", "text/plain") == "Limits"


@pytest.mark.parametrize("line", ["Abstract", "ABSTRACT", "Introduction", "Zusammenfassung"])
def test_the_beginning_of_a_paper_is_no_title(line: str) -> None:
    assert not is_title_like(line)
    assert choose_title({}, [page(f"{line}\nWe measured the light.\n")], "file.pdf", PDF) == "file"


@pytest.mark.parametrize(
    ("name", "title"), [("Crew handbook.pdf", "Crew handbook"), ("scan0003.pdf", "1. Working Hours")]
)
def test_a_numbered_heading_is_no_title_where_the_file_is_called_by_what_it_is(name: str, title: str) -> None:
    text = "1. Working Hours\nThe week has 37 hours.\n"
    headings: list[Heading] = [{"start": 0, "end": 16, "level": 1, "title": "1. Working Hours"}]
    other: Heading = {"start": 0, "end": 8, "level": 1, "title": "2. Leave"}
    pages = [page(text, headings), page("2. Leave\nThere are 27 days.\n", [other])]
    assert choose_title({}, pages, name, PDF) == title


@pytest.mark.parametrize("media_type", [DOCX, "application/msword", "application/vnd.oasis.opendocument.text"])
def test_word_takes_the_heading_that_stands_above_all_others(media_type: str) -> None:
    def title(first: Page) -> str:
        return choose_title({}, [first], "file.docx", media_type)

    assert title(headed(f"Services agreement\nParties\n{TEXT}", 1, 2)) == "Services agreement"
    assert title(headed(f"Dated 4 May 2021\nServices agreement\nParties\n{TEXT}", 0, 1, 2)) == "Services agreement"
    assert title(headed(f"Parties\nFees\n{TEXT}", 1, 1)) == "file"
    assert title(headed(f"Parties\nServices agreement\n{TEXT}", 2, 1)) == "file"
    assert title(headed(f"1 Parties\nThe first\n{TEXT}", 1, 2)) == "file"
    told = headed(f"Services agreement\nParties\n{TEXT}", 1, 2)
    assert choose_title({"title": "Agreement of May"}, [told], "file.docx", media_type) == "Agreement of May"


def test_word_falls_back_to_the_file_name() -> None:
    first = page("A Line That Looks Like A Title\n")
    assert choose_title({}, [first], "Minutes of May.docx", DOCX) == "Minutes of May"
    assert choose_title({"title": "Word Document"}, [first], "a.doc", "application/msword") == "a"


@pytest.mark.parametrize("media_type", ["text/markdown", "text/html", "text/html; charset=utf-8"])
def test_markdown_and_html_take_the_first_heading(media_type: str) -> None:
    text = "intro\n\n# The `Pump` Guide\n"
    heading: Heading = {"start": 7, "end": len(text) - 1, "level": 1, "title": "The Pump  Guide"}
    assert choose_title({}, [page(text, [heading])], "a.md", media_type) == "The Pump Guide"
    assert choose_title({"title": "Site map"}, [page("plain text, no more.\n")], "a.md", media_type) == "Site map"
    assert choose_title({}, [page("**All About Pumps**\n\nText.\n")], "a.md", media_type) == "All About Pumps"
    assert choose_title({}, [page("plain text, no more.\n")], "a.md", media_type) == "a"


def test_the_title_of_front_matter_wins_over_a_heading_and_the_name_of_a_site_does_not() -> None:
    first = headed(f"Intro\n{TEXT}", 1)
    assert choose_title({"title": "The Kestrel Notes"}, [first], "kestrel.md", "text/markdown") == "The Kestrel Notes"
    assert choose_title({"title": "The Kestrel Site"}, [first], "kestrel.html", "text/html") == "Intro"
    assert choose_title({"title": "Untitled"}, [first], "kestrel.md", "text/markdown") == "Intro"


@pytest.mark.parametrize(
    ("levels", "embedded", "title"),
    [
        ([3, 3], "Release Notes", "Release Notes"),
        ([3, 3], "", "Heading 0"),
        ([1, 2, 2], "Release Notes", "Heading 0"),
        ([2, 1, 2], "Release Notes", "Heading 1"),
        ([1, 1], "untitled", "Heading 0"),
    ],
)
def test_one_of_several_headings_is_no_title_where_the_file_has_one(
    levels: list[int], embedded: str, title: str
) -> None:
    text = "".join(f"Heading {place}\n" for place in range(len(levels)))
    headings: list[Heading] = [
        {"start": 10 * place, "end": 10 * place + 9, "level": level, "title": f"Heading {place}"}
        for place, level in enumerate(levels)
    ]
    assert choose_title({"title": embedded}, [page(text, headings)], "notes.html", "text/html") == title


@pytest.mark.parametrize(
    ("file_name", "text", "title"),
    [
        ("help/glossary.md", "# Ebb\nFalling water.\n# Flood\nRising water.\n", "glossary"),
        ("README.md", "# Ebb\nFalling water.\n# Flood\nRising water.\n", "Ebb"),
        ("the-ebb.md", "# Ebb\nFalling water.\n# Flood\nRising water.\n", "Ebb"),
        ("glossary.md", "# Tides\n# Ebb\nFalling water.\n", "Tides"),
    ],
)
def test_the_first_of_several_headings_is_no_title_where_the_name_of_the_file_says_more(
    file_name: str, text: str, title: str
) -> None:
    headings: list[Heading] = [
        {"start": found.start(), "end": found.end(), "level": 1, "title": found[1]}
        for found in re.finditer(r"^# (.+)$", text, re.MULTILINE)
    ]
    assert choose_title({}, [page(text, headings)], file_name, "text/markdown") == title


def test_a_heading_without_a_word_is_no_title() -> None:
    headings: list[Heading] = [
        {"start": 0, "end": 1, "level": 1, "title": "#"},
        {"start": 2, "end": 7, "level": 2, "title": "Pumps"},
    ]
    assert choose_title({}, [page("#\nPumps\n", headings)], "a.md", "text/markdown") == "Pumps"


def test_text_takes_what_it_is_given_else_its_first_line() -> None:
    body = page("Notes on Pumps\n\nThey turn.\n")
    assert choose_title({"title": "Untitled"}, [body], "n.txt", "text/plain") == "Untitled"
    assert choose_title({}, [body], "n.txt", "text/plain") == "Notes on Pumps"
    assert choose_title({}, [page("They turn.\nNotes on Pumps\n")], "n.txt", "text/plain") == "n"


def test_text_with_headings() -> None:
    text = "gauge(1)\n========\n\nNAME\n----\nWords.\n"
    opening: Heading = {"start": 0, "end": 17, "level": 1, "title": "gauge(1)"}
    inner: Heading = {"start": 19, "end": 28, "level": 2, "title": "NAME"}
    headed: Page = {**page(text), "headings": [opening, inner]}
    assert choose_title({}, [headed], "n.txt", "text/plain") == "gauge(1)"
    # One of several on its level is a part, and one below text is no title.
    parts: Page = {**page(text), "headings": [opening, {**inner, "level": 1}]}
    assert choose_title({}, [parts], "n.txt", "text/plain") == "n"
    below: Page = {**page("By A. Lindqvist\n" + text), "headings": [{**opening, "start": 16, "end": 33}]}
    assert choose_title({}, [below], "n.txt", "text/plain") != "gauge(1)"


def test_text_with_a_title_in_the_middle() -> None:
    columns = "Network Working Group                                        A. Lindqvist\n"
    title = "            A Simple Protocol for the Exchange of Tide Gauge\n                          Observations\n"
    memo = page(
        f"{columns}Category: Standards Track                                     March 2021\n\n{title}\nAbstract\n"
    )
    assert (
        choose_title({}, [memo], "n.txt", "text/plain")
        == "A Simple Protocol for the Exchange of Tide Gauge Observations"
    )
    manual = page("gauge(7)            Miscellaneous Manual            gauge(7)\n\nNAME\n       gauge - read\n")
    assert choose_title({}, [manual], "gauge.7.txt", "text/plain") == "gauge.7"


def test_tables_have_no_title_lines() -> None:
    assert choose_title({}, [page("Name | Price List\n")], "prices.csv", "text/csv") == "prices"


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=300),
    st.text(max_size=300),
    st.sampled_from(["name.bin", "a long name " * 30 + ".bin"]),
    st.sampled_from([PDF, DOCX, "text/plain", "text/html", ""]),
)
def test_any_text_gives_a_title_of_one_line(embedded: str, text: str, file_name: str, media_type: str) -> None:
    title = choose_title({"title": embedded}, [page(text)], file_name, media_type)
    assert title
    assert title == " ".join(title.split())
    assert len(title) <= 200


def test_lines_that_are_no_titles() -> None:
    assert not is_title_like("Page 3 of 10")
    assert not is_title_like("FORM 10-K")
    assert not is_title_like("DOI 10.1000 foo bar")
    assert not is_title_like("It rained. Then it stopped")
    assert not is_title_like("12.5 % 13.1 % 14.0 % a")
    assert is_title_like("3D Displays and How They Work")
    assert is_title_like("Who Pays?")


def test_a_part_below_other_headings_is_no_title() -> None:
    def headed(*titles: tuple[int, str]) -> list[Page]:
        headings: list[Heading] = [{"start": 0, "end": 0, "level": level, "title": title} for level, title in titles]
        return [page("Text.", headings)]

    below = headed((3, "Acme Works"), (1, "PART I"), (2, "Item 1. Business"), (3, "Overview"))
    assert choose_title({}, below, "a.html", "text/html") == "Acme Works"
    alone = headed((1, "Part 2: Deployment"), (2, "Servers"))
    assert choose_title({}, alone, "b.md", "text/markdown") == "Part 2: Deployment"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("VIK SOFTWARE LTD\nMINUTES - RETROSPECTIVE\n\nDate: 4 May\n", "MINUTES - RETROSPECTIVE"),
        ("St Ada's Hospital\nClinical Engineering\n\nAMENDMENT A TO SOP-04\nPumps\n", "AMENDMENT A TO SOP-04"),
        ("Vik Housing Association\n\nRepairs Policy\n\n1. Purpose\n", "Repairs Policy"),
        ("VIK PIANO WORKSHOP LTD\n\nINVOICE\nNo. 12\n", "VIK PIANO WORKSHOP LTD"),
        ("Vik Housing Association\n\nWe build homes.\n", "Vik Housing Association"),
        ("Annual Report of Vik Ltd\n\nList of members\n", "Annual Report of Vik Ltd"),
    ],
)
def test_a_letterhead_is_no_title_where_a_line_below_says_what_it_is(text: str, title: str) -> None:
    assert choose_title({}, [page(text)], "x1.txt", "text/plain") == title


def test_the_heading_below_that_of_an_organisation_is_the_title() -> None:
    text = "# Vik Housing Association\n\n## Repairs Policy\n\nWe repair.\n"
    outer: Heading = {"start": 0, "end": 25, "level": 1, "title": "Vik Housing Association"}
    inner: Heading = {"start": 27, "end": 44, "level": 2, "title": "Repairs Policy"}
    assert choose_title({}, [page(text, [outer, inner])], "x1.md", "text/markdown") == "Repairs Policy"
