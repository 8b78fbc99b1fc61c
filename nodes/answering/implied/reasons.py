"""Reasons by their place: what stands below "Root cause", or behind "Reason:", tells why what is told above is so.

So does what counts them: "There were three reasons: …".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.cues import heads_reason, opens_with_reason
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex

_LONGEST = 300
"""Characters of the sentences below a heading that are one reason."""
_LEAST_SAID = 0.5
"""Share of the question's weight that one piece of the document, or its title, must say."""


_COUNTS_REASONS = lazy_regex(
    r"\b(?:has|have|had|(?:there|these|they) (?:is|are|was|were)|gave|gives?|names?|named|cited?) "
    r"(?:(?:the following|two|three|four|five|six|several|many|some|various|different|main|other|at least) ){1,2}"
    r"(?:causes?|reasons?)\b|\b(?:causes|reasons) (?:are|were) (?:the following|two|three|four|five|several)\b",
    re.IGNORECASE,
)
_REACH = 5
"""Sentences before what counts the reasons that tell what they are for."""


def with_counted_reasons(pieces: Sequence[Evidence], weights: Mapping[str, float]) -> list[Evidence]:
    """The pieces; what counts the reasons, "The fall has three causes: …", says what the sentences before it do.

    Args:
        pieces: All evidence, in the order of the sources.
        weights: Weight of each question term.
    """
    told = list(pieces)
    for place, piece in enumerate(pieces):
        if piece.is_row or piece.is_heading or not _COUNTS_REASONS.search(piece.text):
            continue
        before = [each for each in pieces[max(0, place - _REACH) : place] if each.position == piece.position]
        said = weights.keys() & piece.terms.union(*(each.terms for each in before if not each.is_row))
        if sum(weights[term] for term in said) >= _LEAST_SAID * sum(weights.values()):
            told[place] = replace(piece, terms=piece.terms | said, is_reason=True)
    return told


def with_reasons(
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    weights: Mapping[str, float],
    title_terms: Sequence[frozenset[str]],
) -> list[Evidence]:
    """The pieces; what gives the one reason in its document says of a why-question what the document says at best.

    "The table was locked", below "Root cause" of "Checkout unavailable", tells why checkout was unavailable.
    A document that gives several reasons does not tell which is which.

    Args:
        pieces: All evidence, in the order of the sources.
        sources: What the pieces came from.
        weights: Weight of each question term.
        title_terms: Of each source.
    """
    found: dict[tuple[str, str], list[Evidence]] = {}
    heading, position = "", -1
    for piece in pieces:
        if piece.position != position:
            position = piece.position
            heading = sources[position]["section_path"][-1] if sources[position]["section_path"] else ""
        if piece.is_heading:
            heading = piece.text
        elif not piece.is_row and (opens_with_reason(piece.text) or heads_reason(heading)):
            place = piece.text if opens_with_reason(piece.text) else heading
            found.setdefault((sources[position]["document_id"], place), []).append(piece)
    documents = [document for document, _ in found]
    told = list(pieces)
    for (document, _), below in found.items():
        said = _most_said(document, pieces, sources, weights, title_terms)
        if said and documents.count(document) == 1:
            whole = _in_one_piece(below, sources[below[0].position]["content"])
            told[told.index(below[0])] = replace(whole, terms=whole.terms | said, is_reason=True)
            told = [piece for piece in told if piece.is_reason or not piece.lies_in(whole)]
    return told


def _in_one_piece(below: Sequence[Evidence], content: str) -> Evidence:
    """The first sentences of a section as one, as many as are short together: what came of it is the reason as well."""
    first = below[0]
    last = [each for each in below if each.position == first.position and each.end - first.start <= _LONGEST] or [first]
    return replace(
        first,
        end=last[-1].end,
        text=content[first.start : last[-1].end],
        terms=frozenset[str]().union(*(each.terms for each in last)),
        numbers=frozenset[str]().union(*(each.numbers for each in last)),
        years=frozenset[str]().union(*(each.years for each in last)),
    )


def _most_said(
    document: str,
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    weights: Mapping[str, float],
    title_terms: Sequence[frozenset[str]],
) -> frozenset[str]:
    """The terms of the question that the title, or the piece that says most, of a document says; none where too few."""
    own = [piece for piece in pieces if sources[piece.position]["document_id"] == document]
    said = [weights.keys() & (piece.terms | title_terms[piece.position]) for piece in own]

    def mass(terms: frozenset[str]) -> float:
        return sum(weights[term] for term in terms)

    most = max(map(frozenset, said), key=mass, default=frozenset[str]())
    return most if mass(most) >= _LEAST_SAID * sum(weights.values()) else frozenset()
