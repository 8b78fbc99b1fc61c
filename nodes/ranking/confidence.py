"""Confidence: how much of the question its evidence covers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from nodes.domain.chat import Hit, Source
from nodes.language.terms import analyse


class Confidence(NamedTuple):
    """What evidence covers of a question."""

    share: float
    """Of the question's idf mass, 0..1."""
    missing: frozenset[str]
    """The question's terms that no evidence has."""


def evidence_text(passage: Hit | Source) -> str:
    """What a passage says, with what it is called and stands below."""
    return " ".join([passage["title"], passage["file_name"], *passage["section_path"], passage["content"]])


def covered_terms(terms: Collection[str], texts: Sequence[str]) -> set[str]:
    """Those of the terms that one of the texts has, by the analysis that documents and questions share."""
    wanted = set(terms)
    found: set[str] = set()
    for text in texts:
        found.update(wanted.intersection(analyse(text)))
        if len(found) == len(wanted):
            break
    return found


def confidence(weights: Mapping[str, float], texts: Sequence[str]) -> Confidence:
    """How much of the question the evidence covers, by the idf mass of its terms.

    Args:
        weights: the question's terms with their weights, 0 or more (`idf_weights`).
        texts: what the evidence says: contents, titles, section titles.

    Returns:
        A share of 0 without evidence; of 1 where evidence has every term, and where the question has no terms that
        weigh anything.
    """
    found = covered_terms(weights, texts)
    missing = frozenset(weights.keys() - found)
    mass = sum(weights.values())
    if not any(text.strip() for text in texts):
        return Confidence(0.0, missing)
    if mass <= 0:
        return Confidence(1.0, missing)
    return Confidence(min(1.0, sum(weight for term, weight in weights.items() if term in found) / mass), missing)
