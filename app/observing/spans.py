"""OpenTelemetry spans, where a collector is named and the extra is installed."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from app.extras import require
from nodes.domain.chat import TraceEntry

if TYPE_CHECKING:
    from fastapi import FastAPI
    from opentelemetry.sdk.trace import TracerProvider

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


class Spans:
    """Spans of one application: one a request, and under it one for every step of a graph."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("sheaf")

    def instrument(self, application: FastAPI) -> None:
        """Gives every request of the application a span."""
        from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor

        FastAPIInstrumentor.instrument_app(application, tracer_provider=self._provider)

    def step(self, graph: str, entry: TraceEntry) -> None:
        """A span for a step that has just ended, under that of the request in whose course it ran."""
        end = time.time_ns()
        span = self._tracer.start_span(
            f"{graph}.{entry['node']}",
            start_time=end - int(entry["seconds"] * 1e9),
            attributes={"sheaf.graph": graph, "sheaf.node": entry["node"]},
        )
        span.end(end)

    def close(self) -> None:
        """Sends what is left to be sent."""
        self._provider.shutdown()


def configured_spans() -> Spans | None:
    """Spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names; None where it names none.

    Raises:
        UnavailableError: it names one, and the extra is not installed.
    """
    if not os.environ.get(ENDPOINT):
        return None
    require(
        "opentelemetry.sdk.trace",
        "opentelemetry.exporter.otlp.proto.http.trace_exporter",
        "opentelemetry.instrumentation.fastapi",
        lack=f"{ENDPOINT} is set, and OpenTelemetry is not installed.",
        hint=f"Install sheaf[otel], or unset {ENDPOINT}.",
    )
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    service = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "sheaf")}
    provider = TracerProvider(resource=Resource.create(service))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Spans(provider)
