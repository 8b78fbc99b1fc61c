"""What kind of thing would answer a question, and how much of it is asked for.

Cue words are English, with the question words of a few other languages.
"""

from __future__ import annotations

import re
from typing import Literal

from nodes.domain.regexes import lazy_regex
from nodes.language import foreign_questions as foreign
from nodes.language.asked_terms import HOW_MUCH
from nodes.language.money import CURRENCIES
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse

AnswerKind = Literal["date", "number", "name", "place", "verdict", "reason", "manner", "other"]
Measure = Literal["duration", "money", "any"]

_HOW_MUCH = rf"how (?:{HOW_MUCH})|{foreign.HOW_MUCH}"
_AMOUNTS = (
    r"amount|number|percent(?:age)?|share|ratio|margin|rate|total|average|sum|cost|costs|price|"
    r"revenue|revenues|sales|"
    r"income|profit|loss|expense|expenses|budget|population|capacity|output|yield|size|height|length|"
    r"weight|speed|growth|change"
)
_SPANS = (
    r"(?:notice|warranty|guarantee|retention|cancellation|probation(?:ary)?|trial|waiting) (?:period|time)|duration"
)
_FEES = (
    "salary|wages?|rent|fee|fees|deposit|fine|penalty|premium|discount|excess|allowance|fare|interest rate|temperature"
)
PROCEEDS = (
    r"how much (?:do|does|did|will|would|can) (?:I|we|you|they|he|she|one) (?:get|receive|take|make|earn)"
    r"(?= (?:for|per|when|if|as|at|an?|each|every)\b|\W*$)|"
    r"(?:what|how much) (?:did|does|do|will|would) (?:[\w'’-]+ ){1,6}?bring in"
    r"(?= (?:in|for|at|on|per|this|last)\b|\W*$)|"
    r"how much (?:did|does|do|will|would) (?:[\w'’-]+ ){1,5}?(?:earn|charge)(?= (?:per|an?|each|every|for|in)\b|\W*$)"
)
"""What somebody is given, and what something brings in."""
PAYMENTS = (
    rf"what (?:{_FEES}|price|pay|sum|salary|bonus|tax|tariff) "
    r"(?:do|does|did|will|would|can|must|should|is|are|was|were|has|have|had)|"
    r"what(?:['’]s| is| are| was| were) (?:[\w'’&-]+ ){1,4}?"
    r"(?:charging|paying|earning|paid|owed|charged|asking for)(?! for\W*$)|"
    r"what (?:do|does|did|will|would) (?:[\w'’&-]+ ){1,5}?(?:get paid|earn|owe)"
)
"""What somebody is paid or charges: "What's Vik charging for it?"."""
_BARE_FEE = (
    r"\A\W*(?:the |my |our )?(?:(?!(?:what|which|who|how|why|when|where|list|compare|all|no|is|are|was|were|"
    r"do|does|did)\b)"
    r"[\w'’-]{1,30} ){0,4}?(?:price|cost|fee|rent|deposit|fare|salary)"
    r"(?:(?= (?:of|for|per|in) (?!all\b|each\b|every))|(?= ?\??\s*\Z)|"
    r"(?=(?: (?!(?:what|which|who|how|why|when|where|is|are|was|were|do|does|did|has|have|can|policy|rules?|list|terms|"
    r"table|analysis|comparison|breakdown|structure|code|changes?|changed|increases?|increased|rises?)\b)"
    r"[\w'’-]{1,30}){1,4}\s*\??\s*\Z))"
)
"""A few words that name a sum, as they are typed into a search box: "adoption fee adult dog"."""
_CODES = r"pin|pass ?code|(?:access|door|gate|safe|entry|alarm|zip|postal|dialling) code"
_CURRENCY = rf"(?:u\.?s\.? )?(?:dollars?|euros?|pounds?|francs?|yen|[$€£¥]|{CURRENCIES})"
_WHAT_TIME = (
    r"what time(?! (?:zone|period|frame|span|limit|series|constant|step|of (?:the )?year))|"
    r"um wie ?viel Uhr|à quelle heure|a qué hora"
)
_WHAT_CAUSE = (
    r"what(?: is| was| are| were|['’]s) (?:the |its |their )(?:[\w-]+ ){0,2}?(?:causes?|reasons?)"
    r"(?= (?:of(?! death)|for|behind|why|that)\b|\W*$)"
)
"""A cause of death is a fact, told in a word or two."""
_CONDITION = lazy_regex(
    r"\W*when (?:is|are|does|do|can|may|must|should) an? (?![^?]*\b(?:next|this|last|(?:19|20)\d\d)\b)", re.IGNORECASE
)
_TIME_OF_DAY = lazy_regex(rf"\b(?:{_WHAT_TIME})\b", re.IGNORECASE)
_ANSWERS: tuple[tuple[AnswerKind, re.Pattern[str]], ...] = (
    (
        "date",
        lazy_regex(
            rf"\b(?:when|(?:what|which) (?:\w+ )?(?:year|date|day|month|century|decade)|"
            rf"{_WHAT_TIME}|"
            rf"what(?: is| was|['’]s) (?:the |his |her |its |their )?(?:\w+ )?(?:date|birthday)|{foreign.WHEN})\b|"
            rf"{foreign.EAST_ASIAN_WHEN}",
            re.IGNORECASE,
        ),
    ),
    (
        "reason",
        lazy_regex(
            rf"\b(?:why|what (?:caused|drove|led to)|{_WHAT_CAUSE}|warum|wieso|weshalb|pourquoi|por qu[eé]|почему|"
            r"perch[eé])\b",
            re.IGNORECASE,
        ),
    ),
    (
        "number",
        lazy_regex(
            rf"{_BARE_FEE}|"
            rf"\b(?:{_HOW_MUCH}|{PROCEEDS}|{PAYMENTS}|what (?:did|does|do|would|will) (?:[\w'’-]+ ){{1,6}}?(?:cost|"
            r"charge(?!s? (?:\w+ )?with)|spend|pay(?! attention))|"
            r"what(?: was| is| were| are|['’]s)? (?:(?:the|my|our|his|her|their) (?:[\w-]+ ){0,3}?"
            rf"(?:{_AMOUNTS}|{_FEES}|{_SPANS}|{_CODES})|(?:[\w.-]+ ){{0,3}}[\w.-]+['’]s? (?:{_FEES}|{_CODES})))\b|"
            rf"{foreign.EAST_ASIAN_HOW_MUCH}",
            re.IGNORECASE,
        ),
    ),
    (
        "name",
        lazy_regex(rf"\b(?:who|whom|whose|{foreign.WHO})\b|{foreign.EAST_ASIAN_WHO}", re.IGNORECASE),
    ),
    (
        "place",
        lazy_regex(
            r"\b(?:where|(?:what|which) (?:\w+ ){0,2}?(?:city|town|country|state|place|village|region|"
            r"county|province|island)|what(?: is| was|['’]s) (?:the |his |her |its |their )?(?:place of|birthplace)|"
            rf"{foreign.WHERE})\b|{foreign.EAST_ASIAN_WHERE}",
            re.IGNORECASE,
        ),
    ),
    ("manner", lazy_regex(r"\b(?:how|wie|comment|c[oó]mo|как|come)\b", re.IGNORECASE)),
)
_DURATION = lazy_regex(rf"\b(?:how (?:long|soon|quickly)|{_SPANS}|{foreign.HOW_LONG})\b", re.IGNORECASE)
_MONEY = lazy_regex(
    r"\b(?:costs?|prices?|priced|pay|pays|paid|paying|fees?|charges?|charged|charging|salary|salaries|wages?|rent|budget|spen[dt]|worth|"
    r"deposit|fines?|penalty|refund(?:ed)?|donat(?:e|ed|ion)|expensive|owe[ds]?|earn(?:s|ed|ing)?|"
    r"how much money|how much (?:is|are|was|were) (?:an?|one|each)|how many (?:dollars|euros|pounds|francs|yen)|"
    rf"{PROCEEDS}|{foreign.MONEY})\b",
    re.IGNORECASE,
)
_VERDICT = lazy_regex(
    r"^(?!was kost)(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b"
    r"(?!.*\bor\b.*\?)",
    re.IGNORECASE,
)
_PREPOSITION_BEFORE = lazy_regex(
    r"\b(?:and|but|or|by|with|to|of|from|in|at|for|is|was|are|were|named|called|after|until|till|since)$", re.IGNORECASE
)
_LONGEST_PREPOSITION = 8
"""With what stands before it; what is further ahead need not be looked at for every word that asks."""
_ASKED_THEN = lazy_regex(
    r",\s+(?:what|how|which|who|where|can|do|does|is|are|should|must|may|will|would)\b", re.IGNORECASE
)
"""Behind a clause that says when: "When I leave, should I call?"."""
_OF_A_TIME = lazy_regex(r"\s+[a-z-]{2,}ing\b(?!\s+(?:is|are|was|were)\b)", re.IGNORECASE)
""""When backing up a disk" says when, and asks nothing."""
_BEHIND_WHAT = lazy_regex(
    r"\b(?:what|which)(?:\s+of\s+the|\s+(?:kinds?|sorts?|types?)\s+of)?\s+((?:[^\W\d_][\w'’-]*\s*){1,5})",
    re.IGNORECASE,
)
_ASKS_AMOUNT = lazy_regex(
    rf"%|(?<!\w)(?:how much|how many|{_AMOUNTS}|{foreign.HOW_MUCH}|"
    rf"eps|ebitda|dividends?|assets|liabilities|"
    rf"in {_CURRENCY}|in (?:{_CURRENCY} )?(?:thousand|million|billion)s?)(?!\w)",
    re.IGNORECASE,
)
"""The unit in which an answer is wanted tells of an amount as well."""
_ASKS_COUNT = lazy_regex(
    r"\b(?:how many|wie ?viele|combien d[e'’]|cu[aá]nt[ao]s|quant[ieao]s?|hoeveel|сколько)\b", re.IGNORECASE
)
_SEVERAL = lazy_regex(
    r"\b(?:list|name|enumerate) (?:all|the|every|each)\b|^\W*(?:list|all)\b|"
    r"\bwhat (?:are|were) (?:(?:the|all|our|my|your|their) )?(?:[a-z-]+ ){0,2}?[a-z]{3,}[a-rt-z]s\b(?<!is)(?<!us)|"
    r"\b(?:what|which) (?:[a-z-]+ ){0,2}?[a-z]{3,}[a-rt-z]s (?:are|were|do|does|did|have|had|can|could|must|should|"
    r"shall|may|might|will|would|apply|belong|count|exist|need|get|got)\b|"
    r"^\W*which [a-z-]{3,}[a-rt-z]s (?<!is )(?<!us )(?!of\b)[a-z]+(?<!s)\b(?! of\b)",
    re.IGNORECASE,
)
_DETAIL = lazy_regex(
    r"\b(?:in (?:full |more |great |some )?detail|detailed|thorough(?:ly)?|in[- ]depth|"
    r"comprehensive(?:ly)?|elaborate|step[- ]by[- ]step|"
    r"exhaustive(?:ly)?|everything|all the details|at length|ausführlich|en détail|en detalle|подробно)\b",
    re.IGNORECASE,
)


