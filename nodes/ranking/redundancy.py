"""Redundancy: near-duplicates collapsed, and a penalty on what repeats better hits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nodes.domain.chat import Hit
from nodes.domain.regexes import lazy_regex
from nodes.language.east_asian import EAST_ASIAN_CHARACTER, EAST_ASIAN_RANGES
from nodes.language.stopwords import STOP_WORDS
from nodes.ranking.fusion import normalise
from nodes.ranking.order import by_final, final_score, with_scores

NEAR_DUPLICATE = 0.95
"""Jaccard of the words of two hits, 0..1, from which on they are one."""

Similarities = NDArray[np.float64]

# A Han, Kana or Hangul character counts as a word: these scripts have no blanks between theirs.
_WORD = lazy_regex(rf"{EAST_ASIAN_CHARACTER}|[^\W_{EAST_ASIAN_RANGES}]+")
_BLANKS = bytes(code if code >= 128 or chr(code).isalnum() else ord(" ") for code in range(256))
"""Of UTF-8: every ASCII character that stands in no word becomes a blank."""
_NUMBER = lazy_regex(r"\d[\d.,]*\d|\d")
_NAME = lazy_regex(r"(?<![^\W_])[^\W\d_]*[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][^\W_]*")


def without_repetition(
    hits: Sequence[Hit], factor: float, *, collapse: bool = True
) -> tuple[list[Hit], list[dict[str, Any]]]:
    """Hits without near-duplicates, the others weighed down by what they repeat, `final` divided by its largest.

    Args:
        hits: best first; they are compared with one another, so not many.
        factor: 0..1, see `redundancy_penalties`.
        collapse: whether near-duplicates are dropped.

    Returns:
        Hits by (final descending, id ascending), and what was dropped with its reason.
    """
    passages = [Passage(hit["chunk_id"], hit["content"]) for hit in hits]
    similar = similarities(passages)
    repeats = near_duplicates(passages, similar) if collapse else {}
    places = [place for place, passage in enumerate(passages) if passage.passage_id not in repeats]
    multipliers = redundancy_penalties(similar[np.ix_(places, places)], factor)
    kept = [hits[place] for place in places]
    final = normalise(
        {hit["chunk_id"]: final_score(hit) * multiplier for hit, multiplier in zip(kept, multipliers, strict=True)}
    )
    dropped = [
        {"chunk_id": chunk_id, "reason": f"says the same as {first}"} for chunk_id, first in sorted(repeats.items())
    ]
    return by_final(with_scores(hit, {"final": final[hit["chunk_id"]]}) for hit in kept), dropped


class Passage:
    """A text as redundancy sees it. What only near-duplicates need is worked out when it is first asked for.

    Args:
        passage_id: names it.
        text: its content.
    """

    def __init__(self, passage_id: str, text: str) -> None:
        self.passage_id = passage_id
        self.text = text
        self.in_order = _words_of(text)
        """Folded words in reading order."""
        self.letters = "".join(self.in_order)
        """Everything but words left out, so that hyphenation and line breaks do not tell two copies apart."""

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct ones."""
        return frozenset(self.in_order)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Numbers as written, in reading order."""
        return tuple(_NUMBER.findall(self.text))

    @cached_property
    def names(self) -> frozenset[str]:
        """Folded words that stand somewhere with a capital letter."""
        return frozenset(name.casefold() for name in _NAME.findall(self.text))


def _words_of(text: str) -> tuple[str, ...]:
    folded = text.casefold()
    pieces = folded.encode("utf-8", "surrogatepass").translate(_BLANKS).decode("utf-8", "surrogatepass").split()
    if folded.isascii():
        return tuple(pieces)
    # Only what has other letters, mostly a few names, must be looked at by a pattern.
    words: list[str] = []
    done = 0
    for place in [place for place, piece in enumerate(pieces) if not piece.isascii()]:
        words += pieces[done:place]
        words += _WORD.findall(pieces[place])
        done = place + 1
    words += pieces[done:]
    return tuple(words)


def similarities(passages: Sequence[Passage]) -> Similarities:
    """Jaccard similarity of the word sets of every two passages, 0..1; 0 where both are empty.

    The time is quadratic; callers bound the number of passages.

    Returns:
        Float array of shape (n, n), symmetric.
    """
    words = list(chain.from_iterable(passage.in_order for passage in passages))
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    members = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
    held = np.zeros((len(passages), len(numbers)), np.float32)
    # A word that a passage says again is written there again: sets of words would take longer to make.
    held[np.repeat(np.arange(len(passages)), [len(passage.in_order) for passage in passages]), members] = 1
    # Sums of ones, which are exact up to 16 million, as the products below are.
    sizes = held.sum(axis=1).astype(np.int64)
    # Most words are in one passage alone, and no two share those.
    rows = held[:, held.sum(axis=0) > 1]
    # Products of zeros and ones count the words that two share.
    shared = rows @ rows.T
    np.fill_diagonal(shared, sizes)
    similar: Similarities = shared / np.maximum(1, sizes[:, None] + sizes[None, :] - shared)
    return similar


def near_duplicates(passages: Sequence[Passage], similar: Similarities) -> dict[str, str]:
    """Which passages say again what an earlier one says, by id: the repeating one -> the first one.

    Two passages are near-duplicates where their letters and numbers are the same in the same order; or where their
    word sets have a Jaccard similarity of 0.95 or more, the numbers agree in the same order, and none of the words
    that only one has is a name (capitalised) or a small word ("not", "shall"). Those few words are where versions of
    a contract differ, and where two sources contradict each other.

    Args:
        passages: best first, ids distinct.
        similar: `similarities` of these passages.
    """
    spelled: dict[str, list[int]] = {}
    repeats: dict[str, str] = {}
    alike: dict[int, list[int]] = {}
    for position, earlier in np.argwhere(np.tril(similar >= NEAR_DUPLICATE, k=-1)).tolist():
        alike.setdefault(position, []).append(earlier)
    for position, passage in enumerate(passages):
        candidates = sorted({*spelled.get(passage.letters, ()), *alike.get(position, ())})
        kept = (passages[each] for each in candidates if passages[each].passage_id not in repeats)
        first = next((each for each in kept if _same(passage, each)), None)
        if first is not None:
            repeats[passage.passage_id] = first.passage_id
        else:
            spelled.setdefault(passage.letters, []).append(position)
    return repeats


def _same(one: Passage, other: Passage) -> bool:
    if one.numbers != other.numbers:
        return False
    if one.letters == other.letters:
        return True
    different = one.words ^ other.words
    return bool(different) and not different & (one.names | other.names | STOP_WORDS)


def redundancy_penalties(similar: Similarities, factor: float) -> list[float]:
    """What each score is multiplied by: `1 - factor * max Jaccard to those above`.

    Args:
        similar: `similarities` of the passages, best first.
        factor: 0..1; 0.05 for factual questions, 0.1 in general, 0.2 for analytical ones.

    Returns:
        One multiplier a passage, `1 - factor` to 1.

    Raises:
        ValueError: factor is not in 0..1.
    """
    if not 0 <= factor <= 1:
        raise ValueError(f"factor must be in 0..1, not {factor}")
    closest: list[float] = np.tril(similar, k=-1).max(axis=1, initial=0.0).tolist()
    return [1.0 - factor * each for each in closest]
