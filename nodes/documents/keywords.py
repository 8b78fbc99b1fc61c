"""Keywords by TF-IDF, topics by frequent phrases, and the distinct terms that document frequencies are counted by."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nodes.domain.regexes import lazy_regex
from nodes.language.east_asian import has_east_asian
from nodes.language.function_words import FUNCTION_WORDS
from nodes.language.idf import idf_weights
from nodes.language.terms import count_letters, fold, terms_of, tokens

MOST_KEYWORDS = 10
"""Of one document."""
_MOST_TOPICS = 5
"""Of one document."""
_LONG_WORD = 6
"""Letters: longer words count more, as they tell more."""
_LENGTH_BONUS = 1.2
"""Times that such a word counts."""
_LONGEST_KEYWORD = 64
"""Characters: what is longer is no word that anybody reads."""
_LONGEST_TOKEN = 256
"""What is longer is data and no word: it is not counted."""
_PART = lazy_regex(r"[^\W_]+")
_POSSESSIVE = lazy_regex(r"['’]s?$")
_PHRASE_BREAK = lazy_regex(r"[^\w\s'’&-]+|\n\s*\n")
_WORD = lazy_regex(r"[^\W\d_]+(?:[-'’&][^\W\d_]+)*")


@dataclass(frozen=True)
class TermProfile:
    """The terms of a document, from which its keywords are computed."""

    frequencies: Mapping[str, int]
    """Every term of the document with the number of its occurrences."""
    surfaces: Mapping[str, str]
    """The commonest written form of each term that can be a keyword."""


def term_profile(texts: Iterable[str]) -> TermProfile:
    """Terms of the given texts (the pages of one document) with their counts and their readable forms.

    Terms are those of `nodes.language.terms`. A term can be a keyword if it has three letters (two if written in
    capitals or in an East Asian script), 64 characters at most, and is no function word; numbers alone are none. Of
    several written forms the commonest counts, then the alphabetically first.
    """
    frequencies: dict[str, int] = {}
    forms: dict[str, dict[str, int]] = {}
    for token, count in _count_tokens(texts).items():
        for term in terms_of(token):
            frequencies[term] = frequencies.get(term, 0) + count
        for term, form in _written_forms(token):
            of_term = forms.setdefault(term, {})
            of_term[form] = of_term.get(form, 0) + count
    return TermProfile(frequencies, {term: _commonest(of_term) for term, of_term in forms.items()})


def keywords_of(profile: TermProfile) -> list[str]:
    """The ten best keywords of a document by its own frequencies alone, best first.

    Score: 1 + ln f, times 1.2 for terms over six letters; ties alphabetically. They do not depend on other
    documents, so what is embedded with them does not depend on the order of uploads.
    """
    return _best(profile, None)


def rare_keywords_of(profile: TermProfile, document_count: int, frequencies: Mapping[str, int]) -> list[str]:
    """The ten best keywords of a document by TF-IDF over its collection, best first.

    Score: (1 + ln f) · ln(1 + (N − df + .5)/(df + .5)), times 1.2 for terms over six letters; ties alphabetically.
    The idf is that of BM25 with one added inside the logarithm, so that it is never negative.

    Args:
        profile: Of the document's page texts.
        document_count: N, the number of documents that the frequencies were counted over.
        frequencies: df by term; a term that is missing stands in none of those documents.
    """
    return _best(profile, idf_weights(profile.surfaces, document_count, frequencies))


def topics(text: str) -> list[str]:
    """The five most frequent phrases of two or three words without function words, best first.

    A phrase counts from its second occurrence on. Score: occurrences times words; ties go to the longer, then
    alphabetically. A phrase that shares a word with a better one is left out. The cost is linear: give bounded text.
    """
    forms: dict[tuple[str, ...], dict[str, int]] = {}
    for run in _content_runs(text):
        for size in (2, 3):
            for start in range(len(run) - size + 1):
                words = run[start : start + size]
                of_phrase = forms.setdefault(tuple(stemmed for _word, stemmed in words), {})
                form = " ".join(word for word, _stemmed in words)
                of_phrase[form] = of_phrase.get(form, 0) + 1
    counts = {key: sum(of_phrase.values()) for key, of_phrase in forms.items() if len(set(key)) == len(key)}
    repeated = [key for key, count in counts.items() if count > 1]
    chosen: list[tuple[str, ...]] = []
    for key in sorted(repeated, key=lambda key: (-counts[key] * len(key), -len(key), key)):
        if len(chosen) == _MOST_TOPICS:
            break
        if not any(set(key) & set(other) for other in chosen):
            chosen.append(key)
    return [_commonest(forms[key]) for key in chosen]


def _count_tokens(texts: Iterable[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for text in texts:
        counted.update(tokens(text))
    return Counter({token: count for token, count in counted.items() if len(token) <= _LONGEST_TOKEN})


def _commonest(forms: Mapping[str, int]) -> str:
    if len(forms) == 1:
        return next(iter(forms))
    return min(forms, key=lambda form: (-forms[form], form))


def _best(profile: TermProfile, rarity: Mapping[str, float] | None) -> list[str]:
    scores: dict[str, float] = {}
    for term, surface in profile.surfaces.items():
        bonus = _LENGTH_BONUS if len(surface) > _LONG_WORD else 1.0
        score = (1 + math.log(profile.frequencies[term])) * bonus * (rarity[term] if rarity else 1.0)
        # Stems of one surface ("e-mail" whole, "mail" in part) must not fill two places with one word.
        scores[surface] = max(score, scores.get(surface, 0.0))
    return sorted(scores, key=lambda surface: (-scores[surface], surface))[:MOST_KEYWORDS]


@lru_cache(maxsize=100_000)
def _written_forms(token: str) -> tuple[tuple[str, str], ...]:
    """Pairs of term and readable form for the terms of a token that may be keywords."""
    terms = terms_of(token)
    if not terms:
        return ()
    plain = _POSSESSIVE.sub("", token)
    if len(terms) == 1:
        return ((terms[0], plain),) if _may_be_keyword(plain) else ()
    if has_east_asian(token):
        return tuple((term, term) for term in terms if len(term) > 1 and not term.isdigit())
    parts = [(part_terms[0], part) for part in _PART.findall(plain) if len(part_terms := terms_of(part)) == 1]
    named = (*parts, (terms[-1], plain))
    return tuple((term, form) for term, form in named if term in terms and _may_be_keyword(form))


def _may_be_keyword(form: str) -> bool:
    letters = count_letters(form)
    if len(form) > _LONGEST_KEYWORD:
        return False
    if letters < 3 and not (letters == 2 and (form.isupper() or has_east_asian(form))):
        return False
    return fold(form) not in FUNCTION_WORDS


def _content_runs(text: str) -> Iterator[list[tuple[str, str]]]:
    """Runs of neighbouring content words, each with its stem; punctuation, numbers and function words end a run.

    So does a word that occurs once: no phrase with it recurs.
    """
    pieces = [[(word, _phrase_stem(word)) for word in piece.split()] for piece in _PHRASE_BREAK.split(text)]
    counts = Counter(stemmed for piece in pieces for _word, stemmed in piece)
    for piece in pieces:
        run: list[tuple[str, str]] = []
        for word, stemmed in piece:
            if stemmed and counts[stemmed] > 1:
                run.append((word, stemmed))
            elif run:
                yield run
                run = []
        yield run


@lru_cache(maxsize=50_000)
def _phrase_stem(word: str) -> str:
    """The term of a word that may stand in a phrase; empty for all others."""
    if len(word) < 3 or not _WORD.fullmatch(word) or fold(word) in FUNCTION_WORDS:
        return ""
    terms = terms_of(word)
    return terms[-1] if terms else ""
