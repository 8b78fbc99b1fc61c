"""Rows that are called by what heads them and a label: "flat 4" is the row "4" below "Flat"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import BLANK, has_headings
from nodes.answering.columns.thresholds import MOST_ROWS
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name

_ASIDE = lazy_regex(r"\([^()]*\)")
_NUMBER_OF = lazy_regex(r"[\s-]*(?:\b(?:no|nos|nr|num|number|id|code)\b\.?|#|№)\s*$", re.IGNORECASE)
"""What a heading says of the labels below it: "Order no."."""
_SHORTEST_CODE = 4
"""Characters: "A4" is many things."""


def with_labelled_rows(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where a cell of a row is asked for that the question calls by its label, that row instead.

    The row, its headings and what it stands in say all of the question: "Who is the tenant of flat 4?". Several rows
    of that label are told together, as long as one document has them. Where the cell is empty, that is told.
    """
    if material.facts.comparison.sides:
        return chosen
    asked = f" {normalise_name(material.facts.question)} "
    wanted = material.facts.weights.keys() - LIGHT_TERMS
    rows = [
        one._replace(piece=_with_doers(one.piece, wanted))
        for one in material.weighed
        if has_headings(one.piece) and _is_called(one.piece, asked)
    ]
    told = [one for one in rows if _tells(one.piece, wanted, material, _filled(one.piece))]
    places = {(one.piece.position, one.piece.start) for one in rows}
    others = [piece for piece, _ in chosen if (piece.position, piece.start) not in places]
    if not told and not any(wanted <= _held(piece, material) for piece in others):
        told = [
            one._replace(piece=_with_blanks(one.piece, wanted))
            for one in rows
            if _tells(one.piece, wanted, material, one.piece.header)
        ]
    of_one_document = len({material.document(piece) for piece, _ in told}) == 1
    return told if of_one_document and len(told) <= MOST_ROWS else chosen


def _is_called(row: Evidence, asked: str) -> bool:
    """Whether a question, normalised, calls a row by what heads it and its label; by that alone where it is a code."""
    if _is_code(row.label):
        return f" {normalise_name(row.label)} " in asked
    head = _NUMBER_OF.sub("", row.corner)
    return bool(head and row.label) and f" {normalise_name(f'{head} {row.label}')} " in asked


def _is_code(label: str) -> bool:
    """Whether a label is letters and figures without a blank, as nothing else is called: "bk-02"."""
    return (
        len(label) >= _SHORTEST_CODE
        and label.split() == [label]
        and all(any(map(is_of_kind, label)) for is_of_kind in (str.isdigit, str.isalpha))
    )


def _with_doers(row: Evidence, wanted: Set[str]) -> Evidence:
    """The row; where a column is of who does what is asked, it says that as well: its owner is who owns it."""
    done = {verb for heading in _filled(row) for term in _terms(heading) if (verb := _done_by(term)) in wanted}
    return replace(row, terms=row.terms | done) if done else row


def _with_blanks(row: Evidence, wanted: Set[str]) -> Evidence:
    """The row, with a mark in the cells that are asked for and empty; what heads them says what is asked."""
    cells = list(zip(row.header, row.values, strict=True))
    asked = {heading for heading, value in cells if not value and _is_asked(_terms(heading), wanted)}
    values = tuple(BLANK if heading in asked else value for heading, value in cells)
    return replace(row, values=values, terms=row.terms.union(*map(_terms, asked)))


def _held(piece: Evidence, material: Material) -> frozenset[str]:
    return material.facts.held_by(piece)


def _tells(row: Evidence, wanted: Set[str], material: Material, headings: Sequence[str]) -> bool:
    """Whether one of these columns of a row is asked for, and it, or what it stands in, says all that is asked."""
    cells = analyse(" ".join((row.corner, row.label, *row.header, *row.values)))
    told = _held(row, material).union(cells)
    return wanted <= told and any(_is_asked(_terms(heading), wanted) for heading in headings)


def _filled(row: Evidence) -> list[str]:
    """The headings of the columns in which a row has something."""
    return [heading for heading, value in zip(row.header, row.values, strict=False) if value]


def _terms(heading: str) -> frozenset[str]:
    return frozenset(analyse(_ASIDE.sub(" ", heading)))


def _is_asked(heading: Set[str], wanted: Set[str]) -> bool:
    return bool(heading) and (heading <= wanted or {_done_by(term) for term in heading} <= wanted)


def _done_by(term: str) -> str:
    """What somebody does who is called so: the term of "own" for that of "owner"; empty for other terms."""
    return term[:-2] if term.endswith(("er", "or")) else ""
