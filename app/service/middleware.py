"""Around every request: its id, its line in the log, its metrics, and the headers that keep browsers careful."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.observing.metrics import Metrics
from app.observing.request_id import REQUEST_ID, request_id_of
from app.service.admission import SAFE_METHODS, Admission
from app.service.errors import error_reply, refusal
from app.service.hosts import goes_by
from app.service.routes import uploads
from app.service.routes.docs import DOCS
from app.settings import ServiceSettings
from nodes.domain.errors import ForbiddenError, InternalError, InvalidRequestError

REQUEST_ID_HEADER = "X-Request-ID"
TAKEN_HEADERS = (
    "Authorization",
    "Content-Type",
    "If-None-Match",
    "Last-Event-ID",
    "Mcp-Protocol-Version",
    "Mcp-Session-Id",
    REQUEST_ID_HEADER,
)
"""What pages of other sites that may call send: the clients of both protocols among them."""
TOLD_HEADERS = ("Mcp-Session-Id", "Retry-After", "X-Next", REQUEST_ID_HEADER)
"""What such pages may read of replies."""
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
DOCS_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page of the API has a script of its own inside; it shows no user's text."""
_SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_QUIET_ROUTES = frozenset({"/health", "/ready", "/metrics"})
"""Asked every few seconds by machines: their lines are for debugging."""

_log = logging.getLogger("sheaf.request")


class Watch:
    """Gives every request an id, counts it, and answers what nobody foresaw.

    It stands outside of everything else, so that the reply to a fault carries the id as well.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = request_id_of(Headers(scope=scope).get(REQUEST_ID_HEADER))
        token = REQUEST_ID.set(request_id)
        begin, status = time.perf_counter(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID_HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except Exception as error:
            doing = f"{scope['method']} {_template(scope)}"
            told = InternalError.unexpected(error, doing, _log, reference=request_id)
            if status:
                raise
            await refusal(scope["path"], told)(scope, receive, answer)
        finally:
            self._tell(scope, status, time.perf_counter() - begin)
            REQUEST_ID.reset(token)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        """Counts and logs by the route's template: paths hold names of files and ids."""
        route = _template(scope)
        self._metrics.request(scope["method"], route, status, seconds)
        level = logging.DEBUG if route in _QUIET_ROUTES else logging.INFO
        facts = {"method": scope["method"], "route": route, "status": status, "seconds": round(seconds, 4)}
        _log.log(level, "%s %s %d", scope["method"], route, status, extra=facts)


class SecurityHeaders:
    """Tells browsers to run nothing but what the service itself serves, and to show it nowhere else."""

    def __init__(self, app: ASGIApp, cross_origin: bool) -> None:
        self._app = app
        self._headers = {
            name: value
            for name, value in _SECURITY_HEADERS.items()
            if not (cross_origin and name == "Cross-Origin-Resource-Policy")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = DOCS_POLICY if scope["path"] == DOCS else CONTENT_POLICY

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {"Content-Security-Policy": policy, **self._headers}.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, answer)


class SameSite:
    """Refuses what pages of other sites send through the browser of somebody who can reach the service.

    Browsers send forms and files to any site without asking; they keep only the reply from the page. And a name that
    an attacker makes point here lets a page pass for one of the service's own: see `goes_by`.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str], hosts: Collection[str], needs_key: bool) -> None:
        self._app = app
        self._origins = frozenset(origins)
        self._hosts = frozenset(hosts)
        self._needs_key = needs_key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers 421 or 403."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            host, origin = headers.get("host", ""), headers.get("origin")
            server = (scope.get("server") or (None,))[0]
            if not goes_by(_hostname(f"//{host}"), self._hosts, needs_key=self._needs_key, server=server):
                report = InvalidRequestError(
                    "The service does not go by this name.", hint="Add it to SHEAF_SERVICE__ALLOWED_HOSTS."
                ).report()
                await JSONResponse({"error": report}, HTTPStatus.MISDIRECTED_REQUEST)(scope, receive, send)
                return
            if scope["method"] not in SAFE_METHODS and origin is not None and not self._is_own(origin, host):
                foreign = ForbiddenError(
                    "Pages of other sites may not send this.",
                    hint="Add the site to SHEAF_SERVICE__CORS_ORIGINS, or let the proxy pass on the header Host.",
                )
                await refusal(scope["path"], foreign)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, origin: str, host: str) -> bool:
        return origin in self._origins or origin.partition("://")[2] == host


class CrossOrigin(CORSMiddleware):
    """Tells browsers which pages of other sites may call; what it refuses has the shape of all errors."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """What a browser is told that asks before it sends."""
        told = super().preflight_response(request_headers)
        if told.status_code == HTTPStatus.OK:
            return told
        refused = ForbiddenError(
            f"{bytes(told.body).decode()}.",
            hint="SHEAF_SERVICE__CORS_ORIGINS names the sites that may call; the headers here say what they may send.",
        )
        headers = {name: value for name, value in told.headers.items() if not name.startswith("content-")}
        return error_reply(refused.report(), headers)


def _hostname(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def add_middleware(application: FastAPI, settings: ServiceSettings, metrics: Metrics, *, needs_key: bool) -> None:
    """Puts the service's middleware around the application; the last one added is the outermost.

    Args:
        application: of the service.
        settings: of the service.
        metrics: told of every request.
        needs_key: whether requests for data need one.
    """
    application.add_middleware(Admission, body_max_bytes=settings.body_max_bytes, measured_elsewhere=(uploads.PATH,))
    if settings.cors_origins:
        application.add_middleware(
            CrossOrigin,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=TAKEN_HEADERS,
            expose_headers=TOLD_HEADERS,
        )
    application.add_middleware(
        SameSite, origins=settings.cors_origins, hosts=settings.allowed_hosts, needs_key=needs_key
    )
    application.add_middleware(SecurityHeaders, cross_origin=bool(settings.cors_origins))
    application.add_middleware(Watch, metrics=metrics)


def _template(scope: Scope) -> str:
    """The template of the route that took the request; `none` where none did."""
    return getattr(scope.get("route"), "path", None) or "none"
