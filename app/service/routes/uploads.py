"""Uploads: files come in, and what becomes of them is told, at once and as it happens."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, cast

from fastapi import Depends, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.catalogue.records import UploadStatus
from app.ingesting.uploads import Uploads, public_upload
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import ErrorDetail, error_responses
from app.service.events import EVENT_STREAM, event_response
from app.service.limits import RateLimit
from app.service.owned_routes import owned_routes
from app.service.receiving import ReceivingLimits, receive
from app.service.schemas import Notice
from app.session_ids import LONGEST_SESSION_ID, SESSION_ID
from nodes.domain.errors import InvalidRequestError

router = owned_routes("uploads")

PATH = "/upload"

_FILES = "files"
_VALUES = ("session_id", "collection_id")
_LEFT_OUT = ""
"""An example for what `/docs` would otherwise fill with words of its own, and send."""
_EXAMPLE_FILE: dict[str, JsonValue] = {
    "file_name": "annual-report-2023.pdf",
    "document_id": "d0f3c5a7b9e1d2c4",
    "status": "ready",
    "page_count": 5,
    "chunk_count": 14,
    "seconds": 0.41,
    "notice": None,
    "error": None,
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [_FILES],
                    "additionalProperties": False,
                    "properties": {
                        _FILES: {
                            "type": "array",
                            "minItems": 1,
                            "items": {"type": "string", "format": "binary"},
                            "description": "the files, one part each",
                        },
                        "session_id": {
                            "type": "string",
                            "maxLength": LONGEST_SESSION_ID,
                            "pattern": SESSION_ID,
                            "example": _LEFT_OUT,
                            "description": "they go to this session's private collection; both are made if missing",
                        },
                        "collection_id": {
                            "type": "string",
                            "example": _LEFT_OUT,
                            "description": "they go to this collection; without either, to the collection `default`",
                        },
                    },
                }
            }
        },
    }
}


class UploadedFile(BaseModel):
    """A file of an upload, and how it stands."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE_FILE]})

    file_name: str = Field(description="as the document is called; two of one name in an upload are told apart")
    document_id: str | None = Field(description="null where the file was refused")
    status: UploadStatus = Field(
        description="`pending` waits, `processing` is worked on; `ready` is new, `replaced` took the place of older "
        "content, `linked` shares its content with another name, `unchanged` was there already; `failed` says why"
    )
    page_count: int
    chunk_count: int
    seconds: float = Field(description="of work on this file, with its share of what is done for several at once")
    notice: Notice | None = Field(description="what of it is missing in its document: pages that are images, say")
    error: ErrorDetail | None


class Upload(BaseModel):
    """Files that came together, in the order they came."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "upload_id": "5c1d0e8f9a7b4c6d8e2f1a3b5c7d9e0f",
                    "collection_id": "9f2c41d8e07b3a65",
                    "created_at": "2026-01-31T12:00:00.000000Z",
                    "done": True,
                    "files": [_EXAMPLE_FILE],
                }
            ]
        }
    )

    upload_id: str
    collection_id: str = Field(description="where the documents are")
    created_at: str
    done: bool = Field(description="nothing more will become of any file")
    files: list[UploadedFile]


class UploadList(BaseModel):
    """A page of uploads, the newest first."""

    uploads: list[Upload]
    total: int = Field(description="on every page")
    next: str | None = Field(description="`after` of the next page; null on the last")


def the_uploads(request: Request) -> Uploads:
    """The uploads that the lifespan opened."""
    return cast(Uploads, request.app.state.uploads)


def the_upload_limit(request: Request) -> RateLimit:
    """How often an owner may upload."""
    return cast(RateLimit, request.app.state.upload_limit)


CurrentUploads = Annotated[Uploads, Depends(the_uploads)]


@router.post(
    PATH,
    status_code=HTTPStatus.ACCEPTED,
    response_model=Upload,
    responses=error_responses("not_found", "too_large", "rate_limited"),
    openapi_extra=_BODY,
)
async def upload(
    request: Request,
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    uploads: CurrentUploads,
    limit: Annotated[RateLimit, Depends(the_upload_limit)],
) -> dict[str, Any]:
    """Takes files in and answers before they are worked on, with one result for each.

    A file that cannot be read fails alone, with its reason. The same content again is `unchanged`; changed content
    under the same name replaces the older when it is ready; a copy under another name is `linked`. Work that the
    service leaves when it ends goes on at its next start. Follow it at `/uploads/{upload_id}/events`.

    Refused as a whole: more bytes or files than the limits (413), too many uploads a minute (429), a collection that
    is not there (404), a body that is not multipart or has no files (422), and what would be the first files of
    `default` where none of them can be taken in, as they are empty or too large (422).
    """
    limit.count(owner)
    service, ingest = sheaf.settings.service, sheaf.settings.ingest
    limits = ReceivingLimits(service.upload_max_bytes, service.upload_max_files, ingest.max_bytes)
    async with uploads.folder() as folder:
        received = await receive(request, folder, _FILES, _VALUES, limits)
        if not received.files:
            raise InvalidRequestError("files: there are none.", hint=f"Send each in a part called `{_FILES}`.")
        session_id, collection_id = (received.values.get(name) for name in _VALUES)
        where = await uploads.destination(owner, session_id, collection_id, received.files)
        return public_upload(await uploads.begin(owner, where, received.files))


@router.get("/uploads", response_model=UploadList)
async def list_uploads(
    owner: CurrentOwner,
    uploads: CurrentUploads,
    after: Annotated[str | None, Query(max_length=200, description="the `next` of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=1000, description="uploads on a page")] = 100,
) -> dict[str, Any]:
    """Uploads, the newest first. They are forgotten after 30 days; their documents stay."""
    page = await uploads.uploads(owner, after=after, limit=limit)
    return {"uploads": [public_upload(each) for each in page.uploads], "total": page.total, "next": page.next}


@router.get("/uploads/{upload_id}", response_model=Upload, responses=error_responses("not_found"))
async def get_upload(upload_id: str, owner: CurrentOwner, uploads: CurrentUploads) -> dict[str, Any]:
    """An upload as it stands, also after a restart of the service."""
    return public_upload(await uploads.upload(owner, upload_id))


@router.get(
    "/uploads/{upload_id}/events",
    response_class=Response,
    responses={
        200: {"content": EVENT_STREAM, "description": "Events"},
        **error_responses("not_found"),
    },
)
async def follow_upload(upload_id: str, owner: CurrentOwner, uploads: CurrentUploads, sheaf: CurrentSheaf) -> Response:
    """What happens to an upload, as server-sent events, from how it stands now to its end.

    `progress` with `{"file_name", "stage", "percent"}`; `file` once for each file, with what became of it, as in the
    upload; `done` with the whole upload, as the last. `error` with `{"code", "message", "hint"}` where the upload went
    away meanwhile, as with its collection. Comments keep the connection open.
    """
    events = await uploads.follow(owner, upload_id)
    return event_response(events, "Following the upload", heartbeat_seconds=sheaf.settings.service.heartbeat_seconds)
