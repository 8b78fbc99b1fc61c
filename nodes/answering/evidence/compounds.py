"""Compounds: some texts write in one word, "Bluray", what others write in two with a hyphen, "Blu-ray"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.terms import parts_of, terms_of, tokens


def with_compounds(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, holding the parts of a compound of the question where they hold it in one word.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    compounds = [(terms_of(token)[-1], frozenset(parts)) for token in tokens(question) if (parts := parts_of(token))]
    if not compounds:
        return [*pieces]
    told = [frozenset[str]().union(*(parts for whole, parts in compounds if whole in each.terms)) for each in pieces]
    return [
        replace(piece, terms=piece.terms | parts) if parts else piece for piece, parts in zip(pieces, told, strict=True)
    ]
