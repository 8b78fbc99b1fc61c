"""What a program says whatever the hash seed: sets and dictionaries of one process always have the same order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def said_with_each_seed(code: str, *arguments: str) -> set[str]:
    """What the code prints in processes with two hash seeds; one thing where it depends on neither."""
    return {
        subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
