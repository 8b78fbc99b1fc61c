"""Documents that go on about what another has settled: an amendment of it, or the next one of the same series."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nodes.answering.evidence.source_names import heading_of
from nodes.domain.chat import Source
from nodes.language.periods import MONTH_TERMS, find_dates
from nodes.language.terms import analyse, normalise_name

_AMENDS = re.compile(
    r"\b(?:amend\w*|addendum|supplement\w*|side letter|variation|rider|nachtrag|ergänzung\w*|zusatz\w*|änderung\w*|"
    r"avenant|adenda|modificación)\b",
    re.IGNORECASE,
)
_CLAUSE_NAMED = re.compile(
    r"(?:\b(?:clauses?|sections?|articles?|paragraphs?|ziffern?|artikels?|absatz|artículo)|§) ?"
    r"(\d{1,2}(?:\.\d{1,2})*)\b",
    re.IGNORECASE,
)
_NUMBERED_HEADING = re.compile(r"\W*(?:[^\W\d_]+ )?(\d{1,2}(?:\.\d{1,2})*)\b[.:)]?\s")


def goes_on_about(later: int, earlier: int, sources: Sequence[Source], dates: Mapping[str, str]) -> bool:
    """Whether the document of a source amends the one of another, or is of one series with it.

    An amendment names what it amends by its title or its date ("Amendment to the agreement of 2 May 2028"). Documents
    of a series have one title but for their dates ("Minutes of 4 May", "Minutes of 9 June").
    One passage goes on about what it says itself.

    Args:
        later: Place of a source of the document in question.
        earlier: Place of one of the other.
        sources: All sources.
        dates: Date of each document (ISO 8601), where known.
    """
    one, other = sources[later], sources[earlier]
    if one["document_id"] == other["document_id"]:
        return later == earlier
    series = _undated(one["title"])
    if series and series == _undated(other["title"]):
        return True
    if not is_amendment(one):
        return False
    heading = heading_of(one)
    title = f" {normalise_name(other['title'])} "
    return title in f" {normalise_name(heading)} " or dates.get(other["document_id"], "-") in find_dates(heading)


def is_amendment(source: Source) -> bool:
    """Whether the title or a heading of a source calls it one."""
    return _AMENDS.search(heading_of(source)) is not None


def are_dated(sources: Sequence[Source]) -> bool:
    """Whether each is of a document whose title says of which day it is: minutes, contracts, letters."""
    return all(find_dates(source["title"]) for source in sources)


def names_clause(text: str, section_path: Sequence[str]) -> bool:
    """Whether a text names a clause that is one of these headings: "Clause 3 is replaced", "3. Rent"."""
    named = set(_CLAUSE_NAMED.findall(text))
    return bool(named) and any(
        found[1] in named for heading in section_path if (found := _NUMBERED_HEADING.match(f"{heading} "))
    )


@lru_cache(maxsize=512)
def _undated(title: str) -> frozenset[str]:
    """What a title with a date says besides that; nothing where it has none."""
    terms = analyse(title)
    words = frozenset(term for term in terms if not term[0].isdigit() and term not in MONTH_TERMS)
    return words if find_dates(title) else frozenset()
