"""`sheaf doctor`: what is configured, what is reachable, what is missing and how to get it."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from app.cli.output import emit, json_option, run


@click.command("doctor")
@json_option
def command(as_json: bool) -> None:
    """Show what is configured, what is reachable, and what is missing with the way to get it."""
    from app.doctor import diagnose
    from app.settings import load_settings

    checks, settings = run(diagnose(load_settings()))
    is_well = all(check.ok or check.optional for check in checks)
    if as_json:
        emit(
            {
                "ok": is_well,
                "checks": [asdict(each) for each in checks],
                "settings": [asdict(each) for each in settings],
            }
        )
    else:
        from rich.markup import escape

        from app.cli.console import PlainConsole

        console = PlainConsole(highlight=False)
        for check in checks:
            mark = "[green]ok[/]" if check.ok else ("[yellow]--[/]" if check.optional else "[red]no[/]")
            console.print(f"{mark}  [bold]{escape(check.part)}[/]: {escape(check.found)}")
            if check.hint:
                console.print(f"      {escape(check.hint)}", style="dim")
        console.print("\n[bold]Settings[/]")
        for setting in settings:
            changed = "" if setting.default else " [cyan](set)[/]"
            told = f"  [dim]{escape(setting.description)}[/]"
            console.print(f"  {setting.variable} = {escape(setting.value)}{changed}{told}")
    if not is_well:
        sys.exit(1)
