"""What DOCX, PPTX and XLSX have in common: their core properties, and how their parts are linked."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Set
from pathlib import Path

from app.reading.layout import split_authors, split_keywords, utc_date
from app.reading.normalise import normalise_line
from nodes.domain.documents import FileProperties

_PART = "docProps/core.xml"
_DATES_OF_TEMPLATES = frozenset({"2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z", "2013-01-27T09:15:58Z"})
"""What python-docx and python-pptx leave in every file that they make: the date of their template."""


def core_properties(path: Path) -> FileProperties:
    """Title, authors, dates, keywords and language as the file has them; empty where it has none."""
    # python-docx and python-pptx make up a title and today's date where the part is missing: it is read by itself.
    from docx.oxml.parser import parse_xml

    with zipfile.ZipFile(path) as archive:
        if _PART not in archive.namelist():
            return FileProperties()
        root = parse_xml(archive.read(_PART))
    values = {
        str(element.tag).rpartition("}")[2]: normalise_line(element.text or "")
        for element in root
        if isinstance(element.tag, str)
    }
    properties = FileProperties()
    if values.get("title"):
        properties["title"] = values["title"]
    if authors := split_authors(values.get("creator", "")):
        properties["authors"] = authors
    created, modified = (utc_date(values.get(name, "")) for name in ("created", "modified"))
    if created and created not in _DATES_OF_TEMPLATES:
        properties["created_at"] = created
    if modified and modified not in _DATES_OF_TEMPLATES:
        properties["modified_at"] = modified
    if keywords := split_keywords(values.get("keywords", "")):
        properties["keywords"] = keywords
    if values.get("language"):
        properties["language"] = values["language"]
    return properties


def without_dangling_links(path: Path) -> io.BytesIO:
    """A copy without links to parts that are not there, as Word leaves them of pictures that were removed.

    Word passes them by; python-docx raises KeyError.
    """
    copy = io.BytesIO()
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(copy, "w") as written:
        names = frozenset(archive.namelist())
        for name in archive.namelist():
            part = archive.read(name)
            written.writestr(name, _without_dangling(part, name, names) if name.endswith(".rels") else part)
    copy.seek(0)
    return copy


def _without_dangling(part: bytes, name: str, names: Set[str]) -> bytes:
    from docx.opc.oxml import serialize_part_xml
    from docx.oxml.parser import parse_xml

    # `word/_rels/document.xml.rels` links from the folder `word`.
    folder = posixpath.dirname(posixpath.dirname(name))
    root = parse_xml(part)
    for link in list(root):
        target = posixpath.normpath(posixpath.join("/", folder, link.get("Target", ""))).lstrip("/")
        if link.get("TargetMode") != "External" and target not in names:
            root.remove(link)
    return serialize_part_xml(root)
