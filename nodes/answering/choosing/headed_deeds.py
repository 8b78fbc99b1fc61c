"""What stands below "Decision" or "Findings" is what was decided or found, in whatever words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import terms_of_name
from nodes.domain.chat import Source
from nodes.language.terms import analyse

_ASKS = re.compile(
    r"\bwhat (?:was|were|is|are|did|do|does|has|have|had)\b[^?]{0,150}?\b"
    r"(?P<deed>decided?|resolved?|agreed?|found|find|concluded?|recommend(?:ed)?|achieved?|observed?)\b",
    re.IGNORECASE,
)
_HEADINGS = {
    "dec": r"decisions?|resolutions?",
    "res": r"decisions?|resolutions?",
    "agr": r"agreements?|decisions?|agreed actions",
    "fou": r"findings?|results?|observations?|defects?",
    "fin": r"findings?|results?|observations?|defects?",
    "con": r"conclusions?|summary and conclusions?",
    "rec": r"recommendations?",
    "ach": r"results?|achievements?",
    "obs": r"observations?|findings?",
}
"""What is written above it, by how the deed begins."""
_NUMBER = re.compile(r"^\W*(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[a-z][.)])\s+", re.IGNORECASE)
_LONGEST = 700
"""Characters that are quoted whole."""


def with_headed_deeds(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what was decided or found, what stands below that heading of the one document.

    What the document is called, and the sections around, say the rest of the question: "What was decided on 4 May?".
    """
    facts, sources = material.facts, material.sources
    found = _ASKS.search(facts.question)
    if found is None or facts.comparison.sides or facts.wanted.is_summary:
        return chosen
    heading = re.compile(_HEADINGS[found["deed"][:3].lower()], re.IGNORECASE)
    about = facts.weights.keys() - frozenset(analyse(found["deed"]))
    told = [
        below
        for place, source in enumerate(sources)
        if about and about <= terms_of_name(" ".join([source["title"], source["file_name"], *source["section_path"]]))
        for below in _below(place, source, heading, material.pieces)
    ]
    if len(told) != 1 or sum(piece.end - piece.start for piece in told[0]) > _LONGEST:
        return chosen
    said = frozenset(facts.weights)
    whole = [piece for piece in told[0] if piece.is_list][:1] or told[0]
    cosines = material.cosines
    return [Weighed(replace(each, terms=each.terms | said), cosines.get(each, 0.0)) for each in whole] or chosen


def _below(
    place: int, source: Source, heading: re.Pattern[str], pieces: Sequence[Evidence]
) -> Iterator[list[Evidence]]:
    """What stands below each such heading of a source, or all of it where that stands above it."""
    own = [piece for piece in pieces if piece.position == place]
    if source["section_path"] and _is_heading(source["section_path"][-1], heading):
        yield [piece for piece in own if not piece.is_heading]
        return
    for start, piece in enumerate(own):
        if piece.is_heading and not piece.is_row and _is_heading(piece.text, heading):
            yield [*itertools.takewhile(lambda each: not each.is_heading, own[start + 1 :])]


def _is_heading(text: str, heading: re.Pattern[str]) -> bool:
    return heading.fullmatch(_NUMBER.sub("", text).strip(" :*#")) is not None
