"""Embeds anew and kills its own process at a chosen call.

It is given METHOD WHEN COUNT MODEL. METHOD is `module:Class.method`; WHEN is `before` or `after`; COUNT is the
number of the call. Settings come from the environment.
"""

from __future__ import annotations

from tests.app.crash_driver import arm


async def main(target: str, when: str, count: str, model: str) -> None:
    from app.settings import load_settings
    from app.sheaf import Sheaf

    arm(target, when, int(count))
    async with Sheaf(load_settings()) as sheaf:
        await sheaf.reembed(model)
