"""The walk over the mention graph: from the best passages along names, guided by what is not yet covered.

Documents that are about one thing each bear names and mention others'. Links are derived from both kinds of postings
while walking, so nothing is stored of a link itself.

The numbers below were chosen together, by trial on questions over two to four documents. Half and double of each are
measured in `docs/ablation.md`: "flat" below means that neither changes what is among the first five.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nodes.domain.lookups import KeyPostings, RevisionKeys
from nodes.ranking.features import BODY
from nodes.ranking.pool import Pool
from nodes.ranking.runs import begins

BEAM = 20
"""Paths that go on from each hop, 1 or more: ten and thirty find as much, forty less, and each costs time."""
HOPS = 3
"""Links that a path follows: four documents are three apart. Two find as much on one set and less on another."""
MOST_LINKS = 16
"""Neighbours of a document, the strongest: eight lose .010 recall@5, 32 win nothing."""
DAMPING = 0.8
"""Share of a path's value that a hop keeps, 0..1: .4 loses .020 recall@5, as the end of a path falls behind."""
STEP_POWER = 2.0
"""Exponent of a step's worth: 4 leaves all to the best neighbour, and loses .020 and .029 recall@5; 1 loses .005."""
STEP_FLOOR = 0.1
"""Worth of a step that covers nothing, beside 1 for all that is open: half of it loses .010 on both sets."""
COSINE_SHARE = 0.25
"""Of the cosine to the question beside what a step covers, 0..1 each: it decides between steps that cover alike."""
PASSED_SHARE = 0.5
"""Share of a path's value that each document on its way gets, 0..1; its last one gets all of it."""
CHOSEN = 8
"""Documents that are put in an order by what they cover together: as many as an answer reads by default (`top_k`)."""
CHOSEN_FROM = 20
"""The best by score, among which they are chosen; flat."""
COVERAGE_FACTOR = 10.0
"""How much more a document counts that covers all that is open; flat."""
APART_SHARE = 0.3
"""Of its score, 0..1, for a document without a link to any that was chosen before it: it is only like the question.

1 loses .014 and .017 recall@5 on questions over chains of up to four documents; on the sets of the ablation it is flat.
"""
MENTION_LINK = 4.0
"""Weight of a link from who mentions a name to who bears it, beside the two below: half loses .010 and .005."""
SHARED_LINK = 0.5
"""Weight of a link between two who mention the same: double loses .010 on one set and wins .005 on the other."""
BACK_LINK = 0.7
"""Weight of a link from who bears a name to who mentions it: half loses .005 on one set."""
MOST_BEARERS = 60
"""A key that more documents bear tells none of them from the others: it makes no link. Flat."""
MOST_SHARING = 50
"""Documents that mention a key, at most, for links between them, whose number grows with the square. Flat."""
MOST_MENTIONING = 100
"""Documents that mention a key, at most, for links back: it bounds what is read. Flat."""
SATURATION = 0.4
"""k1 of BM25 for what a document covers of a term, far under 1.2: who says it once has said it."""
_SMALLEST_STEP = 1e-6
"""By which scores are made to fall in the order of choice, where they would rise."""

Vector = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Covers:
    """What each of N documents covers of the question."""

    documents: Sequence[str]
    """N ids."""
    terms: Vector
    """(N, T) 0..1 each, `tf / (tf + 0.4 (0.5 + 0.5 length / average))`."""
    cosines: Vector
    """(N,)"""

    def joined_with(self, others: Covers) -> Covers:
        """Those of these documents and then those of others."""
        return Covers(
            [*self.documents, *others.documents],
            np.concatenate([self.terms, others.terms]),
            np.concatenate([self.cosines, others.cosines]),
        )

    def with_whole_names(self, called: Mapping[str, NDArray[np.bool_]]) -> Covers:
        """As it is, but for documents that the question names: who is named covers the name, however often it says it.

        Else what is left of the name leads on to others that are called alike.

        Args:
            called: (T,) which terms of the question name a document, by id.
        """
        rows = [row for row, document in enumerate(self.documents) if document in called]
        if not rows:
            return self
        terms = self.terms.copy()
        for row in rows:
            terms[row, called[self.documents[row]]] = 1.0
        return Covers(self.documents, terms, self.cosines)


@dataclass(frozen=True, eq=False)
class Path:
    """A way through documents, and what of the question it leaves open."""

    value: float
    documents: tuple[str, ...]
    open: Vector
    """(T,) what is left of each term's weight."""


