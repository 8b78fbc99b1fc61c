"""What an answer states without a citation, and no source bears out: a model's own words, or somebody else's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.citing.citations import LEAST_SUPPORT, all_sentences, support
from nodes.answering.evidence.source_names import headed_content
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amounts import says_all
from nodes.language.terms import analyse

NOT_SEARCHED = "Not everything was searched: "
"""What a line of the answer begins with that tells of collections that failed; it is no statement of the model's."""
FEWEST_TERMS = 3
"""Shorter sentences lead over or name a thing; they state nothing that could be held against a source."""

_OF_THE_SOURCES = lazy_regex(
    r"(?=.*\b(?:sources?|documents?|passages?|excerpts?|context|information|evidence|Quellen?|Dokumente?|fuentes?)\b)"
    r"(?=.*(?:\b(?:no|not|nor|none|nothing|neither|only|without|missing|lacks?|unclear|disagree|contradict|differ|"
    r"nicht|keine?|nichts|pas|aucune?|rien|nada)\b|n['’]t\b))",
    re.IGNORECASE | re.DOTALL,
)
"""That the sources do not say something, or disagree, no source says."""


def uncited_statements(answer: str, sources: Sequence[Source]) -> list[str]:
    """Sentences without a citation that state something no source says.

    A sentence is borne out where one source's best span holds half of its terms, and that source all of its numbers.
    Left out are sentences under three terms, questions, those that lead over to a list, and what is said of the sources
    themselves.

    Args:
        answer: with its `[n]`, only of sources there are.
        sources: what it was given.
    """
    said = answer.partition(f"\n{NOT_SEARCHED}")[0]
    return [
        sentence.text
        for sentence in all_sentences(said)
        if not sentence.cited
        and _states(sentence.text)
        and not any(_is_borne_out(sentence.text, source) for source in sources)
    ]


def _states(sentence: str) -> bool:
    if sentence.rstrip("*_ ").endswith((":", "?")) or sentence.startswith("#") or _OF_THE_SOURCES.match(sentence):
        return False
    return len(set(analyse(sentence))) >= FEWEST_TERMS


def _is_borne_out(sentence: str, source: Source) -> bool:
    if not says_all(headed_content(source), sentence):
        return False
    return support(sentence, source["content"]).share >= LEAST_SUPPORT
