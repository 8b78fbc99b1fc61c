"""Sides of a comparison that head the columns of a table: "Item | Osterby | Lundby", with a row for each difference."""

from __future__ import annotations

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import single_rows, tables_read_in_parts
from nodes.answering.several.sides import asks_how_they_differ, is_set_against
from nodes.language.terms import analyse

_MOST = 6
"""Rows that are told."""


def with_columns_of_sides(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked how two things differ that head columns, the rows of that table instead.

    Rows that say what of them is compared, where some do; what the document is about is said of all of them. A sentence
    that sets the things against each other stays before the rows.
    """
    facts = material.facts
    sides = facts.comparison.sides
    if len(sides) < 2 or facts.comparison.of_documents or not asks_how_they_differ(facts.question):
        return chosen
    tables = [rows for table in tables_read_in_parts(material) if (rows := single_rows(table))]
    tables = [rows for rows in tables if _has_columns(rows[0].piece.header, sides)]
    if len(tables) != 1:
        return chosen
    rows = tables[0]
    about = facts.source_of(rows[0].piece).title_terms.union(*sides)
    asked = facts.weights.keys() - about
    said = [one for one in rows if not asked.isdisjoint(analyse(one.piece.label))]
    first = [one for one in chosen[:1] if is_set_against(one.piece, facts)]
    return [*first, *(said or rows)[:_MOST]]


def _has_columns(header: tuple[str, ...], sides: tuple[frozenset[str], ...]) -> bool:
    heads = [frozenset(analyse(head)) for head in header]
    return all(any(side <= head for head in heads) for side in sides)
