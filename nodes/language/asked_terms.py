"""What a question asks for, in terms: what is searched, without words that only ask for a kind of answer."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language import foreign_questions as foreign
from nodes.language.instructions import without_instructions
from nodes.language.money import CURRENCIES
from nodes.language.months import OTHERS_THAN_MAY
from nodes.language.newest import without_newest
from nodes.language.query_terms import query_terms
from nodes.language.terms import stem

HOW_MUCH = (
    "much|many|long|often|soon|far|fast|quickly|large|big|small|high|tall|deep|wide|thick|heavy|old|hot|cold|warm|loud|"
    "bright|expensive"
)
"""What asks for a number behind "how", for patterns."""
_ASKING = lazy_regex(
    rf"\b(how) (?:{HOW_MUCH}|early|late|strong|likely)\b|\b(?:means?|happen(?:s|ed)?)\b|"
    r"\b(?:total )?number(?= of\b)|"
    r"\b(?:dozens|tons|loads|lots|heaps|plenty|an? (?:whole )?(?:bunch|couple|lot|ton))(?= of\b)|"
    r"\b(?:some|any)(?:body|one)\b|(?-i:\b(?:some|any)thing\b)|"
    r"\b(?:(?:high|large|big|long|good|strong|wide|old) )?enough\b|"
    rf"\bin (?:US )?(?:euros?|dollars?|pounds?|francs?|{CURRENCIES})\b|"
    r"\b(?:by|from|on|until) (?:which|what) (?:date|day)\b|\bat (?:least|most)\b|"
    r"(?-i:\b(?:today|now|currently|nowadays|at present|at the moment|these days|heute|derzeit|zurzeit|momentan|"
    r"aktuell|versus|vs)\b)|"
    rf"\b(?:{foreign.MEASURED}|wie ?viele?|{foreign.WHAT_IT_IS_CALLED}|{foreign.WHAT_IT_COSTS}|{foreign.WHERE_IT_IS}|"
    rf"{foreign.WHETHER})(?!\w)",
    re.IGNORECASE,
)
"""Words that ask for an amount, a measure, a meaning, an event or the present state; what answers has others."""
MEASURED = {
    "heavy": "weight",
    "loud": "noise",
    "tall": "height",
    "wide": "width",
    "deep": "depth",
    "hot": "temperature",
    "cold": "temperature",
    "warm": "temperature",
    "expensive": "price",
}
"""What a text calls that of which a question asks how much there is, where that is sure: "high" may be of anything."""
PRESENT_TERMS = frozenset(
    stem(word)
    for word in [
        "current",
        "currently",
        "present",
        "presently",
        "aktuell",
        "aktuelle",
        "aktuellen",
        "derzeitige",
        "jetzige",
    ]
)
"""Terms that may ask for the present state, and may be a thing of their own: "current assets"."""
_MONTH = rf"(?:{OTHERS_THAN_MAY}|may)"
_ORDINAL_DAY = lazy_regex(
    rf"\b({_MONTH}\.? (?:the )?\d{{1,2}})(?:st|nd|rd|th)\b|\b(\d{{1,2}})(?:st|nd|rd|th)(?= (?:of )?{_MONTH}\b)",
    re.IGNORECASE,
)
_FISCAL_YEAR = lazy_regex(r"\b(?:FY|CY)\s?((?:20)?\d{2})(?:Q[1-4])?\b", re.IGNORECASE)


def asked_terms(question: str) -> list[str]:
    """Distinct terms of what a question is about, in order; none of what it tells whoever answers.

    "FY2021" is read as the year that documents write out, and "September 27th" as "September 27".
    """
    question = without_newest(without_instructions(question) or question)
    question = _ORDINAL_DAY.sub(r"\1\2", _ASKING.sub(_asked, question))
    return query_terms(_FISCAL_YEAR.sub(lambda match: f"20{match.group(1)[-2:]}", question))


def _asked(found: re.Match[str]) -> str:
    """What stays of words that ask: "how much" is "how", "how heavy" the weight."""
    word = found.group().rpartition(" ")[2].lower()
    return f"{found[1]} {MEASURED.get(word, '')}" if found[1] else ""
