"""What a worker process does with one file: find its kind, read it, and fail with a typed error or not at all."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TypedDict

from app.reading.archive import check_unpacked_size
from app.reading.environment import forget_secrets
from app.reading.kinds import Kind, detect_kind
from app.reading.limits import ReadingLimits
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import FileError, NoTextError, TooLargeError, UnreadableFileError

_CONVERSION_SHARE = 0.8
"""Of the time limit: a converter is ended before its worker is, and says so."""
_SUFFIXES = {
    "application/msword": ".doc",
    "application/rtf": ".rtf",
    "application/vnd.oasis.opendocument.text": ".odt",
}
_GIVES_WAY = 5
"""Steps of priority, of 19: a waiting processor is used all the same."""
_ZIPPED = frozenset({"docx", "pptx", "xlsx"})


class ParsedFile(TypedDict):
    """A file that was read."""

    media_type: str
    pages: list[Page]
    properties: FileProperties
    seconds: float
    """What it took, without the time that it waited for a worker."""


def prepare_worker(memory_bytes: int) -> None:
    """What a worker does before its first file: it forgets secrets, takes no more memory than this, and gives way."""
    forget_secrets()
    give_way()
    limit_memory(memory_bytes)


def give_way() -> None:
    """Lets questions and the rest of the ingest have the processor first, where the system can (not on Windows)."""
    if hasattr(os, "nice"):
        os.nice(_GIVES_WAY)


def limit_memory(memory_bytes: int) -> None:
    """Caps the address space of this process, where the system can (not on macOS and Windows)."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, hard))
    except (ImportError, ValueError, OSError):
        return


def parse_file(path: str, file_name: str, limits: ReadingLimits) -> ParsedFile:
    """Reads a file of any supported kind.

    Args:
        path: Where the bytes are.
        file_name: The name its owner knows it by.
        limits: What it may cost.

    Raises:
        FileError: One of its subclasses, with a hint; whatever went wrong inside a library is its cause.
    """
    begin = time.perf_counter()
    try:
        parsed = _parse(Path(path), file_name, limits)
    except FileError:
        raise
    except MemoryError as error:
        raise out_of_memory(file_name, limits) from error
    except Exception as error:
        # A parser may raise anything on a hostile file; only this file must fail by it.
        raise UnreadableFileError(
            f"{file_name!r} could not be read: it is damaged, or uses something that its reader does not know.",
            hint="Open it in its program and save it anew, or convert it to PDF.",
        ) from error
    if not any(page["text"] for page in parsed["pages"]):
        raise NoTextError(f"{file_name!r} holds no text.", hint="Check that the file is the one you meant.")
    parsed["seconds"] = time.perf_counter() - begin
    return parsed


def out_of_memory(file_name: str, limits: ReadingLimits) -> UnreadableFileError:
    """The error for a file that a worker ran out of memory over."""
    return UnreadableFileError(
        f"Reading {file_name!r} needed more than the memory limit of {limits.memory_bytes // 1_000_000:,} MB, "
        "or broke its reader.",
        hint="Split the file or save it anew; if you trust it, raise SHEAF_INGEST__MEMORY_BYTES.",
    )


def _parse(path: Path, file_name: str, limits: ReadingLimits) -> ParsedFile:
    kind = detect_kind(path, file_name)
    if kind.format in _ZIPPED or kind.media_type.endswith("opendocument.text"):
        check_unpacked_size(path, file_name, limits.max_unpacked_bytes)
    pages, properties = _read(kind, path, file_name, limits)
    if len(pages) > limits.max_pages:
        raise TooLargeError(
            f"{file_name!r} has {len(pages):,} pages, over the limit of {limits.max_pages:,}.",
            hint="Split it, or raise SHEAF_INGEST__MAX_PAGES.",
        )
    return {"media_type": kind.media_type, "pages": pages, "properties": properties, "seconds": 0.0}


def _read(kind: Kind, path: Path, file_name: str, limits: ReadingLimits) -> tuple[list[Page], FileProperties]:
    """Each reader and its libraries are imported where they are used: a worker that sees text loads nothing else."""
    if kind.format == "pdf":
        from app.reading.pdf import read_pdf

        return read_pdf(path, file_name, limits)
    if kind.format == "docx":
        from app.reading.docx import read_docx

        return read_docx(path)
    if kind.format == "doc":
        from app.reading.doc import read_doc

        return read_doc(path, file_name, _SUFFIXES[kind.media_type], limits.timeout_seconds * _CONVERSION_SHARE)
    if kind.format == "pptx":
        from app.reading.slides import read_slides

        return read_slides(path)
    if kind.format == "xlsx":
        from app.reading.sheets import read_workbook

        return read_workbook(path)
    return _read_text_kind(kind, path, file_name)


def _read_text_kind(kind: Kind, path: Path, file_name: str) -> tuple[list[Page], FileProperties]:
    if kind.format in {"mail", "mailbox"}:
        return _read_mails(kind, path, file_name)
    if kind.format in {"markdown", "notebook", "latex"}:
        return _read_markdown_kind(kind, path, file_name)
    if kind.format == "html":
        from app.reading.html import read_html

        return read_html(path, file_name)
    if kind.format == "csv":
        from app.reading.delimited import read_csv

        return [read_csv(path, file_name)], FileProperties()
    from app.reading.text import read_text

    return read_text(path, file_name), FileProperties()


def _read_mails(kind: Kind, path: Path, file_name: str) -> tuple[list[Page], FileProperties]:
    if kind.format == "mailbox":
        from app.reading.mailbox import read_mailbox

        return read_mailbox(path, file_name)
    from app.reading.mail import read_mail

    page, properties = read_mail(path, file_name)
    return [page], properties


def _read_markdown_kind(kind: Kind, path: Path, file_name: str) -> tuple[list[Page], FileProperties]:
    if kind.format == "notebook":
        from app.reading.notebook import read_notebook

        page, properties = read_notebook(path, file_name)
        return [page], properties
    if kind.format == "latex":
        from app.reading.latex import read_latex

        page, properties = read_latex(path, file_name)
        return [page], properties
    from app.reading.markdown import read_markdown

    page, properties = read_markdown(path, file_name)
    return [page], properties
