"""However documents came and went, the catalogue keeps what it would keep had only the present ones come at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from app.catalogue.models import (
    DocumentRow,
    DocumentWord,
    MentionRow,
    NameRow,
    PassageRow,
    RevisionRow,
)
from app.sheaf import IngestFile, Sheaf
from tests.app.catalogue.derived_tables import DERIVED_TABLES

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

WriteFile = Callable[[str, str], Path]

IDS = {"revision_id", "collection_id", "document_id", "owner"}
PLACE_AMONG_OTHERS = {"keywords", "chronological_position"}
"""Of the metadata: as they were when the document came, on purpose."""

NAMES = ("skua-works.md", "hask-quay.md", "minutes.txt")
TEXTS = (
    "# Skua Works\n\nSkua Works is a yard in Husby. Marit Olsen built the Petrel Barge there in 2019.\n",
    "# Petrel Barge\n\n## Hull\n\nThe Petrel Barge is made of steel.\n\n## Deck\n\nIts deck carries 40 turbines.\n",
    "The board met on 4 March 2021. It thanked Marit Olsen and Skua Works.\n",
    "# Report 2020\n\n## Sales\n\nNet sales 1,204 998\nOrders 12 14\n\n## Outlook\n\nSkua Works expects wind.\n",
)


async def kept(sheaf: Sheaf, owner: str) -> dict[str, Counter[str]]:
    """The rows of an owner, ids left out: revisions are told apart by their content."""
    async with sheaf.catalogue._database.read() as connection:
        revisions = await connection.execute(
            select(RevisionRow.revision_id, RevisionRow.content_hash, RevisionRow.passage_starts).where(
                RevisionRow.owner == owner, RevisionRow.state == "live"
            )
        )
        contents = {revision_id: f"{content} {starts}" for revision_id, content, starts in revisions}
        found: dict[str, Counter[str]] = {"revisions": Counter(contents.values())}
        for table in DERIVED_TABLES:
            rows = await connection.execute(select(table.__table__).where(table.__table__.c.owner == owner))
            found[table.__tablename__] = Counter(
                f"{contents.get(row.get('revision_id', ''), '')} {_fields(row)}"
                for row in map(dict, rows.mappings())
                if row.get("field") not in PLACE_AMONG_OTHERS
            )
        shown = await connection.execute(
            select(DocumentRow.file_name, DocumentRow.status, DocumentRow.live_revision_id).where(
                DocumentRow.owner == owner
            )
        )
        found["documents"] = Counter(f"{name} {status} {contents[str(live)]}" for name, status, live in shown)
    return found


def _fields(row: dict[str, Any]) -> str:
    return repr(sorted((name, value) for name, value in row.items() if name not in IDS))


async def put(sheaf: Sheaf, write: WriteFile, owner: str, files: dict[str, str]) -> None:
    paths = [IngestFile(write(f"{owner}/{name}", text)) for name, text in files.items()]
    report = await sheaf.ingest(paths, owner=owner)
    assert [file["error"] for file in report.files if file["error"]] == []


async def remove(sheaf: Sheaf, owner: str, name: str) -> None:
    [found] = [each for each in (await sheaf.documents(owner=owner)).documents if each.file_name == name]
    await sheaf.delete(found.document_id, owner=owner)


# A text belongs to one name only: a copy is kept under the name that it first came by.
changes = st.lists(
    st.one_of(
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from(TEXTS), min_size=1, max_size=3),
        st.sampled_from(NAMES),
    ),
    min_size=2,
    max_size=6,
)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(taken=changes)
async def test_statistics_names_and_features_are_those_of_what_is_there(
    shared: Sheaf, write: WriteFile, taken: list[dict[str, str] | str]
) -> None:
    run = uuid4().hex
    wandered, direct = f"wandered {run}", f"direct {run}"
    there: dict[str, str] = {}
    for change in taken:
        if isinstance(change, dict):
            files = {name: f"{text}\nWritten for {name}.\n" for name, text in change.items()}
            await put(shared, write, wandered, files)
            there |= files
        elif there.pop(change, None) is not None:
            await remove(shared, wandered, change)
    if there:
        await put(shared, write, direct, there)
    after, expected = await kept(shared, wandered), await kept(shared, direct)
    for table, rows in expected.items():
        assert (table, after[table]) == (table, rows)
    if not there:
        assert not any(after.values())


async def test_there_is_something_to_compare(shared: Sheaf, write: WriteFile, owner: str) -> None:
    await put(shared, write, owner, {f"{number}.md": text for number, text in enumerate(TEXTS)})
    found = await kept(shared, owner)
    assert all(found.values()), "every table has rows of these documents"
    for number in range(len(TEXTS)):
        await remove(shared, owner, f"{number}.md")
    assert not any((await kept(shared, owner)).values())


async def test_documents_from_before_there_were_features_are_given_the_same_ones(
    shared: Sheaf, write: WriteFile, owner: str
) -> None:
    await put(shared, write, owner, {f"{number}.md": text for number, text in enumerate(TEXTS)})
    before = await kept(shared, owner)
    async with shared.catalogue._database.write() as connection:
        for table in (PassageRow, DocumentWord, NameRow, MentionRow):
            await connection.execute(delete(table).where(table.owner == owner))
        blank = update(RevisionRow).where(RevisionRow.owner == owner).values(passage_starts=[], is_entry=False)
        await connection.execute(blank)
    told: list[dict[str, Any]] = []
    report = await shared.backfill(owner=owner, on_event=told.append)
    assert (report.documents, report.changed) == (len(TEXTS), len(TEXTS))
    assert [event["done"] for event in told] == list(range(1, len(TEXTS) + 1))
    assert await kept(shared, owner) == before
    assert (await shared.backfill(owner=owner)).documents == 0
