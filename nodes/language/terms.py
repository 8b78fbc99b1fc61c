"""Terms: the one analysis that documents and questions go through, whatever store holds the result.

A store indexes the terms joined by blanks and splits at blanks, so every store finds the same words. Accents are
folded, words are stemmed (Snowball: English for Latin letters, Russian for Cyrillic), identifiers are kept whole and
in their parts, Han, Kana and Hangul runs become overlapping pairs of characters.
"""

from __future__ import annotations

import re
import string
import unicodedata
from functools import lru_cache

import Stemmer

from nodes.domain.regexes import lazy_regex
from nodes.language.east_asian import EAST_ASIAN_CHARACTER
from nodes.language.may import TERM as MAY
from nodes.language.may import month_places
from nodes.language.stopwords import CAPITAL_WORDS, STOP_WORDS

_TOKEN = lazy_regex(r"[^\W_]+(?:[-_./'’&][^\W_]+|(?<=\d),(?=\d{3})[^\W_]+)*(?:\+\+|#)?")
_CONTRACTION = lazy_regex(
    r"[a-z]+n['’]t|(?:i|you|he|she|it|we|they|who|what|that|there)['’](?:m|re|ve|ll|d)", re.IGNORECASE
)
"""Nothing but function words: "doesn't", "they'll"."""
_PART = lazy_regex(r"[^\W_]+")
_ACRONYMS = lazy_regex(r"([A-Z]{2,})s")
_CAMEL = lazy_regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMBER = lazy_regex(r"\d[\d,]*(?:\.\d+)*")
_CJK = lazy_regex(rf"{EAST_ASIAN_CHARACTER}+")
_CYRILLIC = lazy_regex(r"[Ѐ-ӿ]")
_LATIN_WORD = lazy_regex(r"[a-z]+")
_LONGEST_TERM = 64
"""Characters of a term: what is longer is no word, and each is kept in the catalogue."""
_ASCII_LETTERS = string.ascii_letters.encode()

_english = Stemmer.Stemmer("english")
_russian = Stemmer.Stemmer("russian")


def fold(text: str) -> str:
    """Case and accents folded: what two spellings of one name have in common."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.casefold())
    # Each character is looked at once, however often it stands there.
    for mark in filter(unicodedata.combining, set(folded)):
        folded = folded.replace(mark, "")
    # Folded again: decomposition turns letters of other styles into capitals.
    return folded.casefold()


def count_letters(text: str) -> int:
    """Number of letters of any script."""
    if text.isascii():
        # What is left when the letters are deleted: one call for the whole text.
        return len(text) - len(text.encode().translate(None, _ASCII_LETTERS))
    return sum(map(str.isalpha, text))


def normalise_name(text: str) -> str:
    """Folded, punctuation as blanks, single blanks: the key that names and mentions share."""
    return " ".join(_PART.findall(fold(text)))


def stem(word: str) -> str:
    """The stem of a folded word; words of other scripts, and words with digits, stay as they are."""
    if _LATIN_WORD.fullmatch(word):
        return str(_english.stemWord(word))
    if _CYRILLIC.search(word):
        return str(_russian.stemWord(word))
    return word


def tokens(text: str) -> list[str]:
    """Raw tokens in reading order, compounds whole."""
    return _TOKEN.findall(text)


def terms_of(token: str) -> tuple[str, ...]:
    """The terms of one raw token: none for a stop word, several for a compound."""
    # What is longer than a word is data, which does not come again: it would only fill the memory.
    return _remembered_terms(token) if len(token) <= _LONGEST_TERM else _terms_of(token)


def _terms_of(token: str) -> tuple[str, ...]:
    if token.isascii() and token.isalpha() and (token.islower() or token[1:].islower()):
        word = token.lower()
        return () if word in STOP_WORDS else (stem(word)[:_LONGEST_TERM],)
    if _CONTRACTION.fullmatch(token):
        return ()
    if token.replace(".", "") in CAPITAL_WORDS:
        # What is written U.S. is found by US, and the other way round.
        whole = token.lower()
        return tuple(dict.fromkeys((whole.replace(".", ""), whole)))
    if _CJK.search(token):
        return _cjk_terms(token)
    if _NUMBER.fullmatch(token):
        return (token.replace(",", "")[:_LONGEST_TERM],)
    token = re.sub(r"['’]s?$", "", re.sub(r"['’]s\b", "", token))
    parts = _parts(token)
    folded = [fold(part) for part in parts]
    whole = re.sub(r"[-_'’]", "", fold(token)) if not token.endswith(("++", "#")) else fold(token)
    found = [stem(part) for part in folded if part not in STOP_WORDS]
    if acronyms := _ACRONYMS.fullmatch(token):
        # "DVDs" are no "DV" and "Ds". The plural stays, for what was read before and what is typed in small letters.
        found = [whole, acronyms[1].lower()]
    elif len(parts) > 1 or whole != "".join(folded):
        found.append(stem(whole))
    return tuple(dict.fromkeys(term[:_LONGEST_TERM] for term in found if term))


_remembered_terms = lru_cache(maxsize=200_000)(_terms_of)


def spelled_out(identifier: str) -> str:
    """The words that an identifier is made of, as they stand there: "Ring Buffer" of `RingBuffer`."""
    return " ".join(_parts(identifier))


def _parts(token: str) -> list[str]:
    return [piece for part in _PART.findall(token) for piece in (_CAMEL.findall(part) if part.isascii() else [part])]


def parts_of(token: str) -> tuple[str, ...]:
    """The terms of a compound's parts, without the compound itself; none where the token is no compound."""
    terms = terms_of(token)
    # Spellings of one word, and pairs of characters, are no parts of a last term.
    if len(terms) == 1 or token.replace(".", "") in CAPITAL_WORDS or _CJK.search(token) or _ACRONYMS.fullmatch(token):
        return ()
    return terms[:-1]


def _cjk_terms(token: str) -> tuple[str, ...]:
    found: list[str] = []
    position = 0
    for run in _CJK.finditer(token):
        found.extend(term for part in _PART.findall(token[position : run.start()]) for term in terms_of(part))
        characters = run.group()
        found.extend(characters[i : i + 2] for i in range(max(1, len(characters) - 1)))
        position = run.end()
    found.extend(term for part in _PART.findall(token[position:]) for term in terms_of(part))
    return tuple(found)


def analyse(text: str) -> list[str]:
    """All terms of a text, in reading order, with repetitions; "may" among them where it is the month."""
    places = month_places(text)
    if not places:
        return [term for token in _TOKEN.findall(text) for term in terms_of(token)]
    found: list[str] = []
    for token in _TOKEN.finditer(text):
        if any(token.start() <= place < token.end() for place in places):
            found.append(MAY)
        found += terms_of(token.group())
    return found
