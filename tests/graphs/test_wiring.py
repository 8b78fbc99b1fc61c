"""The wiring: the nodes and edges of each graph, and the drawing of them in the README."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from graphs.chat import (
    Decided,
    Merged,
    after_classification,
    after_merge,
    after_reranking,
    after_selection,
    after_similar,
    after_weighing,
    build_chat_graph,
)
from graphs.drawing import drawings
from graphs.ingest import build_ingest_graph

INGEST = ["load", "extract_metadata", "split_chunks", "enrich", "summarize", "embed", "index", "link"]

CHAT_EDGES = {
    ("__start__", "condense_question"),
    ("condense_question", "classify_query"),
    ("classify_query", "expand_query"),
    ("classify_query", "retrieve_documents"),
    ("classify_query", "find_similar"),
    ("find_similar", "expand_query"),
    ("find_similar", "retrieve_documents"),
    ("expand_query", "retrieve_documents"),
    ("retrieve_documents", "retrieve_chunks"),
    ("retrieve_chunks", "merge_rrf"),
    ("merge_rrf", "retrieve_documents"),
    ("merge_rrf", "follow_links"),
    ("merge_rrf", "boost_hierarchy"),
    ("merge_rrf", "rerank"),
    ("merge_rrf", "filter_threshold"),
    ("merge_rrf", "rerank_diversity"),
    ("follow_links", "boost_hierarchy"),
    ("follow_links", "rerank"),
    ("follow_links", "filter_threshold"),
    ("follow_links", "rerank_diversity"),
    ("boost_hierarchy", "rerank"),
    ("boost_hierarchy", "filter_threshold"),
    ("boost_hierarchy", "rerank_diversity"),
    ("rerank", "filter_threshold"),
    ("rerank", "rerank_diversity"),
    ("merge_rrf", "weigh_scores"),
    ("follow_links", "weigh_scores"),
    ("boost_hierarchy", "weigh_scores"),
    ("weigh_scores", "rerank"),
    ("weigh_scores", "filter_threshold"),
    ("weigh_scores", "rerank_diversity"),
    ("filter_threshold", "rerank_diversity"),
    ("rerank_diversity", "assemble_context"),
    ("rerank_diversity", "__end__"),
    ("assemble_context", "widen"),
    ("assemble_context", "generate"),
    ("widen", "retrieve_chunks"),
    ("widen", "assemble_context"),
    ("generate", "verify_citations"),
    ("verify_citations", "__end__"),
}


def edges(graph: Any) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.get_graph().edges}


def test_ingestion_is_eight_steps_in_a_row() -> None:
    assert edges(build_ingest_graph()) == set(pairwise(["__start__", *INGEST, "__end__"]))


def test_chat_has_these_edges_and_no_others() -> None:
    assert edges(build_chat_graph()) == CHAT_EDGES


def state(mode: str = "chat", **plan: bool) -> Decided:
    off = dict.fromkeys(["expand", "hyde", "follow_links", "hierarchy", "rerank", "threshold"], False)
    return cast("Decided", {"mode": mode, "plan": {**off, **plan}, "options": {"semantic_cache": None}})


def merged(**plan: bool) -> Merged:
    return {**state("chat", **plan), "overtaken": 0}


@pytest.mark.parametrize(
    ("plan", "next_step"),
    [
        ({}, "rerank_diversity"),
        ({"threshold": True}, "filter_threshold"),
        ({"rerank": True}, "rerank"),
        ({"hierarchy": True, "rerank": True}, "boost_hierarchy"),
        ({"follow_links": True, "hierarchy": True}, "follow_links"),
    ],
)
def test_the_plan_decides_what_follows_the_merge(plan: dict[str, bool], next_step: str) -> None:
    assert after_merge(merged(**plan)) == next_step


def test_it_is_searched_anew_where_what_was_found_was_replaced() -> None:
    assert after_merge({**merged(follow_links=True), "overtaken": 1}) == "retrieve_documents"


def test_learned_weights_come_last_before_a_model_reranks() -> None:
    on = {"options": {"learned_weights": True}}
    assert after_merge({**merged(rerank=True), **on}) == "weigh_scores"  # type: ignore[typeddict-item]  # a part of the state
    assert after_merge({**merged(hierarchy=True), **on}) == "boost_hierarchy"  # type: ignore[typeddict-item]  # a part of the state
    assert after_weighing(state("chat", rerank=True)) == "rerank"
    assert after_weighing(state("chat")) == "rerank_diversity"


def test_hits_are_cut_off_after_a_reranking_too() -> None:
    assert after_reranking(state("chat", threshold=True)) == "filter_threshold"
    assert after_reranking(state("chat")) == "rerank_diversity"


def test_only_questions_that_profit_are_expanded() -> None:
    assert after_classification(state(expand=True)) == "expand_query"
    assert after_classification(state(hyde=True)) == "expand_query"
    assert after_classification(state()) == "retrieve_documents"


def test_a_similar_question_is_looked_for_only_where_an_answer_and_a_threshold_are_asked_for() -> None:
    asked = {"semantic_cache": 0.95}
    assert after_classification({**state("chat"), "options": asked}) == "find_similar"
    assert after_classification({**state("search"), "options": asked}) == "retrieve_documents"
    assert after_similar(state(expand=True)) == "expand_query"
    assert after_similar(state()) == "retrieve_documents"


def test_a_search_ends_with_its_hits() -> None:
    assert after_selection(state("search")) == "__end__"
    assert after_selection(state("chat")) == "assemble_context"


@pytest.mark.parametrize("name", ["chat", "ingest"])
def test_the_drawing_in_the_readme_is_the_compiled_graph(name: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert drawings()[name] in readme, "run: .venv/bin/python -m graphs.drawing README.md"
