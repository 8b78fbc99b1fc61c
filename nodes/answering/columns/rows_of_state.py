"""Rows of which a cell says a word of the question and nothing else: "Which tickets are still open?", "P1 tickets"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.rows_of_a_period import dates_of
from nodes.answering.columns.table_columns import Column, cells_of, single_rows, tables_read_in_parts, with_heading
from nodes.answering.columns.thresholds import ASKS_WHICH
from nodes.answering.columns.yes_no_columns import yes_or_no
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.documents.people import person_in
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_columns import HEADS_NAMES
from nodes.language.asked_terms import PRESENT_TERMS
from nodes.language.calculations import calculating_terms
from nodes.language.irregular_verbs import same_verb
from nodes.language.periods import MONTHS
from nodes.language.spans_of_months import is_open_ended, months_spanned
from nodes.language.terms import analyse, normalise_name

_MOST_ROWS = 12
_FEWEST_STATES = 2
"""That a column tells its rows apart by."""
_LARGEST_PART = 0.6
"""Of the rows that the states of a column may be: else its cells are of one row each."""
_LONGEST_STATE = 4
"""Words."""
_PEOPLE = frozenset(analyse("people person persons staff employee employees colleagues work works working employed"))
"""By which a list of people needs not call them."""
_WROTE_DOWN = frozenset(
    analyse("make made produce produced record recorded log logged list listed count counted register registered")
)
"""What is done with all that a table counts, and what it need not be called by."""
_OF_PEOPLE = lazy_regex(r"\b(?:who|people|persons?|staff|employees|colleagues)\b", re.IGNORECASE)
_IN_BRACKETS = lazy_regex(r"\([^()]*\)")
_TIME_WORDS = lazy_regex(
    rf"\b(?:{'|'.join(MONTHS)}|(?:first|second|third|fourth|1st|2nd|3rd|4th|last|this) quarter|quarter|q[1-4])\b",
    re.IGNORECASE,
)
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
    is_of_time: bool = False
    """Rows of other times than the question's are left out."""


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
    named = named_in_table(first, material)
    asked = facts.weights.keys() - LIGHT_TERMS - PRESENT_TERMS - calculating_terms(facts.question)
    if facts.wanted.counted:
        asked -= _WROTE_DOWN - named
    is_of_people = _lists_people(rows)
    if is_of_people:
        asked -= _PEOPLE
    table = rows
    # Of a part of a table those of a time are no answer: others may be.
    rows, of_time = _in_time(rows, facts) if material.is_read_whole(first) else (rows, frozenset[str]())
    asked -= of_time - heads
    states: dict[str, str] = {}
    kept, rest, told = rows, asked, frozenset[str]()
    # "First on call" and "Second on call" may have the same names.
    for place in _most_said_first(first.header, frozenset(asked)):
        heading = first.header[place]
        state = _state_in(rows, place, asked - frozenset(analyse(first.corner)), facts)
        # As it is written, too: "KX-7" is one term besides its two.
        written = next((cell for cell in cells_of(rows, place) if normalise_name(cell) == state), "")
        own = frozenset(analyse(f"{state} {written}")) & asked
        # "How many tickets did Vik Ltd open?" has a column "Opened", and asks for no state. What two columns say is not
        # known to be of one of them.
        is_done = own <= heads and _DID.search(facts.question) is not None
        if state and not is_done and told.isdisjoint(own):
            states[heading], told, rest = state, told | own, rest - own
            cells = [normalise_name(row.values[place]) if place < len(row.values) else "" for row, _ in kept]
            kept = [one for one, cell in zip(kept, cells, strict=True) if cell == state]
    if not states or not kept or _asks_yes_or_no(rows, rest - frozenset(analyse(first.corner))):
        return None
    if not (rest & named or (is_of_people and _OF_PEOPLE.search(facts.question))):
        return None
    if not all(term in named or not named.isdisjoint(same_verb(term)) for term in rest):
        return None
    column = Column([], " ".join(states), len(states))
    in_order = {heading: states[heading] for heading in first.header if heading in states}
    return RowsOfState([with_heading(one, column) for one in kept], in_order, table, is_of_time=len(rows) < len(table))


def _most_said_first(header: Sequence[str], asked: frozenset[str]) -> list[int]:
    """The places of columns, first of those of whose heading a question says most."""
    return sorted(range(len(header)), key=lambda place: -len(asked.intersection(analyse(header[place]))))


