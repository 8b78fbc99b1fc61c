"""The step before the ingestion graph, where a run begins with files that nobody has taken in: LangGraph Studio's."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TypedDict

from langgraph.runtime import Runtime

from app.ingesting.ingestion import Ingestion
from app.ingesting.naming import unique_names
from graphs.context import IngestContext
from graphs.tracing import Step
from nodes.domain.chat import TraceEntry
from nodes.domain.documents import IngestDocument
from nodes.ports import IngestPorts
from nodes.trace import counted, entry


class Input(TypedDict):
    """The files, as paths on the machine of the server."""

    paths: list[str]


class Update(TypedDict):
    """The documents that are worked on in this run."""

    documents: list[IngestDocument]
    trace: list[TraceEntry]


def taking_in(ingestion: Ingestion, context: IngestContext, copies: ExitStack) -> Step:
    """A step that registers files as documents and takes on those that wait, as ingesting does.

    Args:
        ingestion: takes files in.
        context: of the run: whose documents they become, and where.
        copies: holds the local copies of files that are kept elsewhere, until the run is over.
    """

    async def take_in(state: Input, runtime: Runtime[IngestPorts]) -> Update:  # noqa: ARG001 - the shape of a node
        """Content that is there already is not worked on again; a file that is refused is told in the trace."""
        owner, collection_id = context.owner, context.collection.collection_id
        paths = [Path(path) for path in state["paths"]]
        names = unique_names([(path, None) for path in paths])
        handed_in = await ingestion.accept(owner, collection_id, paths, names)
        wanted = [each.registration.revision_id for each in handed_in if each.registration]
        documents = await ingestion.building.take_on(owner, collection_id, wanted, copies)
        outcomes = {each.file_name: each.registration.outcome for each in handed_in if each.registration}
        refused = [
            {"file_name": each.file_name, "reason": each.error["message"]}
            for each in handed_in
            if each.error is not None
        ]
        why = f"{counted(len(documents), 'file')} of {len(paths)} to be worked on"
        return {"documents": documents, "trace": [entry("take_in", why, {"files": outcomes}, refused)]}

    return take_in
