"""Summaries by quoting: the sentences that stand for each document, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from nodes.answering.evidence.bibliographies import without_bibliographies
from nodes.answering.evidence.evidence import Evidence, evidence_of, place_of
from nodes.answering.evidence.prose import telling_prose
from nodes.answering.quoting.quoting import Quote
from nodes.documents.section_types import section_type_of
from nodes.documents.summaries import central_sentences
from nodes.domain.chat import Source
from nodes.domain.documents import SectionType

_SENTENCES = ((1, 6), (2, 4), (4, 3))
"""Sentences for each, where there are at most so many documents; one where there are more."""
_CHARACTERS = 240
"""Of a sentence, on average."""
_FEW = 2
"""Sentences from which on prose stands for a document, however short a part of it."""
_LEAST_PROSE = 0.4
"""Share of a document that its few sentences must be to stand for it: one note of a speaker is not what slides say."""

_TELLS_FINDINGS = frozenset({"abstract", "results", "conclusion"})


def summarise(sources: Sequence[Source], *, findings: bool = False) -> list[Quote]:
    """The quotes that sum up the documents of the sources, by document in the order of its best source.

    Where it is asked what the authors found, what leads in to it and how it was done is left out.
    Sentences that stand for the rest (`nodes.documents.summaries`), those that point elsewhere or lean on what stands
    before them only where there are no others. Of a document of hardly any sentences what its parts begin with.
    """
    by_document: dict[str, list[Evidence]] = {}
    found = {place for place, source in enumerate(sources) if _TELLS_FINDINGS & set(_types(source))}
    for piece in without_bibliographies(evidence_of(sources), sources, ""):
        if not (findings and found) or piece.position in found:
            by_document.setdefault(sources[piece.position]["document_id"], []).append(piece)
    most = next((count for documents, count in _SENTENCES if len(by_document) <= documents), 1)
    return [
        _quote(piece, sources)
        for pieces in by_document.values()
        for piece in _standing_for(sorted(pieces, key=lambda piece: place_of(piece, sources)), sources, most)
    ]


def _types(source: Source) -> list[SectionType | None]:
    return [section_type_of(heading) for heading in source["section_path"]]


def _standing_for(pieces: Sequence[Evidence], sources: Sequence[Source], most: int) -> list[Evidence]:
    prose = telling_prose(pieces)
    if len(prose) < max(most, _FEW) and _letters(prose) < _LEAST_PROSE * sum(map(_letters, _parts(pieces))):
        return _first_of_each([piece for piece in pieces if not piece.is_heading] or pieces, most)
    title = sources[prose[0].position]["title"]
    chosen = central_sentences(title, [piece.text for piece in prose], most, most * _CHARACTERS)
    return [prose[place] for place in chosen] or prose[:1]


def _letters(pieces: Sequence[Evidence]) -> int:
    return sum(len(piece.text) for piece in pieces)


def _first_of_each(pieces: Sequence[Evidence], most: int) -> list[Evidence]:
    """Of slides, sheets and lists: what each source begins with, and more of each while there is room."""
    turns = [piece for turn in zip_longest(*_parts(pieces)) for piece in turn if piece is not None]
    return sorted(turns[:most], key=pieces.index)


def _parts(pieces: Sequence[Evidence]) -> list[list[Evidence]]:
    """What each source says, once."""
    return [_apart(list(group)) for _, group in groupby(pieces, key=lambda piece: piece.position)]


def _apart(pieces: Sequence[Evidence]) -> list[Evidence]:
    """Without the items of the lists that are among them."""
    return [
        piece
        for piece in pieces
        if not any(other.start <= piece.start and piece.end <= other.end for other in pieces if other != piece)
    ]


def _quote(piece: Evidence, sources: Sequence[Source]) -> Quote:
    source = sources[piece.position]
    return Quote(
        index=source["index"],
        chunk_id=source["hits"][0],
        start=piece.start,
        end=piece.end,
        text=piece.text,
        score=source["score"],
        cosine=0.0,
        evidence=piece,
    )
