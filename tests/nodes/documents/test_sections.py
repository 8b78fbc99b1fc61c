"""The section tree: paths, types, bookmarks, furniture, unmarked abstracts."""

from __future__ import annotations

import pytest

from nodes.documents.section_types import section_type_of
from nodes.documents.sections import build_sections
from nodes.domain.documents import Heading, Page


def page(number: int, *lines: str) -> Page:
    """A page where `# ` starts a heading (its marks dropped) and `~ ` a line of furniture."""
    made: Page = {"number": number, "text": "", "headings": [], "tables": [], "furniture": []}
    for line in lines:
        start = len(made["text"])
        marks, _, words = line.partition(" ")
        if marks and set(marks) == {"#"}:
            made["headings"].append({"start": start, "end": start + len(words), "level": len(marks), "title": words})
        elif marks == "~":
            made["furniture"].append({"page": number, "start": start, "end": start + len(words) + 1})
        else:
            words = line
        made["text"] += words + "\n"
    return made


def bookmark(made: Page, offset: int, level: int, title: str) -> Page:
    heading: Heading = {"start": offset, "end": offset, "level": level, "title": title}
    return {**made, "headings": sorted([heading, *made["headings"]], key=lambda h: h["start"])}


def test_headings_make_a_tree_with_paths() -> None:
    pages = [page(1, "opening", "# Guide", "a", "### Deep", "b", "## Setup", "c"), page(2, "d", "# Appendix", "e")]
    sections = build_sections(pages)
    assert [(s["title"], s["parent_index"], s["depth"]) for s in sections] == [
        ("", None, 0),
        ("Guide", None, 1),
        ("Deep", 1, 2),
        ("Setup", 1, 2),
        ("Appendix", None, 1),
    ]
    assert sections[3]["path"] == ["Guide", "Setup"]
    assert sections[3]["pages"] == [1, 2]
    assert sections[3]["spans"] == [{"page": 1, "start": 23, "end": 31}, {"page": 2, "start": 0, "end": 2}]


def test_a_heading_without_end_gives_a_title_of_a_bound_length() -> None:
    first, second = build_sections([page(1, "# " + "B" * 500_000, "The cat sat.", "## Mats", "It is red.")])
    assert first["title"] == "B" * 200
    assert second["path"] == ["B" * 200, "Mats"]


def test_a_document_without_headings_is_one_section() -> None:
    sections = build_sections([page(1, "a"), page(2, "b")])
    assert [(s["title"], s["path"], s["depth"], s["pages"]) for s in sections] == [("", [], 0, [1, 2])]
    assert build_sections([]) == []


def test_blank_lines_before_the_first_heading_are_no_section() -> None:
    sections = build_sections([page(1, "", ""), page(2, "", "# Start", "text")])
    assert [s["title"] for s in sections] == ["Start"]
    assert sections[0]["spans"] == [{"page": 1, "start": 0, "end": 2}, {"page": 2, "start": 0, "end": 12}]
    assert sections[0]["pages"] == [2]


def test_bookmarks_start_sections_and_furniture_is_in_none() -> None:
    pages = [
        page(1, "~ Running head", "first", "~ 1"),
        bookmark(page(2, "~ Running head", "second", "~ 2"), 0, 1, "Two"),
    ]
    sections = build_sections(pages)
    assert [s["title"] for s in sections] == ["", "Two"]
    assert sections[1]["spans"] == [{"page": 2, "start": 13, "end": 20}]


def test_a_running_header_is_no_heading() -> None:
    made = page(1, "~ Methods", "text")
    made["headings"].append({"start": 0, "end": 7, "level": 1, "title": "Methods"})
    assert [s["title"] for s in build_sections([made])] == [""]


def test_a_heading_alone_stays_in_the_tree() -> None:
    sections = build_sections([bookmark(page(1, "# Part", "# Chapter", "text"), 0, 1, "Book")])
    assert [s["title"] for s in sections] == ["Book", "Part", "Chapter"]
    assert sections[0]["spans"] == []
    assert sections[0]["pages"] == [1]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Abstract", "abstract"),
        ("EXECUTIVE SUMMARY", "abstract"),
        ("1 Introduction", "introduction"),
        ("I. INTRODUCTION", "introduction"),
        ("3.2 Methods", "methods"),
        ("Materials and Methods", "methods"),
        ("2) Our approach", "methods"),
        ("IV Experimental Results", "results"),
        ("Results and Discussion", "results"),
        ("Item 7. Management’s Discussion and Analysis of Financial Condition", "discussion"),
        ("5. Conclusions and Future Work:", "conclusion"),
        ("Discussion and Conclusion", "conclusion"),
        ("What is claimed is:", "claims"),
        ("References", "references"),
        ("Literaturverzeichnis", "references"),
        ("Kapitel 4 Ergebnisse", "results"),
        ("Résumé", "abstract"),
        ("Schlußfolgerungen", "conclusion"),
        ("Méthodologie", "methods"),
        ("Resultados y discusión", "results"),
        ("はじめに", "introduction"),
        ("参考文献", "references"),
        ("Выводы", "conclusion"),
        ("API reference", None),
        ("A method for the treatment of water", None),
        ("Insurance claims", None),
        ("Risk Factors", None),
        ("", None),
        ("results " * 40, None),
    ],
)
def test_types_by_title(title: str, expected: str | None) -> None:
    assert section_type_of(title) == expected


def test_a_summary_at_the_end_concludes() -> None:
    sections = build_sections([page(1, "# Summary", "a", "# Pumps", "b", "# Valves", "c", "# Summary", "d")])
    assert [s["section_type"] for s in sections] == ["abstract", "content", "content", "conclusion"]


def test_types_are_inherited_but_not_from_the_document_title() -> None:
    inner = ["## Methods", "### Samples", "x", "## Index", "y"]
    assert [s["section_type"] for s in build_sections([page(1, "# Introduction", *inner)])] == [
        "content",
        "methods",
        "methods",
        "content",
    ]
    two = build_sections([page(1, "# Introduction", *inner, "# End", "z")])
    assert [s["section_type"] for s in two] == ["introduction", "methods", "methods", "introduction", "content"]


@pytest.mark.parametrize("line", ["Abstract", "ABSTRACT", "Abstract—We study pumps.", "Abstract: We study pumps."])
def test_an_abstract_in_plain_text_is_found(line: str) -> None:
    pages = [page(1, "# Pumps", "Anna Weber", line, "We study pumps.", "## 1 Introduction", "x"), page(2, "y")]
    sections = build_sections(pages)
    assert [(s["title"].lower(), s["section_type"]) for s in sections][1:] == [
        ("abstract", "abstract"),
        ("1 introduction", "introduction"),
    ]
    assert sections[1]["parent_index"] == 0


def test_an_abstract_without_an_end_is_not_guessed() -> None:
    assert len(build_sections([page(1, "Abstract", "a"), page(2, "b"), page(3, "c")])) == 1
    assert [s["title"] for s in build_sections([page(1, "Abstract art is old", "# End", "c")])] == ["", "End"]
