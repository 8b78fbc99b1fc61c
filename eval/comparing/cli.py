"""`sheaf eval compare`: two results of the same evaluation, question by question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from app.cli.output import emit, json_option
from eval.cli_parts import report_option, reports_ready, today, write_page
from nodes.domain.errors import InvalidRequestError

RESULT = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("compare")
@click.argument("first", metavar="A", type=RESULT)
@click.argument("second", metavar="B", type=RESULT)
@report_option
@json_option
def compare_results(first: Path, second: Path, report_file: Path | None, as_json: bool) -> None:
    """Compare the results A and B, files that `sheaf eval … --json` wrote over the same questions.

    Differences are B minus A, paired by question, with an interval that holds them in 95 of 100 draws.
    """
    from eval.comparing.report import comparison_page, print_comparison
    from eval.comparing.results import compare

    reports_ready(report_file)
    names = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
    result = compare(_read(first), _read(second), names=names)
    write_page(report_file, lambda: comparison_page(result, {"date": today()}))
    if as_json:
        emit(result)
    else:
        print_comparison(result)


def _read(path: Path) -> dict[str, Any]:
    hint = "Give a file that `sheaf eval … --json` has written."
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidRequestError(f"{path} is not JSON.", hint=hint) from error
    if not isinstance(result, dict):
        raise InvalidRequestError(f"{path} holds no result.", hint=hint)
    return result
