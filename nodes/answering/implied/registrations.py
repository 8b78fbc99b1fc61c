"""Numbers under which somebody or something is registered: a VAT number has digits that are no price and no day."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES, MONEY_WORDS
from nodes.language.months import MONTH_NAMES

_ASKS = lazy_regex(
    r"\b(?:what|which)(?: is| was| are|['’]s)? [^?]{0,60}?\b(?:VAT|tax|registration|register|account|serial|licen[cs]e|"
    r"passport|customer|membership|insurance|policy|company|charity|chassis|IBAN|bank) (?:numbers?|no|nr|id)\b",
    re.IGNORECASE,
)
_OTHER = lazy_regex(
    rf"(?:[$€£¥]|\b(?:{CURRENCIES}))\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:[$€£¥%]|(?:per ?cent|{CURRENCIES}|{MONEY_WORDS})\b)|"
    rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:{MONTH_NAMES})\b(?: \d{{4}})?|\b(?:{MONTH_NAMES}) \d[\d, ]*|"
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d\d\b",
    re.IGNORECASE,
)
"""Amounts, days, years and times."""
_REGISTERED = lazy_regex(r"(?<!\w)[A-Z]{0,6}[-/. ]?\d[\d./ -]*\d[\w./-]*", re.IGNORECASE)
_FEWEST_DIGITS = 3


def lacks_registration(pieces: Sequence[Evidence], question: str) -> bool:
    """Whether a question asks for the number by which somebody is registered, and no piece holds any such.

    "VAT included" is no VAT number, whatever stands beside it.

    Args:
        pieces: What is quoted.
        question: As it stands alone.
    """
    return _ASKS.search(question) is not None and not any(map(_holds_one, pieces))


def _holds_one(piece: Evidence) -> bool:
    text = _OTHER.sub("|", piece.text)
    return any(sum(map(str.isdigit, found)) >= _FEWEST_DIGITS for found in _REGISTERED.findall(text))
