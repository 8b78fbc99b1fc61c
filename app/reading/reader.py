"""The reader that ingestion uses: a LlamaIndex reader over worker processes with limits."""

from __future__ import annotations

import asyncio
from pathlib import Path

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from app.reading.check import check_file
from app.reading.limits import ReadingLimits
from app.reading.parse import ParsedFile, parse_file
from app.reading.sandbox import BROKEN, Sandbox

_METADATA_KEYS = ["page", "headings", "tables", "furniture", "media_type", "properties", "seconds"]


class SandboxedReader(BaseReader):
    """Reads files of any supported kind, each in a worker process with limits on time and memory.

    A file that breaks its worker fails alone. The workers start with the first file and end with `close`.
    """

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._sandbox = Sandbox(limits)

    def load_data(self, path: str, file_name: str) -> list[Document]:
        """One document a page. Arguments and errors as of `aload_data`."""
        check_file(Path(path), file_name, self._limits)
        future = self._sandbox.schedule(parse_file, path, file_name, self._limits)
        try:
            parsed = future.result()
        except BROKEN as error:
            raise self._sandbox.explained(error, file_name) from error
        return _documents(parsed, file_name)

    async def aload_data(self, path: str, file_name: str) -> list[Document]:
        """One document a page.

        Its metadata: `page` (from 1), `headings`, `tables`, `furniture`, `media_type`, the file's `properties` (see
        nodes.domain.documents) and the `seconds` that the whole file took, without waiting for a worker.

        Args:
            path: Where the bytes are.
            file_name: The name that its owner knows it by; its extension counts, and messages name it.

        Raises:
            FileError: One of its subclasses, with a hint. Cancelling ends the work on the file.
        """
        # Looking at the file and starting workers both block, and must not do so on the event loop.
        await asyncio.to_thread(check_file, Path(path), file_name, self._limits)
        future = await self._sandbox.scheduled(parse_file, path, file_name, self._limits)
        try:
            parsed = await asyncio.wrap_future(future)
        except BROKEN as error:
            raise self._sandbox.explained(error, file_name) from error
        return _documents(parsed, file_name)

    def close(self) -> None:
        """Ends the workers, and with them whatever they are reading. The next file starts new ones."""
        self._sandbox.close()


def _documents(parsed: ParsedFile, file_name: str) -> list[Document]:
    return [
        Document(
            id_=f"{file_name}#{page['number']}",
            text=page["text"],
            metadata={
                "page": page["number"],
                "headings": page["headings"],
                "tables": page["tables"],
                "furniture": page["furniture"],
                "media_type": parsed["media_type"],
                "properties": parsed["properties"],
                "seconds": parsed["seconds"],
            },
            excluded_embed_metadata_keys=_METADATA_KEYS,
            excluded_llm_metadata_keys=_METADATA_KEYS,
        )
        for page in parsed["pages"]
    ]
