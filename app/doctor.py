"""What is configured, what is reachable, what is missing and how to get it."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import shlex
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from app.room import require_room
from app.settings import RerankSettings, Settings, field_of, known_keys, variable
from nodes.domain.errors import SheafError, UnavailableError
from nodes.trace import counted

if TYPE_CHECKING:
    from app.stores.base import ScopedVectorStore

_FILES_LOOKED_FOR = 20
"""Files, of as many documents: where a folder is gone, the first few tell as much as all."""
_RESTORE = "Put them back where they were, or bring a backup back into an empty one, SHEAF_HOME: sheaf restore DIR."


@dataclass(frozen=True)
class Check:
    """How one part fares."""

    part: str
    _: KW_ONLY
    ok: bool
    optional: bool = False
    """Sheaf does without it."""
    found: str
    """What it is, or what is wrong with it."""
    hint: str = ""
    """How to mend it, or to get it."""


@dataclass(frozen=True)
class SettingInForce:
    """A setting and its value, secrets masked."""

    variable: str
    value: str
    default: bool
    """Nobody has set it."""
    description: str


async def diagnose(settings: Settings) -> tuple[list[Check], list[SettingInForce]]:
    """What was checked, and the settings."""
    cross_encoder, synonyms = await _cross_encoder(settings), await _synonyms(settings)
    # What is broken of these has its own check, and hides nothing of the others.
    settings, given = settings.model_copy(update={"rerank": RerankSettings(), "synonyms": None}), settings
    checks = [
        await _probe("home", lambda: _home(settings), hint="Set SHEAF_HOME to a folder that you may write to."),
        await _probe("catalogue", lambda: _catalogue(settings), hint="Check SHEAF_DATABASE_URL."),
        await _probe("store", lambda: _store(settings), hint="Check the disk under SHEAF_HOME."),
        await _probe("files", lambda: _files(settings), hint="Check SHEAF_FILES_URL, or the disk under SHEAF_HOME."),
        await _probe("embedding model", lambda: _embedding(settings), hint="Run `make setup` again."),
        await _backfill(settings),
        _language_model(settings),
        cross_encoder,
        synonyms,
        await _learned_weights(settings),
        _program("LibreOffice (reads .doc files)", "soffice", "Install it, as with: apt install libreoffice-writer"),
        _recognition(),
    ]
    if not settings.is_worked_by_service:
        hint = "Start one: sheaf worker; or set SHEAF_INGEST__WORKED_BY=service."
        checks.append(await _probe("workers", lambda: _workers(settings), hint=hint))
    return checks, _settings(given)


async def _probe(part: str, probe: Callable[[], Awaitable[str]], *, hint: str) -> Check:
    try:
        found = await probe()
    except Exception as error:  # noqa: BLE001 - whatever is broken is what the doctor is asked about
        known = error.hint if isinstance(error, SheafError) else ""
        return Check(part, ok=False, found=str(error), hint=known or hint)
    return Check(part, ok=True, found=found)


async def _home(settings: Settings) -> str:
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    probe = settings.home / ".writable"
    probe.touch()
    probe.unlink()
    require_room(settings.home)
    free = shutil.disk_usage(settings.home).free
    room = f"{free / 1e9:.1f} GB" if free >= 1e9 else f"{free / 1e6:.0f} MB"
    return f"{settings.home}, {room} free"


async def _catalogue(settings: Settings) -> str:
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        collections = await sheaf.collections()
        documents = sum(each.document_count for each in collections)
    return f"{counted(len(collections), 'collection')}, {counted(documents, 'document')}"


async def _workers(settings: Settings) -> str:
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        return await sheaf.workers_state()


async def _store(settings: Settings) -> str:
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        for each in await sheaf.collections():
            chunks = cast("ScopedVectorStore", (await sheaf.library.open(each.owner, each.collection_id)).chunks)
            if each.chunk_count and not await chunks.acount():
                raise UnavailableError(
                    f"The {counted(each.chunk_count, 'chunk')} of the collection {each.name!r} are not there.",
                    hint=_RESTORE,
                )
        return await sheaf.stores.describe()


async def _files(settings: Settings) -> str:
    """Looks for the files of some documents: where a folder is gone, none of them is there."""
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        page = await sheaf.documents(limit=_FILES_LOOKED_FOR)
        keys = [each.file_key for each in page.documents]
        missing = [key for key in keys if not await asyncio.to_thread(sheaf.files.exists, key)]
    if missing:
        raise UnavailableError(
            f"{len(missing)} of {counted(len(keys), 'file')} that were looked for are not there.", hint=_RESTORE
        )
    return settings.files_location if settings.files_url is None else "those that were looked for are there"


async def _backfill(settings: Settings) -> Check:
    part = "backfill"
    try:
        waiting = await _waiting(settings)
    except Exception as error:  # noqa: BLE001 - the store's own check says what is broken
        return Check(part, ok=False, found=str(error), hint="Mend the store first.", optional=True)
    if not waiting:
        return Check(part, ok=True, found="no document waits for it", optional=True)
    found = f"{counted(sum(waiting.values()), 'document')} of older versions, found less well than the others"
    commands = " and ".join(f"sheaf backfill --collection {shlex.quote(name)}" for name in waiting)
    return Check(part, ok=False, found=found, hint=f"Run: {commands}", optional=True)


async def _waiting(settings: Settings) -> dict[str, int]:
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        return await sheaf.waiting_for_backfill()


async def _embedding(settings: Settings) -> str:
    from app.sheaf import Sheaf

    async with Sheaf(settings) as sheaf:
        name, _ = sheaf.library.configured_embedding()
        vector = await sheaf.library.embedding(name).aget_query_embedding("a word")
    return f"{name}, {len(vector)} dimensions"


def _language_model(settings: Settings) -> Check:
    part = "language model"
    if settings.llm == "extractive":
        hint = "For worded answers: SHEAF_LLM=openai and a key or base URL"
        return Check(part, ok=True, found="none: answers quote their sources", hint=hint, optional=True)
    found = f"{settings.openai_model} at {settings.openai_base_url or 'OpenAI'}"
    return Check(part, ok=True, found=found, optional=True)


async def _cross_encoder(settings: Settings) -> Check:
    part, path = "cross-encoder (reranks)", settings.rerank.model_path
    if path is None:
        hint = "To rerank without a language model: SHEAF_RERANK__MODEL_PATH and `sheaf[rerank]`"
        return Check(part, ok=True, found="none", hint=hint, optional=True)

    async def load() -> str:
        from app.chatting.asking import cross_encoder

        encoder = await asyncio.to_thread(cross_encoder, settings)
        if encoder is None:
            return "none"
        try:
            await asyncio.to_thread(encoder.load)
        finally:
            encoder.close()
        return str(encoder.model_file)

    return await _probe(part, load, hint="Unset SHEAF_RERANK__MODEL_PATH, or mend what it names.")


async def _synonyms(settings: Settings) -> Check:
    if settings.synonyms is None:
        hint = "For other words that mean the same: SHEAF_SYNONYMS"
        return Check("synonyms", ok=True, found="none", hint=hint, optional=True)

    async def read() -> str:
        from app.chatting.asking import SynonymsFile

        await asyncio.to_thread(SynonymsFile(settings.synonyms).read)
        return str(settings.synonyms)

    return await _probe("synonyms", read, hint="Mend the file that SHEAF_SYNONYMS names, or unset it.")


async def _learned_weights(settings: Settings) -> Check:
    async def read() -> str:
        from app.learning.weights_file import WeightsFile

        weights = await asyncio.to_thread(WeightsFile(settings.learned_weights_path).read)
        return "none" if weights is None else str(settings.learned_weights_path)

    check = await _probe("learned weights", read, hint="Run `sheaf learn` again.")
    # Without them the scores there are stand.
    return replace(check, optional=True)


def _program(part: str, name: str, hint: str) -> Check:
    path = shutil.which(name)
    return Check(part, ok=path is not None, found=path or "not installed", hint="" if path else hint, optional=True)


def _recognition() -> Check:
    package = importlib.util.find_spec("pytesseract") is not None
    program = shutil.which("tesseract") is not None
    missing = [
        hint
        for there, hint in (
            (package, f"{sys.executable} -m pip install 'sheaf[ocr]'"),
            (program, "apt install tesseract-ocr"),
        )
        if not there
    ]
    return Check(
        "text recognition (reads scans)",
        ok=not missing,
        found="not installed" if missing else "Tesseract",
        hint=f"Install it: {' and '.join(missing)}" if missing else "",
        optional=True,
    )


def _settings(settings: Settings) -> list[SettingInForce]:
    rows = []
    for key in known_keys():
        group: BaseModel = settings
        for part in key[:-1]:
            group = getattr(group, part)
        value = getattr(group, key[-1])
        # Addresses may carry a name and a password.
        shown = "-" if value is None else re.sub(r"//[^/@\s]*@", "//***@", str(value))
        is_default = key[-1] not in group.model_fields_set
        rows.append(SettingInForce(variable(key), shown, is_default, field_of(key).description or ""))
    return rows
