"""`sheaf ask`: a cited answer."""

from __future__ import annotations

from typing import Any

import click

from app.cli.output import QUESTION, collections_option, emit, json_option, note, owner_option, run, why_option


@click.command("ask")
@click.argument("question", type=QUESTION)
@collections_option
@click.option("--session", "session_id", help="Ask in this conversation; its id stands below each answer.")
@click.option("--trace", is_flag=True, help="Show what each step decided.")
@why_option
@owner_option
@json_option
def command(
    question: str,
    collections: tuple[str, ...],
    session_id: str | None,
    trace: bool,
    why: str | None,
    owner: str,
    as_json: bool,
) -> None:
    """Answer a question from the documents; every statement carries [n], and [n] names file, page and words."""
    from app.settings import load_settings
    from app.sheaf import Sheaf

    async def work() -> dict[str, Any]:
        async with Sheaf(load_settings()) as sheaf:
            await sheaf.warm()
            if session_id is not None and await sheaf.conversations.find(owner, session_id) is None:
                note(f"There is no conversation {session_id!r} yet: one begins.")
            found = await sheaf.ask(question, owner=owner, collections=collections, session_id=session_id, why=why)
            if not found["sources"] and not await sheaf.holds_documents(owner, collections, session_id):
                note("`sheaf ingest PATHS` adds documents.")
            return found

    result = run(work())
    if as_json:
        emit(result)
        return
    from app.cli.answers import print_answer, print_trace, print_why

    print_answer(result)
    click.secho(f"To go on: --session {result['session_id']}", dim=True)
    if trace:
        print_trace(result["trace"])
    if why is not None:
        print_why(result["why"])
