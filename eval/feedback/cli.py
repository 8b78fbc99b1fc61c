"""`sheaf eval feedback`: what answers are worth to those who read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.output import emit, json_option, owner_option, run
from eval.cli_parts import report_option, reports_ready, today, write_page


@click.command("feedback")
@report_option
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Read the feedback of this home; without it, of SHEAF_HOME.",
)
@owner_option
@json_option
def feedback(report_file: Path | None, home: Path | None, owner: str, as_json: bool) -> None:
    """Count what users thought of their answers: precision, recall and MRR of what the answers were given."""
    from eval.feedback.report import feedback_page, print_feedback

    reports_ready(report_file)
    result = run(_feedback(home, owner))
    write_page(report_file, lambda: feedback_page(result, {"owner": owner, "date": today()}))
    if as_json:
        emit(result)
    else:
        print_feedback(result)


async def _feedback(home: Path | None, owner: str) -> dict[str, Any]:
    from app.settings import load_settings
    from app.sheaf import Sheaf
    from eval.feedback.result import feedback_result

    async with Sheaf(load_settings(**({} if home is None else {"home": home}))) as sheaf:
        return feedback_result(await sheaf.catalogue.feedback(owner))
