"""Bounded views of a document's text, so that a long document costs no more to look at than a short one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nodes.domain.documents import Page

_NEAR = 200
"""Characters before a sample in which the beginning of its line is looked for."""
_SAMPLES = 12
"""Of what follows the beginning of a long text."""


def head_text(pages: Sequence[Page], characters: int) -> str:
    """The beginning of a document over page borders, furniture included (a stamp or running header may name it).

    At most `characters` code points.
    """
    pieces: list[str] = []
    room = characters
    for page in pages:
        if room <= 0:
            break
        pieces.append(page["text"][:room])
        room -= len(pieces[-1])
    return "".join(pieces)


def first_page(pages: Sequence[Page]) -> Page | None:
    """The first page that has text."""
    return next((page for page in pages if page["text"].strip()), None)


def cover_text(pages: Sequence[Page], characters: int = 4000) -> str:
    """The beginning of the first page that has text; empty where none has. At most `characters` code points."""
    cover = first_page(pages)
    return cover["text"][:characters] if cover else ""


def spread_text(pages: Sequence[Page], characters: int) -> str:
    """The whole text where it is short enough, else its beginning and samples spread evenly over the rest.

    A third of the room goes to the beginning, the rest to whole pages (cut where one is too long) at equal distances.
    At most `characters` code points, plus a line break between samples.
    """
    if sum(len(page["text"]) for page in pages) <= characters:
        return "".join(page["text"] for page in pages)
    head = head_text(pages, characters // 3)
    share = (characters - len(head)) // _SAMPLES
    positions = _positions(sum(len(page["text"]) for page in pages), len(head), _SAMPLES)
    return "\n".join([head, *(_slice(pages, position, share) for position in positions)])


def body_pieces(page: Page) -> Iterable[str]:
    """Running prose of a page, in order: what stands between furniture, headings and tables."""
    spans = [*page["furniture"], *page["headings"], *page["tables"]]
    position = 0
    for start, end in sorted((span["start"], span["end"]) for span in spans):
        if start > position:
            yield page["text"][position:start]
        position = max(position, end)
    if position < len(page["text"]):
        yield page["text"][position:]


def _positions(length: int, start: int, samples: int) -> list[int]:
    return [start + (length - start) * index // samples for index in range(samples)]


def _slice(pages: Sequence[Page], position: int, characters: int) -> str:
    """Text from a position counted over all pages, begun at a near line's start and cut at a page's end."""
    for page in pages:
        text = page["text"]
        if position < len(text):
            line_start = text.rfind("\n", max(0, position - _NEAR), position) + 1
            start = line_start or (position if position > _NEAR else 0)
            return text[start : start + characters]
        position -= len(text)
    return ""
