"""By how much a row differs in two documents, where that is asked: each year, month or bidder has one of its own."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import is_name_of_sum
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.implied.totals import sums_up
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.reckoning.differences import asks_difference, told_difference
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.language.terms import analyse, normalise_name

_YEARS = _SIDES = 2
"""Of which a difference is."""


def with_row_of_other_year(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked how two years differ, behind its first row the same row of the other year's report.

    The first row says all that is asked but for a year, and so nothing of the other report would be quoted.
    """
    years = material.facts.wording.years
    if not asks_difference(material.facts.question) or len(years) != _YEARS or not chosen:
        return chosen
    first = chosen[0].piece
    other = years - _years_called(material.source(first))
    if not first.is_row or not first.header or len(other) != 1:
        return chosen
    found = [
        piece
        for piece in material.pieces
        if piece.is_row and _are_alike(first, piece) and _years_called(material.source(piece)) == other
    ]
    if len(found) != 1:
        return chosen
    beside = Weighed(found[0], material.cosines.get(found[0], 0.0))
    return [chosen[0], beside, *(one for one in chosen[1:] if one.piece.position != found[0].position)]


def with_rows_of_sides(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked how two sides differ that documents are called by, the row that both have alike.

    "How many more units were let in March than in January?" is told by "Units let" in the reports of these months, and
    how much more one offer is than another by what sums them up.
    """
    facts = material.facts
    sides = facts.comparison.sides
    if not asks_difference(facts.question) or len(sides) != _SIDES or facts.comparison.of_documents:
        return chosen
    aspect = facts.weights.keys() - facts.comparison.words - LIGHT_TERMS
    rows = [
        [piece for piece in material.pieces if _is_row_of_side(piece, side, aspect, facts)] for side in range(_SIDES)
    ]
    pairs = [(one, other) for one in rows[0] for other in rows[1] if _are_called_alike(one, other)]
    if not pairs:
        return chosen
    said = {pair: mass_of(aspect & set(analyse(pair[0].label)), facts.weights) for pair in pairs}
    best = [pair for pair in pairs if said[pair] == max(said.values())]
    labels = {normalise_name(one.label) for one, _ in best}
    # Of an offer the sum before tax and the one with it tell the same.
    if len(labels) > 1 and aspect:
        return chosen
    return [Weighed(piece, material.cosines.get(piece, 0.0)) for piece in best[-1]]


def _is_row_of_side(piece: Evidence, side: int, aspect: Set[str], facts: Facts) -> bool:
    """Whether a piece is a row with one number, of a document that is of one side alone, and tells what is compared."""
    numbers = [value for value in piece.values if any(map(str.isdigit, value))]
    if facts.comparison.sources[piece.position] != {side} or len(numbers) != 1:
        return False
    said = aspect & set(analyse(piece.label))
    return 2 * mass_of(said, facts.weights) > mass_of(aspect, facts.weights) if aspect else sums_up(piece)


def _are_called_alike(one: Evidence, other: Evidence) -> bool:
    return normalise_name(one.label) == normalise_name(other.label) and one.scale == other.scale


def told_difference_of_documents(rows: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> str:
    """The line that tells it: "Guests, All, 2031 less 2030: 40 − 32 = 8 (25.0 %) [1] [2]", first the later one.

    Empty where it is not asked, or where it is not certain which two values are meant: the first two rows are called
    alike, have the same headings, and stand in documents that are called by the two years that are asked for; the
    column is the only one that the question says most of, or else the only one of sums.

    Args:
        rows: What is quoted, best first.
        sources: What they came from.
        facts: What is read of the question.
    """
    years = sorted(facts.wording.years)
    if not asks_difference(facts.question) or len(rows) < _YEARS:
        return ""
    if len(years) != _YEARS:
        return _told_of_sides(rows[:_SIDES], sources, facts)
    by_year = {year: row for row in rows[:_YEARS] for year in _years_called(sources[row.position])}
    if sorted(by_year) != years:
        return ""
    before, after = (by_year[year] for year in years)
    place = _column_meant(after, facts)
    if place is None or not _are_alike(before, after):
        return ""
    of_both = replace(
        after,
        label=f"{after.label.rstrip(':')}, {after.header[place]}",
        header=(years[1], years[0]),
        values=(after.values[place], before.values[place]),
    )
    told = told_difference(of_both, sources[after.position]["index"], facts)
    return f"{told} [{sources[before.position]['index']}]" if told else ""


def _told_of_sides(rows: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> str:
    """The same of two rows that are called alike, each of a document that one side of the question calls."""
    sides = facts.comparison.sides
    named = [facts.comparison.sources[row.position] for row in rows]
    if named != [{0}, {1}] or len(sides) != _SIDES or not _are_called_alike(*rows):
        return ""
    values = [[value for value in row.values if any(map(str.isdigit, value))] for row in rows]
    if any(len(each) != 1 for each in values):
        return ""
    words = facts.question.strip(" ?.!").split()
    names = tuple(" ".join(word for word in words if side.intersection(analyse(word))) for side in sides)
    of_both = replace(rows[0], header=names, values=(values[0][0], values[1][0]))
    told = told_difference(of_both, sources[rows[0].position]["index"], facts)
    return f"{told} [{sources[rows[1].position]['index']}]" if told else ""


def _years_called(source: Source) -> frozenset[str]:
    """The years that the title, the headings and the file of a source name."""
    return years_in(names_in_words(source))


def _are_alike(one: Evidence, other: Evidence) -> bool:
    """Whether two rows of different documents are called, and headed, the same."""
    return (
        one.position != other.position
        and one.header == other.header
        and len(one.values) == len(other.values)
        and one.scale == other.scale
        and normalise_name(one.label) == normalise_name(other.label)
    )


def _column_meant(row: Evidence, facts: Facts) -> int | None:
    """The place of the only column that the question says most of, or else of the only one of sums."""
    if not row.is_row or len(row.header) != len(row.values):
        return None
    asked = facts.weights.keys() - set(analyse(row.label))
    said = [len(asked & set(analyse(head))) for head in row.header]
    if max(said, default=0):
        named = [place for place, count in enumerate(said) if count == max(said)]
    else:
        named = [place for place, head in enumerate(row.header) if is_name_of_sum(head)]
    return named[0] if len(named) == 1 else None
