"""Where a walk begins: the best of what was found, and who is called as the question says.

The second is worth .132 recall@5 on questions over two to four documents (`name_seeds` in `docs/ablation.md`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from nodes.domain.lookups import KeyPostings
from nodes.language.terms import analyse
from nodes.ranking.bm25 import rarity
from nodes.ranking.features import term_keys
from nodes.ranking.walk import MOST_BEARERS, MOST_MENTIONING

SEED_DOCUMENTS = 10
"""The most relevant that a walk begins at; all of them together have a mass of 1."""
NAMED_SEED = 1.0
"""Mass of a name that documents bear, beside the 1 of what was found: a name counts as much as the search."""
PHRASE_SEED = 0.5
"""Mass of a phrase that documents only mention: half as telling."""
UNMARKED_SEED = 0.3
"""Of that mass, 0..1, for a name that the question does not write as one: it may be a common word."""
UNSEEN = 0.05
"""Relevance, 0..1, of a named document that retrieval did not find: beside others of the name it hardly counts."""


def seed_mass(
    relevance: Mapping[str, float],
    named: Mapping[str, bool],
    postings: Mapping[str, KeyPostings],
    count: int,
) -> dict[str, float]:
    """Where the walk begins: mass by document.

    The ten most relevant share 1. Each name of the question that documents bear adds up to 1, by how rare it is,
    split by relevance squared; each other phrase that they mention, whole or in two parts, up to 0.5. A name that the
    question does not mark as one adds 0.3 of that: "place of birth" is a title, too. A number that nobody is called is
    a year or an amount, and adds nothing.

    Args:
        relevance: 0..1 by document.
        named: Keys of the question, longest first, and whether it marks them as names.
        postings: Of these keys.
        count: Documents of the collection.
    """
    seeds: dict[str, float] = defaultdict(float)
    best = sorted(relevance.items(), key=lambda item: (-item[1], item[0]))[:SEED_DOCUMENTS]
    total = sum(score for _, score in best) or 1.0
    for document, score in best:
        seeds[document] += score / total
    borne = _borne(named, postings)
    for key in borne:
        bearers = postings[key].bearers
        if len(bearers) <= MOST_BEARERS:
            number = postings[key].mention_count + len(bearers)
            _share(seeds, bearers, relevance, _amount(NAMED_SEED, number, count, marked=named[key]))
    phrases = [key for key in named if key in postings and postings[key].mentioning and not _is_number(key)]
    for key in outermost([key for key in phrases if not any(within(key, other) for other in borne)]):
        mentioning = _mentioning(key, postings)
        number = max(postings[key].mention_count, len(mentioning))
        if number <= MOST_MENTIONING:
            _share(seeds, mentioning, relevance, _amount(PHRASE_SEED, number, count, marked=named[key]))
    return dict(seeds)


def called_by_name(
    named: Mapping[str, bool], postings: Mapping[str, KeyPostings], terms: NDArray[np.uint32]
) -> dict[str, NDArray[np.bool_]]:
    """Which terms of a question name a document, (T,), by id; only by names that the question marks as such.

    Args:
        named: Keys of the question, and whether it marks them as names.
        postings: Of these keys.
        terms: (T,) of the question, as `term_key` has them.
    """
    called: dict[str, NDArray[np.bool_]] = {}
    for key in outermost([key for key in named if named[key] and key in postings and postings[key].bearers]):
        said = np.isin(terms, term_keys(analyse(key)))
        for document in postings[key].bearers:
            called[document] = called[document] | said if document in called else said
    return called


def named_documents(named: Mapping[str, bool], postings: Mapping[str, KeyPostings]) -> set[str]:
    """Who bears what the question says, whether that marks it as a name or not: a "context window" is a title, too."""
    found = (postings[key].bearers for key in _borne(named, postings))
    return {document for bearers in found if len(bearers) <= MOST_BEARERS for document in bearers}


def outermost(keys: Sequence[str]) -> list[str]:
    """The keys that are not words inside another one."""
    return [key for key in keys if not any(key != other and within(key, other) for other in keys)]


def within(key: str, other: str) -> bool:
    """Whether one key's words stand in the other's."""
    return f" {key} " in f" {other} "


def _borne(named: Mapping[str, bool], postings: Mapping[str, KeyPostings]) -> list[str]:
    return outermost([key for key in named if key in postings and postings[key].bearers])


def _mentioning(key: str, postings: Mapping[str, KeyPostings]) -> dict[str, float]:
    """Who mentions a phrase, or both parts of it: "Kingston, Jamaica" is two names to most, and one to some."""
    found = dict.fromkeys(postings[key].mentioning, 1.0)
    words = key.split()
    for place in range(1, len(words)):
        parts = [postings.get(" ".join(words[:place])), postings.get(" ".join(words[place:]))]
        first, second = (dict.fromkeys(part.mentioning if part else (), 1.0) for part in parts)
        found |= {each: weight for each, weight in first.items() if each in second}
    return found


def _is_number(key: str) -> bool:
    return key.replace(" ", "").isdigit()


def _amount(most: float, number: int, count: int, *, marked: bool) -> float:
    return most * min(1.0, rarity(number, count)) * (1.0 if marked else UNMARKED_SEED)


def _share(
    seeds: dict[str, float], weights: Mapping[str, float], relevance: Mapping[str, float], amount: float
) -> None:
    parts = {each: relevance.get(each, UNSEEN) ** 2 * weight for each, weight in weights.items()}
    total = sum(parts.values()) or 1.0
    for each, part in parts.items():
        seeds[each] += amount * part / total
