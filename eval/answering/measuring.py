"""Measures answers on a dataset, through the same facade that users go through."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from app.sheaf import LOCAL_OWNER, Sheaf
from eval.answering.gold_removed import folds_without_gold
from eval.answering.questions import ANSWER, AnswerQuestions, KnownQuestion, RefusalQuestion
from eval.answering.quotes import QuoteChecker
from eval.answering.result import AnswerRun, Failure, Measured, Refused, answers_result, joined
from eval.answering.unanswerable import CountTerms, with_absent_names, with_absent_years
from eval.datasets import Dataset, Question
from eval.engine import WARM_UP
from eval.ingesting import IngestMeasure, ingest_dataset
from eval.locating import Locator
from nodes.answering.citing.citations import remove_unknown
from nodes.domain.errors import SheafError
from nodes.language.sentences import sentence_spans

GOLD_REMOVED = "gold_removed"

OnQuestion = Callable[[], None]
Asking = Callable[[str, int], AbstractContextManager[OnQuestion]]
"""Kind and number of questions that are now asked; inside it, what is called after each."""


async def evaluate_answers(
    sheaf: Sheaf,
    dataset: Dataset,
    ingested: IngestMeasure,
    asked: AnswerQuestions,
    *,
    make: bool,
    asking: Asking,
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    """Asks all questions and gives the evaluation JSON.

    Args:
        sheaf: an open facade.
        dataset: what is asked.
        ingested: the dataset's documents, searchable.
        asked: its questions.
        make: also make questions that nothing answers, see `ask_all_refusals`.
        asking: shows the progress.
        settings: what is reported as the run's settings.

    Raises:
        DatasetError: the collection holds other documents, or a fold could not be ingested.
    """
    with asking("answers", len(asked.known)) as on_question:
        known = await ask_known(sheaf, dataset, ingested, asked.known, on_question)
    refusals = await ask_all_refusals(sheaf, dataset, ingested, asked, make=make, asking=asking)
    notes = [f"{asked.left_out} questions have no known answer and are not asked"] if asked.left_out else []
    notes += [f"no question of the kind {kind} could be made" for kind, each in refusals.items() if not each.questions]
    return answers_result(dataset, known, refusals, ingested, notes, settings)


async def ask_known(
    sheaf: Sheaf, dataset: Dataset, ingested: IngestMeasure, questions: Sequence[KnownQuestion], on_question: OnQuestion
) -> AnswerRun:
    """Asks questions with defaults, one after the other, each in a conversation of its own.

    Args:
        sheaf: an open facade.
        dataset: what is asked.
        ingested: the dataset's documents, searchable.
        questions: with their answers.
        on_question: called after each.

    Raises:
        DatasetError: the collection holds other documents.
    """
    locate, checker = Locator(dataset, ingested.documents), QuoteChecker(sheaf)
    measured: list[Measured] = []
    failures: list[Failure] = []
    if questions:
        # As in a service that has started: no question of the set should pay for loading the models.
        await sheaf.ask(WARM_UP, collections=[ingested.collection])
    for known in questions:
        try:
            begin = time.perf_counter()
            answer = await sheaf.ask(known.question.text, collections=[ingested.collection])
            seconds = time.perf_counter() - begin
            stand = [await checker.stands(citation) for citation in answer["citations"]]
        except SheafError as error:
            failures.append(Failure(ANSWER, known.question.id, error.report()))
            measured.append(Measured(known, failed=True))
        else:
            measured.append(_measured(known, answer, locate, seconds, sum(stand)))
        on_question()
    return AnswerRun(measured, failures, locate.notes())


async def ask_refusals(
    sheaf: Sheaf, collection: str, kind: str, questions: Sequence[RefusalQuestion], on_question: OnQuestion
) -> Refused:
    """Asks questions that nothing in the collection answers, with defaults."""
    outcomes: list[tuple[str, str, bool | None]] = []
    failures: list[Failure] = []
    for question in questions:
        was_refused: bool | None = None
        try:
            answer = await sheaf.ask(question.text, collections=[collection])
            was_refused = answer["status"] == "no_evidence"
        except SheafError as error:
            failures.append(Failure(kind, question.id, error.report()))
        outcomes.append((question.id, question.text, was_refused))
        on_question()
    refused = sum(bool(each) for _, _, each in outcomes)
    return Refused(len(questions), refused, tuple(failures), tuple(outcomes))


async def ask_all_refusals(
    sheaf: Sheaf,
    dataset: Dataset,
    ingested: IngestMeasure,
    asked: AnswerQuestions,
    *,
    make: bool,
    asking: Asking,
) -> dict[str, Refused]:
    """Asks the questions that nothing answers: those that there are, and those that are made of the known ones.

    Made are `absent_name` and `absent_year`, and `gold_removed`, for which the dataset is ingested again, fold by fold,
    without the gold documents of the fold's questions.

    Args:
        sheaf: an open facade.
        dataset: what they are made of.
        ingested: its documents, searchable.
        asked: known questions, and those of kinds that there are.
        make: make questions too.
        asking: shows the progress.

    Returns:
        What came of each kind. `gold_removed` cannot be made where gold is pages: nothing is asked then.

    Raises:
        DatasetError: a fold could not be ingested.
    """
    questions = {kind: list(those) for kind, those in asked.refusals.items()}
    known = [each.question for each in asked.known]
    if make:
        count = await _counter(sheaf, ingested.collection)
        questions["absent_name"] = [*questions.get("absent_name", []), *await with_absent_names(known, count)]
        questions["absent_year"] = [*questions.get("absent_year", []), *await with_absent_years(known, count)]
    done: dict[str, Refused] = {}
    for kind, those in questions.items():
        with asking(kind, len(those)) as on_question:
            done[kind] = await ask_refusals(sheaf, ingested.collection, kind, those, on_question)
    if make:
        there = [done[GOLD_REMOVED]] if GOLD_REMOVED in done else []
        without = await _ask_without_gold(sheaf, dataset, ingested.collection, known, asking)
        done[GOLD_REMOVED] = joined([*there, *without])
    return done


async def _ask_without_gold(
    sheaf: Sheaf, dataset: Dataset, collection: str, known: Sequence[Question], asking: Asking
) -> list[Refused]:
    parts: list[Refused] = []
    for fold in folds_without_gold(dataset, known) if dataset.kind != "page" else ():
        place = f"{collection} without {fold.digest}"
        await ingest_dataset(sheaf, fold.dataset, place, _quiet)
        with asking(GOLD_REMOVED, len(fold.questions)) as on_question:
            parts.append(await ask_refusals(sheaf, place, GOLD_REMOVED, fold.questions, on_question))
    return parts


def _quiet(event: dict[str, Any]) -> None:
    """The ingest of a fold shows no progress: the line of its questions follows."""


async def _counter(sheaf: Sheaf, collection: str) -> CountTerms:
    [collection_id] = [row.collection_id for row in await sheaf.collections() if row.name == collection]

    async def count(terms: Sequence[str]) -> Mapping[str, int]:
        return (await sheaf.catalogue.document_frequencies(LOCAL_OWNER, collection_id, terms)).frequencies

    return count


def _measured(
    known: KnownQuestion,
    answer: Mapping[str, Any],
    locate: Locator,
    seconds: float,
    found: int,
) -> Measured:
    citations = answer["citations"]
    refused = answer["status"] == "no_evidence"
    text, _ = remove_unknown(answer["answer"], set())
    return Measured(
        known=known,
        failed=False,
        refused=refused,
        cached=answer["cached"],
        model_failures=tuple(failure["path"] for failure in answer["model_failures"]),
        unsupported=len(answer["unsupported"]),
        seconds=seconds,
        quotes=tuple(citation["quote"] for citation in citations),
        sources=tuple(source["content"] for source in answer["sources"]),
        found=found,
        cited_items=tuple(
            item.item for item in locate.rank([{**citation, "content": citation["quote"]} for citation in citations])
        ),
        documents=len({citation["document_id"] for citation in citations}),
        sentences=len(sentence_spans(text)),
        words=len(text.split()),
        text=text,
    )
