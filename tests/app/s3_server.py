"""A real S3 API on loopback, in which requests can be made to fail, and whose requests can be looked at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug.serving import make_server

Environment = dict[str, Any]
Reply = tuple[str, bytes]
"""Status line and body."""
Fault = Callable[[Environment], Reply | None]
"""Gives a reply, or None where the request is to be answered as it should be."""

BROKEN: Reply = ("500 Internal Server Error", b"<Error><Code>InternalError</Code></Error>")


class S3Server:
    """moto's server in a thread; its buckets are in the memory of this process."""

    def __init__(self) -> None:
        self._application = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True, request_handler=MotoRequestHandler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.fault: Fault | None = None
        self.requests: list[tuple[str, str, int]] = []
        """Method, path with query, and bytes of the body of each request."""

    def stop(self) -> None:
        """Ends it."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _answer(self, environment: Environment, start: Callable[..., Any]) -> Iterable[bytes]:
        length = int(environment.get("CONTENT_LENGTH") or 0)
        path = f"{environment['PATH_INFO']}?{environment['QUERY_STRING']}"
        self.requests.append((environment["REQUEST_METHOD"], path, length))
        reply = None if self.fault is None else self.fault(environment)
        if reply is None:
            answer: Iterable[bytes] = self._application(environment, start)
            return answer
        environment["wsgi.input"].read(length)
        status, body = reply
        start(status, [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))])
        return [body]


def client(url: str) -> Any:
    """AWS's own client of the server, to look past Sheaf at what is there."""
    import boto3

    return boto3.client("s3", endpoint_url=url, aws_access_key_id="key", aws_secret_access_key="secret")
