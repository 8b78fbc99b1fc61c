"""`sheaf mcp`: the tools for agents, over standard input and output."""

from __future__ import annotations

import click

from app.cli.output import owner_option, run


@click.command("mcp")
@owner_option
@click.option("--json", is_flag=True, expose_value=False, help="What keeps it from starting, as one JSON object.")
def command(owner: str) -> None:
    """Serve search, ask, list_documents and read_section to an agent over stdio. Logs go to stderr.

    Once it runs, standard output is the protocol's alone, whether `--json` is given or not.
    """
    import sys

    from app.mcp.server import build_mcp_server
    from app.observing.logs import configure_logs
    from app.settings import load_settings
    from app.sheaf import Sheaf

    settings = load_settings()
    configure_logs(settings.service.log_level, sys.stderr)

    async def work() -> None:
        async with Sheaf(settings) as sheaf:
            await build_mcp_server(sheaf, lambda _: owner).run_stdio_async()

    run(work())
