"""Documents that go on about what another has settled: an amendment of it, or the next one of the same series."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nodes.answering.evidence.source_names import heading_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amendments import names_amendment
from nodes.language.periods import MONTH_TERMS, find_dates
from nodes.language.terms import analyse, normalise_name

_AS_AMENDED = lazy_regex(r"\bamended\b|\bgeänderte?\b", re.IGNORECASE)
_CLAUSE_NAMED = lazy_regex(
    r"(?:\b(?:clauses?|sections?|articles?|paragraphs?|rules?|by-?laws?|ziffern?|artikels?|absatz|artículo|"
    r"orders?(?= \d{1,2}\.\d))|§) ?(\d{1,2}(?:\.\d{1,2})*)\b",
    re.IGNORECASE,
)
_CLAUSE_HEADING = lazy_regex(
    r"\W*(?:(?:clauses?|sections?|articles?|paragraphs?|ziffern?|artikels?|absatz|artículo|§) ?)?"
    r"(\d{1,2}(?:\.\d{1,2})*)\b[.:)]?\s",
    re.IGNORECASE,
)
"""No other word stands before its number: "Amendment 2" is no clause."""
_BETWEEN_PARTS = lazy_regex(r"\s+[|–—-]\s+|: ")
"""What divides a title from the name of who gave it."""
_NUMBERED_HEADING = lazy_regex(r"\W*(?:[^\W\d_]+ )?(\d{1,2}(?:\.\d{1,2})*)\b[.:)]?\s")


def goes_on_about(later: int, earlier: int, sources: Sequence[Source], dates: Mapping[str, str]) -> bool:
    """Whether the document of a source amends the one of another, or is of one series with it.

    An amendment names what it amends by its title, or a part of that ("Framework contract FC-7 – Holm Ltd"), or by its
    date ("Amendment to the agreement of 2 May 2028"). Documents of a series have one title but for their dates
    ("Minutes of 4 May", "Minutes of 9 June").
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
    told = f" {normalise_name(heading)} "
    parts = (part.split() for part in _BETWEEN_PARTS.split(other["title"]))
    # A number alone, "FC-7", is that of a contract, and of all that is ordered under it.
    named = (normalise_name(" ".join(words)) for words in parts if len(words) > 1)
    is_named = any(f" {each} " in told for each in (normalise_name(other["title"]), *named))
    return is_named or dates.get(other["document_id"], "-") in find_dates(heading)


def is_amendment(source: Source) -> bool:
    """Whether the title or a heading of a source calls it one."""
    return names_amendment(heading_of(source))


def amends_another(source: Source) -> bool:
    """Whether a source is of an amendment, and not of a contract as amended, which says all of it."""
    return is_amendment(source) and _AS_AMENDED.search(heading_of(source)) is None


def are_dated(sources: Sequence[Source]) -> bool:
    """Whether each is of a document whose title says of which day it is: minutes, contracts, letters."""
    return all(find_dates(source["title"]) for source in sources)


def names_clause(text: str, section_path: Sequence[str]) -> bool:
    """Whether a text names a clause that is one of these headings: "Clause 3 is replaced", "3. Rent"."""
    named = set(_CLAUSE_NAMED.findall(text))
    return bool(named) and any(
        found[1] in named for heading in section_path if (found := _NUMBERED_HEADING.match(f"{heading} "))
    )


def clauses_named(text: str) -> frozenset[str]:
    """The numbers of the clauses that a text names."""
    return frozenset(_CLAUSE_NAMED.findall(text))


def clauses_above(source: Source, start: int) -> frozenset[str]:
    """The numbers of the clauses that head what stands at a place of a source.

    They are named by the heading of its section, or by the line that opens its paragraph: "1. Section 5.1 - Records".
    """
    if headed := clauses_named(" ".join(source["section_path"][-1:])):
        return headed
    opening = source["content"][:start].rpartition("\n\n")[2].partition("\n")
    return (
        clauses_named(opening[0]) if opening[1] and not opening[0].rstrip().endswith((".", ":", ";")) else frozenset()
    )


def without_clauses(text: str) -> str:
    """A text without the numbers of the clauses that it names: they measure nothing."""
    return _CLAUSE_NAMED.sub(" ", text)


def is_of_other_clause(later: str, earlier: str, section_path: Sequence[str]) -> bool:
    """Whether a text names clauses, and an earlier one names, or stands in, none of them but others.

    "In clause 3 the notice period is replaced" changes nothing of "In clause 2 the fee is replaced".

    Args:
        later: what may change the other.
        earlier: what it may change.
        section_path: the headings that this stands below.
    """
    named = clauses_named(later)
    told = clauses_named(earlier) | clause_of_headings(section_path)
    return bool(named and told) and not any(are_one_clause(one, other) for one in named for other in told)


def clause_of_headings(section_path: Sequence[str]) -> frozenset[str]:
    """The numbers of the clauses that headings are of: "3. Rent"."""
    return frozenset(found[1] for heading in section_path if (found := _CLAUSE_HEADING.match(f"{heading} ")))


def are_one_clause(one: str, other: str) -> bool:
    """Whether two numbers are of the same clause, or one is a part of the other: 3 and 3.1."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


@lru_cache(maxsize=512)
def _undated(title: str) -> frozenset[str]:
    """What a title with a date says besides that; nothing where it has none."""
    terms = analyse(title)
    words = frozenset(term for term in terms if not term[0].isdigit() and term not in MONTH_TERMS)
    return words if find_dates(title) else frozenset()
