"""A document that is replaced while a question runs is found as it was or as it is now, whenever that happens."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.passages import Passages
from app.sheaf import IngestFile, Sheaf
from app.stores.base import ScopedVectorStore
from nodes.ports import Catalogue

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.both_stacks]

WriteFile = Callable[[str, str], Path]
VERSIONS = {
    "Osprelline": "The harbour crane Osprelline lifts 40 tonnes and was built in 1987.\n",
    "Quillmarra": "The harbour crane Quillmarra lifts 65 tonnes and was built in 2021.\n",
}
_DAY = "# {day}\n\n" + "The harbour crane {{name}} is looked after on {day}. " * 12 + "Then {{name}} is greased."
LONG = {
    name: "\n\n".join(_DAY.format(day=day) for day in ("Monday", "Tuesday", "Friday")).format(name=name)
    for name in VERSIONS
}
"""Of two chunks a passage: the rest of those that are found is read last."""
DOCK = "The harbour crane of the dock in {} lifts goods, and nobody knows how many tonnes.\n"
TOWNS = ("Husby", "Nesby", "Sandvik", "Lerwick")
_STORE_READS = ("aquery", "aget_nodes")

_asking: contextvars.ContextVar[Moment | None] = contextvars.ContextVar("asking", default=None)


class Moment:
    """One question stops before its n-th read, until it is let go on; all that it reads besides waits as well.

    Args:
        number: of the read, from 0.
    """

    def __init__(self, number: int) -> None:
        self._left = number
        self._goes_on = asyncio.Event()
        self._goes_on.set()
        self._is_reached = asyncio.Event()
        self.read = ""
        """What it is about to read."""

    async def come(self, read: str) -> None:
        """A read of the question begins."""
        self._left -= 1
        if self._left == -1:
            self.read = read
            self._goes_on.clear()
            self._is_reached.set()
        await self._goes_on.wait()

    async def reached(self, question: asyncio.Task[str]) -> bool:
        """Waits for the question to stop; whether it did, and not end before."""
        reached = asyncio.create_task(self._is_reached.wait())
        await asyncio.wait([question, reached], return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        return self._is_reached.is_set()

    def go_on(self) -> None:
        """Lets the question go on."""
        self._goes_on.set()


def _watched(read: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(read)
    async def run(*given: Any, **named: Any) -> Any:
        if (moment := _asking.get()) is not None:
            await moment.come(read.__name__)
        return await read(*given, **named)

    return run


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[ScopedVectorStore]], None]:
    """Lets questions tell, from now on, when they read of the catalogue or of this kind of store."""

    def begin(store: type[ScopedVectorStore]) -> None:
        for name, method in vars(Catalogue).items():
            if inspect.iscoroutinefunction(method):
                monkeypatch.setattr(SqlCatalogue, name, _watched(getattr(SqlCatalogue, name)))
        for name in _STORE_READS:
            monkeypatch.setattr(store, name, _watched(getattr(store, name)))

    return begin


async def _search(sheaf: Sheaf, owner: str, session_id: str, options: dict[str, Any]) -> str:
    found = await sheaf.search("harbour crane tonnes", owner=owner, options=options)
    return " ".join(hit["content"] for hit in found["hits"])


async def _sources(sheaf: Sheaf, owner: str, session_id: str, options: dict[str, Any]) -> str:
    question = "When is the harbour crane looked after?"
    answer = await sheaf.ask(question, owner=owner, session_id=session_id, options=options)
    return " ".join(source["content"] for source in answer["sources"])


async def _summary(sheaf: Sheaf, owner: str, session_id: str, options: dict[str, Any]) -> str:
    answer = await sheaf.ask("Summarise crane.txt", owner=owner, session_id=session_id, options=options)
    return str(answer["answer"])


def _memory(catalogue: Passages) -> dict[str, Any]:
    """What the catalogue has in memory of passages."""
    return {name: vars(catalogue)[name] for name in ("_features", "_blocks")}


@pytest.mark.parametrize(
    ("ask", "options", "others", "versions"),
    [
        pytest.param(_search, {}, 0, VERSIONS, id="alone"),
        pytest.param(_search, {"top_k": 20}, 2, VERSIONS, id="beside others"),
        pytest.param(_search, {"metadata": {"file_name": "crane.txt"}}, 4, VERSIONS, id="by metadata"),
        pytest.param(_summary, {}, 4, VERSIONS, id="as a whole"),
        pytest.param(_sources, {}, 4, LONG, id="with what stands beside it"),
    ],
)
async def test_whenever_a_document_is_replaced_a_question_finds_the_old_or_the_new_whole(
    shared: Sheaf,
    write: WriteFile,
    watch: Callable[[type[ScopedVectorStore]], None],
    request: pytest.FixtureRequest,
    ask: Callable[[Sheaf, str, str, dict[str, Any]], Awaitable[str]],
    options: dict[str, Any],
    others: int,
    versions: dict[str, str],
) -> None:
    owner = f"replacing {request.node.callspec.id}"

    async def ingest(name: str, text: str) -> None:
        [file] = (await shared.ingest([IngestFile(write(name, text))], owner=owner)).files
        assert file["error"] is None

    async def asked(moment: Moment, session_id: str) -> str:
        _asking.set(moment)
        return await ask(shared, owner, session_id, options)

    for town in TOWNS[:others]:
        await ingest(f"{town}.txt", DOCK.format(town))
    old, new = versions
    await ingest("crane.txt", versions[old])
    [row] = await shared.collections(owner=owner)
    collection = await shared.library.open(owner, row.collection_id)
    watch(type(collection.chunks))  # type: ignore[arg-type]  # ours, behind LlamaIndex's port

    # Each question is replaced under where no other has been: what others left in memory would outlive what it was read
    # of, and an answer that is kept would be given again.
    stopped: list[tuple[Moment, asyncio.Task[str], dict[str, Any]]] = []
    for number in range(100):
        vars(shared.catalogue).update(_memory(Passages(shared.catalogue._database)))
        moment = Moment(number)
        question = asyncio.create_task(asked(moment, f"{owner} {number}"))
        if not await moment.reached(question):
            break
        stopped.append((moment, question, _memory(shared.catalogue)))
    unchanged = await question
    results: list[tuple[str, str]] = []
    try:
        await ingest("crane.txt", versions[new])
        for moment, question, memory in stopped:
            vars(shared.catalogue).update(memory)
            await shared.catalogue.cache_prune(datetime.now(UTC))
            moment.go_on()
            results.append((moment.read, await question))
    finally:
        # Of a failure the others would not end.
        for moment, *_ in stopped:
            moment.go_on()

    assert len(stopped) > 10
    assert old in unchanged
    seen = [(read, [name for name in sorted(versions) if name in found]) for read, found in results]
    assert [(number, *each) for number, each in enumerate(seen) if len(each[1]) != 1] == []
    assert {len(found) for _, found in results} == {len(unchanged)}
