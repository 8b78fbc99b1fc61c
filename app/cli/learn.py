"""`sheaf learn`: weights of scores from what users thought of answers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from app.cli.output import emit, json_option, note, owner_option, run

if TYPE_CHECKING:
    from app.learning.examples import Examples
    from app.learning.fitting import Fit


@click.command("learn")
@click.option("--dry-run", is_flag=True, help="Report, and write nothing.")
@owner_option
@json_option
def command(dry_run: bool, owner: str, as_json: bool) -> None:
    """Learn from thumbs which scores to trust; written where it surely gains, used where learned_weights is on."""
    from app.catalogue.part import utc_now
    from app.learning.examples import examples_of
    from app.learning.fitting import learn
    from app.learning.weights_file import WeightsFile
    from app.settings import load_settings
    from app.sheaf import Sheaf

    settings = load_settings()

    async def read() -> Any:
        async with Sheaf(settings) as sheaf:
            return await sheaf.catalogue.feedback(owner)

    found = examples_of(run(read()))
    fit = learn(found.examples)
    file = WeightsFile(settings.learned_weights_path)
    is_written = not dry_run and not fit.refusal
    if is_written:
        file.write(fit, f"{utc_now():%Y-%m-%dT%H:%M:%SZ}")
    report = _report(found, fit) | {"written": str(file.path) if is_written else None}
    if as_json:
        emit(report)
    elif found.rows:
        _print(report)
    if fit.refusal:
        note(f"Nothing is switched on: {fit.refusal}.")
        sys.exit(1)
    if is_written:
        note("Turn it on: SHEAF_CHAT__LEARNED_WEIGHTS=true, or options.learned_weights of a request.")


def _report(found: Examples, fit: Fit) -> dict[str, Any]:
    return {
        "feedback": found.rows,
        "left_out": found.left_out,
        "answers": fit.answers,
        "questions": fit.questions,
        "weights": dict(fit.weights),
        "accuracy": round(fit.accuracy, 4),
        "default_accuracy": round(fit.default_accuracy, 4),
        "gain": {name: round(value, 4) for name, value in vars(fit.gain).items()},
        "refusal": fit.refusal or None,
    }


def _print(report: dict[str, Any]) -> None:
    click.echo(f"{report['feedback']} answers were judged, {report['answers']} can be learned from.")
    for reason, count in report["left_out"].items():
        click.echo(f"  {count} left out: {reason}")
    for name, weight in report["weights"].items():
        click.echo(f"  {name:<10} {weight:+.3f}")
    gain = report["gain"]
    click.echo(
        f"Pairs ordered rightly on questions not learned from: {report['accuracy']:.3f}, "
        f"without learning {report['default_accuracy']:.3f}."
    )
    click.echo(f"Gain {gain['mean']:+.3f}, 95 % interval {gain['low']:+.3f} to {gain['high']:+.3f}.")
