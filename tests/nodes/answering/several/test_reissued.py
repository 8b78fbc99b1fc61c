"""What is in force is told first, and what it has replaced behind it."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

DATES = {"d1": "2021-05-01", "d2": "2021-05-01", "d3": "2025-01-15", "d4": "2025-01-15"}
STATED = "This issue replaces issue 1.4."
KEPT = "Copies of the log are kept for 60 days."


def _sources(make_source: MakeSource, old: str, new: str, heading: tuple[str, str] = ("", "")) -> list[Source]:
    """Two issues of one policy, of each its opening and a section."""
    old_file, new_file = "log-policy-v1.pdf", "log-policy-v2.pdf"
    return [
        make_source(1, "Log Policy", old, section_path=[heading[0]], file_name=old_file, document_id="d1"),
        make_source(2, "Log Policy", new, section_path=[heading[1]], file_name=new_file, document_id="d3"),
        make_source(3, "Log Policy", STATED, file_name=new_file, document_id="d3"),
    ]


@pytest.mark.parametrize(
    ("question", "old", "new", "headings"),
    [
        ("How long are copies of the log kept?", KEPT, "Copies of the log are kept for 90 days.", ("", "")),
        (
            "How often is the log copied?",
            "The log is copied every night.",
            "The log is copied every four hours.",
            ("4. Copies", "4. Copies"),
        ),
        (
            "May sticks be used for the log?",
            "Sticks may be used for the log if they are locked.",
            "Ports for sticks are shut.",
            ("3. Sticks", "3. Sticks"),
        ),
        (
            "How long must a password of the log be?",
            "Passwords of the log have at least ten characters.",
            "Passphrases have at least sixteen characters.",
            ("1. Passwords", "1. Sign-in"),
        ),
        (
            "What notice ends the keeping of the log?",
            "Either side may end the keeping of the log with four weeks' notice.",
            "The firm may withdraw its consent with two weeks' notice.",
            ("Ending", "Withdrawal"),
        ),
    ],
)
def test_the_issue_in_force_comes_first(
    make_source: MakeSource, embed: Embed, question: str, old: str, new: str, headings: tuple[str, str]
) -> None:
    told = answer(question, _sources(make_source, old, new, headings), embed, dates=DATES)
    assert told.split("\n") == [f"{new} [2]", f"Replaced version, log-policy-v1.pdf: {old} [1]"]


def test_where_the_newer_issue_says_nothing_of_it_it_is_told_that_there_is_one(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = _sources(make_source, KEPT, "Visitors wear a badge.", ("4. Copies", "9. Visitors"))
    told = answer("How long are copies of the log kept?", sources, embed, dates=DATES)
    assert told.split("\n") == [f"{KEPT} [1]", f"There is a newer version, log-policy-v2.pdf: {STATED} [3]"]


@pytest.mark.parametrize(
    "question",
    ["How long were copies of the log kept in 2021?", "How long are copies of the log kept by version 1.4?"],
)
def test_who_asks_of_a_time_is_told_of_that_one(make_source: MakeSource, embed: Embed, question: str) -> None:
    sources = _sources(make_source, KEPT, "Copies of the log are kept for 90 days.")
    assert "Replaced" not in answer(question, sources, embed, dates=DATES)


def test_who_asks_how_it_changed_is_told_both_the_older_first(make_source: MakeSource, embed: Embed) -> None:
    new = "Copies of the log are kept for 90 days."
    told = answer(
        "How has the keeping of copies of the log changed?", _sources(make_source, KEPT, new), embed, dates=DATES
    )
    assert told.split("\n") == [f"- log-policy-v1.pdf: {KEPT} [1]", f"- log-policy-v2.pdf: {new} [2]"]


def test_what_both_issues_say_is_told_once(make_source: MakeSource, embed: Embed) -> None:
    told = answer("How long are copies of the log kept?", _sources(make_source, KEPT, KEPT), embed, dates=DATES)
    assert told == f"{KEPT} [2]"


def test_of_reports_on_how_things_stand_the_newest_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Boat Status March 2021", "The boat will sail on 3 June."),
        make_source(3, "Boat Status January 2025", "The boat will sail on 9 July."),
    ]
    told = answer("When will the boat sail?", sources, embed, dates=DATES).split("\n")
    assert told == [
        "The boat will sail on 9 July. [3]",
        "Before, Boat Status March 2021: The boat will sail on 3 June. [1]",
    ]


def test_what_only_an_older_report_tells_is_still_so(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Boat Status March 2021", "The rehearsal broke off as the data were swapped."),
        make_source(3, "Boat Status January 2025", "The boat will sail on 9 July."),
    ]
    told = answer("Why did the rehearsal break off?", sources, embed, dates=DATES)
    assert told == "The rehearsal broke off as the data were swapped. [1]"
