"""Ingests files and kills its own process at a chosen call.

It is given METHOD WHEN COUNT FILES…. METHOD is `module:Class.method`; WHEN is `before` or `after`; COUNT is the number
of the call. Settings come from the environment.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import signal
from pathlib import Path
from typing import Any


def arm(target: str, when: str, count: int) -> None:
    module_name, _, path = target.partition(":")
    class_name, _, method_name = path.partition(".")
    owner = getattr(importlib.import_module(module_name), class_name)
    original = getattr(owner, method_name)
    calls = 0

    def strike(moment: str, call: int) -> None:
        if moment == when and call == count:
            os.kill(os.getpid(), signal.SIGKILL)

    @functools.wraps(original)
    async def deadly(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        call = calls
        strike("before", call)
        result = await original(*args, **kwargs)
        strike("after", call)
        return result

    @functools.wraps(original)
    def deadly_too(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        call = calls
        strike("before", call)
        result = original(*args, **kwargs)
        strike("after", call)
        return result

    setattr(owner, method_name, deadly if inspect.iscoroutinefunction(original) else deadly_too)


async def main(target: str, when: str, count: str, *files: str) -> None:
    from app.settings import load_settings
    from app.sheaf import IngestFile, Sheaf

    arm(target, when, int(count))
    settings = load_settings()
    async with Sheaf(settings) as sheaf:
        await sheaf.ingest([IngestFile(Path(file)) for file in files])
