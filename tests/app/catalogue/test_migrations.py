"""From one schema to the next and back, with rows in the tables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

import app.catalogue
from app.catalogue import migration
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import Database
from app.catalogue.frequencies import pack_terms
from app.catalogue.identifiers import collection_id_of
from app.catalogue.migration import HEAD
from app.catalogue.models import Base
from app.catalogue.records import CollectionKind
from nodes.domain.errors import UnavailableError

MIGRATIONS = Path(app.catalogue.__file__).parent / "migrations"
MOMENT = "2026-01-01T00:00:00.000000Z"
BEFORE_PASSAGES = "0001"
BEFORE_IDS_WERE_GIVEN_ONCE = "0006"
BEFORE_SESSIONS_WERE_FOUND = "0008"
VERSIONS = sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("0*.py"))

ROWS: dict[str, dict[str, Any]] = {
    "owners": {"name": "ann", "created_at": MOMENT},
    "collections": {
        "collection_id": "c1",
        "owner": "ann",
        "name": "default",
        "embedding_model": "wordllama",
        "dimensions": 256,
        "weight": 1.0,
        "version": 3,
        "created_at": MOMENT,
    },
    "revisions": {
        "revision_id": "r1",
        "owner": "ann",
        "collection_id": "c1",
        "content_hash": "h",
        "media_type": "text/plain",
        "byte_count": 6,
        "file_key": "files/h",
        "state": "live",
        "title": "Fruit",
        "page_count": 1,
        "chunk_count": 1,
        "summary": "apples",
        "metadata": '{"title": "Fruit"}',
        "embedded_keywords": "[]",
        "created_at": MOMENT,
        "links_pending": False,
    },
    "documents": {
        "document_id": "d1",
        "owner": "ann",
        "collection_id": "c1",
        "file_name": "fruit.txt",
        "name_key": "fruit",
        "status": "ready",
        "stage": "",
        "live_revision_id": "r1",
        "created_at": MOMENT,
        "updated_at": MOMENT,
    },
    "pages": {"revision_id": "r1", "number": 1, "owner": "ann", "text": "apples", "marks": "{}"},
    "sections": {
        "revision_id": "r1",
        "section_index": 0,
        "owner": "ann",
        "title": "",
        "path": "[]",
        "depth": 0,
        "section_type": "content",
        "spans": "[]",
        "pages": "[1]",
    },
    "metadata_facts": {
        "revision_id": "r1",
        "field": "title",
        "value": "Fruit",
        "owner": "ann",
        "collection_id": "c1",
    },
    "names": {
        "revision_id": "r1",
        "kind": "title",
        "key": "fruit",
        "owner": "ann",
        "collection_id": "c1",
        "weight": 1.0,
    },
    "mentions": {
        "revision_id": "r1",
        "key": "plums",
        "chunk_index": 0,
        "owner": "ann",
        "collection_id": "c1",
        "context": "c",
    },
    "revision_terms": {"revision_id": "r1", "owner": "ann", "terms": pack_terms(["appl"])},
    "term_frequencies": {"collection_id": "c1", "term": "appl", "owner": "ann", "document_count": 1},
}
"""A document as it was stored before passages had features."""


def go_to(connection: Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = inspect(connection).has_table("alembic_version")
    current = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if known else ""
    (command.upgrade if str(current) < version else command.downgrade)(config, version)


def schema(connection: Connection) -> dict[str, Any]:
    found = inspect(connection)
    return {
        table: (
            sorted((column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(table)),
            sorted(str(sorted(index.items(), key=str)) for index in found.get_indexes(table)),
            sorted(str(sorted(key.items(), key=str)) for key in found.get_foreign_keys(table)),
            str(found.get_pk_constraint(table)),
        )
        for table in sorted(found.get_table_names())
    }


def declared(connection: Connection) -> dict[str, Any]:
    """Everything that SQLite was told of each table and index, in whichever order its parts were given."""
    told = connection.execute(text("SELECT name, tbl_name, coalesce(sql, '') FROM sqlite_master")).all()
    found: dict[str, Any] = {name: (table, sorted(re.split(r"[\s,()]+", sql))) for name, table, sql in told}
    for name, _, sql in told:
        if sql.startswith("CREATE TABLE"):
            columns = connection.execute(
                text(f"SELECT name, type, [notnull], dflt_value, pk FROM pragma_table_info('{name}')")
            )
            keys = connection.execute(
                text(f"SELECT seq, [table], [from], [to], on_update, on_delete FROM pragma_foreign_key_list('{name}')")
            )
            found[name] = (found[name], sorted(columns.all(), key=str), sorted(map(str, keys.all())))
    found["rows"] = connection.execute(text("SELECT * FROM alembic_version")).all()
    return found


def contents(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    return {
        table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table}")).mappings()]
        for table in sorted(inspect(connection).get_table_names())
        if table != "alembic_version"
    }


def fill(connection: Connection) -> None:
    for table, row in ROWS.items():
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES (:{', :'.join(row)})"), row)


async def run(url: str, *actions: Callable[[Connection], Any]) -> list[Any]:
    """What each gives, each in a transaction of its own."""
    database = Database(url)
    results = []
    try:
        for action in actions:
            async with database.write() as connection:
                results.append(await connection.run_sync(action))
    finally:
        await database.close()
    return results


def differences(connection: Connection) -> list[Any]:
    """Between the models and the tables; tables that LangGraph makes are its own."""
    return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


@pytest.mark.parametrize("version", VERSIONS)
async def test_from_every_earlier_schema_to_the_newest_with_what_was_there(blank_url: str, version: str) -> None:
    _, _, before = await run(blank_url, lambda connection: go_to(connection, version), fill, contents)
    await (await SqlCatalogue.open(blank_url)).close()
    after, found = await run(blank_url, contents, differences)
    assert found == []
    for table, rows in before.items():
        kept = [{name: row[name] for name in old} for old, row in zip(rows, after[table], strict=True)]
        assert kept == rows


async def test_an_empty_database_gets_the_schema_of_the_models(blank_url: str) -> None:
    await (await SqlCatalogue.open(blank_url)).close()
    assert await run(blank_url, differences) == [[]]


async def test_a_new_database_is_as_one_that_went_through_every_migration(tmp_path: Path) -> None:
    """A new file of SQLite is made at once; what the newest schema is, migrations alone say."""
    made, migrated = (f"sqlite:///{tmp_path / name}.db" for name in ("made", "migrated"))
    await (await SqlCatalogue.open(made)).close()
    await run(migrated, lambda connection: go_to(connection, HEAD))
    [at_once, step_by_step] = [*await run(made, declared), *await run(migrated, declared)]
    assert at_once == step_by_step
    assert {"alembic_version", "documents", "sqlite_autoindex_documents_1"} <= set(at_once)


async def test_a_new_database_goes_back_to_the_first_schema(blank_url: str) -> None:
    await (await SqlCatalogue.open(blank_url)).close()
    new, _, _, again = await run(
        blank_url,
        schema,
        lambda connection: go_to(connection, BEFORE_PASSAGES),
        lambda connection: go_to(connection, HEAD),
        schema,
    )
    assert again == new


async def test_the_schema_of_a_newer_version_is_named_and_left_as_it_is(blank_url: str) -> None:
    await (await SqlCatalogue.open(blank_url)).close()
    newer = text("UPDATE alembic_version SET version_num = '0999'")
    await run(blank_url, lambda connection: connection.execute(newer))
    with pytest.raises(UnavailableError, match="0999 of a newer version of Sheaf") as raised:
        await SqlCatalogue.open(blank_url)
    assert "sheaf restore" in raised.value.hint
    version = text("SELECT version_num FROM alembic_version")
    assert await run(blank_url, lambda connection: connection.execute(version).scalar()) == ["0999"]


async def test_a_newer_version_may_be_quicker(blank_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It upgrades between the look at the version and the turn to write."""
    await (await SqlCatalogue.open(blank_url)).close()
    versions = ["0001", "0999"]
    monkeypatch.setattr(migration, "_version", lambda _: versions.pop(0))
    with pytest.raises(UnavailableError, match="0999 of a newer version of Sheaf"):
        await SqlCatalogue.open(blank_url)


