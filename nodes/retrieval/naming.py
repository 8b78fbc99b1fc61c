"""What a question names, as far as the documents know it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.documents.names import short_key
from nodes.domain.lookups import KeyPostings
from nodes.language.dictionaries import ENGLISH, is_in_dictionary
from nodes.language.initials import asked_initials
from nodes.language.question_names import parts_of
from nodes.language.terms import analyse, normalise_name
from nodes.ports import ChatPorts
from nodes.ranking.seeding import outermost
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.gathering import gathered

_WHO_IS = r"\bwho(?:['’]s| is| are| was| were| sits? (?:in|on))(?: now| currently| the| an?)* "

MOST_NAMED = 20
"""Documents that a question may name, at most."""
MOST_IN_SHORT = 3
"""Documents whose titles have the same initials, and others that say them: what more have tells none of them."""


@dataclass(frozen=True)
class Named:
    """What a question names."""

    document_ids: list[str]
    """The surest first."""
    initials: list[str]
    """Of titles, in capitals, by which it names them."""


async def known_names(names: Sequence[str], question: str, context: ChatPorts) -> list[str]:
    """The names, in place of one that is asked for and no document has the parts between its "of", if all are known.

    Who is the "Mayor of Husum" is asked of a mayor and of a town; the "Bank of Husum" that no document knows stays one
    name. Costs nothing where no name has an "of".
    """
    several = {name: its_parts for name in names if len(its_parts := parts_of(name)) > 1}
    parts = {name: its_parts for name, its_parts in several.items() if _asks_who_is(question, name)}
    keys = {name: normalise_name(name) for name in parts}
    if not keys:
        return list(names)
    found = await gathered(
        context.catalogue.postings(context.owner, each, list(keys.values())) for each in context.collection_ids
    )
    whole = {key for postings in found for key, each in postings.items() if each.bearers or each.mention_count}
    terms = {name: analyse(" ".join(parts[name])) for name, key in keys.items() if key not in whole}
    counts = (await added_frequencies(context, sorted({term for each in terms.values() for term in each}))).frequencies
    apart = {name for name, each in terms.items() if all(counts.get(term, 0) for term in each)}
    return list(dict.fromkeys(part for name in names for part in (parts[name] if name in apart else [name])))


def _asks_who_is(question: str, name: str) -> bool:
    return re.search(_WHO_IS + re.escape(name), question, re.IGNORECASE) is not None


async def named_documents(keys: Sequence[str], question: str, context: ChatPorts) -> Named:
    """The documents that a question names; a name inside a longer one does not count.

    Initials of a title name its document where few have them, or say them and are called otherwise ("CIA").

    Args:
        keys: Of `nodes.language.names.name_keys`.
        question: As typed: read as one word, "NDAs" has lost its capitals.
        context: Its catalogue is asked once a collection.
    """
    may_be_short = asked_initials(question)
    folded = {initials: initials.lower() for initials in may_be_short}
    wanted = [*keys, *folded.values(), *map(short_key, may_be_short)]
    by_collection = await gathered(
        context.catalogue.postings(context.owner, each, list(dict.fromkeys(wanted))) for each in context.collection_ids
    )
    weights: dict[str, float] = {}
    initials: set[str] = set()
    for postings in by_collection:
        names = outermost([key for key in keys if postings[key].bearers])
        short = [
            each
            for each, is_written in may_be_short.items()
            if _is_telling(each, postings) and (is_written or not is_in_dictionary(folded[each], ENGLISH))
        ]
        initials.update(short)
        for key in (*names, *map(short_key, short)):
            for revision_id, weight in postings[key].bearers.items():
                weights[revision_id] = max(weight, weights.get(revision_id, 0.0))
    views = await context.catalogue.visible(context.owner, sorted(weights))
    found = [(-weights[revision_id], view["document_id"]) for revision_id, view in views.items()]
    return Named([document_id for _, document_id in sorted(found)][:MOST_NAMED], sorted(initials))


def _is_telling(initials: str, postings: Mapping[str, KeyPostings]) -> bool:
    """Whether few titles have these initials, nobody is called so outright, and few others say them."""
    bearers, said = postings[short_key(initials)].bearers, postings[initials.lower()]
    others = said.bearers.keys() - bearers.keys()
    saying = set(said.mentioning) - bearers.keys()
    return 0 < len(bearers) <= MOST_IN_SHORT and not others and len(saying) <= MOST_IN_SHORT
