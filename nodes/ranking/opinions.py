"""Who may give a second opinion: passages of other documents that are about the same, and say what is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache

from nodes.domain.chat import Hit, Plan
from nodes.language.comparisons import own_terms
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse


def asked_coverage(hits: Sequence[Hit], plan: Plan) -> Callable[[Hit], float]:
    """Tells the share of what is asked that a hit's own words say, 0..1; read when it is first asked for.

    What is asked is the question without its names and numbers: every passage of a report about the name has those.
    A document in which no hit speaks of every name that the question names has no say: 0.
    """
    names = [set(analyse(name)) for name in plan["entities"]]
    terms = set(query_terms(plan["search_text"]))
    asked = {term for term in terms.difference(*names) if not term[0].isdigit()} or terms
    by_document: dict[str, list[Hit]] = {}
    for hit in hits:
        by_document.setdefault(hit["document_id"], []).append(hit)
    words = cache(lambda content: frozenset(analyse(content)))

    @cache
    def has_a_say(document_id: str) -> bool:
        own = by_document[document_id]
        spoken = frozenset(analyse(own[0]["title"])).union(*(words(hit["content"]) for hit in own))
        return all(name <= spoken for name in names)

    def coverage(hit: Hit) -> float:
        said = len(asked & words(hit["content"])) / (len(asked) or 1)
        return said if said and has_a_say(hit["document_id"]) else 0.0

    return coverage


def compared_coverage(hits: Sequence[Hit], plan: Plan) -> dict[str, float]:
    """Share of what is compared, the question without its sides, that each hit's own words say, 0..1, by chunk id."""
    sides = frozenset(term for side in plan["comparison_sides"] for term in analyse(side))
    asked = frozenset(query_terms(plan["search_text"])) - sides
    return {hit["chunk_id"]: len(asked & set(analyse(hit["content"]))) / (len(asked) or 1) for hit in hits}


def sides_told(hits: Sequence[Hit], sides: Sequence[str]) -> dict[str, frozenset[int]]:
    """For each hit, by chunk id, the sides of a comparison that its document is about.

    Those that its title, file name or sections are called by. A side that no document is called by is what is called
    alike and by no other side ("the original contract", beside the amended one); else those that say it.
    """
    words = [frozenset(analyse(side)) for side in sides]
    own = own_terms(sides)
    names: dict[str, set[str]] = {}
    said: dict[str, set[str]] = {}
    for hit in hits:
        called = [hit["title"], *re.split(r"[\W_]+", hit["file_name"]), *hit["section_path"]]
        names.setdefault(hit["document_id"], set()).update(analyse(" ".join(called)))
        said.setdefault(hit["document_id"], set()).update(analyse(hit["content"]))
    known = frozenset[str]().union(*names.values())
    told: dict[str, set[int]] = {document: set() for document in names}
    for side, terms in enumerate(own):
        for document in _holding(names, terms & known or terms):
            told[document].add(side)
    named = {side for found in told.values() for side in found}
    for side, terms in enumerate(own):
        if side not in named:
            half = len(words[side]) / 2
            alike = [each for each, held in names.items() if not told[each] and len(words[side] & held) >= half]
            for document in alike or _holding(said, terms):
                told[document].add(side)
    return {hit["chunk_id"]: frozenset(told[hit["document_id"]]) for hit in hits}


def _holding(terms_of: Mapping[str, Set[str]], terms: Set[str]) -> list[str]:
    return [document for document, held in terms_of.items() if terms <= held]
