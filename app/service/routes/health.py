"""Is the service alive, is it ready, and how does it fare."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Literal, cast

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from app.observing.metrics import CONTENT_TYPE, Metrics
from app.readiness import Readiness
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import ErrorDetail, ErrorReply, error_responses
from nodes.domain.errors import UnavailableError

router = APIRouter(tags=["service"])

UNTOLD = "The log of the service says why."


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Part(BaseModel):
    """One part that answers need."""

    ready: bool
    why: str = Field(description="what is wrong and how to mend it, or how it fares; or empty", examples=[""])


class Ready(BaseModel):
    """Everything that answers need is there."""

    status: Literal["ready"] = "ready"
    parts: dict[str, Part] = Field(examples=[{"catalogue": {"ready": True, "why": ""}}])


class NotReady(ErrorReply):
    """Something that answers need is not there; the error names it."""

    parts: dict[str, Part] = Field(examples=[{"store": {"ready": False, "why": "The store cannot be read."}}])


@router.get("/health")
@router.head("/health", include_in_schema=False)
async def health() -> Health:
    """Whether the process answers; says nothing of what it depends on."""
    return Health()


@router.get("/ready", response_model=Ready, responses={HTTPStatus.SERVICE_UNAVAILABLE.value: {"model": NotReady}})
@router.head("/ready", response_model=Ready, include_in_schema=False)
async def ready(request: Request, sheaf: CurrentSheaf) -> Ready | JSONResponse:
    """Whether catalogue, store, files and embedding model work; if not, which does not, and why."""
    readiness = cast("Readiness", request.app.state.readiness)
    states = await readiness.states()
    if sheaf.settings.auth == "keys":
        # Anyone may ask, and reasons name folders and servers.
        states = {name: replace(state, why="" if state.ready else UNTOLD) for name, state in states.items()}
    parts = {name: Part(ready=state.ready, why=state.why) for name, state in states.items()}
    missing = {name: part.why for name, part in parts.items() if not part.ready}
    if not missing:
        return Ready(parts=parts)
    told = " ".join(f"{name}: {why}" for name, why in missing.items())
    report = UnavailableError(f"Not ready. {told}", hint="`sheaf doctor` shows more.").report()
    reply = NotReady(error=ErrorDetail(**report), parts=parts)
    return JSONResponse(reply.model_dump(), HTTPStatus.SERVICE_UNAVAILABLE)


@router.get(
    "/metrics",
    response_class=Response,
    responses={HTTPStatus.OK.value: {"content": {CONTENT_TYPE: {}}}, **error_responses("unauthorized")},
)
async def metrics(request: Request, owner: CurrentOwner) -> Response:  # noqa: ARG001 - it asks for a key
    """Prometheus metrics. No label names an owner, a document or a question."""
    return Response(cast("Metrics", request.app.state.metrics).text(), media_type=CONTENT_TYPE)
