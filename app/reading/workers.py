"""How worker processes are started: beside threads, quickly, and without running the host's main module again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from multiprocessing.context import BaseContext
from types import ModuleType
from typing import Any

if sys.platform == "win32":
    from multiprocessing.context import SpawnContext as ParentContext
    from multiprocessing.context import SpawnProcess as ParentProcess
else:
    from multiprocessing.context import ForkServerContext as ParentContext
    from multiprocessing.context import ForkServerProcess as ParentProcess

_swapping = threading.Lock()


class WorkerProcess(ParentProcess):
    """A process that does not import the host's main module.

    multiprocessing imports the main module again in every worker, so that functions defined there can be called. No
    worker here calls any, and the host's main module may take seconds to import, or do things when it is.
    """

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 -- multiprocessing calls it so
        return _without_main(ParentProcess._Popen, process_obj)


class WorkerContext(ParentContext):
    """Starts such processes: from a fork server where the system has one, else each anew."""

    Process = WorkerProcess


def worker_context() -> BaseContext:
    """The context for a pool of workers that parse files."""
    context = WorkerContext()
    if sys.platform != "win32":
        context.set_forkserver_preload(["app.reading.parse"])
    return context


def _without_main(start: Callable[[Any], Any], process_obj: Any) -> Any:
    with _swapping:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return start(process_obj)
        finally:
            sys.modules["__main__"] = main
