"""Folds of a dataset: its questions asked where the documents that answer them are missing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from eval.answering.questions import RefusalQuestion
from eval.datasets import Dataset, Question

FOLDS = 5
"""Parts of the questions, each asked where none of its gold is."""


@dataclass(frozen=True)
class Fold:
    """Some of the questions, and the dataset without the gold documents of all of these."""

    questions: Sequence[RefusalQuestion]
    dataset: Dataset
    digest: str
    """Tells folds without different documents apart."""


def folds_without_gold(dataset: Dataset, questions: Sequence[Question]) -> list[Fold]:
    """Deals questions with gold out to five folds, in turn; to fewer where there are fewer questions.

    What else in the collection may answer a question is not known, so that even a perfect system need not refuse all.

    Args:
        dataset: its gold are documents or passages; a passage takes its whole document with it.
        questions: of the dataset.

    Returns:
        Folds with questions and documents; one that would be without documents is left out.
    """
    judged = [question for question in questions if question.gold]
    made = []
    for number in range(min(FOLDS, len(judged))):
        asked = judged[number::FOLDS]
        removed = {dataset.document_of(item) for question in asked for item in question.gold}
        kept = [document for document in dataset.documents if document.item not in removed]
        if kept:
            digest = hashlib.sha256("\n".join(sorted(removed)).encode("utf-8", "surrogatepass")).hexdigest()
            refusals = [RefusalQuestion(question.id, question.text) for question in asked]
            made.append(Fold(refusals, replace(dataset, documents=kept), digest[:12]))
    return made
