"""Narrowing: of text that no sentence ends, what stands around the words of the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_LONGEST = 1000
"""Characters. Sentences of contracts and lists are shorter, mostly."""
_WINDOW = 500
"""Characters that are shown of a longer one."""
_WORD = lazy_regex(r"\S+")


def narrowed(piece: Evidence, weights: Mapping[str, float]) -> Evidence:
    """The piece, if it is neither a row nor a list and has more than 1,000 characters, cut to 500 of them at words.

    Those are shown that hold most of the question, the first of equals, with what fits of the text on both sides.

    Args:
        piece: What is to be quoted.
        weights: Of the question's terms.
    """
    if len(piece.text) <= _LONGEST or piece.is_row or piece.is_list:
        return piece
    start, end = densest(piece.text, weights, _WINDOW)
    return replace(piece, start=piece.start + start, end=piece.start + end, text=piece.text[start:end])


def densest(text: str, weights: Mapping[str, float], width: int) -> tuple[int, int]:
    """Where the part of a text stands that holds most of some terms: whole words, of `width` characters at most.

    The first of equals, with what fits of the text on both sides; all of the text where no word of it fits.
    """
    words = [word.span() for word in _WORD.finditer(text)]
    told = [(start, end, held) for start, end in words if (held := weights.keys() & set(analyse(text[start:end])))]
    best, best_mass = (0, 0), 0.0
    for place, (start, _, _) in enumerate(told):
        within = [(end, held) for _, end, held in told[place:] if end - start <= width]
        mass = sum(weights[term] for term in frozenset[str]().union(*(held for _, held in within)))
        if mass > best_mass:
            best, best_mass = (start, within[-1][0]), mass
    margin = (width - (best[1] - best[0])) // 2
    low = max(0, min(best[0] - margin, len(text) - width))
    inside = [(start, end) for start, end in words if start >= low and end <= low + width]
    if not inside:
        return 0, len(text)
    return inside[0][0], inside[-1][1]
