"""The languages of a document, identified offline."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from nodes.documents.excerpts import body_pieces
from nodes.domain.documents import Page
from nodes.language.terms import count_letters

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE = 240
"""Characters of each sample that is identified."""
_SAMPLES = 5
"""Samples of one document, about, spread over it."""
_FEWEST_LETTERS = 20
"""Of a sample in letters of an alphabet: fewer are guessed."""
_FEWEST_EAST_ASIAN = 6
"""The same in characters of which each is a syllable or a word."""
_SURE = 0.5
"""Of 0..1: one language is then likelier than all others together."""

_unpacking = threading.Lock()


def document_languages(pages: Sequence[Page]) -> list[str]:
    """Languages as ISO 639-1 codes, the commonest first; empty for a text that is too short to tell.

    Up to five samples of 240 characters, spread evenly over the pages, are identified; a sample counts when one
    language is likelier than all others together. A second language counts when at least two samples are in it.
    """
    counts: dict[str, int] = {}
    for sample in _samples(pages):
        code, confidence = _identifier().classify(sample)
        if confidence >= _SURE and len(code) == 2:
            counts[code] = counts.get(code, 0) + 1
    ranked = sorted(counts, key=lambda code: (-counts[code], code))
    return [code for place, code in enumerate(ranked) if place == 0 or counts[code] > 1]


def language_of(question: str) -> str:
    """The likeliest language of a short text, as an ISO 639-1 code: a guess, though always the same one."""
    return str(_identifier().classify(question)[0])


def load() -> None:
    """Unpacks the model, which takes about a second, before somebody waits for it."""
    _identifier()


def _samples(pages: Sequence[Page]) -> list[str]:
    """Prose from evenly spread pages, each sample with letters enough."""
    if len(pages) == 1:
        text = "\n".join(body_pieces(pages[0]))
        chosen = [text[start : start + _SAMPLE] for start in _starts(len(text))]
    else:
        step = max(1, len(pages) // _SAMPLES)
        chosen = ["\n".join(body_pieces(page)).strip()[:_SAMPLE] for page in pages[::step][: _SAMPLES + 1]]
    return [sample for sample in chosen if _is_enough(sample)]


def _starts(length: int) -> range:
    return range(0, max(length, 1), max(5 * _SAMPLE, length // _SAMPLES + 1))


def _is_enough(sample: str) -> bool:
    if count_letters(sample) >= _FEWEST_LETTERS:
        return True
    return sum(character >= "\u3040" and character.isalpha() for character in sample) >= _FEWEST_EAST_ASIAN


def _identifier() -> LanguageIdentifier:
    # Who comes while another thread unpacks it waits: two would take twice as long, and hold it twice.
    with _unpacking:
        return _unpacked()


@lru_cache(maxsize=1)
def _unpacked() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
