"""Document types that a question names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.document_types import document_type
from nodes.language.forms import find_forms


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does the 8k filing of Petrel say?", ["8-K"]),
        ("Petrel 10K 2022", ["10-K"]),
        ("Form 10-K/A", ["10-K"]),
        ("compare the 10-Q with the 10-K", ["10-Q", "10-K"]),
        ("PETREL_2015_10K", ["10-K"]),
        ("the Form 20 F of Skua", ["20-F"]),
        ("the annual report of Petrel", ["annual report", "10-K", "20-F"]),
        ("the annual report on Form 10-K", ["annual report", "10-K", "20-F"]),
        ("Geschäftsbericht 2022", ["annual report", "10-K", "20-F"]),
        ("its quarterly report", ["10-Q"]),
        ("in the Q2 earnings call", ["earnings release"]),
        ("the earnings release", ["earnings release"]),
        ("the press release of May", ["press release"]),
        ("What is claimed in this patent?", ["patent"]),
        ("the patent application", ["patent"]),
        ("When does the contract end?", ["contract"]),
        ("Does the contract end in May?", ["contract"]),
        ("the agreement with Husum", ["contract"]),
        ("What does the paper say about tides?", ["paper"]),
        ("the meeting minutes of June", ["minutes"]),
        ("the letter to our shareholders", ["letter"]),
        ("the user manual", ["manual"]),
        ("which invoice is open", ["invoice"]),
    ],
)
def test_forms_as_people_write_them(question: str, expected: list[str]) -> None:
    assert find_forms(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "They paid $10k and then 10k people came",
        "It cost about 10k for a 10K race",
        "the paper industry",
        "Why does the paper industry use water?",
        "how many minutes until the tide turns",
        "the letter of credit",
        "the contract price",
        "How much may Petrel borrow under its revolving credit agreement?",
        "patent leather",
        "the manual labour",
        "route 110-K5",
        "revenue and earnings in 2022",
        "Note 10 of the report",
        "",
    ],
)
def test_what_names_no_form(question: str) -> None:
    assert find_forms(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "the 10-K, 10-Q, 8-K and 20-F",
        "the annual report",
        "the earnings call",
        "the press release",
        "the patent, the contract and the user manual",
        "invoices and slides",
        "meeting minutes, lecture notes and a letter to shareholders",
        "research papers",
    ],
)
def test_forms_are_spelt_as_the_types_of_documents(question: str) -> None:
    for form in find_forms(question):
        assert document_type([], f"{form}.pdf", "application/pdf", form) == form


@given(
    st.text(max_size=80) | st.lists(st.sampled_from(["the", "10-K", "paper", "annual", "report", "8k"])).map(" ".join)
)
@settings(max_examples=80, deadline=None)
def test_any_text_names_each_form_once(question: str) -> None:
    found = find_forms(question)
    assert len(set(found)) == len(found)
    assert find_forms(question.upper()) == find_forms(question) or not question.isascii()
