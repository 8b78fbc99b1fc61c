"""Names in a text or question: capitalised runs and quoted phrases; scripts without capitals give the latter only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES
from nodes.language.months import MONTH_NAMES
from nodes.language.particles import PARTICLES
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import normalise_name

_WORD = lazy_regex(r"[^\W_]+(?:[-.&/][^\W_]+)*\.?(?:['’](?!s\b)[^\W\d_]+)*(?:['’]s?(?![^\W_]))?")
_QUOTED = lazy_regex(r"\"([^\"\n]{2,80})\"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|«([^»\n]{2,80})»|「([^」\n]{1,80})」")
_PERIOD = lazy_regex(r"(?:FY|CY)?\d{4}(?:Q[1-4])?|FY(?:\d{2})?|Q[1-4]|[1-4]Q\d{2,4}|H[12]", re.IGNORECASE)
_MONTH_NAME = rf"(?:{MONTH_NAMES})"
_MONTH = lazy_regex(
    rf"{_MONTH_NAME}(?=\s+(?:the\s+)?\d{{1,4}}(?:st|nd|rd|th)?\b)"
    rf"|(?:(?<=\d\s)|(?<=\d(?:st|nd|rd|th)\s)|(?<=\d(?:st|nd|rd|th)\sof\s)){_MONTH_NAME}"
)
_MONEY = lazy_regex(rf"\b(?:{CURRENCIES})\s?\d[\d.,]*(?![^\W_])")
_PARTICLES = frozenset({*PARTICLES.split("|"), "das", "el"})
_QUESTION_VERBS = frozenset(
    word
    for words in (
        "compare contrast name",
        "sind ist hat haben hatte hatten waren wird werden wurde wurden",
        "darf dürfen kann können muss müssen soll sollen",
        "est sont peut peuvent doit doivent puede pueden hay está están",
    )
    for word in words.split()
)
"""That open a question; of German ones a noun may come next, with a capital."""
_LONGEST_OPENING = 200
"""Characters: more function words than that open no sentence."""
_GAP = lazy_regex(r"[ \t]{1,3}|[ \t]?\n[ \t]?|(?:, )(?=(?:Inc|Ltd|LLC|Jr|Sr|Corp|Co)\b)|: (?=[A-Z])")


def names_in(text: str) -> list[str]:
    """Names as written, in order, without repeats: quoted phrases and capitalised runs.

    A run may hold particles ("Battle of the Bulge") and numbers ("Apollo 11"); a possessive ends it. Periods, months
    with a day or year, amounts of money, function words and a lone ordinary word at the start of a sentence are no
    names. A text without small letters, or without capitals, gives quoted phrases only.

    Args:
        text: Any text; meant for a question or one sentence.

    Returns:
        Distinct names (by their normalised form), at most a few dozen for a sentence.
    """
    spans = name_spans(text)
    return _distinct(text[start:end] for start, end in spans)


def name_spans(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the names of a text, in order, see `names_in`."""
    return list(_name_spans(text))


def forget_names() -> None:
    """Drops the questions that this process remembers the names of."""
    _name_spans.cache_clear()


@lru_cache(maxsize=16)
def _name_spans(text: str) -> Sequence[tuple[int, int]]:
    # Five steps on the way to a plan ask for the names of the same question.
    quoted = [(found.start() + 1, found.end() - 1) for found in _QUOTED.finditer(text)]
    if not any(character.islower() for character in text):
        return quoted
    blocked = [(start - 1, end + 1) for start, end in quoted]
    blocked += [found.span() for pattern in (_MONTH, _MONEY) for found in pattern.finditer(text)]
    words = list(_outside([found.span() for found in _WORD.finditer(text)], sorted(blocked)))
    return sorted(quoted + [span for run in _runs(text, words) for span in _trimmed(text, run)])


def _runs(text: str, words: list[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    run: list[tuple[int, int]] = []
    for span in words:
        word = text[span[0] : span[1]]
        joined = bool(run) and _GAP.fullmatch(text[run[-1][1] : span[0]]) is not None and not _closes(text, run[-1])
        if run and not (joined and (_is_capital(word) or _continues(word))):
            yield run
            run = []
        if _is_capital(word) or run:
            run.append(span)
    if run:
        yield run


def _closes(text: str, span: tuple[int, int]) -> bool:
    word = text[span[0] : span[1]]
    if word.endswith(("'s", "’s", "'", "’")):
        return True
    ends = len(word) > 4 or any(character.isdigit() for character in word)
    return word.endswith(".") and ends and "." not in word[:-1]


def _continues(word: str) -> bool:
    return word in _PARTICLES or (word[0].isdigit() and not _PERIOD.fullmatch(word) and len(word) <= 4)


def _is_capital(word: str) -> bool:
    if _PERIOD.fullmatch(word):
        return False
    return word[0].isupper() or (len(word) > 1 and any(letter.isupper() for letter in word[1:]))


def _trimmed(text: str, run: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The run without function words at its start, particles at its end, and a possessive ending."""
    while run and _opens(text, run[0][0]) and (_is_function(text[slice(*run[0])]) or _is_ordinary(text, run)):
        run = run[1:]
        while run and not _is_capital(text[run[0][0] : run[0][1]]):
            run = run[1:]
    while run and text[run[-1][0] : run[-1][1]] in _PARTICLES:
        run = run[:-1]
    if not run:
        return []
    start, end = run[0][0], run[-1][1]
    word = re.sub(r"['’]s?$", "", text[start:end])
    if word.endswith(".") and not re.search(r"\b(?:[A-Z]|Inc|Ltd|Corp|Co|Jr|Sr)\.$", word):
        word = word[:-1]
    return [(start, start + len(word))] if len(word) > 1 else []


def _is_function(word: str) -> bool:
    bare = re.sub(r"['’]\w*$", "", word).casefold()
    return bare in STOP_WORDS or (word[1:].islower() and (bare in INSTRUCTION_WORDS or bare in _QUESTION_VERBS))


def _opens(text: str, start: int) -> bool:
    """Nothing before it, or the end of a sentence, or function words alone since then."""
    before = (
        re.split(r"[.!?:;]\s", text[max(0, start - _LONGEST_OPENING) : start])[-1].replace("¿", " ").replace("¡", " ")
    )
    return all(_is_function(word) for word in before.split())


def _is_ordinary(text: str, run: list[tuple[int, int]]) -> bool:
    """A lone capitalised word that nothing but its place at the start of the sentence marks as a name."""
    word = text[slice(*run[0])]
    followed = len(run) > 1 and _is_capital(text[slice(*run[1])])
    before = text[max(0, run[0][0] - _LONGEST_OPENING) : run[0][0]].rstrip(" \t\n¿¡")
    first = not before or before[-1] in ".!?:;"
    return first and not followed and word.isalpha() and word[1:].islower()


def _outside(spans: list[tuple[int, int]], blocked: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Those that lie in no blocked range, of which both come in order."""
    reach, passed = 0, 0
    for start, end in spans:
        while passed < len(blocked) and blocked[passed][0] <= start:
            reach = max(reach, blocked[passed][1])
            passed += 1
        if end > reach:
            yield start, end


def _distinct(phrases: Iterable[str]) -> list[str]:
    by_key: dict[str, str] = {}
    for phrase in phrases:
        by_key.setdefault(normalise_name(phrase), phrase)
    return [phrase for key, phrase in by_key.items() if key]
