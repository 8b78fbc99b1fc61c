"""What commands print, and the options they share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

import click
from typing_extensions import override

from app.owners import LOCAL_OWNER
from nodes.domain.errors import ErrorReport, InvalidRequestError

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")


class _CollectionName(click.ParamType[str]):
    """A name with something in it: an empty one is a variable of a shell that was not set."""

    name = "text"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is given."""
        if not value.strip():
            self.fail("it is empty. Name a collection; `sheaf collections` lists them.", param, ctx)
        return value


class _Question(click.ParamType[str]):
    """A question of at most as many characters as the service takes."""

    name = "text"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The question as it is given."""
        from app.chatting.asking import LONGEST_QUESTION

        if len(value) > LONGEST_QUESTION:
            raise InvalidRequestError(
                f"The question has {len(value):,} characters.",
                hint=f"Ask in {LONGEST_QUESTION:,} or fewer; `sheaf ingest` makes a longer text searchable.",
            )
        return value


COLLECTION = _CollectionName()
QUESTION = _Question()


def json_option(function: Function) -> Function:
    """`--json`: one JSON object on stdout."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


def ready_option(function: Function) -> Function:
    """`--json` of a command that goes on until it is stopped: one JSON object on stdout once it is ready."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object when it is ready.")(function)


def owner_option(function: Function) -> Function:
    """`--owner`: act for the owner of a key."""
    return click.option("--owner", default=LOCAL_OWNER, show_default=True, help="Act for this owner.")(function)


def collection_option(function: Function) -> Function:
    """`--collection`, once."""
    return click.option(
        "--collection", type=COLLECTION, default="default", show_default=True, help="Name of the collection."
    )(function)


def collections_option(function: Function) -> Function:
    """`--collection`, many times."""
    return click.option(
        "--collection",
        "collections",
        type=COLLECTION,
        multiple=True,
        default=("default",),
        show_default=True,
        help="May be repeated.",
    )(function)


def why_option(function: Function) -> Function:
    """`--why`: what became of a page."""
    return click.option("--why", metavar="FILE#page=N", help="Tell what became of this page, step by step.")(function)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a command's asynchronous work; Ctrl-C ends it cleanly."""
    # Here, as in every command: `--help` needs none of what the work needs.
    import asyncio

    return asyncio.run(work)


def emit(value: Any) -> None:
    """The one JSON object of `--json`."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def note(text: str) -> None:
    """A line of progress or explanation, to stderr."""
    click.echo(text, err=True)


def describe(error: ErrorReport) -> str:
    """An error in words."""
    return f"{error['message']} {error['hint']}".strip()


def fail(error: ErrorReport, *, as_json: bool) -> NoReturn:
    """Says what failed and how to mend it, and exits with 1."""
    if as_json:
        # Stdout itself may be what failed, as on a full disk.
        with suppress(OSError):
            emit({"error": error})
    note(f"{click.style('Error:', fg='red', bold=True)} {error['message']}")
    if error["hint"]:
        note(f"  {error['hint']}")
    sys.exit(1)


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` was given, for errors that happen before or outside a command."""
    return "--json" in arguments
