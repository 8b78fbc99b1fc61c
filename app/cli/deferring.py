"""Packages that import far more than Sheaf uses: done when something beyond the known parts is asked, or left out.

`from llama_index.core.schema import TextNode` first runs the `__init__` of `llama_index.core`, which imports every
index, chat engine and reader there is: a third of the time that a command takes to start. The parts named here are
imported without it. Any other part, and any name of the package itself, runs it first, so that it is as ever for them.
pyarrow imports pandas where there is one, to be ready for its tables, of which Sheaf makes none; LangSmith's client
OpenTelemetry, for the name of a type.
Only commands do this; who imports Sheaf as a library has the packages as they are.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any


class Unchecked:
    """A base class that demands nothing of those that derive from it."""


def unchecked(method: Any) -> Any:
    """The method as it is."""
    return method


PARTS: Mapping[str, frozenset[str]] = {
    "llama_index.core": frozenset(
        {"base", "bridge", "indices", "ingestion", "llms", "readers", "schema", "settings", "storage", "vector_stores"}
    ),
    "llama_index.core.indices": frozenset({"prompt_helper"}),
    "llama_index.core.storage": frozenset({"kvstore"}),
    "llama_index.core.vector_stores": frozenset({"types"}),
    "lance_namespace_urllib3_client": frozenset({"models"}),
    "langgraph_sdk": frozenset({"auth"}),
    "langsmith.types": frozenset({"run_select_field"}),
    "overrides": frozenset(),
}
"""Packages, outermost first, with those of their modules that need nothing of what the `__init__` does."""
VALUES: Mapping[str, Mapping[str, object]] = {
    "llama_index.core": {"global_handler": None},
    # Up to Python 3.11 LanceDB compares its methods with those they override, by their bytecode, whenever it is
    # imported. From 3.12 on it leaves that to type checkers.
    "overrides": {"override": unchecked, "EnforceOverrides": Unchecked},
}
"""What is read of a package meanwhile."""
UNWANTED: Mapping[str, frozenset[str]] = {
    "langsmith.client": frozenset({"opentelemetry.sdk.trace"}),
    "pyarrow._dataset": frozenset({"pandas"}),
}
"""Modules that do without what they would import if it is there: for them it is as if it were not installed."""

LONGEST_WAIT_SECONDS = 30.0
"""For another thread that imports a package whole."""


class DeferredPackage(Loader):
    """Makes a package's module at once and executes its code when it is asked for a name that it has not got."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.module: ModuleType | None = None
        self.has_begun = False
        self.lock = threading.RLock()

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As the package's own loader makes it."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute nothing, but leave a `__getattr__` (PEP 562) that does."""
        self.module = module
        vars(module).update(VALUES.get(module.__name__, {}), __getattr__=self.get_attribute)

    def get_attribute(self, name: str) -> Any:
        """What the module has by that name when its code has been executed."""
        found = {} if self.module is None else vars(self.module)
        # `__path__` and the like are there from the start: who asks for others only looks whether they are.
        if not name.startswith("__"):
            self.execute()
        own = found.get("__getattr__")
        if name not in found and own is not None and own != self.get_attribute:
            return own(name)
        if name not in found:
            raise AttributeError(f"module {found.get('__name__')!r} has no attribute {name!r}")
        return found[name]

    def execute(self, *, wait: bool = True) -> None:
        """Execute the package's code, unless that has begun.

        Args:
            wait: for another thread that is at it; not for ever, as it may want a module that this thread imports.
        """
        if not self.lock.acquire(timeout=LONGEST_WAIT_SECONDS if wait else 0):
            return
        try:
            if self.module is not None and not self.has_begun:
                self.has_begun = True
                self.loader.exec_module(self.module)
                # From now on it is a module like any other, which may have a `__getattr__` of its own.
                if vars(self.module).get("__getattr__") == self.get_attribute:
                    del vars(self.module)["__getattr__"]
        finally:
            self.lock.release()


