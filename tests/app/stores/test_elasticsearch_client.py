from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import certifi
import pytest
from elastic_transport import ConnectionError as TransportConnectionError
from elasticsearch import AsyncElasticsearch

from app.settings import Settings, load_settings
from app.stores.elasticsearch_client import ElasticsearchConnection, build_client
from app.stores.elasticsearch_factory import ElasticsearchStores
from app.stores.elasticsearch_writing import refresh
from nodes.domain.errors import RetrievalFailedError, UnavailableError
from tests.app.stores.elasticsearch_server import FrontServer

NOBODY = "http://name:secret@127.0.0.1:1"


def settings_with(url: str, **options: Any) -> Settings:
    return load_settings(elasticsearch_url=url, elasticsearch=options)


async def authorisation_of(client: AsyncElasticsearch, front: FrontServer) -> str | None:
    await client.info()
    await client.close()
    return front.headers[-1].get("authorization")


async def test_credentials_are_sent_as_they_are_set() -> None:
    async with FrontServer(None) as front:
        basic = "Basic " + base64.b64encode(b"name:secret").decode()
        with_key = settings_with(front.url, api_key="the-key", username="name", password="secret")
        assert await authorisation_of(build_client(with_key), front) == "ApiKey the-key"
        with_password = settings_with(front.url, username="name", password="secret")
        assert await authorisation_of(build_client(with_password), front) == basic
        in_address = settings_with(front.url.replace("//", "//name:secret@"))
        assert await authorisation_of(build_client(in_address), front) == basic
        assert await authorisation_of(build_client(settings_with(front.url)), front) is None


async def test_certificates_are_checked_as_it_is_set() -> None:
    strict = build_client(settings_with("https://one:9200, https://two:9200", ca_certs=Path(certifi.where())))
    lenient = build_client(settings_with("https://one:9200", verify_certs=False))

    nodes = sorted((node.config for node in strict.transport.node_pool.all()), key=lambda node: node.host)
    assert [(node.host, node.verify_certs, node.ca_certs) for node in nodes] == [
        ("one", True, certifi.where()),
        ("two", True, certifi.where()),
    ]
    [node] = lenient.transport.node_pool.all()
    assert node.config.verify_certs is False
    await strict.close()
    await lenient.close()


async def test_nobody_there_is_an_error_that_keeps_the_password() -> None:
    stores = ElasticsearchStores(settings_with(NOBODY))

    with pytest.raises(RetrievalFailedError, match=r"could not be reached.* http://127\.0\.0\.1:1") as raised:
        await stores.check()
    assert "secret" not in f"{raised.value}{raised.value.__cause__}{raised.value.hint}"
    assert "127.0.0.1" not in str(raised.value.report())
    assert isinstance(raised.value.__cause__, TransportConnectionError)
    with pytest.raises(RetrievalFailedError):
        await stores.connection.search("any", {})
    with pytest.raises(UnavailableError, match="no connection"):
        await stores.drop("ann", "reports")
    await stores.close()


async def test_writes_are_tried_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.elasticsearch_writing._FIRST_PAUSE_SECONDS", 0.001)
    async with FrontServer(None) as front:
        connection = ElasticsearchConnection(settings_with(front.url, write_timeout_seconds=0.5))
        front.refuse(503, times=3)
        await refresh(connection, "any")
        assert len(front.headers) == 4
        front.refuse(503, times=10_000)
        with pytest.raises(UnavailableError, match="refreshed"):
            await refresh(connection, "any")
        await connection.close()


async def test_a_server_that_does_not_answer_is_given_up_in_time() -> None:
    async with FrontServer(None) as front:
        connection = ElasticsearchConnection(settings_with(front.url, timeout_seconds=0.2))
        front.hang()
        with pytest.raises(RetrievalFailedError, match=r"no answer within 0\.2 seconds"):
            await connection.search("any", {})
        assert len(front.headers) == 1
        await connection.close()


async def test_refused_credentials_are_named_as_such() -> None:
    async with FrontServer(None) as front:
        connection = ElasticsearchConnection(settings_with(front.url))
        front.refuse(401, times=1, error={"type": "security_exception", "reason": "missing"})
        with pytest.raises(RetrievalFailedError, match="refused the credentials") as raised:
            await connection.search("any", {})
        assert "API_KEY" in raised.value.hint
        await connection.close()


async def test_one_that_does_not_wait_any_longer_leaves_the_others_alone() -> None:
    async with FrontServer(None) as front:
        connection = ElasticsearchConnection(settings_with(front.url))
        impatient = asyncio.create_task(connection.search("any", {}))
        patient = asyncio.create_task(connection.search("any", {}))
        await asyncio.sleep(0)
        impatient.cancel()

        assert await patient == {"timed_out": False, "hits": {"hits": []}}
        with pytest.raises(asyncio.CancelledError):
            await impatient
        await connection.close()


def test_a_connection_serves_one_loop_after_another() -> None:
    async def ask(connection: ElasticsearchConnection) -> None:
        async with FrontServer(None, port=port):
            await connection.search("any", {})

    port = FrontServer.free_port()
    connection = ElasticsearchConnection(settings_with(f"http://127.0.0.1:{port}"))
    asyncio.run(ask(connection))
    asyncio.run(ask(connection))
