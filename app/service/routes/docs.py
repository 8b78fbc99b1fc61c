"""The page of the API at `/docs`; what it loads is addressed from there, as a proxy may rename the service."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

DOCS = "/docs"

router = APIRouter(include_in_schema=False)

_PARAMETERS = {"tryItOutEnabled": True, "persistAuthorization": True, "filter": True, "displayRequestDuration": True}
_files = StaticFiles(packages=[("fastapi_swagger", "resources")])
"""The framework's own page takes them from elsewhere."""


@router.get(DOCS)
async def docs(request: Request) -> HTMLResponse:
    """The page, over the document of the application that serves it."""
    title = f"{request.app.title} - Swagger UI"
    return get_swagger_ui_html(
        openapi_url="openapi.json",
        title=title,
        swagger_js_url="swagger/swagger-ui-bundle.js",
        swagger_css_url="swagger/swagger-ui.css",
        swagger_favicon_url="swagger/favicon-32x32.png",
        swagger_ui_parameters=_PARAMETERS,
    )


@router.get("/swagger/{path:path}")
async def swagger(request: Request, path: str) -> Response:
    """A script, a style sheet or a picture of the page."""
    return await _files.get_response(path, request.scope)
