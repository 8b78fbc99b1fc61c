"""Makes a dataset's documents searchable, through the same facade that users go through."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from app.sheaf import IngestFile
from eval.datasets import Dataset, SourceDocument
from eval.engine import OnEvent, SearchEngine
from eval.jsonl import DatasetError

SEARCHABLE = frozenset({"ready", "replaced", "linked", "unchanged"})
"""States of a file whose document can be found."""


@dataclass(frozen=True)
class IngestMeasure:
    """What became of the dataset's documents."""

    collection: str
    seconds: float
    documents: Mapping[str, SourceDocument]
    """Searchable documents by document id."""
    chunk_count: int
    pages_per_second: float
    chunks_per_second: float
    failed: Sequence[dict[str, Any]]
    beside: Sequence[str] = ()
    """Collections of other sets, where these are kept apart."""


async def ingest_dataset(
    sheaf: SearchEngine, dataset: Dataset, collection: str, on_event: OnEvent, *, apart: bool = False
) -> IngestMeasure:
    """Makes a dataset's documents searchable and measures how long that takes.

    Args:
        sheaf: an open facade.
        dataset: what is ingested. Corpus lines become text files for the time of the ingest.
        collection: where the documents go; it should hold nothing else.
        on_event: takes the events of the ingest.
        apart: the documents of each set go into a collection of their own, called by both names.

    Raises:
        DatasetError: not one document could be ingested. Where some could not, they are told in the result.
    """
    parts: dict[str, list[SourceDocument]] = {}
    for document in dataset.documents:
        parts.setdefault(f"{collection} {document.item.partition('/')[0]}" if apart else collection, []).append(
            document
        )
    done: list[tuple[SourceDocument, dict[str, Any]]] = []
    seconds, pages, chunks = 0.0, 0, 0
    for name, documents in parts.items():
        with tempfile.TemporaryDirectory(prefix="sheaf-eval-") as folder:
            files = await asyncio.to_thread(_write_files, documents, Path(folder))
            begin = time.perf_counter()
            report = await sheaf.ingest(files, collection=name, on_event=on_event)
            seconds += time.perf_counter() - begin
        done += zip(documents, report.files[: len(files)], strict=True)
        pages, chunks = pages + report.page_count, chunks + report.chunk_count
    searchable = [(document, file) for document, file in done if file["status"] in SEARCHABLE]
    failed = [
        {"file_name": file["file_name"], "error": file["error"]} for _, file in done if file["status"] not in SEARCHABLE
    ]
    if not searchable:
        reason = failed[0]["error"]["message"] if failed else "There is none."
        raise DatasetError(f"Not one document of {dataset.name} could be ingested. {reason}", hint="Mend the dataset.")
    return IngestMeasure(
        collection=next(iter(parts)),
        seconds=seconds,
        documents={file["document_id"]: document for document, file in searchable},
        chunk_count=sum(file["chunk_count"] for _, file in searchable),
        pages_per_second=pages / seconds,
        chunks_per_second=chunks / seconds,
        failed=failed,
        beside=list(parts)[1:],
    )


def _write_files(documents: Sequence[SourceDocument], folder: Path) -> list[IngestFile]:
    files = []
    for number, document in enumerate(documents):
        path = document.path
        if path is None:
            # Ids may hold what a file system does not take; the true name travels beside the path.
            path = folder / f"{number}{PurePosixPath(document.file_name).suffix}"
            path.write_bytes(document.text.encode("utf-8", "replace"))
        files.append(IngestFile(path=path, file_name=document.file_name, title=document.title))
    return files
