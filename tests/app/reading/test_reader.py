from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.reading.limits import ReadingLimits
from app.reading.reader import SandboxedReader
from app.reading.sandbox import Sandbox
from nodes.documents.pages import pages_of
from nodes.domain.documents import Page
from nodes.domain.errors import (
    EmptyFileError,
    FileError,
    NoTextError,
    ParseTimeoutError,
    TooLargeError,
    UnreadableFileError,
    UnsupportedTypeError,
)
from tests.app.reading_limits import reading_limits

PdfLine = tuple[float, str, float, str]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


async def error_of(reader: SandboxedReader, path: Path, name: str | None = None) -> FileError:
    with pytest.raises(FileError) as caught:
        await reader.aload_data(str(path), name or path.name)
    error = caught.value
    assert error.hint
    assert error.report() == {"code": error.code, "message": error.message, "hint": error.hint}
    return error


async def test_a_document_a_page_and_back(reader: SandboxedReader, make_pdf: Callable[..., Path]) -> None:
    lines: list[list[PdfLine]] = [[(700, "Helvetica", 10, "One page")], [(700, "Helvetica", 10, "Another page")]]
    documents = await reader.aload_data(str(make_pdf(lines, title="Two")), "two.pdf")
    assert [document.metadata["page"] for document in documents] == [1, 2]
    assert documents[0].metadata["media_type"] == documents[1].metadata["media_type"] == "application/pdf"
    pages, properties, media_type = pages_of(documents)
    assert [page["text"] for page in pages] == ["One page\n", "Another page\n"]
    assert (properties["title"], media_type) == ("Two", "application/pdf")


def test_without_an_event_loop(tmp_path: Path, limits: ReadingLimits) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Plain words")
    reader = SandboxedReader(limits)
    try:
        pages, properties, media_type = pages_of(reader.load_data(str(path), "a.txt"))
    finally:
        reader.close()
    assert (pages[0]["text"], properties, media_type) == ("Plain words\n", {}, "text/plain")


async def test_what_is_no_readable_file(reader: SandboxedReader, tmp_path: Path) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    assert isinstance(await error_of(reader, empty), EmptyFileError)
    assert isinstance(await error_of(reader, tmp_path / "missing.pdf"), UnreadableFileError)
    assert "folder" in (await error_of(reader, tmp_path)).message
    os.mkfifo(tmp_path / "pipe")
    assert isinstance(await error_of(reader, tmp_path / "pipe"), UnreadableFileError)
    assert isinstance(await error_of(reader, tmp_path / "nul\0name"), UnreadableFileError)


def test_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("words")
    path.chmod(0)
    for folder in [tmp_path, *tmp_path.parents]:
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o005)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from app.reading.limits import ReadingLimits\n"
        "from app.settings import IngestSettings\n"
        "from app.reading.check import check_file\n"
        "from nodes.domain.errors import UnreadableFileError\n"
        "if os.getuid() == 0: os.seteuid(65534)\n"
        "try: check_file(Path(sys.argv[1]), 'secret.txt', ReadingLimits.of(IngestSettings()))\n"
        "except UnreadableFileError as error: print(error.message, error.hint)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert "may not be read" in done.stdout


async def test_content_counts_more_than_names(
    reader: SandboxedReader, tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    pdf = make_pdf([[(700, "Helvetica", 10, "A PDF after all")]], name="note.txt")
    assert "A PDF after all" in (await reader.aload_data(str(pdf), "note.txt"))[0].text
    png = tmp_path / "picture.pdf"
    png.write_bytes(PNG)
    error = await error_of(reader, png)
    assert isinstance(error, UnsupportedTypeError)
    assert "PNG" in error.message
    prose = tmp_path / "prose.pdf"
    prose.write_text("These are words, not a PDF.")
    error = await error_of(reader, prose)
    assert isinstance(error, UnreadableFileError)
    assert "plain text" in error.message
    noise = tmp_path / "noise.txt"
    noise.write_bytes(bytes((i * 7919 + i * i) % 256 for i in range(5000)))
    assert isinstance(await error_of(reader, noise), UnsupportedTypeError)


async def test_a_zip_bomb_and_a_truncated_archive(reader: SandboxedReader, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as member:
            for _ in range(60):
                member.write(b" " * 1_000_000)
    assert isinstance(await error_of(reader, bomb), TooLargeError)
    cut = tmp_path / "cut.docx"
    cut.write_bytes(bomb.read_bytes()[:1000])
    assert isinstance(await error_of(reader, cut), UnreadableFileError)


async def test_a_size_that_lies(reader: SandboxedReader, tmp_path: Path) -> None:
    path = tmp_path / "liar.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b" " * 3_000_000)
    size = (3_000_000).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (100).to_bytes(4, "little")))
    assert isinstance(await error_of(reader, path), UnreadableFileError)


