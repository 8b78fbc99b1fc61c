from __future__ import annotations

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from rich.console import Console

from eval.cli import evaluate
from eval.comparing.report import comparison_page, comparison_tables
from eval.comparing.results import compare
from eval.html_report import render_report
from nodes.domain.errors import InvalidRequestError


def result(rows: Mapping[str, Mapping[str, float | None]], **more: Any) -> dict[str, Any]:
    per_question = [
        {"question_id": key, "question": f"What is {key}?", "metrics": dict(found)} for key, found in rows.items()
    ]
    return {"dataset": "islands", "settings": {"options": {"rerank": "off"}}, "per_question": per_question, **more}


FIRST = result(
    {
        "a": {"recall": 0.0, "answered": 0.0, "old": 1.0},
        "b": {"recall": 1.0, "answered": 1.0, "old": 1.0},
        "c": {"recall": 0.5, "answered": 1.0, "old": 1.0},
        "d": {"recall": None, "answered": 1.0, "old": 1.0},
    }
)
SECOND = result(
    {
        "a": {"recall": 1.0, "answered": 1.0, "new": 1.0},
        "b": {"recall": 0.5, "answered": 1.0, "new": 1.0},
        "c": {"recall": 0.5, "answered": 1.0, "new": 1.0},
        "d": {"recall": 1.0, "answered": 1.0, "new": 1.0},
    },
    settings={"options": {"rerank": "llm"}},
)


def test_differences_are_second_minus_first_over_the_questions_that_both_have() -> None:
    compared = compare(FIRST, SECOND)

    recall = compared["measures"]["recall"]
    assert (recall["first"], recall["second"]) == (0.5, pytest.approx(2 / 3, abs=1e-6))
    assert recall["difference"] == pytest.approx(1 / 6, abs=1e-6)
    assert recall["low"] <= recall["difference"] <= recall["high"]
    assert (recall["questions"], recall["better"], recall["worse"], recall["sure"]) == (3, 1, 1, False)
    assert list(compared["measures"]) == ["recall", "answered"]
    assert compared["notes"] == ["recall: 1 questions have a figure in one result only, such as d"]


def test_questions_that_changed_are_told_the_most_changed_first() -> None:
    changed = compare(FIRST, SECOND)["changed"]

    assert [(each["question_id"], each["verdict"]) for each in changed] == [("a", "better"), ("b", "worse")]
    assert changed[0]["metrics"] == {"recall": [0.0, 1.0], "answered": [0.0, 1.0]}


def test_settings_that_differ_are_told() -> None:
    assert compare(FIRST, SECOND)["settings"] == [{"setting": "options.rerank", "first": "off", "second": "llm"}]


def test_a_result_against_itself_has_no_difference() -> None:
    compared = compare(FIRST, FIRST)

    assert compared["changed"] == compared["settings"] == []
    assert all(found["difference"] == found["low"] == found["high"] == 0 for found in compared["measures"].values())


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ({**SECOND, "dataset": "hills"}, "is of islands, and B of hills"),
        (result({"a": {"recall": 1.0}}), "3 questions are in A only, such as b"),
        ({"dataset": "islands"}, "B has no rows by question"),
        ({"dataset": "islands", "per_question": [{"id": 1}]}, "B has rows that are not those of an evaluation"),
        ({**SECOND, "per_question": [*SECOND["per_question"], SECOND["per_question"][0]]}, "B has a question twice"),
        (result({key: {"other": 1.0} for key in "abcd"}), "measure nothing alike"),
        (
            {**SECOND, "per_question": [{**each, "question": "Why?"} for each in SECOND["per_question"]]},
            "The question a is not worded alike",
        ),
    ],
)
def test_what_cannot_be_compared_says_why(second: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRequestError, match=said) as caught:
        compare(FIRST, second)

    assert caught.value.hint


def test_the_table_and_the_page_show_it() -> None:
    compared = compare(FIRST, SECOND, names=("before", "after"))
    console = Console(file=StringIO(), width=140)
    console.print(comparison_tables(compared))
    shown = console.file.getvalue() if isinstance(console.file, StringIO) else ""
    soup = BeautifulSoup(render_report(comparison_page(compared, {"date": "2026-01-01"})), "html.parser")

    assert "after against before on islands" in shown
    assert "better: a recall 0 → 1" in shown
    assert "setting options.rerank: off -> llm" in shown
    headings = [each.get_text() for each in soup.find_all(["h2", "summary"])]
    assert headings == [
        "Measures",
        "Settings that differ",
        "Questions that got better (1)",
        "Questions that got worse (1)",
        "Notes",
    ]


def test_the_command_reads_two_files_and_writes_a_page(tmp_path: Path) -> None:
    for name, each in (("before.json", FIRST), ("after.json", SECOND)):
        (tmp_path / name).write_text(json.dumps(each), encoding="utf-8")
    files = [str(tmp_path / "before.json"), str(tmp_path / "after.json")]

    done = CliRunner().invoke(evaluate, ["compare", *files, "--json", "--report", str(tmp_path / "page.html")])

    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["names"] == ["before", "after"]
    assert "after against before" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["not json", "[1]"])
def test_a_file_that_is_no_result_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(content, encoding="utf-8")

    done = CliRunner().invoke(evaluate, ["compare", str(tmp_path / "a.json"), str(tmp_path / "a.json")])

    assert isinstance(done.exception, InvalidRequestError)
