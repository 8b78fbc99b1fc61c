"""Corrections: what names the value that it puts right, and says in few other words what it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.disagreeing.changes import changed_from, changes_day, numbers_denied, words_in
from nodes.answering.disagreeing.told_apart import without_days
from nodes.answering.evidence.evidence import LEANS_BACK, Evidence, joined, place_of
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.answered_mails import parts_mails
from nodes.language.numbers import WRITTEN_OUT, numbers_in
from nodes.language.terms import analyse

_IN_BRACKETS = lazy_regex(r"\([^()]*\)")
_ERRATUM = lazy_regex(r"\b(?:errat(?:um|a)|corrigend(?:um|a)|corrections?)\b", re.IGNORECASE)
_NEAR = 3
"""Characters between two sentences of a paragraph."""


def corrects_row(later: Evidence, row: Evidence) -> bool:
    """Whether a piece says what a row has, and that it is not so: "the refund for R-12 was £430, not £340".

    It says the whole label of the row, and a word of what heads the value; if that is a year, this one.
    """
    label = frozenset(analyse(_IN_BRACKETS.sub(" ", row.label)))
    if not row.is_row or not label or not label <= later.terms:
        return False
    was = numbers_before(later)
    heads = row.header or ("",) * len(row.values)
    return any(
        not was.isdisjoint(numbers_in(value))
        and (years_in(head) <= later.years if years_in(head) else not head or not later.terms.isdisjoint(analyse(head)))
        for head, value in zip(heads, row.values, strict=False)
    )


def denies_figure(later: Evidence, row: Evidence) -> bool:
    """Whether a piece says that a value of a year in a row is not so.

    Which of the two counts, nobody knows: both are shown, see `nodes.answering.disagreeing.conflicts`.
    """
    denied = numbers_denied(later)
    return row.is_row and any(
        years_in(head) and not denied.isdisjoint(numbers_in(value))
        for head, value in zip(row.header, row.values, strict=False)
    )


def denies_number(later: Evidence, earlier: Evidence) -> bool:
    """Whether a piece gives a number of a sentence as what is not so: "at 45 days, not 60 as you asked".

    The sentence may write it out. The day of a month is no such number, unless a day is what is not so.
    """
    if earlier.is_row:
        return False
    written_out = {str(WRITTEN_OUT[word]) for word in words_in(earlier.text) if word in WRITTEN_OUT}
    said = earlier.numbers if changes_day(later) else numbers_in(without_days(earlier.text))
    return not numbers_before(later).isdisjoint(said | written_out)


def is_erratum(source: Source) -> bool:
    """Whether a document is called one that puts another right."""
    return _ERRATUM.search(names_in_words(source)) is not None


def numbers_before(later: Evidence) -> frozenset[str]:
    """The numbers that a piece says were, and are no longer: "not 60", "replaces the 7 %"."""
    return frozenset[str]().union(*map(numbers_in, changed_from(later)))


def stands_later(later: Evidence, earlier: Evidence, sources: Sequence[Source]) -> bool:
    """Whether one of two pieces of a document was said after the other: further down, or in a mail that answers it.

    Below a mail stands the one that it answers.
    """
    is_below = place_of(earlier, sources) < place_of(later, sources)
    upper, lower = (earlier, later) if is_below else (later, earlier)
    return is_below != parts_mails(_between(upper, lower, sources))


def _between(upper: Evidence, lower: Evidence, sources: Sequence[Source]) -> str:
    """What was read of a document between two pieces of it."""
    if upper.position == lower.position:
        return sources[upper.position]["content"][upper.end : lower.start]
    first, last = sources[upper.position], sources[lower.position]
    begin, end = (_begin(source) for source in (first, last))
    inside = [
        source["content"]
        for source in sorted(sources, key=_begin)
        if source["document_id"] == first["document_id"] and begin < _begin(source) < end
    ]
    return "\n".join([first["content"][upper.end :], *inside, last["content"][: lower.start]])


def _begin(source: Source) -> tuple[int, int]:
    spans = source["spans"]
    return (spans[0]["page"], spans[0]["start"]) if spans else (0, 0)


def with_what_is_now(piece: Evidence, pieces: Sequence[Evidence], source: Source) -> Evidence:
    """A sentence that tells but what was, together with the one before it that tells what is.

    "The discount is 8 %. This replaces the 7 % we had before."

    Args:
        piece: Any piece.
        pieces: All evidence.
        source: Of the piece.
    """
    was = numbers_before(piece)
    if piece.is_row or not was or piece.numbers - was or not LEANS_BACK.match(piece.text):
        return piece
    before = next(
        (
            each
            for each in pieces
            if each.position == piece.position
            and not (each.is_row or each.is_list)
            and 0 <= piece.start - each.end <= _NEAR
            and each.numbers - was
        ),
        None,
    )
    if before is None:
        return piece
    return joined(piece, before, piece, source)
