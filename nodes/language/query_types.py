"""The type of a question: small talk, summary, comparison, procedure, relation, fact, analysis or none of them.

Cue words are English, with the question words of a few other languages; a question without cues is `general`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from nodes.domain.chat import QueryType
from nodes.domain.regexes import lazy_regex
from nodes.language import foreign_questions as foreign
from nodes.language.asked_kinds import answer_kind
from nodes.language.asked_roles import is_multi_hop
from nodes.language.comparisons import comparing_words, comparison_sides, ranks, repeats_its_preposition
from nodes.language.entities import names_in
from nodes.language.wholes import asks_for_whole

_GREETING = r"(?:hi|hello|hey|hallo|bonjour|hola|привет)"
THANKS = "thanks?|thank you|bye|goodbye|great|cool|nice|ok(?:ay)?|danke|merci|gracias|спасибо"
"""What a conversation ends with, for patterns."""
_CONVERSATION = lazy_regex(
    rf"^\W*(?:{_GREETING}|{THANKS}|good (?:morning|afternoon|evening|night)|how are you|"
    r"who are you|what can you do)"
    r"(?:[\s,.!'’]+(?:hi|there|thanks?|thank|you|your|very|so|such|much|many|a|lot|again|all|every(?:one|body|thing)|for|the|"
    r"this|that|it|is|was|helps?|helped|helping|helpful|answers?|friend|team|then|now|too|and|ok(?:ay)?|great|cool|nice|good|job|"
    r"work|one|today|doing|bye|schön|sehr|vielmals|beaucoup|bien|muchas|mucho|большое))*[\s.!?]*$"
    rf"|^\W*{_GREETING}[\s,]+[\w-]+[\s.!?]*$",
    re.IGNORECASE,
)
_PROCEDURE = lazy_regex(
    r"\b(?:how (?:do|can|should|would|could|must|may) (?:i|you|we|one|users?|someone|somebody)|"
    r"how to|(?:which|what)(?: are the)? steps|steps (?:to|for|of)|"
    r"(?:procedure|instructions|process) (?:to|for|of)|in (?:what|which) order|"
    r"(?<!who )(?<!was )(?<!were )(?<!been )(?<!is )set ?up|"
    r"wie (?:kann|soll|muss) (?:ich|man)|comment (?:faire|puis-je|peut-on)|cómo (?:puedo|se)|"
    r"как (?:мне|можно))\b",
    re.IGNORECASE,
)
_ANALYSIS = lazy_regex(
    r"\b(?:why|how (?:does|did|do|has|have|is|are|was|were|will|would)|explain|analy[sz]e|"
    r"analysis|evaluate|assess|impact|effects?|influence|"
    r"relat(?:e|es|ed|ionship)|causes?|caused|drove|drivers?|reasons?|implications?|trends?|"
    r"consequences?|trade-?offs?|advantages?|disadvantages?|"
    r"benefits?|warum|pourquoi|por qué|почему)\b",
    re.IGNORECASE,
)
_FACT = lazy_regex(
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
