"""What a PDF says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.reading.layout import split_authors, split_keywords, utc_date
from app.reading.normalise import normalise_line
from nodes.domain.documents import FileProperties
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_PDF_DATE = lazy_regex(r"D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+-])(\d\d)'?(\d\d)?'?|Z)?")


def pdf_properties(document: PdfDocument) -> FileProperties:
    """Title, authors, dates and keywords of the information dictionary; what is empty is left out."""
    values = {name: normalise_line(value) for name, value in document.get_metadata_dict().items()}
    properties = FileProperties()
    if values.get("Title"):
        properties["title"] = values["Title"]
    if authors := split_authors(values.get("Author", "")):
        properties["authors"] = authors
    if created := pdf_date(values.get("CreationDate", "")):
        properties["created_at"] = created
    if modified := pdf_date(values.get("ModDate", "")):
        properties["modified_at"] = modified
    if keywords := split_keywords(values.get("Keywords", "")):
        properties["keywords"] = keywords
    return properties


def pdf_date(value: str) -> str | None:
    """A PDF date (`D:20230815234220-05'00'`, ISO 32000-1, 7.9.4) in ISO 8601, UTC; None where it is none."""
    found = _PDF_DATE.match(value)
    if found is None:
        return None
    year, month, day, hour, minute, second, sign, zone_hour, zone_minute = found.groups()
    zone = f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else "+00:00"
    date = f"{year}-{month or '01'}-{day or '01'}"
    return utc_date(f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}" if hour else date)
