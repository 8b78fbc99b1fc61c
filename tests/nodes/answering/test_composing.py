from __future__ import annotations

import pytest

from nodes.answering.composing import _LINK


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
