"""What each document of one series says of one thing: reports of years, statuses of months."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.answering.disagreeing.conflicts import tells_values
from nodes.answering.disagreeing.issues import words_of_title
from nodes.answering.disagreeing.told_apart import likeness
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.found_names import all_text
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.chat import Source
from nodes.language.several import all_times, asks_development
from nodes.language.terms import analyse, normalise_name

MOST_TOLD = 8
"""Documents of a series that are quoted."""
_MOST_ANCHORS = 40
"""Pieces that the others of a series are held against."""
_VALUE = 0.25
"""Of the question: what it counts that a piece tells a value."""
_ASKING = frozenset(analyse("change changed develop developed development evolve evolved go went over time times"))


def one_of_series(
    best: Evidence, pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts
) -> list[Evidence]:
    """What each document of a series says of what is asked, of each the piece that is most like those of the others.

    One sentence may say as much of the question as another: "net debt" stands in a row of each report, and in a remark
    of one. What all of them have is what went on. The words of the heading above a piece count as its own.

    Args:
        best: The best piece: a series that it is not of is told only where it says nothing but names, and only one
            that bears them, of which it is asked how something went on.
        pieces: All evidence.
        sources: What it came from.
        facts: What is read of the question and the sources.

    Returns:
        One piece of each, in the order of the pieces; empty where fewer than two documents of a series say anything.
    """
    unasked = (LIGHT_TERMS | _ASKING).union(analyse(all_times(facts.question)), *map(analyse, facts.names))
    asked = {term: weight for term, weight in facts.weights.items() if term not in unasked and not term.isdigit()}
    by_series: dict[frozenset[str], dict[str, list[tuple[float, Evidence]]]] = {}
    for piece in pieces:
        source = sources[piece.position]
        series = words_of_title(source["title"])
        worth = _worth(piece, source, asked)
        if series and worth > 0 and not piece.is_heading and not piece.is_list:
            by_series.setdefault(series, {}).setdefault(source["document_id"], []).append((worth, piece))
    own = sources[best.position]
    is_told = _worth(best, own, asked) > 0 or not asks_development(facts.question)
    by_series = {
        series: each
        for series, each in by_series.items()
        if own["document_id"] in each or (not is_told and _bears_names(each, sources, facts))
    }
    chosen = [_most_alike(documents) for documents in by_series.values() if len(documents) > 1]
    if not chosen:
        return []
    told = max(chosen, key=lambda each: sum(worth for worth, _ in each) / len(each))
    return [piece for _, piece in told[:MOST_TOLD]]


def _bears_names(
    documents: Mapping[str, Sequence[tuple[float, Evidence]]], sources: Sequence[Source], facts: Facts
) -> bool:
    """Whether what was read of each of these documents says a name of the question."""
    said = {
        document: normalise_name(" ".join(all_text(source) for source in sources if source["document_id"] == document))
        for document in documents
    }
    return bool(facts.names) and all(any(f" {name} " in f" {text} " for name in facts.names) for text in said.values())


def _worth(piece: Evidence, source: Source, asked: Mapping[str, float]) -> float:
    """How much a piece says of the question, with the heading that it stands under, and whether it tells a value."""
    heading = analyse(source["section_path"][-1]) if source["section_path"] else []
    said = mass_of(piece.terms.union(heading) - frozenset(analyse(source["title"])), asked)
    total = sum(asked.values())
    if not said or not total:
        return 0.0
    return said / total + _VALUE * tells_values(piece)


def _most_alike(documents: Mapping[str, Sequence[tuple[float, Evidence]]]) -> list[tuple[float, Evidence]]:
    """Of each document the piece that is best beside the one that the others have most like it."""
    every = sorted((each for own in documents.values() for each in own), key=lambda each: -each[0])[:_MOST_ANCHORS]

    def beside(anchor: Evidence) -> list[tuple[float, Evidence]]:
        return [max(own, key=lambda each: each[0] + _alike(anchor, each[1])) for own in documents.values()]

    def total(anchor: Evidence) -> float:
        return sum(worth + _alike(anchor, piece) for worth, piece in beside(anchor))

    return beside(max((piece for _, piece in every), key=total))


def _alike(one: Evidence, other: Evidence) -> float:
    return likeness(one, other) if one.is_row == other.is_row else 0.0
