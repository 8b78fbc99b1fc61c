"""What a question says about the answer and not about its subject: form, length, sources, politeness.

Such phrases match passages that have nothing to do with the question: "in bullet points" finds the page about lists.
Only what speaks to an answerer goes; "the sentence of the court" and "Summary of Significant Accounting Policies" are
subjects, and stay.
"""

from __future__ import annotations

import re

_MANNER = r"(?:very )?(?:short|brief|quick|concise|simple|clear|detailed|full|complete|comprehensive|thorough)"
_NUMBER = r"(?:an?|one|two|three|four|five|six|ten|a few|a couple of|few|\d{1,3})"
_SOME = rf"(?:(?:at most|no more than|only|just|about) )?{_NUMBER}(?:(?: or | to |-){_NUMBER})?"
_UNIT = r"(?:words?|sentences?|paragraphs?|lines?|bullet points?|bullets)"
_FORM = (
    r"(?:bullet(?:ed)? (?:points?|lists?)|bullets|prose|markdown|plain (?:English|language|words)|detail|short|brief)"
)
_SOURCES = r"(?:(?:all|any|the|your|its) )*(?:sources?|references?|citations?|page numbers?)"
_ANSWER = r"(?:summary|overview|explanation|description|answer|outline)"
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
)
_INSTRUCTION = re.compile(rf"\b(?:{'|'.join(_PHRASES)})", re.IGNORECASE)
_LEFT_AT_THE_FRONT = re.compile(
    r"^(?:[\s,;:.!?]|\b(?:and|please|kindly|answer|reply|respond|explain)\b)+", re.IGNORECASE
)

_BEFORE_A_STOP = re.compile(r"(?<![\s,;:])[\s,;:]++(?=[.?!])")


def without_instructions(question: str) -> str:
    """The question without what it says about the answer, white space joined; empty where it says nothing else."""
    rest = _INSTRUCTION.sub(" ", question)
    if rest != question:
        rest = _BEFORE_A_STOP.sub("", _LEFT_AT_THE_FRONT.sub("", rest))
    return " ".join(rest.split())
