"""What a question asks: its type, the kind of answer, what it compares, and whether its answer lies behind another.

Cue words are English, with the question words of a few other languages; a question without cues is `general`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from nodes.domain.chat import QueryType, SectionTarget
from nodes.language import foreign_questions as foreign
from nodes.language.asked_terms import HOW_MUCH
from nodes.language.comparisons import comparing_words, comparison_sides, ranks, repeats_its_preposition
from nodes.language.entities import names_in
from nodes.language.money import CURRENCIES
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse
from nodes.language.wholes import asks_for_whole

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
_CODES = r"pin|pass ?code|(?:access|door|gate|safe|entry|alarm|zip|postal|dialling) code"
_CURRENCY = rf"(?:u\.?s\.? )?(?:dollars?|euros?|pounds?|francs?|yen|[$€£¥]|{CURRENCIES})"
_ANSWERS: tuple[tuple[AnswerKind, re.Pattern[str]], ...] = (
    (
        "date",
        re.compile(
            rf"\b(?:when|(?:what|which) (?:\w+ )?(?:year|date|day|month|century|decade)|"
            rf"what(?: is| was|['’]s) (?:the |his |her |its |their )?(?:\w+ )?(?:date|birthday)|{foreign.WHEN})\b|"
            rf"{foreign.EAST_ASIAN_WHEN}",
            re.IGNORECASE,
        ),
    ),
    (
        "number",
        re.compile(
            rf"\b(?:{_HOW_MUCH}|what (?:did|does|do|would|will) (?:[\w'’-]+ ){{1,6}}?(?:cost|"
            r"charge(?!s? (?:\w+ )?with)|spend|pay(?! attention))|"
            r"what(?: was| is| were| are|['’]s)? (?:(?:the|my|our|his|her|their) (?:[\w-]+ ){0,3}?"
            rf"(?:{_AMOUNTS}|{_FEES}|{_SPANS}|{_CODES})|(?:[\w.-]+ ){{0,3}}[\w.-]+['’]s? (?:{_FEES}|{_CODES})))\b|"
            rf"{foreign.EAST_ASIAN_HOW_MUCH}",
            re.IGNORECASE,
        ),
    ),
    (
        "name",
        re.compile(rf"\b(?:who|whom|whose|{foreign.WHO})\b|{foreign.EAST_ASIAN_WHO}", re.IGNORECASE),
    ),
    (
        "place",
        re.compile(
            r"\b(?:where|(?:what|which) (?:\w+ ){0,2}?(?:city|town|country|state|place|village|region|"
            r"county|province|island)|what(?: is| was|['’]s) (?:the |his |her |its |their )?(?:place of|birthplace)|"
            rf"{foreign.WHERE})\b|{foreign.EAST_ASIAN_WHERE}",
            re.IGNORECASE,
        ),
    ),
    (
        "reason",
        re.compile(
            r"\b(?:why|what (?:caused|drove|led to)|warum|wieso|weshalb|pourquoi|por qu[eé]|почему|"
            r"perch[eé])\b",
            re.IGNORECASE,
        ),
    ),
    ("manner", re.compile(r"\b(?:how|wie|comment|c[oó]mo|как|come)\b", re.IGNORECASE)),
)
_DURATION = re.compile(rf"\b(?:how (?:long|soon|quickly)|{_SPANS}|{foreign.HOW_LONG})\b", re.IGNORECASE)
_MONEY = re.compile(
    r"\b(?:costs?|prices?|priced|pay|pays|paid|fees?|charges?|charged|salary|salaries|wages?|rent|budget|spen[dt]|worth|"
    r"deposit|fines?|penalty|refund(?:ed)?|donat(?:e|ed|ion)|expensive|owe[ds]?|earn(?:s|ed)?|"
    r"how much money|how many (?:dollars|euros|pounds|francs|yen)|"
    rf"{foreign.MONEY})\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"^(?!was kost)(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b"
    r"(?!.*\bor\b.*\?)",
    re.IGNORECASE,
)
_PREPOSITION_BEFORE = re.compile(
    r"\b(?:and|but|or|by|with|to|of|from|in|at|for|is|was|are|were|named|called|after|until|till|since)$", re.IGNORECASE
)
_LONGEST_PREPOSITION = 8
"""With what stands before it; what is further ahead need not be looked at for every word that asks."""
_ASKED_THEN = re.compile(
    r",\s+(?:what|how|which|who|where|can|do|does|is|are|should|must|may|will|would)\b", re.IGNORECASE
)
"""Behind a clause that says when: "When I leave, should I call?"."""
_OF_A_TIME = re.compile(r"\s+[a-z-]{2,}ing\b(?!\s+(?:is|are|was|were)\b)", re.IGNORECASE)
""""When backing up a disk" says when, and asks nothing."""
_BEHIND_WHAT = re.compile(
    r"\b(?:what|which)(?:\s+of\s+the|\s+(?:kinds?|sorts?|types?)\s+of)?\s+((?:[^\W\d_][\w'’-]*\s*){1,5})",
    re.IGNORECASE,
)
_ASKS_AMOUNT = re.compile(
    rf"%|(?<!\w)(?:how much|how many|{_AMOUNTS}|{foreign.HOW_MUCH}|"
    rf"eps|ebitda|dividends?|assets|liabilities|"
    rf"in {_CURRENCY}|in (?:{_CURRENCY} )?(?:thousand|million|billion)s?)(?!\w)",
    re.IGNORECASE,
)
"""The unit in which an answer is wanted tells of an amount as well."""
_ASKS_COUNT = re.compile(
    r"\b(?:how many|wie ?viele|combien d[e'’]|cu[aá]nt[ao]s|quant[ieao]s?|hoeveel|сколько)\b", re.IGNORECASE
)
_WHO_IS_THE = re.compile(
    r"\bwho (?:is|was|are|were) (?:the |an? |our |its |your |their )?(?:current |present |new |former )?"
    r"(?P<role>[a-z][\w’'-]*(?: [\w’'-]+){1,5}?)(?= (?:of|at|in|for|to|on|by)\b|\s*\?|$)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:list|name|enumerate) (?:all|the|every|each)\b|^\W*(?:list|all)\b|"
    r"\bwhat (?:are|were) (?:(?:the|all|our|my|your|their) )?(?:[a-z-]+ ){0,2}?[a-z]{3,}[a-rt-z]s\b(?<!is)(?<!us)|"
    r"\b(?:what|which) (?:[a-z-]+ ){0,2}?[a-z]{3,}[a-rt-z]s (?:are|were|do|does|did|have|had|can|could|must|should|"
    r"shall|may|might|will|would|apply|belong|count|exist|need|get|got)\b|"
    r"^\W*which [a-z-]{3,}[a-rt-z]s (?<!is )(?<!us )(?!of\b)[a-z]+(?<!s)\b(?! of\b)",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"\b(?:in (?:full |more |great |some )?detail|detailed|thorough(?:ly)?|in[- ]depth|"
    r"comprehensive(?:ly)?|elaborate|step[- ]by[- ]step|"
    r"exhaustive(?:ly)?|everything|all the details|at length|ausführlich|en détail|en detalle|подробно)\b",
    re.IGNORECASE,
)
_SECTIONS: tuple[tuple[SectionTarget, re.Pattern[str]], ...] = (
    ("abstract", re.compile(r"\b(?:abstract|summary|overview)\b", re.IGNORECASE)),
    (
        "methods",
        re.compile(r"\b(?:method(?:s|ology)?|approach(?:es)?|implementation|procedures?|techniques?)\b", re.IGNORECASE),
    ),
    ("results", re.compile(r"\b(?:results?|findings?|data|analysis|measurements?|performance)\b", re.IGNORECASE)),
    ("claims", re.compile(r"\b(?:(?:patent )?claims?|invention)\b", re.IGNORECASE)),
    ("conclusion", re.compile(r"\b(?:conclusions?|discussion|implications?|future work)\b", re.IGNORECASE)),
    ("technical", re.compile(r"\b(?:specifications?|technical details?|parameters?|formulas?)\b", re.IGNORECASE)),
)
_SECTION_NAMES = (
    r"(?:abstract|summary|introduction|methods?|methodology|results|findings|claims?|conclusions?|"
    r"discussion|specifications?)"
)
_SECTION_AS_SUCH = re.compile(
    rf"\b(?:in|from|of|per|according to|see) (?:the|its|their) {_SECTION_NAMES}\b|"
    rf"\b{_SECTION_NAMES} sections?\b|\bpatent claims?\b",
    re.IGNORECASE,
)
_ROLE = (
    r"(?:(?:step|grand|god|half-?)?(?:mother|father|parents?|brother|sister|son|daughter|children|"
    r"child)(?:-in-law)?|husband|wife|spouse|"
    r"sibling|uncle|aunt|cousin|nephew|niece|director|author|writer|composer|performer|singer|"
    r"actor|actress|star|founder|co-?founder|"
    r"creator|producer|designer|developer|inventor|editor|owner|chair(?:man|woman|person)?|"
    r"president|chief executive|ceo|cto|cfo|head|leader|manager|"
    r"supplier|manufacturer|maker|publisher|operator|parent company|subsidiary|contractor|partner|"
    r"employer|predecessor|successor|coach|teacher|supervisor)"
)
_NESTED_POSSESSIVE = re.compile(rf"['’]s? (?:\w+ ){{0,2}}?{_ROLE}(?:['’]s?|s['’])? (?!\?)\w+", re.IGNORECASE)
_TWO_POSSESSIVES = re.compile(r"['’]s? (?:[\w-]+ ){1,3}?[\w-]+['’]s? ", re.IGNORECASE)
_ROLE_OF = re.compile(
    rf"\b(?:the|a|its|whose|which) (?:[\w-]+ ){{0,2}}?{_ROLE}s? (?:of|for|behind|who|that|which|whose|born)\b",
    re.IGNORECASE,
)
_OF_ROLE_LAST = re.compile(rf"\bof [^,?]{{2,80}}['’]s? (?:[\w-]+ )?{_ROLE}\W*$", re.IGNORECASE)
_ROLE_ITSELF = re.compile(
    rf"^\W*(?:who|what|which) (?:is|was|were|are) (?:the )?(?:[\w-]+ ){{0,2}}?{_ROLE}s? (?:of|for|behind) [^,]*$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:the|an?|which|what) (?:[\w'’-]+ ){1,4}?(?:that|who|whom|whose|in which|for which|"
    r"where) (?!is\b|are\b)\w+|\bwhose\b(?! \w+\?)",
    re.IGNORECASE,
)
_GREETING = r"(?:hi|hello|hey|hallo|bonjour|hola|привет)"
THANKS = "thanks?|thank you|bye|goodbye|great|cool|nice|ok(?:ay)?|danke|merci|gracias|спасибо"
"""What a conversation ends with, for patterns."""
_CONVERSATION = re.compile(
    rf"^\W*(?:{_GREETING}|{THANKS}|good (?:morning|afternoon|evening|night)|how are you|"
    r"who are you|what can you do)"
    r"(?:[\s,.!'’]+(?:hi|there|thanks?|thank|you|your|very|so|such|much|many|a|lot|again|all|every(?:one|body|thing)|for|the|"
    r"this|that|it|is|was|helps?|helped|helping|helpful|answers?|friend|team|then|now|too|and|ok(?:ay)?|great|cool|nice|good|job|"
    r"work|one|today|doing|bye|schön|sehr|vielmals|beaucoup|bien|muchas|mucho|большое))*[\s.!?]*$"
    rf"|^\W*{_GREETING}[\s,]+[\w-]+[\s.!?]*$",
    re.IGNORECASE,
)
_PROCEDURE = re.compile(
    r"\b(?:how (?:do|can|should|would|could|must|may) (?:i|you|we|one|users?|someone|somebody)|"
    r"how to|(?:which|what)(?: are the)? steps|steps (?:to|for|of)|"
    r"(?:procedure|instructions|process) (?:to|for|of)|in (?:what|which) order|"
    r"(?<!who )(?<!was )(?<!were )(?<!been )(?<!is )set ?up|"
    r"wie (?:kann|soll|muss) (?:ich|man)|comment (?:faire|puis-je|peut-on)|cómo (?:puedo|se)|"
    r"как (?:мне|можно))\b",
    re.IGNORECASE,
)
_ANALYSIS = re.compile(
    r"\b(?:why|how (?:does|did|do|has|have|is|are|was|were|will|would)|explain|analy[sz]e|"
    r"analysis|evaluate|assess|impact|effects?|influence|"
    r"relat(?:e|es|ed|ionship)|causes?|caused|drove|drivers?|reasons?|implications?|trends?|"
    r"consequences?|trade-?offs?|advantages?|disadvantages?|"
    r"benefits?|warum|pourquoi|por qué|почему)\b",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"\b(?:who|whom|whose|when|where|which|what|how (?:much|many|old|long|far|tall|large|big|"
    rf"high)|{foreign.WHO}|{foreign.WHEN}|{foreign.WHERE}|{foreign.WHICH}|{foreign.HOW_MUCH})\b|"
    rf"{foreign.EAST_ASIAN_WHO}|{foreign.EAST_ASIAN_WHEN}|{foreign.EAST_ASIAN_WHERE}|{foreign.EAST_ASIAN_HOW_MUCH}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TypeDecision:
    """A query type with its reason: the words that decided."""

    query_type: QueryType
    reason: str
    confidence: float
    """0..1."""


def answer_kind(question: str) -> AnswerKind:
    """The kind of thing that would answer; a verdict is a yes or no."""
    if _VERDICT.match(question.strip()):
        return "verdict"
    found = [
        (match.start(), order, kind)
        for order, (kind, cue) in enumerate(_ANSWERS)
        for match in cue.finditer(question)
        if _interrogates(question, match.start(), match.end())
    ]
    return min(found)[2] if found else "other"


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


def asked_role(question: str) -> tuple[str, ...]:
    """The terms of the role that somebody is asked for by, "chief executive officer", in order; empty for one word."""
    found = _WHO_IS_THE.search(question)
    terms = tuple(analyse(found["role"])) if found else ()
    return terms if len(terms) > 1 else ()


def asks_detail(question: str) -> bool:
    """Whether the user asks for detail."""
    return _DETAIL.search(question) is not None


def target_sections(question: str) -> tuple[list[SectionTarget], float]:
    """The sections a question asks for, and how surely: 0.8 for each, 1 at most."""
    found = [section for section, pattern in _SECTIONS if pattern.search(question)]
    return found, min(0.8 * len(found), 1.0)


def names_section(question: str) -> bool:
    """Whether a section is spoken of as such ("in the abstract", "the results section"), not merely its word used."""
    return _SECTION_AS_SUCH.search(question) is not None


def is_multi_hop(question: str) -> bool:
    """Whether the thing asked about is itself described: nested possessives, a role of something, a relative clause."""
    text = question.strip()
    if any(found.search(text) for found in (_TWO_POSSESSIVES, _NESTED_POSSESSIVE, _OF_ROLE_LAST)):
        return True
    if _ROLE_OF.search(text) and not _ROLE_ITSELF.match(text):
        return True
    return _RELATIVE.search(text) is not None


def query_type(question: str) -> TypeDecision:
    """The type of a question by its cue words, the most telling first.

    Returns:
        The type, the words that decided and a confidence: 0.9 for a plain cue, 0.7 for a usual one, 0.4 for none.
    """
    text = question.strip()
    if _CONVERSATION.match(text):
        return TypeDecision("conversational", "small talk", 0.9)
    if whole := asks_for_whole(text):
        return TypeDecision("summary", f"asks for a summary: “{whole}”", 0.9)
    sides = comparison_sides(text)
    compares = comparing_words(text)
    apart = compares or ranks(text) or repeats_its_preposition(text)
    if sides and (apart or len(sides) > 2 or len(names_in(" ; ".join(sides))) > 1):
        named = "”, “".join(sides[:-1])
        return TypeDecision("comparison", f"compares “{named}” and “{sides[-1]}”", 0.9)
    if compares:
        return TypeDecision("comparison", f"compares: “{compares}”", 0.7)
    return _single_type(text)


def _single_type(text: str) -> TypeDecision:
    if cue := _PROCEDURE.search(text):
        return TypeDecision("procedural", f"asks how to do something: “{cue.group()}”", 0.9)
    if is_multi_hop(text):
        return TypeDecision("relational", "asks about something that is itself described", 0.7)
    if answer_kind(text) in {"date", "number", "name", "place"}:
        return TypeDecision("factual", f"asks for a {answer_kind(text)}", 0.8)
    if cue := _ANALYSIS.search(text):
        return TypeDecision("analytical", f"asks how things hang together: “{cue.group()}”", 0.7)
    if cue := _FACT.search(text):
        return TypeDecision("factual", f"asks for a fact: “{cue.group()}”", 0.6)
    return TypeDecision("general", "no cue of another type", 0.4)
