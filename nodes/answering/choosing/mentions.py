"""Which sources a sentence mentions: by a title, by what a text calls its subject, or by a title spelt otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from nodes.answering.evidence.evidence import Evidence
from nodes.documents.names import document_names
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.particles import PARTICLES

_LEAST_SURE = 0.6
"""Of a name, 0..1: as sure as the least of what a document writes out, see `document_names`."""
_NEARLY = 0.7
"""How sure a mention in another spelling is."""
_LEAST_SURE_OF_NEARLY = 0.9
"""Of a name that may be spelt otherwise: half of one is half a name already."""
_SHORTEST_NAME = 4
"""Characters of a name that others may mention."""
_SHORTEST_WORD = 5
"""Of a word that may be spelt otherwise: "II" is not "III"."""
_SAME_OPENING = 4
"""Letters that two spellings of a word begin with: a name is hardly ever spelt otherwise there."""
_PARTICLE = lazy_regex(rf"(?:{PARTICLES})")


def names_of(source: Source) -> dict[str, float]:
    """What a source may be mentioned by, normalised, and how surely that means it, 0..1."""
    found = document_names(source["title"], "", {}, source["content"])
    return {
        name["key"]: name["weight"]
        for name in found
        if name["kind"] in {"title", "alias"} and len(name["key"]) >= _SHORTEST_NAME
    }


def openings_of(pieces: Iterable[Evidence]) -> frozenset[str]:
    """The first letters of each word of some pieces, by which `only_sayable` tells what none of them can mention."""
    return frozenset(word[:_SAME_OPENING] for piece in pieces for word in piece.folded.split())


def only_sayable(names: Mapping[str, float], openings: Set[str]) -> dict[str, float]:
    """The names of which every word, however spelt, may stand among words with some first letters.

    So what no passage says is not looked for in each of its sentences.
    """
    return {
        name: weight
        for name, weight in names.items()
        if all(word[:_SAME_OPENING] in openings or _PARTICLE.fullmatch(word) for word in name.split())
    }


def sureness_of_mention(piece: Evidence, own_title: str, names: Mapping[str, float]) -> float:
    """How surely a piece mentions the source that bears some names, 0..1; 0 where it does not.

    Args:
        piece: Of another source.
        own_title: Of that one, normalised, between blanks: it mentions nothing by being called so.
        names: See `names_of`.
    """
    others = {name: weight for name, weight in names.items() if f" {name} " not in own_title}
    said = [weight for name, weight in others.items() if weight >= _LEAST_SURE and f" {name} " in piece.folded]
    if said:
        return max(said)
    full = {name: weight for name, weight in others.items() if weight >= _LEAST_SURE_OF_NEARLY}
    words = piece.folded.split()
    sayable = only_sayable(full, openings_of([piece])) if full else ()
    return _NEARLY if any(_is_nearly_said(name.split(), words) for name in sayable) else 0.0


def _is_nearly_said(name: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a name of several words stands there in another spelling: "Hamad ibn Isa" is "Hamad bin Isa"."""
    if len(name) < 2:
        return False
    runs = (words[start : start + len(name)] for start in range(len(words) - len(name) + 1))
    return any(all(map(_is_nearly, name, run)) for run in runs)


def _is_nearly(one: str, other: str) -> bool:
    if one == other or (_PARTICLE.fullmatch(one) and _PARTICLE.fullmatch(other)):
        return True
    is_long = min(len(one), len(other)) >= _SHORTEST_WORD and abs(len(one) - len(other)) <= 1
    return is_long and one[:_SAME_OPENING] == other[:_SAME_OPENING] and sum(map(str.__ne__, one, other)) <= 1
