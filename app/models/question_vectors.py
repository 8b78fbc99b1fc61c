"""Vectors of questions, kept: a model that is paid for by the text is asked once for each, whoever restarts.

A vector tells the question it was made of, nearly word by word: so they are kept for each owner apart, under a hash of
the words, and go when one of the owner's conversations is deleted: from the catalogue, and from the memory of the
process that deletes it. Another process has those that it was asked itself in memory until newer ones take their place.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from nodes.domain.errors import SheafError

KIND = "question_vector"
MOST_IN_MEMORY = 512
"""Of all owners, in one process."""
MOST_KEPT = 2000
"""Of one owner, in the catalogue: 16 kB each at 3,072 dimensions. The oldest go first."""
TRIM_EVERY = 100
"""Kept vectors of one owner: the oldest are looked for that rarely."""

_FLOATS = np.dtype("<f4")
_log = logging.getLogger(__name__)

Embed = Callable[[str], Awaitable[list[float]]]


class KeptValues(Protocol):
    """The part of the catalogue that is needed."""

    async def cache_get(self, owner: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
        """Kept values by key."""
        ...

    async def cache_put(self, owner: str, kind: str, values: Mapping[str, Any], document_ids: Sequence[str]) -> None:
        """Keeps values."""
        ...

    async def cache_trim(self, owner: str, kind: str, keep: int) -> int:
        """Drops all but the newest."""
        ...


class QuestionVectors:
    """Of one process, over a catalogue that several share. Belongs to one event loop."""

    def __init__(self, values: KeptValues, *, in_memory: int = MOST_IN_MEMORY, kept: int = MOST_KEPT) -> None:
        """Reads nothing yet.

        Args:
            values: where they are kept.
            in_memory: the most that this process remembers, of all owners.
            kept: the most that are kept of one owner, give or take a hundred.
        """
        self._values = values
        self._in_memory = in_memory
        self._kept = kept
        self._remembered: OrderedDict[tuple[str, str], list[float]] = OrderedDict()
        self._coming: dict[tuple[str, str], asyncio.Task[list[float]]] = {}
        self._waiting: Counter[tuple[str, str]] = Counter()
        self._written: Counter[str] = Counter()
        """By owner."""

    async def of(self, owner: str, model: str, question: str, embed: Embed) -> list[float]:
        """The vector of a question. Whoever asks for the same one meanwhile waits for the same call of the model.

        Args:
            owner: who asks; nobody else is given it.
            model: name and dimensions of the model, as collections record it.
            question: in Unicode's composed form and with single blanks it is what is embedded.
            embed: asks the model.

        Raises:
            SheafError: what `embed` raises; nothing is kept then.
        """
        text = " ".join(unicodedata.normalize("NFC", question).split())
        place = (owner, _key(model, text))
        if place in self._remembered:
            self._remembered.move_to_end(place)
            return list(self._remembered[place])
        task = self._coming.get(place)
        if task is None:
            task = asyncio.create_task(self._fetch(place, text, embed))
            self._coming[place] = task
            task.add_done_callback(lambda done: self._arrived(place, done))
        self._waiting[place] += 1
        try:
            # Who gives up waiting does not take it from the others.
            return list(await asyncio.shield(task))
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place]
                self._give_up(place, task)

    def forget(self, owner: str) -> None:
        """Drops what this process remembers of an owner's questions."""
        for place in [each for each in self._remembered if each[0] == owner]:
            del self._remembered[place]

    async def close(self) -> None:
        """Ends what is still asked for."""
        tasks = list(self._coming.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _give_up(self, place: tuple[str, str], task: asyncio.Task[list[float]]) -> None:
        """Ends a request that nobody waits for: it may hang, and whoever asks next begins anew."""
        if not task.done():
            task.cancel()
            del self._coming[place]

    async def _fetch(self, place: tuple[str, str], text: str, embed: Embed) -> list[float]:
        owner, key = place
        found = await self._values.cache_get(owner, KIND, [key])
        if key in found:
            return _unpacked(found[key])
        # As it will come back from the catalogue: the same question finds the same, kept or not.
        packed = _packed(await embed(text))
        await self._keep(owner, key, packed)
        return _unpacked(packed)

    async def _keep(self, owner: str, key: str, packed: str) -> None:
        """Keeping is worth no failed question."""
        try:
            await self._values.cache_put(owner, KIND, {key: packed}, [])
            if self._written[owner] % TRIM_EVERY == 0:
                await self._values.cache_trim(owner, KIND, self._kept)
            self._written[owner] += 1
        except SheafError as error:
            _log.warning("a question's vector was not kept: %s", error)

    def _arrived(self, place: tuple[str, str], task: asyncio.Task[list[float]]) -> None:
        if self._coming.get(place) is task:
            del self._coming[place]
        if task.cancelled() or task.exception() is not None:
            return
        self._remembered[place] = task.result()
        while len(self._remembered) > self._in_memory:
            self._remembered.popitem(last=False)


def _key(model: str, text: str) -> str:
    return hashlib.blake2b(f"{model}\0{text}".encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def _packed(vector: Sequence[float]) -> str:
    return base64.b64encode(np.asarray(vector, _FLOATS).tobytes()).decode()


def _unpacked(packed: str) -> list[float]:
    vector: list[float] = np.frombuffer(base64.b64decode(packed), _FLOATS).tolist()
    return vector
