"""How a page is set, by the kind of its file: the reader of each kind gives the text one of a few forms."""

from __future__ import annotations

from app.pages.blocks import Block
from app.pages.built_blocks import built_blocks
from app.pages.markdown_blocks import markdown_blocks
from nodes.domain.documents import Page

_HTML = "text/html"
_WRITTEN = frozenset({"text/markdown", "application/x-ipynb+json"})
_MARKDOWN = _WRITTEN | {_HTML, "application/x-tex"}
_BUILT = frozenset(
    {
        "text/csv",
        "application/msword",
        "application/rtf",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }
)


def is_set(media_type: str) -> bool:
    """Whether files of this kind are more than lines: a plain text, a program or a mail is shown as it is."""
    return media_type in _MARKDOWN or media_type in _BUILT


def set_blocks(media_type: str, page: Page, start: int, end: int) -> list[Block]:
    """The blocks of `text[start:end]` of a page, counted from `start`; none where it is shown as it is.

    Args:
        media_type: of its file.
        page: as it is stored.
        start: where the part begins that is shown.
        end: where it ends.
    """
    if media_type in _MARKDOWN:
        is_written = media_type in _WRITTEN
        return markdown_blocks(page, start, end, is_written=is_written, keeps_lines=media_type == _HTML)
    return built_blocks(page, start, end) if media_type in _BUILT else []
