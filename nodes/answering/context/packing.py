"""Packing: what goes into a token budget, and in which order a model reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TypeVar

from nodes.answering.citing.citations import is_slice
from nodes.domain.chat import Source
from nodes.domain.documents import Span
from nodes.domain.regexes import lazy_regex
from nodes.language.sentences import sentence_spans

Item = TypeVar("Item")

_WORD_END = lazy_regex(r"\S(?=\s|$)")


def order_for_reading(items: Sequence[Item], score: Callable[[Item], float]) -> list[Item]:
    """Best first, second best last, the others between them in descending order: the middle is read least.

    Source: Liu et al. 2023, "Lost in the Middle". Items of one score keep their order. None is lost: the result is a
    permutation of the items.
    """
    ordered = sorted(items, key=lambda item: -score(item))
    return ordered if len(ordered) < 3 else [ordered[0], *ordered[2:], ordered[1]]


def order_of_documents(sources: Sequence[Source]) -> list[Source]:
    """Document by document, in the order of each one's first source, and inside a document as it is written.

    For procedural questions: steps are read in their order.
    """
    documents = list(dict.fromkeys(source["revision_id"] for source in sources))
    return sorted(sources, key=lambda source: (documents.index(source["revision_id"]), _place(source)))


def _place(source: Source) -> tuple[int, int, str]:
    first: Span = source["spans"][0] if source["spans"] else {"page": 0, "start": 0, "end": 0}
    return first["page"], first["start"], source["hits"][0]


def pack(
    sources: Sequence[Source],
    budget_tokens: int,
    count_tokens: Callable[[Source], int],
    wanted: Set[str] = frozenset(),
) -> tuple[list[Source], list[Source]]:
    """What fits into the budget: each source in turn if there is room for it, or else the smaller ones after it.

    The first is always in, and then what is wanted before all others; where the first alone is over the budget it is
    cut at a sentence end, or at a word where not one sentence fits, and its spans with it.

    Args:
        sources: best first.
        budget_tokens: more than 0.
        count_tokens: tokens of a source as it is laid out for the model, head line included.
        wanted: Chunk ids of what there should be room for whatever stands before it.

    Returns:
        Kept and dropped sources, each in the order given.
    """
    kept: dict[int, Source] = {}
    left = budget_tokens
    for position in sorted(range(len(sources)), key=lambda at: (at > 0, wanted.isdisjoint(sources[at]["hits"]), at)):
        fitting = sources[position] if position else shorten(sources[0], left, count_tokens)
        size = count_tokens(fitting)
        if position == 0 or size <= left:
            kept[position] = fitting
            left -= size
    dropped = [source for position, source in enumerate(sources) if position not in kept]
    return [kept[position] for position in sorted(kept)], dropped


def shorten(source: Source, budget_tokens: int, count_tokens: Callable[[Source], int]) -> Source:
    """The source, or its longest beginning that ends with a sentence (else a word) and is within the budget.

    At least one word stays, whatever the budget.
    """
    if count_tokens(source) <= budget_tokens:
        return source
    content = source["content"]
    for ends in ([end for _, end in sentence_spans(content)], [match.end() for match in _WORD_END.finditer(content)]):
        low, high = 0, len(ends)
        while low < high:
            middle = (low + high + 1) // 2
            if count_tokens(_cut(source, ends[middle - 1])) <= budget_tokens:
                low = middle
            else:
                high = middle - 1
        if low:
            return _cut(source, ends[low - 1])
    first = _WORD_END.search(content)
    return _cut(source, first.end()) if first else source


def _cut(source: Source, length: int) -> Source:
    """The first `length` characters, spans and pages shrunk to them where spans tell of slices."""
    if length >= len(source["content"]):
        return source
    reason = f"{source['selected_because']}; shortened to fit".lstrip("; ")
    short: Source = {**source, "content": source["content"][:length], "selected_because": reason}
    if not is_slice(source):
        return short
    spans: list[Span] = []
    left = length
    for span in source["spans"]:
        taken = min(left, span["end"] - span["start"])
        if taken > 0:
            spans.append({"page": span["page"], "start": span["start"], "end": span["start"] + taken})
        left -= taken
    return {**short, "spans": spans, "pages": sorted({span["page"] for span in spans})}
