"""Every error that leaves the service has one shape: `{"error": {"code", "message", "hint"}}`, with a true status."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from app.service.fields import told_problems
from app.service.openai_protocol import PROTOCOL_PREFIX, protocol_error
from nodes.domain.errors import ErrorCode, ErrorReport, RateLimitedError, SheafError

STATUS: Mapping[ErrorCode, HTTPStatus] = {
    "empty_file": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unreadable_file": HTTPStatus.UNPROCESSABLE_ENTITY,
    "encrypted_file": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no_text": HTTPStatus.UNPROCESSABLE_ENTITY,
    "parse_timeout": HTTPStatus.UNPROCESSABLE_ENTITY,
    "text_refused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unsupported_type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_many": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "invalid_request": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unauthorized": HTTPStatus.UNAUTHORIZED,
    "forbidden": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "conflict": HTTPStatus.CONFLICT,
    "rate_limited": HTTPStatus.TOO_MANY_REQUESTS,
    "retrieval_failed": HTTPStatus.BAD_GATEWAY,
    "model_failed": HTTPStatus.BAD_GATEWAY,
    "unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "internal": HTTPStatus.INTERNAL_SERVER_ERROR,
}


_ONE_OBJECT = "Send one JSON object, in UTF-8."
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class ErrorDetail(BaseModel):
    """What happened, to what, and how to mend it."""

    model_config = ConfigDict(title="Error")

    code: ErrorCode = Field(examples=["not_found"])
    message: str = Field(examples=["There is no document 0f3c."])
    hint: str = Field(examples=["It may have been deleted, or belong to somebody else."])


class ErrorReply(BaseModel):
    """The body of every reply that is not a success."""

    error: ErrorDetail


def error_responses(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI responses of a route that can fail in these ways."""
    return {STATUS[code].value: {"model": ErrorReply} for code in codes}


def error_reply(report: ErrorReport, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error as a reply."""
    return JSONResponse({"error": report}, STATUS[report["code"]], headers=dict(headers or {}))


def refusal(path: str, error: SheafError) -> JSONResponse:
    """The reply to a request that no route has seen, in the shape that clients of its path read."""
    return _shaped(path, error.report(), STATUS[error.code], error_headers(error))


def _shaped(path: str, report: ErrorReport, status: int, headers: Mapping[str, str] | None) -> JSONResponse:
    of_protocol = path.startswith(PROTOCOL_PREFIX)
    body = protocol_error(report, status) if of_protocol else {"error": report}
    return JSONResponse(body, status, headers=dict(headers or {}))


def error_headers(error: SheafError) -> dict[str, str]:
    """What a reply tells of an error beside its body."""
    if isinstance(error, RateLimitedError):
        return {"Retry-After": str(error.retry_after)}
    return {"WWW-Authenticate": "Bearer"} if error.code == "unauthorized" else {}


def validation_report(request: Request, error: RequestValidationError) -> ErrorReport:
    """What is wrong with a request, field by field, or where its body is no JSON."""
    if isinstance(error.body, bytes):
        # As it came: the framework reads it only where it is called JSON.
        sent = request.headers.get("content-type", "")
        message = f"The body is not JSON by its Content-Type, which is {sent!r}."
        return {"code": "invalid_request", "message": message, "hint": "Send `Content-Type: application/json`."}
    for problem in error.errors():
        if problem["type"] == "json_invalid":
            place, why = int(problem["loc"][-1]) + 1, problem["ctx"]["error"]
            message = f"The body is no valid JSON: {why} at character {place}."
            return {"code": "invalid_request", "message": message, "hint": _ONE_OBJECT}
    message, hint = told_problems(error.errors(), request.scope.get("route"))
    return {"code": "invalid_request", "message": message, "hint": hint}


def http_report(request: Request, error: HTTPException) -> ErrorReport:
    """What the framework refused: a path that is not there, a method, a body that cannot be read."""
    hint = "/docs lists the routes."
    if error.status_code == HTTPStatus.NOT_FOUND:
        return {"code": "not_found", "message": f"There is nothing at {request.url.path}.", "hint": hint}
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        there = ", ".join(_allowed(request))
        message = f"There is no {request.method} at {request.url.path}, only {there}."
        return {"code": "invalid_request", "message": message, "hint": hint}
    unread = {UnicodeDecodeError: "The body is not in UTF-8.", RecursionError: "The body is nested too deep."}
    for kind, message in unread.items():
        if isinstance(error.__cause__, kind):
            return {"code": "invalid_request", "message": message, "hint": _ONE_OBJECT}
    return {"code": "invalid_request", "message": f"{str(error.detail).rstrip('.')}.", "hint": hint}


def add_error_handlers(application: FastAPI) -> None:
    """Makes the application answer every error in the one shape; what nobody foresaw is answered around it all."""
    application.exception_handler(SheafError)(_on_sheaf_error)
    application.exception_handler(RequestValidationError)(_on_validation_error)
    application.exception_handler(HTTPException)(_on_http_exception)


async def _on_sheaf_error(_: Request, error: SheafError) -> JSONResponse:
    return error_reply(error.report(), error_headers(error))


async def _on_validation_error(request: Request, error: RequestValidationError) -> JSONResponse:
    return error_reply(validation_report(request, error))


async def _on_http_exception(request: Request, error: HTTPException) -> JSONResponse:
    report = http_report(request, error)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error.status_code == HTTPStatus.BAD_REQUEST else error.status_code
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_allowed(request))
    return _shaped(request.url.path, report, status, headers)


def _allowed(request: Request) -> list[str]:
    """The methods that a path has. The framework names those of one route, and a path has one for each method."""
    return [
        method
        for method in _METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    ]
