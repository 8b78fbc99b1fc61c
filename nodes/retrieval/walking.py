"""The walk in one collection: reads the postings and features that each hop touches, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.documents.entries import MOST_PASSAGES
from nodes.domain.chat import Plan
from nodes.domain.switches import Features
from nodes.ports import Catalogue, Collection
from nodes.ranking.pool import Pool, pool_of
from nodes.ranking.seeding import called_by_name, named_documents, seed_mass
from nodes.ranking.walk import HOPS, Covers, Walk, covers_of
from nodes.ranking.weighted_terms import QueryTerms


@dataclass(frozen=True)
class Walked:
    """Where a walk led."""

    scores: Mapping[str, float]
    """0..1 by revision id, best first."""
    chunks: Mapping[str, tuple[int, float]]
    """Of each: the chunk that is most like the question, and its cosine."""
    seeds: int
    met: int
    """Documents that were looked at on the way."""


class Walker:
    """One walk.

    Args:
        catalogue: Keeps names, mentions and features.
        collection: Where to walk.
        terms: Of the question.
        average: Mean body length of the passages that retrieval found.
        within: Revisions that a walk may meet; None for all.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        collection: Collection,
        terms: QueryTerms,
        average: float,
        within: Set[str] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._collection = collection
        self._terms = terms
        self._average = average
        self._within = within
        self._called: Mapping[str, NDArray[np.bool_]] = {}
        self._chunks: dict[str, tuple[int, float]] = {}
        self._unseen: set[str] = set()

    async def walk(self, relevance: Mapping[str, float], plan: Plan, features: Features) -> Walked:
        """Seeds, then three hops.

        Args:
            relevance: 0..1 by revision id, of what retrieval found.
            plan: With the names of the question.
            features: The parts that are on.
        """
        named = plan["names"] if "name_seeds" in features else {}
        owner, home = self._collection.owner, self._collection.collection_id
        postings = await self._catalogue.postings(owner, home, list(named))
        self._called = called_by_name(named, postings, self._terms.keys)
        seeds = seed_mass(relevance, named, postings, self._terms.document_count)
        weights = self._terms.idf / max(float(self._terms.idf.sum()), 1e-9)
        walk = Walk(weights, seeds, named_documents(named, postings), guided="coverage" in features)
        walk.begin(await self._covers(list(seeds)))
        for _ in range(HOPS):
            links = await self._catalogue.neighbours(owner, home, walk.ends)
            new = {other for leading in links.values() for other, _ in leading} - walk.rows.keys()
            walk.step(links, await self._covers(sorted(new)))
        return Walked(walk.ranking(), self._chunks, len(seeds), len(walk.rows))

    async def _covers(self, revision_ids: Sequence[str]) -> Covers | None:
        """What visible short documents cover; books, what is not visible and what is filtered out are left out."""
        fresh = [
            each for each in revision_ids if each not in self._unseen and (self._within is None or each in self._within)
        ]
        found = await self._catalogue.short_documents(
            self._collection.owner, self._collection.collection_id, fresh, MOST_PASSAGES
        )
        counts = found.passage_counts
        self._unseen.update(set(fresh) - counts.keys())
        if found.block is None:
            return None
        pool = pool_of(found.block, self._terms.keys, self._terms.embedding)
        self._note_chunks(pool, [each for each, count in counts.items() for _ in range(count)])
        return covers_of(pool, counts, self._average).with_whole_names(self._called)

    def _note_chunks(self, pool: Pool, owners: Sequence[str]) -> None:
        for revision_id, chunk, cosine in zip(owners, pool.shown_chunks.tolist(), pool.cosines.tolist(), strict=True):
            if cosine > self._chunks.get(revision_id, (0, -1.0))[1]:
                self._chunks[revision_id] = (chunk, cosine)
