from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from nodes.domain.errors import NotFoundError, RetrievalFailedError, UnavailableError
from nodes.ports import ChatPorts, Collection
from nodes.retrieval.reaching import FurtherReading, Reached, in_each, told


class Shelf:
    """Opens collections that are nothing but their id; what cannot be opened raises."""

    def __init__(self, **errors: Exception) -> None:
        self.errors = errors

    async def open(self, owner: str, collection_id: str) -> Any:
        if collection_id in self.errors:
            raise self.errors[collection_id]
        return SimpleNamespace(owner=owner, collection_id=collection_id)

    async def name(self, owner: str, collection_id: str) -> str:
        return collection_id.upper()


async def reach(shelf: Shelf, *collection_ids: str, **options: Any) -> Reached[str]:
    context = cast("ChatPorts", SimpleNamespace(owner="ann", library=shelf, collection_ids=collection_ids))

    async def work(collection: Collection) -> str:
        if collection.collection_id == "slow":
            await asyncio.sleep(5)
        return f"of {collection.collection_id}"

    return await in_each(context, "step", collection_ids, work, **{"seconds": 0.05, **options})


async def test_what_fails_and_what_is_slow_is_named_and_the_rest_is_done() -> None:
    reached = await reach(Shelf(broken=UnavailableError("No disk.")), "a", "broken", "slow", "b")

    assert reached.results == {"a": "of a", "b": "of b"}
    assert [(each["name"], each["code"], each["reason"]) for each in reached.unavailable] == [
        ("BROKEN", "unavailable", "No disk."),
        ("SLOW", "retrieval_failed", "It did not answer within 0.05 seconds."),
    ]
    assert told(reached.unavailable) == "; not reached: “BROKEN”, “SLOW”"


async def test_what_nobody_foresaw_is_in_the_log_alone(caplog: pytest.LogCaptureFixture) -> None:
    reached = await reach(Shelf(broken=KeyError("/srv/private")), "a", "broken")

    [missing] = reached.unavailable
    assert (missing["code"], missing["reason"].split(" The log")[0]) == (
        "retrieval_failed",
        "Searching it failed in a way that nobody foresaw.",
    )
    assert "private" not in missing["reason"]
    with pytest.raises(RetrievalFailedError, match="None of the 2") as failed:
        await reach(Shelf(broken=KeyError("/srv/private"), worn=ValueError("/srv/private")), "broken", "worn")
    assert "private" not in str(failed.value.report())
    assert [line.exc_info and type(line.exc_info[1]) for line in caplog.records] == [KeyError, KeyError, ValueError]


async def test_what_failed_before_is_not_asked_again() -> None:
    first = await reach(Shelf(broken=UnavailableError("No disk.")), "a", "broken")
    second = await reach(Shelf(), "a", "broken", unavailable=first.unavailable)

    assert (second.results, second.unavailable) == ({"a": "of a"}, [])


async def test_a_single_collection_fails_with_its_own_error_and_has_its_time() -> None:
    with pytest.raises(NotFoundError):
        await reach(Shelf(a=NotFoundError("gone")), "a", optional=True)
    assert (await reach(Shelf(), "a", seconds=1e-9)).results == {"a": "of a"}


async def test_all_failing_is_an_error_unless_there_is_enough_without() -> None:
    unlike = Shelf(a=UnavailableError("No disk."), b=NotFoundError("Gone."))
    with pytest.raises(RetrievalFailedError, match="None of the 2 collections could be searched: No disk"):
        await reach(unlike, "a", "b")
    with pytest.raises(UnavailableError, match="No disk"):
        await reach(Shelf(a=UnavailableError("No disk."), b=UnavailableError("No disk.")), "a", "b")

    assert len((await reach(unlike, "a", "b", optional=True)).unavailable) == 2


async def test_what_failed_in_one_go_is_not_asked_in_the_next_and_is_told_once() -> None:
    shelf = Shelf(broken=UnavailableError("No disk."))
    context = cast(
        "ChatPorts", SimpleNamespace(owner="ann", library=shelf, collection_ids=["a", "b", "broken", "lost"])
    )
    before = (await reach(Shelf(lost=UnavailableError("No disk.")), "a", "lost")).unavailable
    reading, asked = FurtherReading(context, "step", 0.05, before), list[str]()

    async def work(collection: Collection) -> str:
        asked.append(collection.collection_id)
        return f"of {collection.collection_id}"

    for _ in range(2):
        assert await reading.in_each(["a", "b", "broken", "lost"], work) == {"a": "of a", "b": "of b"}
    assert asked == ["a", "b", "a", "b"]
    assert [each["collection_id"] for each in reading.unavailable] == ["broken"]


async def test_all_that_several_collections_give_comes_together_and_each_is_asked_once() -> None:
    context = cast("ChatPorts", SimpleNamespace(owner="ann", library=Shelf(), collection_ids=["a", "b"]))
    reading = FurtherReading(context, "step", 0.05, [])

    async def work(collection: Collection) -> list[str]:
        return [f"{collection.collection_id}{number}" for number in range(2)]

    assert await reading.all_of(["b", "a", "b"], work) == ["b0", "b1", "a0", "a1"]
    assert await reading.all_of([], work) == []
