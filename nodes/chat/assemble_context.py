"""Assemble context: hits become numbered sources within a token budget, laid out for reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.answering.context.joining import join_neighbours
from nodes.answering.context.packing import order_for_reading, order_of_documents, pack
from nodes.answering.context.rendering import plain_entry, render_plain, render_rich, rich_entry
from nodes.domain.chat import CandidateList, DocumentView, Hit, Plan, ReadList, Source, TraceEntry, Unavailable
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.options import Options
from nodes.language.asked_columns import column_terms
from nodes.language.asked_kinds import asks_count
from nodes.language.idf import idf_weights
from nodes.language.query_terms import query_terms
from nodes.language.superlatives import asks_extreme
from nodes.ports import ChatPorts, Tokenizer
from nodes.ranking.confidence import confidence, evidence_text
from nodes.retrieval.families import read_family
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.later import read_later
from nodes.retrieval.leading import read_led_to
from nodes.retrieval.lists import read_lists
from nodes.retrieval.operands import with_operands
from nodes.retrieval.reaching import FurtherReading, told
from nodes.retrieval.siblings import best_in_words, read_siblings, rest_of_first_list, rows_of_tables, with_siblings
from nodes.retrieval.sides import read_sides
from nodes.retrieval.uncovered import read_uncovered
from nodes.retrieval.versions import read_versions
from nodes.retrieval.wholes import read_wholes
from nodes.trace import counted, entry


class Input(TypedDict):
    """The hits in the order that selection chose."""

    standalone_question: str
    plan: Plan
    options: dict[str, Any]
    scope: dict[str, list[str]] | None
    candidates: list[CandidateList]
    hits: list[Hit]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """Hits, sources best first, their layout in reading order, how much of the question they cover, and long lists."""

    hits: list[Hit]
    sources: list[Source]
    lists: list[ReadList]
    context: str
    confidence: float
    replaced: int
    unavailable: list[Unavailable]
    trace: list[TraceEntry]


async def assemble_context(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Joins neighbours, keeps what fits, the best first, the second best last; steps and summaries as written.

    What belongs to a document that was replaced after it was found may lack the rest of its passage, or stand beside
    that of the newer one: it is told how many are.
    """
    context, options, plan = runtime.context, Options.model_validate(state["options"]), state["plan"]
    terms = query_terms(plan["search_text"])
    known = await added_frequencies(context, terms)
    weights = idf_weights(terms, known.document_count, known.frequencies)
    reading = FurtherReading(
        context, "assemble_context", options.collection_seconds, state["unavailable"], state["scope"]
    )
    hits, read, led = await _read(reading, state, weights, known)
    revision_ids = {hit["revision_id"] for hit in read}
    replaced = len(revision_ids) - len(await context.catalogue.visible(context.owner, sorted(revision_ids)))
    joined = join_neighbours(read)
    layout = _Layout(await _documents(context, joined) if options.context_style == "rich" else None)
    size = _sizes(layout, joined, context.tokenizer)
    frame = context.tokenizer.count(layout.whole([], 0.0))
    kept, dropped = pack(joined, max(1, options.max_context_tokens - frame), size, led)
    sources: list[Source] = [{**source, "index": index} for index, source in enumerate(kept, start=1)]
    covered, missing = confidence(weights, [evidence_text(source) for source in sources])
    lists = await _lists(reading, state, weights, read)
    in_order, order = _in_reading_order(sources, plan)
    decided = {
        "sources": len(sources),
        "siblings": len(read) - len(hits),
        "order": order,
        "reading_order": [source["index"] for source in in_order],
        "tokens": frame + sum(map(size, kept)),
        "max_context_tokens": options.max_context_tokens,
        "confidence": covered,
        "missing": sorted(missing),
        "replaced": replaced,
        **({"lists": [len(each["hits"]) for each in lists]} if lists else {}),
    }
    found = counted(len(hits), "passage")
    why = f"{counted(len(sources), 'source')} of {found} cover {covered:.0%} of the question{told(reading.unavailable)}"
    return {
        "hits": hits,
        "sources": sources,
        "lists": lists,
        "context": layout.whole(in_order, covered),
        "confidence": covered,
        "replaced": replaced,
        "unavailable": reading.unavailable,
        "trace": [entry("assemble_context", why, decided, _over_budget(dropped))],
    }


@dataclass(frozen=True)
class _Layout:
    """How sources are written for reading."""

    documents: Mapping[str, DocumentView] | None
    """By revision id, where each source is told with what is known of its document."""

    def whole(self, sources: Sequence[Source], covered: float) -> str:
        """All of them, with how much of the question they cover, 0..1."""
        if self.documents is None:
            return render_plain(sources)
        return render_rich(sources, self.documents, confidence=covered)

    def one(self, source: Source) -> str:
        """One of them, with what parts it from the one before."""
        known = self.documents
        text = plain_entry(source) if known is None else rich_entry(source, known.get(source["revision_id"]), 1.0)
        return f"\n\n---\n\n{text}"


