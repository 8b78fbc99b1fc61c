"""What a question says about the answer and not about its subject: form, length, sources, politeness.

Such phrases match passages that have nothing to do with the question: "in bullet points" finds the page about lists.
Only what speaks to an answerer goes; "the sentence of the court" and "Summary of Significant Accounting Policies" are
subjects, and stay. Beside a question a whole sentence goes where each of its words is of answering; within the question
it takes a phrase that nothing else is said with.
"""

from __future__ import annotations

import re
from functools import lru_cache

from nodes.domain.regexes import lazy_regex
from nodes.language.sentences import sentence_spans
from nodes.language.stopwords import ANSWERING_WORDS
from nodes.language.terms import terms_of, tokens

_MANNER = r"(?:very )?(?:short|brief|quick|concise|simple|clear|detailed|full|complete|comprehensive|thorough)"
_NUMBER = r"(?:an?|one|two|three|four|five|six|ten|a few|a couple of|few|\d{1,3})"
_SOME = rf"(?:(?:at most|no more than|only|just|about) )?{_NUMBER}(?:(?: or | to |-){_NUMBER})?"
_UNIT = r"(?:words?|sentences?|paragraphs?|lines?|bullet points?|bullets)"
_FORM = (
    r"(?:bullet(?:ed)? (?:points?|lists?)|bullets|prose|markdown|plain (?:English|language|words)|detail|short|brief)"
)
_SOURCES = r"(?:(?:all|any|the|your|its) )*(?:sources?|references?|citations?|page numbers?)"
_ANSWER = r"(?:summary|overview|explanation|description|answer|outline)"
_PERSON = (
    r"(?:accountant|adviser|advisor|agent|analyst|assistant|auditor|banker|consultant|economist|editor|engineer|expert|"
    r"historian|investor|lawyer|librarian|professional|researcher|scientist|specialist|teacher)"
)
"""Whom people tell an answerer to be."""
_ROLE = rf"an? (?:[\w-]+ ){{0,3}}{_PERSON}\b"
_HOW = r"(?:primarily|mainly|mostly|only|solely|directly|clearly|explicitly)"
_FACT = r"(?:line items?|details?|information|data|facts?|figures?)"
_FACTS = rf"(?:(?:the|all|any) )?{_FACT}(?:,? (?:and|or) {_FACT})?"
_GIVEN = r"(?:shown|provided|stated|outlined|presented|given|found|included|contained|available|disclosed|indicated)"
_BEGINS = r"(?:(?<![^.,;:(!?])|(?<=[.,;:(!?] )|\band )"
"""Where a clause begins: "round to two decimals" there tells the answerer, and behind "How do I" it does not."""
_RELYING = (
    rf"(?:by )?(?:{_HOW} )?(?:using|utili[sz]ing|relying on|drawing (?:conclusions )?from|considering)|"
    rf"based on|according to|taking into account|{_BEGINS}(?:please )?(?:use|utili[sz]e|consider)|"
    r"(?:who|which|you) can (?:only )?use|"
    r"(?:by )?bas(?:e|ing) (?:your|the|its) (?:judge?ments?|answers?|responses?|conclusions?) (?:on|upon|off(?: of)?)"
)
_QUESTION = r"(?:the|this|my|our) (?:following )?questions?"
_FIND = r"(?:compute|calculate|extract|find)"
_END = r"(?=\s*(?:[,.:;!?)]|$)|\s+(?:and|with)\b)"
"""A form is asked for where the phrase ends there: `in one sentence of the treaty` speaks of the treaty."""

