"""Rows of which a cell says a word of the question and nothing else: "Which tickets are still open?", "P1 tickets"."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import Column, cells_of, has_headings, single_rows, with_heading
from nodes.answering.columns.thresholds import ASKS_WHICH
from nodes.answering.columns.yes_no_columns import yes_or_no
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.language.asked_terms import PRESENT_TERMS
from nodes.language.calculations import calculating_terms
from nodes.language.irregular_verbs import same_verb
from nodes.language.terms import analyse, normalise_name

_MOST_ROWS = 12
_FEWEST_STATES = 2
"""That a column tells its rows apart by."""
_LARGEST_PART = 0.6
"""Of the rows that the states of a column may be: else its cells are of one row each."""
_LONGEST_STATE = 2
"""Words."""


def with_rows_of_state(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where several things of one state, or of one class, are asked for, the rows of it instead.

    A cell is the state and nothing else, others of its column are others, and what else is asked heads the table, or is
    what its document is called by. A word that only another column is called by asks for no state.
    """
    facts = material.facts
    if not (ASKS_WHICH.match(facts.question) or facts.wanted.counted or calculating_terms(facts.question)):
        return chosen
    tables: dict[Hashable, list[Weighed]] = {}
    for piece in material.pieces:
        if has_headings(piece):
            # A long table may have been read in parts that do not follow one another.
            key = material.document(piece), piece.corner, piece.header
            tables.setdefault(key, []).append(Weighed(piece, material.cosines.get(piece, 0.0)))
    for table in tables.values():
        rows = _rows_of_state(single_rows(table), material)
        if 0 < len(rows) <= _MOST_ROWS:
            return rows
    return chosen


def _rows_of_state(rows: Sequence[Weighed], material: Material) -> list[Weighed]:
    """The rows of a table that have a state which the question says, where it says nothing that is not of the table."""
    facts = material.facts
    if len(rows) < _FEWEST_STATES:
        return []
    first = rows[0].piece
    heads = frozenset(analyse(" ".join((first.corner, *first.header))))
    named = heads | frozenset(analyse(names_in_words(material.source(first))))
    asked = facts.weights.keys() - LIGHT_TERMS - PRESENT_TERMS - calculating_terms(facts.question)
    corner = frozenset(analyse(first.corner))
    for place, heading in enumerate(first.header):
        cells = [normalise_name(cell) for cell in cells_of(rows, place)]
        states = set(cells) - {""}
        if not _FEWEST_STATES <= len(states) <= max(_FEWEST_STATES, _LARGEST_PART * len(rows)):
            continue
        terms = {state: frozenset(analyse(state)) for state in states if len(state.split()) <= _LONGEST_STATE}
        told = [state for state, own in terms.items() if own and own <= asked - corner]
        rest = asked.difference(*(terms[state] for state in told))
        if len(told) != 1 or _asks_yes_or_no(rows, rest - corner):
            continue
        if all(term in named or not named.isdisjoint(same_verb(term)) for term in rest) and rest & named:
            column = Column([(1.0, one) for one, cell in zip(rows, cells, strict=True) if cell == told[0]], heading, 1)
            return [with_heading(one, column) for _, one in column.rows]
    return []


def _asks_yes_or_no(rows: Sequence[Weighed], rest: Set[str]) -> bool:
    """Whether the rest of a question asks for a column of yes and no: it tells which of them are meant."""
    return any(
        not rest.isdisjoint(analyse(heading)) and any(each is not None for each in yes_or_no(cells_of(rows, place)))
        for place, heading in enumerate(rows[0].piece.header)
    )
