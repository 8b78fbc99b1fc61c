"""Questions in other languages than English: a passage holds a word of theirs in whatever form it stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, lru_cache

import Stemmer

from nodes.answering.evidence.evidence import Evidence, unhyphenated
from nodes.domain.regexes import lazy_regex
from nodes.language.query_terms import language_of_words
from nodes.language.terms import fold, terms_of, tokens

_LEFT_BY_STEMMERS = {
    "german": lazy_regex(r"(?:ung|nis|t)$"),
    "dutch": lazy_regex(r"(?:ing|[dt])$"),
    "french": lazy_regex(r"(?:ent|emen|ation)$"),
    "spanish": lazy_regex(r"(?:imient|amient|acion)$"),
    "italian": lazy_regex(r"(?:iment|ament|enz|anz)$"),
    "portuguese": lazy_regex(r"(?:iment|ament)$"),
}
"""Endings of verbs, and of what is named for them: "beginnt" and "Beginn", "vence" and "vencimiento"."""
_PARTICIPLES = frozenset({"german", "dutch"})
"""Whose participles begin with "ge": "halten" and "gehalten"."""
_THING = lazy_regex(r"[A-ZÄÖÜ]\w{2,}e")
_DOER = lazy_regex(r"[A-ZÄÖÜ]\w{2,}er(?:in(?:nen)?|[ns])?")
"""Of German nouns: the Mieterin pays the Miete, and has its stem."""
_SHORTEST = 4
_COMPOUNDING = frozenset({"german", "dutch"})
_SHORTEST_HEAD, _SHORTEST_MODIFIER = 5, 3
"""Of a compound, whose last part says what it is: "Einzelpreis" is a "Preis", and "Preisliste" is none."""


def with_inflections(pieces: Sequence[Evidence], question: str, terms: frozenset[str]) -> list[Evidence]:
    """The pieces, holding a term of the question also where they hold another form of its word.

    Terms are stems of English and Russian; "commencent" and "commenceront" have one stem in French alone. Told by
    Snowball's stemmer of the question's language, where its function words say which it is.

    Args:
        pieces: All evidence.
        question: As it stands alone.
        terms: What is looked for of it.
    """
    language = language_of_words(tokens(question))
    if language is None:
        return list(pieces)
    wanted: dict[str, set[str]] = {}
    things: set[str] = set()
    for token in tokens(question):
        for term in terms.intersection(terms_of(token)):
            stems = _stems(language, token)
            things.update(stems if language == "german" and _THING.fullmatch(token) else ())
            for stem in stems:
                wanted.setdefault(stem, set()).add(term)
    return [_with(piece, language, wanted, things) for piece in pieces]


def _with(piece: Evidence, language: str, wanted: Mapping[str, Set[str]], things: Set[str]) -> Evidence:
    words = tokens(unhyphenated(piece.text))
    held = {stem for word in words for stem in _stems(language, word)}
    if things & held:
        held -= things - {stem for word in words if not _DOER.fullmatch(word) for stem in _stems(language, word)}
    found = [stem for stem in wanted if stem in held]
    if language in _COMPOUNDING:
        found += [stem for stem in wanted if len(stem) >= _SHORTEST_HEAD and any(_heads(stem, each) for each in held)]
    more = {term for stem in found for term in wanted[stem]}
    return piece if more <= piece.terms else replace(piece, terms=piece.terms | more)


def _heads(stem: str, compound: str) -> bool:
    return compound.endswith(stem) and len(compound) >= len(stem) + _SHORTEST_MODIFIER


@lru_cache(maxsize=50_000)
def _stems(language: str, token: str) -> frozenset[str]:
    """The stem of a word, and what is left of it without an ending, or beginning, that the stemmer leaves.

    Accents count while stemming, as they tell endings apart, and are folded afterwards.
    """
    stem = fold(_stemmer(language).stemWord(token.casefold()))
    found = {stem}
    if language in _PARTICIPLES and token.islower():
        found.add(stem.removeprefix("ge"))
    if language in _LEFT_BY_STEMMERS:
        found |= {_LEFT_BY_STEMMERS[language].sub("", each) for each in found}
    return frozenset(each for each in found if each == stem or len(each) >= _SHORTEST)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)
