"""Spelling: words of a question that no document holds, and the nearest words that some document does.

Pure steps with look-ups between them: `misspelt` takes the document frequencies of the question's terms,
`without_real_words` a vocabulary and dictionaries, `corrections` the frequencies of `variant_terms`. Frequency cannot
tell which of several known words a name was meant to hold; the names in the catalogue can: `respelt_names` gives the
keys to ask for, each with the correction that it stands for.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence

from nodes.domain.regexes import lazy_regex
from nodes.language.asked_terms import asked_terms
from nodes.language.comparisons import is_comparing
from nodes.language.dictionaries import ENGLISH, is_in_dictionary
from nodes.language.names import name_keys
from nodes.language.query_terms import language_of_words
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import fold, terms_of, tokens
from nodes.language.wholes import cue_words

_WORD = lazy_regex(r"(?<!\w)[^\W\d_]+(?!\w)")
# Folded, so without the letters that decompose into a base and a mark.
_ALPHABETS = (string.ascii_lowercase, "абвгдежзиклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω")
_PLURAL_ACRONYM = lazy_regex(r"\b([A-Z]{2,6})s\b")
_SHORTEST = 4
"""Letters of a word that may be misspelt: of a shorter one too many words are near."""
_LONGEST = 24
"""Letters: the longer a word, the more variants of it are looked up."""
_MOST_CANDIDATES = 12
"""Known words that one is held against, the likeliest first."""
_MOST_KEYS = 500
"""Words and pairs of a question that are looked up."""
_ENDINGS = (("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
"""Of inflected words, and what the word itself has in their place."""
_SHORTEST_STEM = 3
"""Letters of what a word may be inflected from."""


def variants(word: str) -> list[str]:
    """Every word that one deletion, transposition, replacement or insertion makes of a word, in alphabetical order.

    The letters put in are those of the word's alphabet (Latin, Cyrillic or Greek) and its own. A word of nine Latin
    letters has about 490 variants. (Damerau's four edits: Communications of the ACM 7(3), 1964.)

    Args:
        word: A folded word.

    Returns:
        Distinct words other than `word`; none for a word that has other characters than letters, or is shorter than
        four or longer than 24 letters.
    """
    if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST:
        return []
    own = set(word)
    letters = own.union(*(alphabet for alphabet in _ALPHABETS if own & set(alphabet)))
    splits = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    found = {left + right[1:] for left, right in splits if right}
    found.update(_transpositions(word))
    found.update(left + letter + right[1:] for left, right in splits if right for letter in letters)
    found.update(left + letter + right for left, right in splits for letter in letters)
    found.discard(word)
    return sorted(found)


def variant_terms(words: Sequence[str]) -> list[str]:
    """The terms of all variants of some words, sorted: what to look up before `corrections`."""
    return sorted({term for word in words for variant in variants(word) for term in terms_of(variant)})


def checked_words(question: str) -> list[str]:
    """The words of a question that may be misspelt, folded, in order, without repeats.

    Left out are words under four letters, function and instruction words, words of scripts without capitals (which
    are not written apart), and words in capitals only (an acronym is another thing one letter on), unless the whole
    question is written so.
    """
    shouted, asking = question.isupper(), cue_words(question) | _asking_abroad(question)
    found: dict[str, None] = {}
    for written in _WORD.findall(question):
        word = fold(written)
        if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST or word.upper() == word.lower():
            continue
        if (
            word in STOP_WORDS
            or word in INSTRUCTION_WORDS
            or word in asking
            or is_comparing(word)
            or (written.isupper() and not shouted)
        ):
            continue
        found.setdefault(word)
    return list(found)


def checked_terms(words: Sequence[str]) -> list[str]:
    """The terms of words to check, sorted: what to look up before `misspelt`."""
    return sorted({term for word in words for term in terms_of(word)})


def misspelt(words: Sequence[str], frequencies: Mapping[str, int]) -> list[str]:
    """Those of some words that no document holds in any inflection.

    Args:
        words: Of `checked_words`.
        frequencies: Number of documents by term, at least for `checked_terms`; a term that is missing occurs in none.
    """
    return [word for word in words if not any(frequencies.get(term, 0) > 0 for term in terms_of(word))]


def plural_acronyms(question: str) -> dict[str, str]:
    """The acronyms that a question has in the plural, each with its singular, folded: "ndas" of "NDAs", and "nda"."""
    return {fold(found[0]): fold(found[1]) for found in _PLURAL_ACRONYM.finditer(question)}


def without_real_words(words: Sequence[str], question: str, is_word: Callable[[str], bool]) -> list[str]:
    """The words without real ones and their regular inflections, which are right though no document has them.

    Args:
        words: Of `misspelt`.
        question: As typed: a name is a word with its capital alone.
        is_word: Whether the vocabulary has a word; it has names, and a dictionary has words that are rarer.
    """
    written = _written(question)
    languages = {ENGLISH, language_of_words(tokens(question)) or ENGLISH}

    def is_real(form: str) -> bool:
        return is_word(form) or any(is_in_dictionary(form, language) for language in languages)

    return [word for word in words if not any(map(is_real, _forms(written[word])))]


def uninflected(word: str) -> Iterator[str]:
    """A word, and what it may be inflected from by a regular ending of English; not all of these are words."""
    yield word
    for ending, own in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            yield stem + own


def candidates(word: str, frequencies: Mapping[str, int]) -> list[str]:
    """The variants of a word that documents hold, the likeliest first, at most twelve.

    Those that keep the first letter come first, because few slips hit it (Pollock and Zamora, Communications of the
    ACM 27(4), 1984); then those whose term is nearly as long as the word, because a short stem stands for many other
    words; then the more frequent ones, then the shorter ones, then by the alphabet. Where two letters changed places in
    a function word ("whcih"), that is the one candidate: it occurs in no index, and the nearest content word would be
    wrong.

    Args:
        word: A folded word, see `misspelt`.
        frequencies: Number of documents by term, at least for the `variant_terms` of the word.
    """
    function = sorted(other for other in _transpositions(word) if other in STOP_WORDS)
    if function:
        return function[:1]
    known: list[tuple[bool, int, int, int, str]] = []
    for other in variants(word):
        for term in terms_of(other):
            count = frequencies.get(term, 0)
            if count > 0:
                known.append((other[0] != word[0], abs(len(word) - len(term)) // 2, -count, len(other), other))
    known.sort()
    return [other for *_, other in known[:_MOST_CANDIDATES]]


def corrections(words: Sequence[str], frequencies: Mapping[str, int]) -> dict[str, str]:
    """For each word its first candidate; a word that has none is left out. Arguments as for `candidates`."""
    best = ((word, candidates(word, frequencies)) for word in words)
    return {word: others[0] for word, others in best if others}


def respelt_names(question: str, words: Sequence[str], frequencies: Mapping[str, int]) -> dict[str, dict[str, str]]:
    """Names that the question holds once its misspelt words are read as any of their candidates.

    Args:
        question: The question as typed.
        words: Its misspelt words.
        frequencies: As for `candidates`.

    Returns:
        Key of `nodes.language.names.name_keys` -> the corrections that give it, for `corrected`. Only keys that the
        question marks and that its own spelling does not give; the shortest first, at most 500. Where a
        key comes from several candidates, the likeliest stands.
    """
    own = name_keys(question)
    by_word = {word: others for word in words if (others := candidates(word, frequencies))}
    usual = {word: others[0] for word, others in by_word.items()}
    found: dict[str, dict[str, str]] = {}
    for word, others in by_word.items():
        for other in others:
            changed = {**usual, word: other}
            for key, marked in name_keys(corrected(question, changed)).items():
                if marked and key not in own and f" {other} " in f" {key} ":
                    found.setdefault(key, changed)
    return dict(sorted(found.items(), key=lambda item: len(item[0].split()))[:_MOST_KEYS])


def corrected(question: str, changes: Mapping[str, str]) -> str:
    """The question with each word of `changes` replaced, its capital or capitals kept; all else as written."""

    def replace(match: re.Match[str]) -> str:
        written = match.group()
        better = changes.get(fold(written))
        if better is None:
            return written
        if written.isupper() or _PLURAL_ACRONYM.fullmatch(written):
            return better.upper()
        return better[0].upper() + better[1:] if written[0].isupper() else better

    return _WORD.sub(replace, question)


def as_typed(words: Sequence[str], question: str, changes: Mapping[str, str]) -> list[str]:
    """Words of a corrected question as they stand in the question that was typed, each once.

    Args:
        words: Words or names.
        question: As typed.
        changes: Each word that was read as another, see `corrected`.
    """
    written = _written(question)
    back = {fold(other): written.get(word, word) for word, other in changes.items()}
    return list(dict.fromkeys(word if word in question else corrected(word, back) for word in words))


def _written(question: str) -> dict[str, str]:
    """The words of a question as it has them, by what they are folded."""
    return {fold(word): word for word in _WORD.findall(question)}


def _forms(written: str) -> Iterator[str]:
    """The word as written, in small letters and with a capital, and what each may be inflected from."""
    for word in dict.fromkeys((written, written.lower(), written.capitalize())):
        yield from uninflected(word)


def _asking_abroad(question: str) -> frozenset[str]:
    """The words of a question in another language than English that only ask: texts seldom hold them."""
    if language_of_words(tokens(question)) is None:
        return frozenset()
    asked = frozenset(asked_terms(question))
    return frozenset(fold(word) for word in _WORD.findall(question) if asked.isdisjoint(terms_of(word)))


def _transpositions(word: str) -> Iterator[str]:
    for place in range(len(word) - 1):
        yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
