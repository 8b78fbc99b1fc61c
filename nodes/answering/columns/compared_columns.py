"""Things that stand in the columns of a table: "Which camera is cheaper?" is told by the row of their prices."""

from __future__ import annotations

from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.extremes import measured_terms
from nodes.answering.columns.table_columns import has_headings, numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import years_in
from nodes.language.asked_kinds import focus_terms
from nodes.language.comparisons import ranks
from nodes.language.superlatives import asks_extreme, asks_more_or_less, extreme_terms
from nodes.language.terms import analyse

_FEWEST = 2
"""Columns, for one of them to be more than the others."""


def with_row_of_columns(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked which of some things is more, the row instead that tells it of each in a column.

    Its label is what is measured, by the word that asks ("cheaper") or as the question says it; its document is about
    such things, or something says of one in a column that it is such a thing: "Lamp: Halm S". Where several rows are,
    the first of the best source counts.
    """
    facts = material.facts
    kind = frozenset(focus_terms(facts.question)[:1])
    is_asked = asks_more_or_less(facts.question) or asks_extreme(facts.question)
    if not kind or not is_asked or facts.comparison.sides:
        return chosen
    measured = measured_terms(facts.question)
    found = next(
        (
            one
            for one in material.weighed
            if has_headings(one.piece)
            and _tells_of_columns(one.piece)
            and _is_meant(one.piece, measured, kind, material)
        ),
        None,
    )
    if found is None:
        return chosen
    # It tells which is more without the word that asks so.
    ordering = extreme_terms(facts.question).union(
        term for word in facts.question.split() if ranks(word) for term in analyse(word)
    )
    return [found._replace(piece=replace(found.piece, terms=found.piece.terms | ordering))]


def _tells_of_columns(row: Evidence) -> bool:
    """Whether each of several columns, which are no years, has a number in one unit."""
    if row.is_heading or not _FEWEST <= len(row.header) == len(row.values):
        return False
    return not any(map(years_in, row.header)) and all(value is not None for value in numbers_of(row.values))


def _is_meant(row: Evidence, measured: frozenset[str], kind: frozenset[str], material: Material) -> bool:
    label = frozenset(analyse(row.label))
    about = material.facts.source_of(row).title_terms.union(row.about, analyse(row.corner))
    # What is compared with is not what is measured.
    asked = material.facts.weights.keys() - set(analyse(material.facts.question.partition(" than ")[2]))
    if not label or not (label & measured or label <= asked - kind):
        return False
    columns = [kind.union(analyse(heading)) for heading in row.header]
    # Each row of a table says what heads its columns.
    others = [piece for piece in material.pieces if piece.header != row.header]
    return kind <= about or any(column <= piece.terms for piece in others for column in columns)
