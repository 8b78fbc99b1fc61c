from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

import app.catalogue
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import Database
from app.catalogue.migration import HEAD, migrate
from nodes.domain.errors import InvalidRequestError, UnavailableError
from nodes.ports import Catalogue
from tests.side_by_side import run_at_once

WRITER = """
import asyncio, sys
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import CollectionKind, RegisteredFile

async def main(url, me):
    catalogue = await SqlCatalogue.open(url)
    collection = await catalogue.ensure_collection("ann", "default", CollectionKind("wordllama", 256, "lancedb"))
    for number in range(15):
        # Every other file is the other process's as well.
        name = f"{number}.txt" if number % 2 else f"{me}-{number}.txt"
        await catalogue.register("ann", collection.collection_id, [RegisteredFile(name, name, 1, name)])
        for claimed in await catalogue.claim("ann", worker=me, lease_seconds=60, limit=2):
            document = {
                "document_id": claimed.document_id, "revision_id": claimed.revision_id, "file_name": claimed.file_name,
                "media_type": "", "content_hash": "", "byte_count": 1, "path": "", "properties": {}, "pages": [],
                "metadata": {}, "embedded_keywords": [], "sections": [], "chunks": [], "summary": "", "error": None,
            }
            await catalogue.publish("ann", [document], {claimed.revision_id: ["common", claimed.file_name]}, {})
            print(claimed.revision_id)
    await catalogue.close()

asyncio.run(main(*sys.argv[1:]))
"""


def test_it_fills_the_port_of_the_steps(catalogue: SqlCatalogue) -> None:
    port: Catalogue = catalogue  # the type checker compares the signatures
    wanted = {name for name in vars(Catalogue) if not name.startswith("_")}
    assert {name for name in wanted if callable(getattr(port, name, None))} == wanted


def test_the_head_that_is_written_down_is_the_newest_migration() -> None:
    folder = Path(app.catalogue.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_current_head() == HEAD


async def test_migrating_twice_changes_nothing_and_a_database_is_ready_after_it(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new folder' / 'catalogue.db'}")
    try:
        await migrate(database)
        await migrate(database)
        async with database.read() as connection:
            assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).all() == [(HEAD,)]
            assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        async with database.write() as connection:
            assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1
    finally:
        await database.close()


def test_two_processes_write_at_once_from_an_empty_folder_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'catalogue.db'}"
    done = run_at_once([[sys.executable, "-c", WRITER, url, me] for me in ("one", "two")])
    assert [status for status, _, _ in done] == [0, 0], done
    published = [line for _, output, _ in done for line in output.split()]
    assert len(published) == len(set(published)) == 8 + 8 + 7


async def test_who_comes_first_to_a_new_file_turns_nobody_away(tmp_path: Path) -> None:
    async def write(database: Database) -> None:
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE IF NOT EXISTS one (two)"))

    # Without waiting, one file in fourteen is refused to somebody.
    for number in range(40):
        opened = [Database(f"sqlite:///{tmp_path / str(number)}") for _ in range(4)]
        try:
            await asyncio.gather(*map(write, opened))
        finally:
            for database in opened:
                await database.close()


async def test_a_failure_inside_a_transaction_leaves_nothing(bench: Any, catalogue: SqlCatalogue) -> None:
    [registered] = await bench.register({"a.txt": "apples"})
    [claimed] = await bench.claim()
    broken = bench.built(claimed, ["apples"])
    broken["pages"].append(broken["pages"][0])  # the same page number twice
    with pytest.raises(Exception, match=r"(?i)unique"):
        await catalogue.publish("ann", [broken], {claimed.revision_id: ["appl"]}, {})
    assert (await catalogue.document("ann", registered.document_id)).status == "processing"
    assert await catalogue.page_texts("ann", registered.revision_id) == {}
    assert await bench.frequencies(["appl"]) == {}
    await bench.publish([claimed], {"a.txt": "apples"})
    assert await bench.frequencies(["appl"]) == {"appl": 1}


async def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "catalogue.db").mkdir()
    with pytest.raises(UnavailableError, match="cannot be used"):
        await SqlCatalogue.open(f"sqlite:///{tmp_path / 'catalogue.db'}")
    (tmp_path / "file").write_text("")
    with pytest.raises(UnavailableError, match="cannot be made"):
        await SqlCatalogue.open(f"sqlite:///{tmp_path / 'file' / 'catalogue.db'}")


async def test_damage_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "catalogue.db").write_bytes(b"this is no database file" * 100)
    with pytest.raises(UnavailableError):
        await SqlCatalogue.open(f"sqlite:///{tmp_path / 'catalogue.db'}")


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/name", "sqlite://", "sqlite:///:memory:"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(InvalidRequestError):
        Database(url)
