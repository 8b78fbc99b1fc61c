"""A document that is called what a question asks about: another one that never mentions it tells nothing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.source_names import said_in
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_PARTS = lazy_regex(r"\s*[:|–—]\s+|\s+-\s+")
"""What parts a title: "Post-mortem: slow search"."""
_LEAST_TERMS = 2
"""A single word is a subject of many documents."""


def without_other_subjects(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """The pieces without those of documents that are about something else than a title that the question says.

    How long lentil soup keeps is no answer to "How long does the walnut cake keep?" where there is a "Walnut cake".
    Not where the answer may lie behind another fact, or has several sides. A row of somebody or something else that the
    question names, and no document of its subject does, stays: "the loan charge for FL-005".

    Args:
        pieces: All evidence, by source and place.
        sources: What the pieces came from.
        facts: What is read of the question.
    """
    if facts.wanted.needs_two or facts.comparison.sides or facts.wanted.is_summary:
        return [*pieces]
    about = _about(sources, facts)
    if all(about):
        return [*pieces]
    subjects = (said_in(source) for source, is_about in zip(sources, about, strict=True) if is_about)
    named = [frozenset(analyse(name)) for name in facts.names] + [frozenset((each,)) for each in _numbered(facts)]
    said = frozenset[str]().union(*subjects)
    beside = [name for name in named if name and not name <= said]
    return [
        piece
        for piece in pieces
        if about[piece.position] or (piece.is_row and any(name <= piece.terms for name in beside))
    ]


def _numbered(facts: Facts) -> list[str]:
    """The terms of what the question calls by letters and digits, also in small letters: "fl-005"."""
    return [term for term in facts.weights if any(map(str.isdigit, term)) and any(map(str.isalpha, term))]


def is_said_of_others(
    quotes: Sequence[Evidence], sources: Sequence[Source], facts: Facts, weights: Mapping[str, float]
) -> bool:
    """Whether all that a question asks of its subject is said in one piece about another, and nothing of it in quotes.

    Args:
        quotes: What was chosen, of documents that are about the subject.
        sources: All of them.
        facts: What is read of the question.
        weights: Of the question's terms that must be said.
    """
    about = _about(sources, facts)
    if facts.wanted.needs_two or all(about):
        return False
    titles = [_title_said(sources[quote.position]["title"], facts) for quote in quotes]
    rest = weights.keys() - LIGHT_TERMS.union(*titles)
    if not rest or any(rest & (quote.terms | quote.about) for quote in quotes):
        return False
    return any(rest <= piece.terms | piece.about for piece in evidence_of(sources) if not about[piece.position])


def _about(sources: Sequence[Source], facts: Facts) -> list[bool]:
    """Of each source, whether it is about a title that the question says; all are where it says none."""
    called = {source["document_id"]: _title_said(source["title"], facts) for source in sources}
    subjects = [terms for terms in called.values() if terms]
    if not subjects:
        return [True] * len(sources)
    return [bool(called[source["document_id"]]) or _mentions_one(source, subjects) for source in sources]


def _title_said(title: str, facts: Facts) -> frozenset[str]:
    """The terms of the part of a title that a question says, the longest; empty where it says none.

    Not of a name: all of a firm's documents may be about the firm, and not all of them say its name.
    """
    names = [frozenset(analyse(name)) for name in facts.names]
    parts = [analyse(part) for part in _PARTS.split(title)]
    told = [part for part in parts if len(part) >= _LEAST_TERMS and f" {' '.join(part)} " in facts.wording.said]
    return frozenset(max((part for part in told if not any(name >= set(part) for name in names)), key=len, default=()))


def _mentions_one(source: Source, subjects: Sequence[frozenset[str]]) -> bool:
    said = said_in(source)
    return any(subject <= said for subject in subjects)
