"""What DOCX, PPTX and XLSX have in common: their core properties."""

from __future__ import annotations

import zipfile
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