async def test_two_processes_migrate_at_once(blank_url: str) -> None:
    opened = await asyncio.gather(*(SqlCatalogue.open(blank_url) for _ in range(3)))
    for each in opened:
        await each.close()
    assert await run(blank_url, differences) == [[]]


async def test_every_text_is_sorted_by_code_points(blank_url: str) -> None:
    """Also after an upgrade from an older schema, whose tables sorted as the database does."""
    texts = ["B", "a", "skuas", "\u0161kuas", "sku\U00010000", "Z", "\u00e9"]

    def order(connection: Connection) -> list[str]:
        for each in texts:
            row = {"owner": "ann", "kind": "k", "key": each, "value": "{}", "created_at": MOMENT}
            connection.execute(
                text("INSERT INTO cache VALUES (:owner, :kind, :key, CAST(:value AS json), :created_at)")
                if connection.dialect.name == "postgresql"
                else text("INSERT INTO cache VALUES (:owner, :kind, :key, :value, :created_at)"),
                row,
            )
        return list(connection.execute(text("SELECT key FROM cache ORDER BY key")).scalars())

    await run(blank_url, lambda connection: go_to(connection, BEFORE_PASSAGES))
    await (await SqlCatalogue.open(blank_url)).close()
    assert await run(blank_url, order) == [sorted(texts)]
    if blank_url.startswith("postgresql"):
        others = text(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND data_type IN ('text', 'character varying') AND collation_name IS DISTINCT FROM 'C' "
            "AND table_name <> 'alembic_version'"
        )
        assert await run(blank_url, lambda connection: list(connection.execute(others))) == [[]]


