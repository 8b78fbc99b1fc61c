"""A made-up corpus of any size: people, companies and their reports, which name each other; and questions over it.

Nothing is kept: whoever wants document n or what is true of company m works it out from the seed alone, so a million
chunks are a stream. Whatever a document names stands in one before it or close by, so every beginning of the stream is
a corpus that holds together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

import numpy as np

from eval.bench.vocabulary import spelt
from nodes.language.months import MONTH_NAMES

Kind = Literal["person", "company", "report"]

DOCUMENTS_OF_BLOCK = 10
"""Documents that follow each other, of all kinds."""
PEOPLE, COMPANIES, REPORTS = 3, 2, 5
"""Documents of each kind among ten that follow each other."""
REPORTS_OF_COMPANY = 4
"""One for each of as many years in a row."""
FIRST_YEAR = 1996
"""Of any report."""
TOPICS = 300
"""Among which companies are spread."""
METRICS = ("revenue", "operating income", "capital expenditure", "research spending", "number of employees")

_FORMS = ("Group", "Works", "Holdings", "Industries", "Partners", "Energy", "Systems", "Shipping")
_MONTHS = MONTH_NAMES.split("|")
_PLACES_AT_FIRST = 200
"""That a corpus of one block draws from."""
_BLOCKS_TO_A_PLACE = 4
"""After so many more blocks there is one place more."""
_DRAWS = 20
"""Questions that are made up at most for one that is wanted."""
_SALT = {"person": 1, "company": 2, "report": 3, "document": 4, "questions": 5}


@dataclass(frozen=True)
class Person:
    """Somebody with a document of their own."""

    number: int
    name: str
    born: str
    """Day, month and year in words."""
    birthplace: str
    employer: int
    """Number of the company."""
    hired: int
    document: int


@dataclass(frozen=True)
class Company:
    """A company with a document of its own, and reports."""

    number: int
    name: str
    seat: str
    founded: int
    founder: int
    """Number of the person."""
    topic: int
    document: int


@dataclass(frozen=True)
class Report:
    """A company's report on one year."""

    number: int
    title: str
    company: int
    year: int
    figures: dict[str, int]
    """By metric."""
    document: int


def chance_of(seed: int, what: str, number: int) -> np.random.Generator:
    """The dice of one thing: the same however much else was rolled before."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence((seed, _SALT[what], number))))


class World:
    """What is true in a made-up corpus.

    Args:
        seed: another one, another world.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.person = lru_cache(maxsize=50_000)(self._person)
        self.company = lru_cache(maxsize=50_000)(self._company)
        self.report = lru_cache(maxsize=50_000)(self._report)

    def kind_of(self, document: int) -> tuple[Kind, int]:
        """What the document of this number, from 0, is about: kind and number."""
        block, place = divmod(document, DOCUMENTS_OF_BLOCK)
        if place < PEOPLE:
            return "person", block * PEOPLE + place
        if place < PEOPLE + COMPANIES:
            return "company", block * COMPANIES + place - PEOPLE
        return "report", block * REPORTS + place - PEOPLE - COMPANIES

    def _person(self, number: int) -> Person:
        chance = chance_of(self.seed, "person", number)
        block, place = divmod(number, PEOPLE)
        # Two people to each family name, as names are shared in earnest.
        name = f"{_capitalised(300 + int(chance.integers(400)))} {_capitalised(2_000 + number // 2)}"
        born = f"{chance.integers(1, 29)} {_MONTHS[chance.integers(12)]} {chance.integers(1900, 1985)}"
        employer = _favourite(chance, (block + 1) * COMPANIES)
        hired = int(chance.integers(1985, 2010))
        document = block * DOCUMENTS_OF_BLOCK + place
        return Person(number, name, born, self._place(chance, block), employer, hired, document)

    def _company(self, number: int) -> Company:
        chance = chance_of(self.seed, "company", number)
        block, place = divmod(number, COMPANIES)
        return Company(
            number=number,
            name=f"{_capitalised(700_000 + number)} {_FORMS[chance.integers(len(_FORMS))]}",
            seat=self._place(chance, block),
            founded=int(chance.integers(1850, FIRST_YEAR)),
            founder=int(chance.integers((block + 1) * PEOPLE)),
            topic=int(chance.integers(TOPICS)),
            document=block * DOCUMENTS_OF_BLOCK + PEOPLE + place,
        )

    def _report(self, number: int) -> Report:
        chance = chance_of(self.seed, "report", number)
        block, place = divmod(number, REPORTS)
        company, turn = divmod(number, REPORTS_OF_COMPANY)
        year = FIRST_YEAR + company % 20 + turn
        figures = {metric: int(np.exp(chance.normal(7.5, 1.0))) + 10 for metric in METRICS}
        document = block * DOCUMENTS_OF_BLOCK + PEOPLE + COMPANIES + place
        return Report(number, f"{self.company(company).name} Annual Report {year}", company, year, figures, document)

    def _place(self, chance: np.random.Generator, block: int) -> str:
        return _capitalised(1_300 + _favourite(chance, _PLACES_AT_FIRST + block // _BLOCKS_TO_A_PLACE))


@dataclass(frozen=True)
class MadeQuestion:
    """A question with the documents that answer it."""

    text: str
    kind: str
    documents: tuple[int, ...]
    """Their numbers."""


def questions(world: World, documents: int) -> Iterator[MadeQuestion]:
    """Questions over the first so many documents, without end: facts, figures, two steps, comparisons, themes.

    Args:
        world: what is true.
        documents: 10 or more.
    """
    blocks = documents // DOCUMENTS_OF_BLOCK
    number = 0
    while True:
        chance = chance_of(world.seed, "questions", number)
        person = world.person(int(chance.integers(blocks * PEOPLE)))
        company = world.company(int(chance.integers(blocks * COMPANIES)))
        report = world.report(int(chance.integers(blocks * REPORTS)))
        match number % 5:
            case 0:
                yield MadeQuestion(f"When was {person.name} born?", "fact", (person.document,))
            case 1:
                metric = METRICS[chance.integers(len(METRICS))]
                name = world.company(report.company).name
                yield MadeQuestion(f"What was the {metric} of {name} in {report.year}?", "figure", (report.document,))
            case 2:
                founder = world.person(company.founder).document
                text = f"Where was the founder of {company.name} born?"
                yield MadeQuestion(text, "two steps", (company.document, founder))
            case 3:
                other = world.company((company.number + 1 + int(chance.integers(7))) % (blocks * COMPANIES))
                text = f"Which was founded first, {company.name} or {other.name}?"
                yield MadeQuestion(text, "comparison", (company.document, other.document))
            case _:
                name, place = world.company(person.employer).name, person.birthplace
                text = f"Who from {place} worked for {name} after {person.hired}?"
                yield MadeQuestion(text, "theme", (person.document,))
        number += 1


def distinct_questions(world: World, documents: int, number: int) -> list[str]:
    """The first so many questions that differ; fewer where a small corpus gives no more."""
    drawn = islice(questions(world, documents), _DRAWS * number)
    return list(islice(dict.fromkeys(each.text for each in drawn), number))


def _capitalised(number: int) -> str:
    return spelt(number).capitalize()


def _favourite(chance: np.random.Generator, number: int) -> int:
    """One of so many, the earlier ones far more often: everything knows a few that all know."""
    return int(number * chance.random() ** 3)
