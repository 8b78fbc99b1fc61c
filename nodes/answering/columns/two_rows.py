"""Two things that are compared and are two rows of one table: "Which costs more per day, the crane or the van?"."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.extremes import measured_terms
from nodes.answering.columns.table_columns import column_meant, numbers_of, single_rows, tables_read_in_parts
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.language.superlatives import asks_more_or_less, order_terms
from nodes.language.terms import analyse

_SIDES = 2


def with_two_rows(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where the two sides of a question are called by a row each of one table, these rows instead.

    As long as that table has a column of what is compared, in whose order they are told where it is asked for, and no
    other has such rows.
    """
    facts = material.facts
    sides = facts.comparison.sides
    if len(sides) != _SIDES or facts.comparison.of_documents:
        return chosen
    aspect = frozenset(facts.weights) - facts.comparison.words - LIGHT_TERMS - order_terms(facts.question)
    wanted = aspect | measured_terms(facts.question)
    found: list[tuple[Weighed, Weighed]] = []
    for table in map(single_rows, tables_read_in_parts(material)):
        pair = [_called(table, side, facts.weights.keys()) for side in sides]
        heads = frozenset(analyse(" ".join(table[0].piece.header))) if table else frozenset[str]()
        if wanted.isdisjoint(heads) or not pair[0] or not pair[1] or pair[0] == pair[1]:
            continue
        column = column_meant(table, wanted, facts.weights, numbers_of)
        values = {id(one.piece): value for value, one in column.rows}
        sign = asks_more_or_less(facts.question)
        ordered = sorted(pair, key=lambda one: -sign * values.get(id(one.piece), 0.0) if one else 0.0)
        first, second = (_telling(one, wanted & (heads | aspect), column.heading) for one in ordered if one)
        found.append((first, second))
    return list(found[0]) if len(found) == 1 else chosen


def _called(table: Sequence[Weighed], side: Set[str], asked: Set[str]) -> Weighed | None:
    """The only row of which the first two cells say all of a side.

    Of several the one that says most of the question, then least besides: both sides may be dumpers, and a crane of 6 m
    is no dumper of 6 t.
    """
    told = [frozenset(analyse(_name(one.piece))) for one in table]
    meant = [(-len(said & asked), len(said), one) for said, one in zip(told, table, strict=True) if side <= said]
    best = min((each[:2] for each in meant), default=None)
    rows = [one for *worth, one in meant if tuple(worth) == best]
    return rows[0] if len(rows) == 1 and side else None


def _name(row: Evidence) -> str:
    return " ".join((row.label, *row.values[:1]))


def _telling(one: Weighed, asked: Set[str], heading: str) -> Weighed:
    """A row that tells what is compared, and shows the column that does."""
    return one._replace(piece=replace(one.piece, terms=one.piece.terms | asked, shown=heading))
