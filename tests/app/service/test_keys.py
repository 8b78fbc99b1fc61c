"""Keys: who may do what, and that a void key stops at once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.cli.hints import reported
from app.cli.main import main
from app.keys import create_key, hash_key
from app.service.application import create_application
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from tests.app.service.conftest import Serve

OPEN = {"/health", "/ready", "/openapi.json", "/docs"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path / "home", auth="keys")


@pytest.fixture
async def sheaf(settings: Settings) -> AsyncIterator[Sheaf]:
    async with Sheaf(settings) as sheaf:
        yield sheaf


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


async def test_a_key_is_random_and_only_its_hash_is_kept(sheaf: Sheaf, settings: Settings) -> None:
    first = await create_key(sheaf.catalogue, "first")
    second = await create_key(sheaf.catalogue, "second", "first")
    assert first.startswith("sheaf_")
    assert len(first) == len("sheaf_") + 43
    assert first != second
    assert [(key.name, key.owner) for key in await sheaf.catalogue.keys()] == [("first", "first"), ("second", "first")]
    kept = b"".join(path.read_bytes() for path in settings.home.glob("catalogue.sqlite*"))
    assert hash_key(first).encode() in kept
    assert first.removeprefix("sheaf_").encode() not in kept


@pytest.mark.parametrize("name", ["", " a", "a/b", "a\nb", "x" * 101])
async def test_a_name_that_could_be_read_in_two_ways_is_refused(sheaf: Sheaf, name: str) -> None:
    with pytest.raises(InvalidRequestError, match="name is"):
        await create_key(sheaf.catalogue, name)
    with pytest.raises(InvalidRequestError, match="owner is"):
        await create_key(sheaf.catalogue, "fine", name)


async def test_names_are_taken_for_good(sheaf: Sheaf) -> None:
    await create_key(sheaf.catalogue, "first")
    await sheaf.catalogue.revoke_key("first")
    with pytest.raises(ConflictError, match="There was a key 'first'") as raised:
        await create_key(sheaf.catalogue, "first")
    assert "sheaf key create NAME --owner first" in raised.value.hint, "another name alone would be another owner"


async def test_a_new_owner_is_told_how_to_make_a_collection_of_his_own(sheaf: Sheaf) -> None:
    with pytest.raises(NotFoundError, match="There are none yet") as raised:
        await sheaf.search("Is there anything?", owner="bob")
    assert raised.value.hint == "Upload documents to make one."
    assert "On the command line: sheaf ingest PATHS --collection default --owner bob" in reported(raised.value)["hint"]


async def test_a_key_opens_until_it_is_revoked_elsewhere(settings: Settings, serve: Serve) -> None:
    async with serve(settings) as client:
        elsewhere = await SqlCatalogue.open(settings.catalogue_url)
        key = await create_key(elsewhere, "ann")
        assert (await client.get("/documents", headers=_bearer(key))).status_code == 200
        assert (await client.get("/documents", headers={"Authorization": f"bearer {key}"})).status_code == 200
        await elsewhere.revoke_key("ann")
        reply = await client.get("/documents", headers=_bearer(key))
        assert (reply.status_code, reply.json()["error"]["code"]) == (401, "unauthorized")
        await elsewhere.close()


async def test_without_a_key_that_holds_nothing_opens(settings: Settings, serve: Serve) -> None:
    async with serve(settings) as client:
        for header in (None, "", "Bearer", "Bearer ", "Basic YTpi", "Bearer sheaf_guess", "sheaf_guess"):
            reply = await client.get("/documents", headers={} if header is None else {"Authorization": header})
            assert reply.status_code == 401, header
            assert reply.headers["WWW-Authenticate"] == "Bearer"
            assert reply.json()["error"]["code"] == "unauthorized"
            assert "sheaf key create" in reply.json()["error"]["hint"]


async def test_every_route_but_the_open_ones_wants_a_key(settings: Settings, serve: Serve) -> None:
    application = create_application(settings)
    schema = application.openapi()
    async with serve(settings) as client:
        for path, operations in schema["paths"].items():
            for method, operation in operations.items():
                secured = operation.get("security") == [{"key": []}]
                assert secured == (path not in OPEN), (method, path)
                if secured:
                    assert "401" in operation["responses"]
                    reply = await client.request(method, path, json={})
                    assert reply.status_code == 401, (method, path, reply.text)
        assert (await client.get("/openapi.json")).status_code == 200
        assert (await client.get("/docs")).status_code == 200
        assert (await client.post("/mcp", json={})).status_code == 401
    assert schema["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


async def test_without_keys_everything_is_local(tmp_path: Path, serve: Serve) -> None:
    async with serve(load_settings(home=tmp_path)) as client:
        for headers in ({}, _bearer("whatever")):
            assert (await client.get("/documents", headers=headers)).status_code == 200


def test_keys_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHEAF_HOME", str(tmp_path / "home"))

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            main(["key", *arguments])
        printed = capsys.readouterr()
        return int(exit_.value.code or 0), printed.out, printed.err

    status, out, _ = run("create", "ann", "--json")
    made = json.loads(out)
    assert status == 0
    assert made.keys() == {"name", "key"}
    status, out, err = run("create", "bob", "--owner", "ann")
    assert (status, out[:6]) == (0, "sheaf_")
    assert "not shown again" in err
    assert run("create", "ann")[0] == 1
    assert run("revoke", "carol")[0] == 1
    assert run("revoke", "bob")[0] == 0
    listed = json.loads(run("list", "--json")[1])["keys"]
    assert [(key["name"], key["owner"], key["revoked_at"] is None) for key in listed] == [
        ("ann", "ann", True),
        ("bob", "ann", False),
    ]
    assert made["key"] not in run("list")[1]
