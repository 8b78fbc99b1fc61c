"""Copies everything embedded while a service runs: what the copy's catalogue names is in the copy, and nothing less."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.part import iso, utc_now
from app.ingesting.workers import claim_name
from app.settings import Settings
from nodes.domain.errors import InvalidRequestError, UnavailableError

MANIFEST = "backup.json"
"""Written last: a folder without it is no backup."""
LEASE_SECONDS = 86_400.0
"""No longer than this is what is deleted meanwhile kept for a copy; a process that died lets go at once."""
ATTEMPTS = 5
"""At a copy that others change while it is taken: of a home, and of a table of the store."""
_VERSIONS = "_versions"
"""Where a LanceDB table says which of its files make it up."""


@dataclass(frozen=True)
class BackupReport:
    """What a copy holds."""

    created_at: str
    sheaf: str
    """The version that made it."""
    collections: int
    documents: int
    files: int
    bytes: int


def require_embedded(settings: Settings) -> None:
    """Makes sure that everything is in the home's folder.

    Raises:
        InvalidRequestError: something is not; its own tools copy it.
    """
    elsewhere = [
        name
        for name, is_elsewhere in (
            ("SHEAF_STORE", settings.store != "lancedb"),
            ("SHEAF_DATABASE_URL", settings.database_url is not None),
            ("SHEAF_FILES_URL", settings.files_url is not None),
        )
        if is_elsewhere
    ]
    if elsewhere:
        raise InvalidRequestError(
            f"Only what is embedded can be copied, and {' and '.join(elsewhere)} say that something is elsewhere.",
            hint="docs/operations.md says how servers are backed up.",
        )


async def back_up(settings: Settings, catalogue: SqlCatalogue, target: Path) -> BackupReport:
    """Copies a home into a new folder, while others read and write.

    The catalogue is copied first, in one piece; what it names is held in store and files until these are copied too,
    whatever is deleted meanwhile. Where a collection is switched to another embedding in between, it begins again.

    Args:
        settings: of the home.
        catalogue: of the home, open.
        target: a folder that is empty, or not there yet.

    Raises:
        InvalidRequestError: the folder is not empty, or not everything is embedded.
        UnavailableError: it cannot be written.
    """
    require_embedded(settings)
    require_empty(target)
    worker = claim_name()
    try:
        await catalogue.hold_all(worker, LEASE_SECONDS)
        for _ in range(ATTEMPTS):
            before = await catalogue.all_generations()
            await asyncio.to_thread(_copy, settings, target)
            if await catalogue.all_generations() == before:
                return await asyncio.to_thread(_finish, target)
            await asyncio.to_thread(_empty, target)
    except (OSError, sqlite3.Error, shutil.Error) as error:
        raise UnavailableError(
            f"The copy in {target} was not completed: {error}", hint="Mend that, empty the folder, and try again."
        ) from error
    finally:
        await catalogue.let_all_go(worker)
    raise UnavailableError("Collections were given other models again and again.", hint="Try again when that is over.")


async def restore(settings: Settings, source: Path) -> BackupReport:
    """Brings a copy back into a home that is empty, or not there yet.

    Raises:
        InvalidRequestError: the home is not empty, the folder is no backup or a damaged one, which is found before
            anything is written, or not everything is to be embedded.
        UnavailableError: it cannot be read, or the home cannot be written.
    """
    require_embedded(settings)
    if not (source / MANIFEST).is_file():
        raise InvalidRequestError(f"{source} holds no whole backup.", hint="Name a folder that `sheaf backup` made.")
    require_empty(settings.home)
    try:
        report = await asyncio.to_thread(_checked, source)
        await asyncio.to_thread(_bring_back, source, settings.home)
    except (OSError, shutil.Error) as error:
        raise UnavailableError(
            f"{source} was not brought back: {error}", hint=f"Mend that, empty {settings.home}, and try again."
        ) from error
    return report


def require_empty(folder: Path) -> None:
    """Makes sure that nothing would be mixed or lost. Raises InvalidRequestError where the folder holds something."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidRequestError(f"{folder} is not an empty folder.", hint="Name one that is empty, or not there yet.")


