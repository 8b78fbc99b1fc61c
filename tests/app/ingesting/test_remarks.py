"""What is told of files beside those that were there before."""

from __future__ import annotations

from typing import Any

import pytest

from app.catalogue.records import Namesake
from app.ingesting.remarks import remarks

BEFORE = [
    Namesake("a/notes.txt", "Notes of May", "2031-05-02T08:15:59Z"),
    Namesake("fees.txt", "fees", "2031-04-01T09:30:00Z"),
]


def told(status: str, name: str, *others: str) -> list[str]:
    files: list[dict[str, Any]] = [{"file_name": each, "status": "unchanged"} for each in others]
    return remarks([*files, {"file_name": name, "status": status}], BEFORE, {name: ["copy.txt"]})


@pytest.mark.parametrize(
    ("status", "name", "says"),
    [
        ("replaced", "fees.txt", "fees.txt (ingested 2031-04-01 09:30 UTC)."),
        ("replaced", "a/notes.txt", "a/notes.txt (“Notes of May”, ingested 2031-05-02 08:15 UTC)."),
        ("failed", "fees.txt", "The version before stays, and is searched: fees.txt (ingested 2031-04-01 09:30 UTC)."),
        ("linked", "new.txt", "The same content is there under another name: new.txt (copy.txt)."),
        ("ready", "notes.txt", "notes.txt (a/notes.txt)."),
        ("ready", "b/a/notes.txt", "b/a/notes.txt (a/notes.txt)."),
    ],
)
def test_what_stands_beside_a_file_is_told(status: str, name: str, says: str) -> None:
    (remark,) = told(status, name)
    assert says in remark


@pytest.mark.parametrize(
    ("status", "name", "others"),
    [
        ("ready", "b/notes.txt", []),
        ("ready", "my-notes.txt", []),
        ("ready", "notes.txt", ["a/notes.txt"]),
        ("unchanged", "fees.txt", []),
        ("failed", "notes.txt", []),
    ],
)
def test_nothing_is_told_of_what_is_another_or_the_same(status: str, name: str, others: list[str]) -> None:
    assert told(status, name, *others) == []


def test_no_version_stays_of_what_was_deleted_meanwhile() -> None:
    error = {"code": "not_found", "message": "It was deleted while it was being read.", "hint": ""}
    assert remarks([{"file_name": "fees.txt", "status": "failed", "error": error}], BEFORE, {}) == []


def test_of_many_files_some_are_named() -> None:
    files = [{"file_name": f"{number}.txt", "status": "linked"} for number in range(8)]
    (remark,) = remarks(files, [], {f"{number}.txt": ["x.txt"] for number in range(8)})
    assert remark.count("x.txt") == 5
    assert " and 3 more." in remark


def test_a_file_that_shows_a_content_from_elsewhere_is_replaced_too() -> None:
    assert [each.split(":")[0] for each in told("linked", "fees.txt")] == [
        "Replaced what had the same name",
        "The same content is there under another name",
    ]
