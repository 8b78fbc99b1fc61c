"""Receives the files of a multipart request on disk as they come: little is ever in memory, and limits hold at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from app.ingesting.naming import base_name
from app.ingesting.uploads import IncomingFile
from nodes.domain.errors import InvalidRequestError, TooLargeError, TooManyError, UnavailableError
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

_BLOCK_BYTES = 256 * 1024
"""Handed to a thread at once."""
_LONGEST_VALUE = 1000
"""Bytes of a field that is no file."""
_ESCAPED = lazy_regex("%22|%0D|%0A")
"""What browsers escape in file names, and nothing else."""


@dataclass(frozen=True)
class ReceivingLimits:
    """What a request may bring."""

    request_bytes: int
    """All its files together."""
    files: int
    file_bytes: int
    """A larger file fails alone."""


@dataclass
class Received:
    """What a request brought."""

    files: list[IncomingFile] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)


async def receive(
    request: Request, folder: Path, file_field: str, value_fields: Collection[str], limits: ReceivingLimits
) -> Received:
    """Reads a multipart request; files go into the folder, which the caller removes.

    Args:
        request: whose body nobody has read.
        folder: is there, and empty.
        file_field: the field that carries files.
        value_fields: those that carry a short text.
        limits: hold while the request comes, before it is read to its end.

    Raises:
        InvalidRequestError: no multipart request, a broken one, or one with other fields.
        TooLargeError: more bytes than the limit.
        TooManyError: more files than the limit.
        UnavailableError: the disk does not take the files.
    """
    media_type, options = parse_options_header(request.headers.get("content-type"))
    if media_type != b"multipart/form-data" or not options.get(b"boundary"):
        raise InvalidRequestError("The body is not multipart/form-data.", hint=f"Send files in fields `{file_field}`.")
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limits.request_bytes:
        raise _too_large(limits)
    form = _Form(folder, file_field, value_fields, limits)
    try:
        parser = MultipartParser(options[b"boundary"], form.callbacks())
        async for block in _blocks(request, limits):
            # Writing blocks, and so does parsing, a little.
            await asyncio.to_thread(parser.write, block)
        if not form.ended:
            raise InvalidRequestError("The multipart body ends too early.", hint="Send it again.")
    except FormParserError as error:
        raise InvalidRequestError(f"The multipart body is broken: {error}.", hint="Send it again.") from error
    except ClientDisconnect as error:
        raise InvalidRequestError("The client went away in the middle of its request.") from error
    except OSError as error:
        raise UnavailableError(
            f"The files cannot be written: {error.strerror}.", hint="Check the room on the disk of SHEAF_HOME."
        ) from error
    finally:
        await asyncio.to_thread(form.close)
    return form.received


async def _blocks(request: Request, limits: ReceivingLimits) -> AsyncIterator[bytes]:
    """The body in pieces of some size; not one byte above the limit."""
    count = 0
    block = bytearray()
    async for piece in request.stream():
        count += len(piece)
        if count > limits.request_bytes:
            raise _too_large(limits)
        block += piece
        if len(block) >= _BLOCK_BYTES:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)


class _Form:
    """Takes what the parser finds; blocks, for it writes."""

    def __init__(self, folder: Path, file_field: str, value_fields: Collection[str], limits: ReceivingLimits) -> None:
        self._folder = folder
        self._file_field = file_field
        self._value_fields = value_fields
        self._limits = limits
        self._header = bytearray()
        self._value = bytearray()
        self._disposition = b""
        self._name = ""
        self._path: Path | None = None
        """Of the file that is being received; None in a field with a value."""
        self._file: BinaryIO | None = None
        self._file_name = ""
        self._byte_count = 0
        self.received = Received()
        self.ended = False

    def callbacks(self) -> MultipartCallbacks:
        """What the parser calls."""
        return {
            "on_part_begin": self._begin_part,
            "on_header_field": self._add_header,
            "on_header_value": self._add_value,
            "on_header_end": self._end_header,
            "on_headers_finished": self._begin_content,
            "on_part_data": self._add_content,
            "on_part_end": self._end_part,
            "on_end": self._end,
        }

    def close(self) -> None:
        """Closes what is open."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin_part(self) -> None:
        self._disposition = b""

    def _add_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _add_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = bytes(self._value)
        self._header.clear()
        self._value.clear()

    def _begin_content(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = _text(options.get(b"name", b""))
        self._value.clear()
        if self._name in self._value_fields and b"filename" not in options:
            return
        if self._name == self._file_field and b"filename" not in options:
            raise InvalidRequestError(
                f"{self._name}: this is a text, and not a file.",
                hint=f"Give each file its `filename`, as `curl -F {self._name}=@PATH` does.",
            )
        if self._name != self._file_field:
            wanted = f"`{self._file_field}` carries files, and {', '.join(f'`{each}`' for each in self._value_fields)}"
            raise InvalidRequestError(f"{self._name}: no such field.", hint=f"{wanted} a value.")
        if len(self.received.files) == self._limits.files:
            raise TooManyError(
                f"More than {self._limits.files} files in one request.",
                hint="Send them in several, or raise SHEAF_SERVICE__UPLOAD_MAX_FILES.",
            )
        self._file_name = base_name(_ESCAPED.sub(_unescaped, _text(options[b"filename"])))
        self._path = self._folder / str(len(self.received.files))
        self._file = self._path.open("xb")
        self._byte_count = 0

    def _add_content(self, data: bytes, start: int, end: int) -> None:
        if self._path is None:
            self._value += data[start:end]
            if len(self._value) > _LONGEST_VALUE:
                raise InvalidRequestError(
                    f"{self._name}: longer than {_LONGEST_VALUE} bytes.", hint="Shorten it, or send it as a file."
                )
            return
        self._byte_count += end - start
        if self._byte_count > self._limits.file_bytes:
            # The rest is read and dropped: the other files of the request may be fine.
            self.close()
        elif self._file is not None:
            self._file.write(data[start:end])

    def _end_part(self) -> None:
        if self._path is None:
            self.received.values[self._name] = _text(bytes(self._value))
            return
        self.close()
        error = None
        if self._byte_count > self._limits.file_bytes:
            self._path.unlink()
            error = TooLargeError(
                f"{self._file_name!r} has {self._byte_count / 1e6:,.0f} MB, over the limit of "
                f"{self._limits.file_bytes / 1e6:,.0f} MB.",
                hint="Split the file, or raise SHEAF_INGEST__MAX_BYTES.",
            ).report()
        self.received.files.append(IncomingFile(self._path, self._file_name, error))
        self._path = None

    def _end(self) -> None:
        self.ended = True


def _too_large(limits: ReceivingLimits) -> TooLargeError:
    return TooLargeError(
        f"The request is over the limit of {limits.request_bytes / 1e6:,.0f} MB.",
        hint="Send fewer files at once, or raise SHEAF_SERVICE__UPLOAD_MAX_BYTES.",
    )


def _unescaped(escaped: re.Match[str]) -> str:
    return '"' if escaped[0] == "%22" else " "


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
