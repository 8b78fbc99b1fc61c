"""The web page: the page itself at `/`, and what it loads under `/static`. Anyone may have it; it holds no data."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.staticfiles import StaticFiles

from app.web import INDEX, STATIC_FOLDER

router = APIRouter(include_in_schema=False)

_METHODS = ["GET", "HEAD"]
_CACHED = "no-cache"
"""Kept by the browser and asked for again each time by its ETag: a new version of the service shows at once."""
_files = StaticFiles(directory=STATIC_FOLDER, check_dir=False)


@router.api_route("/", methods=_METHODS)
async def page(request: Request) -> Response:
    """The page."""
    return await _sent(INDEX, request)


@router.api_route("/static/{path:path}", methods=_METHODS)
async def static(request: Request, path: str) -> Response:
    """A style sheet, a script or a picture of the page."""
    return await _sent(path, request)


async def _sent(path: str, request: Request) -> Response:
    response = await _files.get_response(path, request.scope)
    response.headers["Cache-Control"] = _CACHED
    return response