def _copy(settings: Settings, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    home = settings.home
    for name in ("catalogue.sqlite", settings.conversations_path.name):
        if (home / name).is_file():
            _copy_database(home / name, target / name)
    _let_wait(target / "catalogue.sqlite")
    for table in sorted((home / "store").glob("*.lance")):
        _again(partial(_copy_table, table, target / "store" / table.name))
    weights = settings.learned_weights_path
    if weights.is_file():
        _copy_file(str(weights), str(target / weights.name))
    if (home / "files").is_dir():
        shutil.copytree(home / "files", target / "files", copy_function=_copy_file)


def _copy_database(source: Path, target: Path) -> None:
    """A database as it is at one moment, whoever writes to it."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)


def _let_wait(database: Path) -> None:
    """In the copy nobody works on anything."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE revisions SET worker = NULL, lease_until = NULL")
        connection.execute("UPDATE documents SET status = 'pending' WHERE status = 'processing'")


def _copy_table(source: Path, target: Path) -> None:
    """A table as it was when this began, or newer: first what names its files, then these, which never change."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(source / _VERSIONS, target / _VERSIONS)
    for part in sorted(source.iterdir()):
        if part.name != _VERSIONS:
            (shutil.copytree if part.is_dir() else shutil.copy2)(part, target / part.name)


def _copy_file(source: str, target: str) -> object:
    """A file; one that goes meanwhile is not named by the catalogue that was copied, or was taken away on purpose."""
    try:
        return shutil.copy2(source, target)
    except FileNotFoundError:
        return target


def _again(work: Callable[[], None]) -> None:
    """A table may be folded while it is copied: then some of its older files go."""
    for left in reversed(range(ATTEMPTS)):
        try:
            work()
        except (FileNotFoundError, shutil.Error):
            if not left:
                raise
        else:
            return


def _finish(target: Path) -> BackupReport:
    collections, documents = _counts(target / "catalogue.sqlite")
    files, size = _held(target)
    report = BackupReport(
        created_at=iso(utc_now()),
        sheaf=version("sheaf"),
        collections=collections,
        documents=documents,
        files=files,
        bytes=size,
    )
    (target / MANIFEST).write_text(json.dumps(asdict(report), indent=2), encoding="utf-8")
    return report


def _held(folder: Path) -> tuple[int, int]:
    """How many files a copy has, and their bytes, all but what tells of it."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path != folder / MANIFEST]
    return len(paths), sum(path.stat().st_size for path in paths)


def _counts(catalogue: Path) -> tuple[int, int]:
    """How many collections and documents the catalogue of a copy names, once it is found to be whole.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    with closing(_opened(catalogue)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        collections, documents = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - two names of ours
            for table in ("collections", "documents")
        )
    return collections, documents


def _opened(database: Path) -> sqlite3.Connection:
    """A database of a copy, which may lie where nothing can be written: nobody else has it open."""
    return sqlite3.connect(f"{database.as_uri()}?mode=ro&immutable=1", uri=True)


def _checked(source: Path) -> BackupReport:
    """What a copy says it holds, once that is found to be there.

    Raises:
        InvalidRequestError: it is damaged.
        OSError: it cannot be read.
    """
    try:
        found: dict[str, Any] = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
        report = BackupReport(**found)
    except (ValueError, TypeError) as error:
        raise _damaged(source, f"{MANIFEST} cannot be read") from error
    files, size = _held(source)
    if (files, size) != (report.files, report.bytes):
        raise _damaged(
            source, f"it has {files} files of {size} bytes together, and had {report.files} of {report.bytes}"
        )
    try:
        counts = _counts(source / "catalogue.sqlite")
    except sqlite3.Error as error:
        raise _damaged(source, f"catalogue.sqlite: {error}") from error
    if counts != (report.collections, report.documents):
        raise _damaged(source, f"catalogue.sqlite names other than its {report.documents} documents")
    return report


def _damaged(source: Path, what: str) -> InvalidRequestError:
    return InvalidRequestError(
        f"The backup in {source} is damaged: {what}.",
        hint="Nothing was written. Copy it again from where it is whole, or take another backup.",
    )


def _empty(target: Path) -> None:
    for path in target.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _bring_back(source: Path, home: Path) -> None:
    """The catalogue last: until it is there, nothing is known of the rest."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    for path in sorted(source.iterdir()):
        if path.name not in ("catalogue.sqlite", MANIFEST):
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, home / path.name)
    shutil.copy2(source / "catalogue.sqlite", home / "catalogue.sqlite.part")
    (home / "catalogue.sqlite.part").replace(home / "catalogue.sqlite")
