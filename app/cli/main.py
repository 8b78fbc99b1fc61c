"""`sheaf`: finds the command, runs it, and turns errors into words and exit status."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import entry_points
from typing import NoReturn

import click
from typing_extensions import override

from app.cli.deferring import UNWANTED, defer_packages
from app.cli.hints import reported
from app.cli.output import fail, wants_json
from app.memory import collect_rarely, hold_little
from app.room import disk_error
from nodes.domain.errors import ErrorReport, InternalError, SheafError

COMMANDS = {
    "ask": "Answer a question, with citations.",
    "backup": "Copy everything embedded, while it is used.",
    "backfill": "Give documents what newer versions search, rank and link by.",
    "collections": "List the collections.",
    "delete": "Delete a document, wholly.",
    "demo": "Ingest the sample documents and ask them five questions.",
    "doctor": "Show what is configured, what is reachable, what is missing.",
    "documents": "List the documents.",
    "ingest": "Make files searchable.",
    "key": "Make, list and revoke API keys.",
    "learn": "Learn from feedback which scores to trust.",
    "mcp": "Serve the documents to an agent, over stdio.",
    "reembed": "Give a collection another embedding model.",
    "restore": "Bring a backup back into an empty home.",
    "search": "Find passages, without an answer.",
    "serve": "Serve the API and the web page.",
    "worker": "Work on uploads, for a service on PostgreSQL.",
}
PLUGIN_HELP = {"bench": "Measure speed, memory and growth.", "eval": "Measure quality on a dataset."}


class LazyCommands(click.Group):
    """Commands are imported when they are called, so that `sheaf --help` answers at once."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in alphabetical order."""
        return sorted([*COMMANDS, *(point.name for point in entry_points(group="sheaf.commands"))])

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name in COMMANDS:
            command: click.Command = importlib.import_module(f"app.cli.{cmd_name}").command
            return command
        for point in entry_points(group="sheaf.commands", name=cmd_name):
            loaded: click.Command = point.load()
            return loaded
        return None

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names with a line each, without importing them."""
        with formatter.section("Commands"):
            lines = {**COMMANDS, **PLUGIN_HELP}
            formatter.write_dl([(name, lines.get(name, "")) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A mistyped command is answered with the nearest ones."""
        import difflib

        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=2)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {' or '.join(near)}?", ctx) from error


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sheaf")
@click.pass_context
def sheaf(ctx: click.Context) -> None:
    """Answers questions over many documents at once, with citations that can be checked."""
    hold_little()
    collect_rarely()
    # What is announced from elsewhere may work with pandas.
    defer_packages(UNWANTED if ctx.invoked_subcommand in COMMANDS else {})


def main(arguments: list[str] | None = None) -> NoReturn:
    """Entry point. Exit status: 0 done, 1 something failed, 2 wrong usage."""
    try:
        sheaf.main(args=arguments, standalone_mode=True)
    except SheafError as error:
        report = reported(error)
    except OSError as error:
        known = disk_error(error)
        report = _unforeseen(error) if known is None else known.report_in_full()
    except Exception as error:  # noqa: BLE001 - the last resort: whatever it is, stdout and exit status keep their word
        report = _unforeseen(error)
    fail(report, as_json=wants_json(arguments if arguments is not None else sys.argv[1:]))


def _unforeseen(error: Exception) -> ErrorReport:
    import traceback

    traceback.print_exc()
    hint = "This is a fault of Sheaf; the lines above say where."
    return InternalError(f"Unexpected {type(error).__name__}: {error}", hint=hint).report()


if __name__ == "__main__":
    main()
