"""Pages of documents: as they look, and as text, with the passage that an answer rests on marked."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import Header, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.pages.blocks import Block
from app.pages.pages import PageView
from app.pages.painting import MarkedBox
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import error_responses
from app.service.owned_routes import owned_routes

router = owned_routes("documents")

_MOST_PAGES = 1_000_000
"""A higher page number is refused before the catalogue is asked."""
_LONGEST_QUOTE = 10_000
"""Characters; the address of a request bears it."""
_CACHED = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
"""Kept by the browser and asked for again each time, which is cheap: what was deleted must not be shown."""

PageNumber = Annotated[int, Path(ge=1, le=_MOST_PAGES, description="page number, from 1")]
Highlight = Annotated[str | None, Query(max_length=200, description="id of the chunk whose passage is marked")]
Quote = Annotated[
    str, Query(max_length=_LONGEST_QUOTE, description="words of the passage to mark most strongly, as a citation has")
]
Scale = Annotated[float, Query(ge=1, le=3, description="pixels for each point (1/72 inch)")]


class PageMark(BaseModel):
    """What is marked in the text of a page."""

    start: int = Field(description="offset in `text`, in code points")
    end: int
    strong: bool = Field(description="the quoted words, or the passage where nothing is quoted")


class PageBox(BaseModel):
    """A piece of a marked line on the picture of a page, in parts of its width and height from the upper left."""

    left: float = Field(ge=0, le=1)
    top: float = Field(ge=0, le=1)
    right: float = Field(ge=0, le=1)
    bottom: float = Field(ge=0, le=1)
    strong: bool


class PagePiece(BaseModel):
    """A part of `text` that is shown, in one style. What stands between pieces only sets the text, as `**` does."""

    start: int = Field(description="offset in `text`, in code points")
    end: int
    styles: list[Literal["strong", "emphasis", "code", "link", "break"]] = Field(
        description="`break`: a line ends here, and the piece itself is not shown"
    )
    cell: int = Field(description="of a row, from 0; empty cells have no pieces")


class PageBlock(BaseModel):
    """What stands by itself on a page: a heading, a paragraph, an item of a list, a row of a table, or code."""

    kind: Literal["heading", "paragraph", "item", "numbered", "row", "code", "rule", "plain"] = Field(
        description="`numbered`: an item whose number is in its text; `plain`: shown as it stands, line by line"
    )
    level: int = Field(description="of a heading, from 1; 0 for everything else")
    depth: int = Field(description="how many lists it is in")
    is_quoted: bool
    is_header: bool = Field(description="whether a row names the columns of its table")
    table: int = Field(description="the same for rows of one table that follow each other")
    pieces: list[PagePiece] = Field(description="in order, without overlaps")


class Page(BaseModel):
    """A page as text, with its marks."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "document_id": "d0f3c5a7b9e1d2c4",
                    "file_name": "annual-report-2023.pdf",
                    "title": "Annual Report 2023",
                    "page_number": 4,
                    "page_count": 5,
                    "kind": "image",
                    "text": "Income statement\nTotal revenue 1,867 1,371 1,196\n",
                    "text_start": 0,
                    "text_length": 49,
                    "marks": [
                        {"start": 0, "end": 17, "strong": False},
                        {"start": 17, "end": 49, "strong": True},
                    ],
                    "quote_found": True,
                    "marked_pages": [4],
                    "section_path": ["Financial statements", "Income statement"],
                    "image_url": "/documents/d0f3c5a7b9e1d2c4/pages/4.png?highlight=r01-00007",
                    "boxes": None,
                    "blocks": None,
                }
            ]
        }
    )

    document_id: str
    file_name: str
    title: str
    page_number: int
    page_count: int
    kind: Literal["image", "text"] = Field(description="`text` where the file has no pages that look like anything")
    text: str = Field(description="of the page, at most 20,000 characters; of a longer one the part around the marks")
    text_start: int = Field(description="where in the text of the whole page this part begins")
    text_length: int = Field(description="of the whole page")
    marks: list[PageMark] = Field(description="in order, without overlaps")
    quote_found: bool | None = Field(description="null where no quote was given")
    marked_pages: list[int] = Field(description="every page that the passage goes over")
    section_path: list[str]
    image_url: str | None = Field(description="the page as it looks, with the same marks; null where kind is `text`")
    boxes: list[PageBox] | None = Field(description="null where they were not asked for, or kind is `text`")
    blocks: list[PageBlock] | None = Field(
        description="how `text` is set, in order; null where that was not asked for, and where it is shown line by line"
    )


