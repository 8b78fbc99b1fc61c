"""Comments on cells of a workbook, which the library leaves out where it reads row by row."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.reading.normalise import normalise_line

if TYPE_CHECKING:
    from zipfile import ZipFile

_THREAD = "[Threaded comment]"
"""Begins what older programs are shown of a conversation; what was said follows `Comment:`."""
_THREAD_AUTHOR = "tc="


def comments_on(archive: ZipFile, worksheet: str) -> list[str]:
    """The comments on a worksheet in the order of the file: `Comment on B5 by Ilse Brandt: …`. Damaged ones are lost.

    Args:
        archive: The workbook.
        worksheet: Name of the worksheet's part in it.
    """
    from openpyxl.comments.comment_sheet import CommentSheet
    from openpyxl.packaging.relationship import get_dependents, get_rels_path
    from openpyxl.xml.constants import COMMENTS_NS
    from openpyxl.xml.functions import fromstring

    told: list[str] = []
    relations = get_rels_path(worksheet)
    with suppress(AttributeError, KeyError, IndexError, SyntaxError, TypeError, ValueError):
        if relations in archive.namelist():
            for relation in get_dependents(archive, relations).find(COMMENTS_NS):
                sheet = CommentSheet.from_tree(fromstring(archive.read(relation.target)))
                told += [
                    _told(str(cell), str(comment.author or ""), str(comment.text)) for cell, comment in sheet.comments
                ]
    return told


def _told(cell: str, author: str, text: str) -> str:
    said = text.partition("Comment:")[2] if text.startswith(_THREAD) else text
    by = f" by {author}" if author.strip() and not author.startswith(_THREAD_AUTHOR) else ""
    return normalise_line(f"Comment on {cell}{by}: {said}")
