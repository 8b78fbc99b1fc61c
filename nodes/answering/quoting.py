"""Answering by quoting: a greedy choice of the sentences and table rows that together cover the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nodes.answering.conflicts import contradicts
from nodes.answering.evidence import Evidence, evidence_of, numbers_in, question_terms, term_weights, with_variants
from nodes.domain.chat import Plan, Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.questions import AnswerKind, answer_kind, focus_terms
from nodes.language.terms import analyse, normalise_name, query_terms

Weighed = tuple[Evidence, float]
"""A piece of evidence and its cosine to the question."""
Embed = Callable[[list[str]], Sequence[Sequence[float]]]

_PLACE = re.compile(r"\b(?:in|at|of|for|from|near|to|à|en|bei|aus)\s+(?:the\s+)?([^\W\d_a-z][\w.-]+)")
_LONGEST_FACT = 7
"""Terms of a question that may still ask for one fact by a bare "what is"."""
_SEVERAL = frozenset({"summary", "analytical", "comparison"})


@dataclass(frozen=True)
class Limits:
    """How many quotes an answer may have, and how many pieces of evidence are embedded."""

    fewest: int = 2
    """Where the answer may lie behind another fact, compares, or explains; else one may do."""
    fewest_of_summary: int = 5
    most: int = 4
    """For a fact."""
    most_of_several: int = 6
    """For a summary, an analysis or a comparison."""
    embedded: int = 160
    least_growth: float = 0.05
    """Share of the question that a third and later quote must cover beyond those before it."""


@dataclass(frozen=True)
class Weights:
    """Weights of the greedy choice, found by trial."""

    rank: float
    coverage: float
    share_of_left: float
    """0..1: how far coverage is measured against what is left of the question rather than against all of it."""
    title: float
    """What a term counts that stands in the title only."""
    similarity: float
    kind: float
    focus: float
    first: float
    new: float
    leads_here: float
    leads_back: float
    link: float
    follows: float
    """For the piece right after a chosen one."""
    length: float
    """For each 200 characters, against the piece."""
    row_amount: float = 0.3
    label: float = 1.0
    """For a row, times the part of its label that the question says, where an amount is asked for."""
    fragment: float = 0.2
    """Against what the edge of its source cuts off."""
    unnamed: float = 1.0
    """Against a source where the question names another document."""
    year: float = 0.3
    other_year: float = 0.8
    """Against a piece that speaks of other years only."""
    no_side: float = 1.5
    """Against a source about neither side of a comparison whose sides have sources."""
    steps: float = 0.8
    """For a list in one piece, where steps are asked for."""
    side: float = 1.0
    """For the first piece about a side of a comparison."""


FACT = Weights(
    rank=1.0,
    coverage=2.5,
    share_of_left=0.8,
    title=1.0,
    similarity=1.0,
    kind=0.2,
    focus=0.3,
    first=0.35,
    new=0.0,
    leads_here=1.0,
    leads_back=0.2,
    link=0.2,
    follows=0.0,
    length=0.15,
)
"""For questions that ask for one thing, perhaps behind another: links between passages lead on."""

EXPLANATION = Weights(
    rank=1.5,
    coverage=3.0,
    share_of_left=0.3,
    title=0.0,
    similarity=2.0,
    kind=0.0,
    focus=0.0,
    first=0.35,
    new=0.0,
    leads_here=0.0,
    leads_back=0.4,
    link=0.0,
    follows=1.0,
    length=0.1,
)
"""For questions that ask how, why or what in general: what is most alike, and what follows it."""

SUMMARY = replace(EXPLANATION, coverage=1.0, similarity=4.0, follows=-0.3, rank=0.5, length=0.3)
"""For summaries: what is most like all of it, in short sentences that do not stand side by side."""

LIMITS = Limits()


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


@dataclass(frozen=True)
class _Facts:
    """What the choice reads of the question and its sources."""

    kind: AnswerKind
    weights: Mapping[str, float]
    focus: frozenset[str]
    names: tuple[str, ...]
    numbers: frozenset[str]
    years: frozenset[str]
    sides: tuple[frozenset[str], ...]
    """Of each side of a comparison, the terms that no other side has."""
    side_sources: tuple[frozenset[int], ...]
    """For each source, the sides that it is about as a whole."""
    asks_amount: bool
    explains: bool
    asks_steps: bool
    is_summary: bool
    needs_two: bool
    """The answer may lie behind another fact, or has two sides."""
    unnamed: tuple[bool, ...]
    """For each source, whether the question names another document instead."""
    title_terms: tuple[frozenset[str], ...]
    titles: tuple[str, ...]
    folded: tuple[str, ...]
    """Title and content of each source, normalised."""


def quote(
    question: str,
    plan: Plan,
    sources: Sequence[Source],
    embed: Embed | None,
    *,
    limits: Limits = LIMITS,
    frequencies: DocumentFrequencies | None = None,
) -> list[Quote]:
    """Chooses the sentences and rows of the sources that answer, best first.

    Each choice takes the greatest of: 1/(1 + .1 rank), three times the part of what is left of the question that it
    covers, the cosine of question and "title: text", and bonuses for the expected kind of answer, a link to what was
    chosen, the first sentence of its source and the noun asked for; length and a source that bears none of the names
    asked for count against it. What a choice covers leaves the question.

    Args:
        question: The standalone question.
        plan: What classify_query decided; its type, amount, periods and sides are read.
        sources: Numbered sources, best first.
        embed: Embeds texts, one vector each; None leaves similarity out.
        limits: Numbers of quotes.
        frequencies: Document frequencies of the question's terms; None takes the sources for the collection.

    Returns:
        Quotes, each verbatim in its source, in the order of choice; empty where there is nothing to quote.
    """
    pieces = evidence_of(sources)
    if not pieces:
        return []
    facts = _read(question, plan, sources, frequencies)
    pieces = with_variants(pieces, list(facts.weights))
    pieces = _most_promising(pieces, facts, limits.embedded)
    weighed = list(zip(pieces, _cosines(question, pieces, sources, embed, central=facts.is_summary), strict=True))
    weights = SUMMARY if facts.is_summary else EXPLANATION if facts.explains else FACT
    chosen = _choose(facts, weighed, weights, _most(plan, limits), limits)
    chosen += _contradictions(chosen, weighed, sources, facts)
    return [_quote(piece, facts, cosine, sources) for piece, cosine in chosen]


def disagreeing(
    question: str,
    plan: Plan,
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    frequencies: DocumentFrequencies | None = None,
) -> list[int]:
    """Places of the quotes that contradict one another, in order; empty where none do."""
    facts = _read(question, plan, sources, frequencies)
    if facts.asks_steps or facts.is_summary:
        return []
    pairs = [
        (one, other)
        for other in range(len(quotes))
        for one in range(other)
        if contradicts(quotes[one].evidence, quotes[other].evidence, sources, facts.weights, facts.numbers)
    ]
    return sorted({place for pair in pairs for place in pair})


def _read(question: str, plan: Plan, sources: Sequence[Source], frequencies: DocumentFrequencies | None) -> _Facts:
    terms = question_terms(question)
    titles = tuple(frozenset(analyse(_heading(source))) for source in sources)
    return _Facts(
        kind=answer_kind(question),
        weights=term_weights(terms, sources, frequencies),
        focus=frozenset(focus_terms(question)),
        names=tuple(normalise_name(name) for name in plan["entities"]),
        numbers=numbers_in(question),
        years=frozenset(str(period["year"]) for period in plan["periods"]),
        sides=_own_terms(plan["comparison_sides"]),
        side_sources=_side_sources(
            plan["comparison_sides"], [frozenset(analyse(_heading(source))) for source in sources]
        ),
        asks_amount=plan["asks_amount"] or (bool(plan["periods"]) and answer_kind(question) == "other"),
        explains=_explains(question, plan),
        is_summary=plan["query_type"] == "summary",
        asks_steps=plan["query_type"] == "procedural",
        needs_two=_needs_two(question, plan),
        unnamed=_unnamed(plan, sources),
        title_terms=titles,
        titles=tuple(_bare_title(source) for source in sources),
        folded=tuple(normalise_name(f"{source['title']} {source['content']}") for source in sources),
    )


def _explains(question: str, plan: Plan) -> bool:
    """Whether an explanation is asked for, rather than one thing."""
    if plan["query_type"] in {"summary", "procedural"}:
        return True
    if plan["query_type"] == "relational" or plan["comparison_sides"]:
        return False
    kind = answer_kind(question)
    if kind in {"manner", "reason"}:
        return True
    long = plan["query_type"] != "factual" or len(query_terms(question)) > _LONGEST_FACT
    return kind == "other" and long and not focus_terms(question) and not plan["asks_amount"]


def _needs_two(question: str, plan: Plan) -> bool:
    """Whether one quote may not do: a short question for one thing gets a second only where that adds something."""
    if plan["query_type"] in {"relational", "comparison"} or _explains(question, plan):
        return True
    return len(query_terms(question)) > _LONGEST_FACT


def _own_terms(sides: Sequence[str]) -> tuple[frozenset[str], ...]:
    terms = [frozenset(analyse(side)) for side in sides]
    return tuple((own - frozenset().union(*(other for other in terms if other is not own))) or own for own in terms)


def _side_sources(sides: Sequence[str], titles: Sequence[frozenset[str]]) -> tuple[frozenset[int], ...]:
    """The sides that each title is about. A side that no title names is every alike title that names no other side."""
    own = _own_terms(sides)
    named = [frozenset(side for side, terms in enumerate(own) if terms <= title) for title in titles]
    for side, words in enumerate(frozenset(analyse(side)) for side in sides):
        if not any(side in found for found in named):
            alike = [
                not found and len(words & title) * 2 >= len(words) for found, title in zip(named, titles, strict=True)
            ]
            named = [found | {side} if like else found for found, like in zip(named, alike, strict=True)]
    return tuple(named)


def _unnamed(plan: Plan, sources: Sequence[Source]) -> tuple[bool, ...]:
    named = [source["document_id"] in plan["named_documents"] for source in sources]
    return tuple(any(named) and not one and plan["query_type"] not in {"comparison", "relational"} for one in named)


def _heading(source: Source) -> str:
    return " ".join([source["title"], *source["section_path"]])


def _bare_title(source: Source) -> str:
    """The title as others mention it: without what stands in parentheses; between blanks."""
    bare = normalise_name(re.sub(r"\s*\([^)]*\)\s*$", "", source["title"]))
    return f" {bare} " if len(bare) > 2 else ""


def _most(plan: Plan, limits: Limits) -> int:
    return limits.most_of_several if plan["query_type"] in _SEVERAL else limits.most


def _most_promising(pieces: list[Evidence], facts: _Facts, count: int) -> list[Evidence]:
    """The pieces that cover most of the question, in their own order: what is worth embedding."""
    ranked = sorted(range(len(pieces)), key=lambda i: (-_mass(pieces[i].terms, facts.weights), i))
    return [pieces[i] for i in sorted(ranked[:count])]


def _mass(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weight for term, weight in weights.items() if term in terms)


def _cosines(
    question: str, pieces: list[Evidence], sources: Sequence[Source], embed: Embed | None, *, central: bool
) -> list[float]:
    """Cosine of the question and each "title: text"; zeros without an embedding.

    With `central` the mean of all pieces stands in for the question: what a summary is to be like.
    """
    if embed is None:
        return [0.0] * len(pieces)
    vectors = np.asarray(embed([question, *(f"{sources[piece.position]['title']}: {piece.text}" for piece in pieces)]))
    if central:
        vectors[0] = vectors[1:].mean(axis=0)
    lengths = np.linalg.norm(vectors, axis=1)
    lengths[lengths == 0] = 1.0
    return [float(cosine) for cosine in (vectors[1:] @ vectors[0]) / (lengths[1:] * lengths[0])]


def _choose(facts: _Facts, weighed: list[Weighed], weights: Weights, most: int, limits: Limits) -> list[Weighed]:
    """The greedy choice, see `quote`."""
    left, total = dict(facts.weights), sum(facts.weights.values()) or 1.0
    said = [one for one in weighed if not one[0].is_heading] or weighed
    open_sides, fewest = set(range(len(facts.sides))), _fewest(facts, limits)
    rest = [(one, _merit(one, facts, weights), _sides(one[0], facts)) for one in said]
    chosen: list[Weighed] = []
    while rest and len(chosen) < most:
        scale = weights.coverage / (weights.share_of_left * sum(left.values()) + (1 - weights.share_of_left) * total)
        best = max(
            range(len(rest)),
            key=lambda place: (
                rest[place][1]
                + scale * _covered(rest[place][0][0], facts, left, weights)
                + _connection(rest[place][0][0], chosen, facts, weights)
                + weights.side * len(open_sides & rest[place][2]),
                -place,
            ),
        )
        one, _, sides = rest[best]
        growth = _covered(one[0], facts, left, weights) / total
        if len(chosen) >= fewest and growth < limits.least_growth and not open_sides & sides:
            break
        chosen.append(one)
        open_sides -= sides
        left = {term: weight for term, weight in left.items() if not _holds(one[0], term, facts)}
        rest = [other for other in rest if not _repeats(other[0][0], one[0])]
    return chosen


def _fewest(facts: _Facts, limits: Limits) -> int:
    if facts.is_summary:
        return limits.fewest_of_summary
    return limits.fewest if facts.needs_two else 1


def _holds(piece: Evidence, term: str, facts: _Facts) -> bool:
    return term in piece.terms or term in facts.title_terms[piece.position]


def _sides(piece: Evidence, facts: _Facts) -> set[int]:
    """The sides of a comparison that a piece is about: named in it, or what its source is about."""
    named = {side for side, terms in enumerate(facts.sides) if terms <= piece.terms}
    return named | facts.side_sources[piece.position]


def _contradictions(
    chosen: list[Weighed], weighed: list[Weighed], sources: Sequence[Source], facts: _Facts
) -> list[Weighed]:
    """The pieces of two other documents that contradict one of the two best quotes, so that all are quoted."""
    if facts.asks_steps or facts.is_summary:
        return []
    for best, _ in chosen[:2]:
        opposed = [one for one in weighed if contradicts(best, one[0], sources, facts.weights, facts.numbers)]
        if opposed:
            return _one_of_each(opposed, sources, [piece for piece, _ in chosen])
    return []


def _one_of_each(opposed: list[Weighed], sources: Sequence[Source], chosen: list[Evidence]) -> list[Weighed]:
    """The most similar piece of each of two documents, those left out that are quoted to that effect already."""
    by_document: dict[str, Weighed] = {}
    for one in sorted(opposed, key=lambda one: -one[1]):
        by_document.setdefault(sources[one[0].position]["document_id"], one)
    quoted = {sources[one.position]["document_id"] for one, _ in opposed if one in chosen}
    return [one for document, one in by_document.items() if document not in quoted][:2]


def _covered(piece: Evidence, facts: _Facts, left: Mapping[str, float], weights: Weights) -> float:
    title = facts.title_terms[piece.position]
    return sum(
        weight * (1.0 if term in piece.terms else weights.title if term in title else 0.0)
        for term, weight in left.items()
    )


def _repeats(piece: Evidence, other: Evidence) -> bool:
    """The same place, or the same words elsewhere."""
    if piece.position == other.position and piece.start < other.end and other.start < piece.end:
        return True
    return piece.terms == other.terms and piece.numbers == other.numbers


def _merit(one: Weighed, facts: _Facts, weights: Weights) -> float:
    """What speaks for a piece whatever else is chosen."""
    piece, cosine = one
    merit = weights.similarity * cosine
    merit += weights.rank / (1 + 0.1 * piece.position)
    merit += weights.kind * _answers_kind(piece, facts)
    merit += weights.first * piece.is_first
    if facts.focus:
        merit += weights.focus * len(facts.focus & piece.terms) / len(facts.focus)
    merit -= weights.length * len(piece.text) / 200
    if facts.asks_amount and piece.is_row:
        label = set(analyse(piece.label))
        merit += weights.row_amount + weights.label * len(label & facts.weights.keys()) / (len(label) or 1)
    merit += weights.steps * (facts.asks_steps and piece.is_list)
    merit -= weights.fragment * piece.is_fragment + weights.unnamed * facts.unnamed[piece.position]
    if facts.years and piece.years:
        merit += weights.year if piece.years & facts.years else -weights.other_year * facts.asks_amount
    if any(facts.side_sources) and not facts.side_sources[piece.position]:
        merit -= weights.no_side
    return merit


def _answers_kind(piece: Evidence, facts: _Facts) -> bool:
    """Whether a piece holds something new of the kind that is asked for."""
    if facts.kind == "date":
        return bool(piece.years - facts.years)
    if facts.kind == "number":
        return bool(piece.numbers - facts.numbers - piece.years)
    if facts.kind == "name":
        return any(_is_new(name, facts) for name in piece.names)
    if facts.kind == "place":
        return any(_is_new(normalise_name(found), facts) for found in _PLACE.findall(piece.text))
    return False


def _is_new(name: str, facts: _Facts) -> bool:
    return not any(name in known or known in name for known in facts.names)


def _connection(piece: Evidence, chosen: list[Weighed], facts: _Facts, weights: Weights) -> float:
    """A bonus for another source, and for the best link to what was chosen."""
    if any(other.position == piece.position and 0 <= piece.start - other.end <= 12 for other, _ in chosen):
        return weights.follows
    others = [other for other, _ in chosen if other.position != piece.position]
    bonus = weights.new if chosen and len(others) == len(chosen) else 0.0
    return bonus + max((_link(piece, other, facts, weights) for other in others), default=0.0)


def _link(piece: Evidence, other: Evidence, facts: _Facts, weights: Weights) -> float:
    """How a piece hangs on a chosen one: its title stands there, that one's title stands here, or a new name recurs."""
    title, other_title = facts.titles[piece.position], facts.titles[other.position]
    if title and title in other.folded:
        return weights.leads_here if _is_new(title.strip(), facts) else weights.link
    if other_title and other_title in piece.folded:
        return weights.leads_back
    if any(f" {name} " in piece.folded for name in other.names if len(name) > 3 and _is_new(name, facts)):
        return weights.link
    return 0.0


def _quote(piece: Evidence, facts: _Facts, cosine: float, sources: Sequence[Source]) -> Quote:
    source = sources[piece.position]
    covered = _covered(piece, facts, facts.weights, FACT) / (sum(facts.weights.values()) or 1.0)
    return Quote(source["index"], source["hits"][0], piece.start, piece.end, piece.text, covered, cosine, piece)
