from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reading.normalise import normalise_line, normalise_page_text, normalise_text

AWKWARD = st.text(
    st.one_of(
        st.sampled_from(
            "ab Z9-\n\r\t\0\x0c\x85\u00ad\ufffe\ufeff\u200b\u2028\u00a0e\u0301\u0327\u1100\u1161\u11a8\ud83d\ude00"
        ),
        st.characters(),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(AWKWARD)
def test_holds_its_promises_on_any_text(raw: str) -> None:
    text, origins = normalise_page_text(raw)
    assert len(origins) == len(text)
    assert origins == sorted(origins)
    assert all(0 <= origin < len(raw) for origin in origins)
    assert normalise_page_text(text)[0] == text
    assert unicodedata.is_normalized("NFC", text)
    assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in text.replace("\n", ""))
    assert " \n" not in text


@settings(max_examples=200, deadline=None)
@given(AWKWARD)
def test_is_the_same_with_and_without_the_way_back(raw: str) -> None:
    assert normalise_text(raw) == normalise_page_text(raw)[0]


@settings(max_examples=100, deadline=None)
@given(st.text("abc \n", max_size=40))
def test_every_character_of_plain_text_comes_from_its_like(raw: str) -> None:
    text, origins = normalise_page_text(raw)
    assert [raw[origin] for origin in origins][:-1] == list(text)[:-1]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("one\r\ntwo\rthree", "one\ntwo\nthree\n"),
        ("tab\there\u00a0and\u2003there  \n", "tab here and there\n"),
        ("NUL\0byte\x07", "NULbyte\n"),
        ("exam\u00ad\r\nple", "example\n"),
        ("soft\u00adhyphen", "softhyphen\n"),
        ("cafe\u0301", "café\n"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate\n"),
        ("pair \ud83d\ude00", "pair 😀\n"),
        (" \n\t\n", ""),
        ("Non\ufffeGAAP", "Non-GAAP\n"),
        ("2019\ufffe2020", "2019-2020\n"),
        ("an exam\ufffeple; the example", "an example; the example\n"),
        ("short-term, long\ufffeterm", "short-term, long-term\n"),
        ("in\ufffe\r\nforms, tables in forms", "in-forms, tables in forms\n"),
        ("short\ufffeand long-term debt, and more", "short- and long-term debt, and more\n"),
        ("short\ufffe\n  or long-term debt", "short- or long-term debt\n"),
        ("research\ufffeand-development", "research-and-development\n"),
    ],
)
def test_examples(raw: str, expected: str) -> None:
    assert normalise_page_text(raw)[0] == expected


def test_a_page_full_of_broken_words_joins_them() -> None:
    raw = "com\ufffepany infor\ufffemation de\ufffevelop manage\ufffement"
    assert normalise_page_text(raw)[0] == "company information develop management\n"


def test_line_is_one_line() -> None:
    assert normalise_line(" a\n\n b\tc ") == "a b c"


@pytest.mark.parametrize(
    "raw",
    [
        "\x1b[31mred\x1b[0m and \x1b[1;38;5;208mbold\x1b[m",
        "\x1b]0;a window\x07red and \x1b]8;;https://a.b\x1b\\bold",
        "red \x1b[2K\x1b[?25land bold",
    ],
)
def test_what_a_terminal_was_told_goes_as_a_whole(raw: str) -> None:
    assert normalise_text(raw) == "red and bold\n"
    assert normalise_page_text(raw)[0] == "red and bold\n"


def test_brackets_that_no_terminal_reads_stay() -> None:
    assert normalise_text("a[31m and \x1b alone [1]") == "a[31m and  alone [1]\n"
