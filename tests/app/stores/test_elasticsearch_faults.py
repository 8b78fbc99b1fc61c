"""What becomes of searches and writes while a server of the test's own hangs, is killed and comes back."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.stores.elasticsearch_factory import ElasticsearchStores
from app.stores.rows import Scope
from nodes.domain.errors import RetrievalFailedError, UnavailableError
from tests.app.stores.contract import add, dense, ids, row
from tests.app.stores.elasticsearch_server import FrontServer, settings_for

SERVERS = os.environ.get("TEST_SERVERS")
AHEAD = [1.0, 0.0, 0.0, 0.0]

pytestmark = [
    pytest.mark.slow,  # starts a server, twice
    pytest.mark.skipif(SERVERS is None, reason="TEST_SERVERS names no folder of scripts that start servers"),
]


class Server:
    """A server that a test may stop, let go on, kill and start again."""

    def __init__(self) -> None:
        self.port = FrontServer.free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def run(self, verb: str) -> None:
        subprocess.run([f"{SERVERS}/elasticsearch", verb, str(self.port)], check=True, capture_output=True, timeout=120)

    def signal(self, which: signal.Signals) -> None:
        folder = os.environ.get("TMPDIR", tempfile.gettempdir())
        os.kill(int(Path(folder, f"elasticsearch-{self.port}", "pid").read_text()), which)


@pytest.fixture
def server() -> Iterator[Server]:
    own = Server()
    own.run("start")
    yield own
    own.run("stop")


async def recovered(stores: ElasticsearchStores) -> None:
    """Waits while the server, which answers already, still opens its shards."""
    for _ in range(120):
        try:
            await stores.check()
        except RetrievalFailedError:
            await asyncio.sleep(0.25)
        else:
            return
    await stores.check()


async def test_faults_are_told_in_time_and_passed_over_without_hands(server: Server, tmp_path: Path) -> None:
    options = {"timeout_seconds": 2.0, "write_timeout_seconds": 10.0}
    stores = ElasticsearchStores(settings_for(tmp_path, "faults", server.url, **options))
    store = stores.open("chunks", Scope("ann", "reports", 4), "model")
    await add(store, [row(f"{n:03}") for n in range(100)])

    server.signal(signal.SIGSTOP)
    with pytest.raises(RetrievalFailedError, match="no answer within 2 seconds"):
        await dense(store, AHEAD)
    with pytest.raises(UnavailableError, match="no answer within 10 seconds"):
        await store.async_add([row("100")])
    with pytest.raises(RetrievalFailedError):
        await stores.check()
    server.signal(signal.SIGCONT)
    await store.async_add([row("100")])
    assert len((await dense(store, AHEAD, 200)).ids or []) == 100

    writing = asyncio.create_task(add(store, [row(f"{n}", vector=[1.0, n, 0, 0]) for n in range(1000, 9000)]))
    await asyncio.sleep(0.5)
    assert not writing.done()
    server.signal(signal.SIGKILL)
    with pytest.raises(RetrievalFailedError, match="no connection"):
        await dense(store, AHEAD)
    with pytest.raises(UnavailableError, match="no connection"):
        await writing

    await asyncio.to_thread(server.run, "restart")
    await recovered(stores)
    # What was acknowledged is there, and doing it again completes the rest.
    assert await ids(store) >= [f"{n:03}" for n in range(101)]
    await add(store, [row(f"{n}", vector=[1.0, n, 0, 0]) for n in range(1000, 9000)])
    assert await store.acount() == 8101

    # Shorter than writers keep trying: they see nothing of it.
    patient = ElasticsearchStores(settings_for(tmp_path, "faults", server.url))
    other = patient.open("chunks", Scope("ann", "reports", 4), "model")
    assert await other.acount() == 8101
    server.signal(signal.SIGKILL)
    writing = asyncio.create_task(add(other, [row("last")]))
    await asyncio.to_thread(server.run, "restart")
    await writing
    await recovered(stores)
    assert await store.acount() == 8102
    await stores.close()
    await patient.close()
