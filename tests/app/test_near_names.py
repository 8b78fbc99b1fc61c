"""What is told of a name that was nearly right, wherever names are given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.cli.hints import reported
from app.near_names import nearest
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import MissingCollectionError, MissingDocumentError
from tests.app.service.conftest import served

NAMES = ["default", "Mill papers", "tides"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Default", "default"),
        ("mill papers", "Mill papers"),
        ("tide", "tides"),
        ("defualt ", "default"),
        ("quarry", None),
        ("", None),
    ],
)
def test_case_and_slips_do_not_hide_a_name(name: str, meant: str | None) -> None:
    assert nearest(name, NAMES) == meant
    assert nearest(name, []) is None


@pytest.fixture
async def sheaf(tmp_path: Path) -> AsyncIterator[Sheaf]:
    path = tmp_path / "Mill-report.txt"
    path.write_text("The water mill Ostrander grinds 12 tonnes of rye a day.\n")
    async with Sheaf(load_settings(home=tmp_path / "home")) as opened:
        await opened.ingest([IngestFile(path)])
        yield opened


async def test_who_mistypes_a_collection_is_told_the_nearest_and_not_to_make_another(sheaf: Sheaf) -> None:
    for asking in (sheaf.search("rye", collections=["Default"]), sheaf.documents(collections=["defualt"])):
        with pytest.raises(MissingCollectionError) as caught:
            await asking
        hint = reported(caught.value)["hint"]
        assert hint.startswith("Did you mean `default`?")
        assert "sheaf ingest" not in hint
    with pytest.raises(MissingCollectionError) as caught:
        await sheaf.documents(collections=["quarry"])
    assert "sheaf ingest PATHS --collection quarry" in reported(caught.value)["hint"]


async def test_who_mistypes_a_file_is_told_the_nearest(sheaf: Sheaf) -> None:
    [record] = (await sheaf.documents()).documents
    for name in ("mill-report.txt", "Mill-report", "Mil-report.txt"):
        with pytest.raises(MissingDocumentError) as caught:
            await sheaf.search("rye", why=f"{name}#page=1")
        assert caught.value.hint == "Did you mean `Mill-report.txt`?"
        with pytest.raises(MissingDocumentError) as caught:
            await sheaf.delete(name)
        assert caught.value.hint == f"Did you mean `Mill-report.txt`? Its id is {record.document_id}."
    with pytest.raises(MissingDocumentError, match="There is no document quarry") as caught:
        await sheaf.delete("quarry.txt")
    assert "Did you mean" not in caught.value.hint


async def test_nothing_of_anybody_else_is_told(sheaf: Sheaf) -> None:
    with pytest.raises(MissingDocumentError) as caught:
        await sheaf.delete("mill-report.txt", owner="somebody else")
    assert "Mill" not in caught.value.hint
    with pytest.raises(MissingCollectionError) as missing:
        await sheaf.catalogue.collection("somebody else", "Default")
    assert "default" not in missing.value.hint


async def test_the_service_tells_it_too(sheaf: Sheaf, tmp_path: Path) -> None:
    [record] = await sheaf.collections()
    async with served(load_settings(home=tmp_path / "home")) as client:

        async def hint(path: str) -> str:
            reply = await client.get(path)
            assert reply.status_code == 404
            return str(reply.json()["error"].get("hint", reply.json()["error"]["message"]))

        named = await hint("/documents?collection_id=Default")
        assert named == f"Did you mean `default`? Its id is {record.collection_id}."
        assert "Did you mean `Mill-report.txt`?" in await hint("/documents/mill-report")
        assert "Did you mean `Mill-report.txt`?" in await hint("/document-chunks/mill-report.txt")
        assert "Did you mean `sheaf:default`?" in await hint("/v1/models/sheaf:Default")
