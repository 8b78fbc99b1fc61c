"""Questions with a metadata filter: every document that it lets through is searched, and none besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

pytestmark = pytest.mark.asyncio(loop_scope="module")

PORTS = ["Aske", "Bru", "Dale", "Eide", "Fosen", "Gjov", "Husby", "Lund", "Nesby", "Rost", "Torp", "Vik"]
YEARS = {"metadata": {"authors": "Ada Berg"}}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ports(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheaf]:
    """Twelve reports by one author, and twelve by another that say nearly the same."""
    folder = tmp_path_factory.mktemp("ports")
    for author, word in (("Ada Berg", "quay"), ("Tomas Finch", "pier")):
        for number, port in enumerate(PORTS):
            text = (
                f"---\ntitle: {word} of {port}\nauthor: {author}\n---\n\nThe {word} of {port} is {number + 40} m long."
            )
            (folder / f"{word}-{port.lower()}.md").write_text(text)
    async with Sheaf(load_settings(home=tmp_path_factory.mktemp("home"))) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        yield sheaf


@pytest.mark.parametrize("port", PORTS)
async def test_each_document_of_the_filter_is_found(ports: Sheaf, port: str) -> None:
    found = await ports.search(f"How long is the quay of {port}?", options=YEARS)
    assert found["hits"][0]["file_name"] == f"quay-{port.lower()}.md"
    assert {hit["file_name"].partition("-")[0] for hit in found["hits"]} == {"quay"}


@pytest.mark.parametrize("options", [{}, {"document_filter": "hard", "max_documents": 2}])
async def test_a_second_search_stays_within_the_filter_and_loses_nothing(ports: Sheaf, options: Any) -> None:
    question = "How long is the quay of Husby, in fathoms, according to the harbour master's ledger of debts?"
    answer = await ports.ask(question, options={**YEARS, **options, "widen": True, "follow_links": True})
    assert any(step["node"] == "widen" for step in answer["trace"])
    files = {source["file_name"] for source in answer["sources"]}
    assert "quay-husby.md" in files
    assert not any(name.startswith("pier") for name in files)


async def test_a_file_name_is_something_to_filter_by(ports: Sheaf) -> None:
    found = await ports.search("How long is it?", options={"metadata": {"file_name": "pier-husby.md"}})
    assert {hit["file_name"] for hit in found["hits"]} == {"pier-husby.md"}
    assert found["unsearched"] == []
    there_is_none = await ports.search("How long is it?", options={"metadata": {"file_name": "pier-oslo.md"}})
    assert there_is_none["unsearched"] == ["no document has the file_name “pier-oslo.md”"]


@pytest.mark.parametrize(
    ("metadata", "told"),
    [({"authors": "Ada Berg"}, []), ({"harbour": "Bru"}, ["no document has the harbour “Bru”"])],
)
async def test_a_filter_that_no_document_meets_is_told_with_no_hits(
    ports: Sheaf, metadata: dict[str, str], told: list[str]
) -> None:
    found = await ports.search("How long is the quay of Bru?", options={"metadata": metadata})
    assert found["unsearched"] == told
    assert bool(found["hits"]) == (not told)


async def test_documents_that_wait_are_told_where_nothing_is_found(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("waiting") / "quay.txt"
    path.write_text("The quay of Lund is 47 m long.\n")
    async with Sheaf(load_settings(home=tmp_path_factory.mktemp("home"))) as sheaf:
        record = await sheaf.catalogue.ensure_collection("local", "default", sheaf.library.configured_kind())
        await sheaf.ingestion().accept("local", record.collection_id, [path], [path.name])
        found = await sheaf.search("How long is the quay of Lund?")
        assert (found["hits"], found["unsearched"]) == ([], ["1 document is still being read"])
