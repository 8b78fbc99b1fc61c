"""Answering by quoting: a greedy choice of the sentences and table rows that together cover the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nodes.answering.choosing.crowded_rows import without_crowded_rows
from nodes.answering.choosing.greedy import choose, with_both
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.choosing.merits import coverage_of, merit_of, repeats
from nodes.answering.choosing.of_others import apart_from_others, told_alike
from nodes.answering.choosing.paths import with_path
from nodes.answering.choosing.weights import CHAIN, EXPLANATION, FACT, LIMITS, LOOK_UP, Weights
from nodes.answering.columns.rows_of_state import with_rows_of_state
from nodes.answering.disagreeing.conflicts import disagree
from nodes.answering.disagreeing.told_apart import is_of_another_than_asked, tell_same_day
from nodes.answering.evidence.continued_tables import with_headings
from nodes.answering.evidence.cutting import opens_with_mark
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.narrowing import narrowed
from nodes.answering.evidence.near_words import Likeness, with_near_words
from nodes.answering.evidence.subjects import subject_of
from nodes.answering.evidence.variants import with_variants
from nodes.answering.evidence.writers import writer_of
from nodes.answering.implied.dated import without_other_months
from nodes.answering.question.question_facts import Facts, with_sources
from nodes.answering.question.term_weights import mass_of
from nodes.answering.quoting.completing import Completed, complete
from nodes.answering.quoting.pieces import pieces_of
from nodes.answering.reckoning.figures import Reckoned, reckoned
from nodes.answering.reckoning.tallies import Section, Tally, tally_of
from nodes.answering.reckoning.whole_lists import Beside, WholeLists, lists_beside
from nodes.answering.several.operands import operands_of
from nodes.answering.several.reissued import Standing
from nodes.answering.several.sides import best_of_sides, set_against
from nodes.domain.chat import Plan, Source

Embed = Callable[[list[str]], Sequence[Sequence[float]]]

_MOST_WITH_SIDES = 3
"""Quotes of a comparison where a side has none: of the sides that have, and what was chosen besides."""
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
    standing: Standing | None = None
    """Beside what another issue of its document says."""
    subject: str = ""
    """The name that its subject stands for, see `nodes.answering.evidence.subjects`."""
    is_shown: bool = True
    """Else it only bears out that the question is answered. Those that are not come last."""
    rows_beyond: int = 0
    """Of the table of the first row that is quoted, how many more say as much, where they are counted or summed."""
    figure: Reckoned | None = None
    """What the rows that are quoted come to, where a figure is asked for."""
    tally: Tally | None = None
    """How many rows match, or what they come to, where that is asked of a table that was read whole."""
    is_end_told: bool = True
    """Whether the quotes tell something of what is asked of the thing that a question describes."""


def quote(
    facts: Facts,
    plan: Plan,
    sources: Sequence[Source],
    embed: Embed | None,
    *,
    likeness: Likeness | None = None,
    entries: bool = False,
    dates: Mapping[str, str] | None = None,
    whole: Set[Section] = frozenset(),
    beside: Beside | None = None,
) -> list[Quote]:
    """Chooses the sentences and rows of the sources that answer, best first.

    Each choice takes the greatest of: 1/(1 + decay x rank), some times; some times the part of what is left of the
    question that it covers; the cosine of question and "title: text"; and bonuses for the expected kind of answer, a
    link to what was chosen, the first sentence of its source and the noun asked for
    (`nodes.answering.choosing.weights`). Length and a source that bears none of the names asked for count against it.
    What a choice covers leaves the question.

    Args:
        facts: What is read of the question and the sources.
        plan: What classify_query decided; its type is read.
        sources: Numbered sources, best first.
        embed: Embeds texts, one vector each; None leaves similarity out.
        likeness: Says how alike words are in meaning; None leaves other words for the same out.
        entries: Whether the best passages are entries, see `nodes.documents.entries`.
        dates: Date of each document (ISO 8601), where known: what an older one says changes nothing.
        whole: Sections that were read whole: rows of their tables can be counted.
        beside: Lists that were read whole beside the sources.

    Returns:
        Quotes, each verbatim in its source, in the order of choice; empty where there is nothing to quote.
    """
    everything, of_others = apart_from_others(pieces_of(facts, sources, likeness, entries=entries), facts)
    of_months = without_other_months(everything, facts.wording.months, facts.question)
    pieces = _most_promising(without_crowded_rows(of_months, facts), facts, LIMITS.embedded)
    if not pieces:
        return []
    vectors = _vectors(facts.question, pieces, sources, embed)
    weighed = list(map(Weighed, pieces, (vectors[1:] @ vectors[0]).tolist()))
    weights = _weights(facts, plan, entries=entries)
    facts = _with_names_no_heavier(facts)
    if not entries:
        facts = _with_variants_no_heavier(facts, sources, likeness)
    most = LIMITS.most_of_several if plan["query_type"] in _SEVERAL else LIMITS.most
    chosen, besides = choose(facts, _without_bare_lists(weighed, facts), weights, most, entries=entries)
    if facts.comparison.sides and not entries:
        sides = _of_sides(weighed, vectors[1:], sources, facts, weights)
        chosen, unshown = _with_sides(chosen, sides, len(facts.comparison.sides))
        besides = [*besides, *unshown]
    chosen = with_both(chosen, weighed, facts, weights, most)
    is_end_told = True
    if entries:
        # What a path does not need bears out all the same that the question is answered.
        besides = [*besides, *chosen]
        chosen, is_end_told = with_path(chosen, weighed, sources, facts, most, likeness)
    figure = None if entries else reckoned(everything, sources, facts)
    operands = figure.rows if figure else [] if entries else operands_of(everything, sources, facts)
    material = Material(facts, sources, everything, weighed, dates or {}, entries=entries, whole=whole)
    lists = (beside and not entries and _lists(material, beside, plan, likeness)) or None
    of_all = lists.material if lists else material
    tally: Tally | None = None
    # The mean of a column is no figure that lines of accounts make together.
    if operands and (figure or not tally_of(with_rows_of_state(chosen, of_all), of_all)):
        besides = [*besides, *chosen]
        told = Completed([Weighed(piece) for piece in operands])
    else:
        besides = [*besides, *told_alike(chosen, of_others, facts)]
        told = complete(chosen, material, lists)
        tally = None if entries else tally_of(told.chosen, of_all)
    return [
        replace(
            _quote(one, everything, of_all.sources, of_all.facts),
            changes=told.changed.get(place),
            standing=told.standing.get(place),
            is_shown=place < len(told.chosen),
            rows_beyond=0 if tally else told.rows_beyond,
            figure=figure,
            tally=tally,
            is_end_told=is_end_told,
        )
        for place, one in enumerate([*told.chosen, *(one for one in besides if one not in told.chosen)])
    ]


def _lists(material: Material, beside: Beside, plan: Plan, likeness: Likeness | None) -> WholeLists | None:
    """The material with the lists that were read beside the sources; None without any.

    What rows tell in other words than the question's is read of those lists alone that turn out to be quoted.
    """
    lists = beside.lists
    rows = with_headings(evidence_of(lists), lists)
    own = with_sources(material.facts, plan, lists)

    def told_in(place: int) -> list[Evidence]:
        return pieces_of(replace(own, sources=(own.sources[place],)), [lists[place]], likeness)

    facts = replace(own, sources=(*material.facts.sources, *own.sources))
    both = replace(material, facts=facts, sources=[*material.sources, *lists])
    return lists_beside(material, both, rows, beside.unread, told_in)


def disagreeing(quotes: Sequence[Quote], sources: Sequence[Source], facts: Facts) -> list[int]:
    """Places of the quotes that contradict one another, in order; empty where none do, or one says what is so now."""
    if facts.wanted.asks_steps or facts.wanted.is_summary:
        return []
    if any(quote.changes is not None or quote.standing for quote in quotes):
        return []
    pairs = [
        (one, other)
        for other in range(len(quotes))
        for one in range(other)
        if disagree(quotes[one].evidence, quotes[other].evidence, sources, facts)
        and not is_of_another_than_asked(quotes[one].evidence, quotes[other].evidence, sources, facts)
        and not tell_same_day(quotes[one].evidence, quotes[other].evidence, facts)
    ]
    return sorted({place for pair in pairs for place in pair})


def _without_bare_lists(weighed: list[Weighed], facts: Facts) -> list[Weighed]:
    """What one fact is chosen from: no list that nothing leads in to, as its items may be about many things."""
    if facts.wanted.asks_several or facts.wanted.asks_steps or facts.wanted.explains:
        return weighed
    return [one for one in weighed if not (one.piece.is_list and opens_with_mark(one.piece.text))]


def _weights(facts: Facts, plan: Plan, *, entries: bool) -> Weights:
    if facts.wanted.explains:
        return EXPLANATION
    if entries or plan["query_type"] == "comparison":
        return FACT
    return CHAIN if plan["query_type"] == "relational" else LOOK_UP


def _with_names_no_heavier(facts: Facts) -> Facts:
    """The names that files are called by weigh no more together than the rest of the question does.

    In a pile of one firm's reports the firm is rare by the count of documents, and its name in a row tells nothing.
    """
    named = frozenset[str]().union(*(source.named_terms for source in facts.sources)) & facts.weights.keys()
    rest = sum(weight for term, weight in facts.weights.items() if term not in named)
    total = sum(facts.weights[term] for term in named)
    if not rest or total <= rest:
        return facts
    scale = rest / total
    return replace(facts, weights={t: w * scale if t in named else w for t, w in facts.weights.items()})


def _with_variants_no_heavier(facts: Facts, sources: Sequence[Source], likeness: Likeness | None) -> Facts:
    """A word that the sources have in another form alone weighs no more than the heaviest that they have.

    Where no document holds "pay", it would be the rarest word of all, and "card payment" more than the name of who was
    paid.
    """
    evidence = evidence_of(sources)
    said = frozenset[str]().union(*(piece.terms for piece in evidence))
    unsaid = [term for term in facts.weights if term not in said]
    if not unsaid or len(unsaid) == len(facts.weights):
        return facts
    varied = with_near_words(with_variants(evidence, unsaid), facts.question, frozenset(unsaid), likeness)
    told = frozenset[str]().union(*(piece.terms for piece in varied)).intersection(unsaid)
    most = max(weight for term, weight in facts.weights.items() if term in said)
    return replace(facts, weights={t: min(w, most) if t in told else w for t, w in facts.weights.items()})


def _most_promising(pieces: list[Evidence], facts: Facts, count: int) -> list[Evidence]:
    """The pieces that cover most of the question, in their own order: what is worth embedding."""
    ranked = sorted(range(len(pieces)), key=lambda i: (-mass_of(pieces[i].terms, facts.weights), i))
    return [pieces[i] for i in sorted(ranked[:count])]


def _vectors(
    question: str, pieces: list[Evidence], sources: Sequence[Source], embed: Embed | None
) -> NDArray[np.float64]:
    """Of the question and of each "title: text", of unit length, shape (1 + n, d); zeros without an embedding.

    Where a piece goes on in an entry of a list, the entry's heading stands between them.
    """
    if embed is None:
        return np.zeros((1 + len(pieces), 1))
    told = [(sources[piece.position]["title"], piece.entry, piece.text) for piece in pieces]
    vectors = np.asarray(embed([question, *(": ".join([title, *filter(None, rest)]) for title, *rest in told)]))
    lengths = np.linalg.norm(vectors, axis=1)
    lengths[lengths == 0] = 1.0
    return np.asarray(vectors / lengths[:, np.newaxis], dtype=np.float64)


def _of_sides(
    weighed: list[Weighed], vectors: NDArray[np.float64], sources: Sequence[Source], facts: Facts, weights: Weights
) -> list[Weighed]:
    """What sets the sides of a comparison against each other, where it is asked how they differ; the best of each."""
    pieces = [one.piece for one in weighed]
    merits = [merit_of(one, facts, weights) for one in weighed]
    places = best_of_sides(pieces, merits, vectors, sources, facts)
    if (both := set_against(pieces, merits, facts)) is not None:
        places = [both, *(place for place in places if not repeats(pieces[place], pieces[both]))]
    return [weighed[place] for place in places]


def _with_sides(chosen: list[Weighed], sides: list[Weighed], count: int) -> tuple[list[Weighed], list[Weighed]]:
    """The best of each side, and what was chosen besides: shown only where a side has no piece of its own."""
    rest = [one for one in chosen if not any(repeats(one.piece, side.piece) for side in sides)]
    rest = rest[: max(0, _MOST_WITH_SIDES - len(sides))]
    return (sides, rest) if sides and len(sides) >= count else ([*sides, *rest] if sides else chosen, [])


def _quote(one: Weighed, pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> Quote:
    """A piece as it is quoted, among all pieces: what stands around the words of the question where it is long."""
    whole, cosine = one
    source = sources[whole.position]
    covered = coverage_of(whole, facts, facts.weights, FACT) / (sum(facts.weights.values()) or 1.0)
    piece = narrowed(whole, facts.weights)
    return Quote(
        index=source["index"],
        chunk_id=source["hits"][0],
        start=piece.start,
        end=piece.end,
        text=piece.text,
        score=covered,
        cosine=cosine,
        evidence=piece,
        subject=_subject(whole, pieces, source, facts) if piece.start == whole.start else "",
    )


def _subject(piece: Evidence, pieces: Sequence[Evidence], source: Source, facts: Facts) -> str:
    """What the subject of a piece stands for; "I", where somebody is named or asked for, for who wrote it."""
    is_wanted = facts.wanted.kind == "name" or (facts.names and piece.about)
    return (writer_of(piece, source) if is_wanted else "") or subject_of(piece, pieces, source, facts.names)