async def test_what_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_text("x" * 2000)
    reader = SandboxedReader(reading_limits(max_bytes=1000))
    assert isinstance(await error_of(reader, path), TooLargeError)


@pytest.mark.parametrize("name", ["quote\"'s.txt", "new\nline.txt", "emoji 😀.txt", "../../up.txt", "no extension"])
async def test_odd_names(reader: SandboxedReader, tmp_path: Path, name: str) -> None:
    path = tmp_path / name.replace("../", "_")
    path.write_text("words")
    documents = await reader.aload_data(str(path), name)
    assert documents[0].text == "words\n"


async def test_nothing_but_white_space(reader: SandboxedReader, tmp_path: Path) -> None:
    for name, content in (("blank.txt", " \n\t"), ("blank.md", "\n"), ("blank.csv", "\n\n")):
        (tmp_path / name).write_text(content)
        assert isinstance(await error_of(reader, tmp_path / name), EmptyFileError)
    (tmp_path / "blank.html").write_text("<html><script>let words = 1</script></html>")
    assert isinstance(await error_of(reader, tmp_path / "blank.html"), NoTextError)


async def test_time_and_memory_limits_end_one_file_only(tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text("a,b,c\n" * 1_500_000)
    small = tmp_path / "small.txt"
    small.write_text("words")
    hasty = SandboxedReader(reading_limits(workers=1, timeout_seconds=1))
    try:
        results = await asyncio.gather(
            hasty.aload_data(str(large), "large.csv"), hasty.aload_data(str(small), "small.txt"), return_exceptions=True
        )
    finally:
        hasty.close()
    assert isinstance(results[0], ParseTimeoutError)
    assert not isinstance(results[1], BaseException)
    lean = SandboxedReader(reading_limits(workers=1, memory_bytes=250_000_000))
    try:
        error = await error_of(lean, large)
        assert isinstance(error, UnreadableFileError)
        assert "250 MB" in error.message
        assert (await lean.aload_data(str(small), "small.txt"))[0].text == "words\n"
    finally:
        lean.close()


def test_workers_do_not_run_the_main_module(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(
        "import os\n"
        "from pebble import ProcessPool\n"
        "from app.reading.workers import worker_context\n"
        "print('main runs')\n"
        "pool = ProcessPool(max_workers=1, context=worker_context())\n"
        "print(pool.schedule(os.getpid).result() != os.getpid())\n"
        "pool.stop()\n"
        "pool.join()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines() == ["main runs", "True"]


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no such priorities")
def test_workers_give_way_to_questions() -> None:
    sandbox = Sandbox(reading_limits(workers=1))
    try:
        priority = sandbox.schedule(os.getpriority, os.PRIO_PROCESS, 0).result()
    finally:
        sandbox.close()
    assert priority > os.getpriority(os.PRIO_PROCESS, 0)


async def test_files_that_wait_for_workers_to_start_take_no_threads_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
    has_begun, may_start = threading.Event(), threading.Event()
    original = Sandbox._started

    def slowly(self: Sandbox) -> Any:
        has_begun.set()
        may_start.wait()
        return original(self)

    monkeypatch.setattr(Sandbox, "_started", slowly)
    (tmp_path / "small.txt").write_text("words")
    reader = SandboxedReader(reading_limits(workers=1))
    try:
        reading = [asyncio.create_task(reader.aload_data(str(tmp_path / "small.txt"), "small.txt")) for _ in range(4)]
        await asyncio.to_thread(has_begun.wait)
        async with asyncio.timeout(10):
            for _ in range(4):
                await asyncio.to_thread(threading.get_ident)
        may_start.set()
        assert [found[0].text for found in await asyncio.gather(*reading)] == ["words\n"] * 4
    finally:
        may_start.set()
        reader.close()


async def test_many_pages(reader: SandboxedReader, make_pdf: Callable[..., Path]) -> None:
    lines: list[list[PdfLine]] = [[(700, "Helvetica", 10, f"This is leaf {n} of many.")] for n in range(300)]
    documents = await reader.aload_data(str(make_pdf(lines)), "long.pdf")
    pages: list[Page] = pages_of(documents)[0]
    assert [page["text"] for page in pages] == [f"This is leaf {n} of many.\n" for n in range(300)]


async def test_a_cancelled_file_leaves_the_reader_whole(reader: SandboxedReader, tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text("a,b,c\n" * 2_000_000)
    small = tmp_path / "small.txt"
    small.write_text("words")
    task = asyncio.create_task(reader.aload_data(str(large), "large.csv"))
    await asyncio.sleep(0.5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await reader.aload_data(str(small), "small.txt"))[0].text == "words\n"