async def test_what_was_there_before_passages_stays_visible(blank_url: str) -> None:
    _, _, before = await run(blank_url, lambda connection: go_to(connection, BEFORE_PASSAGES), fill, contents)
    catalogue = await SqlCatalogue.open(blank_url)
    try:
        [view] = (await catalogue.visible("ann", ["r1"])).values()
        assert (view["title"], view["passage_starts"], view["is_entry"]) == ("Fruit", [], False)
        assert (await catalogue.passages("ann", [("r1", 0)])).places == []
        assert await catalogue.page_texts("ann", "r1") == {1: "apples"}
        assert (await catalogue.postings("ann", "c1", ["fruit"]))["fruit"].bearers == {"r1": 1.0}
        assert (await catalogue.document_frequencies("ann", "c1", ["appl"])).frequencies == {"appl": 1}
        [document] = (await catalogue.documents("ann")).documents
        await catalogue.delete_document("ann", document.document_id)
    finally:
        await catalogue.close()
    assert before["revisions"][0]["title"] == "Fruit"


async def test_collections_keep_their_ids_and_none_of_those_before_is_given_again(blank_url: str) -> None:
    await run(blank_url, lambda connection: go_to(connection, BEFORE_IDS_WERE_GIVEN_ONCE), fill)
    catalogue = await SqlCatalogue.open(blank_url)
    try:
        there = await catalogue.ensure_collection("ann", "default", CollectionKind("wordllama", 256, "lancedb"))
        assert there.collection_id == "c1"
        made = await catalogue.ensure_collection("ann", "deleted long ago", CollectionKind("wordllama", 256, "lancedb"))
        assert made.collection_id not in {collection_id_of("ann", made.name, number) for number in range(100)}
    finally:
        await catalogue.close()


async def test_sessions_keep_what_was_chosen_and_are_found_by_their_titles(blank_url: str) -> None:
    session = {"owner": "ann", "title": "Où est l’ÎLE?", "created_at": MOMENT, "updated_at": MOMENT}
    rows = [("sessions", session | {"session_id": each}) for each in ("s1", "s2")]
    rows.append(("session_collections", {"session_id": "s1", "collection_id": "c1", "owner": "ann"}))

    def converse(connection: Connection) -> None:
        fill(connection)
        for table, row in rows:
            names = ", ".join(row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES (:{', :'.join(row)})"), row)

    await run(blank_url, lambda connection: go_to(connection, BEFORE_SESSIONS_WERE_FOUND), converse)
    catalogue = await SqlCatalogue.open(blank_url)
    try:
        found = (await catalogue.session_page("ann", words="île")).sessions
        assert [(each.session_id, each.collections_chosen) for each in found] == [("s1", True), ("s2", False)]
    finally:
        await catalogue.close()


async def test_back_and_forth_again_loses_nothing_that_is_older(blank_url: str) -> None:
    old_schema, _, before, _, new_schema = (
        await run(
            blank_url,
            lambda connection: go_to(connection, BEFORE_PASSAGES),
            schema,
            fill,
            contents,
            lambda connection: go_to(connection, HEAD),
            schema,
        )
    )[1:]
    feature = {"revision_id": "r1", "place": 0, "owner": "ann", "features": b"x"}
    insert = text("INSERT INTO passages (revision_id, place, owner, features) VALUES ('r1', 0, 'ann', :features)")
    _, _, again, after, _, third = await run(
        blank_url,
        lambda connection: connection.execute(insert, feature),
        lambda connection: go_to(connection, BEFORE_PASSAGES),
        schema,
        contents,
        lambda connection: go_to(connection, HEAD),
        schema,
    )
    assert again == old_schema
    assert third == new_schema
    assert after == before


async def test_foreign_keys_hold_after_going_back(blank_url: str) -> None:
    def orphans(connection: Connection) -> list[Any]:
        if connection.dialect.name != "sqlite":  # It checks them by itself.
            return []
        return list(connection.execute(text("PRAGMA foreign_key_check")))

    found = await run(
        blank_url,
        lambda connection: go_to(connection, BEFORE_PASSAGES),
        fill,
        lambda connection: go_to(connection, HEAD),
        orphans,
        lambda connection: go_to(connection, BEFORE_PASSAGES),
        orphans,
    )
    assert (found[3], found[5]) == ([], [])