_PHRASES = (
    r"I(?:['’]d| would)? (?:really )?(?:like|love|want|need) to (?:know|understand|learn|find out|see)\b",
    r"I(?:['’]m| am) (?:looking for|interested in|wondering(?: about| if| whether)?)\b",
    r"(?:can|could|would|will) you (?:please |kindly )?(?:tell|give|show|explain|describe|list|find|say)(?: me| us)?\b",
    rf"(?:give|write|provide|make)(?: me| us)? (?:an?|the|your) (?:{_MANNER},? )*{_ANSWER}(?: (?:of|about|on))?\b",
    rf"(?:in|within|using|with) {_SOME} (?:{_MANNER} )*{_UNIT}{_END}",
    rf"(?:in|as|using) (?:(?:great|more|some|an?) )?(?:{_MANNER} )*{_FORM}{_END}",
    rf"step[- ]by[- ]step{_END}",
    rf"(?:and )?(?:with|citing|quoting|including|giving) {_SOURCES}{_END}",
    rf"(?:(?:and|please) |(?<![^.,;:!?] ))(?:cite|quote|name|list|mention|include|give) {_SOURCES}{_END}",
    r"(?:briefly|concisely)\b",
    rf"(?:(?:assume|imagine|pretend|suppose) (?:that )?|(?<![^.;:!?])|(?<=[.;:!?] ))you(?:['’]re| are| were) {_ROLE}",
    rf"as (?:if|though) you (?:are|were) {_ROLE}",
    rf"(?:by )?(?:assuming|taking|from) the (?:perspective|role|viewpoint|point of view) of {_ROLE}",
    rf"(?:and )?your only (?:re)?sources?(?:\(s\))?(?: (?:to answer|for answering) {_QUESTION})? "
    r"(?:is|are)\b(?: \(are\))?",
    rf"(?:{_RELYING}) (?:{_HOW} )?{_FACTS}(?: (?:that|which) (?:is|are))?(?: {_HOW})*(?: {_GIVEN})(?: {_HOW})*"
    r"(?: (?:in|within|by|on|from))?\b",
    rf"(?:give|provide|write) (?:an? |the |your )?(?:response|answer|reply|solution) to {_QUESTION}(?: by\b)?",
    rf"(?:answer|address|respond to|reply to) {_QUESTION}(?: by\b)?",
    rf"{_FIND}(?: or {_FIND})? (?:the answer|what was asked)(?: by\b)?",
    r"here(?:['’]s| is) (?:the|my|our) question\b",
    rf"{_BEGINS}round (?:(?:your|the) )?(?:(?:final )?(?:answers?|results?) )?(?:off )?to "
    rf"(?:{_NUMBER} decimals?(?: places?)?|the nearest [\w-]+)\b",
    rf"{_BEGINS}(?:answer )?in units of [\w ]{{1,20}}?{_END}",
)
_INSTRUCTION = lazy_regex(rf"\b(?:{'|'.join(_PHRASES)})", re.IGNORECASE)
_LEFT_AT_THE_FRONT = lazy_regex(
    r"^(?:[\s,;:.!?]|\b(?:and|please|kindly|answer|reply|respond|explain)\b)+", re.IGNORECASE
)

_ANSWERING = frozenset(term for word in ANSWERING_WORDS for term in terms_of(word))
_ASKS = lazy_regex(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|did|has|have|had|should)\b|\?$",
    re.IGNORECASE,
)
"""Many ask without a question mark."""
_OPENING = lazy_regex(r"(?<=\w:)\s+(?=\S)")
"""Behind what leads to a question: `Quick question: who built it?`"""
_LONGEST_NUMBER = 3
"""Digits of how many words or lines there should be; with four it is a year."""
_EMPTY = lazy_regex(r"\(\s*+\)")
_BEFORE_A_STOP = lazy_regex(r"(?<![\s,;:])[\s,;:]++(?=[.?!])")
_TWO_STOPS = lazy_regex(r"(?<![.?!])([.?!])\.++(?=\s|$)")


def forget_instructions() -> None:
    """Drops the questions that this process remembers without their instructions."""
    without_instructions.cache_clear()


@lru_cache(maxsize=1_000)
def without_instructions(question: str) -> str:
    """The question without what it says about the answer, white space joined; empty where it says nothing else."""
    asked = _asked(question)
    rest = _INSTRUCTION.sub(" ", asked)
    if rest != asked:
        rest = _BEFORE_A_STOP.sub("", _LEFT_AT_THE_FRONT.sub("", _EMPTY.sub(" ", rest)))
        rest = _TWO_STOPS.sub(r"\1", rest)
    return " ".join(rest.split())


def _asked(text: str) -> str:
    """The text without whole sentences that speak of the answer alone, where a question is left; else as it is."""
    parts = [part for start, end in sentence_spans(text) for part in _OPENING.split(text[start:end])]
    kept = [part for part in parts if _ASKS.search(part) or not _is_of_answering(part)]
    asks = any(_ASKS.search(part) and not _is_of_answering(part) for part in kept)
    return " ".join(kept) if asks and len(kept) < len(parts) else text


def _is_of_answering(sentence: str) -> bool:
    terms = [term for token in tokens(sentence) for term in terms_of(token)]
    others = [term for term in terms if term not in _ANSWERING]
    return len(others) < len(terms) and all(each.isdigit() and len(each) <= _LONGEST_NUMBER for each in others)
