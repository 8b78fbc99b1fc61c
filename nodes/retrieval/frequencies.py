"""Document frequencies over everything that is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nodes.domain.lookups import DocumentFrequencies
from nodes.ports import ChatPorts
from nodes.retrieval.gathering import gathered


async def added_frequencies(context: ChatPorts, terms: Sequence[str]) -> DocumentFrequencies:
    """How many documents of all collections hold each term, and how many documents there are."""
    found = await gathered(
        context.catalogue.document_frequencies(context.owner, each, terms) for each in context.collection_ids
    )
    counts: Counter[str] = Counter()
    for each in found:
        counts.update(each.frequencies)
    return DocumentFrequencies(sum(each.document_count for each in found), counts)
