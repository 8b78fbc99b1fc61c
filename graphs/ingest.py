"""The ingestion graph."""

from __future__ import annotations

from functools import cache
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from graphs.context import IngestContext
from graphs.giving_up import giving_up
from graphs.state import IngestState
from graphs.tracing import Step, traced
from nodes.ingest.embed import embed
from nodes.ingest.enrich import enrich
from nodes.ingest.extract_metadata import extract_metadata
from nodes.ingest.index import index
from nodes.ingest.link import link
from nodes.ingest.load import load
from nodes.ingest.split_chunks import split_chunks
from nodes.ingest.summarize import summarize

IngestGraph = CompiledStateGraph[IngestState, IngestContext, IngestState, IngestState]

STEPS = (load, extract_metadata, split_chunks, enrich, summarize, embed, index, link)


def build_ingest_graph(bound: IngestContext | None = None, first: Step | None = None) -> IngestGraph:
    """A batch of files becomes searchable documents: eight steps in a row.

    Args:
        bound: a context for every run, in place of the one that a run brings.
        first: a step before the others that fills `documents`, for runs that begin with `paths`.
    """
    # A bound graph takes no context: servers would try to build one from JSON.
    graph: StateGraph[IngestState, IngestContext, IngestState, IngestState] = StateGraph(
        IngestState, None if bound else IngestContext
    )
    before: Any = START
    wanted = tuple(map(giving_up, STEPS))
    for step in wanted if first is None else (first, *wanted):
        graph.add_node(step.__name__, traced(step, bound))
        graph.add_edge(before, step.__name__)
        before = step.__name__
    graph.add_edge(before, END)
    return graph.compile(name="ingest")


@cache
def ingest_graph() -> IngestGraph:
    """The graph, compiled once for all that this process opens: it holds nothing of a run."""
    return build_ingest_graph()
