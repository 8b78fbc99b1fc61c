"""What words become: the same for documents and questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse, terms_of


@pytest.mark.parametrize(
    ("token", "terms"),
    [
        ("turbines", ("turbin",)),
        ("the", ()),
        ("Café", ("cafe",)),
        ("1,204", ("1204",)),
        ("mooringLines", ("moor", "line", "mooringlin")),
        ("moor_barge", ("moor", "barg", "moorbarg")),
        ("north-quay", ("north", "quay", "northquay")),
        ("v2.10.3", ("v", "2", "10", "3", "v2.10.3")),
        ("AT&T", ("at&t",)),
        ("C++", ("c", "c++")),
        ("harbour's", ("harbour",)),
        ("潮汐表", ("潮汐", "汐表")),
        ("приливы", ("прилив",)),
    ],
)
def test_a_token_becomes_its_terms(token: str, terms: tuple[str, ...]) -> None:
    assert terms_of(token) == terms


def test_names_in_capitals_are_no_stop_words() -> None:
    assert query_terms("What does the WHO say of IT in the US?") == ["who", "say", "it", "us"]
    assert query_terms("Who says it of us?") == ["say"]
    assert query_terms("WHO SAYS IT OF US?") == ["say"], "capitals make no name where all words have them"
    assert query_terms("WHO") == ["who"]


def test_initials_are_found_with_points_and_without() -> None:
    assert set(query_terms("US exports")) <= set(analyse("Exports of the U.S. rose."))
    assert set(query_terms("U.S. exports")) & set(analyse("US exports rose.")) == {"us", "export"}


def test_instruction_words_are_dropped_where_others_remain() -> None:
    assert query_terms("Please explain the tide") == ["tide"]
    assert query_terms("Please explain") == ["pleas", "explain"]


@given(st.text(max_size=80))
def test_a_question_asks_for_what_its_own_text_holds(text: str) -> None:
    found = query_terms(text)
    assert len(set(found)) == len(found)
    assert set(found) <= set(analyse(text))
