"""Rows of which a cell says a word of the question and nothing else: "Which tickets are still open?", "P1 tickets"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import Column, cells_of, single_rows, tables_read_in_parts, with_heading
from nodes.answering.columns.thresholds import ASKS_WHICH
from nodes.answering.columns.yes_no_columns import yes_or_no
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_terms import PRESENT_TERMS
from nodes.language.calculations import calculating_terms
from nodes.language.irregular_verbs import same_verb
from nodes.language.terms import analyse, normalise_name

_MOST_ROWS = 12
_FEWEST_STATES = 2
"""That a column tells its rows apart by."""
_LARGEST_PART = 0.6
"""Of the rows that the states of a column may be: else its cells are of one row each."""
_LONGEST_STATE = 4
"""Words."""
_DID = lazy_regex(r"\b(?:do|does|did)\b", re.IGNORECASE)
"""Before what somebody does: its verb stands behind it."""


class RowsOfState(NamedTuple):
    """The rows of a table that have what a question says of them."""

    rows: list[Weighed]
    """In their order; each has the heading of the column besides."""
    states: dict[str, str]
    """By the heading of its column what each of them says there."""
    table: list[Weighed]
    """All rows of the table but for sums of others."""


def with_rows_of_state(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where several things of one state, or of one class, are asked for, the rows of it instead.

    Of more than twelve the first, where they are to be counted or summed.
    """
    facts = material.facts
    is_of_all = bool(facts.wanted.counted or calculating_terms(facts.question))
    if not (ASKS_WHICH.match(facts.question) or is_of_all):
        return chosen
    found = rows_of_state(material)
    if found is None or (len(found.rows) > _MOST_ROWS and not is_of_all):
        return chosen
    return found.rows[:_MOST_ROWS]


def rows_of_state(material: Material) -> RowsOfState | None:
    """The rows of the first table that has what a question says of them; None where no table has.

    A cell is the state and nothing else, others of its column are others, and what else is asked heads the table, or is
    what its document is called by. A word that only another column is called by asks for no state.
    """
    found = (_rows_of_state(single_rows(table), material) for table in tables_read_in_parts(material))
    return next(filter(None, found), None)


def _rows_of_state(rows: list[Weighed], material: Material) -> RowsOfState | None:
    """The rows of a table that have a state which the question says, where it says nothing that is not of the table."""
    facts = material.facts
    if len(rows) < _FEWEST_STATES:
        return None
    first = rows[0].piece
    heads = frozenset(analyse(" ".join((first.corner, *first.header))))
    named = heads | frozenset(analyse(names_in_words(material.source(first))))
    asked = facts.weights.keys() - LIGHT_TERMS - PRESENT_TERMS - calculating_terms(facts.question)
    states: dict[str, str] = {}
    kept, rest, told = rows, asked, frozenset[str]()
    for place, heading in enumerate(first.header):
        state = _state_in(rows, place, asked - frozenset(analyse(first.corner)), facts)
        own = frozenset(analyse(state))
        # "How many tickets did Vik Ltd open?" has a column "Opened", and asks for no state. What two columns say is not
        # known to be of one of them.
        is_done = own <= heads and _DID.search(facts.question) is not None
        if state and not is_done and told.isdisjoint(own):
            states[heading], told, rest = state, told | own, rest - own
            cells = [normalise_name(row.values[place]) if place < len(row.values) else "" for row, _ in kept]
            kept = [one for one, cell in zip(kept, cells, strict=True) if cell == state]
    if not states or not kept or _asks_yes_or_no(rows, rest - frozenset(analyse(first.corner))):
        return None
    if not rest & named or not all(term in named or not named.isdisjoint(same_verb(term)) for term in rest):
        return None
    column = Column([], " ".join(states), len(states))
    return RowsOfState([with_heading(one, column) for one in kept], states, rows)


def _state_in(rows: Sequence[Weighed], place: int, asked: Set[str], facts: Facts) -> str:
    """The only one of the states of a column that is asked for, normalised; empty where none is, or two are."""
    cells = [normalise_name(cell) for cell in cells_of(rows, place)]
    states = set(cells) - {""}
    told = [
        state
        for state in states
        if len(state.split()) <= _LONGEST_STATE and (own := frozenset(analyse(state))) and own <= asked
    ]
    # "On loan" and "not for loan" have the same terms.
    told = [state for state in told if f" {state} " in f" {normalise_name(facts.question)} "] or told
    # Where one is named, pieces of others may be gone.
    fewest = 1 if facts.names and states <= set(map(normalise_name, facts.names)) else _FEWEST_STATES
    if len(told) != 1 or len(states) < fewest:
        return ""
    tells_apart = len(states) <= max(_FEWEST_STATES, _LARGEST_PART * len(rows)) or cells.count(told[0]) > 1
    return told[0] if tells_apart else ""


def _asks_yes_or_no(rows: Sequence[Weighed], rest: Set[str]) -> bool:
    """Whether the rest of a question asks for a column of yes and no: it tells which of them are meant."""
    return any(
        not rest.isdisjoint(analyse(heading)) and any(each is not None for each in yes_or_no(cells_of(rows, place)))
        for place, heading in enumerate(rows[0].piece.header)
    )
