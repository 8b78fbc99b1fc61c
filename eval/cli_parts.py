"""What the commands of `sheaf eval` and `sheaf bench` share: options, homes, and how a run is described."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import note
from eval.changes import CHANGES
from eval.named import DatasetFolder

if TYPE_CHECKING:
    from app.settings import Settings
    from eval.datasets import Dataset
    from eval.html_report import Report

FOLDER = DatasetFolder()


def _not_empty(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """An empty separator would stand everywhere."""
    if value == "":
        raise click.BadParameter("it is empty")
    return value


with_option = click.option(
    "--with", "others", type=FOLDER, multiple=True, help="Ingest these documents beside; repeatable."
)
group_by_option = click.option(
    "--group-by",
    metavar="SEP",
    callback=_not_empty,
    help="One document of the corpus lines whose _id agrees before SEP.",
)
change_option = click.option(
    "--change",
    type=click.Choice(list(CHANGES)),
    help="Misspell each question, wrap it in instructions, or rename files.",
)
home_option = click.option(
    "--home", type=click.Path(file_okay=False, path_type=Path), help="Keep and reuse what was ingested here."
)
report_option = click.option(
    "--report",
    "report_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with tables and charts.",
)


def reports_ready(report_file: Path | None) -> None:
    """Nothing is measured for minutes whose report could not be written then."""
    if report_file is not None:
        from eval.html_report import require_report

        require_report()


def write_page(report_file: Path | None, page: Callable[[], Report]) -> None:
    """Writes a report where one is asked for, and says where it is.

    Args:
        report_file: where to; None where none is asked for.
        page: makes it.
    """
    if report_file is not None:
        from eval.html_report import write_report

        write_report(page(), report_file)
        note(f"The report is in {report_file}.")


def today() -> str:
    """The date of a report, in UTC."""
    return datetime.now(UTC).date().isoformat()


def collection_of(dataset: Dataset, choices: dict[str, Any]) -> str:
    """What a home holds is reused by runs over the same documents, whichever set is asked, and by no other."""
    grouped = [] if choices["group_by"] is None else [f"by {choices['group_by']}"]
    together = sorted([dataset.corpus or dataset.name, *(Path(other).name for other in choices["with"])])
    return "+".join(["eval", *(["apart"] if choices.get("apart") else []), *together, *grouped])


def described(settings: Settings) -> dict[str, Any]:
    """What of the settings may change the figures; no secrets, no paths."""
    return {
        "store": settings.store,
        "embedding": settings.embedding,
        "llm": settings.llm,
        "options": settings.chat.model_dump(),
        "ingest": settings.ingest.model_dump(),
    }


@contextlib.contextmanager
def home_of(chosen: Path | None) -> Iterator[Path]:
    """The home that was chosen, or one that is thrown away afterwards."""
    if chosen is not None:
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="sheaf-eval-home-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
