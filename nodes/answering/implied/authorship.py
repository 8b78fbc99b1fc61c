"""Who wrote it: a document says that in a line of names below its title, or in the header of a mail."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name

_ASKS = lazy_regex(
    r"\bwho(?: \w+)? (wrote|written|sent|authored|prepared|drafted)\b"
    r"|\b(authors?|writers?|sender)(?: is| are| was| were)? (?:of|behind)\b"
    r"|\bwho (?:is|are|was|were) the (authors?|sender)\b",
    re.IGNORECASE,
)
_NAME = (
    r"(?:(?:[A-ZÀ-ÖØ-Þ]\.[ -]?){1,3}|(?:[A-ZÀ-ÖØ-Þ][\w'’-]+ ){1,2})(?:(?:de|van|von|der|den|la|du) )*"
    r"[A-ZÀ-ÖØ-Þ][\w'’-]+"
)
_NAMES = lazy_regex(rf"(?:[Bb]y )?{_NAME}(?:(?:, (?:and )?| and | & ){_NAME})*(?:, [^.;:]{{3,60}})?")
_TOLD = lazy_regex(
    rf"(?:(?:(?:(?:written|prepared|drafted|compiled) )?by:?|from:|von:|de:|par:) |authors?:[\s\[\"'-]{{1,8}}){_NAME}",
    re.IGNORECASE,
)
"""In front matter a name may be quoted, or be the first of a list."""
_NEAR_THE_TOP = 400
"""Characters of a document in which its authors are named."""


def asks_author(question: str) -> frozenset[str]:
    """The terms by which a question asks who wrote something; empty where it does not."""
    return frozenset(term for found in _ASKS.findall(question) for term in analyse(" ".join(found)))


def is_signature(text: str) -> bool:
    """Whether a text is but names, perhaps with what they are: "Ada Berg, surveyor"."""
    return _NAMES.fullmatch(text.strip(" *_")) is not None


def with_authors(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, terms: Collection[str]
) -> list[Evidence]:
    """The pieces; those that name the authors of what is asked about hold the terms that ask for them.

    Args:
        pieces: All evidence.
        sources: What it came from.
        question: As it stands alone.
        terms: All terms of the question; a source that holds none besides those that ask is another document.
    """
    asked = asks_author(question)
    if not asked:
        return [*pieces]
    others = asked.symmetric_difference(terms) - asked
    meant = {piece.position for piece in pieces if not others.isdisjoint(piece.terms)}
    meant |= {place for place, source in enumerate(sources) if not others.isdisjoint(analyse(source["title"]))}
    return [
        replace(piece, terms=piece.terms | asked, is_heading=False)
        if piece.position in meant and _tells(piece, sources)
        else piece
        for piece in pieces
    ]


def _tells(piece: Evidence, sources: Sequence[Source]) -> bool:
    """Whether a piece at the top of its document is a line of names, perhaps with where they work, and no heading."""
    span = next(iter(sources[piece.position]["spans"]), None)
    if span is None or span["page"] > 1 or span["start"] + piece.start > _NEAR_THE_TOP:
        return False
    text = piece.text.strip(" *_")
    line = text.split("\n")[0].rstrip(" *_")
    headings = (sources[piece.position]["title"], *sources[piece.position]["section_path"])
    if normalise_name(line) in map(normalise_name, headings):
        return False
    return _TOLD.match(text) is not None or _NAMES.fullmatch(line) is not None
