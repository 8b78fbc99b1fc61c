"""Which of the encodings with one byte for a letter a Latin text is in: the letters of its language tell."""

from __future__ import annotations

from collections.abc import Sequence, Set

from nodes.domain.regexes import lazy_regex

WESTERN = "cp1252"
_WESTERN_LETTERS = tuple(
    frozenset(letters)
    for letters in (
        "àâæçéèêëîïôœùûüÿ",  # French
        "äöüßé",  # German
        "áéíñóúüªº",  # Spanish
        "àáâãçéêíóôõúüªº",  # Portuguese
        "àèéìíòóùú",  # Italian
        "àçèéíïòóúü",  # Catalan
        "áéëïíóöüèê",  # Dutch
        "æøåéèêóòôäöü",  # Danish and Norwegian
        "åäöéüà",  # Swedish and Finnish
        "áéíóúýþæðö",  # Icelandic
        "äõöüšž",  # Estonian
        "áéíóúàèìòù",  # Irish and Gaelic
    )
)
_CENTRAL_LETTERS = tuple(
    frozenset(letters)
    for letters in (
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Bosnian, Slovene, Serbian
        "ăâîşţ",  # Romanian
    )
)
_OTHER_LETTERS = {
    "cp1250": _CENTRAL_LETTERS,
    "iso8859_2": _CENTRAL_LETTERS,
    "cp1254": (frozenset("çğıöşüâîû"),),  # Turkish
    "cp1257": (frozenset("ąčęėįšųūž"), frozenset("āčēģīķļņšūž")),  # Lithuanian, Latvian
}
_HIGH = lazy_regex(r"[^\x00-\x7f]")
_LEAST_LETTERS = 5
"""Of a text that anything is told by."""
_MOST = 0.95
"""Share of the letters over ASCII that a text of a language has from its own alphabet: names come from elsewhere."""


def other_latin(data: bytes) -> str | None:
    """The encoding of a text in Polish, Czech, Hungarian, Turkish and others that Windows-1252 has no letters for.

    None where its letters are those of one language of western Europe, of none, or too few.
    """
    western = _letters(data, WESTERN)
    if any(_own(western, letters) for letters in _WESTERN_LETTERS):
        return None
    best, most = None, 0
    for encoding, alphabets in _OTHER_LETTERS.items():
        found = _letters(data, encoding)
        # Where two fit, that makes more of the bytes letters which the text was written in.
        if (count := max(_own(found, letters) for letters in alphabets)) > most:
            best, most = encoding, count
    return best


def _letters(data: bytes, encoding: str) -> list[str]:
    """The letters over ASCII of a text, and signs within words, which are letters that were read wrongly."""
    text = f" {data.decode(encoding, errors='replace')} "
    found = ((each.start(), each.group()) for each in _HIGH.finditer(text))
    return [
        sign.replace("İ", "ı").lower()
        for at, sign in found
        if sign.isalpha() or (sign != "’" and text[at - 1].isalpha() and text[at + 1].isalpha())
    ]


def _own(found: Sequence[str], alphabet: Set[str]) -> int:
    """How many of the letters the alphabet of a language has; 0 where it lacks more than names bring with them."""
    count = sum(letter in alphabet for letter in found)
    return count if count >= max(_LEAST_LETTERS, _MOST * len(found)) else 0
