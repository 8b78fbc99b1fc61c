"""DOC, RTF and ODT: converted to DOCX by LibreOffice where it is there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from app.reading.docx import read_docx
from app.reading.environment import program_environment
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import ParseTimeoutError, UnreadableFileError, UnsupportedTypeError

_PROGRAMS = ("soffice", "libreoffice")
_FILTERS = {".doc": "MS Word 97", ".rtf": "Rich Text Format", ".odt": "writer8"}

_SETTINGS = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop>
</item>
</oor:items>
"""
"""Of LibreOffice: it fetches no picture that a document links to, wherever that may be."""


def read_doc(path: Path, file_name: str, suffix: str, timeout_seconds: float) -> tuple[list[Page], FileProperties]:
    """The pages and properties of the document as LibreOffice converts it.

    Args:
        path: Where the bytes are.
        file_name: For messages.
        suffix: `.doc`, `.rtf` or `.odt`, by what it is and not by its name.
        timeout_seconds: For the conversion; LibreOffice and all that it started are ended then.

    Raises:
        UnsupportedTypeError: LibreOffice is not installed.
        ParseTimeoutError: The conversion took too long.
        UnreadableFileError: LibreOffice cannot read the file.
    """
    program = next((found for name in _PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        raise UnsupportedTypeError(
            f"{file_name!r} is read through LibreOffice, which is not installed.",
            hint="Install LibreOffice (Debian, Ubuntu: apt-get install libreoffice-writer; macOS: brew install --cask "
            "libreoffice), or save the file as DOCX.",
        )
    with tempfile.TemporaryDirectory(prefix="sheaf-doc-") as folder:
        source = Path(folder) / f"source{suffix}"
        shutil.copyfile(path, source)
        _convert(program, source, file_name, timeout_seconds)
        converted = source.with_name("source.docx")
        if not converted.exists():
            raise UnreadableFileError(
                f"LibreOffice cannot read {file_name!r}: it is damaged or protected with a password.",
                hint="Open it in its program and save it as DOCX.",
            )
        return read_docx(converted)


def _convert(program: str, source: Path, file_name: str, timeout_seconds: float) -> None:
    folder = source.parent
    # Two conversions that share a profile wait for each other, or fail.
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    command = [
        program,
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        # Without a filter it takes what it cannot read for plain text.
        f"--infilter={_FILTERS[source.suffix]}",
        "--norestore",
        "--convert-to",
        "docx",
        "--outdir",
        str(folder),
        str(source),
    ]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=program_environment(str(folder)),
    )
    with _ended_with_us(process):
        try:
            process.wait(timeout_seconds)
        except subprocess.TimeoutExpired as error:
            raise ParseTimeoutError(
                f"LibreOffice took longer than {timeout_seconds:.0f} seconds over {file_name!r}.",
                hint="Save the file as DOCX, or raise SHEAF_INGEST__TIMEOUT_SECONDS.",
            ) from error


@contextmanager
def _ended_with_us(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Ends the process and its children when the block ends, and when this worker is told to stop meanwhile."""

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def on_terminate(number: int, frame: FrameType | None) -> None:
        end()
        if callable(previous):
            previous(number, frame)

    previous = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, on_terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
        end()
