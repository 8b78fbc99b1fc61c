"""A dataset as people would have it: misspelt, polite, or with file names that say nothing. Its gold stays.

What a part is worth on questions that are well written does not show where it is for those that are not.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from eval.datasets import Dataset, Question
from eval.instructions import INSTRUCTIONS
from nodes.language.plans import search_text
from nodes.language.query_terms import query_terms

SEED = 7
"""Of what is drawn by chance: a change is always the same."""
_WORD = re.compile(r"[A-Za-z]{6,}")
_LETTERS = "aeionrst"


def misspelt(text: str, chance: random.Random) -> str:
    """One letter of one word of six letters or more lost, doubled, swapped with the next or another; never its ends."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = chance.choice(words)
    place = chance.randrange(word.start() + 1, word.end() - 2)
    one, two = text[place], text[place + 1]
    ways = [two, one + one + two, chance.choice(_LETTERS) + two, two + one]
    return text[:place] + chance.choice([way for way in ways if way != one + two]) + text[place + 2 :]


def _with_typing_errors(dataset: Dataset) -> Dataset:
    chance = random.Random(SEED)
    return _asking(dataset, lambda text: misspelt(text, chance))


def instructed(question: Question) -> str:
    """The question with an instruction around it: of one id always the same, whatever else is asked."""
    digest = hashlib.sha256(question.id.encode()).digest()
    return INSTRUCTIONS[int.from_bytes(digest[:4]) % len(INSTRUCTIONS)].format(question.text)


def _with_instructions(dataset: Dataset) -> Dataset:
    questions = [replace(question, text=instructed(question)) for question in dataset.questions]
    pairs = zip(dataset.questions, questions, strict=True)
    gone = sum(_searched(one.text) == _searched(other.text) for one, other in pairs)
    note = f"of {len(questions)} instructions {gone} are taken away whole"
    return replace(dataset, questions=questions, corpus=dataset.name, notes=[*dataset.notes, note])


def _searched(text: str) -> list[str]:
    return query_terms(search_text(text))


def _asking(dataset: Dataset, change: Callable[[str], str]) -> Dataset:
    questions = [replace(question, text=change(question.text)) for question in dataset.questions]
    return replace(dataset, questions=questions, corpus=dataset.name)


def _with_meaningless_names(dataset: Dataset) -> Dataset:
    numbers = list(range(1, len(dataset.documents) + 1))
    random.Random(SEED).shuffle(numbers)
    documents = [
        replace(document, file_name=f"scan-{number:05d}{PurePosixPath(document.file_name).suffix}")
        for document, number in zip(dataset.documents, numbers, strict=True)
    ]
    return replace(dataset, documents=documents)


CHANGES: Mapping[str, Callable[[Dataset], Dataset]] = {
    "typing-errors": _with_typing_errors,
    "instructions": _with_instructions,
    "file-names": _with_meaningless_names,
}


def changed(dataset: Dataset, change: str | None) -> Dataset:
    """The dataset with every question, or every document's name, changed; the same each time.

    Args:
        dataset: as it was read.
        change: one of `CHANGES`; None leaves it as it is.
    """
    if change is None:
        return dataset
    return replace(CHANGES[change](dataset), name=f"{dataset.name} with {change}")
