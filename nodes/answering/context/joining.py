"""Joining: neighbouring chunks of one section become one source, every character of it still traced to its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.domain.chat import Hit, Source
from nodes.domain.documents import Span
from nodes.ranking.order import final_score

LONGEST_RUN = 4
"""Chunks that are joined at most, so that a source stays a place and not a chapter."""

_SLICED = frozenset({"content", "strategic_extract"})


@dataclass(frozen=True)
class Piece:
    """A span with the text it stands for."""

    span: Span
    text: str


def join_neighbours(hits: Sequence[Hit]) -> list[Source]:
    """Sources from hits: chunks that follow one another in a section of one revision become one, without the overlap.

    The exact relation of spans and content stays: the slices of the stored pages, one after the other, are the
    content. Spans that overlap or touch on a page are united. Chunks that do not touch are joined where white space
    parts them: nothing but white space and page furniture lies between neighbouring chunks of a section. Between
    strategic extracts there may be text, so these must touch.

    Args:
        hits: best first.

    Returns:
        Sources in the order of the best hit of each, `index` from 1, `score` that of its best hit, 0..1 (links may
        lift final scores over 1: then all are divided by the largest).
    """
    ranks = {hit["chunk_id"]: rank for rank, hit in enumerate(hits)}
    highest = max([1.0, *(final_score(hit) for hit in hits)])
    runs = sorted(_runs(hits), key=lambda run: min(ranks[hit["chunk_id"]] for hit in run))
    return [
        _source(index, run, min(run, key=lambda hit: ranks[hit["chunk_id"]]), highest)
        for index, run in enumerate(runs, start=1)
    ]


def join_list(hits: Sequence[Hit], first_index: int) -> list[Source]:
    """The chunks of a list as few sources, of any length: one for each page that it stands on, or what can be joined.

    Between two of its chunks lies the line break that parts their rows, which neither has. Each source tells all pages
    of the list: their rows are those of one table.

    Args:
        hits: all chunks of the list, in reading order.
        first_index: of the sources.
    """
    runs: list[list[Hit]] = []
    for hit in hits:
        last = runs[-1][-1] if runs else None
        if last is not None and pieces_of(hit) is not None and _are_parted_by_a_break(last, hit):
            runs[-1][-1] = _with_break(last)
            runs[-1].append(hit)
        else:
            runs.append([hit])
    highest = max([1.0, *(final_score(hit) for hit in hits)])
    joined = [_source(index, run, run[0], highest) for index, run in enumerate(runs, start=first_index)]
    pages = sorted({page for source in joined for page in source["pages"]})
    return [{**source, "pages": pages} for source in joined]


def _are_parted_by_a_break(before: Hit, after: Hit) -> bool:
    if pieces_of(before) is None:
        return False
    last, first = before["spans"][-1], after["spans"][0]
    return last["page"] == first["page"] and last["end"] + 1 == first["start"]


def _with_break(hit: Hit) -> Hit:
    last = hit["spans"][-1]
    return {
        **hit,
        "content": hit["content"] + "\n",
        "spans": [*hit["spans"][:-1], {**last, "end": last["end"] + 1}],
    }


def _runs(hits: Sequence[Hit]) -> list[list[Hit]]:
    places = {
        (hit["revision_id"], hit["section_index"], hit["chunk_index"]): hit
        for hit in hits
        if pieces_of(hit) is not None
    }
    alone = [[hit] for hit in hits if pieces_of(hit) is None]
    runs: list[list[Hit]] = []
    for (revision_id, section_index, chunk_index), hit in sorted(places.items()):
        last = runs[-1] if runs else []
        before = places.get((revision_id, section_index, chunk_index - 1))
        if last and last[-1] is before and len(last) < LONGEST_RUN and _joinable(last, hit):
            last.append(hit)
        else:
            runs.append([hit])
    return [*runs, *alone]


def _joinable(run: Sequence[Hit], hit: Hit) -> bool:
    if run[-1]["content_completeness"] != hit["content_completeness"]:
        return False
    before, after = _united(run), pieces_of(hit) or []
    joined = _unite(before, after)
    if joined is None:
        return False
    if len(joined) < len(before) + len(after):
        return True
    parted = before[-1].text[-1:].isspace() or after[0].text[:1].isspace()
    return parted and run[-1]["chunk_type"] == hit["chunk_type"] == "content"


def pieces_of(hit: Hit) -> list[Piece] | None:
    """The content cut into what each span stands for; None where the content is not made of page slices."""
    lengths = [span["end"] - span["start"] for span in hit["spans"]]
    if hit["chunk_type"] not in _SLICED or not lengths or sum(lengths) != len(hit["content"]):
        return None
    pieces: list[Piece] = []
    offset = 0
    for span, length in zip(hit["spans"], lengths, strict=True):
        pieces.append(Piece(span, hit["content"][offset : offset + length]))
        offset += length
    return pieces


def _united(run: Sequence[Hit]) -> list[Piece]:
    pieces: list[Piece] = []
    for hit in run:
        pieces = _unite(pieces, pieces_of(hit) or []) or pieces
    return pieces


def _unite(before: Sequence[Piece], after: Sequence[Piece]) -> list[Piece] | None:
    """Both in reading order, overlaps once; None where they contradict each other or go backwards."""
    pieces = list(before)
    for piece in after:
        if not pieces:
            pieces.append(piece)
            continue
        last, span = pieces[-1], piece.span
        containing = next((each for each in pieces if _contains(each, piece)), None)
        if containing is not None:
            continue
        if (span["page"], span["start"]) < (last.span["page"], last.span["start"]):
            return None
        if span["page"] == last.span["page"] and span["start"] <= last.span["end"]:
            shared = last.span["end"] - span["start"]
            if last.text[len(last.text) - shared :] != piece.text[:shared]:
                return None
            merged: Span = {"page": span["page"], "start": last.span["start"], "end": span["end"]}
            pieces[-1] = Piece(merged, last.text + piece.text[shared:])
        else:
            pieces.append(piece)
    return pieces


def _contains(outer: Piece, inner: Piece) -> bool:
    one, other = outer.span, inner.span
    if one["page"] != other["page"] or not one["start"] <= other["start"] <= other["end"] <= one["end"]:
        return False
    begin = other["start"] - one["start"]
    return outer.text[begin : begin + len(inner.text)] == inner.text


def _source(index: int, run: Sequence[Hit], best: Hit, highest: float) -> Source:
    united = _united(run) if len(run) > 1 else []
    spans = [piece.span for piece in united] or list(best["spans"])
    reason = best["selected_because"]
    if len(run) > 1:
        reason = f"{reason}; joined with {len(run) - 1} neighbouring passages".lstrip("; ")
    return {
        "index": index,
        "hits": [hit["chunk_id"] for hit in run],
        "document_id": best["document_id"],
        "revision_id": best["revision_id"],
        "collection_id": best["collection_id"],
        "file_name": best["file_name"],
        "title": best["title"],
        "section_path": list(best["section_path"]),
        "pages": sorted({page for hit in run for page in hit["pages"]}),
        "spans": spans,
        "content": "".join(piece.text for piece in united) or best["content"],
        "table_header": run[0].get("table_header", ""),
        "score": max(0.0, final_score(best)) / highest,
        "completeness": best["content_completeness"],
        "selected_because": reason,
    }
