"""What changed from one version to another, told by a list of changes that has a section for each version."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import Evidence, place_of
from nodes.answering.question.question_facts import Facts
from nodes.answering.several.versions import asks_what_changed
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

Version = tuple[int, ...]

_NUMBER = r"(\d{1,4}(?:\.\d{1,4}){1,3})"
_VERSION = lazy_regex(rf"(?<![\w.])v?{_NUMBER}(?![\w.]*\d)", re.IGNORECASE)
_HEADED = lazy_regex(rf"\W*(?:\w+ )?(?:version |release |v)?{_NUMBER}(?![\w.]*\d)", re.IGNORECASE)
_SINCE = lazy_regex(rf"\b(?:since|after|seit|nach) (?:version |release )?v?{_NUMBER}", re.IGNORECASE)
_ASKS_KIND = lazy_regex(
    r"\b(?:what|which) (?:(?:bugs?|errors?|issues?|problems?|features?|things?) )?(?:(?:is|are|was|were|got) )"
    rf"(?P<kind>fixed|added|removed|deprecated|improved|corrected)\b[^?]{{0,60}}?\bv?{_NUMBER}",
    re.IGNORECASE,
)
"""A kind of change, as lists of changes head them: "What was fixed in 3.4.1?"."""
_FEWEST = 2
"""Sections headed by versions, for a document to be a list of changes."""
_MOST = 24
"""Changes that are told."""


def with_releases(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what changed in, since or between versions, what their sections say instead.

    What changed between two is what came after the older, up to the newer one, in that order.
    """
    facts, sources = material.facts, material.sources
    if not _asks_of_release(facts.question):
        return chosen
    meant = _sections_meant(sources, facts)
    told = [piece for piece in material.pieces if piece.position in meant and not piece.is_heading]
    told = _of_asked_kind(told, material)
    told = [piece for piece in told if not any(other is not piece and piece.lies_in(other) for other in told)]
    told.sort(key=lambda piece: (meant[piece.position], place_of(piece, sources)))
    return [Weighed(piece, material.cosines.get(piece, 0.0)) for piece in told[:_MOST]] or chosen


def tells_releases(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether pieces are those of `with_releases`."""
    if not pieces or not _asks_of_release(facts.question):
        return False
    meant = _sections_meant(sources, facts)
    return all(piece.position in meant for piece in pieces)


def _asks_of_release(question: str) -> bool:
    return asks_what_changed(question) or _ASKS_KIND.search(question) is not None


def _of_asked_kind(told: list[Evidence], material: Material) -> list[Evidence]:
    """Those that stand below a heading for the kind of change that is asked for, "Fixed"; all where none does."""
    found = _ASKS_KIND.search(material.facts.question)
    asked = frozenset(analyse(found["kind"])) if found else frozenset[str]()
    headings = [piece for piece in material.pieces if piece.is_heading]

    def kind_of(piece: Evidence) -> frozenset[str]:
        above = [head for head in headings if head.position == piece.position and head.end <= piece.start]
        return max(above, key=lambda head: head.end).terms if above else frozenset()

    return [piece for piece in told if asked & kind_of(piece)] or told


def _sections_meant(sources: Sequence[Source], facts: Facts) -> dict[int, Version]:
    """The sources that are sections of versions which a question means, of the first document that has such."""
    asked = sorted({_parsed(found) for found in _VERSION.findall(facts.question)})
    if not 0 < len(asked) <= _FEWEST:
        return {}
    headed = {place: version for place, source in enumerate(sources) if (version := _headed_by(source))}
    since = _SINCE.search(facts.question) is not None
    for document in dict.fromkeys(sources[place]["document_id"] for place in headed):
        own = {place: each for place, each in headed.items() if sources[place]["document_id"] == document}
        if len(set(own.values())) >= _FEWEST and (asked[-1] in own.values()):
            meant = {place: each for place, each in own.items() if _is_meant(each, asked, since=since)}
            if meant:
                return meant
    return {}


def _is_meant(version: Version, asked: Sequence[Version], *, since: bool) -> bool:
    if len(asked) > 1:
        return asked[0] < version <= asked[-1]
    return version > asked[0] if since else version == asked[0]


def _headed_by(source: Source) -> Version | None:
    found = _HEADED.match(source["section_path"][-1]) if source["section_path"] else None
    return _parsed(found[1]) if found else None


def _parsed(number: str) -> Version:
    return tuple(map(int, number.split(".")))
