"""What a question says by a verb and a particle, and a text in one word: "leave out" and "exclude"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.phrasal_verbs import in_plain_words
from nodes.language.terms import analyse


def with_plain_words(pieces: Sequence[Evidence], question: str, terms: frozenset[str]) -> list[Evidence]:
    """The pieces, holding the terms of a phrase of the question also where they hold a word that says the same."""
    phrases = [(each.said & terms, frozenset(analyse(" ".join(each.words)))) for each in in_plain_words(question)]
    phrases = [(said, words) for said, words in phrases if said]
    if not phrases:
        return list(pieces)
    return [
        replace(piece, terms=piece.terms.union(*(said for said, words in phrases if words & piece.terms)))
        for piece in pieces
    ]
