"""Mastheads and letterheads: a line without a verb at the head of a document says where it stands, and tells nothing.

"Journal of Crop Studies 12 (2019), 45-51" has the word "studies", and is no answer to what a study found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.attendance import names_those_there
from nodes.answering.implied.authorship import is_signature
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.firms import LEGAL_FORMS
from nodes.language.money import CURRENCIES
from nodes.language.periods import find_dates
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse

_NEAR_THE_TOP = 400
"""Characters of a document that are its head."""
_TOLD_THERE = frozenset({"date", "place", "name"})
"""Kinds of answers that the head of a document may give: when, where and by whom it was published."""
_ENDS = lazy_regex(r"[.!?:;…。！？][\"'”’)\]*_]*\s*$")
_LABELLED = lazy_regex(r":\s")
_ROLE = lazy_regex(r"\A\W*+[^\W\d_][\w-]*+(?: [^\W\d_][\w-]*+){0,2}: (?=[A-ZÀ-ÖØ-Þ])")
"""What stands before the names of those who hold it: "Secretary: "."""
_ABBREVIATED = lazy_regex(r"\b(?:[A-Z]|Inc|Ltd|Co|Corp|plc|GmbH|[a-z]\.[a-z]|S\.r\.l|p\.m|a\.m)\.$")
_AMOUNT = lazy_regex(rf"[$€£¥%]|\b(?:{CURRENCIES})\b")
_WORD = lazy_regex(r"[^\W\d_]{3,}")
_BARE_WORD = lazy_regex(r"[^\W\d_]+[,.]?")
"""A name alone, as below a mail."""
_BULLETS = ("-", "*", "•", "+")
_FEWEST_WORDS = 2
"""Of a masthead: one word may be an item of a list, or call a number."""
_LEAST_CAPITAL = 0.75
"""Share of its words, function words apart, that a capital opens: a sentence has hardly more than its names.

At .56 three of 165 answers change, at 1 none.
"""
_LEGAL_FORM = lazy_regex(rf"\b(?:{LEGAL_FORMS})(?!\w)", re.IGNORECASE)

_ASKS_DOING = lazy_regex(
    r"\W*what (?:did|does|do|has|have|had|will|would|should|must) (?!.{0,200}\bdo\W*$)", re.IGNORECASE
)
"""What somebody does at all, their signature may tell."""
_ASKS_SPAN = lazy_regex(r"\b(?:(?:until|till|since|from) when|how (?:long|often)|bis wann|seit wann)\b", re.IGNORECASE)


def is_near_the_top(piece: Evidence, source: Source) -> bool:
    """Whether a piece begins among the first characters of its document."""
    span = next(iter(source["spans"]), None)
    return span is not None and span["page"] <= 1 and span["start"] + piece.start <= _NEAR_THE_TOP


def without_mastheads(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """The pieces without the lines at the head of a document that state nothing.

    Where it is asked when, where or by whom, such a line may tell it, but not until when something lasts. One of which
    the question says all tells nothing anywhere, nor does a signature tell what somebody did.

    Args:
        pieces: All evidence, by source and place.
        sources: What it came from.
        facts: What is read of the question.
    """
    wanted = facts.wanted
    may_tell = wanted.kind in _TOLD_THERE or wanted.measure == "duration"
    may_tell = may_tell or wanted.asks_contact or bool(wanted.asks_attendance)
    does, spans = _ASKS_DOING.match(facts.question) is not None, _ASKS_SPAN.search(facts.question) is not None
    return [
        piece
        for piece in pieces
        if not (
            (_is_said(piece, facts) and not _is_item(piece, sources[piece.position]))
            or (does and not piece.is_row and is_signature(piece.text))
            or (spans and is_near_the_top(piece, sources[piece.position]) and _is_dateline(piece))
            or (
                not may_tell
                and is_near_the_top(piece, sources[piece.position])
                and _tells_nothing(piece, facts)
                and not _is_item(piece, sources[piece.position])
            )
        )
    ]


def _is_item(piece: Evidence, source: Source) -> bool:
    """Whether a piece is an item of a list, as skills and languages are at the head of a curriculum vitae."""
    line = source["content"][: piece.start].rpartition("\n")[2]
    return line.strip() in _BULLETS or piece.text.startswith(_BULLETS)


def _tells_nothing(piece: Evidence, facts: Facts) -> bool:
    """Whether a line states nothing, or only names those who hold a role, of whom the question has no word.

    Nor does who was at a meeting tell what they said there, whoever is named in the question.
    """
    if piece.is_row or piece.is_list or piece.is_heading:
        return False
    if facts.wanted.kind == "other" and names_those_there(piece.text):
        return True
    rest = _ROLE.sub("", piece.text).rstrip(" .")
    is_of_role = rest != piece.text.rstrip(" .") and piece.terms.isdisjoint(facts.weights)
    return _states_nothing(rest if is_of_role else piece.text)


def is_line_of_names(text: str) -> bool:
    """Whether a text is but names, numbers and dates, perhaps behind a role and before a full stop."""
    return _states_nothing(_ROLE.sub("", text).rstrip().removesuffix("."))


def _is_dateline(piece: Evidence) -> bool:
    """Whether a piece is but a place and the day on which something was written there."""
    return not piece.is_row and is_line_of_names(piece.text) and bool(find_dates(piece.text))


def _states_nothing(text: str) -> bool:
    """Whether a text is but names, numbers and dates: it ends as no sentence does, and nearly all has capitals."""
    text = _LEGAL_FORM.sub(" ", text).strip()
    if _LABELLED.search(text) or _AMOUNT.search(text) or (_ENDS.search(text) and not _ABBREVIATED.search(text)):
        return False
    words = [word for word in _WORD.findall(text) if word.lower() not in STOP_WORDS]
    return len(words) >= _FEWEST_WORDS and sum(word[0].isupper() for word in words) >= _LEAST_CAPITAL * len(words)


def _is_said(piece: Evidence, facts: Facts) -> bool:
    """Whether the question says all that a line of names does, the legal form of a firm apart."""
    is_bare = _BARE_WORD.fullmatch(piece.text) is not None or _states_nothing(piece.text)
    if piece.is_row or piece.is_list or piece.is_heading or not is_bare:
        return False
    return facts.weights.keys() >= frozenset(analyse(_LEGAL_FORM.sub(" ", piece.text)))
