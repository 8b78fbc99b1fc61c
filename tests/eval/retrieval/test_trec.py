"""Run files that any evaluator reads in the order that was judged."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from eval.datasets import Question
from eval.locating import RankedItem
from eval.retrieval.measuring import Answered
from eval.retrieval.trec import write_run


def test_a_run_file_keeps_the_order_through_ties_and_blanks(tmp_path: Path) -> None:
    ranking = [
        RankedItem("annual report.pdf#page=3", 0.9),
        RankedItem("b", 0.5),
        RankedItem("c", 0.5),
        RankedItem("d", 0.7),
        RankedItem("e", 0.1),
    ]
    answered = [Answered(Question("q 1", "?", {}, {"b": 1}), ranking, 0.1, 1)]
    write_run(tmp_path / "run.txt", answered)
    lines = [line.split() for line in (tmp_path / "run.txt").read_text(encoding="utf-8").splitlines()]
    assert [line[2] for line in lines] == ["annual%20report.pdf#page=3", "b", "c", "d", "e"]
    assert {(line[0], line[1], line[5]) for line in lines} == {("q%201", "Q0", "sheaf")}
    assert [int(line[3]) for line in lines] == [1, 2, 3, 4, 5]
    scores = [float(line[4]) for line in lines]
    assert all(first > second for first, second in pairwise(scores))
    assert scores[0] == 0.9
    assert scores[-1] == 0.1
