"""A copy taken while people work is whole, and brought back it answers as it did."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.backing_up import backup
from app.backing_up.backup import MANIFEST, back_up, restore
from app.catalogue.models import RevisionRow
from app.learning.fitting import Fit, Interval
from app.learning.weights_file import WeightsFile
from app.samples import sample_paths
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import InvalidRequestError
from nodes.ranking.learned import DEFAULTS
from tests.app.command_line import runner
from tests.app.conftest import WriteFile

NAMES = ("annual-report-2023.pdf", "people.txt", "tide-measurements-2023.csv")
QUESTION = "What was the net generation of the Skellvane Tidal Cooperative in 2023?"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("backup") / "home"

    async def ingest() -> None:
        async with Sheaf(load_settings(home=home)) as sheaf:
            await sheaf.ingest([IngestFile(path) for path in sample_paths() if path.name in NAMES])

    asyncio.run(ingest())
    return home


async def told(sheaf: Sheaf) -> dict[str, Any]:
    answer = await sheaf.ask(QUESTION, history=[])
    assert answer["status"] == "answered"
    for citation in answer["citations"]:
        for page in citation["pages"]:
            await sheaf.pages.picture("local", citation["document_id"], page, highlight=citation["chunk_id"])
    hits = (await sheaf.search(QUESTION))["hits"]
    return {"answer": answer["answer"], "citations": answer["citations"], "hits": [each["chunk_id"] for each in hits]}


async def test_a_copy_taken_while_people_ask_upload_and_delete_answers_as_it_did(
    source: Path, tmp_path: Path, write: WriteFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens between the copies of the catalogue and of the store neither is in the copy nor harms it."""
    shutil.copytree(source, tmp_path / "home")
    loop = asyncio.get_running_loop()
    late = write("late.md", "# Late\n\nThe lamp was lit after the copy.\n")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        before = await told(sheaf)
        copy_table, done = backup._copy_table, list[str]()

        async def change() -> None:
            assert await told(sheaf) == before
            cited = before["citations"][0]["document_id"]
            await sheaf.delete(cited)
            await sheaf.ingest([IngestFile(late)])

        def meanwhile(table: Path, target: Path) -> None:
            if not done:
                done.append(table.name)
                asyncio.run_coroutine_threadsafe(change(), loop).result()
            copy_table(table, target)

        monkeypatch.setattr(backup, "_copy_table", meanwhile)
        report = await back_up(sheaf.settings, sheaf.catalogue, tmp_path / "copy")
        assert done
        assert report.documents == len(NAMES)
        async with sheaf.catalogue._database.read() as connection:
            held = select(RevisionRow.revision_id).where(RevisionRow.worker.is_not(None))
            assert list(await connection.execute(held)) == [], "all is let go"
        await sheaf.ingestion().building.clean()
        assert "late.md" in {each.file_name for each in (await sheaf.documents()).documents}
    home = tmp_path / "back"
    assert await restore(load_settings(home=home), tmp_path / "copy") == report
    async with Sheaf(load_settings(home=home)) as restored:
        assert await told(restored) == before
        assert {each.file_name for each in (await restored.documents()).documents} == set(NAMES)
        [file] = (await restored.ingest([IngestFile(late)])).files
        assert file["status"] == "ready"
        assert (await restored.search("When was the lamp lit?"))["hits"][0]["file_name"] == "late.md"


async def test_learned_weights_come_along_where_there_are_any(source: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(source, home)
    settings = load_settings(home=home)
    async with Sheaf(settings) as sheaf:
        without = await back_up(settings, sheaf.catalogue, tmp_path / "without")
        fit = Fit({**DEFAULTS, "dense": 0.5}, 60, 60, 0.8, 0.7, Interval(0.2, 0.1, 0.3))
        WeightsFile(settings.learned_weights_path).write(fit, "2026-01-01T00:00:00Z")
        learned = await back_up(settings, sheaf.catalogue, tmp_path / "learned")
    assert learned.files == without.files + 1
    for name, report in (("without", without), ("learned", learned)):
        back = load_settings(home=tmp_path / f"{name}-back")
        assert await restore(back, tmp_path / name) == report
        weights = WeightsFile(back.learned_weights_path).read()
        assert weights == (fit.weights if name == "learned" else None)


async def test_a_collection_that_is_switched_meanwhile_is_copied_again(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Sheaf(load_settings(home=source)) as sheaf:
        seen = iter([{"c": 0}, {"c": 1}, {"c": 1}, {"c": 1}])

        async def switched() -> dict[str, int]:
            return next(seen)

        monkeypatch.setattr(sheaf.catalogue, "all_generations", switched)
        report = await back_up(sheaf.settings, sheaf.catalogue, tmp_path / "copy")
        assert report.documents == len(NAMES)
        assert next(seen, None) is None, "it was copied twice"


async def test_nothing_is_overwritten_and_nothing_half_is_brought_back(source: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    async with Sheaf(load_settings(home=source)) as sheaf:
        with pytest.raises(InvalidRequestError, match="not an empty folder"):
            await back_up(sheaf.settings, sheaf.catalogue, full)
        elsewhere = load_settings(home=source, files_url="s3://bucket/prefix")
        with pytest.raises(InvalidRequestError, match="SHEAF_FILES_URL"):
            await back_up(elsewhere, sheaf.catalogue, tmp_path / "copy")
    with pytest.raises(InvalidRequestError, match="no whole backup"):
        await restore(load_settings(home=tmp_path / "new"), full)
    (full / MANIFEST).write_text("{}")
    with pytest.raises(InvalidRequestError, match="not an empty folder"):
        await restore(load_settings(home=source), full)
    assert (full / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("harm", ["truncated", "overwritten", "without a table of the store", "without its report"])
async def test_of_a_damaged_copy_nothing_is_brought_back(source: Path, tmp_path: Path, harm: str) -> None:
    copy, home = tmp_path / "copy", tmp_path / "back"
    async with Sheaf(load_settings(home=source)) as sheaf:
        await back_up(sheaf.settings, sheaf.catalogue, copy)
    catalogue = copy / "catalogue.sqlite"
    if harm == "truncated":
        with catalogue.open("r+b") as file:
            file.truncate(100)
    elif harm == "overwritten":
        size = catalogue.stat().st_size
        with catalogue.open("r+b") as file:
            file.seek(4096)
            file.write(b"x" * (size - 4096))
    elif harm == "without a table of the store":
        shutil.rmtree(next((copy / "store").iterdir()))
    else:
        (copy / MANIFEST).write_text('{"documents": 3}')
    with pytest.raises(InvalidRequestError, match="is damaged"):
        await restore(load_settings(home=home), copy)
    assert not home.exists()


def test_the_commands(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(capsys)
    monkeypatch.setenv("SHEAF_HOME", str(source))
    status, made = run("backup", str(tmp_path / "copy"))
    assert (status, made["collections"]) == (0, 1)
    status, refused = run("restore", str(tmp_path / "copy"))
    assert (status, refused["error"]["code"]) == (1, "invalid_request")
    monkeypatch.setenv("SHEAF_HOME", str(tmp_path / "back"))
    assert run("restore", str(tmp_path / "copy")) == (0, made)
    assert run("documents")[1]["total"] == made["documents"]
