"""Widen, once, where evidence is thin: search for twice the passages, without a filter by level 1, or read sections.

Also where it is of documents that were replaced meanwhile: then the same search begins anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime

from nodes.answering.context.sections import covers, read_section, sections_to_read
from nodes.domain.chat import Hit, Plan, RoutedDocument, Source, TraceEntry
from nodes.domain.options import Options
from nodes.ports import ChatPorts
from nodes.trace import counted, entry

LEAST_CONFIDENCE = 0.6
"""Of `nodes.ranking.confidence`, 0..1: under it evidence is thin, and it is searched once more."""
SECTIONS_READ = 3
"""Sections, the best, that are read whole where extracts are not enough or detail is asked for."""
LARGEST_TOP_K = 100
"""What a request may ask for, and so the widest search."""


class Evidence(TypedDict):
    """What the router looks at."""

    plan: Plan
    sources: list[Source]
    confidence: float
    rounds: int
    replaced: int


class Input(Evidence):
    """The evidence, and what it was made of."""

    options: dict[str, Any]
    hits: list[Hit]


class Update(TypedDict, total=False):
    """Either wider options and no hits, or hits that are whole sections."""

    rounds: int
    options: dict[str, Any]
    documents: list[RoutedDocument]
    scope: dict[str, list[str]] | None
    hits: list[Hit]
    below_threshold: list[Hit]
    replaced: int
    trace: list[TraceEntry]


def needs_widening(state: Evidence) -> Literal["widen", "generate"]:
    """Once: where documents were replaced while they were read.

    Where the plan allows it, nothing but extracts, detail asked for, or little of the question covered.
    """
    plan = state["plan"]
    if state["rounds"] > 0:
        return "generate"
    if state["replaced"]:
        return "widen"
    if not plan["widen"]:
        return "generate"
    thin = plan["search_again"] and state["confidence"] < LEAST_CONFIDENCE
    return "widen" if thin or plan["detail"] or _only_extracts(state["sources"]) else "generate"


def after_widening(state: Input) -> Literal["retrieve_chunks", "assemble_context"]:
    """Hits that were read on go back to the context; without hits the search begins again."""
    return "assemble_context" if state["hits"] else "retrieve_chunks"


async def widen(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Reads on where extracts or detail call for it; else, or where there is nothing to read, searches wider.

    Where documents were replaced meanwhile it is only searched anew.
    """
    rounds = state["rounds"] + 1
    if state["replaced"]:
        decided = {"how": "searched anew", "round": rounds}
        why = f"{counted(state['replaced'], 'document')} replaced or deleted meanwhile"
        trace = [entry("widen", why, decided)]
        return {"rounds": rounds, "hits": [], "below_threshold": [], "replaced": 0, "trace": trace}
    only_extracts = _only_extracts(state["sources"])
    if only_extracts or not state["plan"]["search_again"] or state["confidence"] >= LEAST_CONFIDENCE:
        hits, dropped = await _read_on(state, runtime.context)
        read = sum(1 for new, old in _pairs(hits, state["hits"]) if new != old)
        if read:
            why = "there are only extracts" if only_extracts else "detail is asked for"
            decided = {"how": "sections read", "sections": read, "round": rounds}
            return {"rounds": rounds, "hits": hits, "trace": [entry("widen", why, decided, dropped)]}
        if not only_extracts:
            why = "detail is asked for, and the passages are whole sections already"
            decided = {"how": "nothing more to read", "round": rounds}
            return {"rounds": rounds, "hits": state["hits"], "trace": [entry("widen", why, decided)]}
    return _wider(state, rounds)


def _wider(state: Input, rounds: int) -> Update:
    """A second search: twice the passages, and none left out for what level 1 thinks of its document.

    As a filter level 1 is dropped, unless metadata is what it filters by. As a prior it stays: without it, the pages
    of the documents that a question names were found half as often (measured on filings), and more candidates found
    nothing more. More passages brought 4 % more of the pages that answer, and no better answers: so by itself the plan
    searches again only after a filter.
    """
    options = Options.model_validate(state["options"])
    dropped = options.document_filter == "hard" and not options.metadata
    top_k = min(LARGEST_TOP_K, 2 * options.top_k)
    wider = options.model_copy(update={"top_k": top_k, **({"document_filter": "soft"} if dropped else {})})
    why = f"the evidence covers {state['confidence']:.0%} of the question"
    decided = {"how": "level 1 dropped" if dropped else "more passages", "top_k": top_k, "round": rounds}
    update: Update = {
        "rounds": rounds,
        "options": wider.model_dump(),
        "hits": [],
        "below_threshold": [],
        "trace": [entry("widen", why, decided)],
    }
    return {**update, "documents": [], "scope": None} if dropped else update


def _only_extracts(sources: Sequence[Source]) -> bool:
    return bool(sources) and all(source["completeness"] != "full" for source in sources)


def _pairs(new: Sequence[Hit], old: Sequence[Hit]) -> list[tuple[Hit, Hit]]:
    before = {hit["chunk_id"]: hit for hit in old}
    return [(hit, before[hit["chunk_id"]]) for hit in new]


async def _read_on(state: Input, context: ChatPorts) -> tuple[list[Hit], list[dict[str, Any]]]:
    """The hits, the best of each of the first sections grown to its section, those inside it left out."""
    chosen = sections_to_read(state["hits"], SECTIONS_READ)
    room = max(1, Options.model_validate(state["options"]).max_context_tokens // max(1, len(chosen)))
    grown: dict[str, Hit] = {}
    for hit in chosen:
        sections = await context.catalogue.sections(context.owner, hit["revision_id"])
        pages = await context.catalogue.page_texts(context.owner, hit["revision_id"])
        whole = read_section(hit, sections, pages, room, context.tokenizer.count)
        if whole is not None:
            grown[hit["chunk_id"]] = whole
    inside = {
        hit["chunk_id"]: whole["chunk_id"]
        for hit in state["hits"]
        for whole in grown.values()
        if hit["chunk_id"] not in grown and covers(whole, hit)
    }
    hits = [grown.get(hit["chunk_id"], hit) for hit in state["hits"] if hit["chunk_id"] not in inside]
    dropped = [{"chunk_id": each, "reason": f"inside the section of {outer}"} for each, outer in sorted(inside.items())]
    return hits, dropped
