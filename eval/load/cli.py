"""`sheaf eval load` and `sheaf eval fleet`: a running service, and several."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from app.cli.output import emit, json_option, note
from eval.cli_parts import FOLDER, home_of


@click.command("load")
@click.option("--clients", type=click.IntRange(1, 500), default=50, show_default=True, help="Who ask at once.")
@click.option("--files", type=click.IntRange(1, 100), default=20, show_default=True, help="Uploaded meanwhile.")
@click.option("--questions", type=click.IntRange(1), default=60, show_default=True, help="Asked when idle.")
@click.option("--pdfs", type=click.IntRange(1, 100), default=10, show_default=True, help="Taken in while nobody asks.")
@click.option("--documents", type=FOLDER, help="Upload files of this folder in place of made-up ones.")
@json_option
def load(clients: int, files: int, questions: int, pdfs: int, documents: Path | None, as_json: bool) -> None:
    """Measure a running service: idle, and while many ask at once and files are taken in.

    It starts a service of its own over a fresh home, and fails where an answer is wrong or holds what is another's.
    """
    from eval.load.measuring import LoadPlan, measure_load
    from eval.load.report import print_load

    plan = LoadPlan(clients=clients, files=files, idle_questions=questions, documents=documents, pdfs=pdfs)
    with home_of(None) as place:
        result = measure_load(plan, place, note)
    if as_json:
        emit(result)
    else:
        print_load(result)
    if any(result[part][kind] for part in ("idle", "load") for kind in ("errors", "wrong", "cross_talk")):
        note("Some questions went wrong: the result says which.")
        sys.exit(1)


@click.command("fleet")
@click.argument("dataset", type=FOLDER)
@click.option("--services", type=click.IntRange(1, 20), default=2, show_default=True, help="Each is asked everything.")
@click.option("--workers", type=click.IntRange(0, 50), default=3, show_default=True, help="0: beside the services.")
@click.option("--limit", type=click.IntRange(1), help="Ask only the first so many questions.")
@json_option
def fleet(dataset: Path, services: int, workers: int, limit: int | None, as_json: bool) -> None:
    """Measure several services and workers over one PostgreSQL: how fast they ingest, and whether they agree.

    The servers are those of the settings. What was ingested is deleted again.
    """
    import os

    from eval.datasets import load_dataset
    from eval.load.fleet import FleetPlan, measure_fleet
    from eval.load.report import print_fleet

    loaded = load_dataset(dataset)
    if limit is not None:
        loaded = replace(loaded, questions=loaded.questions[:limit])
    with home_of(None) as place:
        result = measure_fleet(FleetPlan(services, workers), loaded, place, os.environ, note)
    if as_json:
        emit(result)
    else:
        print_fleet(result)
    if result["disagreements"]:
        note("Services disagree: the result says on what.")
        sys.exit(1)
