"""What became of a page: where the chunks that somebody asks after stand after each step, and why they went.

Nothing here runs unless somebody asks. All that is told is read from what a step returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nodes.documents.chunks import chunk_place
from nodes.domain.chat import TraceEntry, Whereabouts
from nodes.trace import counted

KINDS = {"dense": "by meaning", "bm25": "by words"}


@dataclass
class Watch:
    """The chunks that are asked after, in one run; it remembers where they were last."""

    place: str
    """As asked: `FILE`, or `FILE#page=N`."""
    document_id: str
    chunk_ids: frozenset[str]
    """Those that stand on the page, and those that are ranked with them as one passage."""
    is_here: bool = False
    """Whether they were there after the last step that tells."""
    rank: int | None = None
    """Their place after it, from 1."""
    ranking: Sequence[str] = field(default_factory=list)
    """Chunk ids of all passages that the merge has ranked, best first: more than it reads and returns."""

    @property
    def revisions(self) -> frozenset[str]:
        """The revisions that the chunks are of."""
        return frozenset(chunk_place(each)[0] for each in self.chunk_ids)

    def after(self, node: str, update: Mapping[str, Any]) -> Whereabouts | None:
        """Where they are after a step.

        Args:
            node: its name.
            update: what it returned.

        Returns:
            None where the step says nothing of passages.
        """
        if node not in _STEPS:
            return None
        found = _STEPS[node](self, update)
        if found is not None:
            self.is_here, self.rank = found["is_here"], found["rank"]
        return found

    def first_of(self, chunk_ids: Sequence[str]) -> tuple[int, str] | None:
        """The best of them in a list: its place from 1, and its id; None where none is in it."""
        return next(((place, each) for place, each in enumerate(chunk_ids, 1) if each in self.chunk_ids), None)


def verdict(trace: Sequence[TraceEntry]) -> tuple[bool, str]:
    """Whether the watched chunks came through, and in one sentence how far.

    Args:
        trace: of a run with a watch.
    """
    told = [(entry["node"], entry["watched"]) for entry in trace if "watched" in entry]
    if not told:
        return False, "Nothing was searched."
    node, last = told[-1]
    if last["is_here"]:
        return True, f"{last['place']} came through: {last['told']}."
    gone = next(index for index in range(len(told), 0, -1) if index == 1 or told[index - 2][1]["is_here"])
    node, lost = told[gone - 1]
    if node == "verify_citations":
        return True, f"{lost['place']} was read, and the answer does not cite it."
    return False, f"{lost['place']} was lost in {node}: {lost['told']}."


def _similar(watch: Watch, update: Mapping[str, Any]) -> Whereabouts | None:
    similar = update["similar"]
    if similar["kept"] is None:
        return None
    question = similar["kept"]["question"]
    told = f"“{question}” was answered before; if all that its answer cites is found, it is given again"
    return _seen(watch, told, scores={"similarity": similar["similarity"]})


def _documents(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    documents = update["documents"]
    place = next((n for n, each in enumerate(documents, 1) if each["document_id"] == watch.document_id), None)
    if place is not None:
        own = documents[place - 1]
        told = f"its document is {_place(place, len(documents))} that the question may mean: {own['why']}"
        return _seen(watch, told, rank=place, of=len(documents), scores={"prior": own["prior"]})
    if not documents and update["scope"] is None:
        return _seen(watch, "no document is preferred, and all are searched")
    others = f"its document is not among the {len(documents)} that the question may mean"
    if update["scope"] is not None and watch.revisions.isdisjoint(set().union(*update["scope"].values())):
        return _missing(watch, f"{others}, and only those are searched", of=len(documents))
    return _seen(watch, f"{others}; it is searched all the same", of=len(documents))


def _candidates(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    parts: list[str] = []
    places: list[int] = []
    scores: dict[str, float] = {}
    longest = 0
    several = len({found["query"] for found in update["candidates"]}) > 1
    for found in update["candidates"]:
        longest = max(longest, len(found["chunks"]))
        how = KINDS[found["kind"]] + (f" for “{found['query']}”" if several else "")
        first = watch.first_of([chunk["chunk_id"] for chunk in found["chunks"]])
        if first is None:
            parts.append(f"not among {len(found['chunks'])} {how}")
            continue
        score = found["chunks"][first[0] - 1]["score"]
        scores[found["kind"]] = max(score, scores.get(found["kind"], score))
        places.append(first[0])
        parts.append(f"{_place(first[0], len(found['chunks']))} {how}")
    if not places:
        return _missing(watch, f"never a candidate: {', '.join(parts)}", of=longest)
    return _seen(watch, ", ".join(parts), rank=min(places), of=longest, scores=scores)


def _merged(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    found = _among_hits(watch, update)
    if found["is_here"]:
        if not watch.is_here:
            found["told"] += "; no list proposed it, its document was entered for what it is called"
        return found
    reason = _dropped(watch, update)
    first = watch.first_of(watch.ranking)
    if reason is None and first is not None:
        ranked, read = len(watch.ranking), update["trace"][-1]["decided"].get("read", len(update["hits"]))
        place = _place(first[0], ranked)
        reason = (
            f"ranked {place}, only the best {read} are read" if first[0] > read else f"ranked {place}, and left out"
        )
    return _missing(watch, reason or "not ranked: no list proposed it", of=len(update["hits"]))


def _hits(watch: Watch, update: Mapping[str, Any]) -> Whereabouts | None:
    return _among_hits(watch, update) if "hits" in update else None


def _above_threshold(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    found = _among_hits(watch, update)
    below = watch.first_of([hit["chunk_id"] for hit in update["below_threshold"]])
    if not found["is_here"] and below is not None:
        hit = update["below_threshold"][below[0] - 1]
        return _missing(watch, hit["selected_because"], of=found["of"], scores=hit["scores"])
    return found


def _selected(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    found = _among_hits(watch, update)
    if found["is_here"] or not watch.is_here:
        return found
    decided = update["trace"][-1]["decided"]
    top_k = decided.get("top_k", 0)
    how = "documents take turns" if decided.get("spread") else "the best are kept"
    if watch.rank is not None and watch.rank <= top_k:
        how = _dropped(watch, update) or how
    return _missing(watch, f"crowded out: {how}, and there is room for {top_k}", of=found["of"])


def _packed(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    sources = update["sources"]
    for source in sources:
        first = watch.first_of(source["hits"])
        if first is not None:
            told = f"source [{source['index']}] of {len(sources)}: {source['selected_because']}"
            return _seen(watch, told, rank=source["index"], of=len(sources), scores={"score": source["score"]})
    return _missing(watch, _dropped(watch, update) or "it was no hit any more", of=len(sources))


def _cited(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    citations = update["citations"]
    numbers = sorted({each["index"] for each in citations if each["chunk_id"] in watch.chunk_ids})
    if numbers:
        told = f"cited as {', '.join(f'[{number}]' for number in numbers)}"
        return _seen(watch, told, rank=numbers[0], of=len(citations))
    return _missing(watch, f"none of {counted(len(citations), 'citation')} is of it", of=len(citations))


def _among_hits(watch: Watch, update: Mapping[str, Any]) -> Whereabouts:
    hits = update["hits"]
    first = watch.first_of([hit["chunk_id"] for hit in hits])
    if first is None:
        reason = _dropped(watch, update) if watch.is_here else None
        return _missing(watch, reason or "it was out before", of=len(hits))
    hit = hits[first[0] - 1]
    return _seen(watch, _place(first[0], len(hits)), rank=first[0], of=len(hits), scores=hit["scores"])


def _dropped(watch: Watch, update: Mapping[str, Any]) -> str | None:
    """The reason that the step itself gives."""
    dropped = update["trace"][-1]["dropped"] if update.get("trace") else []
    return next((each["reason"] for each in dropped if each.get("chunk_id") in watch.chunk_ids), None)


def _place(place: int, of: int) -> str:
    return f"number {place} of {of}"


def _seen(
    watch: Watch, told: str, *, rank: int | None = None, of: int = 0, scores: Mapping[str, float] | None = None
) -> Whereabouts:
    rounded = {name: round(score, 4) for name, score in (scores or {}).items()}
    return {"place": watch.place, "is_here": True, "rank": rank, "of": of, "scores": rounded, "told": told}


def _missing(watch: Watch, told: str, *, of: int = 0, scores: Mapping[str, float] | None = None) -> Whereabouts:
    rounded = {name: round(score, 4) for name, score in (scores or {}).items()}
    return {"place": watch.place, "is_here": False, "rank": None, "of": of, "scores": rounded, "told": told}


_STEPS: Mapping[str, Callable[[Watch, Mapping[str, Any]], Whereabouts | None]] = {
    "find_similar": _similar,
    "retrieve_documents": _documents,
    "retrieve_chunks": _candidates,
    "merge_rrf": _merged,
    "follow_links": _hits,
    "boost_hierarchy": _hits,
    "rerank": _hits,
    "weigh_scores": _hits,
    "filter_threshold": _above_threshold,
    "rerank_diversity": _selected,
    "assemble_context": _packed,
    "widen": _hits,
    "verify_citations": _cited,
}
