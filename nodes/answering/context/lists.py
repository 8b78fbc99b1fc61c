"""Lists that were read whole, as an answer reads them beside its sources: joined, and numbered behind these."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.answering.context.joining import join_list
from nodes.answering.reckoning.tallies import Section
from nodes.answering.reckoning.whole_lists import Beside
from nodes.domain.chat import Hit, ReadList, Source


def beside_sources(read: Sequence[ReadList], sources: Sequence[Source]) -> Beside:
    """Lists as an answer reads them beside its sources, those that are whole numbered behind them."""
    packed = {each for source in sources for each in source["hits"]}
    lists, hits, whole, unread = list[Source](), list[Hit](), set[Section](), set[Section]()
    for each in read:
        first = each["hits"][0]
        section = first["document_id"], tuple(first["section_path"])
        if not each["is_whole"]:
            unread.add(section)
        elif packed.issuperset(hit["chunk_id"] for hit in each["hits"]):
            whole.add(section)
        else:
            lists += join_list(each["hits"], len(sources) + len(lists) + 1)
            hits += each["hits"]
    return Beside(lists, hits, whole, unread)