def answer_kind(question: str) -> AnswerKind:
    """The kind of thing that would answer; a verdict is a yes or no."""
    if _VERDICT.match(question.strip()):
        return "verdict"
    if asks_condition(question):
        return "other"
    found = [
        (match.start(), order, kind)
        for order, (kind, cue) in enumerate(_ANSWERS)
        for match in cue.finditer(question)
        if _interrogates(question, match.start(), match.end())
    ]
    return min(found)[2] if found else "other"


def asks_condition(question: str) -> bool:
    """Whether it is asked under which condition something is so of any of its kind: "When is a household poor?"."""
    return _CONDITION.match(question) is not None


def asks_time_of_day(question: str) -> bool:
    """Whether an hour is asked for: "At what time"."""
    return _TIME_OF_DAY.search(question) is not None


def asked_measure(question: str) -> Measure:
    """What a number that is asked for measures, where the question says it."""
    if _DURATION.search(question):
        return "duration"
    return "money" if _MONEY.search(question) else "any"


def _interrogates(question: str, start: int, end: int) -> bool:
    """Whether a question word asks, rather than joins a relative clause or a condition to the question."""
    word = question[start:end].lower()
    if word.startswith(("what", "which", "how")):
        return True
    before, after = question[:start].rstrip(), question[end:]
    if not before or before[-1] in ".?!:;,":
        return not (word == "when" and (_OF_A_TIME.match(after) or _ASKED_THEN.search(after)))
    if word == "when" and _OF_A_TIME.match(after):
        return False
    led = _PREPOSITION_BEFORE.search(before, max(0, len(before) - _LONGEST_PREPOSITION))
    return led is not None or len(after.split(maxsplit=1)) <= 1


def focus_terms(question: str) -> list[str]:
    """Terms of the noun after what or which ("what recurring character" -> recur, charact): at most three."""
    found = _BEHIND_WHAT.search(question)
    if not found:
        return []
    words: list[str] = []
    for word in found.group(1).split():
        if word.lower() in STOP_WORDS:
            break
        words.append(word)
    return analyse(" ".join(words[:3]))


def asks_several(question: str) -> bool:
    """Whether several things are asked for: a list, or a plural after what or which."""
    return _SEVERAL.search(question) is not None


def asks_amount(question: str) -> bool:
    """Whether an amount, a ratio or a change is asked for."""
    return _ASKS_AMOUNT.search(question) is not None


def asks_count(question: str) -> bool:
    """Whether it is asked how many there are of something: texts say that, and financial statements do not."""
    return _ASKS_COUNT.search(question) is not None


def asks_detail(question: str) -> bool:
    """Whether the user asks for detail."""
    return _DETAIL.search(question) is not None
