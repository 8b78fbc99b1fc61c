"""Headings that say what a question asks, and hardly anything else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from nodes.domain.regexes import lazy_regex
from nodes.language.denials import excludes
from nodes.language.irregular_verbs import same_verb
from nodes.language.terms import analyse, stem

_ASIDE = lazy_regex(r"\([^()]*\)")
_HELD = frozenset(
    map(stem, "cover covered coverage include included insured exclude excluded exclusion exempt".split())
)
"""What falls under something, or does not, which the denial tells."""
_ASKS = lazy_regex(
    r"\W*(?:\d[\d.]*[.)]?\s+)?(?:what|which|who|whom|when|where|why|how|was|welche[rs]?|wer|wann|wo|warum|wie|que|quels?|"
    r"quelles?|qui|quoi|qué|quién)\b",
    re.IGNORECASE,
)

_WHY_OR_HOW = lazy_regex(
    r"\W*(?:\d[\d.]*[.)]?\s+)?(?:(?P<why>why|warum|weshalb|wieso|pourquoi|por qu[eé]|perch[eé])|"
    r"(?P<how>how(?! (?:many|much|long|often|far|old)\b)|wie(?! (?:viele?|lange|oft)\b)|comment|cómo|come))\b",
    re.IGNORECASE,
)


def innermost(section_path: Sequence[str], title: str) -> str:
    """The heading right above a text; the title of its document where there is none."""
    return section_path[-1] if section_path else title


def heading_likeness(heading: str, asked: Collection[str], *, denied: bool) -> float:
    """What a heading and a question have in common of all their terms, 0..1 (Jaccard); 0 where that is half or less.

    Numbers that count the sections, and what stands in parentheses, are not part of what a heading says. "What is not
    insured" has nothing in common with "What is insured".

    Args:
        heading: As it stands in the document.
        asked: Terms of the question.
        denied: Whether the question asks for what is not so, see `nodes.language.denials.excludes`.
    """
    terms = _heading_terms(heading)
    wanted = _held(asked)
    common, all_of_them = len(terms & wanted), len(terms | wanted)
    # Asked last: few headings come so far.
    if 2 * common <= all_of_them or excludes(heading) != denied:
        return 0.0
    return common / all_of_them


def asks_why_or_how(heading: str, question: str) -> bool:
    """Whether a heading says why something is so, or how, and the question asks for just that."""
    told, asked = _WHY_OR_HOW.match(heading), _WHY_OR_HOW.match(question)
    return bool(told and asked and told.lastgroup == asked.lastgroup)


def asks_itself(heading: str) -> bool:
    """Whether a heading is worded as a question, or tells what something does not hold for: what is below answers."""
    return _ASKS.match(heading) is not None or excludes(heading)


@lru_cache(maxsize=10_000)
def _heading_terms(heading: str) -> frozenset[str]:
    """What a heading says. Kept: the same headings are met by one question after another."""
    return frozenset(_held(term for term in analyse(_ASIDE.sub("", heading)) if not term[0].isdigit()))


def _held(terms: Iterable[str]) -> set[str]:
    """The terms, those that say that something is covered, or excluded, as one, and so are the forms of a verb."""
    return {"" if term in _HELD else min(same_verb(term), default=term) for term in terms}
