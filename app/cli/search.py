"""`sheaf search`: passages, without an answer."""

from __future__ import annotations

from typing import Any

import click

from app.cli.output import QUESTION, collections_option, emit, json_option, note, owner_option, run, why_option


@click.command("search")
@click.argument("question", type=QUESTION)
@collections_option
@click.option("--top-k", type=click.IntRange(1, 100), help="Passages to return.")
@why_option
@owner_option
@json_option
def command(
    question: str, collections: tuple[str, ...], top_k: int | None, why: str | None, owner: str, as_json: bool
) -> None:
    """Find the passages that a question is about, best first."""
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> dict[str, Any]:
        options = {} if top_k is None else {"top_k": top_k}
        async with Sheaf(load_settings()) as sheaf:
            await sheaf.warm()
            return await sheaf.search(question, owner=owner, collections=collections, options=options, why=why)

    result = run(work())
    if as_json:
        emit(result)
        return
    from app.cli.answers import failure_lines, print_hits, print_why

    if why is None:
        print_hits(result["hits"])
    else:
        print_why(result["why"])
    for told in result["unsearched"]:
        note(f"Not searched: {told}.")
    for each in result["unavailable"]:
        note(f"Not searched: collection {each['name']!r}. {each['reason']}")
    for line in failure_lines(result["model_failures"]):
        note(line)
