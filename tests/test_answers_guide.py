"""docs/answers.md names the files that make answers of quotes, all of them, and no others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ANSWERING = ROOT / "nodes" / "answering"
GUIDE = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
NAMED = frozenset(re.findall(r"`([\w/]+\.py)`", GUIDE))


def test_every_file_that_it_names_is_there() -> None:
    assert NAMED
    assert [name for name in sorted(NAMED) if not ((ROOT / name).is_file() or (ANSWERING / name).is_file())] == []


def test_every_file_that_quotes_are_chosen_with_is_named() -> None:
    choosing = ("quoting/quoting.py", "quoting/pieces.py", "quoting/completing.py")
    trees = [ast.parse((ANSWERING / name).read_text(encoding="utf-8")) for name in choosing]
    modules = [node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    used = {
        f"{name.removeprefix('nodes.answering.').replace('.', '/')}.py"
        for name in modules
        if name.startswith("nodes.answering.")
    }
    assert used
    assert used - NAMED == set()
