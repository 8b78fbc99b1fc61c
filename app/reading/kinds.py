"""What a file really is: by its content first, by the extension of its name second."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from app.reading.archive import member_names
from app.reading.encoding import HEAD_BYTES, looks_like_text, sniff_encoding
from nodes.domain.errors import EncryptedFileError, FileError, UnreadableFileError, UnsupportedTypeError
from nodes.domain.regexes import lazy_regex

Format = Literal[
    "pdf", "docx", "doc", "pptx", "xlsx", "csv", "markdown", "html", "mail", "mailbox", "notebook", "latex", "text"
]


@dataclass(frozen=True)
class Kind:
    """The reader that a file needs, and its media type."""

    format: Format
    media_type: str


SUPPORTED = (
    "PDF, DOCX, DOC, PPTX, XLSX, CSV, HTML, Markdown, notebooks (IPYNB), LaTeX, mails (EML, MBOX) and plain text can be"
    " read."
)

_PDF = Kind("pdf", "application/pdf")
_OPENXML = "application/vnd.openxmlformats-officedocument"
_DOCX = Kind("docx", f"{_OPENXML}.wordprocessingml.document")
_PPTX = Kind("pptx", f"{_OPENXML}.presentationml.presentation")
_XLSX = Kind("xlsx", f"{_OPENXML}.spreadsheetml.sheet")
_DOC = Kind("doc", "application/msword")
_RTF = Kind("doc", "application/rtf")
_ODT = Kind("doc", "application/vnd.oasis.opendocument.text")
_HTML = Kind("html", "text/html")
_MARKDOWN = Kind("markdown", "text/markdown")
_TEXT = Kind("text", "text/plain")
_MAILBOX = Kind("mailbox", "application/mbox")
_BY_EXTENSION = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"), _MARKDOWN),
    **dict.fromkeys((".csv", ".tsv"), Kind("csv", "text/csv")),
    **dict.fromkeys((".html", ".htm", ".xhtml", ".mht", ".mhtml"), _HTML),
    ".eml": Kind("mail", "message/rfc822"),
    **dict.fromkeys((".mbox", ".mbx"), _MAILBOX),
    **dict.fromkeys((".tex", ".ltx"), Kind("latex", "application/x-tex")),
    ".ipynb": Kind("notebook", "application/x-ipynb+json"),
}
_BINARY_FORMATS = {
    ".pdf": "PDF",
    ".docx": "Word document",
    ".pptx": "presentation",
    ".xlsx": "workbook",
}
_MAYBE_HTML = frozenset({"", ".txt", ".text", ".doc", ".xls", ".asp", ".aspx", ".mht"})
_HTML_START = lazy_regex(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
MAILBOX_START = lazy_regex(r"From \S{1,300} [^\n]{0,100}\b\d{4}\b[^\n]{0,100}\n(?=[A-Za-z][\w-]*:|>From )")
"""Whoever wrote a mail and when, before its headers: many programs keep mailboxes without an extension."""
_TELLS_LITTLE = frozenset({"", ".txt", ".text"})
_MARKDOWN_START = lazy_regex(r"\s*# \S[^\n]*\r?\n\s*\r?\n")
_MARKDOWN_HEADING = lazy_regex(r"(?<=\n)\r?\n##+ \S[^\n]*\r?\n\r?\n")
"""A program's comments begin with one sign, and hardly stand alone with two."""
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"OggS", "an Ogg recording"),
    (b"ID3", "an MP3 recording"),
    (b"fLaC", "a FLAC recording"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"%!PS", "a PostScript file"),
)
_ZIP = b"PK\x03\x04"
"""How a ZIP file begins that holds something, as those of Office do."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of older versions of Office begin, and new ones under a password."""


