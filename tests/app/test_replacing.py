"""A document that is replaced while a question runs is found as it was or as it is now, whenever that happens."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.catalogue.catalogue import SqlCatalogue
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
    """Something happens before the n-th read of one question; all that it reads besides waits until it has.

    Args:
        number: of the read, from 0.
        happens: what.
    """

    def __init__(self, number: int, happens: Callable[[], Awaitable[None]]) -> None:
        self._left = number
        self._happens = happens
        self._is_over = asyncio.Event()
        self._is_over.set()
        self.read = ""
        """What was about to be read when it happened."""

    async def come(self, read: str) -> None:
        """A read of the question begins."""
        self._left -= 1
        if self._left == -1:
            self.read = read
            self._is_over.clear()
            await self._happens()
            self._is_over.set()
        await self._is_over.wait()


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


async def _search(sheaf: Sheaf, owner: str, options: dict[str, Any]) -> str:
    found = await sheaf.search("harbour crane tonnes", owner=owner, options=options)
    return " ".join(hit["content"] for hit in found["hits"])


async def _sources(sheaf: Sheaf, owner: str, options: dict[str, Any]) -> str:
    answer = await sheaf.ask("When is the harbour crane looked after?", owner=owner, options=options)
    return " ".join(source["content"] for source in answer["sources"])


async def _summary(sheaf: Sheaf, owner: str, options: dict[str, Any]) -> str:
    answer: str = (await sheaf.ask("Summarise crane.txt", owner=owner, options=options))["answer"]
    return answer


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
    ask: Callable[[Sheaf, str, dict[str, Any]], Awaitable[str]],
    options: dict[str, Any],
    others: int,
    versions: dict[str, str],
) -> None:
    owner = f"replacing {request.node.callspec.id}"

    async def ingest(name: str, text: str) -> None:
        [file] = (await shared.ingest([IngestFile(write(name, text))], owner=owner)).files
        assert file["error"] is None

    async def asked(moment: Moment) -> str:
        _asking.set(moment)
        return await ask(shared, owner, options)

    for town in TOWNS[:others]:
        await ingest(f"{town}.txt", DOCK.format(town))
    names = list(versions)
    await ingest("crane.txt", versions[names[0]])
    [row] = await shared.collections(owner=owner)
    collection = await shared.library.open(owner, row.collection_id)
    watch(type(collection.chunks))  # type: ignore[arg-type]  # ours, behind LlamaIndex's port

    wrong: list[tuple[int, str, list[str]]] = []
    lengths: set[int] = set()
    for number in range(100):
        names.reverse()

        async def replace() -> None:
            # Outside of the question: what this reads is not the question's.
            await asyncio.create_task(ingest("crane.txt", versions[names[0]]), context=contextvars.Context())

        # What earlier questions left in memory would outlive what it was read of.
        shared.catalogue._clear()
        moment = Moment(number, replace)
        found = await asyncio.create_task(asked(moment))
        seen = [name for name in sorted(names) if name in found]
        if len(seen) != 1:
            wrong.append((number, moment.read, seen))
        lengths.add(len(found))
        if not moment.read:
            break
    assert number > 10
    assert wrong == []
    assert len(lengths) == 1
