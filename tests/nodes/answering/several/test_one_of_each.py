"""What each of several documents says, one line for each."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

STUDIES = (
    ("Adeyemi (2019): Coffee in students", "We measured sleep with diaries. We followed 212 students for a term."),
    ("Brandt (2021): Coffee in adults", "Sleep was measured with polysomnography. The Coffee Association paid for it."),
    ("Chen (2023): Coffee and age", "Sleep was measured with sensors on the wrist, day and night."),
)
REPORTS = tuple(
    (f"Quarterly report Q{number} 2025", f"The result was {result} euros. {people} people worked for us.")
    for number, result, people in ((3, "-140,000", 69), (1, "310,000", 64), (2, "520,000", 71))
)


@pytest.mark.parametrize(
    "question", ["How was sleep measured in the studies?", "How was sleep measured in each study?"]
)
def test_each_document_is_told_with_its_title_the_newest_first(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    lines = answer(question, sources_of(make_source, STUDIES), embed).split("\n")
    assert [line.split(":")[0] for line in lines] == ["- Chen (2023)", "- Brandt (2021)", "- Adeyemi (2019)"]
    assert all(word in line for word, line in zip(("sensors", "polysomnography", "diaries"), lines, strict=True))


def test_how_something_went_on_is_told_from_the_oldest_on(make_source: MakeSource, embed: Embed) -> None:
    lines = answer("How did the result change from Q1 to Q3 2025?", sources_of(make_source, REPORTS), embed).split("\n")
    assert [amount in line for amount, line in zip(("310,000", "520,000", "-140,000"), lines, strict=True)] == [
        True
    ] * 3


def test_what_kind_of_thing_each_is_need_not_be_said(make_source: MakeSource, embed: Embed) -> None:
    texts = tuple((f"Offer: {name}", f"The work takes {n} weeks.") for name, n in (("Arden", 4), ("Belmont", 6)))
    lines = answer("How long does the work take with each roofer?", sources_of(make_source, texts), embed).split("\n")
    assert len(lines) == len(texts)


def test_things_that_have_each_a_document_do_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    texts = tuple(
        (f"Offer: {name}", f"item | price\nslate | {n}\ngutters | 90") for name, n in (("Arden", 4), ("Corvo", 6))
    )
    told = answer("Which offers use slate?", sources_of(make_source, texts), embed)
    assert "disagree" not in told
    assert told.count("slate") == len(texts)


CANDIDATES = (
    ("Curriculum vitae: Miriam Haas", "SAP, Python, Slovenian. Available from 1 April 2026."),
    ("Curriculum vitae: Tunde Oduya", "SQL, Python, Power BI, German. Available at once."),
    ("Curriculum vitae: Irina Petrova", "SAP, Excel, German, Russian and Bulgarian. Available from 1 July 2026."),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which candidates know SAP?", ["Haas", "Petrova"]),
        ("Which candidates know Python?", ["Haas", "Oduya"]),
        ("When is each candidate available?", ["Haas", "Oduya", "Petrova"]),
    ],
)
def test_everybody_of_whom_it_is_so_is_told_by_title(
    make_source: MakeSource, embed: Embed, question: str, told: list[str]
) -> None:
    lines = answer(question, sources_of(make_source, CANDIDATES), embed).split("\n")
    assert [line.split(":")[0] for line in lines] == ["- Curriculum vitae"] * len(told)
    assert sorted(line.split(":")[1].split()[1] for line in lines) == told


def test_what_is_told_apart_by_its_number_does_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    texts = tuple(
        (f"Invoice {number}, Lumo", f"item | price\npaper | {price}\ntoner | 90")
        for number, price in ((101, 84), (117, 126))
    )
    told = answer("How much was the paper?", sources_of(make_source, texts), embed)
    assert "disagree" not in told
    assert ["84" in told, "126" in told] == [True, True]