def detect_kind(path: Path, file_name: str) -> Kind:
    """The kind of a file that is not empty.

    Args:
        path: Where its bytes are.
        file_name: The name that its owner knows it by: its extension decides where the content leaves a choice.

    Raises:
        UnsupportedTypeError: There is no reader for what it is; the message says what it is.
        UnreadableFileError: It is not what its name says, or is damaged.
        EncryptedFileError: It is an Office document under a password.
    """
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    extension = PurePosixPath(file_name.replace("\\", "/")).suffix.lower()
    pdf_at = head.find(b"%PDF-", 0, 1029)
    if pdf_at >= 0 and (extension == ".pdf" or not head[:pdf_at].strip(b"\xef\xbb\xbf \r\n\t\x00")):
        return _PDF
    if head.startswith((_ZIP, b"PK\x05\x06")):
        return _zip_kind(path, file_name)
    if head.startswith(_OLE):
        return _ole_kind(path, file_name, extension)
    if head.startswith(b"{\\rtf"):
        return _RTF
    if description := _signature(head):
        raise _unsupported(file_name, description)
    if not looks_like_text(head):
        raise _unsupported(file_name, "binary data of an unknown kind")
    return _text_kind(head, file_name, extension)


def _signature(head: bytes) -> str | None:
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "a WebP image"
    if head[4:8] == b"ftyp":
        return "a video or HEIF image"
    if head[:2] == b"BM" and head[6:10] == b"\x00\x00\x00\x00":
        return "a BMP image"
    return next((description for magic, description in _SIGNATURES if head.startswith(magic)), None)


def _text_kind(head: bytes, file_name: str, extension: str) -> Kind:
    start = head.decode(sniff_encoding(head) or "latin-1", errors="replace").lstrip("\ufeff")
    is_html = _HTML_START.match(start) is not None
    if expected := _BINARY_FORMATS.get(extension):
        found = "an HTML page" if is_html else "plain text"
        raise UnreadableFileError(
            f"{file_name!r} is not a {expected}: it holds {found}.",
            hint="Download or export it again, or give it the extension of what it is.",
        )
    if is_html and (extension in _MAYBE_HTML or _BY_EXTENSION.get(extension) == _HTML):
        return _HTML
    if extension in _TELLS_LITTLE and MAILBOX_START.match(start.lstrip()):
        return _MAILBOX
    if extension in _TELLS_LITTLE and _MARKDOWN_START.match(start) and len(_MARKDOWN_HEADING.findall(start)) > 1:
        return _MARKDOWN
    return _BY_EXTENSION.get(extension, _TEXT)


def _zip_kind(path: Path, file_name: str) -> Kind:
    names = set(member_names(path, file_name))
    for marker, kind in (("word/", _DOCX), ("ppt/", _PPTX), ("xl/", _XLSX)):
        if "[Content_Types].xml" in names and any(name.startswith(marker) for name in names):
            if kind is _XLSX and "xl/workbook.bin" in names:
                raise _unsupported(file_name, "a binary workbook (XLSB)", "Save it as XLSX.")
            return kind
    if "content.xml" in names and "mimetype" in names:
        return _opendocument_kind(path, file_name)
    if "META-INF/container.xml" in names:
        raise _unsupported(file_name, "an EPUB book", "Convert it to PDF or HTML.")
    raise _unsupported(file_name, "a ZIP archive", "Unpack it and add the files in it.")


def _opendocument_kind(path: Path, file_name: str) -> Kind:
    with path.open("rb") as stream:
        head = stream.read(200)
    if b"opendocument.text" in head:
        return _ODT
    raise _unsupported(file_name, "an OpenDocument file that is no text", "Save it as XLSX, PPTX or PDF.")


def _ole_kind(path: Path, file_name: str, extension: str) -> Kind:
    content = path.read_bytes()

    def holds(name: str) -> bool:
        return name.encode("utf-16-le") in content

    if holds("EncryptedPackage"):
        raise EncryptedFileError(
            f"{file_name!r} is protected with a password.", hint="Remove the password in its program and add it again."
        )
    if holds("WordDocument") and extension not in {".xls", ".ppt", ".msg"}:
        return _DOC
    for stream_name, description, hint in (
        ("Workbook", "an old Excel workbook (XLS)", "Save it as XLSX."),
        ("PowerPoint Document", "an old PowerPoint presentation (PPT)", "Save it as PPTX."),
        ("__properties_version1.0", "an Outlook message (MSG)", "Save it as EML or PDF."),
    ):
        if holds(stream_name):
            raise _unsupported(file_name, description, hint)
    raise _unsupported(file_name, "an old Office file of an unknown kind", "Save it in a current format.")


def _unsupported(file_name: str, description: str, hint: str = "") -> FileError:
    return UnsupportedTypeError(
        f"{file_name!r} is {description}, which cannot be read.", hint=f"{hint} {SUPPORTED}".strip()
    )
