"""The code that does something, before what tests it and what tells of its changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from nodes.domain.chat import DocumentView
from nodes.ranking.implementations import beside_code, implementations_first
from nodes.ranking.merging import Ranked

FILES = {"code": "quay/moor.py", "test": "tests/test_moor.py", "changes": "CHANGES.md", "guide": "docs/testing.md"}


def views(files: dict[str, str], titles: dict[str, str] | None = None) -> dict[str, DocumentView]:
    return {
        each: cast("DocumentView", {"file_name": name, "title": (titles or {}).get(each, "Quay")})
        for each, name in files.items()
    }


def ranked(*scores: tuple[str, float]) -> list[Ranked]:
    return [Ranked(name, 0, {"dense": 0.5, "fused": score}) for name, score in scores]


def names(found: Sequence[Ranked]) -> list[str]:
    return [each.revision_id for each in found]


def test_tests_and_changes_stand_beside_the_code_unless_they_are_asked_for() -> None:
    assert beside_code("How is a barge moored?", views(FILES)) == {"test", "changes"}
    assert beside_code("How is mooring tested?", views(FILES)) == {"changes"}
    assert beside_code("When was mooring changed?", views(FILES)) == {"test"}


def test_a_title_counts_where_it_is_a_path() -> None:
    files = {"one": "000017.txt", "two": "000018.txt"}
    titles = {"one": "tests/moor.rs", "two": "Tests/moorings and what they tell"}
    assert beside_code("How is a barge moored?", views(files, titles)) == {"one"}


def test_the_code_comes_before_what_says_its_words_a_little_more_often() -> None:
    found = implementations_first(ranked(("test", 1.0), ("code", 0.8), ("guide", 0.1)), {"test"})
    assert names(found) == ["code", "test", "guide"]
    assert [each.scores["fused"] for each in found][::2] == [1.0, 0.125]
    assert {each.scores["dense"] for each in found} == {0.5}


def test_a_test_that_says_it_much_better_stays_first() -> None:
    assert names(implementations_first(ranked(("test", 1.0), ("code", 0.5)), {"test"})) == ["test", "code"]
    assert implementations_first([], {"test"}) == []
