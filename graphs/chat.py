"""The chat graph: the plan that classify_query makes decides which edges a question takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypedDict

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from graphs.branching import in_place
from graphs.context import ChatContext
from graphs.state import ChatState
from graphs.telling import telling
from graphs.tracing import Step, traced
from graphs.watching import watched
from nodes.chat.assemble_context import assemble_context
from nodes.chat.boost_hierarchy import boost_hierarchy
from nodes.chat.classify_query import classify_query
from nodes.chat.condense_question import condense_question
from nodes.chat.expand_query import expand_query
from nodes.chat.filter_threshold import filter_threshold
from nodes.chat.find_similar import find_similar
from nodes.chat.follow_links import follow_links
from nodes.chat.generate import generate
from nodes.chat.merge_rrf import merge_rrf
from nodes.chat.rerank import rerank
from nodes.chat.rerank_diversity import rerank_diversity
from nodes.chat.retrieve_chunks import retrieve_chunks
from nodes.chat.retrieve_documents import retrieve_documents
from nodes.chat.verify_citations import verify_citations
from nodes.chat.weigh_scores import weigh_scores
from nodes.chat.widen import after_widening, needs_widening, widen
from nodes.domain.chat import Plan

ChatGraph = CompiledStateGraph[ChatState, ChatContext, ChatState, ChatState]

STEPS = (
    condense_question,
    classify_query,
    find_similar,
    expand_query,
    retrieve_documents,
    retrieve_chunks,
    merge_rrf,
    follow_links,
    boost_hierarchy,
    weigh_scores,
    rerank,
    filter_threshold,
    rerank_diversity,
    assemble_context,
    widen,
    generate,
    verify_citations,
)


class Decided(TypedDict):
    """What edges are chosen by. Narrow, because LangGraph reads every key that is named here anew for each edge."""

    plan: Plan
    options: dict[str, Any]
    mode: Literal["chat", "search"]


def after_classification(state: Decided) -> Literal["find_similar", "expand_query", "retrieve_documents"]:
    """A similar question is looked for only where a threshold is set, and an answer is wanted."""
    wanted = state["options"].get("semantic_cache") is not None and state["mode"] == "chat"
    return "find_similar" if wanted else after_similar(state)


def after_similar(state: Decided) -> Literal["expand_query", "retrieve_documents"]:
    """Only questions that profit are expanded."""
    return "expand_query" if state["plan"]["expand"] or state["plan"]["hyde"] else "retrieve_documents"


class Merged(Decided):
    """The same, and whether what was found could be read."""

    overtaken: int


def after_merge(
    state: Merged,
) -> Literal[
    "retrieve_documents",
    "follow_links",
    "boost_hierarchy",
    "weigh_scores",
    "rerank",
    "filter_threshold",
    "rerank_diversity",
]:
    """Questions over several hops follow links first; where documents were replaced meanwhile it is searched anew."""
    if state["overtaken"]:
        return "retrieve_documents"
    return "follow_links" if state["plan"]["follow_links"] else after_links(state)


def after_links(
    state: Decided,
) -> Literal["boost_hierarchy", "weigh_scores", "rerank", "filter_threshold", "rerank_diversity"]:
    """Section authority counts where the question asks for a kind of section, or for the whole."""
    return "boost_hierarchy" if state["plan"]["hierarchy"] else after_boost(state)


def after_boost(state: Decided) -> Literal["weigh_scores", "rerank", "filter_threshold", "rerank_diversity"]:
    """Learned weights count only where somebody turned them on."""
    return "weigh_scores" if state["options"].get("learned_weights") else after_weighing(state)


def after_weighing(state: Decided) -> Literal["rerank", "filter_threshold", "rerank_diversity"]:
    """A model reranks only where the request asks for it."""
    return "rerank" if state["plan"]["rerank"] else after_reranking(state)


def after_reranking(state: Decided) -> Literal["filter_threshold", "rerank_diversity"]:
    """Hits are cut off at a threshold only where the plan says so."""
    return "filter_threshold" if state["plan"]["threshold"] else "rerank_diversity"


def after_selection(state: Decided) -> Literal["assemble_context", "__end__"]:
    """A search ends with its hits."""
    match state["mode"]:
        case "chat":
            return "assemble_context"
        case "search":
            return "__end__"


def build_chat_graph(
    checkpointer: BaseCheckpointSaver[str] | None = None,
    bound: ChatContext | None = None,
    steps: Sequence[Step] = STEPS,
) -> ChatGraph:
    """Question to cited answer.

    Args:
        checkpointer: keeps a session's history under its `thread_id`.
        bound: a context for every run, in place of the one that a run brings.
        steps: what is wired; others of the same names, where the wiring itself is measured.
    """
    # A bound graph takes no context: servers would try to build one from JSON.
    graph: StateGraph[ChatState, ChatContext, ChatState, ChatState] = StateGraph(
        ChatState, None if bound else ChatContext
    )
    for step in steps:
        run = traced(watched(step), bound)
        graph.add_node(step.__name__, run if bound else telling(run))
    graph.add_edge(START, "condense_question")
    graph.add_edge("condense_question", "classify_query")
    graph.add_conditional_edges("classify_query", *in_place(after_classification))
    graph.add_conditional_edges("find_similar", *in_place(after_similar))
    graph.add_edge("expand_query", "retrieve_documents")
    graph.add_edge("retrieve_documents", "retrieve_chunks")
    graph.add_edge("retrieve_chunks", "merge_rrf")
    graph.add_conditional_edges("merge_rrf", *in_place(after_merge))
    graph.add_conditional_edges("follow_links", *in_place(after_links))
    graph.add_conditional_edges("boost_hierarchy", *in_place(after_boost))
    graph.add_conditional_edges("weigh_scores", *in_place(after_weighing))
    graph.add_conditional_edges("rerank", *in_place(after_reranking))
    graph.add_edge("filter_threshold", "rerank_diversity")
    graph.add_conditional_edges("rerank_diversity", *in_place(after_selection))
    graph.add_conditional_edges("assemble_context", *in_place(needs_widening))
    graph.add_conditional_edges("widen", *in_place(after_widening))
    graph.add_edge("generate", "verify_citations")
    graph.add_edge("verify_citations", END)
    return graph.compile(checkpointer=checkpointer, name="chat")


@cache
def chat_graph() -> ChatGraph:
    """The graph that keeps no history, compiled once for all that this process opens: it holds nothing of a run."""
    return build_chat_graph()
