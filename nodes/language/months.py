"""Months as English writes them, for patterns; `nodes/language/periods.py` reads those of eight languages."""

from __future__ import annotations

MONTH_NAMES = "January|February|March|April|May|June|July|August|September|October|November|December"
OTHERS_THAN_MAY = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
"""Short or in full, in small letters: what "may" is not told by."""
