"""The commands of docs/debugging.md, run in this process over the sample documents."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from app.cli.main import main
from graphs.chat import STEPS
from graphs.state import ChatState
from nodes.domain.chat import ScoreName
from nodes.domain.options import Options

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = (DOCS / "debugging.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)[1:]
    for block in re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("sheaf ")
]


@pytest.fixture
def run(sample_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command as the guide has it; the collection of the samples has another name here."""
    monkeypatch.setenv("SHEAF_HOME", str(sample_home))
    monkeypatch.setenv("COLUMNS", "200")

    def started(arguments: list[str]) -> str:
        with pytest.raises(SystemExit) as left:
            main(["default" if each == "samples" else each for each in arguments])
        assert not left.value.code
        return capsys.readouterr().out

    return started


def test_the_commands_show_what_the_guide_says(run: Callable[..., str]) -> None:
    asked, followed = COMMANDS
    told = run(asked)
    assert "How this answer was found" in told
    assert "verify_citations" in told
    told = run(followed)
    assert "What became of biofouling-paper.pdf#page=1" in told
    assert "crowded out" in told
    assert "was lost in rerank_diversity" in told


def test_what_the_guide_names_is_there() -> None:
    keys = {key for row in re.findall(r"^\| `\w+`.*? \| (`.*?`) \|", GUIDE, re.MULTILINE) for key in names(row)}
    assert keys
    assert keys <= set(ChatState.__annotations__)
    steps = {step.__name__ for step in STEPS}
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ", GUIDE, re.MULTILINE)
    named = {name for row in rows for name in names(row)}
    assert {"classify_query", "retrieve_chunks", "merge_rrf", "rerank_diversity", "assemble_context"} <= named <= steps
    assert {"document_filter", "alpha", "top_k", "threshold", "max_context_tokens"} <= set(Options.model_fields)
    assert {"dense", "bm25", "document", "fused", "heading", "final", "link", "hierarchy", "rerank"} <= set(
        get_args(ScoreName)
    )


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"\]\((.+?\.png)\)", GUIDE)
    assert pictures
    for each in pictures:
        assert (DOCS / each).read_bytes().startswith(b"\x89PNG")
        assert (DOCS / each).stat().st_size < 150_000


def names(text: str) -> list[str]:
    """What stands between backquotes, up to a colon."""
    return [each.partition(":")[0] for each in re.findall(r"`([^`]+)`", text)]
