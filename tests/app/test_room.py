"""A disk without room is told where somebody looks: before questions and uploads fail, and by those that do."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.cli import doctor
from app.cli.main import main
from app.doctor import diagnose
from app.readiness import Readiness
from app.settings import load_settings
from app.sheaf import Sheaf


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")._replace(free=100_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)


@pytest.mark.usefixtures("full")
async def test_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        states = await Readiness(sheaf).states()
    for part in ("catalogue", "files"):
        assert not states[part].ready
        assert "is full: 0.1 MB are free" in states[part].why


@pytest.mark.usefixtures("full")
async def test_the_doctor_tells_a_full_disk(tmp_path: Path) -> None:
    checks, _ = await diagnose(load_settings(home=tmp_path / "home"))
    [home] = [check for check in checks if check.part == "home"]
    assert not home.ok
    assert "is full" in home.found
    assert "Make room" in home.hint


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_command_that_cannot_write_says_so_without_a_traceback(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(work: Coroutine[Any, Any, Any]) -> NoReturn:
        work.close()
        raise OSError(number, os.strerror(number))

    monkeypatch.setenv("SHEAF_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(doctor, "run", fail)
    with pytest.raises(SystemExit) as left:
        main(["doctor", "--json"])
    printed = capsys.readouterr()
    assert left.value.code == 1
    assert json.loads(printed.out)["error"]["code"] == "unavailable"
    assert "Traceback" not in printed.err
