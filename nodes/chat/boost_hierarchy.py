"""Boost hierarchy: section authority, extraction quality, relationships and the section asked for."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import Hit, Plan, TraceEntry
from nodes.language.query_terms import query_terms
from nodes.ports import ChatPorts
from nodes.ranking.hierarchy import boosted, hierarchy_report, structure_alignment
from nodes.trace import counted, entry

LINKS_PER_DOCUMENT = 16
"""The strongest: a document that much refers to is no closer to each of them."""


class Input(TypedDict):
    """The hits, and what the plan says of sections."""

    plan: Plan
    hits: list[Hit]


class Update(TypedDict, total=False):
    """Hits in their new order; the trace has the report."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def boost_hierarchy(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Only where the plan says so: for a plain look-up the place of a passage says nothing."""
    plan, hits, context = state["plan"], state["hits"], runtime.context
    if not plan["hierarchy"] or not hits:
        why = "the question does not ask for a kind of section" if hits else "no hits"
        return {"trace": [entry("boost_hierarchy", why, {"applied": False})]}
    terms = set(query_terms(plan["search_text"]))
    targets, certainty, preference = plan["target_sections"], plan["section_confidence"], plan["structure_preference"]
    alignments = {hit["chunk_id"]: structure_alignment(hit, targets, certainty, preference, terms) for hit in hits}
    documents = sorted({hit["document_id"] for hit in hits})
    links = await context.catalogue.links(context.owner, documents, LINKS_PER_DOCUMENT)
    ordered = boosted(hits, alignments, links)
    report = hierarchy_report(ordered, alignments, links)
    decided = {
        "applied": True,
        "target_sections": targets,
        "formula": "final x authority x quality + 0.2 relationship + 0.15 alignment + 0.1 citations, over the maximum",
        **{key: report[key] for key in ("section_coverage", "structure_alignment", "extraction_quality")},
        "relationships": len(report["relationships"]),
    }
    why = (
        f"sections asked for: {', '.join(targets) or 'none'}; "
        f"{counted(len(report['relationships']), 'link')} between the hits"
    )
    return {"hits": ordered, "trace": [entry("boost_hierarchy", why, decided)]}
