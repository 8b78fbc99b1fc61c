"""Questions that nothing in a collection answers, made of questions that it does answer. Deterministic."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence

from eval.answering.questions import RefusalQuestion
from eval.datasets import Question
from nodes.language.entities import name_spans
from nodes.language.periods import find_periods
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse

CountTerms = Callable[[Sequence[str]], Awaitable[Mapping[str, int]]]
"""How many documents of the collection hold each term; terms that none holds may be missing."""

ATTEMPTS = 12
"""Inventions of one word, of which the first that the collection does not hold is taken."""
LONGEST_SHIFT = 90
"""Years that a question's year is moved by, at most."""
FIRST_YEAR, LAST_YEAR = 1900, 2099

_ALIKE = ("aeiou", "lr", "mn", "bcdgkpt", "fsvz", "jwy")
"""Letters that stand for one another, so that an invention can be pronounced; the others stay."""
_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SHORTEST_WORD = 3
"""Letters."""


async def with_absent_names(questions: Sequence[Question], count: CountTerms) -> list[RefusalQuestion]:
    """The questions with every name in them replaced by an invented one of the same shape.

    Every name, because a question that still names something known may still be answered. Questions without a name of
    Latin letters are left out, as are those for which no absent word was found.

    Args:
        questions: what is asked of the collection.
        count: tells what the collection holds; no term of an invented word is in it.
    """
    words = {word for question in questions for word in _words_of_names(question.text)}
    inventions = {word: [invent(word, attempt) for attempt in range(ATTEMPTS)] for word in sorted(words)}
    held = await count(sorted({term for each in inventions.values() for word in each for term in analyse(word)}))
    absent = {word: first for word, each in inventions.items() if (first := _first_absent(each, held))}
    made = [(question, _with_names(question.text, absent)) for question in questions]
    return [RefusalQuestion(question.id, text) for question, text in made if text is not None]


async def with_absent_years(questions: Sequence[Question], count: CountTerms) -> list[RefusalQuestion]:
    """The questions with their years moved, all by the same distance, to years that no document names.

    The nearest such years are taken, the earlier of two. Questions without a year in four digits are left out, as are
    those for which there are no such years from 1900 to 2099.

    Args:
        questions: what is asked of the collection.
        count: tells what the collection holds.
    """
    years = {question.id: _years(question.text) for question in questions}
    shifts = sorted(
        (shift for shift in range(-LONGEST_SHIFT, LONGEST_SHIFT + 1) if shift), key=lambda shift: (abs(shift), shift)
    )
    wanted = {year + shift for found in years.values() for year in found for shift in shifts}
    held = await count([str(year) for year in sorted(wanted)])
    made = []
    for question in questions:
        shift = _absent_shift(years[question.id], shifts, held)
        if shift is not None:
            made.append(RefusalQuestion(question.id, _moved(question.text, shift)))
    return made


def invent(word: str, attempt: int) -> str:
    """Another word of the same length and capitals, each letter replaced by one of its sort; digits stay.

    Accents are dropped, and letters of other scripts stay. The same word and attempt give the same invention, so that
    a name is the same wherever it is used.
    """
    bare = "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
    digest = hashlib.sha256(f"{attempt}/{bare.casefold()}".encode()).digest()
    return "".join(_other(letter, digest[place % len(digest)]) for place, letter in enumerate(bare))


def _other(letter: str, chance: int) -> str:
    alike = next((group for group in _ALIKE if letter.lower() in group), letter)
    choice = [each for each in alike if each != letter.lower()] or [letter]
    new = choice[chance % len(choice)]
    return new.upper() if letter.isupper() else new


def _words_of_names(text: str) -> list[str]:
    return [word for start, end in name_spans(text) for word in _telling(text[start:end])]


def _telling(name: str) -> list[str]:
    """The words that make a name what it is. Initials, numbers and the small words between capitals are left alone."""
    words = [word for word in _WORD.findall(name) if _letters(word) >= _SHORTEST_WORD]
    capitals = [word for word in words if word != word.lower()]
    return capitals or [word for word in words if word not in STOP_WORDS]


def _letters(word: str) -> int:
    """Number of Latin letters, accents aside."""
    return sum("a" <= letter <= "z" for letter in unicodedata.normalize("NFD", word.lower()))


def _first_absent(inventions: Sequence[str], held: Mapping[str, int]) -> str | None:
    absent = (each for each in inventions if (terms := analyse(each)) and not any(held.get(term) for term in terms))
    return next(absent, None)


def _with_names(text: str, absent: Mapping[str, str]) -> str | None:
    """The text with its names replaced; None where it has none, or where one of them has to stay."""
    spans = name_spans(text)
    parts, position = [], 0
    for start, end in spans:
        telling = set(_telling(text[start:end]))
        if not telling or not telling <= absent.keys():
            return None
        pieces = re.split(r"([^\W_]+)", text[start:end])
        parts += [text[position:start], *(absent[piece] if piece in telling else piece for piece in pieces)]
        position = end
    return "".join([*parts, text[position:]]) if spans else None


def _years(text: str) -> list[int]:
    """The years that a text writes in four digits, where every such number in it is read as a year."""
    read = {period["year"] for period in find_periods(text)}
    written = [int(year) for year in _YEAR.findall(text)]
    return written if written and read >= set(written) else []


def _moved(text: str, shift: int) -> str:
    return _YEAR.sub(lambda year: str(int(year[0]) + shift), text)


def _absent_shift(years: Sequence[int], shifts: Sequence[int], held: Mapping[str, int]) -> int | None:
    for shift in shifts if years else ():
        moved = [year + shift for year in years]
        if all(FIRST_YEAR <= year <= LAST_YEAR and not held.get(str(year)) for year in moved):
            return shift
    return None
