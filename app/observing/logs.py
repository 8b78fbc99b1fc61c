"""JSON logs: one object a line on stderr, each with the id of its request."""

from __future__ import annotations

import logging
import sys
import time
from typing import TextIO

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from app.observing.request_id import REQUEST_ID

OWN = ("sheaf", "app", "graphs", "nodes")
"""The loggers of this project: only they write under INFO."""
QUIET = ("httpx", "httpcore", "openai", "alembic", "aiosqlite", "PIL", "urllib3", "mcp", "procrastinate", "psycopg")
"""Libraries whose own chatter stays out under WARNING: some of it holds what users asked."""
SILENT = ("elastic_transport", "elasticsearch")
"""Libraries that warn of each failure with its traceback and raise it as well: the error made of it is logged."""


class RequestIdFilter(logging.Filter):
    """Gives every record the id of the request in whose course it was written."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets everything pass."""
        record.request_id = REQUEST_ID.get()
        return True


def configure_logs(level: str, stream: TextIO | None = None) -> logging.Handler:
    """Sends all logs of the process to one JSON handler, in place of whatever was set up before.

    Args:
        level: the lowest level that is written: `debug`, `info`, `warning` or `error`.
        stream: where to; stderr if None.

    Returns:
        The handler.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.addFilter(RequestIdFilter())
    handler.setFormatter(_formatter())
    lowest = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=max(lowest, logging.INFO), handlers=[handler], force=True)
    for name in OWN:
        logging.getLogger(name).setLevel(lowest)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.ERROR)
    return handler


def _formatter() -> logging.Formatter:
    formatter = JsonFormatter(
        "{asctime}{levelname}{name}{request_id}{message}",
        style="{",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        reserved_attrs=[*RESERVED_ATTRS, "color_message"],
        json_ensure_ascii=False,
    )
    formatter.converter = time.gmtime
    formatter.default_time_format = "%Y-%m-%dT%H:%M:%S"
    formatter.default_msec_format = "%s.%03dZ"
    return formatter
