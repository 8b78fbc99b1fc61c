"""What a summary is asked of: the words of a question that may mean documents as wholes."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language import foreign_questions as foreign
from nodes.language.instructions import without_instructions
from nodes.language.newest import without_newest
from nodes.language.query_terms import language_of_words, query_terms
from nodes.language.terms import analyse, tokens

_MAIN = r"(?:main|key|most important|central|principal|core|major|essential)"
_POINTS = (
    r"(?:points?|ideas?|topics?|themes?|conclusions?|messages?|takeaways?|arguments?|"
    r"(?:finding|result|fact|term|provision|statement|decision|recommendation)s)"
)
"""Of a list "the major finding" is one."""
_DOCUMENTS = r"(?:documents?|files?|papers?|reports?|pdfs?|texts?|uploads?|sources?)"
_CUE = lazy_regex(
    rf"\b(?:summ?[ae]r(?:y|ies|i[sz]e[sd]?|i[sz]ing)|overview|{_MAIN} {_POINTS}|takeaways?|(?-i:[Gg]ist)|tl;?dr|"
    rf"(?:what|which) {_DOCUMENTS} (?:do (?:i|we|you) have|are (?:there|here|available|uploaded|in here))(?=\W*$)|"
    rf"what (?:do|does|did) (?:the|these|this|those|my|our|your) {_DOCUMENTS} (?:say|tell(?: us| me)?) (?:about|on)|"
    r"what (?:was|were|has been|have been|did (?:they|we|the \w+)) (?:all )?(?:discuss(?:ed)?|talked about|talk about)|"
    rf"list (?:of )?(?:all )?(?:the |my |our |your )?{_DOCUMENTS}(?=\W*$)|"
    r"zusammenfass\w*|fass\w*(?=.{1,80}\bzusammen\b)|überblick|résum\w+|resum\w+|resúm\w+|riassum\w+|"
    rf"samenvat\w*|vat(?=.{{1,80}}\bsamen\b)|обзор|резюм\w+|{foreign.WHOLE})\b|{foreign.EAST_ASIAN_WHOLE}",
    re.IGNORECASE,
)
_ABOUT = lazy_regex(
    r"\bwhat(?: is| are| was| were|['’]s) (?P<subject>(?:[^\s?]+ ){1,12}?)(?:all )?about(?=\W*$)", re.IGNORECASE
)
_SAYS = lazy_regex(
    r"\bwhat (?:does|do|did) (?P<subject>(?:the|this|that|my|our) (?:[^\s?]+ ){1,10}?)say(?=\W*$|,)|"
    r"\bwhat came out of (?P<event>(?:the|this|that|our) [^?]+)",
    re.IGNORECASE,
)
_AUTHOR = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:[-'’][^\W\d_]+)*"
_FINDINGS = lazy_regex(
    rf"\W*(?i:what (?:did|do|does|have|has)) (?P<authors>{_AUTHOR}(?:(?:,|,? and| &) {_AUTHOR}){{0,3}})"
    r"(?: et al\.?| and colleagues)?,? ?(?:in |\()?(?P<year>(?:19|20)\d\d)?\)? ?"
    r"(?:find|found|conclude|report|show|shown|discover|argue|claim)d?"
    r"(?: out| in (?:their|his|her) (?:paper|study|article))?\W*"
)
_SAYS_NOTHING = frozenset(
    analyse(
        "document documents file files pdf text texts upload uploads uploaded source sources collection session folder "
        "everything all content contents thing things short brief quick main key important central most available list "
        "give please provide write general zusammen samen over"
    )
)
"""Words that ask for a summary, or mean all that is there."""
GENERIC = frozenset(analyse("report reports paper papers article letter study studies publication"))
"""Words that say of a document what it is, and that a document of that kind need not bear."""


def asks_for_whole(question: str) -> str:
    """The words by which a summary, or the documents themselves, are asked for; empty where they are not."""
    found = _CUE.search(question) or _ABOUT.search(question) or _SAYS.search(question)
    return found.group() if found else ""


def asked_findings(question: str) -> tuple[tuple[str, ...], str]:
    """The last names of the authors whose findings are asked for, and the year of their paper; empty without any."""
    found = _FINDINGS.fullmatch(question)
    if found is None:
        return (), ""
    return tuple(name for name in re.findall(_AUTHOR, found["authors"])), found["year"] or ""


def cue_words(question: str) -> frozenset[str]:
    """The words that ask for a summary, in lower case; documents need not hold them."""
    cues = [cue.group() for cue in _CUE.finditer(question)]
    cues += ["came out say" for _ in _SAYS.finditer(question)]
    return frozenset(word for cue in cues for word in cue.lower().split())


def subject_terms(question: str) -> list[str]:
    """Distinct terms of what a summary is asked of, in order; empty where that is everything that is there."""
    rest = _ABOUT.sub(lambda cue: cue.group("subject"), without_newest(without_instructions(question)))
    rest = _SAYS.sub(lambda cue: cue.group("subject") or cue.group("event"), rest)
    rest = _CUE.sub(" ", rest)
    terms = query_terms(rest) if analyse(rest) else []
    if language_of_words(tokens(question)) is not None:
        # What is left may be too little to tell the language by.
        asked = frozenset(query_terms(question))
        terms = [term for term in terms if term in asked]
    return [term for term in terms if term not in _SAYS_NOTHING]
