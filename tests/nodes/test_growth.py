"""No text holds the service up: more of it takes longer in proportion, whatever it is made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import pytest

from nodes.answering.citing.citations import verify_answer
from nodes.answering.citing.uncited import uncited_statements
from nodes.answering.context.rendering import plain_entry
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.refusing.conditions import other_conditions
from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.mentions import chunk_mentions
from nodes.documents.metadata import extract_metadata
from nodes.documents.names import document_names
from nodes.documents.sections import build_sections
from nodes.documents.summaries import extractive_summary
from nodes.documents.technologies import product_families, technologies
from nodes.domain.chat import Source, Turn
from nodes.domain.documents import Page
from nodes.language.followups import stand_alone
from nodes.language.periods import find_periods
from nodes.language.plans import rule_plan
from nodes.language.sentences import sentence_spans
from tests.growth import assert_grows_in_proportion, made_of, repeated

QUESTION = "Who is the chairman of Amex and what did Fenwick say about the annual budget in 2021?"
PLAN = rule_plan(QUESTION)
ANSWER = "The Kestrel 7 pump weighs 5 kg and costs 900 EUR in 2023. Fenwick bought 12 pumps, which are in Bergen."
UNITS = (
    *("A-", "Ab-", "A.", "A", "a", "ACGT", "中", "1,", "1.", "2019-", "Q1, ", "Q1-", "first and "),
    *(". ", "- ", "(", "{", "[", "=", "…", "'", "| ", "| a | b |\n", "1\n", "x\t", " ", "\n", "\n \n"),
    *("A. ", "Aa. Bb. ", "A a ", "AAA AAA ", "Aa Bb ", "a b ", "ab@", "$1", "first, "),
    *("-", "_-", "$ 1 ", "$ - ", "1 % ", "1 - ", "(a) ", "a: ", '"a" ', "50 to 80 kg "),
)
OF_WORDS = ("what is ", "which a ", "of the a, ", "compare a and ", "between 1 and ", "not ", "than ", "in 2023 ")
OPENINGS = ("What is the price of ", "Which of the pumps ")
"""A question that opens as none does is read by hardly anything."""
LONGEST_QUESTION = 10_000


def page_of(text: str) -> Page:
    return {"number": 1, "text": f"{text}\n", "headings": [], "tables": [], "furniture": []}


def asked(opening: str, unit: str, characters: int, number: int) -> str:
    """A question about a unit over and over."""
    return f"{opening}{repeated(unit, characters)} Kestrel {number}?"


def whole_answer(question: str) -> None:
    """All that is worked out of a question once it stands alone: what takes long here holds everybody up."""
    alone = stand_alone(question, []).question
    answer_by_quoting(alone, rule_plan(alone), [source_of(ANSWER)], None)


def source_of(text: str, index: int = 1) -> Source:
    return {
        "index": index,
        "hits": [f"r{index}-00000"],
        "document_id": f"d{index}",
        "revision_id": f"r{index}",
        "collection_id": "c1",
        "file_name": "report.txt",
        "title": "Report",
        "section_path": [],
        "pages": [1],
        "spans": [{"page": 1, "start": 0, "end": len(text)}],
        "content": text,
        "table_header": "",
        "score": 0.5,
        "completeness": "full",
        "selected_because": "",
    }


def turn_of(question: str) -> Turn:
    return {
        "answer_id": "a1",
        "asked_at": "",
        "question": question,
        "standalone_question": question,
        "query_type": "factual",
        "status": "answered",
        "answer": question,
        "citations": [],
        "sources": [],
    }


def split(text: str) -> object:
    pages = [page_of(text)]
    return split_document("r1", pages, build_sections(pages), len, ChunkLimits(1024, 128, 100))


OF_DOCUMENTS: dict[str, Callable[[str], Any]] = {
    "metadata": lambda text: extract_metadata({}, [page_of(text)], 1, "report.txt", "text/plain", "Report"),
    "technologies": technologies,
    "product_families": product_families,
    "split": split,
    "summary": lambda text: extractive_summary("Report", [page_of(text)]),
    "mentions": lambda text: chunk_mentions(0, text),
    "names": lambda text: document_names("Report", "report.txt", {"title": "Report", "total_sections": 1}, text),
    "sentences": sentence_spans,
    "periods": find_periods,
}
OF_SOURCES: dict[str, Callable[[str], Any]] = {
    "evidence": lambda text: evidence_of([source_of(text)]),
    "answer": lambda text: answer_by_quoting(QUESTION, PLAN, [source_of(text)], None),
    "conditions": lambda text: other_conditions("What was kept at 60 °C after 900 cycles in unit 5?", [text]),
    "verify": lambda text: verify_answer("Fenwick asked for 12 units in 2021.[1]", [source_of(text)], []),
    "uncited": lambda text: uncited_statements(text, [source_of("Fenwick asked for 12 units in 2021.")]),
    "laid_out": lambda text: plain_entry(source_of(text)),
}
OF_QUESTIONS: dict[str, Callable[[str], Any]] = {
    "plan": rule_plan,
    "stand_alone": lambda text: stand_alone(text, [turn_of(QUESTION)]),
    "stand_alone_after": lambda text: stand_alone("And when did it open?", [turn_of(text)]),
}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("step", OF_DOCUMENTS)
def test_documents(step: str, unit: str) -> None:
    assert_grows_in_proportion(OF_DOCUMENTS[step], unit, 8_000)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("step", OF_SOURCES)
def test_sources(step: str, unit: str) -> None:
    assert_grows_in_proportion(OF_SOURCES[step], unit, 5_600)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("step", OF_QUESTIONS)
def test_questions(step: str, unit: str) -> None:
    assert_grows_in_proportion(OF_QUESTIONS[step], unit, LONGEST_QUESTION)


@pytest.mark.parametrize("unit", [*UNITS, *OF_WORDS])
@pytest.mark.parametrize("opening", OPENINGS)
def test_whole_answers(opening: str, unit: str) -> None:
    assert_grows_in_proportion(whole_answer, unit, LONGEST_QUESTION - 100, partial(asked, opening))


@pytest.mark.parametrize("unit", UNITS)
def test_the_longest_question_is_planned_at_once(unit: str) -> None:
    text = made_of(unit, LONGEST_QUESTION)
    best = min(_timed(rule_plan, text) for _ in range(2))
    assert best < 0.5, f"{best:.2f} s on the event loop"


def _timed(use: Callable[[str], Any], text: str) -> float:
    start = process_time()
    use(text)
    return process_time() - start
