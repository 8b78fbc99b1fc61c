"""`sheaf eval`: measures quality on a dataset."""

from __future__ import annotations

import click

from eval.ablation.cli import ablation
from eval.answering.cli import answers
from eval.comparing.cli import compare_results
from eval.feedback.cli import feedback
from eval.load.cli import fleet, load
from eval.ragas.cli import ragas
from eval.retrieval.cli import retrieval
from eval.source_code.cli import source_code


@click.group("eval")
def evaluate() -> None:
    """Measure quality on a dataset, in a home of its own that is thrown away."""


for command in (ablation, answers, compare_results, feedback, fleet, load, ragas, retrieval, source_code):
    evaluate.add_command(command)