@router.get(
    "/documents/{document_id}/pages/{page_number}.png",
    response_class=Response,
    responses={
        HTTPStatus.OK.value: {"content": {"image/png": {}}, "description": "The page as it looks."},
        HTTPStatus.NOT_MODIFIED.value: {"description": "The picture is still the one that `If-None-Match` names."},
        **error_responses("not_found", "conflict", "retrieval_failed"),
    },
)
async def page_picture(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    document_id: str,
    page_number: PageNumber,
    highlight: Highlight = None,
    quote: Quote = "",
    scale: Scale = 2,
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """The page as it looks, with the passage of a chunk marked and the quoted words in it marked most strongly.

    A page of a PDF is drawn as it is. Other formats have no pages that look like anything: their text is set as a
    picture of its own, at most 120 lines around the passage; the page as JSON has the text itself.
    """
    known = (if_none_match or "").removeprefix("W/").strip('"')
    name, png = await sheaf.pages.picture(
        owner, document_id, page_number, highlight=highlight, quote=quote, scale=scale, known=known
    )
    headers = {**_CACHED, "ETag": f'"{name}"'}
    if png is None:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(png, media_type="image/png", headers=headers)


@router.get(
    "/documents/{document_id}/pages/{page_number}",
    responses=error_responses("not_found", "conflict", "retrieval_failed"),
)
async def page_text(
    request: Request,
    response: Response,
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    document_id: str,
    page_number: PageNumber,
    highlight: Highlight = None,
    quote: Quote = "",
    offset: Annotated[int | None, Query(ge=0, le=2**31, description="where in a long page to begin reading")] = None,
    boxes: Annotated[bool, Query(description="also find where the marks are on the picture")] = False,
    blocks: Annotated[bool, Query(description="also find headings, lists, tables and code in the text")] = False,
) -> Page:
    """The page as text, with the passage of a chunk and the quoted words in it as ranges to mark.

    The text is that of the document and nothing else: show it as text, never as HTML.
    """
    view = await sheaf.pages.view(
        owner,
        document_id,
        page_number,
        highlight=highlight,
        quote=quote,
        offset=offset,
        with_boxes=boxes,
        with_blocks=blocks,
    )
    response.headers.update(_CACHED)
    return _page(view, request, highlight, quote)


def _page(view: PageView, request: Request, highlight: str | None, quote: str) -> Page:
    image_url = None
    if view.kind == "image":
        path = request.url_for("page_picture", document_id=view.document_id, page_number=view.page_number).path
        given = {"highlight": highlight, "quote": quote}
        query = urlencode({name: value for name, value in given.items() if value})
        image_url = f"{path}?{query}" if query else path
    return Page(
        document_id=view.document_id,
        file_name=view.file_name,
        title=view.title,
        page_number=view.page_number,
        page_count=view.page_count,
        kind=view.kind,
        text=view.text,
        text_start=view.text_start,
        text_length=view.text_length,
        marks=[PageMark(start=mark.start, end=mark.end, strong=mark.strong) for mark in view.marks],
        quote_found=view.quote_found,
        marked_pages=view.marked_pages,
        section_path=view.section_path,
        image_url=image_url,
        boxes=None if view.boxes is None else [_box(marked) for marked in view.boxes],
        blocks=None if view.blocks is None else [_block(block) for block in view.blocks],
    )


def _block(block: Block) -> PageBlock:
    return PageBlock(
        kind=block.kind,
        level=block.level,
        depth=block.depth,
        is_quoted=block.is_quoted,
        is_header=block.is_header,
        table=block.table,
        pieces=[PagePiece(start=at, end=end, styles=[*styles], cell=cell) for at, end, styles, cell in block.pieces],
    )


def _box(marked: MarkedBox) -> PageBox:
    left, top, right, bottom = (round(side, 5) for side in marked.box)
    return PageBox(left=left, top=top, right=right, bottom=bottom, strong=marked.strong)
