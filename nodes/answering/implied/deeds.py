"""When something was done, told by the day of the document that tells of it: the date of the invoice for a repair."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, in_words
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_ASKS_PAST = lazy_regex(
    r"\bwhen\b[^?.]{0,80}?\b(?:did|was|were|has|have|had|last)\b|\bwann (?:wurden?|war|hat|haben)\b", re.IGNORECASE
)
"""Of what is to come the day of a document tells nothing."""
_OF_DEED = lazy_regex(
    r"\b(?:invoices?|receipts?|(?:repair|service) report|delivery note|rechnung|quittung)\b",
    re.IGNORECASE,
)
"""What is written on the day on which something is done, or near it."""
_DATED = lazy_regex(r"\W*(?:[^\W\d_]+ ){0,2}?[^\W\d_]*(?:date|datum)\b(?! of birth)", re.IGNORECASE)
_BOUGHT = frozenset(analyse("buy bought purchase purchased gekauft"))
"""What was done with the items of an invoice, which say it not."""
_HEAD = 600
"""Characters at the top of a document in which its date stands."""


def day_of_deed(position: int, pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> Evidence | None:
    """The line with the date of the document of a source, where it is asked when something was done that it tells of.

    Only of an invoice, a receipt and the like: a contract speaks of other days than its own.
    """
    return _days(pieces, sources).get(sources[position]["document_id"]) if _ASKS_PAST.search(question) else None


def with_days_of_deeds(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces; where it is asked when something was done, those of an invoice and the like have the year of it.

    Its items were bought then.
    """
    days = _days(pieces, sources) if _ASKS_PAST.search(question) else {}
    if not days:
        return [*pieces]
    return [_of_day(piece, days.get(sources[piece.position]["document_id"])) for piece in pieces]


def _of_day(piece: Evidence, day: Evidence | None) -> Evidence:
    """A piece with the year of a day, unless it stands in the letterhead above that."""
    if day is None or (piece.position == day.position and piece.start < day.start):
        return piece
    terms = piece.terms | _BOUGHT if piece.is_row else piece.terms
    return replace(piece, terms=terms, years=piece.years | years_in(day.text))


def _days(pieces: Sequence[Evidence], sources: Sequence[Source]) -> Mapping[str, Evidence]:
    """The line with its date of each document of a deed, by the id of the document."""
    of_deeds = {place for place, source in enumerate(sources) if _OF_DEED.search(_called(source))}
    days: dict[str, Evidence] = {}
    for piece in pieces:
        source = sources[piece.position]
        is_head = piece.position in of_deeds and _is_at_the_top(piece, source)
        if is_head and _DATED.match(piece.text) and find_dates(piece.text):
            days.setdefault(source["document_id"], piece)
    return days


def _called(source: Source) -> str:
    return f"{heading_of(source)} {in_words(source['file_name'])}"


def _is_at_the_top(piece: Evidence, source: Source) -> bool:
    span = next(iter(source["spans"]), None)
    return span is not None and span["page"] <= 1 and span["start"] + piece.start <= _HEAD
