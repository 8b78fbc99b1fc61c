"""What was made by other code has another digest."""

from __future__ import annotations

from pathlib import Path

import nodes
from nodes.code_version import code_version, digest_of_sources


def test_every_change_of_a_source_changes_it(tmp_path: Path) -> None:
    (tmp_path / "below" / "more").mkdir(parents=True)
    step, deep = tmp_path / "step.py", tmp_path / "below" / "more" / "deep.py"
    step.write_text("one\n")
    deep.write_text("two\n")
    seen = [digest_of_sources(tmp_path)]
    assert digest_of_sources(tmp_path) == seen[0]
    deep.write_text("2\n")
    seen.append(digest_of_sources(tmp_path))
    deep.rename(deep.with_name("other.py"))
    seen.append(digest_of_sources(tmp_path))
    step.unlink()
    seen.append(digest_of_sources(tmp_path))
    assert len(set(seen)) == 4
    (tmp_path / "notes.txt").write_text("no source")
    assert digest_of_sources(tmp_path) == seen[-1]


def test_it_is_of_all_nodes() -> None:
    assert code_version() == digest_of_sources(Path(*nodes.__path__))
