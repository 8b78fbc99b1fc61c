"""A small load run over a real service, and how its answers are judged."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from app.samples import demo_questions
from eval.cli import evaluate
from eval.load.measuring import Client, Tally, judge

MINE = Client("mine", "QX1007", frozenset({"d1"}))


def judged(text: str, answer: str, documents: tuple[str, ...] = ("d1",), status: str = "answered") -> Tally:
    tally = Tally()
    citations = [{"document_id": each} for each in documents]
    judge(text, {"answer": answer, "citations": citations, "status": status}, MINE, None, tally)
    return tally


def test_an_answer_with_what_is_anothers_is_cross_talk() -> None:
    right = judged("The code is QX1007. [1]", "The code is QX1007. [1]")
    assert (right.cross_talk, right.wrong) == ([], [])
    assert judged("sources: QX1007, QX1014", "The code is QX1007.").cross_talk
    assert judged("QX1007", "The code is QX1007.", documents=("d2",)).cross_talk
    assert judged("", "I do not know.", documents=(), status="no_evidence").wrong


def test_a_question_without_an_answer_is_to_be_refused() -> None:
    [unanswerable] = [each for each in demo_questions() if each["kind"] == "unanswerable"]
    tally = Tally()
    judge("", {"answer": "None.", "citations": [], "status": "no_evidence"}, MINE, unanswerable, tally)
    assert tally.wrong == []
    judge("", {"answer": "Petra.", "citations": [], "status": "answered"}, MINE, unanswerable, tally)
    assert len(tally.wrong) == 1


@pytest.mark.slow
def test_a_small_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.load.measuring.IDLE_SECONDS", 0.2)
    monkeypatch.setattr("eval.load.files.PAGES", 6)
    done = CliRunner().invoke(
        evaluate, ["load", "--clients", "2", "--files", "1", "--pdfs", "1", "--questions", "2", "--json"]
    )
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["clients"] == 2
    assert result["load"]["questions"] >= 4
    assert result["load"]["cross_talk"] == result["load"]["wrong"] == []
    assert result["ingest"]["files"] == 1
    assert result["load"]["health_ms"]["n"] > 0
