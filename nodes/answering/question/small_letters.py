"""Names of a question that is typed in small letters: "what does ada have to do?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.question.found_names import WEEKDAY
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.dictionaries import ENGLISH, is_in_dictionary
from nodes.language.months import MONTH_NAMES
from nodes.language.query_terms import language_of_words
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name, tokens

_CAPITAL = lazy_regex(r"(?<!\bI)(?<!\bI['’])[A-ZÀ-ÖØ-Þ](?!\b(?:['’][a-z]|\s|$))")
"""But for "I" and "I'm"."""
_WORD = lazy_regex(r"[^\W\d_]{3,}")
_INSIDE = lazy_regex(r"(?<=[a-zß-öø-ÿ,;] )[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}")
"""With a capital that no beginning of a sentence gave it."""
_MONTH = lazy_regex(MONTH_NAMES, re.IGNORECASE)


def names_in_small_letters(question: str, sources: Sequence[Source]) -> list[str]:
    """The names, normalised, of a question without capitals: words that its sources write with a capital alone.

    Of words that a dictionary has, "marsh" and "dora", those that have it inside a sentence. None of a question in
    another language than English: of German every noun would be one.
    """
    if _CAPITAL.search(question[1:]) or language_of_words(tokens(question)):
        return []
    written = {word for source in sources for word in _WORD.findall(source["content"])}
    inside = {word for source in sources for word in _INSIDE.findall(source["content"])}
    names: list[str] = []
    last = -1
    for found in _WORD.finditer(question):
        word = found.group().lower()
        name = word.capitalize()
        is_of_time = WEEKDAY.fullmatch(word) or _MONTH.fullmatch(word)
        if word in written or name not in written or word in STOP_WORDS or is_of_time:
            continue
        if name not in inside and is_in_dictionary(word, ENGLISH):
            continue
        if names and question[last : found.start()] == " ":
            names[-1] += f" {normalise_name(word)}"
        else:
            names.append(normalise_name(word))
        last = found.end()
    return list(dict.fromkeys(names))
