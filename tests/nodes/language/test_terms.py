"""What words become: the same for documents and questions."""

from __future__ import annotations

import pytest

from nodes.language.terms import analyse, parts_of, spelled_out, terms_of


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


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("mooringLines", ("moor", "line")),
        ("north-quay", ("north", "quay")),
        ("C++", ("c",)),
        ("turbines", ()),
        ("the", ()),
        ("U.S.", ()),
        ("潮汐表", ()),
    ],
)
def test_a_compound_has_parts(token: str, parts: tuple[str, ...]) -> None:
    assert parts_of(token) == parts


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("RingBuffer", "Ring Buffer"),
        ("_ring_buffer", "ring buffer"),
        ("HTTPServer2", "HTTP Server 2"),
        ("std::vector", "std vector"),
        ("größeÄndern", "größeÄndern"),
    ],
)
def test_an_identifier_is_spelled_out(identifier: str, words: str) -> None:
    assert spelled_out(identifier) == words


@pytest.mark.parametrize("word", ["doesn't", "don’t", "can't", "won't", "I'm", "they've", "we'd", "Who’ll"])
def test_a_contraction_of_function_words_is_none(word: str) -> None:
    assert analyse(word) == []


@pytest.mark.parametrize(
    ("text", "terms"), [("O'Brien", ["o", "brien", "obrien"]), ("Don won", ["don", "won"]), ("the dog's", ["dog"])]
)
def test_other_words_with_an_apostrophe_stay(text: str, terms: list[str]) -> None:
    assert analyse(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"), [("DVDs", ["dvds", "dvd"]), ("IDs", ["ids", "id"]), ("GraphQL", ["graph", "ql", "graphql"])]
)
def test_the_plural_of_an_acronym_has_its_singular(text: str, terms: list[str]) -> None:
    assert analyse(text) == terms
    assert not parts_of(text) or text == "GraphQL"
