"""Other forms of a word: "warranty" and "warrants", "paid" and "payment", "eight" and "8"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.abbreviations import readings
from nodes.language.irregular_verbs import same_verb, tells_found
from nodes.language.kinship import told_by
from nodes.language.numbers import NUMBER_WORDS
from nodes.language.terms import stem
from nodes.language.word_families import of_one_family

_SHORTEST_FORM = 5
"""Letters that two forms of a word share: fewer begin words of other meanings."""
_OF_VERBS = ("ment", "abl")
_OF_PERSONS = ("hood", "ship")
_OF_NOUNS = "ionari"
"""Behind the stem of a noun in "-ion": "probat"."""
_IN_FIGURES = {stem(word): frozenset({str(number)}) for number, word in enumerate(NUMBER_WORDS, start=2)}
_IN_FIGURES |= {str(number): frozenset({stem(word)}) for number, word in enumerate(NUMBER_WORDS, start=2)}
"""Numbers that are said in words, and the other way round: "after eight months" is told by the row of 8."""


def with_variants(pieces: Sequence[Evidence], terms: Sequence[str]) -> list[Evidence]:
    """The pieces, holding a question term also where they hold another form of it ("warranty" and "warrants").

    One form must begin with the other: five letters or more, and at most three more; or both be forms of an irregular
    verb ("keep" and "kept"), or one what is made of the other by "-ment", "-able" or "-ary" ("paid" and "payment",
    "probation" and "probationary"), or by "-hood" or "-ship" ("knight" and "knighthood"), or "-ence" of "-ent"
    ("pregnant" and "pregnancy"); or a verb and its noun ("decide" and "decision"); or tell the same of kin ("father"
    and "daughter"); or be the same number ("eight" and "8"). A usual abbreviation is what it stands for, and the other
    way round; so are other everyday words for the same, where no piece has the word itself.
    """
    by_opening: dict[str, set[str]] = {}
    for held in {held for piece in pieces for held in piece.terms}:
        by_opening.setdefault(held[:_SHORTEST_FORM], set()).add(held)
    forms = {
        term: {held for held in by_opening.get(term[:_SHORTEST_FORM], ()) if held != term and _akin(term, held)}
        | {f"{verb}{ending}" for verb in (term, *same_verb(term)) for ending in ("", *_OF_VERBS)} - {term}
        | {f"{term}{ending}" for ending in _OF_PERSONS}
        | of_one_family(term)
        | told_by(term)
        | _IN_FIGURES.get(term, frozenset())
        for term in terms
    }
    finds = {"find"}.intersection(terms)
    abbreviated = readings(set(terms), frozenset().union(*(piece.terms for piece in pieces)))
    extra = [
        frozenset(term for term, held in forms.items() if held & piece.terms).union(
            *(said for said, other in abbreviated if other <= piece.terms),
            finds if finds and tells_found(piece.text) else (),
        )
        for piece in pieces
    ]
    return [
        replace(piece, terms=piece.terms | more) if more else piece for piece, more in zip(pieces, extra, strict=True)
    ]


def _akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) == len(long) >= _SHORTEST_FORM and {one[-2:], other[-2:]} == {"nt", "nc"}:
        return one[:-1] == other[:-1]
    if len(short) < _SHORTEST_FORM or not long.startswith(short) or not long.isalpha():
        return False
    return len(long) - len(short) <= 3 or long == f"{short}{_OF_NOUNS}"
