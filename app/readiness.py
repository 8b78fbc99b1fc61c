"""Whether everything that answers need is there, part by part."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.sheaf import Sheaf
from nodes.domain.errors import SheafError

if TYPE_CHECKING:
    from app.models.cross_encoder import CrossEncoder

LONGEST_SECONDS = 5.0
"""For one part to answer: then it counts as not ready."""
KEPT_SECONDS = 2.0
"""What was found stands for so long, however many ask meanwhile."""
EMBEDDING_KEPT_SECONDS = 300.0
"""A model behind a key costs money each time it is asked."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PartState:
    """Whether one part is ready."""

    ready: bool
    why: str
    """What is wrong and how to mend it, or how it fares; empty where nothing is to be said."""


@dataclass(frozen=True)
class _Part:
    probe: Callable[[], Awaitable[object]]
    """What it gives is told where it is a text: something that does not keep questions from being answered."""
    kept_seconds: float


class Readiness:
    """Probes the parts of a Sheaf; what it found stands for seconds, however often it is asked."""

    def __init__(self, sheaf: Sheaf) -> None:
        self._sheaf = sheaf
        self._parts = {
            "catalogue": _Part(sheaf.catalogue.check, KEPT_SECONDS),
            "store": _Part(sheaf.stores.check, KEPT_SECONDS),
            "files": _Part(lambda: asyncio.to_thread(sheaf.files.check), KEPT_SECONDS),
            "embedding model": _Part(self._embed, EMBEDDING_KEPT_SECONDS),
        }
        if sheaf.reranker is not None:
            self._parts["cross-encoder"] = _Part(partial(_load, sheaf.reranker), EMBEDDING_KEPT_SECONDS)
        if sheaf.settings.synonyms is not None:
            self._parts["synonyms"] = _Part(self._read_synonyms, KEPT_SECONDS)
        if not sheaf.settings.is_worked_by_service:
            self._parts["workers"] = _Part(sheaf.workers_state, KEPT_SECONDS)
        self._found: dict[str, tuple[float, PartState]] = {}
        self._turn = asyncio.Lock()

    async def states(self) -> Mapping[str, PartState]:
        """The state of every part, by its name."""
        async with self._turn:
            states = await asyncio.gather(*(self._state(name, part) for name, part in self._parts.items()))
        return dict(zip(self._parts, states, strict=True))

    async def _state(self, name: str, part: _Part) -> PartState:
        now = time.monotonic()
        if name in self._found and now < self._found[name][0]:
            return self._found[name][1]
        state = await _probed(name, part.probe)
        self._found[name] = (time.monotonic() + (part.kept_seconds if state.ready else KEPT_SECONDS), state)
        return state

    async def _read_synonyms(self) -> None:
        await asyncio.to_thread(self._sheaf.synonyms.read)

    async def _embed(self) -> None:
        def embed() -> None:
            name, _ = self._sheaf.library.configured_embedding()
            self._sheaf.library.embedding(name).get_query_embedding("ready")

        await asyncio.to_thread(embed)


async def _load(reranker: CrossEncoder) -> str:
    """Whether it can be used, in words: without it questions are answered as well, only not reranked."""
    try:
        await asyncio.to_thread(reranker.load)
    except SheafError as error:
        _log.warning("questions are not reranked: %s", error)
        return f"Questions are not reranked. {error} {error.hint}".strip()
    return ""


async def _probed(name: str, probe: Callable[[], Awaitable[object]]) -> PartState:
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            told = await probe()
    except TimeoutError:
        _log.warning("%s is not ready: no answer within %.0f seconds", name, LONGEST_SECONDS)
        return PartState(ready=False, why=f"It did not answer within {LONGEST_SECONDS:.0f} seconds.")
    except SheafError as error:
        _log.warning("%s is not ready: %s", name, error)
        return PartState(ready=False, why=f"{error} {error.hint}".strip())
    except Exception as error:  # noqa: BLE001 - whatever is broken is what is asked about
        _log.exception("%s is not ready", name)
        return PartState(ready=False, why=f"{type(error).__name__}; the log of the service has more.")
    return PartState(ready=True, why=told if isinstance(told, str) else "")
