"""The sides of a comparison: for each, what says of it what is compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.answering.evidence.definitions import defines
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import in_words
from nodes.answering.implied.totals import sums_up
from nodes.answering.question.kinds import measures
from nodes.answering.question.mastheads import is_line_of_names
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import Measure
from nodes.language.comparisons import is_comparing, ranks
from nodes.language.labels import labels_of
from nodes.language.superlatives import asks_price, extreme_terms
from nodes.language.terms import analyse
from nodes.language.wholes import GENERIC

_ASPECT = 2.5
"""For the share of what is compared that a piece says."""
_LEAST_SHARE = 0.25
"""Of what is compared, that a piece says: "last year" says nothing of yearly maintenance."""
_NAMED, _IN_SOURCE, _IN_DOCUMENT = 1.0, 0.6, 0.4
"""How surely a piece is about a side that it names itself, or by its title; that its source names; its document."""
_LEANING = 0.5
"""Of that, where a piece begins with "it" and what that is is not the side."""
_ALIKE = 2.0
"""For the cosine to what is said of the side that is told best."""
_LEAST_ALIKE = 0.3
"""Of that cosine, where no term of what is compared is held."""
_LEAST_REST = 0.4
"""Of what is compared, that the best piece of a side leaves and another one says."""
_AMOUNT = 0.5
"""For a number, and once more for a total, where it is asked which has more, or is cheaper."""
_MEASURED = 1.0
"""For a duration or a sum of money, where such are compared."""
_COMPARED = lazy_regex(
    r"\b(?:compare|contrast|differences? (?:in|between)|(?:which|what)(?: (?:is|are|was|were))?) (?:the )?"
    r"((?:[\w-]+ ){1,3}?)(?:of|at|in|for|from|with|between|is|are|was|were)\b",
    re.IGNORECASE,
)
"""What is compared, where the question names it before the sides: "Compare the yields at …"."""
_LASTS = lazy_regex(
    r"\b(?:warrant(?:y|ies)|guarantees?|(?:delivery|lead|waiting|drying) times?|notice(?: periods?)?)\b", re.IGNORECASE
)
"""What is compared by how long it is."""
_OFFERS = frozenset(analyse("quote quotes quotation quotations offer offers bid bids tender tenders"))
"""Of what somebody offers, all of it is compared."""
_TOTAL = lazy_regex(r"\W*(?:grand )?(?:total|sum|overall|gesamt|summe)\b", re.IGNORECASE)
_ASKS_HOW_THEY_DIFFER = lazy_regex(r"\bdiffer|\bdistinguish|\bUnterschied|\bdifférence|\bdiferencia", re.IGNORECASE)
_SETS_AGAINST = lazy_regex(
    r"\b(?:unlike|whereas|while|except that|in contrast|by contrast|on the other hand|instead of|rather than|"
    r"differs?|difference|different from|compared (?:to|with)|im Gegensatz|während|tandis que|mientras que)\b",
    re.IGNORECASE,
)

_CLAUSES = lazy_regex(r"[,;.] (?:(?:and|but|while|whereas) )?|\b(?:while|whereas|but) ")
_OPENING = 3
"""Words with which a clause says what it is about."""


def asks_how_they_differ(question: str) -> bool:
    """Whether it is asked how things differ, in whatever."""
    return _ASKS_HOW_THEY_DIFFER.search(question) is not None


def is_set_against(piece: Evidence, facts: Facts) -> bool:
    """Whether a sentence says something of each side, and that it differs, or of one side behind another."""
    sides = facts.comparison.sides
    if piece.is_heading or piece.is_row or not all(side <= piece.terms for side in sides):
        return False
    return _SETS_AGAINST.search(piece.text) is not None or _tells_one_by_one(piece.text, sides)


def _tells_one_by_one(text: str, sides: Sequence[frozenset[str]]) -> bool:
    """Whether a clause opens with each side and goes on: "Lundby works with paid coaches, Osterby with volunteers"."""
    clauses = [clause.split() for clause in _CLAUSES.split(text)]
    opening = [(frozenset(analyse(" ".join(words[:_OPENING]))), len(words)) for words in clauses]
    return all(any(side <= opens and count > _OPENING for opens, count in opening) for side in sides)


def set_against(pieces: Sequence[Evidence], merits: Sequence[float], facts: Facts) -> int | None:
    """Place of the best sentence that sets the sides against each other, where it is asked but how they differ.

    "Unlike A, B is kept": it says the difference. None where there is none, or something of both is asked for.

    Args:
        pieces: What may be quoted.
        merits: What speaks for each whatever is asked of a side.
        facts: Its sides are those of the question.
    """
    sides = facts.comparison.sides
    if any(facts.comparison.labels) or len(sides) < 2 or not asks_how_they_differ(facts.question):
        return None
    if facts.comparison.of_documents:
        return None
    aspect = _aspect(facts, frozenset[str]().union(*(piece.terms for piece in pieces))).keys()
    found = [
        place
        for place, piece in enumerate(pieces)
        if is_set_against(piece, facts)
        and (not aspect or (aspect <= piece.terms and _tells_one_by_one(piece.text, sides)))
    ]
    return max(found, key=lambda place: (merits[place], -place), default=None)


def best_of_sides(
    pieces: Sequence[Evidence],
    merits: Sequence[float],
    vectors: NDArray[np.float64],
    sources: Sequence[Source],
    facts: Facts,
) -> list[int]:
    """Places of the best piece for each side that has one, in the order of the sides; a piece about both stands once.

    What is compared are the terms of the question that are of no side. A side that the title of a document tells need
    not be named again, and what merely names a side says nothing of it. Where nothing but the sides themselves is
    compared, a piece has to say what its side is. What is said of the side that is told best has its like among what is
    said of the others, perhaps in other words.

    Args:
        pieces: What may be quoted.
        merits: What speaks for each whatever is asked of a side.
        vectors: Of each, of unit length, shape (n, d).
        sources: What they are of.
        facts: Its sides are those of the question.
    """
    sureness = _surenesses(pieces, sources, facts)
    held = frozenset[str]().union(*(piece.terms for piece, sure in zip(pieces, sureness, strict=True) if any(sure)))
    comparison = _Comparison(pieces, merits, vectors, facts, sureness, _aspect(facts, held))
    first = [comparison.scores(side) for side in range(len(facts.comparison.sides))]
    told = max(range(len(first)), key=lambda side: (max(first[side].values(), default=0.0), -side), default=0)
    model = _best(first[told]) if first else None
    if model is None:
        return []
    chosen = [model if side == told else _best(comparison.scores(side, model)) for side in range(len(first))]
    best = [place for place in chosen if place is not None]
    if len(set(best)) < len(first):
        return list(dict.fromkeys(best))
    told_of = [(place, comparison.rest(side, place)) for side, place in enumerate(best)]
    return list(dict.fromkeys(place for both in told_of for place in both if place is not None))


def _best(scores: Mapping[int, float]) -> int | None:
    return max(scores, key=lambda place: (scores[place], -place), default=None)


@dataclass(frozen=True, eq=False)
class _Comparison:
    """The pieces, and what each says of the sides."""

    pieces: Sequence[Evidence]
    merits: Sequence[float]
    vectors: NDArray[np.float64]
    facts: Facts
    sureness: Sequence[Sequence[float]]
    """Of each piece, by side."""
    aspect: Mapping[str, float]
    """What is compared."""

    def scores(self, side: int, model: int | None = None) -> dict[int, float]:
        """By place, of the pieces about a side that say something of what is compared, or are like the model.

        Args:
            side: Which.
            model: Place of a piece about another side.
        """
        words = self.facts.comparison.sides[side]
        found: dict[int, float] = {}
        for place, sure in enumerate(self.sureness):
            if not 0 < sure[side] == max(sure) or (self.aspect and self._is_list_of_side(place)):
                continue
            share = _share(self.pieces[place], words, self.aspect, self.facts)
            alike = 0.0 if model is None else max(0.0, float(self.vectors[place] @ self.vectors[model]))
            if share >= _LEAST_SHARE or alike >= _LEAST_ALIKE:
                found[place] = self._merit(place) + sure[side] + _ASPECT * share + _ALIKE * alike
        return found

    def rest(self, side: int, told: int) -> int | None:
        """Place of what says of a side what its best piece does not, where two things are compared."""
        left = {term: weight for term, weight in self.aspect.items() if term not in self.pieces[told].terms}
        least = _LEAST_REST * sum(self.aspect.values())
        said = {
            place: mass_of(self.pieces[place].terms, left)
            for place, sure in enumerate(self.sureness)
            if sure[side] == _NAMED and [*sure].count(_NAMED) == 1 and not self._is_list_of_side(place)
        }
        return _best({place: mass for place, mass in said.items() if mass >= least > 0})

    def _is_list_of_side(self, place: int) -> bool:
        """Whether a piece is all that is listed below a side: where something of it is compared, an item tells that."""
        return bool(self.pieces[place].entry) and self.pieces[place].is_list

    def _merit(self, place: int) -> float:
        """What speaks for a piece whichever side it is about."""
        piece, facts = self.pieces[place], self.facts
        merit = self.merits[place] + _MEASURED * measures(piece.text, _measured(facts))
        if ranks(facts.question):
            merit += _AMOUNT * (bool(piece.numbers - facts.wording.numbers) + bool(_TOTAL.match(piece.label)))
        return merit


def _measured(facts: Facts) -> Measure:
    """What a value of what is compared measures."""
    return "duration" if _LASTS.search(facts.question) else facts.wanted.measure


def _surenesses(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[list[float]]:
    """How surely each piece is about each side, 0..1; nothing that but heads or names says anything of one."""
    in_sources = [frozenset(analyse(source["content"])) for source in sources]
    in_documents = _documents(sources, in_sources)
    titled = [labels_of(" ".join((source["title"], in_words(source["file_name"])))) for source in sources]
    headings = {(piece.position, piece.header) for piece in pieces if piece.header}

    def sureness(piece: Evidence, side: int) -> float:
        if labels := facts.comparison.labels[side]:
            return _labelled(labels, piece, titled[piece.position])
        words = facts.comparison.sides[side]
        if not words <= piece.terms and (own := _side_of_entry(piece, facts)) is not None:
            return _NAMED * (side == own)
        return _sureness(side, words, piece, facts, in_sources[piece.position], in_documents[piece.position])

    def says_nothing(piece: Evidence) -> bool:
        if piece.is_heading or (piece.position, piece.values) in headings:
            return True
        return not piece.is_row and not piece.numbers and is_line_of_names(piece.text)

    sides = range(len(facts.comparison.sides))
    return [
        [0.0] * len(sides) if says_nothing(piece) else [sureness(piece, side) for side in sides] for piece in pieces
    ]


def _side_of_entry(piece: Evidence, facts: Facts) -> int | None:
    """The only side that heads the entry of a piece: "Vik Ltd" above what is listed, or before a colon."""
    said = frozenset(analyse(piece.entry))
    named = [side for side, words in enumerate(facts.comparison.sides) if words <= said]
    return named[0] if len(named) == 1 else None


def _aspect(facts: Facts, held: frozenset[str]) -> dict[str, float]:
    """The terms of the question that are of no side, weighed: what is compared. Only those that something holds.

    Where a question is but a row of words, what is compared may stand among those of a side.
    """
    compares = [term for word in facts.question.split() if _ranks(word) for term in analyse(word)]
    known = GENERIC.union(compares, _OFFERS, *facts.comparison.sides)
    asked = {term: weight for term, weight in facts.weights.items() if term in held and term not in known}
    own = {term: weight for term, weight in asked.items() if term not in facts.comparison.words}
    asked = own if facts.comparison.of_documents else own or asked
    found = _COMPARED.search(facts.question)
    compared = asked.keys() & analyse(found[1]) if found else set()
    # Under which condition it is compared is told of much else as well.
    more = sum(asked.values()) / (len(compared) or 1)
    return {term: weight + more * (term in compared) for term, weight in asked.items()}


def _ranks(word: str) -> bool:
    """Whether a word tells how the sides are ordered, and nothing that is said of one: "older", "first"."""
    return is_comparing(word) or ranks(word)


def _share(piece: Evidence, side: frozenset[str], aspect: Mapping[str, float], facts: Facts) -> float:
    """How much a piece says of what is compared, 0..1: of documents that are cheap, or high, what sums them up."""
    if not aspect and facts.comparison.of_documents:
        is_of_whole = facts.weights.keys() <= facts.comparison.words | extreme_terms(facts.question)
        return float((is_of_whole or asks_price(facts.question)) and sums_up(piece))
    if not aspect:
        label, colon, _ = piece.text.partition(": ")
        label = piece.entry if piece.is_list else label if colon and "\n" not in label else ""
        return float(side <= frozenset(analyse(label)) or defines(piece.text, side))
    return mass_of(piece.terms, aspect) / sum(aspect.values())


def _documents(sources: Sequence[Source], in_sources: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """For each source, the terms of its document, as far as it was found."""
    held = {source["document_id"]: set(analyse(source["file_name"])) for source in sources}
    for source, terms in zip(sources, in_sources, strict=True):
        held[source["document_id"]] |= terms
    return [frozenset(held[source["document_id"]]) for source in sources]


def _labelled(labels: Mapping[str, frozenset[str]], piece: Evidence, titled: Mapping[str, frozenset[str]]) -> float:
    """How surely a piece is about what is told apart by a letter or number, 0..1: it says it, or its title does alone.

    "The deposit is 1,325 pounds" in the agreement on Flat 9 is that of Flat 9.
    """
    said = labels_of(" ".join((piece.text, *piece.header)))
    is_said = any(asked & said.get(kind, frozenset()) for kind, asked in labels.items())
    is_titled = any(titled.get(kind) == asked and kind not in said for kind, asked in labels.items())
    return _NAMED * (is_said or is_titled)


def _sureness(
    side: int,
    words: frozenset[str],
    piece: Evidence,
    facts: Facts,
    in_source: frozenset[str],
    in_document: frozenset[str],
) -> float:
    """How surely a piece is about a side, 0..1."""
    if words <= piece.terms or side in facts.comparison.sources[piece.position]:
        return _NAMED
    leaning = _LEANING if piece.leans_on and not words <= frozenset(analyse(piece.leans_on)) else 1.0
    return leaning * (_IN_SOURCE if words <= in_source else _IN_DOCUMENT if words <= in_document else 0.0)
