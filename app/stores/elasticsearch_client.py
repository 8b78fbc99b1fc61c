"""The connection to Elasticsearch: one client, searches that leave together, and errors that say what to do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit, urlunsplit

import orjson
from elastic_transport import ConnectionTimeout, TransportError
from elasticsearch import ApiError, AsyncElasticsearch, OrjsonSerializer

from app.settings import Settings
from nodes.domain.errors import RetrievalFailedError, SheafError, UnavailableError

E = TypeVar("E", bound=SheafError)

Answer = dict[str, Any]

UNREACHABLE = (ApiError, TransportError)
"""What the client raises."""
_MOST_TOGETHER = 100


class _Waiting(NamedTuple):
    lines: tuple[bytes, bytes]
    answer: asyncio.Future[Answer | None]


class ElasticsearchConnection:
    """A client that is made when it is first needed, lives as long as its event loop, and is shared by all stores.

    Searches that begin in the same turn of the loop leave together as one request and are answered each by itself:
    a question over ten collections is one round trip.

    Args:
        settings: where the servers are, and how they are reached.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.options = settings.elasticsearch
        self.address = ", ".join(_without_credentials(host) for host in hosts_of(settings))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: AsyncElasticsearch | None = None
        self._lifetime: AsyncGenerator[AsyncElasticsearch, None] | None = None
        self._waiting: list[_Waiting] = []
        self._sending: set[asyncio.Task[None]] = set()

    async def client(self) -> AsyncElasticsearch:
        """The client of the running loop, for requests that search; `writer` is for those that write."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            # A loop closes the generators that it ran when it ends, and with this one the client: also where a
            # blocking call has a loop of its own and nobody calls `close`.
            self._lifetime = self._live()
            self._client = await anext(self._lifetime)
            self._loop, self._waiting, self._sending = loop, [], set()
        return self._client

    async def writer(self) -> AsyncElasticsearch:
        """The client with the patience that writing needs."""
        client = await self.client()
        return client.options(request_timeout=self.options.write_timeout_seconds)

    async def _live(self) -> AsyncGenerator[AsyncElasticsearch, None]:
        client = build_client(self._settings)
        try:
            yield client
        finally:
            await client.close()

    async def close(self) -> None:
        """Gives connections back once what is under way is answered. The next use makes others."""
        if self._loop is asyncio.get_running_loop() and self._lifetime is not None:
            await asyncio.gather(*self._sending, return_exceptions=True)
            await self._lifetime.aclose()
        self._loop = self._client = self._lifetime = None

    async def search(self, index: str, body: Mapping[str, Any], preference: str = "sheaf") -> Answer | None:
        """What a search answers; None where there is no such index.

        Args:
            index: or alias, or a pattern of them.
            body: the search.
            preference: searches of equal preference go to the same copies of shards. Two copies count deleted rows
                differently, and would answer one question in two ways.

        Raises:
            RetrievalFailedError: it failed, or was not completed in time.
        """
        header = {"index": index, "allow_partial_search_results": False, "preference": preference}
        timeout = f"{int(self.options.timeout_seconds * 1000)}ms"
        lines = (orjson.dumps(header), orjson.dumps({"timeout": timeout, **body}))
        await self.client()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer | None] = loop.create_future()
        if not self._waiting:
            # Runs in the loop's next turn, after everything that is to begin in this one.
            loop.call_soon(self._send_waiting)
        self._waiting.append(_Waiting(lines, answer))
        return await answer

    def _send_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for start in range(0, len(waiting), _MOST_TOGETHER):
            task = asyncio.get_running_loop().create_task(self._send(waiting[start : start + _MOST_TOGETHER]))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, waiting: list[_Waiting]) -> None:
        try:
            client = await self.client()
            # Lines that are JSON already are sent as they are.
            lines: list[Any] = [line for each in waiting for line in each.lines]
            answers = (await client.msearch(searches=lines))["responses"]
        except asyncio.CancelledError:
            for each in waiting:
                each.answer.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, each of those who wait is told
            for each in waiting:
                if not each.answer.done():
                    each.answer.set_exception(self._told(error))
            return
        for each, answer in zip(waiting, answers, strict=True):
            if not each.answer.done():
                self._settle(each, answer)

    def _told(self, error: Exception) -> Exception:
        if not isinstance(error, UNREACHABLE):
            return error
        failure = self.failure(RetrievalFailedError, "searched", error)
        failure.__cause__ = error
        return failure

    def _settle(self, waiting: _Waiting, answer: Answer) -> None:
        if "error" not in answer and not answer["timed_out"]:
            waiting.answer.set_result(answer)
        elif answer.get("error", {}).get("type") == "index_not_found_exception":
            waiting.answer.set_result(None)
        else:
            reason = reason_of(answer["error"]) if "error" in answer else "it was not completed in time"
            waiting.answer.set_exception(
                RetrievalFailedError(
                    "Elasticsearch could not be searched.",
                    hint="Try again; `sheaf doctor` shows the state of the cluster.",
                    detail=f"{self.address}: {reason}.",
                )
            )

    def failure(self, kind: type[E], verb: str, error: Exception) -> E:
        """A typed error for what the client raised.

        Args:
            kind: RetrievalFailedError for reads, UnavailableError for writes.
            verb: what could not be done, such as "searched".
            error: of the client.
        """
        what, where = f"Elasticsearch could not be {verb}", f"It is at {self.address}."
        if isinstance(error, ConnectionTimeout):
            limit = self.options.write_timeout_seconds if kind is UnavailableError else self.options.timeout_seconds
            return kind(
                f"{what}: no answer within {limit:g} seconds.", hint="Is it overloaded? Try again.", detail=where
            )
        if isinstance(error, ApiError):
            if error.status_code in (401, 403) and "security" in str(error.body):
                hint = "Check SHEAF_ELASTICSEARCH__API_KEY, or its USERNAME and PASSWORD."
                return kind(f"{what}: it refused the credentials.", hint=hint, detail=where)
            reason = reason_of(error.body.get("error") if isinstance(error.body, dict) else error.body)
            return kind(
                f"{what}.",
                hint="Try again; `sheaf doctor` shows the state of the cluster.",
                detail=f"{self.address}: {reason}.",
            )
        return kind(f"{what}: no connection.", hint="Start it, or check SHEAF_ELASTICSEARCH_URL.", detail=where)


def hosts_of(settings: Settings) -> list[str]:
    """The addresses that are set."""
    return [host.strip() for host in (settings.elasticsearch_url or "").split(",") if host.strip()]


def build_client(settings: Settings) -> AsyncElasticsearch:
    """A client as the settings say. A search is tried at each server once, and never again after a timeout."""
    options, hosts = settings.elasticsearch, hosts_of(settings)
    given: dict[str, Any] = {}
    if options.api_key is not None:
        given["api_key"] = options.api_key.get_secret_value()
    elif options.username is not None and options.password is not None:
        given["basic_auth"] = (options.username, options.password.get_secret_value())
    if options.ca_certs is not None:
        given["ca_certs"] = str(options.ca_certs)
    if not options.verify_certs:
        given |= {"verify_certs": False, "ssl_show_warn": False}
    return AsyncElasticsearch(
        hosts,
        request_timeout=options.timeout_seconds,
        # Once more even with one server: the first failure may be of a connection that it closed when it restarted.
        max_retries=len(hosts),
        retry_on_timeout=False,
        retry_on_status=(502, 503, 504) if len(hosts) > 1 else (),
        serializer=OrjsonSerializer(),
        **given,
    )


def _without_credentials(host: str) -> str:
    parts = urlsplit(host)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def reason_of(error: object) -> str:
    """What a server's error says, without the indexes and shards around it."""
    if not isinstance(error, Mapping):
        return str(error)[:200]
    causes = error.get("root_cause") or [error]
    cause = causes[0] if isinstance(causes[0], Mapping) else error
    inner = error.get("caused_by") if cause.get("reason") is None else None
    reason = (inner or cause).get("reason")
    return f"{(inner or cause).get('type')}: {str(reason)[:200]}"
