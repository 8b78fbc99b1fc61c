"""The sides of a comparison: for each, what says of it what is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nodes.answering.companions import Weighed
from nodes.answering.definitions import defines
from nodes.answering.evidence import Evidence
from nodes.answering.question_facts import Facts
from nodes.domain.chat import Source
from nodes.language.comparisons import is_comparing
from nodes.language.terms import analyse

_ASPECT = 2.5
"""For the share of what is compared that a piece says."""
_NAMED, _IN_SOURCE, _IN_DOCUMENT = 1.0, 0.6, 0.4
"""How surely a piece is about a side that it names itself, or by its title; that its source names; its document."""
_LEANING = 0.5
"""Of that, where a piece begins with "it" and what that is is not the side."""


def best_of_sides(
    weighed: Sequence[Weighed], sources: Sequence[Source], facts: Facts, merit: Callable[[Weighed], float]
) -> list[Weighed]:
    """The best piece for each side that has one, in the order of the sides; a piece about both stands once.

    What is compared are the terms of the question that are of no side: a piece has to hold one of them. A side that the
    title of a document tells need not be named again, and what merely names a side says nothing of it. Where nothing
    but the sides themselves is compared, a piece has to say what its side is.

    Args:
        weighed: Pieces with their cosines.
        sources: What they are of.
        facts: Its sides are those of the question.
        merit: What speaks for a piece whatever is asked of a side.
    """
    in_sources = [frozenset(analyse(source["content"])) for source in sources]
    in_documents = _documents(sources, in_sources)
    aspect = _aspect(facts)
    said = [one for one in weighed if not one[0].is_heading]
    sureness = [
        [
            _sureness(side, words, piece, facts, in_sources[piece.position], in_documents[piece.position])
            for side, words in enumerate(facts.sides)
        ]
        for piece, _ in said
    ]
    chosen: list[Weighed] = []
    for side in range(len(facts.sides)):
        scores = [
            merit(one) + _ASPECT * share + sure[side] if (share := _share(one[0], facts.sides[side], aspect)) else 0.0
            for one, sure in zip(said, sureness, strict=True)
        ]
        about = [place for place, sure in enumerate(sureness) if 0 < sure[side] == max(sure) and scores[place] > 0]
        if about and (best := said[max(about, key=lambda place: (scores[place], -place))]) not in chosen:
            chosen.append(best)
    return chosen


def _aspect(facts: Facts) -> dict[str, float]:
    """The terms of the question that are of no side, weighed: what is compared."""
    compares = [term for word in facts.question.split() if is_comparing(word) for term in analyse(word)]
    known = frozenset(compares).union(*facts.sides)
    return {term: weight for term, weight in facts.weights.items() if term not in known}


def _share(piece: Evidence, side: frozenset[str], aspect: Mapping[str, float]) -> float:
    """How much a piece says of what is compared, 0..1."""
    if not aspect:
        return float(defines(piece.text, side))
    return sum(weight for term, weight in aspect.items() if term in piece.terms) / (sum(aspect.values()) or 1.0)


def _documents(sources: Sequence[Source], in_sources: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """For each source, the terms of its document, as far as it was found."""
    held: Mapping[str, set[str]] = {source["document_id"]: set(analyse(source["file_name"])) for source in sources}
    for source, terms in zip(sources, in_sources, strict=True):
        held[source["document_id"]] |= terms
    return [frozenset(held[source["document_id"]]) for source in sources]


def _sureness(
    side: int,
    words: frozenset[str],
    piece: Evidence,
    facts: Facts,
    in_source: frozenset[str],
    in_document: frozenset[str],
) -> float:
    """How surely a piece is about a side, 0..1."""
    if words <= piece.terms or side in facts.side_sources[piece.position]:
        return _NAMED
    leaning = _LEANING if piece.leans_on and not words <= frozenset(analyse(piece.leans_on)) else 1.0
    return leaning * (_IN_SOURCE if words <= in_source else _IN_DOCUMENT if words <= in_document else 0.0)
