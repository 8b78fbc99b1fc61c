"""Large packages are imported part by part, and whole as soon as more of them is asked for."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from app.cli.deferring import PARTS, Finder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package `whole` whose `__init__` is counted and imports `large`; only its part `light` is known."""
    folder = tmp_path / "whole"
    folder.mkdir()
    (folder / "__init__.py").write_text("from whole.large import LARGE\nfrom whole.light import LIGHT\nOWN = 3\n")
    (folder / "large.py").write_text("import whole\nLARGE = 1\n")
    (folder / "light.py").write_text("LIGHT = 2\n")
    (folder / "inner").mkdir()
    (folder / "inner" / "__init__.py").write_text("")
    (folder / "inner" / "other.py").write_text("from whole.light import LIGHT\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (folder / "plain.py").write_text("try:\n    import whole.extra as EXTRA\nexcept ImportError:\n    EXTRA = None\n")
    (folder / "extra.py").write_text("")
    finder = Finder({"whole": frozenset({"light"})}, {"whole.plain": frozenset({"whole.extra"})})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "whole"]:
        del sys.modules[name]


def test_a_known_part_is_imported_without_the_rest(package: Path) -> None:
    light = importlib.import_module("whole.light")

    assert light.LIGHT == 2
    assert "whole.large" not in sys.modules


def test_a_name_of_the_package_imports_it_whole(package: Path) -> None:
    light = importlib.import_module("whole.light")
    whole = importlib.import_module("whole")

    assert (whole.OWN, whole.LARGE, whole.LIGHT) == (3, 1, 2)
    assert whole.light is light
    with pytest.raises(AttributeError, match="MISSING"):
        _ = whole.MISSING


@pytest.mark.parametrize("name", ["whole.large", "whole.inner", "whole.inner.other"])
def test_any_other_part_finds_the_package_whole(package: Path, name: str) -> None:
    importlib.import_module("whole.light")

    importlib.import_module(name)

    assert sys.modules["whole"].OWN == 3


@pytest.mark.parametrize("name", ["whole.large", "whole.inner.other"])
def test_a_part_that_the_whole_imports_is_executed_once(package: Path, name: str) -> None:
    counted = "from whole import light\nlight.COUNT = getattr(light, 'COUNT', 0) + 1\nLARGE = 1\n"
    (package.parent / f"{name.replace('.', '/')}.py").write_text(counted)
    (package / "__init__.py").write_text(f"from {name} import LARGE\nimport {name} as found\n")
    light = importlib.import_module("whole.light")

    module = importlib.import_module(name)

    assert light.COUNT == 1
    assert sys.modules["whole"].found is module is sys.modules[name]
    assert isinstance(module.__loader__, SourceFileLoader)
    assert module.__spec__ is not None
    assert module.__spec__.loader is module.__loader__


def test_while_a_package_is_executed_other_threads_import(package: Path) -> None:
    (package.parent / "beside.py").write_text("READY = True\n")
    (package / "__init__.py").write_text(
        "import importlib, threading\n"
        "beside = threading.Thread(target=importlib.import_module, args=['beside'], daemon=True)\n"
        "beside.start()\nbeside.join(10)\nHAS_WAITED = beside.is_alive()\n"
    )
    importlib.import_module("whole.light")

    importlib.import_module("whole.large")

    assert not sys.modules["whole"].HAS_WAITED


def test_a_part_that_cannot_be_had_alone_is_imported_after_the_whole(package: Path) -> None:
    (package / "__init__.py").write_text("READY = True\n")
    (package / "light.py").write_text("from whole.large import LARGE\nLIGHT = LARGE + 1\n")
    (package / "large.py").write_text("import whole\nif 'READY' not in vars(whole): raise ImportError\nLARGE = 1\n")

    assert importlib.import_module("whole.light").LIGHT == 2


def test_threads_that_want_it_whole_and_its_parts_at_once_do_not_stop_each_other(package: Path) -> None:
    (package / "__init__.py").write_text("import time\ntime.sleep(0.2)\nfrom whole.large import LARGE\nOWN = 3\n")
    importlib.import_module("whole.light")
    found: list[int] = []

    def want(name: str) -> None:
        found.append(sys.modules["whole"].OWN if name == "whole" else importlib.import_module(name).LARGE)

    threads = [threading.Thread(target=want, args=(name,), daemon=True) for name in ("whole", "whole.large") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert sorted(found) == [1, 1, 1, 1, 3, 3, 3, 3]


def test_a_package_keeps_its_own_way_to_find_names(package: Path) -> None:
    (package / "__init__.py").write_text("OWN = 3\ndef __getattr__(name):\n    return name.lower()\n")
    importlib.import_module("whole.light")
    whole = importlib.import_module("whole")

    assert (whole.LATER, whole.OWN, whole.MORE) == ("later", 3, "more")


def test_what_looks_for_attributes_does_not_import_it_whole(package: Path) -> None:
    importlib.import_module("whole.light")

    assert not hasattr(sys.modules["whole"], "__wrapped__")
    assert "whole.large" not in sys.modules


def test_what_a_module_does_without_is_there_for_others(package: Path) -> None:
    plain = importlib.import_module("whole.plain")

    assert plain.EXTRA is None
    assert "whole.extra" not in sys.modules
    assert importlib.import_module("whole.extra").__file__ == str(package / "extra.py")


CHECKING = """
import sys
from app.cli.deferring import defer_packages
defer_packages()
import overrides
class Plain(overrides.EnforceOverrides):
    @overrides.override
    def method(self): ...
print("overrides.overrides" in sys.modules, overrides.overrides.__module__, overrides.override.__module__)
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="nothing asks for the package from Python 3.12 on")
def test_methods_are_not_checked_but_the_package_that_would_is_there() -> None:
    ended = subprocess.run([sys.executable, "-c", CHECKING], capture_output=True, text=True, check=False)
    assert (ended.stdout.split(), ended.stderr) == (["False", "overrides.overrides", "overrides.overrides"], "")


ASKING = """
import json, sys
from app.cli.main import main
sys.argv = ["sheaf", *{arguments}]
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
waiting = [name for name, module in sys.modules.items() if "__getattr__" in vars(module)]
print("MODULES", json.dumps([waiting, list(sys.modules)]))
"""


def test_ingesting_and_asking_need_no_package_whole(tmp_path: Path) -> None:
    """Where this fails after an upgrade, both still work, only as slowly as with the packages whole."""
    notes = tmp_path / "notes.txt"
    notes.write_text("The bridge over the Ebrel opened in May 1931. It was paid for by the brewery.\n")
    environment = {"SHEAF_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}

    def run(*arguments: str) -> tuple[set[str], set[str]]:
        ended = subprocess.run(
            [sys.executable, "-c", ASKING.format(arguments=list(arguments))],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        waiting, imported = json.loads(ended.stdout.rpartition("MODULES ")[2])
        return set(waiting), set(imported)

    waiting, imported = run("ingest", str(notes))
    assert waiting >= set(PARTS) & imported
    assert "llama_index.core.ingestion" in imported
    waiting, imported = run("ask", "When did the bridge open?")
    assert waiting >= set(PARTS) & imported
    assert imported >= {"lancedb", "llama_index.core", "langsmith.types"}
    assert imported.isdisjoint({"llama_index.core.llms", "llama_index.core.settings", "pandas", "wordllama"})
