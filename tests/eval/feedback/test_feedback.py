from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from app.catalogue.records import FeedbackRecord
from app.chatting.feedback import give_feedback
from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from eval.cli import evaluate
from eval.feedback.report import feedback_tables
from eval.feedback.result import feedback_result


def rated(answer_id: str, value: int, question: str, sources: list[list[str]], cited: list[str]) -> FeedbackRecord:
    payload: dict[str, Any] = {
        "question": question,
        "standalone_question": question,
        "sources": [{"hits": chunks, "chunk_id": chunks[0]} for chunks in sources],
        "citations": [{"chunk_id": chunk} for chunk in cited],
    }
    return FeedbackRecord(f"f-{answer_id}-{value}", "s", answer_id, value, "", "2026-01-01", payload)


def test_passages_that_good_answers_cited_are_relevant_to_their_question() -> None:
    result = feedback_result(
        [
            rated("one", 1, "Who founded it?", [["x"], ["a", "b"]], ["a"]),
            rated("two", -1, "who  FOUNDED it?", [["x"], ["y"], ["z"], ["a"]], ["x"]),
            rated("three", -1, "When?", [["a"]], ["a"]),
        ]
    )

    assert (result["answers"], result["good"], result["bad"]) == (3, 1, 2)
    assert result["approval"] == pytest.approx(1 / 3, abs=1e-6)
    rows = {row["question_id"]: row["metrics"] for row in result["per_question"]}
    assert rows["one"] == {"precision": pytest.approx(1 / 3, abs=1e-6), "recall": 1.0, "mrr": 0.5}
    assert rows["two"] == {"precision": 0.25, "recall": 1.0, "mrr": 0.25}
    # Nobody found an answer to it good: what would have been relevant is not known.
    assert rows["three"] == {"precision": 0.0, "recall": None, "mrr": 0.0}
    assert result["mrr"] == 0.25


def test_the_latest_thumb_of_an_answer_counts() -> None:
    result = feedback_result([rated("one", 1, "Who?", [["a"]], ["a"]), rated("one", -1, "Who?", [["a"]], ["a"])])

    assert (result["feedback"], result["answers"], result["bad"]) == (2, 1, 1)
    assert result["precision"] == 0.0


def test_feedback_without_sources_is_counted_and_told() -> None:
    result = feedback_result([FeedbackRecord("f", None, "one", 1, "", "2026-01-01", {})])

    assert (result["approval"], result["judged"], result["precision"]) == (1.0, 0, None)
    assert result["notes"] == ["1 rated answers were given outside a session, so that their sources are not known"]


def test_no_feedback_at_all_is_shown_as_such() -> None:
    console = Console(file=StringIO(), width=100)
    console.print(feedback_tables(feedback_result([])))

    assert isinstance(console.file, StringIO)
    assert "0 thumbs on 0 answers" in console.file.getvalue()


@pytest.mark.slow
async def test_what_a_conversation_keeps_can_be_judged(tmp_path: Path) -> None:
    note = tmp_path / "ferry.txt"
    note.write_text("The ferry Halvard was built in 1987 by Torsnes Verft in Ulmsund.", encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path=note, file_name=note.name)])
        session = await sheaf.catalogue.ensure_session(LOCAL_OWNER)
        answer = await sheaf.ask("Who built the ferry Halvard?", collections=["default"], session_id=session.session_id)
        await give_feedback(sheaf, LOCAL_OWNER, session.session_id, answer["answer_id"], 1)
        result = feedback_result(await sheaf.catalogue.feedback(LOCAL_OWNER))

    assert (result["good"], result["judged"]) == (1, 1)
    assert (result["precision"], result["recall"], result["mrr"]) == (1.0, 1.0, 1.0)


@pytest.mark.slow
def test_the_command_reads_a_home(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = ["feedback", "--home", str(tmp_path / "home"), "--json", "--report", str(page)]

    done = CliRunner().invoke(evaluate, arguments)

    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["answers"] == 0
    assert "Feedback of users" in page.read_text(encoding="utf-8")
