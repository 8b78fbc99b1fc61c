"""Lists of references: who asks what somebody says is not answered by the entry of what they wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import years_in
from nodes.documents.section_types import section_type_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex

_YEAR_OF_ENTRY = lazy_regex(r"[(\[](?:19|20)\d{2}[a-z]?[)\]]|[,.:]\s(?:19|20)\d{2}[a-z]?[.,;:]")
_CHARACTERS_OF_ENTRY = 400
"""An entry has its year, and is seldom longer; the referees of an applicant have none."""
_ASKS_PUBLICATION = lazy_regex(
    r"\b(?:references?|bibliograph\w+|literature|works cited|journals?|publish\w*|doi|isbn|edition|proceedings|volume"
    r"|titles?|(?:which|what) (?:[\w-]+ ){0,2}(?:papers?|articles?|books?|reports?|chapters?|theses|thesis)"
    r"|literatur\w*|quellen\w*|verlag|zeitschrift|r[ée]f[ée]rences|bibliograf\w+)\b",
    re.IGNORECASE,
)


def without_bibliographies(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces but those of lists of references; all where a publication is asked for, or there are no others.

    Args:
        pieces: All evidence.
        sources: What it came from.
        question: As it was asked.
    """
    listing = {position for position, source in enumerate(sources) if _lists_references(source)}
    if not listing or _ASKS_PUBLICATION.search(question):
        return [*pieces]
    others = [piece for piece in pieces if piece.position not in listing]
    # The year of a paper that is named may be told there alone, and the question is not refused for it.
    said = frozenset[str]().union(*(piece.years for piece in others))
    told = frozenset[str]().union(*(piece.years for piece in pieces))
    return others if others and not (told - said) & years_in(question) else [*pieces]


def _lists_references(source: Source) -> bool:
    if not any(section_type_of(title) == "references" for title in source["section_path"]):
        return False
    years = len(_YEAR_OF_ENTRY.findall(source["content"]))
    return years > 0 and years * _CHARACTERS_OF_ENTRY >= len(source["content"])