@dataclass
class Walk:
    """A walk under way.

    Args:
        weights: (T,) idf of the question's terms, summing to 1.
        seeds: Mass by document.
        named: Documents that the question names: they are meant, whatever links to them.
        guided: Whether it prefers what covers more of the question; else only what is more like it.
    """

    weights: Vector
    seeds: Mapping[str, float]
    named: Set[str] = frozenset()
    guided: bool = True
    scores: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    paths: list[Path] = field(default_factory=list)
    covers: Covers | None = None
    """Of all documents that were met."""
    rows: dict[str, int] = field(default_factory=dict)
    """Where each of them stands in `covers`."""
    linked: dict[str, set[str]] = field(default_factory=dict)
    """Neighbours of what was met, as far as its links were read."""

    def begin(self, covers: Covers | None) -> None:
        """Puts a path of one on each seed. `covers` holds every seed that is to count; None where none is."""
        self._meet(covers)
        begun = [(mass, (document,)) for document, mass in self.seeds.items() if document in self.rows]
        begun.sort(key=lambda path: (-path[0], path[1]))
        begun = begun[:BEAM]
        if begun and self.covers is not None:
            left = self.weights * (1 - self.covers.terms[[self.rows[document] for _, (document,) in begun]])
            self._go_on_with([Path(mass, documents, each) for (mass, documents), each in zip(begun, left, strict=True)])

    def _meet(self, covers: Covers | None) -> None:
        if covers is not None:
            self.rows.update(zip(covers.documents, itertools.count(len(self.rows))))
            self.covers = covers if self.covers is None else self.covers.joined_with(covers)

    @property
    def ends(self) -> list[str]:
        """Documents that the paths have come to, each once."""
        return list(dict.fromkeys(path.documents[-1] for path in self.paths))

    def step(self, links: Mapping[str, Sequence[tuple[str, float]]], covers: Covers | None) -> None:
        """One hop further along every path: a link's share grows with what it adds to the path.

        `weight x (0.1 + covered part of what is open + 0.25 cosine)^2`, over their sum at the path's end; 0.8 of the
        path's value goes on. The 20 best paths stay.

        Args:
            links: Neighbours and weights of every end.
            covers: Of neighbours that were not met before; a neighbour without is passed by.
        """
        self._meet(covers)
        self.linked.update((end, {other for other, _ in neighbours}) for end, neighbours in links.items())
        ways = [
            (place, document, weight)
            for place, path in enumerate(self.paths)
            for document, weight in links.get(path.documents[-1], ())
            if document in self.rows and document not in path.documents
        ]
        if not ways or self.covers is None:
            self.paths = []
            return
        begun, documents, weights = zip(*ways, strict=True)
        places, met = np.array(begun), np.array([self.rows[document] for document in documents])
        left, terms = np.array([path.open for path in self.paths]), self.covers.terms[met]
        values = self._values(places, left, terms, self.covers.cosines[met], np.array(weights))
        # Sorted by names where values are the same; most are out of the question before that.
        least = float(np.partition(values, -BEAM)[-BEAM]) if len(values) > BEAM else -math.inf
        near = np.flatnonzero(values >= least).tolist()
        worth = values.tolist()
        near.sort(key=lambda row: (-worth[row], *self.paths[begun[row]].documents, documents[row]))
        best = near[:BEAM]
        still_open = left[places[best]] * (1 - terms[best])
        self._go_on_with(
            [
                Path(worth[row], (*self.paths[begun[row]].documents, documents[row]), each)
                for row, each in zip(best, still_open, strict=True)
            ]
        )

    def _values(
        self, places: NDArray[np.int64], left: Vector, terms: Vector, cosines: Vector, weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """(W,) the value that each way takes on from its path, of which this is `left` open, (paths, T)."""
        totals = np.maximum(left.sum(axis=1), 1e-9)
        gains = np.einsum("wt,wt->w", left[places], terms) / totals[places] * self.guided
        shares = weights * (STEP_FLOOR + gains + COSINE_SHARE * cosines) ** STEP_POWER
        sums = np.maximum(np.bincount(places, shares, len(self.paths)), 1e-12)
        before = np.array([path.value for path in self.paths])
        values: NDArray[np.float64] = before[places] * DAMPING * shares / sums[places]
        return values

    def _go_on_with(self, paths: list[Path]) -> None:
        """Scores the paths: the last document gets a path's value, those before it half."""
        self.paths = paths
        for path in paths:
            self.scores[path.documents[-1]] += path.value
            for document in path.documents[:-1]:
                self.scores[document] += PASSED_SHARE * path.value

    def ranking(self) -> dict[str, float]:
        """Documents with their scores in 0..1, best first.

        The first eight are chosen one by one out of the twenty best, each by `score x (1 + 10 x covered part of what
        is open)`, so that together they cover the question; their scores are made to fall in that order. From the
        second on, what neither the question names nor a link ties to one of them has 0.3 of its score: the end of a
        chain comes before what is like the question and has to do with nothing in it.
        """
        ordered = sorted(self.scores, key=lambda each: (-self.scores[each], each))
        left, rest = self.weights.copy(), ordered[:CHOSEN_FROM]
        covered = np.zeros((0, len(left)), np.float32)
        if rest and self.covers is not None:
            covered = self.covers.terms[[self.rows[each] for each in rest]]
        scores = np.array([self.scores[each] for each in rest])
        is_open, is_near = np.ones((2, len(rest)), bool)
        tied = set(self.named)
        chosen: list[str] = []
        while is_open.any() and len(chosen) < CHOSEN:
            gains = (left * covered).sum(axis=1).astype(np.float64) * self.guided
            worth = scores * np.where(is_near, 1.0, APART_SHARE) * (1 + COVERAGE_FACTOR * gains)
            best = int(np.where(is_open, worth, -1.0).argmax())
            chosen.append(rest[best])
            is_open[best] = False
            tied |= self._tied_to(rest[best])
            is_near = np.array([each in tied for each in rest])
            left = left * (1 - covered[best])
        first = set(chosen)
        order = [*chosen, *(each for each in ordered if each not in first)]
        largest = max(self.scores.values(), default=0.0) or 1.0
        falling: dict[str, float] = {}
        ceiling = 1.0
        for each in order:
            ceiling = min(ceiling - _SMALLEST_STEP, self.scores[each] / largest)
            falling[each] = max(0.0, ceiling)
        return falling

    def _tied_to(self, document: str) -> set[str]:
        """What a link ties to a document, either way, as far as links were read."""
        leading = {other for other, neighbours in self.linked.items() if document in neighbours}
        return leading | self.linked.get(document, set())


def covers_of(pool: Pool, passage_counts: Mapping[str, int], average: float) -> Covers:
    """What documents cover: all their passages together.

    Args:
        pool: The passages of these documents, in order.
        passage_counts: How many each has, one or more, by id.
        average: Mean body length in the collection.
    """
    firsts = begins(np.fromiter(passage_counts.values(), np.int64, len(passage_counts)))
    counts = np.add.reduceat(pool.body, firsts, axis=0)
    lengths = np.add.reduceat(pool.block.lengths[:, BODY], firsts)
    cosines = np.maximum(np.maximum.reduceat(pool.cosines, firsts), 0)
    norms = SATURATION * (0.5 + 0.5 * lengths / max(average, 1.0)).astype(np.float32)
    return Covers(list(passage_counts), counts / (counts + norms[:, None]), cosines)


def links_of(document: str, keys: RevisionKeys, postings: Mapping[str, KeyPostings]) -> list[tuple[str, float]]:
    """The strongest links of a document, by (weight descending, id ascending).

    With a the weight of a name, n the documents that bear the key and m those that mention it: from a mention to its
    bearer `4 a / (n ln(2 + m))`; between two that mention the same `0.5 / (m ln(2 + m))`; from a bearer to a mention
    `0.7 a / (n sqrt(m) ln(2 + m))`. Common keys make none: n over 60, m over 50 between mentions, over 100 back.

    Args:
        document: Whose links.
        keys: What it bears and mentions.
        postings: Of these keys.
    """
    weights: dict[str, float] = defaultdict(float)
    for key in keys.mentioned:
        found = postings.get(key)
        if found is None:
            continue
        n, m = len(found.bearers), max(1, found.mention_count)
        if 0 < n <= MOST_BEARERS:
            for other, weight in found.bearers.items():
                weights[other] += MENTION_LINK * weight / (n * math.log(2 + m))
        if 2 <= m <= MOST_SHARING:
            share = SHARED_LINK / (m * math.log(2 + m))
            for other in found.mentioning:
                weights[other] += share
    for key, weight in keys.borne.items():
        found = postings.get(key)
        if found is None or not 0 < found.mention_count <= MOST_MENTIONING:
            continue
        n, m = max(1, len(found.bearers)), found.mention_count
        share = BACK_LINK * weight / (n * math.sqrt(m) * math.log(2 + m))
        for other in found.mentioning:
            weights[other] += share
    weights.pop(document, None)
    # Sorted by ids where weights are the same; most are out of the question before that.
    least = sorted(weights.values(), reverse=True)[MOST_LINKS - 1] if len(weights) > MOST_LINKS else 0.0
    strongest = [link for link in weights.items() if link[1] >= least]
    return sorted(strongest, key=lambda link: (-link[1], link[0]))[:MOST_LINKS]
