"""`sheaf eval feedback`: what answers are worth to those who read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from app.cli.output import emit, json_option, note, owner_option, run
from eval.cli_parts import report_option, today


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

    if report_file is not None:
        from eval.html_report import require_report

        require_report()
    result = run(_feedback(home, owner))
    if report_file is not None:
        from eval.html_report import write_report

        write_report(feedback_page(result, {"owner": owner, "date": today()}), report_file)
        note(f"The report is in {report_file}.")
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
