"""How telling each term of a question is, by how few documents hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from nodes.domain.chat import Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.idf import idf_weights
from nodes.language.terms import analyse


def term_weights(
    terms: Sequence[str], sources: Sequence[Source], frequencies: DocumentFrequencies | None
) -> dict[str, float]:
    """Weight of each question term, see `idf_weights`.

    Args:
        terms: Terms of the question.
        sources: What stands in for the collection where `frequencies` is None.
        frequencies: Document frequencies of the collection.
    """
    if frequencies is not None and frequencies.document_count > len(sources):
        counts: Mapping[str, int] = frequencies.frequencies
        total = frequencies.document_count
    else:
        counts = Counter(term for source in sources for term in set(analyse(_all_words(source))))
        total = max(len(sources), 1)
    return idf_weights(terms, total, counts)


def mass_of(terms: Set[str], weights: Mapping[str, float]) -> float:
    """The weight of those terms of a question that are among these."""
    return sum(weight for term, weight in weights.items() if term in terms)


def _all_words(source: Source) -> str:
    return f"{source['title']} {source.get('table_header', '')} {source['content']}"
