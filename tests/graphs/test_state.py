"""The state tells what each of its keys is."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

from graphs import state


def test_every_key_has_a_docstring() -> None:
    assert state.__file__ is not None
    bare = []
    for each in ast.parse(Path(state.__file__).read_text(encoding="utf-8")).body:
        if not isinstance(each, ast.ClassDef):
            continue
        for statement, following in pairwise([*each.body, ast.Pass()]):
            documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            if isinstance(statement, ast.AnnAssign) and not documented:
                bare.append(f"{each.name}.{ast.unparse(statement.target)}")
    assert bare == []