def _sizes(layout: _Layout, sources: Sequence[Source], tokenizer: Tokenizer) -> Callable[[Source], int]:
    """What counts the tokens of a source: of these they are counted already, together."""
    texts = [layout.one(source) for source in sources]
    counts = dict(zip(texts, tokenizer.count_many(texts), strict=True))

    def size(source: Source) -> int:
        text = layout.one(source)
        return counts[text] if text in counts else tokenizer.count(text)

    return size


def _in_reading_order(sources: Sequence[Source], plan: Plan) -> tuple[list[Source], str]:
    """The sources as a model reads them, and how that is."""
    if plan["query_type"] == "procedural" or plan["whole_documents"]:
        return order_of_documents(sources), "as written"
    return order_for_reading(sources, lambda each: -each["index"]), "best first, second best last"


def _over_budget(dropped: Sequence[Source]) -> list[dict[str, Any]]:
    return [
        {
            "chunk_id": each,
            "file_name": source["file_name"],
            "pages": source["pages"],
            "reason": "over the token budget",
        }
        for source in dropped
        for each in source["hits"]
    ]


async def _read(
    reading: FurtherReading, state: Input, weights: Mapping[str, float], known: DocumentFrequencies
) -> tuple[list[Hit], list[Hit], frozenset[str]]:
    """The hits, with them what an answer reads besides, and the chunk ids of what the best of it leads to.

    For whole documents, what stands for them.
    """
    context, plan = reading.context, state["plan"]
    if documents := plan["whole_documents"]:
        hits, unavailable = await read_wholes(
            context, documents, seconds=reading.seconds, unavailable=state["unavailable"]
        )
        reading.unavailable += unavailable
        return hits, hits, frozenset()
    question, hits, sides = state["standalone_question"], state["hits"], plan["comparison_sides"]
    whole = hits if "whole_passages" in context.features else []
    siblings = await read_siblings(reading, whole, sides, question, best_in_words(state["candidates"]))
    later, led, is_wanted = list[Hit](), list[Hit](), False
    if "later_documents" in context.features:
        later = await read_later(reading, question, plan, hits)
        later += await read_versions(reading, question, [*hits, *later])
        later += await read_family(reading, question, [*hits, *later])
    if asks_extreme(question):
        later = [*rows_of_tables(siblings), *later]
    elif asks_count(question):
        later = [*rest_of_first_list(hits, siblings, weights), *later]
    siblings = _apart_from(siblings, later)
    read = with_siblings(hits, siblings, weights, later)
    aside: list[Hit] = []
    if sides and "side_passages" in context.features:
        aside = await read_sides(reading, plan, read)
    elif "leads" in context.features:
        # A list of people has the column that is asked for: there has to be room for whom the best passage names.
        is_wanted = bool(column_terms(question))
        beside = frozenset(hit["chunk_id"] for own in siblings.values() for hit in own) if is_wanted else frozenset()
        led = await read_led_to(reading, question, plan, read, beside)
        later += led
        siblings = _apart_from(siblings, later)
    if "uncovered" in context.features:
        read = [*with_siblings(hits, siblings, weights, later), *aside]
        later += await read_uncovered(reading, plan, weights, known.frequencies, read)
    read = [*with_siblings(hits, siblings, weights, later), *aside]
    if "operands" in context.features:
        read = await with_operands(reading, question, read)
    return hits, read, frozenset(hit["chunk_id"] for hit in led) if is_wanted else frozenset()


async def _lists(
    reading: FurtherReading, state: Input, weights: Mapping[str, float], read: Sequence[Hit]
) -> list[ReadList]:
    """Lists that are read whole, though there may be no room for them among the sources."""
    if state["plan"]["whole_documents"] or "whole_passages" not in reading.context.features:
        return []
    return await read_lists(reading, state["standalone_question"], weights, read, state["candidates"])


def _apart_from(siblings: Mapping[str, list[Hit]], later: Sequence[Hit]) -> dict[str, list[Hit]]:
    """The rest of passages, without the chunks that are read for another reason."""
    known = {hit["chunk_id"] for hit in later}
    return {beside: [hit for hit in hits if hit["chunk_id"] not in known] for beside, hits in siblings.items()}


async def _documents(context: ChatPorts, sources: Sequence[Source]) -> dict[str, DocumentView]:
    return await context.catalogue.visible(context.owner, sorted({source["revision_id"] for source in sources}))
