"""What of a question is searched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from nodes.domain.regexes import lazy_regex
from nodes.language.east_asian import has_east_asian, without_asking_characters
from nodes.language.function_words import LANGUAGES
from nodes.language.may import TERM as MAY
from nodes.language.may import month_places
from nodes.language.stopwords import CAPITAL_WORDS, INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import analyse, normalise_name, parts_of, terms_of, tokens

_FEWEST_FUNCTION_WORDS = 2
"""Words of another language that tell it: one alone may be of an English title ("Die Hard")."""
_OPENING_VERBS = frozenset(
    {"sind", "darf", "durfen", "kann", "konnen", "muss", "mussen", "soll", "sollen", "wird", "werden", "wurde", "haben"}
)
"""By which German asks whether, folded: no English question begins so."""
_ELIDED = lazy_regex(
    r"^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|(?:d|n|s)?all|dell|nell|sull|quell|un)['’](?=\w\w)", re.IGNORECASE
)
"""Articles and the like that are written to the word behind them: "l'école", "dell'acqua"."""
_REPORT = frozenset({"report"})
_PLACE = frozenset({"place", "places"})
_TAKES = frozenset({"take", "takes", "taken", "taking", "took"})
_OF_PLACES = frozenset({"of", "for", "to"})
_STANDS = frozenset({"stand", "stands"})
"""What an acronym stands for is what it means."""
_OWN_VERBS = frozenset({"find", "answer", "reply", "respond"})
"""Verbs that tell whoever answers what to do, unless the question ends with what somebody else does."""
_BEFORE_SOMEBODY = frozenset("do does did must should shall may might can could will would has have had n't".split())
_DUTIES = frozenset({"show", "provide", "report", "specify", "state"})
"""Verbs that tell whoever answers what to do, unless somebody is asked about who has to: "must we show"."""
DUTY_TERMS = frozenset(term for verb in _DUTIES for term in analyse(verb))
_OF_DUTY = frozenset({"must", "shall"})
_HAVE_TO = frozenset({"have", "has", "had", "need", "needs"})
_LONGEST_OBLIGED = 4
"""Words between "must" and what must be done: "the new tenant"."""
_ONESELF = frozenset({"i", "you", "we", "one"})
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_NAME = lazy_regex(rf"(?<=[\w,;] ){_CAPITAL}[\w&'’-]*+(?: {_CAPITAL}[\w&'’-]*+)++")
"""Words with capitals side by side where no sentence begins."""


def query_terms(text: str) -> list[str]:
    """The distinct terms of a question, in order.

    Function words of its language, and words that instruct, are dropped where other words remain.
    """
    return list(_query_terms(text))


@lru_cache(maxsize=1_000)
def _query_terms(text: str) -> tuple[str, ...]:
    # Many steps of a question ask for the same.
    found = tokens(text)
    if text.isupper():
        # Where every word is in capitals, they make no name.
        found = [token for token in found if token not in CAPITAL_WORDS] or found
    found = _without_function_words(found) or found
    words = [token.lower() for token in found]
    kept = [token for token, is_told in zip(found, told_to_do(words, words_of_names(text)), strict=True) if not is_told]
    is_month = bool(month_places(text))
    return tuple(_without_asking_pairs(_distinct(kept, is_month) or _distinct(found, is_month), text))


def forget_query_terms() -> None:
    """Drops the questions that this process remembers the terms of."""
    _query_terms.cache_clear()


def _without_asking_pairs(terms: list[str], text: str) -> list[str]:
    """Of terms in Chinese, Japanese and Korean those that do more than ask, where there are any."""
    asked = without_asking_characters(text)
    if asked == text:
        return terms
    pairs = frozenset(analyse(asked))
    return [term for term in terms if term in pairs or not has_east_asian(term)] or terms


def words_of_names(text: str) -> frozenset[str]:
    """The words of names of several words, in small letters: "American Express", "State Street".

    None where every word has a capital, as in a title.
    """
    if not any(word[0].islower() for word in text.split()):
        return frozenset()
    return frozenset(token.lower() for name in _NAME.findall(text) for token in tokens(name))


def told_to_do(words: Sequence[str], of_names: frozenset[str]) -> list[bool]:
    """Which of the words of a question, in small letters, say what is to be done or asked, and nothing of its subject.

    Whom somebody "reports to" is what is asked, and not that it be reported; a place is, unless something takes place
    there, or it is the "place of" a birth or a good "place for" something.

    Args:
        words: Of the question, in order.
        of_names: Those that are of a name, and no word to an answerer whatever they are.
    """
    told = [_instructs(*near) for near in zip(["", *words], words, [*words[1:], ""], strict=False)]
    told = [
        is_told and not _is_duty(words, place) and words[place] not in of_names for place, is_told in enumerate(told)
    ]
    return [*told[:-1], False] if _ends_with_own_verb(words) else told


def _ends_with_own_verb(words: Sequence[str]) -> bool:
    """Whether the last word is what somebody does of whom the question speaks: "What did the auditors find?"."""
    if not words or words[-1] not in _OWN_VERBS:
        return False
    whom = [behind for word, behind in pairwise(words[:-1]) if word in _BEFORE_SOMEBODY]
    return bool(whom) and whom[0] not in _ONESELF


def _is_duty(words: Sequence[str], place: int) -> bool:
    """Whether a word is what somebody has to do: "When must we show it?"."""
    if words[place] not in _DUTIES:
        return False
    before = words[max(0, place - _LONGEST_OBLIGED - 1) : place]
    return not _OF_DUTY.isdisjoint(before) or (before[-1:] == ["to"] and not _HAVE_TO.isdisjoint(before[-2:-1]))


def _instructs(before: str, word: str, following: str) -> bool:
    if word in _STANDS:
        return following == "for"
    if word in _REPORT:
        return following != "to"
    if word in _PLACE:
        return before in _TAKES or following in _OF_PLACES
    return word in INSTRUCTION_WORDS


def part_terms(text: str) -> frozenset[str]:
    """The terms that a question holds only as parts of compounds: `max` and `connections` of `max_connections`."""
    found = tokens(text)
    parts = {term for token in found for term in parts_of(token)}
    return frozenset(parts.difference(term for token in found if not parts_of(token) for term in terms_of(token)))


def language_of_words(raw_tokens: Sequence[str]) -> str | None:
    """The language that has most of the words among its function words; None where English has as many.

    Two are needed, or one that no English title can have ("Die Hard"), or a verb that opens a question. What begins
    with a word of English alone is English, whatever it names ("Who wrote La Vie en rose?").

    Returns:
        A key of `LANGUAGES`.
    """
    in_order = [part for token in raw_tokens for part in normalise_name(token).split()]
    words = set(in_order)
    likeliest = max(LANGUAGES, key=lambda language: len(words & LANGUAGES[language]))
    held = words & LANGUAGES[likeliest]
    if in_order and in_order[0] in STOP_WORDS - held:
        return None
    opens_so = bool(in_order) and in_order[0] in held & _OPENING_VERBS
    fewest = 1 if opens_so or not "".join(held).isascii() else _FEWEST_FUNCTION_WORDS
    return None if len(held) < max(fewest, len(words & STOP_WORDS) + 1) else likeliest


def _without_function_words(found: Sequence[str]) -> list[str]:
    """Without those of the language that the words are in, where it is not English."""
    language = language_of_words(found)
    if language is None:
        return list(found)
    bare = (_ELIDED.sub("", token) for token in found)
    return [token for token in bare if not LANGUAGES[language].issuperset(normalise_name(token).split())]


def _distinct(raw_tokens: Iterable[str], may_is_month: bool) -> list[str]:
    return list(
        dict.fromkeys(term for token in raw_tokens for term in (*_month(token, may_is_month), *terms_of(token)))
    )


def _month(token: str, may_is_month: bool) -> list[str]:
    """May, where a question means the month and the token has it: "May", "May's", "mid-May", "May/June"."""
    return [MAY] if may_is_month and MAY in re.split(r"[^a-z]+", token.lower()) else []
