"""Bad files among good ones: each fails alone, with a typed error and a hint; the good ones are ready."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from app.cli.ingest import expand
from app.sheaf import IngestFile, Sheaf
from tests.app.stacks import Stack

TEXT = "The lighthouse keeper {word} logged a wave of eleven metres in the winter storm.\n"
BOMB_BYTES = 60_000_000
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8


def _pdf(word: str, password: str | None = None) -> bytes:
    buffer = io.BytesIO()
    encryption = None if password is None else StandardEncryption(password, ownerPassword="owner")
    drawing = canvas.Canvas(buffer, encrypt=encryption)
    drawing.drawString(72, 700, TEXT.format(word=word).strip())
    drawing.showPage()
    drawing.save()
    return buffer.getvalue()


def _bomb() -> bytes:
    """A Word document whose text unpacks to far more than the limit."""
    good, bomb = io.BytesIO(), io.BytesIO()
    document = docx.Document()
    document.add_paragraph("small")
    document.save(good)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for member in source.infolist():
            content = b" " * BOMB_BYTES if member.filename == "word/document.xml" else source.read(member)
            target.writestr(member.filename, content)
    return bomb.getvalue()


BAD: dict[str, tuple[bytes, str]] = {
    "empty.txt": (b"", "empty_file"),
    "blank.txt": (b" \n\t\r\n", "empty_file"),
    "empty.pdf": (b"", "empty_file"),
    "truncated.pdf": (_pdf("Truncated")[:300], "unreadable_file"),
    "only-a-header.pdf": (b"%PDF-1.7\n", "unreadable_file"),
    "encrypted.pdf": (_pdf("Encrypted", "secret"), "encrypted_file"),
    "bomb.docx": (_bomb(), "too_large"),
    "picture.pdf": (PNG, "unsupported_type"),
    "text.docx": (TEXT.format(word="Docx").encode(), "unreadable_file"),
    "archive.zip": (b"PK\x05\x06" + bytes(18), "unsupported_type"),
    "noise.bin": (bytes(range(256)) * 64, "unsupported_type"),
}
GOOD: dict[str, tuple[bytes, str]] = {
    "a-pdf-named.txt": (_pdf("Aldersyne"), "Aldersyne"),
    "utf-16.txt": (TEXT.format(word="Brèvecôte").encode("utf-16"), "Brèvecôte"),
    "latin-1.txt": (TEXT.format(word="Çelmärk").encode("latin-1"), "Çelmärk"),
    "nul.txt": (TEXT.format(word="Dorn\x00wick").encode(), "Dornwick"),
    "2022/report.txt": (TEXT.format(word="Eskeryn").encode(), "Eskeryn"),
    "2023/report.txt": (TEXT.format(word="Farrowby").encode(), "Farrowby"),
    'he said "it\'s" 🎉\nagain.txt': (TEXT.format(word="Gillamoor").encode(), "Gillamoor"),
    "no extension": (TEXT.format(word="Hexwold").encode(), "Hexwold"),
    "[bold]not markup[/].md": (b"# [link=x]\n\n" + TEXT.format(word="Ivelstane").encode(), "Ivelstane"),
}


def _lay_out(folder: Path, files: dict[str, tuple[bytes, str]]) -> list[Path]:
    paths = []
    for name, (content, _) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths


@pytest.mark.both_stacks
async def test_in_one_batch_bad_files_fail_alone_and_good_ones_are_found(stack: Stack, tmp_path: Path) -> None:
    bad, good = _lay_out(tmp_path / "bad", BAD), _lay_out(tmp_path / "good", GOOD)
    odd = [tmp_path / "missing.pdf", tmp_path / "bad"]
    mixed = [path for pair in zip(good, bad, strict=False) for path in pair] + bad[len(good) :] + odd
    files = [IngestFile(path) for path in mixed]
    files.append(
        IngestFile(_lay_out(tmp_path, {"up.txt": (TEXT.format(word="Jarnholt").encode(), "")})[0], "../../up.txt")
    )
    limits = {"max_unpacked_bytes": BOMB_BYTES // 2, "timeout_seconds": 60}
    async with Sheaf(stack.settings(tmp_path / "home", ingest=limits)) as sheaf:
        report = await sheaf.ingest(files)
        assert len(report.files) == len(files)
        results = dict(zip(mixed, report.files, strict=False))
        for path, (_, code) in zip(bad, BAD.values(), strict=True):
            _is_failure(results[path], code)
        for path in odd:
            _is_failure(results[path], "unreadable_file")
        for path in good:
            assert (results[path]["status"], results[path]["error"]) == ("ready", None), path
        assert report.files[-1]["status"] == "ready"

        names = [file["file_name"] for file in report.files]
        assert len(set(names)) == len(names)
        assert all(".." not in name and "\n" not in name and not name.startswith("/") for name in names)
        for path, (_, word) in zip(good, GOOD.values(), strict=True):
            assert await _found(sheaf, word) == [results[path]["file_name"]]
        for word in ("Truncated", "Encrypted", "Docx"):
            assert await _found(sheaf, word) == []
        listed = {each.file_name: each.status for each in (await sheaf.documents()).documents}
        assert {name for name, status in listed.items() if status == "ready"} == {
            file["file_name"] for file in report.files if file["status"] == "ready"
        }
        assert set(listed.values()) <= {"ready", "failed"}
        [collection] = await sheaf.collections()
        rows = await (await sheaf.library.open("local", collection.collection_id)).chunks.aget_nodes()
        assert len({row.metadata["document_id"] for row in rows}) == len(GOOD) + 1

        again = await sheaf.ingest(files)
        statuses = {file["file_name"]: file["status"] for file in again.files}
        assert statuses == {
            file["file_name"]: "unchanged" if file["status"] == "ready" else "failed" for file in report.files
        }


def _is_failure(file: dict[str, Any], code: str) -> None:
    assert file["status"] == "failed", file
    assert file["error"]["code"] == code, file
    assert file["error"]["message"]
    assert file["error"]["hint"]
    assert "Traceback" not in file["error"]["message"]
    assert file["chunk_count"] == 0


async def _found(sheaf: Sheaf, word: str) -> list[str]:
    result = await sheaf.search(f"lighthouse keeper {word}", options={"top_k": 100})
    return sorted(hit["file_name"] for hit in result["hits"] if word in hit["content"])


def test_a_folder_on_the_command_line_is_every_file_under_it_but_the_hidden(tmp_path: Path) -> None:
    for name in ("b.txt", "sub/a.txt", ".hidden/c.txt", "sub/.d.txt"):
        _lay_out(tmp_path, {name: (b"text", "")})
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    assert expand((tmp_path,))[0] == [(tmp_path / "b.txt", "b.txt"), (tmp_path / "sub/a.txt", "sub/a.txt")]
    (tmp_path / "empty").mkdir()
    assert expand((tmp_path / "empty",))[0] == [(tmp_path / "empty", None)]
    assert expand((tmp_path / "missing",))[0] == [(tmp_path / "missing", None)]


# Root reads every file. Without CAP_DAC_OVERRIDE (1) and CAP_DAC_READ_SEARCH (2) it is bound by permissions as others
# are, and still reaches a Python that lives in root's own folder, as a process of another user would not.
AS_ORDINARY_USER = (
    "import ctypes, os, sys\n"
    "libc = ctypes.CDLL(None)\n"
    "libc.prctl(24, 1, 0, 0, 0)\n"
    "libc.prctl(24, 2, 0, 0, 0)\n"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n"
)


@pytest.mark.slow
def test_a_file_without_read_permission_fails_alone(tmp_path: Path) -> None:
    good, closed = _lay_out(
        tmp_path / "files",
        {"good.txt": (TEXT.format(word="Kestrelby").encode(), ""), "closed.txt": (TEXT.format(word="X").encode(), "")},
    )
    closed.chmod(0)
    readable = [sys.executable, "-c", AS_ORDINARY_USER, "-c", f"open({str(closed)!r})"]
    if subprocess.run(readable, capture_output=True, check=False).returncode == 0:
        pytest.skip("this system lets the user read files without permission")
    ingested = subprocess.run(
        [sys.executable, "-c", AS_ORDINARY_USER, "-m", "app.cli.main", "ingest", "--json", str(good), str(closed)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"SHEAF_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ingested.returncode == 1, ingested.stderr
    first, second = json.loads(ingested.stdout)["files"]
    assert first["status"] == "ready"
    _is_failure(second, "unreadable_file")
    assert "Traceback" not in ingested.stderr
