"""Running titles in capitals: they name the chapter and the section, and are no text."""

from __future__ import annotations

from app.reading.furniture import furniture_lines

WORDS = [
    "ebb",
    "flow",
    "moon",
    "buoy",
    "rope",
    "float",
    "mud",
    "quay",
    "sloop",
    "gull",
    "brine",
    "kelp",
    "shoal",
    "spit",
    "tarn",
    "weir",
    "wharf",
    "yawl",
    "zephyr",
    "inlet",
]


def page(number: int, *first: str) -> list[str]:
    """Some first lines and three that no other page has."""
    word = WORDS[number % len(WORDS)] * (1 + number // len(WORDS))
    return [*first, f"Of the {word} at noon", f"the gauge of the {word} tells", f"and a {word} is held."]


def test_the_name_of_the_chapter_above_half_of_the_pages() -> None:
    pages = [page(0, "Manual of tides"), page(1)]
    pages += [page(n, f"CHAPTER {n // 4}. GAUGES AND FLOATS {n // 4}.{n}. READING NO {n * 3}") for n in range(4, 16)]
    found = furniture_lines(pages)
    assert found[:2] == [set(), set()]
    assert found[2:] == [{0}] * 12


def test_the_chapter_on_the_left_and_the_section_on_the_right() -> None:
    pages = [
        page(
            n,
            f"CHAPTER {n // 6}. {WORDS[n // 6].upper()} AND FLOATS"
            if n % 2
            else f"2.{n}. HOW TO READ A {WORDS[n].upper()}",
        )
        for n in range(18)
    ]
    assert furniture_lines([page(18, "On tides"), page(19), *pages]) == [set(), set(), *[{0}] * 18]


def test_titles_of_slides_stay() -> None:
    titles = [
        "TIDES",
        "GAUGES IN THE HARBOUR",
        "GAUGES AT SEA",
        "FLOATS AND ROPES",
        "THE YEAR OF READINGS",
        "QUESTIONS",
    ]
    assert furniture_lines([page(number, title) for number, title in enumerate(titles)]) == [set()] * 6


def test_few_titles_in_capitals_stay() -> None:
    pages = [
        page(n, "NOTES TO THE ACCOUNTS OF TIDES" if n in {7, 8} else f"Note {'abcdefghijkl'[n]}") for n in range(12)
    ]
    assert furniture_lines(pages) == [set()] * 12
