"""The documents of a made-up corpus: facts in plain sentences among running text of a topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.bench.corpus import METRICS, Company, Person, Report, World, chance_of
from eval.bench.vocabulary import Words, draw_ranks
from nodes.domain.documents import Heading, Page

TOPIC_SHARE = 0.2
"""Of the running words; half of them from the few that the document keeps coming back to."""
_TOPIC_WORDS = 2_000
"""Of one topic."""
_TOPIC_SPAN = 30_000
"""Ranks of the vocabulary over which they are scattered."""
_TOPIC_FIRST_RANK = 200
"""The first of these: more frequent words are everybody's."""
_OWN_WORDS = 30
"""Words of its topic that a document keeps coming back to."""
_ENTRY_CHARACTERS = (250, 2_400)
_REPORT_CHARACTERS = (2_500, 36_000)
"""About 3 to 40 chunks."""
_USUAL_REPORT = 10_000
"""Characters of a report in the middle: half of them are longer."""
_PAGE_CHARACTERS = 3_000
"""From which on a page is full."""
_CHARACTERS_A_WORD = 5.4
"""With the blank behind it."""
_SECTIONS = ("Overview", "Results of Operations", "Markets", "Risk Factors", "Research", "People", "Outlook", "Notes")


@dataclass(frozen=True)
class MadeSection:
    """A heading and its paragraphs."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class MadeDocument:
    """A document as a writer would hand it in."""

    number: int
    file_name: str
    title: str
    sections: tuple[MadeSection, ...]
    """One without a heading for a short entry."""

    def markdown(self) -> str:
        """As one Markdown text."""
        parts = [f"# {self.title}"]
        for section in self.sections:
            parts += [f"## {section.heading}"] if section.heading else []
            parts += section.paragraphs
        return "\n\n".join(parts) + "\n"

    def pages(self) -> list[Page]:
        """As a reader gives it: text with its headings marked, about 3,000 characters a page."""
        pages: list[Page] = []
        text, headings = "", list[Heading]()

        def add(line: str, level: int | None) -> None:
            nonlocal text
            text += "\n" if text else ""
            if level is not None:
                headings.append({"start": len(text), "end": len(text) + len(line), "level": level, "title": line})
            text += f"{line}\n"

        def turn() -> None:
            nonlocal text, headings
            page: Page = {"number": len(pages) + 1, "text": text, "headings": headings, "tables": [], "furniture": []}
            pages.append(page)
            text, headings = "", []

        add(self.title, 1)
        for section in self.sections:
            if section.heading:
                add(section.heading, 2)
            for paragraph in section.paragraphs:
                add(paragraph, None)
                if len(text) >= _PAGE_CHARACTERS:
                    turn()
        if text:
            turn()
        return pages


class Writer:
    """Writes the documents of a world.

    Args:
        world: what they say.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._words = Words()

    def stream(self, first: int = 0) -> Iterator[MadeDocument]:
        """The documents in their order, from the first of this number, without end."""
        while True:
            yield self.write(first)
            first += 1

    def write(self, number: int) -> MadeDocument:
        """The document of this number, from 0; the same whichever were written before."""
        kind, of_kind = self._world.kind_of(number)
        chance = chance_of(self._world.seed, "document", number)
        match kind:
            case "person":
                return self._of_person(self._world.person(of_kind), chance)
            case "company":
                return self._of_company(self._world.company(of_kind), chance)
            case "report":
                return self._of_report(self._world.report(of_kind), chance)

    def _of_person(self, person: Person, chance: np.random.Generator) -> MadeDocument:
        employer = self._world.company(person.employer)
        facts = [
            f"{person.name} was born on {person.born} in {person.birthplace}.",
            f"In {person.hired} {person.name.split()[0]} began to work for {employer.name}.",
        ]
        paragraphs = self._paragraphs(_entry_length(chance), employer.topic, facts, chance)
        return MadeDocument(person.document, f"person-{person.number}.md", person.name, (MadeSection("", paragraphs),))

    def _of_company(self, company: Company, chance: np.random.Generator) -> MadeDocument:
        founder = self._world.person(company.founder)
        facts = [
            f"{company.name} is a company of {company.seat}.",
            f"It was founded in {company.founded} by {founder.name}.",
        ]
        paragraphs = self._paragraphs(_entry_length(chance), company.topic, facts, chance)
        section = MadeSection("", paragraphs)
        return MadeDocument(company.document, f"company-{company.number}.md", company.name, (section,))

    def _of_report(self, report: Report, chance: np.random.Generator) -> MadeDocument:
        company = self._world.company(report.company)
        least, most = _REPORT_CHARACTERS
        length = int(np.clip(_USUAL_REPORT * np.exp(chance.normal(0, 0.8)), least, most))
        number = int(np.clip(length // 2_500, 2, len(_SECTIONS)))
        facts = [
            f"The {metric} of {company.name} was {report.figures[metric]:,} in {report.year}." for metric in METRICS
        ]
        facts.append(f"This report was signed by {self._world.person(company.founder).name} in {company.seat}.")
        sections = [
            MadeSection(heading, self._paragraphs(length // number, company.topic, facts[place::number], chance))
            for place, heading in enumerate(_SECTIONS[:number])
        ]
        name = f"report-{report.company}-{report.year}.md"
        return MadeDocument(report.document, name, report.title, tuple(sections))

    def _paragraphs(
        self, characters: int, topic: int, facts: list[str], chance: np.random.Generator
    ) -> tuple[str, ...]:
        """Running text of about so many characters, the facts spread over it, the first at the beginning."""
        words = self._words.of(self._ranks(max(int(characters / _CHARACTERS_A_WORD), 12), topic, chance).tolist())
        ends = np.cumsum(chance.integers(7, 27, size=len(words) // 7 + 1))
        sentences: list[str] = []
        start = 0
        for end in [*ends[ends < len(words)].tolist(), len(words)]:
            sentence = " ".join(words[start:end])
            sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
            start = end
        step = max(1, len(sentences) // max(1, len(facts)))
        for place, fact in enumerate(facts):
            sentences.insert(min(place * (step + 1), len(sentences)), fact)
        return tuple(" ".join(sentences[begin : begin + 6]) for begin in range(0, len(sentences), 6))

    def _ranks(self, number: int, topic: int, chance: np.random.Generator) -> NDArray[np.int64]:
        ranks = draw_ranks(chance, number)
        at = np.flatnonzero(chance.random(number) < TOPIC_SHARE)
        own = topic_ranks(topic, chance.integers(1, _TOPIC_WORDS, size=_OWN_WORDS))
        drawn = topic_ranks(topic, _topic_places(chance, len(at)))
        ranks[at] = np.where(chance.random(len(at)) < 0.5, own[chance.integers(_OWN_WORDS, size=len(at))], drawn)
        return ranks


def topic_ranks(topic: int, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ranks of a topic's words by their place in it, from 1: scattered over all but the most frequent words."""
    scattered = (places * 2_654_435_761 + topic * 40_503_001) % _TOPIC_SPAN
    return scattered + _TOPIC_FIRST_RANK


def _topic_places(chance: np.random.Generator, number: int) -> NDArray[np.int64]:
    """Places from 1, the first ones as much more often as words of a language are: p ~ 1/place."""
    return np.floor(_TOPIC_WORDS ** chance.random(number)).astype(np.int64)


def _entry_length(chance: np.random.Generator) -> int:
    least, most = _ENTRY_CHARACTERS
    return int(least + (most - least) * chance.random() ** 2)
