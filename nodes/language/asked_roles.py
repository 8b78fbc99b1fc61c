"""Roles that a question speaks of: somebody is asked for by one, or what is asked about is described by it."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_WHO_IS_THE = lazy_regex(
    r"\bwho (?:is|was|are|were) (?:the |an? |our |its |your |their )?(?:current |present |new |former )?"
    r"(?P<role>[a-z][\w’'-]*(?: [\w’'-]+){1,5}?)(?= (?:of|at|in|for|to|on|by)\b|\s*\?|$)",
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
_NESTED_POSSESSIVE = lazy_regex(rf"['’]s? (?:\w+ ){{0,2}}?{_ROLE}(?:['’]s?|s['’])? (?!\?)\w+", re.IGNORECASE)
_TWO_POSSESSIVES = lazy_regex(r"['’]s? (?:[\w-]+ ){1,3}?[\w-]+['’]s? ", re.IGNORECASE)
_ROLE_OF = lazy_regex(
    rf"\b(?:the|a|its|whose|which) (?:[\w-]+ ){{0,2}}?{_ROLE}s? (?:of|for|behind|who|that|which|whose|born)\b",
    re.IGNORECASE,
)
_OF_ROLE_LAST = lazy_regex(rf"\bof [^,?]{{2,80}}['’]s? (?:[\w-]+ )?{_ROLE}\W*$", re.IGNORECASE)
_ROLE_ITSELF = lazy_regex(
    rf"^\W*(?:who|what|which) (?:is|was|were|are) (?:the )?(?:[\w-]+ ){{0,2}}?{_ROLE}s? (?:of|for|behind) [^,]*$",
    re.IGNORECASE,
)
_RELATIVE = lazy_regex(
    r"\b(?:the|an?|which|what) (?:[\w'’-]+ ){1,4}?(?:that|who|whom|whose|in which|for which|"
    r"where) (?!is\b|are\b)\w+|\bwhose\b(?! \w+\?)",
    re.IGNORECASE,
)
_BEFORE_WHOM = lazy_regex(
    r"^\W*(?i:who (?:was|were|is|has been|had been|served as|acted as|became)) (?:[\w'’-]+ ){1,6}?"
    r"(?i:before|after|prior to) (?P<whom>[^\W\d_a-zß-öø-ÿ][^,?]*)\W*$"
)


def asked_role(question: str) -> tuple[str, ...]:
    """The terms of the role that somebody is asked for by, "chief executive officer", in order; empty for one word."""
    found = _WHO_IS_THE.search(question)
    terms = tuple(analyse(found["role"])) if found else ()
    return terms if len(terms) > 1 else ()


def terms_of_other_holder(question: str) -> frozenset[str]:
    """The terms of whom the one asked for came before or after, who need not be named with them.

    "Who was managing director before Ada Berg?" is told by "The managing director was Karl Holm".
    """
    found = _BEFORE_WHOM.match(question)
    return frozenset(analyse(found["whom"])) if found else frozenset()


def is_multi_hop(question: str) -> bool:
    """Whether the thing asked about is itself described: nested possessives, a role of something, a relative clause."""
    text = question.strip()
    if any(found.search(text) for found in (_TWO_POSSESSIVES, _NESTED_POSSESSIVE, _OF_ROLE_LAST)):
        return True
    if _ROLE_OF.search(text) and not _ROLE_ITSELF.match(text):
        return True
    return _RELATIVE.search(text) is not None
