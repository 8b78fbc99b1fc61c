"""Totals of a whole document: "What is the total of the invoice?" is told by the line that sums up, and by no item."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words, said_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import numbers_in
from nodes.language.terms import analyse

_TOTALS = frozenset(analyse("total sum Summe Gesamtsumme Gesamtbetrag totale importe montant"))
_AMOUNT = frozenset(analyse("amount Betrag"))
"""What a total is, which the line that tells it need not say."""
_DUE = lazy_regex(
    r"\W*(?:(?:total|sum|amount|balance)(?: (?:still|now))? (?:to pay|due|payable|outstanding|owed)|to pay|"
    r"zu zahlen(?:der betrag)?|zahlbetrag|[àa] payer|net [àa] payer)\b",
    re.IGNORECASE,
)
"""What is left to pay, discounts and payments taken off."""
_SUMS_UP = lazy_regex(
    r"\W*(?:(?:grand|invoice|net|gross|overall) )?(?:total|sum|amount (?:due|payable)|balance due|summe|gesamtbetrag|"
    r"gesamtsumme|rechnungsbetrag|montant total|importe total|totale)\b",
    re.IGNORECASE,
)
_ASKS_OWED = lazy_regex(
    r"\W*(?:and )?(?:how much|what)\b[^?]{0,60}?\b(?:owe[ds]?|pay|paid|charged?|bill(?:ed)?|invoiced?)\b", re.IGNORECASE
)
_OWED = frozenset(analyse("owe owes owed pay paid charge charged bill billed invoice invoiced"))


def with_totals(
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    weights: Mapping[str, float],
    titles: Sequence[frozenset[str]],
    counted: str = "",
) -> list[Evidence]:
    """The pieces; where a total is asked for, what sums up a document holds the word, and its items do not.

    An item whose cells the question says is what it asks for. Where the question has the number of a document that sums
    up, other documents have no total that is asked for; of what is counted, a total that it stands beside is.

    Args:
        pieces: All evidence.
        sources: What the pieces came from.
        weights: Weight of each question term.
        titles: Terms of the title of each source.
        counted: The term of what is counted, where it is asked how many there are.
    """
    asked = _TOTALS & weights.keys()
    if not asked:
        return [*pieces]
    summed = {piece.position for piece in pieces if sums_up(piece)}
    numbered = {place for place in summed if any(map(_has_digit, titles[place] & weights.keys()))}
    revisions = {sources[place]["revision_id"] for place in summed}
    others = summed - numbered if numbered else set[int]()
    counting = {place for place, source in enumerate(sources) if counted and counted in said_in(source)}
    others |= summed - counting if counting else set()

    def told(piece: Evidence) -> Evidence:
        if sums_up(piece) and piece.position not in others:
            return replace(piece, terms=piece.terms | asked | (_AMOUNT & weights.keys()))
        is_item = sources[piece.position]["revision_id"] in revisions and _is_item(piece, weights)
        return replace(piece, terms=piece.terms - asked) if is_item or sums_up(piece) else piece

    return [told(piece) for piece in pieces]


def with_sums_owed(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, asked: Set[str]
) -> list[Evidence]:
    """The pieces; where it is asked what somebody is owed, what sums up their bill holds the words that ask.

    All else that is asked, who sent it and of which month, stands above its items, or its file is called so. Of a total
    and what is left of it to pay it is the latter.

    Args:
        pieces: All evidence.
        sources: What the pieces came from.
        question: As it stands alone.
        asked: The terms of the question, but for light ones.
    """
    rest = asked - _OWED
    if not _ASKS_OWED.match(question) or not asked & _OWED or not rest:
        return [*pieces]
    sums = {place for place, piece in enumerate(pieces) if sums_up(piece) or _is_due(piece)}
    sums = {place for place in sums if rest <= _above_items(pieces, sources, pieces[place].position)}
    due = {pieces[place].position for place in sums if _is_due(pieces[place])}
    sums = {place for place in sums if pieces[place].position not in due or _is_due(pieces[place])}
    return [
        replace(piece, terms=piece.terms | asked & _OWED, about=piece.about | rest) if place in sums else piece
        for place, piece in enumerate(pieces)
    ]


def _is_due(piece: Evidence) -> bool:
    return not piece.is_heading and _DUE.match(piece.text) is not None and bool(numbers_in(piece.text))


def _above_items(pieces: Sequence[Evidence], sources: Sequence[Source], position: int) -> frozenset[str]:
    """The terms of what stands above the first row of a source, its names and its letterhead included."""
    source = sources[position]
    first = min((piece.start for piece in pieces if piece.position == position and piece.is_row), default=0)
    return frozenset(analyse(f"{names_in_words(source)} {source.get('head', '')} {source['content'][:first]}"))


def _has_digit(term: str) -> bool:
    return any(map(str.isdigit, term))


def sums_up(piece: Evidence) -> bool:
    """Whether a line tells the total of its document."""
    return not piece.is_heading and _SUMS_UP.match(piece.text) is not None and bool(numbers_in(piece.text))


def _is_item(piece: Evidence, weights: Mapping[str, float]) -> bool:
    return piece.is_row and bool(piece.header) and weights.keys().isdisjoint(analyse(piece.text))
