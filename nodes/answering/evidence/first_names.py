"""Whom a sentence calls by the first name alone: "Ada leads it" is said of Ada Holm, if there is but one Ada."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from nodes.documents.people import person_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_FIRST = lazy_regex(r"(?:^|[.;:!?\n]\s{1,3}|[\"“(])([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]{2,20})(?=,? [a-zß-öø-ÿ])")
"""It opens a sentence or a clause, and no surname follows."""
_NAME = lazy_regex(r"(?<![\w-])([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]{2,20}) ([A-ZÀ-ÖØ-Þ][\w'’-]{1,30})(?![\w-])")


def bearers_of_first_names(sources: Sequence[Source]) -> dict[str, frozenset[str]]:
    """By first name, as written, the whole names, normalised, of all whom the sources or their headings name."""
    bearers: dict[str, set[str]] = {}
    for source in sources:
        for found in _NAME.finditer(f"{' '.join(source['section_path'][-1:])}\n{source['content']}"):
            if person_in(found.group()):
                bearers.setdefault(found[1], set()).add(normalise_name(found.group()))
    return {first: frozenset(names) for first, names in bearers.items()}


def called_by_first_name(text: str, bearers: Mapping[str, Set[str]]) -> list[str]:
    """The whole names, normalised, of those whom a text calls by a first name that one person alone has."""
    told = (bearers.get(first, frozenset()) for first in _FIRST.findall(text))
    return [next(iter(names)) for names in told if len(names) == 1]
