"""The folder of pictures: bounded, and emptied of what was deleted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.pages.cache import PageCache


def test_what_was_put_is_there_until_it_is_forgotten(tmp_path: Path) -> None:
    cache = PageCache(tmp_path / "pages")
    assert cache.get("r1", "a") is None
    cache.put("r1", "a", b"picture")
    cache.put("r2", "a", b"other")
    assert cache.get("r1", "a") == b"picture"
    cache.forget(["r1", "r3"])
    assert cache.get("r1", "a") is None
    assert cache.get("r2", "a") == b"other"


def test_what_was_not_read_for_longest_goes_first(tmp_path: Path) -> None:
    cache = PageCache(tmp_path, most_bytes=1000)
    for number in range(8):
        cache.put("r", f"n{number}", b"x" * 120)
        os.utime(tmp_path / "r" / f"n{number}.png", ns=(number, number))
    assert cache.get("r", "n0") is not None
    cache.put("r", "n8", b"x" * 120)
    kept = {path.stem for path in tmp_path.glob("r/*.png")}
    assert sum(path.stat().st_size for path in tmp_path.glob("r/*.png")) <= 1000
    assert {"n0", "n8"} <= kept
    assert "n1" not in kept


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = PageCache(tmp_path / "file")
    cache.put("r", "a", b"picture")
    assert cache.get("r", "a") is None


@pytest.mark.parametrize("name", ["../a", "", "a/b", "a.png"])
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="plain letters"):
        PageCache(tmp_path).get("r", name)