def named_in_table(row: Evidence, material: Material) -> frozenset[str]:
    """What a table calls its rows: by its headings, and by what it stands below; of people that they are some."""
    names = names_in_words(material.source(row))
    return called_as_people(row).union(analyse(" ".join((row.corner, *row.header, names))))


def called_as_people(row: Evidence) -> frozenset[str]:
    """What each row of a list of people may be called, for a row of one; nothing for others."""
    return _PEOPLE if _is_person(row) else frozenset()


def _lists_people(rows: Sequence[Weighed]) -> bool:
    return sum(_is_person(row) for row, _ in rows) * 2 > len(rows)


def _is_person(row: Evidence) -> bool:
    """Whether a row is one of a list of people, by what heads its label, or the column behind a number."""
    told = zip((row.corner, *row.header), (row.label, *row.values), strict=False)
    return any(HEADS_NAMES.fullmatch(head.strip()) and person_in(cell.strip()) for head, cell in told)


def _in_time(rows: list[Weighed], facts: Facts) -> tuple[list[Weighed], frozenset[str]]:
    """The rows with a date in the months that are asked for, by the only column of dates, and the terms of those.

    All rows, and no terms, where none are, or no column is of dates.
    """
    question = facts.question
    months, years = months_spanned(question), facts.wording.years
    if not (months or years) or facts.wording.dates or is_open_ended(question):
        return rows, frozenset()
    labels = dates_of([row.label for row, _ in rows])
    columns = [labels] if all(labels) else []
    columns = columns or [
        days for place in range(len(rows[0].piece.header)) if all(days := dates_of(cells_of(rows, place)))
    ]
    if len(columns) != 1:
        return rows, frozenset()
    found = [
        one
        for one, day in zip(rows, columns[0], strict=True)
        if (not months or int(day[5:7]) in months) and (not years or day[:4] in years)
    ]
    said = frozenset(term for word in _TIME_WORDS.findall(question) for term in analyse(word))
    return (found, said | years) if found else (rows, frozenset())


def _state_in(rows: Sequence[Weighed], place: int, asked: Set[str], facts: Facts) -> str:
    """The only one of the states of a column that is asked for, normalised; empty where none is, or two are."""
    written = cells_of(rows, place)
    cells = [normalise_name(cell) for cell in written]
    states = set(cells) - {""}
    told = [state for state in states if _is_told(state, asked)]
    # "On loan" and "not for loan" have the same terms.
    told = [state for state in told if f" {state} " in f" {normalise_name(facts.question)} "] or told
    told = told or _told_in_part(written, asked)
    # Where one is named, pieces of others may be gone.
    fewest = 1 if facts.names and states <= set(map(normalise_name, facts.names)) else _FEWEST_STATES
    if len(told) != 1 or len(states) < fewest:
        return ""
    tells_apart = len(states) <= max(_FEWEST_STATES, _LARGEST_PART * len(rows)) or cells.count(told[0]) > 1
    return told[0] if tells_apart else ""


def _is_told(state: str, asked: Set[str]) -> bool:
    return len(state.split()) <= _LONGEST_STATE and bool(own := frozenset(analyse(state))) and own <= asked


def _told_in_part(written: Sequence[str], asked: Set[str]) -> list[str]:
    """The states of which a question leaves out what is in brackets, or what is another state of the column.

    "Birk Farm (goats)" is asked for as "Birk Farm", and "Electric van" as "electric", where others are "Van".
    """
    states = {normalise_name(cell): cell for cell in written if cell}
    told = [state for state, cell in states.items() if "(" in cell and _is_told(_bare(cell), asked)]
    told += [
        state
        for state in states
        if (said := [word for word in state.split() if _is_told(word, asked)])
        and " ".join(word for word in state.split() if word not in said) in states
    ]
    return list(dict.fromkeys(told))


def _bare(cell: str) -> str:
    return normalise_name(_IN_BRACKETS.sub(" ", cell))


def _asks_yes_or_no(rows: Sequence[Weighed], rest: Set[str]) -> bool:
    """Whether the rest of a question asks for a column of yes and no: it tells which of them are meant."""
    return any(
        not rest.isdisjoint(analyse(heading)) and any(each is not None for each in yes_or_no(cells_of(rows, place)))
        for place, heading in enumerate(rows[0].piece.header)
    )
