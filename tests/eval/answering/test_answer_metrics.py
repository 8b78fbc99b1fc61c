"""What counts as the same answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.answering.metrics import is_short, is_yes_or_no, stands_in, token_recall, words_of


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("The Beatles", "it was beatles, of course"),
        ("a spirit", "Lilu is a kind of Spirit."),
        ("$1,577.00", "capital expenditure of 1577 million"),
        ("1577", "(1,577)"),
        ("65.4%", "It rose by 65.40 percent."),
        ("65.4", "65.4%"),
        ("0.66", "a ratio of 0.660"),
        ("3,677 seated", "The arena holds 3677 seated guests"),
        ("1'234'567.5", "1,234,567.50"),
        ("1.234,5", "1234.5"),
        ("12\u202f400", "12,400 people"),
        ("-24.5", "(24.5)"),
        ("U.S. Navy", "the US Navy"),
        ("J.K. Rowling", "by J. K. Rowling"),
        ("O'Neill", "O’Neill's boat"),
        ("John", "in John's house"),
        ("well-known", "the well known pilot"),
        ("１２", "12"),
        ("STRASSE", "Straße"),
        ("12.05.2020", "on 12.05.2020"),
        ("The The", "the band The The"),
    ],
)
def test_the_same_answer_written_in_another_way_stands_in_the_text(answer: str, text: str) -> None:
    assert stands_in(answer, ["something else", text])


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("art", "the article"),
        ("15", "1577"),
        ("1.5", "15"),
        ("1,577", "1.577"),
        ("1986", "19,860"),
        ("two words", "words two"),
        ("Stephen King", "Stephen is the king"),
        ("", "anything"),
        ("...", "anything ..."),
        ("one two", ""),
    ],
)
def test_another_answer_does_not(answer: str, text: str) -> None:
    assert not stands_in(answer, [text])


def test_an_answer_does_not_stand_across_two_quotes() -> None:
    assert not stands_in("Torsnes Verft", ["built in Torsnes", "Verft and sons"])


def test_token_recall_counts_distinct_words_over_all_texts() -> None:
    assert token_recall("The tide turns and turns at noon", ["turns of the tide", "noon"]) == pytest.approx(3 / 5)
    assert token_recall("tide", []) == 0
    assert token_recall("...", ["..."]) == 0


def test_kinds_of_references() -> None:
    assert is_yes_or_no(["Yes.", "no"])
    assert not is_yes_or_no(["Yes", "It is"])
    assert not is_yes_or_no(["yes indeed"])
    assert is_short(["one two three four five six seven eight nine ten"])
    assert not is_short(["one two three four five six seven eight nine ten eleven"])
    assert is_short(["word " * 20, "short"])


@settings(max_examples=60)
@given(st.text(alphabet="abcdeXYZ 0123456789.,-()'%$", max_size=40))
def test_case_and_space_around_change_nothing(text: str) -> None:
    assert words_of(f"  {text.upper()}\n") == words_of(text)
    assert stands_in(text, [text]) == bool(words_of(text))
    assert token_recall(text, [text]) == float(bool(words_of(text)))


@settings(max_examples=60)
@given(st.integers(0, 10**12), st.integers(0, 99))
def test_numbers_are_the_same_with_and_without_separators(whole: int, cents: int) -> None:
    assert words_of(f"{whole:,}.{cents:02}") == words_of(f"{whole}.{cents:02}")
    assert words_of(f"{whole:,}.00") == [str(whole)]
