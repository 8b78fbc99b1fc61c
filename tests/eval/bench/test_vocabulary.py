"""The made-up words behave as those of a language do."""

from __future__ import annotations

from collections import Counter

import numpy as np

from eval.bench.vocabulary import FREQUENT, SYLLABLES, Words, draw_ranks, spelt


def drawn(number: int, seed: int = 3) -> list[int]:
    ranks: list[int] = draw_ranks(np.random.default_rng(seed), number).tolist()
    return ranks


def slope(x: list[float], y: list[float]) -> float:
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def test_frequencies_fall_as_zipf_has_it() -> None:
    counts = sorted(Counter(drawn(300_000)).values(), reverse=True)
    ranks = np.unique(np.geomspace(5, 2_000, 40).astype(int))
    fitted = slope([float(rank) for rank in ranks], [float(counts[rank - 1]) for rank in ranks])
    assert -1.1 < fitted < -0.9


def test_the_vocabulary_grows_as_heaps_has_it() -> None:
    words = drawn(400_000)
    sizes = [25_000, 50_000, 100_000, 200_000, 400_000]
    fitted = slope([float(size) for size in sizes], [float(len(set(words[:size]))) for size in sizes])
    assert 0.5 < fitted < 0.8


def test_the_same_dice_give_the_same_words() -> None:
    assert drawn(1_000) == drawn(1_000)
    assert drawn(1_000) != drawn(1_000, seed=4)
    assert min(drawn(1_000)) == 1


def test_no_two_words_are_spelt_alike() -> None:
    base = len(SYLLABLES)
    numbers = [*range(5_000), *range(base + base**2 - 500, base + base**2 + 500)]
    assert len({spelt(number) for number in numbers}) == len(numbers)


def test_frequent_words_are_those_of_english() -> None:
    words = Words()
    assert words.of([1, 2, 3]) == ["the", "of", "and"]
    assert words.of([len(FREQUENT) + 1]) == [spelt(0)]
    assert len(set(FREQUENT)) == len(FREQUENT)