class Part(Loader):
    """Loads one of the known parts; whatever it imports in turn is taken as it comes."""

    def __init__(self, loader: Loader, package: DeferredPackage, loading: threading.local) -> None:
        self.loader = loader
        self.package = package
        self.loading = loading

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As its own loader makes it."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the part; another version of the package may not let it be had alone, then the whole comes first."""
        before = getattr(self.loading, "depth", 0)
        self.loading.depth = before + 1
        try:
            self.loader.exec_module(module)
        except ImportError:
            self.package.execute()
            self.loader.exec_module(module)
        finally:
            self.loading.depth = before


class Whole(Loader):
    """Loads a module that is no known part, after the packages it is in have been executed.

    It is not the finder that executes them: Python looks for a module under a lock that every import of every thread
    takes, and what a package imports may wait for another thread.
    """

    def __init__(self, loader: Loader, packages: Sequence[DeferredPackage]) -> None:
        self.loader = loader
        self.packages = packages
        self.imported: ModuleType | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The one that a package has imported meanwhile, if it has; otherwise as its own loader makes it."""
        for package in self.packages:
            # Python holds a lock for the module that is imported: where another thread executes the package, it comes
            # by here itself.
            package.execute(wait=False)
        self.imported = sys.modules.get(spec.name)
        return self.loader.create_module(spec) if self.imported is None else self.imported

    def exec_module(self, module: ModuleType) -> None:
        """Execute it, unless that is done, and leave it as if its own loader had been the first."""
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        if module is not self.imported:
            self.loader.exec_module(module)


class Without(Loader):
    """Loads a module while others cannot be found; in other threads, and afterwards, they can."""

    def __init__(self, loader: Loader, unwanted: frozenset[str], loading: threading.local) -> None:
        self.loader = loader
        self.unwanted = unwanted
        self.loading = loading

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As its own loader makes it."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute it so."""
        before: frozenset[str] = getattr(self.loading, "unwanted", frozenset())
        self.loading.unwanted = before | self.unwanted
        try:
            self.loader.exec_module(module)
        finally:
            self.loading.unwanted = before


class Finder(MetaPathFinder):
    """Finds these packages and their parts, and nothing else."""

    def __init__(
        self, parts: Mapping[str, frozenset[str]] = PARTS, unwanted: Mapping[str, frozenset[str]] = UNWANTED
    ) -> None:
        self.parts = parts
        self.unwanted = unwanted
        self.packages: dict[str, DeferredPackage] = {}
        self.loading = threading.local()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Spec of a package that waits, or of a module of one; None for every other module, which others find.

        Raises:
            ModuleNotFoundError: a module asks that is to do without this one.
        """
        if fullname in getattr(self.loading, "unwanted", ()):
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        waiting = {name: package for name, package in self.packages.items() if fullname.startswith(f"{name}.")}
        inner = max(waiting, key=len, default="")
        known = bool(inner) and fullname[len(inner) + 1 :].split(".", maxsplit=1)[0] in self.parts[inner]
        is_asked_by_part = getattr(self.loading, "depth", 0) > 0
        first = [] if known or is_asked_by_part else [each for each in waiting.values() if not each.has_begun]
        if not known and not first and fullname not in self.parts and fullname not in self.unwanted:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return None
        if fullname in self.unwanted:
            spec.loader = Without(spec.loader, self.unwanted[fullname], self.loading)
        elif fullname in self.parts:
            spec.loader = self.packages[fullname] = DeferredPackage(spec.loader)
        elif first:
            spec.loader = Whole(spec.loader, first)
        else:
            spec.loader = Part(spec.loader, waiting[inner], self.loading)
        return spec


def defer_packages(unwanted: Mapping[str, frozenset[str]] = UNWANTED) -> None:
    """Defer them in this process, those that are not imported yet. Calling it again changes nothing.

    Args:
        unwanted: by module, what it does without.
    """
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder(unwanted=unwanted))
