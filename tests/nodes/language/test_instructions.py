"""What a question says about the answer is not searched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.instructions import without_instructions

FORMS = [
    "Please explain in detail, with sources: {}",
    "Give me a short summary in bullet points: {}",
    "I would like to know, briefly and step by step: {}",
    "Answer in one sentence and cite your sources: {}",
    "I'm looking for {}",
    "Write a brief overview of {}",
    "You are a senior analyst and your only resource(s) to answer the following question is (are): {}",
    "Assume that you are a tax lawyer. Answer the following question: {}",
    "Based on the information provided primarily in {}",
    "Compute or extract the answer by only using the line items and details clearly shown within {}",
]


@pytest.mark.parametrize("form", FORMS)
def test_only_the_subject_is_left(form: str) -> None:
    assert without_instructions(form.format("the tidal range at Ebrel")) == "the tidal range at Ebrel"


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Could you tell me who directed the film, in two or three sentences?", "who directed the film?"),
        ("What does page 3 say in detail?", "What does page 3 say?"),
        ("Who paid for the bridge? Answer in a few words.", "Who paid for the bridge?"),
        ("who paid for the bridge. Please be brief", "who paid for the bridge."),
        ("Please be brief. Who paid for the bridge?", "Who paid for the bridge?"),
        ("A short question: who paid for the bridge?", "who paid for the bridge?"),
        ("Who paid for the bridge? Reply with JSON of at most 20 lines. Thank you!", "Who paid for the bridge?"),
        ("What was the toll and cite the sources", "What was the toll"),
        ("What was the toll? Round your answer to two decimal places.", "What was the toll?"),
        ("What was the toll (in units of percents and round to one decimal)?", "What was the toll?"),
        ("What was the toll? Use the details shown in the ledger.", "What was the toll? the ledger."),
    ],
)
def test_what_follows_the_subject_goes_too(question: str, left: str) -> None:
    assert without_instructions(question) == left


@pytest.mark.parametrize(
    "question",
    [
        "What was the sentence of the court in one sentence of the treaty?",
        "Describe the Summary of Significant Accounting Policies",
        "Which sources of revenue are named?",
        "What changed in short-term debt?",
        "Who appears in a list of bullet points",
        "How many steps does the procedure have?",
        "Does the paper list its references?",
        "Which agencies cite sources?",
        "How do I round to two decimal places in a sheet?",
        "If you are a lawyer, whom must you ask?",
        "Which information is available in the register?",
        "Who answered the following question of the council?",
        "What are the base units and their resources?",
        "Explain the text.",
        "List the documents. Those of the harbour, please.",
        "Which documents are there? Those of the harbour I know.",
        "The lease ends in 2019. Who gives notice?",
        "I live alone. What is the form for?",
        "Use the figures of 2022. Who paid for the bridge?",
    ],
)
def test_subjects_stay(question: str) -> None:
    assert without_instructions(question) == question


def test_nothing_but_instructions_leaves_nothing() -> None:
    assert without_instructions("Please answer with page numbers.") == ""


@given(st.text(alphabet="abc in detail,.:?!", max_size=60), st.sampled_from(FORMS))
def test_words_are_only_taken_away_and_in_order(words: str, form: str) -> None:
    question = form.format(words)
    rest = iter("".join(question.split()))
    assert all(letter in rest for letter in "".join(without_instructions(question).split()))
