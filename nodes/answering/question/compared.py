"""The sides that a question compares: by which words each is told, and which sources are about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, in_words
from nodes.answering.question.compared_documents import compared_documents
from nodes.domain.chat import Plan, Source
from nodes.language.comparisons import own_terms
from nodes.language.labels import labels_of
from nodes.language.terms import analyse


@dataclass(frozen=True)
class Comparison:
    """The sides of a comparison; without any where nothing is compared."""

    sides: tuple[frozenset[str], ...]
    """Of each side, the terms that no other side has."""
    labels: tuple[Mapping[str, frozenset[str]], ...]
    """Of each side, the labels that tell it apart, see `nodes.language.labels`."""
    words: frozenset[str]
    """All terms of the sides."""
    sources: tuple[frozenset[int], ...]
    """For each source, the sides that it is about as a whole."""
    of_documents: bool = False
    """The sides are documents, of which the question says no name: what each says is about itself."""

    def sides_of(self, piece: Evidence) -> set[int]:
        """The sides that a piece is about: named in it, or what its source is about."""
        named = {side for side, terms in enumerate(self.sides) if terms <= piece.terms}
        return named | self.sources[piece.position]


def read_comparison(question: str, plan: Plan, asked: frozenset[str], sources: Sequence[Source]) -> Comparison:
    """The sides of a plan, of a question that asks for these terms; where it names none, the documents it compares."""
    sides = plan["comparison_sides"]
    if not sides and (found := compared_documents(question, sources)):
        places = {document: frozenset({side}) for side, document in enumerate(found.documents)}
        return Comparison(
            sides=tuple(frozenset({document}) for document in found.documents),
            labels=({},) * len(places),
            words=found.words,
            sources=tuple(places.get(source["document_id"], frozenset()) for source in sources),
            of_documents=True,
        )
    return Comparison(
        sides=_named_terms(own_terms(sides), asked, sources),
        labels=tuple(labels_of(side) for side in sides),
        words=frozenset(term for side in sides for term in analyse(side)),
        sources=_side_sources(sides, [_called(source) for source in sources]),
    )


def _named_terms(
    sides: Sequence[frozenset[str]], asked: frozenset[str], sources: Sequence[Source]
) -> tuple[frozenset[str], ...]:
    """Of each side the terms that the document is called by which it fits best; all where it fits none.

    "Training time summer" is the summer timetable's: the terms that few documents are called by tell which.
    """
    names: dict[str, set[str]] = {}
    for source in sources:
        names.setdefault(source["document_id"], set()).update(_called(source))
    bearing = Counter(term for called in names.values() for term in called)

    def best(side: frozenset[str]) -> frozenset[str]:
        fitting = [side & asked & called for called in names.values()]
        return max(fitting, key=lambda terms: sum(1 / bearing[term] for term in sorted(terms)), default=frozenset())

    return tuple(best(side) or side & asked or side for side in sides)


def _side_sources(sides: Sequence[str], titles: Sequence[frozenset[str]]) -> tuple[frozenset[int], ...]:
    """The sides that each title is about. A side that no title names is every alike title that names no other side."""
    own = own_terms(sides)
    named = [frozenset(side for side, terms in enumerate(own) if terms <= title) for title in titles]
    for side, words in enumerate(frozenset(analyse(side)) for side in sides):
        if not any(side in found for found in named):
            alike = [
                not found and len(words & title) * 2 >= len(words) for found, title in zip(named, titles, strict=True)
            ]
            named = [found | {side} if like else found for found, like in zip(named, alike, strict=True)]
    return tuple(named)


def _called(source: Source) -> frozenset[str]:
    """The terms of a source's title, sections and file name."""
    return frozenset(analyse(f"{heading_of(source)} {in_words(source['file_name'])}"))
