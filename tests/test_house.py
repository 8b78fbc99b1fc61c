"""The house: arrows run one way, eval -> app -> graphs -> nodes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("nodes", "graphs", "app", "eval")


def imported_layers(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
    return found & set(LAYERS)


@pytest.mark.parametrize("layer", LAYERS)
def test_arrows_run_one_way(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :])
    offenders = {
        str(path.relative_to(ROOT)): sorted(imported_layers(path) & above)
        for path in (ROOT / layer).rglob("*.py")
        if imported_layers(path) & above
    }
    assert offenders == {}


STEP_FOLDERS = ("nodes/ingest", "nodes/chat")


@pytest.mark.parametrize("folder", STEP_FOLDERS)
def test_every_step_is_a_file_with_one_public_coroutine_of_its_name(folder: str) -> None:
    from graphs import chat, ingest

    names = {step.__name__ for step in (ingest.STEPS if folder.endswith("ingest") else chat.STEPS)}
    for name in names:
        tree = ast.parse((ROOT / folder / f"{name}.py").read_text())
        coroutines = [
            node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")
        ]
        assert coroutines == [name]


def test_pure_folders_do_no_io() -> None:
    forbidden = {"asyncio", "os", "sqlite3", "sqlalchemy", "httpx", "random", "time", "subprocess", "socket"}
    for folder in ("nodes/documents", "nodes/ranking", "nodes/answering", "nodes/language"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text())
            used = {
                alias.name.split(".")[0]
                for node in ast.walk(tree)
                if isinstance(node, ast.Import)
                for alias in node.names
            } | {
                node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module
            }
            assert used & forbidden == set(), path
