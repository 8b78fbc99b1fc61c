"""Rows by the sign of a number: "Which flats get money back?", where the table says what a negative balance means."""

from __future__ import annotations

import re
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import cells_of, lists_kind, numbers_of, single_rows, tables_of
from nodes.answering.columns.thresholds import ASKS_WHICH, MOST_ROWS
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.terms import analyse

_SIGNED = lazy_regex(r"\b(?P<sign>negative|positive)\s+(?P<what>[^\W\d_]+)\b(?P<told>[^.;]*)", re.IGNORECASE)
"""A sign, what has it, and what is said of that."""
_BACK = lazy_regex(
    r"\b(?:money back|refund(?:s|ed)?|reimbursed?|repaid|in credit|(?:pa(?:id|y)|given?|gets?) (?:\w+ )?back|returned|"
    r"credited)\b",
    re.IGNORECASE,
)
_TO_PAY = lazy_regex(
    r"\b(?:to be paid|payable|in arrears|owe[ds]?|(?:has|have|had|must|needs?|still) (?:to )?pay)\b", re.IGNORECASE
)


def with_rows_by_sign(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked which things have a sign, or what a sign means, the rows that have it instead.

    The table lists things of the kind that is asked for, and has one column that is called so, with numbers of both
    signs. What a sign means its document says: "Negative balance: refunded in July". That is quoted behind the rows, as
    in another table a negative balance is a debt.
    """
    question = material.facts.question
    if not ASKS_WHICH.match(question):
        return chosen
    if (asked := _SIGNED.search(question)) is not None:
        rows = _rows_of(asked, material, "")
        return rows if 0 < len(rows) <= MOST_ROWS else chosen
    for piece in material.pieces:
        said = _SIGNED.search(piece.text)
        if said is not None and not piece.is_row and _means_alike(said["told"], question):
            rows = _rows_of(said, material, material.document(piece))
            if 0 < len(rows) <= MOST_ROWS:
                return [*rows, Weighed(piece, material.cosines.get(piece, 0.0))]
    return chosen


def _means_alike(told: str, question: str) -> bool:
    """Whether both tell of money that comes back, or both of money that is to be paid."""
    return any(
        each.search(told) is not None and each.search(question) is not None and other.search(question) is None
        for each, other in ((_BACK, _TO_PAY), (_TO_PAY, _BACK))
    )


def _rows_of(said: re.Match[str], material: Material, document: str) -> list[Weighed]:
    """The rows with this sign in the only column that is called so, of a table of the kind that is asked for."""
    kind = focus_terms(material.facts.question)[:1]
    what = set(analyse(said["what"]))
    whole = replace(material, weighed=[Weighed(piece, material.cosines.get(piece, 0.0)) for piece in material.pieces])
    found: list[list[Weighed]] = []
    for table in tables_of(whole).values():
        rows, header = single_rows(table), table[0].piece.header
        places = [place for place, head in enumerate(header) if what & set(analyse(head))]
        is_meant = lists_kind(table[0].piece.corner, kind) and document in ("", material.document(table[0].piece))
        if not is_meant or len(places) != 1:
            continue
        numbers = numbers_of(cells_of(rows, places[0]))
        signs = [(number > 0) - (number < 0) if number is not None else 0 for number in numbers]
        wanted = -1 if said["sign"].lower() == "negative" else 1
        if {1, -1} <= {*signs}:
            found.append([_told(one, material) for one, sign in zip(rows, signs, strict=True) if sign == wanted])
    return found[0] if len(found) == 1 else []


def _told(one: Weighed, material: Material) -> Weighed:
    """A row that tells what is asked: its sign says it without a word."""
    return one._replace(piece=replace(one.piece, terms=one.piece.terms.union(material.facts.weights)))
