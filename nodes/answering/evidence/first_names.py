"""Whom a sentence calls by the first name alone: "Ada leads it" is said of Ada Holm, if there is but one Ada."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.people import person_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_FIRST = lazy_regex(r"(?:^|[.;:!?\n]\s{1,3}|[\"“(])([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]{2,20})(?=,? [a-zß-öø-ÿ])")
"""It opens a sentence or a clause, and no surname follows."""
_NAME = lazy_regex(r"(?<![\w-])([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]{2,20}) ([A-ZÀ-ÖØ-Þ][\w'’-]{1,30})(?![\w-])")


def called_by_first_name(text: str, sources: Sequence[Source]) -> list[str]:
    """The whole names, normalised, of those whom a text calls by a first name that one person in the sources has."""
    first = set(_FIRST.findall(text))
    if not first:
        return []
    bearers: dict[str, set[str]] = {}
    for source in sources:
        for found in _NAME.finditer(f"{' '.join(source['section_path'][-1:])}\n{source['content']}"):
            if found[1] in first and person_in(found.group()):
                bearers.setdefault(found[1], set()).add(normalise_name(found.group()))
    return [next(iter(names)) for names in bearers.values() if len(names) == 1]
