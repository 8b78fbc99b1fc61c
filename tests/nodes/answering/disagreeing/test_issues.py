"""Which document replaces another as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.answering.disagreeing.issues import (
    are_called_alike,
    are_of_one_series,
    may_be_reissued,
    newer_issue,
    says_it_replaces,
    tells_status,
)
from nodes.domain.chat import Source
from tests.nodes.answering.conftest import build_source

DATES = {"d1": "2021-05-01", "d2": "2025-01-15", "d3": "2025-06-01"}
STATED = "This issue replaces issue 1.4."


def _pair(earlier: str, later: str, text: str = "", **changes: Any) -> list[Source]:
    return [
        build_source(1, earlier, "Keys are kept."),
        build_source(2, later, text or "Keys are handed in.", **changes),
    ]


@pytest.mark.parametrize(
    "text",
    [
        STATED,
        "This policy takes the place of all earlier rules on working from home.",
        "The present revision supersedes the edition of 2019.",
        "Supersedes | Key Policy 2.1 of 2022",
    ],
)
def test_a_document_may_say_that_it_replaces_another(text: str) -> None:
    assert says_it_replaces(text)


@pytest.mark.parametrize(
    "text",
    [
        "The caretaker replaces lost keys.",
        "This policy applies to all keys.",
        'In clause 3.1 the figure "35" is replaced by "50".',
        "This lamp replaces the old one.",
    ],
)
def test_what_replaces_a_thing_replaces_no_document(text: str) -> None:
    assert not says_it_replaces(text)


@pytest.mark.parametrize(
    ("earlier", "later", "text", "changes"),
    [
        ("Key Policy", "Key Policy", STATED, {}),
        ("Key Policy", "Key and Badge Policy", "This policy takes the place of all earlier rules on keys.", {}),
        ("Key Policy", "Key and Badge Policy", "Supersedes | Key Policy 2.1 of 2022", {}),
        ("Key Policy v1", "Key Policy v2", "", {}),
        ("Tariff 2021", "Tariff 2025", "", {}),
        ("Boat Status March 2021", "Boat Status January 2025", "", {}),
    ],
)
def test_the_newer_issue_is_found(earlier: str, later: str, text: str, changes: dict[str, Any]) -> None:
    assert newer_issue(0, _pair(earlier, later, text, **changes), DATES) == "d2"
    assert newer_issue(1, _pair(earlier, later, text, **changes), DATES) == ""


def test_file_names_tell_issues_of_one_title_apart() -> None:
    sources = [
        build_source(1, "Key Policy", "Keys are kept.", file_name="key-policy-v1.pdf"),
        build_source(2, "Key Policy", "Keys are handed in.", file_name="key-policy-v2.pdf"),
    ]
    assert newer_issue(0, sources, DATES) == "d2"


@pytest.mark.parametrize(
    ("earlier", "later", "text"),
    [
        ("Key Policy", "Key Policy", ""),
        ("Key Policy", "Travel Policy", STATED),
        ("Minutes of 4 May 2021", "Minutes of 9 June 2025", ""),
        ("Annual Report 2021", "Annual Report 2025", ""),
        ("Lease of Mill Lane", "Amendment to the Lease of Mill Lane", STATED),
    ],
)
def test_what_is_another_document_or_of_another_time_replaces_nothing(earlier: str, later: str, text: str) -> None:
    assert newer_issue(0, _pair(earlier, later, text), DATES) == ""


def test_without_dates_nothing_is_newer() -> None:
    sources = _pair("Key Policy v1", "Key Policy v2")
    assert newer_issue(0, sources, {}) == newer_issue(0, sources, {"d2": "2025-01-15"}) == ""


def test_of_several_issues_the_newest_is_in_force() -> None:
    sources = [build_source(place, f"Key Policy v{place}", "Keys are kept.") for place in (1, 2, 3)]
    assert [newer_issue(place, sources, DATES) for place in range(3)] == ["d3", "d3", ""]


def test_titles_of_what_is_issued_again() -> None:
    assert [may_be_reissued(title) for title in ("Key Policy", "Hausordnung", "Minutes of May")] == [True, True, False]
    assert [tells_status(title) for title in ("Boat Status May 2025", "Boat")] == [True, False]


@given(st.sampled_from(["Key Policy 2021", "Key Policy", "Key and Badge Policy", "Tariff", "2025", ""]), st.data())
def test_being_called_alike_is_mutual(title: str, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from(["Key Policy 2025", "Badge Policy", "Tariff 2020", "Policy", ""]))
    assert are_called_alike(title, other) == are_called_alike(other, title)
    assert are_of_one_series(title, other) == are_of_one_series(other, title)
    assert are_called_alike(title, other) or not are_of_one_series(title, other)
