"""`sheaf eval source-code`: makes a dataset of Python code."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.output import emit, json_option, note


@click.command("source-code")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("into", type=click.Path(file_okay=False, path_type=Path))
@json_option
def source_code(folder: Path, into: Path, as_json: bool) -> None:
    """Make a dataset of the Python files in FOLDER, and write it to INTO.

    Some questions are the first sentence of a docstring, which is taken out of the code; others name what one piece of
    code defines and others use. `sheaf eval retrieval INTO` then measures what is found.
    """
    from eval.source_code.building import code_dataset

    made = code_dataset(folder)
    made.write(into)
    if as_json:
        emit(
            {
                "folder": str(into),
                "pieces": len(made.pieces),
                "questions": {"by_description": len(made.descriptions), "by_name": len(made.names)},
            }
        )
        return
    note(
        f"{into}: {len(made.pieces)} pieces of code, {len(made.descriptions)} questions by description, "
        f"{len(made.names)} by name."
    )
