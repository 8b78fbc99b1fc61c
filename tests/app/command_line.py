"""The command line as a script uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.cli.main import main

RunJson = Callable[..., tuple[int, dict[str, Any]]]
"""Arguments in, exit status and what `--json` printed out."""


def runner(capsys: pytest.CaptureFixture[str]) -> RunJson:
    def run(*arguments: str) -> tuple[int, dict[str, Any]]:
        with pytest.raises(SystemExit) as left:
            main([*arguments, "--json"])
        return int(left.value.code or 0), json.loads(capsys.readouterr().out)

    return run
