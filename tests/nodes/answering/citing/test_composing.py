from __future__ import annotations

import pytest

from nodes.answering.citing.composing import _LINK, readable
from nodes.answering.evidence.evidence import evidence_of
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[the lake](https://a.org/wiki/Elm_(lake)) is deep", "the lake is deep"),
        ("[click](javascript:alert(4)) says so", "click says so"),
        ("![a map](map.png) and [one](a) (two)", "a map and one (two)"),
        ("[see](a b) as it stands", "[see](a b) as it stands"),
    ],
)
def test_of_a_link_its_words_are_read(written: str, read: str) -> None:
    assert _LINK.sub(r"\1", written) == read


@pytest.mark.parametrize(
    ("corner", "label", "shown"),
    [
        ("Ring", "B", "Ring B"),
        ("Lane no.", "12", "Lane no. 12"),
        ("Part", "K-310", "Part K-310"),
        ("Ring", "Harbour", "Harbour"),
        ("Year", "2031", "2031"),
        ("Size (mm)", "12", "Size (mm) 12"),
        ("#", "3", "3"),
    ],
)
def test_a_label_that_says_nothing_by_itself_is_told_with_what_heads_it(
    make_source: MakeSource, corner: str, label: str, shown: str
) -> None:
    table = f"{corner} | Fee | Hours\n{label} | 4 francs | 8 to 20"
    row = evidence_of([make_source(1, "Moorings", table)])[-1]
    assert readable(row) == f"{shown} – Fee: 4 francs, Hours: 8 to 20"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("• A lamp.\n• A rope.", "- A lamp.\n- A rope."),
        ("Bring:\n• a lamp\n• a rope", "Bring:\n- a lamp\n- a rope"),
        ("1. A lamp.\n2. A rope.", "1. A lamp.\n2. A rope."),
    ],
)
def test_all_items_of_a_list_have_one_mark(make_source: MakeSource, written: str, read: str) -> None:
    whole = max(evidence_of([make_source(1, "Notes", written)]), key=lambda piece: len(piece.text))
    assert readable(whole) == read
