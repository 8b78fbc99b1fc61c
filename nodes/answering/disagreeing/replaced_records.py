"""Records that say at their top what has replaced them: "Status: replaced by DR-021" tells nothing of today."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, in_words
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_BY = r"(?:replaced|superseded|succeeded) by\W{1,4}(?P<by>(?:[^\W\d_]{1,12}[ -]?)?\d{1,5}(?:[.-]\d{1,4})?)(?!\w)"
_STATUS = lazy_regex(rf"(?:^|[.;|\n])[^\S\n]*(?:[*_#-]+ ?)?(?:status|state)\W{{1,6}}{_BY}", re.IGNORECASE)
_BELOW_STATUS = lazy_regex(rf"(?:\W*status\W+)?(?:(?:this|it) [^.\n]{{0,30}})?{_BY}", re.IGNORECASE)
"""Where the status is a section of its own."""
_NOT_OF_TODAY = lazy_regex(
    r"\b(?:was|were|did|had|has|have|been|before|previous(?:ly)?|former(?:ly)?|originally|old|earlier|until|used to|"
    r"why|replaced?[sd]?|supersede[sd]?|history|changed?)\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_LABEL = lazy_regex(r"(?<!\w)[A-Z]{1,6}[- ]?\d{1,5}(?!\w)")
_FIELD = lazy_regex(r"\W*(decision|decided|resolution|resolved|outcome|solution|rule)\W?: \S", re.IGNORECASE)
"""In which a record says what is so."""
_TOP = 400
"""Characters at the top of a section in which its status stands."""
_Span = tuple[int, int, int]
"""Place of a source, and from where to where in it."""


def without_replaced_records(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, asked: Set[str]
) -> list[Evidence]:
    """The pieces without those of a record that another has replaced, where that says something of what is asked.

    What a field of it said ("Decision: …"), the same field of the other says instead.
    Not where it is asked how things were, why they have changed, or for that record by its label.

    Args:
        pieces: All evidence.
        sources: What it came from.
        question: As it stands alone.
        asked: Terms of the question.
    """
    if _NOT_OF_TODAY.search(question):
        return [*pieces]
    labels = {normalise_name(each) for each in _LABEL.findall(question)}
    gone: list[_Span] = []
    said: dict[Evidence, Set[str]] = {}
    for by, spans in _replaced(sources):
        text = normalise_name(" ".join(sources[place]["content"][start:end] for place, start, end in spans))
        instead = [each for each in _spans_of(by, sources) if each not in spans]
        told = [piece for piece in pieces if _lies_in(piece, instead) and not piece.is_heading]
        if any(asked & piece.terms for piece in told) and not any(f" {each} " in f" {text} " for each in labels):
            gone += spans
            old = {
                label: piece.terms & asked for piece in pieces if _lies_in(piece, spans) and (label := _field(piece))
            }
            said |= {piece: old[label] for piece in told if (label := _field(piece)) in old}
    return [
        replace(piece, terms=piece.terms | said[piece]) if piece in said else piece
        for piece in pieces
        if not _lies_in(piece, gone)
    ]


def _field(piece: Evidence) -> str:
    """What a piece is called that is the field of what was decided, normalised; else empty."""
    found = None if piece.is_row else _FIELD.match(piece.text)
    return normalise_name(found[1]) if found else ""


def _lies_in(piece: Evidence, spans: Sequence[_Span]) -> bool:
    return any(piece.position == place and start <= piece.start < end for place, start, end in spans)


def _replaced(sources: Sequence[Source]) -> list[tuple[str, list[_Span]]]:
    """What has replaced each record that says so, normalised, and where that record stands."""
    found: list[tuple[str, list[_Span]]] = []
    for place, source in enumerate(sources):
        content, path = source["content"], source["section_path"]
        if path and normalise_name(path[-1]) == "status" and (status := _BELOW_STATUS.match(content)):
            found.append((normalise_name(status["by"]), _of_section(source, path[:-1], sources)))
            continue
        told = [*_STATUS.finditer(content)]
        for status in told:
            is_of_all = len(told) == 1 and bool(path) and status.start() <= _TOP
            spans = (
                _of_section(source, path, sources) if is_of_all else [_paragraph(place, content, status.start("by"))]
            )
            found.append((normalise_name(status["by"]), spans))
    return found


def _of_section(source: Source, path: Sequence[str], sources: Sequence[Source]) -> list[_Span]:
    """All of a section and of what stands below it, or of its document where it has no heading."""
    return [
        (place, 0, len(each["content"]))
        for place, each in enumerate(sources)
        if each["document_id"] == source["document_id"] and each["section_path"][: len(path)] == [*path]
    ]


def _paragraph(place: int, content: str, inside: int) -> _Span:
    """The block between blank lines that holds a place."""
    end = content.find("\n\n", inside)
    return place, content.rfind("\n\n", 0, inside) + 1, end if end >= 0 else len(content)


def _spans_of(label: str, sources: Sequence[Source]) -> list[_Span]:
    """What is called by a label: sections and documents, and blocks that begin with it."""
    spans: list[_Span] = []
    for place, source in enumerate(sources):
        called = normalise_name(f"{heading_of(source)} {in_words(source['file_name'])}")
        if f" {label} " in f" {called} ":
            spans.append((place, 0, len(source["content"])))
            continue
        begins = 0
        for block in source["content"].split("\n\n"):
            if f"{normalise_name(block[:_TOP])} ".startswith(f"{label} "):
                spans.append((place, begins, begins + len(block)))
            begins += len(block) + 2
    return spans
