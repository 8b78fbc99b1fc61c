"""What questions ask of the catalogue is looked up by indexes: no statement goes through a table."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import event

from app.samples import demo_questions, sample_paths
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from tests.app import postgresql_server

GROWING = "documents|revisions|passages|document_words|names|mentions|term_frequencies|pages|sections|metadata_facts"


async def asked(sheaf: Sheaf) -> dict[str, Any]:
    """The statements of questions, each with parameters that it was run with."""
    statements: dict[str, Any] = {}

    @event.listens_for(sheaf.catalogue._database._reader._engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        statements.setdefault(statement, parameters)

    for each in demo_questions():
        await sheaf.search(each["question"])
        await sheaf.search(each["question"], options={"follow_links": True, "document_filter": "hard"})
    assert len(statements) >= 10
    return statements


async def test_no_statement_of_a_question_goes_through_a_table(sample_home: Path) -> None:
    async with Sheaf(load_settings(home=sample_home)) as sheaf:
        statements = await asked(sheaf)
    with sqlite3.connect(sample_home / "catalogue.sqlite") as connection:
        for statement, parameters in statements.items():
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            assert not [step for step in plan if re.match(rf"SCAN ({GROWING})\b", step)], statement
            of_all = [step for step in plan if re.match(r"SEARCH \w+ USING INDEX .*\((collection_id|owner)=\?\)", step)]
            listings = ("collections", "document_words")
            assert all(step.split()[1] in listings for step in of_all), (statement, plan)


def scans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of a plan of PostgreSQL that read a whole table, or a whole index."""
    reads = plan["Node Type"]
    if "Relation Name" in plan and (reads == "Seq Scan" or ("Index" in reads and "Index Cond" not in plan)):
        yield plan
    for part in plan.get("Plans", []):
        yield from scans(part)


@postgresql_server.needs_postgresql
async def test_no_statement_of_a_question_goes_through_a_large_table_on_postgresql(tmp_path: Path) -> None:
    import psycopg

    with postgresql_server.database() as url:
        async with Sheaf(load_settings(home=tmp_path / "home", database_url=url)) as sheaf:
            await sheaf.ingest([IngestFile(path) for path in sample_paths() if path.suffix in {".md", ".txt", ".csv"}])
            statements = await asked(sheaf)
        with psycopg.connect(url, autocommit=True) as connection:
            # Small tables are best read whole, so the server is told that these are large.
            connection.execute(
                "UPDATE pg_class SET relpages = 1, reltuples = 1e6 WHERE relkind = 'r' AND relname = ANY(%s)",
                [GROWING.split("|")],
            )
            for statement, parameters in statements.items():
                [[[found]]] = connection.execute(f"EXPLAIN (FORMAT JSON) {statement}", parameters).fetchall()
                whole = [each["Relation Name"] for each in scans(found["Plan"])]
                assert not [table for table in whole if re.fullmatch(GROWING, table)], (statement, found)
