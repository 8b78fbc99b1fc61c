"""What a question names and nothing that is read says: searched for by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nodes.documents.entries import mostly_short_entries
from nodes.documents.rows import hit_of
from nodes.domain.chat import Hit, Plan
from nodes.domain.regexes import lazy_regex
from nodes.language.dictionaries import ENGLISH, is_in_dictionary
from nodes.language.query_terms import language_of_words
from nodes.language.terms import analyse, tokens
from nodes.ports import Collection
from nodes.ranking.confidence import confidence, evidence_text
from nodes.ranking.order import final_score, with_scores
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.searching import read_rows, text_search

_WORD = lazy_regex(r"[^\W_]+(?:[-.'’/][^\W_]+)*")

CANDIDATES = 10
"""Passages that the rest is searched for; those that say most of it are read."""
MOST_READ = 2
"""Of these."""
LEAST_SAID = 0.5
"""Of the rest, by its weight, 0..1, that a passage must say."""
UNCOVERED_SHARE = 0.5
"""Of the score of the last hit: the question itself did not find it."""


async def read_uncovered(
    reading: FurtherReading, plan: Plan, weights: Mapping[str, float], known: Mapping[str, int], hits: Sequence[Hit]
) -> list[Hit]:
    """At most two passages that say what a question names and no hit does.

    A row of a list holds one word of "the charge for FL-005", and what charges speak of holds the others: it comes
    behind all of that. Words that anything may be said with are not looked for: nothing need say them to answer. Of
    entries the walk knows what they are named for (`nodes.retrieval.walking`).

    Args:
        reading: Reads catalogue and stores.
        plan: What classify_query decided.
        weights: Of the question's terms.
        known: How many documents hold each of them.
        hits: What is read.
    """
    if not hits or mostly_short_entries(hits):
        return []
    named = _naming_terms(plan, reading.context.tokenizer.is_word)
    wanted = {term: weight for term, weight in weights.items() if term in named and known.get(term)}
    missing = confidence(wanted, [evidence_text(hit) for hit in hits]).missing
    rest = {term: wanted[term] for term in wanted if term in missing}
    if not rest:
        return []
    context, scope = reading.context, reading.scope
    read = {hit["chunk_id"] for hit in hits}

    async def search(collection: Collection) -> list[tuple[float, Hit]]:
        within = None if scope is None else scope.get(collection.collection_id, [])
        found = await text_search(context.catalogue, collection, collection.chunks, list(rest), CANDIDATES, within)
        rows = await read_rows(collection, [each.row_id for each in found if each.row_id not in read])
        found_hits = [hit_of(rows[each.row_id], each.view) for each in found if each.row_id in rows]
        return [(_said(rest, hit), hit) for hit in found_hits]

    found = await reading.all_of(context.collection_ids, search)
    best = sorted((each for each in found if each[0] >= LEAST_SAID), key=lambda each: (-each[0], each[1]["chunk_id"]))
    score = UNCOVERED_SHARE * min((final_score(hit) for hit in hits), default=0.0)
    return [
        {**with_scores(hit, {"final": score}), "selected_because": "says what of the question the others do not"}
        for _, hit in best[:MOST_READ]
    ]


def _naming_terms(plan: Plan, is_word: Callable[[str], bool]) -> set[str]:
    """The terms of what a question names: what is written as a name, has digits, or is no word that anybody knows."""
    language = language_of_words(tokens(plan["search_text"])) or ENGLISH
    words = [
        word
        for word in _WORD.findall(plan["search_text"])
        if any(map(str.isdigit, word)) or not (is_word(word.lower()) or is_in_dictionary(word.lower(), language))
    ]
    return {term for each in [*plan["entities"], *words] for term in analyse(each)}


def _said(rest: Mapping[str, float], hit: Hit) -> float:
    """The share of what is left open that a passage says, 0..1, by weight."""
    said = set(analyse(evidence_text(hit)))
    return sum(weight for term, weight in rest.items() if term in said) / sum(rest.values())
