"""What a question names, as far as the documents know it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.language.question_names import parts_of
from nodes.language.terms import analyse, normalise_name
from nodes.ports import ChatPorts
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.gathering import gathered

_WHO_IS = r"\bwho(?:['’]s| is| are| was| were| sits? (?:in|on))(?: now| currently| the| an?)* "


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
