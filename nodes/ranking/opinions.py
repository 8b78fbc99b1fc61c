"""Who may give a second opinion: passages of other documents that are about the same, and say what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.domain.chat import Hit, Plan
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse


def asked_coverage(hits: Sequence[Hit], plan: Plan) -> dict[str, float]:
    """Share of what is asked that each hit's own words say, 0..1, by chunk id.

    What is asked is the question without its names and numbers: every passage of a report about the name has those.
    A document in which no hit speaks of every name that the question names has no say: 0.
    """
    names = [set(analyse(name)) for name in plan["entities"]]
    words = {hit["chunk_id"]: set(analyse(hit["content"])) for hit in hits}
    spoken: dict[str, set[str]] = {}
    for hit in hits:
        spoken.setdefault(hit["document_id"], set(analyse(hit["title"]))).update(words[hit["chunk_id"]])
    terms = set(query_terms(plan["search_text"]))
    asked = {term for term in terms.difference(*names) if not term[0].isdigit()} or terms
    return {
        hit["chunk_id"]: len(asked & words[hit["chunk_id"]]) / (len(asked) or 1)
        if all(name <= spoken[hit["document_id"]] for name in names)
        else 0.0
        for hit in hits
    }
