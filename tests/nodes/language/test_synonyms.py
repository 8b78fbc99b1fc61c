"""A file of synonyms, and what it adds to a question."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.errors import InvalidRequestError
from nodes.language.synonyms import Synonyms, read_synonyms

FILE = """\
# what people call it
revenue, turnover, net sales   # the top line

capex => capital expenditure, purchases of property
quay, wharf, landing stage
quay wall => sheet piling
IT, information technology
wharf, pier
"""


def expansions(question: str, text: str = FILE) -> list[str]:
    return read_synonyms(text, "synonyms.txt").expansions(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the turnover of Petrel?", ["revenue", "net sales"]),
        ("REVENUES", ["turnover", "net sales"]),
        ("the net sale of tides", ["revenue", "turnover"]),
        ("net of sales", ["revenue", "turnover"]),
        ("sales net", []),
        ("capex", ["capital expenditure", "purchases of property"]),
        ("capital expenditures", []),
        ("how long are the quays", ["wharf", "landing stage"]),
        ("who built the quay walls", ["sheet piling"]),
        ("is the quay wall at another quay", ["wharf", "landing stage", "sheet piling"]),
        ("which wharf", ["quay", "landing stage", "pier"]),
        ("wharf or quay", ["landing stage", "pier"]),
        ("the IT budget", ["information technology"]),
        ("is it there", []),
        ("", []),
    ],
)
def test_expansions(question: str, expected: list[str]) -> None:
    assert expansions(question) == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("revenue", "no synonym"),
        ("revenue,  ,", "no synonym"),
        ("a => b => c", "more than one"),
        ("capex =>", "one side"),
        ("=> capex", "one side"),
        ("revenue, of the", "“of the”"),
    ],
)
def test_a_line_that_is_no_group_says_where_it_is_and_what_to_do(line: str, said: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        read_synonyms(f"# first\nwharf, quay\n{line}\n", "/etc/words.txt")
    assert "/etc/words.txt, line 3" in caught.value.message
    assert said in caught.value.message
    assert caught.value.hint


def test_no_groups_expand_nothing() -> None:
    assert read_synonyms("\ufeff# empty\n\n", "words.txt") == Synonyms()
    assert Synonyms().expansions("the revenue") == []


def test_a_byte_order_mark_belongs_to_no_phrase() -> None:
    assert expansions("the quay", "\ufeffquay, wharf") == ["wharf"]


def test_at_most_twenty_in_file_order() -> None:
    lines = "\n".join(f"quay, landing{place}x" for place in range(30))
    assert expansions("the quay", lines) == [f"landing{place}x" for place in range(20)]


def test_a_large_file_answers_from_its_index() -> None:
    synonyms = read_synonyms("\n".join(f"word{place}x, other{place}x" for place in range(10_000)), "words.txt")
    assert synonyms.expansions("is word9999x here") == ["other9999x"]


phrases = st.lists(
    st.sampled_from(["quay", "wharf", "tidal basin", "basin", "of tides", "AWS"]), min_size=2, max_size=4
)


@given(st.lists(phrases, max_size=5), phrases)
@settings(max_examples=60, deadline=None)
def test_what_is_added_is_new_and_of_the_file(groups: list[list[str]], asked: list[str]) -> None:
    question = " and ".join(asked)
    found = expansions(question, "\n".join(", ".join(group) for group in groups))
    assert len(set(found)) == len(found) <= 20
    assert set(found) <= {phrase for group in groups for phrase in group}
    assert not set(found) & set(asked)
