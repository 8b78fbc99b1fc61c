from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.pages.alignment import raw_places
from app.reading.hyphenation import BREAK, hyphenation_of
from app.reading.normalise import normalise_page_text
from app.reading.pdf import read_pdf
from tests.app.reading_limits import reading_limits


@pytest.mark.parametrize(
    ("raw", "elsewhere", "expected"),
    [
        ("exam|ple", "An example.", "example"),
        ("exam|ple", "An ample exam.", "exam-ple"),
        ("long|term", "The long run, by term.", "long-term"),
        ("long|term", "A long-term plan.", "long-term"),
        # Both forms occur: the longer one says more.
        ("off|line", "Offline or off-line.", "off-line"),
        ("re|evaluating", "Evaluating is hard. Some in|formation informs: information.", "reevaluating"),
        ("mid|or long-term", "Or.", "mid- or long-term"),
        ("Non|GAAP", "", "Non-GAAP"),
    ],
)
def test_words_of_other_pages_tell(raw: str, elsewhere: str, expected: str) -> None:
    page = raw.replace("|", BREAK)
    hyphenation = hyphenation_of([page, elsewhere.replace("|", BREAK)])
    assert normalise_page_text(page, hyphenation)[0] == f"{expected}\n"


def test_a_document_that_breaks_words_joins_unknown_ones_too() -> None:
    known = f"infor{BREAK}mation is information"
    assert normalise_page_text(f"ze{BREAK}phyr", hyphenation_of([f"ze{BREAK}phyr", known]))[0] == "zephyr\n"
    assert normalise_page_text(f"ze{BREAK}phyr", hyphenation_of([f"ze{BREAK}phyr"]))[0] == "ze-phyr\n"


def test_pages_of_a_pdf_learn_from_each_other(make_pdf: Callable[..., Path]) -> None:
    first = [
        (700.0, "Helvetica", 10.0, "The station keeps all infor-"),
        (686.0, "Helvetica", 10.0, "mation on the tide."),
    ]
    second = [(700.0, "Helvetica", 10.0, "Such information is kept for a year.")]
    pages = read_pdf(make_pdf([first, second]), "two.pdf", reading_limits())[0]
    assert pages[0]["text"] == "The station keeps all information\non the tide.\n", "and a line ends where it ended"


def test_the_way_back_to_the_page_holds_for_words_joined_by_another_page() -> None:
    raw = f"All infor{BREAK}mation on the long{BREAK}term tide."
    stored = "All information on the long-term tide.\n"
    assert normalise_page_text(raw)[0] != stored
    start, end = stored.index("information"), stored.index(" on the")
    shown = "".join(raw[place] for place in raw_places(stored, raw, start, end))
    assert shown == "information"
