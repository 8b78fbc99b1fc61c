"""Answering by quoting: a greedy choice of the sentences and table rows that together cover the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.answering.attendance import tells_attendance
from nodes.answering.authorship import with_authors
from nodes.answering.companions import Weighed, as_lists, contradictions, with_changes, with_rows
from nodes.answering.conflicts import contradicts
from nodes.answering.contacts import with_contacts
from nodes.answering.continued_tables import with_headings
from nodes.answering.dated import with_dates
from nodes.answering.definitions import clause_number, defines
from nodes.answering.evidence import Evidence, evidence_of, with_variants
from nodes.answering.kinds import answers_kind, is_new
from nodes.answering.leading import with_what_it_leads_to
from nodes.answering.prose import telling_prose
from nodes.answering.question_facts import Facts
from nodes.answering.sides import best_of_sides
from nodes.answering.subjects import with_subjects
from nodes.answering.units import with_quantities
from nodes.answering.weights import CHAIN, EXPLANATION, FACT, LIMITS, LOOK_UP, Limits, Weights
from nodes.domain.chat import Plan, Source
from nodes.language.terms import analyse

Embed = Callable[[list[str]], Sequence[Sequence[float]]]

_PAIR = 2
_WHOLE_LABEL = 3
_MOST_WITH_SIDES = 3
_TOLD_BY_FORM = frozenset({"date", "number", "name", "place"})
_SEVERAL = frozenset({"summary", "analytical", "comparison"})


@dataclass(frozen=True)
class Quote:
    """A passage of a source that is quoted: `text` stands verbatim at `start` to `end` of the source's content."""

    index: int
    """The n of `[n]`."""
    chunk_id: str
    start: int
    end: int
    text: str
    score: float
    """0..1: share of the question's weight that this quote covers."""
    cosine: float
    """-1..1, to the question."""
    evidence: Evidence
    changes: int | None = None
    """Place of the quote whose value is no longer so by this one."""
    is_shown: bool = True
    """Else it only bears out that the question is answered. Those that are not come last."""


