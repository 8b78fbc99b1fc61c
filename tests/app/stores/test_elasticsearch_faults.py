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
    scope = Scope("ann", "reports", 4)
    stores = ElasticsearchStores(settings_for(tmp_path, "faults", server.url))
    store = stores.open("chunks", scope, "model")
    await add(store, [row(f"{n:03}") for n in range(100)])
    hasty = ElasticsearchStores(
        settings_for(tmp_path, "faults", server.url, timeout_seconds=1.5, write_timeout_seconds=3)
    )
    hasty_store = hasty.open("chunks", scope, "model")
    assert await hasty_store.acount() == 100

    server.signal(signal.SIGSTOP)
    with pytest.raises(RetrievalFailedError, match=r"no answer within 1\.5 seconds"):
        await dense(hasty_store, AHEAD)
    with pytest.raises(UnavailableError, match="no answer within 3 seconds"):
        await hasty_store.async_add([row("100")])
    with pytest.raises(RetrievalFailedError):
        await hasty.check()
    server.signal(signal.SIGCONT)
    await add(store, [row("100")])
    assert await hasty_store.acount() == 101

    nodes = [row(f"{n}", vector=[1.0, n, 0, 0]) for n in range(1000, 5000)]
    writing = asyncio.create_task(add(store, nodes))
    await asyncio.sleep(0.5)
    assert not writing.done()
    server.signal(signal.SIGKILL)
    with pytest.raises(RetrievalFailedError, match="no connection"):
        await dense(hasty_store, AHEAD)
    with pytest.raises(UnavailableError, match="no connection"):
        await hasty_store.async_add([row("100")])
    await asyncio.to_thread(server.run, "restart")
    # Who writes outlasts the restart, and sees nothing of it.
    await writing
    await recovered(hasty)
    assert await hasty_store.acount() == 4101
    assert (await ids(store))[:101] == [f"{n:03}" for n in range(101)]
    await stores.close()
    await hasty.close()
