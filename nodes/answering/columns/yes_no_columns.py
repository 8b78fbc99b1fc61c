"""Rows that have something or have it not: "Which rooms have no projector?", where a column tells it.

It is one of yes and no, or for what a row has not one of anything that is empty, or 0, there: "out of stock".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import (
    Column,
    before_others,
    cells_of,
    columns_meant,
    has_headings,
    named_by,
    numbers_of,
    single_rows,
    table_key,
    tables_of,
    with_heading,
)
from nodes.answering.columns.thresholds import ASKS_WHICH, MOST_ROWS
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.irregular_verbs import same_verb
from nodes.language.terms import analyse

_YES = frozenset(["yes", "y", "true", "x", "✓", "✔", "ja", "oui", "sí", "si", "sim"])
_NO = frozenset(["no", "n", "false", "-", "–", "—", "✗", "nein", "non", "não", ""])
_DENIED = lazy_regex(r"\b(?:no|not|without|lacks?|cannot|kein\w*|ohne|nicht|pas|sans|sin)\b|n['’]t\b", re.IGNORECASE)
_LACKING = lazy_regex(
    rf"{_DENIED.pattern}|\bout of\b|\bstill (?:has|have|needs?|must)\b|\byet to\b|\bowes?\b|"
    r"\b(?:miss(?:es|ed|ing)?|skipped|lacked|lacking|fehl(?:t|en|te|ten))\b",
    re.IGNORECASE,
)
"""How it is asked for what has none of something."""
_NONE = _NO | {"none", "n/a", "nil"}
_FEWEST_OF_GRID = 2
"""Columns of times or places by which things are set out: one alone may be a number of anything."""
_LONGEST_MARK = 5
"""Characters of a cell that says how many, or that there is one."""


def with_rows_that_have(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; of a quoted table that has a column of yes and no which is asked for, the rows that are meant.

    Of those that have it, or have it not, they are the ones that say most of the rest of the question. Where no column
    is of yes and no, the rows that have nothing in the column of what it is asked who has not.
    """
    question = material.facts.question
    if not ASKS_WHICH.match(question):
        return chosen
    rows = _rows_of_yes_or_no(material) if any(has_headings(piece) for piece, _ in chosen) else []
    if 0 < len(rows) <= MOST_ROWS:
        return before_others(rows, chosen)
    if _LACKING.search(question):
        rows = _rows_of_none(material)
        return rows if 0 < len(rows) <= MOST_ROWS else chosen
    rows = _rows_of_some(chosen, material)
    return before_others(rows, chosen) if 0 < len(rows) <= MOST_ROWS else chosen


def _rows_of_yes_or_no(material: Material) -> list[Weighed]:
    question, weights = material.facts.question, material.facts.weights
    columns = columns_meant(material, frozenset(weights), yes_or_no)
    column = max(columns.values(), key=lambda column: column.said, default=None)
    if column is None or not column.said:
        return []
    return _saying_most(column, 0.0 if _DENIED.search(question) else 1.0, weights.keys() - set(analyse(column.heading)))


def _rows_of_some(chosen: Sequence[Weighed], material: Material) -> list[Weighed]:
    """The rows of a quoted table that have something in the column of the time, or of the place, that is asked for.

    Its heading is all in the question, and what else is asked the table says somewhere; most of its columns have
    something for some rows, and nothing, or 0, for others, as times of day in a plan of doses do.
    """
    weights = material.facts.weights
    quoted = {table_key(piece, material) for piece, _ in chosen if has_headings(piece)}
    for key, table in tables_of(material).items():
        if key not in quoted:
            continue
        rows = single_rows(table)
        grid = [place for place in range(len(table[0].piece.header)) if _is_of_some(cells_of(rows, place))]
        heads = {place: frozenset(analyse(table[0].piece.header[place])) for place in grid}
        asked = [place for place in grid if heads[place] and heads[place] <= weights.keys()]
        if len(grid) < _FEWEST_OF_GRID or len(asked) != 1:
            continue
        values = _some_or_none(cells_of(rows, asked[0]))
        heading = table[0].piece.header[asked[0]]
        column = Column([(v, one) for v, one in zip(values, rows, strict=True) if v is not None], heading, 1)
        return _saying_most(column, 1.0, weights.keys() - heads[asked[0]] - LIGHT_TERMS)
    return []


def _is_of_some(cells: Sequence[str]) -> bool:
    """Whether a column has counts, or marks, for some rows, and nothing, or 0, for others."""
    told = [cell for cell, some in zip(cells, _some_or_none(cells), strict=True) if some]
    return bool(told) and all(len(cell) <= _LONGEST_MARK for cell in told)


def _rows_of_none(material: Material) -> list[Weighed]:
    """The rows of a table that have nothing in a column; all else that is asked, a row or the name of its file says.

    Of all tables: an empty cell is like nothing that is asked.
    """
    facts, cosines = material.facts, material.cosines
    material = replace(material, weighed=[Weighed(piece, cosines.get(piece, 0.0)) for piece in material.pieces])
    lacking = frozenset(analyse(" ".join(_LACKING.findall(facts.question))))
    asked = facts.weights.keys() - lacking - LIGHT_TERMS
    forms = _with_forms(asked)
    kind = frozenset(focus_terms(facts.question))
    said: dict[object, set[str]] = {}
    for piece in material.pieces:
        if has_headings(piece):
            names = names_in_words(material.source(piece))
            said.setdefault(table_key(piece, material), set()).update(analyse(f"{names} {piece.text}"))
    columns = [
        column
        for table, column in columns_meant(material, forms - kind, _some_or_none).items()
        if column.said and asked - _with_forms(analyse(column.heading)) <= said.get(table, set()) | kind
    ]
    best = max(columns, key=lambda column: (column.said, named_by(column, material)), default=None)
    if best is None:
        return []
    said_otherwise = asked & _with_forms(analyse(best.heading))
    lacking |= said_otherwise
    # An empty cell tells it without a word.
    return [
        one._replace(piece=replace(one.piece, terms=one.piece.terms | lacking))
        for one in _saying_most(best, 0.0, asked - said_otherwise)
    ]


def _with_forms(terms: Iterable[str]) -> frozenset[str]:
    """Terms, and the other forms of those that are verbs: a column "Paid" tells who still has to pay."""
    return frozenset(terms).union(*map(same_verb, terms))


def _saying_most(column: Column, wanted: float, rest: frozenset[str] | set[str]) -> list[Weighed]:
    """The rows with a value in a column that say most of the rest of a question."""
    rows = [one for value, one in column.rows if value == wanted]
    said = [len(rest.intersection(analyse(piece.text))) for piece, _ in rows]
    return [with_heading(one, column) for one, count in zip(rows, said, strict=True) if count == max(said)]


def yes_or_no(cells: Sequence[str]) -> list[float | None]:
    """1 and 0 of a column that says both and nothing else; else nothing."""
    folded = [cell.casefold() for cell in cells]
    if _YES.isdisjoint(folded) or _NO.isdisjoint(folded) or not _YES.union(_NO).issuperset(folded):
        return [None] * len(cells)
    return [1.0 if cell in _YES else 0.0 for cell in folded]


def _some_or_none(cells: Sequence[str]) -> list[float | None]:
    """1 and 0 of a column in which some rows have something and others have nothing, or 0; else nothing."""
    numbers = numbers_of(cells)
    some = [cell.casefold() not in _NONE and number != 0 for cell, number in zip(cells, numbers, strict=True)]
    if all(some) or not any(some):
        return [None] * len(cells)
    return [float(each) for each in some]