def quote(
    facts: Facts,
    plan: Plan,
    sources: Sequence[Source],
    embed: Embed | None,
    *,
    limits: Limits = LIMITS,
    entries: bool = False,
    dates: Mapping[str, str] | None = None,
) -> list[Quote]:
    """Chooses the sentences and rows of the sources that answer, best first.

    Each choice takes the greatest of: 1/(1 + decay x rank), some times; some times the part of what is left of the
    question that it covers; the cosine of question and "title: text"; and bonuses for the expected kind of answer, a
    link to what was chosen, the first sentence of its source and the noun asked for (`nodes.answering.weights`).
    Length and a source that bears none of the names asked for count against it. What a choice covers leaves the
    question.

    Args:
        facts: What is read of the question and the sources.
        plan: What classify_query decided; its type is read.
        sources: Numbered sources, best first.
        embed: Embeds texts, one vector each; None leaves similarity out.
        limits: Numbers of quotes.
        entries: Whether the best passages are entries, see `nodes.documents.entries`.
        dates: Date of each document (ISO 8601), where known: what an older one says changes nothing.

    Returns:
        Quotes, each verbatim in its source, in the order of choice; empty where there is nothing to quote.
    """
    pieces = with_headings(evidence_of(sources), sources)
    if not pieces:
        return []
    if facts.is_summary:
        pieces = _prose_of_named(pieces, facts)
    pieces = with_contacts(with_variants(pieces, list(facts.weights)), sources, facts.question, facts.names)
    pieces = with_authors(pieces, sources, facts.question, facts.weights)
    pieces = with_quantities(with_dates(pieces, facts.dates), facts.question)
    pieces = with_subjects(pieces, sources, facts.names)
    pieces = _most_promising(pieces, facts, limits.embedded)
    vectors = _vectors(facts.question, pieces, sources, embed)
    weighed = list(zip(pieces, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    weights = _weights(facts, plan, entries=entries)
    chosen = _choose(facts, weighed, weights, _most(plan, limits), limits, entries=entries)
    besides: list[Weighed] = []
    if facts.sides and not entries:
        merits = [_merit(one, facts, weights) for one in weighed]
        places = best_of_sides(pieces, merits, vectors[1:], sources, facts)
        chosen, besides = _with_sides(chosen, [weighed[place] for place in places], len(facts.sides))
    chosen = _with_both(chosen, weighed, facts, weights, _most(plan, limits))
    chosen = with_rows(chosen, weighed, sources, facts)
    if not entries:
        chosen = with_what_it_leads_to(chosen, weighed, sources, facts)
    if facts.asks_several:
        chosen = as_lists(chosen, weighed)
    chosen, changed = ([*chosen], {}) if entries else with_changes(chosen, weighed, sources, facts, dates or {})
    if not changed:
        chosen += contradictions(chosen, weighed, sources, facts)
    return [
        _quote(one, facts, sources, changes=changed.get(place), is_shown=place < len(chosen))
        for place, one in enumerate([*chosen, *(one for one in besides if one not in chosen)])
    ]


def disagreeing(quotes: Sequence[Quote], sources: Sequence[Source], facts: Facts) -> list[int]:
    """Places of the quotes that contradict one another, in order; empty where none do, or one says what changed."""
    if facts.asks_steps or facts.is_summary or any(quote.changes is not None for quote in quotes):
        return []
    pairs = [
        (one, other)
        for other in range(len(quotes))
        for one in range(other)
        if contradicts(quotes[one].evidence, quotes[other].evidence, sources, facts.weights, facts.numbers)
    ]
    return sorted({place for pair in pairs for place in pair})


def _prose_of_named(pieces: list[Evidence], facts: Facts) -> list[Evidence]:
    """What a summary is made of: sentences, of the document that is named; everything where that is nothing."""
    named = [piece for piece in pieces if not facts.unnamed[piece.position]]
    return telling_prose(named) or named


def _weights(facts: Facts, plan: Plan, *, entries: bool) -> Weights:
    if facts.explains:
        return EXPLANATION
    if entries or plan["query_type"] == "comparison":
        return FACT
    return CHAIN if plan["query_type"] == "relational" else LOOK_UP


def _most(plan: Plan, limits: Limits) -> int:
    return limits.most_of_several if plan["query_type"] in _SEVERAL else limits.most


def _most_promising(pieces: list[Evidence], facts: Facts, count: int) -> list[Evidence]:
    """The pieces that cover most of the question, in their own order: what is worth embedding."""
    ranked = sorted(range(len(pieces)), key=lambda i: (-_mass(pieces[i].terms, facts.weights), i))
    return [pieces[i] for i in sorted(ranked[:count])]


def _mass(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weight for term, weight in weights.items() if term in terms)


def _vectors(
    question: str, pieces: list[Evidence], sources: Sequence[Source], embed: Embed | None
) -> NDArray[np.float64]:
    """Of the question and of each "title: text", of unit length, shape (1 + n, d); zeros without an embedding."""
    if embed is None:
        return np.zeros((1 + len(pieces), 1))
    vectors = np.asarray(embed([question, *(f"{sources[piece.position]['title']}: {piece.text}" for piece in pieces)]))
    lengths = np.linalg.norm(vectors, axis=1)
    lengths[lengths == 0] = 1.0
    return np.asarray(vectors / lengths[:, np.newaxis], dtype=np.float64)


def _choose(
    facts: Facts, weighed: list[Weighed], weights: Weights, most: int, limits: Limits, *, entries: bool
) -> list[Weighed]:
    """The greedy choice, see `quote`."""
    left, total = dict(facts.weights), sum(facts.weights.values()) or 1.0
    said = [one for one in weighed if not one[0].is_heading] or weighed
    open_sides, fewest = set(range(len(facts.sides))), _fewest(facts, limits)
    rest = [(one, _merit(one, facts, weights), _sides(one[0], facts)) for one in said]
    chosen: list[Weighed] = []

    def wanted(one: tuple[Weighed, float, set[int]]) -> Mapping[str, float]:
        """Of another side of a comparison the whole question is asked again."""
        return facts.weights if chosen and not entries and open_sides & one[2] else left

    while rest and len(chosen) < most:
        scale = weights.coverage / (weights.share_of_left * sum(left.values()) + (1 - weights.share_of_left) * total)
        best = max(
            range(len(rest)),
            key=lambda place: (
                rest[place][1]
                + scale * _covered(rest[place][0][0], facts, wanted(rest[place]), weights)
                + _connection(rest[place][0][0], chosen, facts, weights)
                + weights.side * len(open_sides & rest[place][2]),
                -place,
            ),
        )
        one, _, sides = rest[best]
        if _is_stray(one[0], chosen, facts, weights):
            del rest[best]
            continue
        growth = _covered(one[0], facts, left, weights) / total
        adds_nothing = bool(chosen) and growth == 0 and not (entries or facts.explains)
        if (len(chosen) >= fewest or adds_nothing) and growth < limits.least_growth and not open_sides & sides:
            break
        chosen.append(one)
        open_sides -= sides
        left = {term: weight for term, weight in left.items() if not _holds(one[0], term, facts)}
        rest = [other for other in rest if not _repeats(other[0][0], one[0])]
    return chosen


def _with_both(
    chosen: list[Weighed], weighed: list[Weighed], facts: Facts, weights: Weights, most: int
) -> list[Weighed]:
    """The choice with a piece of each of the two best sources, where they are linked and a fact is asked for.

    The words that lead to the second source stand in the first, so little of the question is left for it: its own
    best piece would not be chosen for what it covers. It takes the place of a third piece from elsewhere.
    """
    if facts.explains or not (facts.needs_two or facts.names) or len(facts.titles) < 2 or not _linked(facts):
        return chosen
    quoted = {piece.position for piece, _ in chosen}
    for position in {0, 1} - quoted:
        own = [one for one in weighed if one[0].position == position and not one[0].is_heading]
        if not own:
            continue
        total = sum(facts.weights.values()) or 1.0
        merits = [
            _merit(one, facts, weights)
            + weights.coverage * _covered(one[0], facts, facts.weights, weights) / total
            + _connection(one[0], chosen, facts, weights)
            for one in own
        ]
        best = own[merits.index(max(merits))]
        others = [place for place, (piece, _) in enumerate(chosen) if piece.position > 1]
        if len(chosen) > _PAIR and others:
            chosen = [*chosen[: others[-1]], best, *chosen[others[-1] + 1 :]]
        elif len(chosen) < most:
            chosen = [*chosen, best]
    return chosen


def _with_sides(chosen: list[Weighed], sides: list[Weighed], count: int) -> tuple[list[Weighed], list[Weighed]]:
    """The best of each side, and what was chosen besides: shown only where a side has no piece of its own."""
    rest = [one for one in chosen if not any(_repeats(one[0], side[0]) for side in sides)]
    rest = rest[: max(0, _MOST_WITH_SIDES - len(sides))]
    return (sides, rest) if sides and len(sides) == count else ([*sides, *rest] if sides else chosen, [])


def _linked(facts: Facts) -> bool:
    """Whether one of the two best sources names the other, or both are sides of a comparison."""
    first, second = facts.titles[:2]
    if first == second:
        return False
    named = (second and second in facts.folded[0]) or (first and first in facts.folded[1])
    return bool(named) or all(facts.side_sources[:2])


def _fewest(facts: Facts, limits: Limits) -> int:
    if facts.explains:
        return limits.fewest_of_explanation
    return limits.fewest if facts.needs_two else 1


def _holds(piece: Evidence, term: str, facts: Facts) -> bool:
    return term in piece.terms or term in piece.about or term in facts.title_terms[piece.position]


def _is_stray(piece: Evidence, chosen: Sequence[Weighed], facts: Facts, weights: Weights) -> bool:
    """Whether a later piece shares but one word of a question, none of its names, and hangs on nothing.

    Of two words without a name one is half of what is asked, unless it is a number. Where the thing asked about is
    itself described, the end of the chain may share no more.
    """
    if not chosen or facts.is_relational:
        return False
    if piece.position in {other.position for other, _ in chosen}:
        return piece.is_row and _shares_no_word(piece, facts)
    held = [term for term in facts.weights if _holds(piece, term, facts)]
    if len(held) >= _PAIR or any(f" {name} " in facts.folded[piece.position] for name in facts.names):
        return False
    is_half = len(facts.weights) <= _PAIR and not facts.names and not any(term.isdigit() for term in held)
    return not is_half and not _connection(piece, list(chosen), facts, weights)


def _sides(piece: Evidence, facts: Facts) -> set[int]:
    """The sides of a comparison that a piece is about: named in it, or what its source is about."""
    named = {side for side, terms in enumerate(facts.sides) if terms <= piece.terms}
    return named | facts.side_sources[piece.position]


def _covered(piece: Evidence, facts: Facts, left: Mapping[str, float], weights: Weights) -> float:
    known = facts.title_terms[piece.position] | piece.about
    return sum(
        weight * (1.0 if term in piece.terms else weights.title if term in known else 0.0)
        for term, weight in left.items()
    )


def _repeats(piece: Evidence, other: Evidence) -> bool:
    """The same place, or the same words elsewhere."""
    if piece.position == other.position and piece.start < other.end and other.start < piece.end:
        return True
    return piece.terms == other.terms and piece.numbers == other.numbers


def _merit(one: Weighed, facts: Facts, weights: Weights) -> float:
    """What speaks for a piece whatever else is chosen."""
    piece, cosine = one
    merit = weights.similarity * cosine
    merit += weights.rank / (1 + weights.rank_decay * piece.position)
    merit += weights.kind * answers_kind(piece, facts)
    merit += weights.first * piece.is_first
    if facts.focus:
        merit += weights.focus * len(facts.focus & piece.terms) / len(facts.focus)
    merit -= weights.length * len(piece.text) / 200
    if facts.asks_amount and piece.is_row:
        label = analyse(piece.label)
        words = set(label)
        merit += weights.row_amount + weights.label * len(words & facts.weights.keys()) / (len(words) or 1)
        if len(label) > 1 and f" {' '.join(label)} " in facts.said:
            merit += weights.whole_label * min(len(label), _WHOLE_LABEL) / _WHOLE_LABEL
    merit += weights.definition * (facts.asks_definition and defines(piece.text, facts.weights))
    merit += weights.definition * tells_attendance(piece.text, facts.asks_attendance)
    merit += weights.definition * piece.tells_contact
    merit += weights.definition * (bool(facts.clauses) and clause_number(piece.text) in facts.clauses)
    merit += weights.steps * (facts.asks_steps and piece.is_list)
    merit -= weights.row_in_prose * (facts.explains and piece.is_row and not facts.asks_amount)
    merit -= weights.fragment * piece.is_fragment + weights.unnamed * facts.unnamed[piece.position]
    merit -= weights.no_word * _shares_no_word(piece, facts)
    if facts.years and piece.years:
        merit += weights.year if piece.years & facts.years else -weights.other_year * facts.asks_amount
    elif facts.years & facts.title_years[piece.position]:
        merit += weights.year
    if any(facts.side_sources) and not facts.side_sources[piece.position]:
        merit -= weights.no_side
    return merit


def _shares_no_word(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece has no word in common with a question of words: a year alone, or nothing of what is asked for."""
    words = [term for term in facts.weights if not term.isdigit()]
    if not words or piece.about or not piece.terms.isdisjoint(words):
        return False
    is_of_kind = facts.kind not in _TOLD_BY_FORM or answers_kind(piece, facts) > 0
    return not piece.terms.isdisjoint(facts.weights) or not is_of_kind


def _connection(piece: Evidence, chosen: list[Weighed], facts: Facts, weights: Weights) -> float:
    """A bonus for another source, and for the best link to what was chosen."""
    if any(other.position == piece.position and 0 <= piece.start - other.end <= 12 for other, _ in chosen):
        return weights.follows
    others = [other for other, _ in chosen if other.position != piece.position]
    bonus = weights.new if chosen and len(others) == len(chosen) else 0.0
    return bonus + max((_link(piece, other, facts, weights) for other in others), default=0.0)


def _link(piece: Evidence, other: Evidence, facts: Facts, weights: Weights) -> float:
    """How a piece hangs on a chosen one: its title stands there, that one's title stands here, or a new name recurs."""
    title, other_title = facts.titles[piece.position], facts.titles[other.position]
    if title and title in other.folded:
        return weights.leads_here if is_new(title.strip(), facts) else weights.link
    if other_title and other_title in piece.folded:
        return weights.leads_back
    said = piece.folded + piece.folded_subject
    if any(f" {name} " in said for name in other.names if len(name) > 3 and is_new(name, facts)):
        return weights.link
    return 0.0


def _quote(one: Weighed, facts: Facts, sources: Sequence[Source], *, changes: int | None, is_shown: bool) -> Quote:
    piece, cosine = one
    source = sources[piece.position]
    covered = _covered(piece, facts, facts.weights, FACT) / (sum(facts.weights.values()) or 1.0)
    return Quote(
        index=source["index"],
        chunk_id=source["hits"][0],
        start=piece.start,
        end=piece.end,
        text=piece.text,
        score=covered,
        cosine=cosine,
        evidence=piece,
        changes=changes,
        is_shown=is_shown,
    )
