"""`sheaf mcp`: the tools for agents, over standard input and output."""

from __future__ import annotations

import click

from app.cli.output import owner_option, run


@click.command("mcp")
@owner_option
def command(owner: str) -> None:
    """Serve search, ask, list_documents and read_section to an agent over stdio. Logs go to stderr."""
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
