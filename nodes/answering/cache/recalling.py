"""Serves the answer of a similar question where it holds, and keeps new answers for questions to come."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from nodes.answering.cache.similar import CACHE_KIND, Kept, cited_in, digest_of, renumbered
from nodes.answering.extractive import Draft
from nodes.domain.chat import Similar, Source, Unavailable
from nodes.ports import ChatPorts

MOST_KEPT = 1000
"""Of one owner; the oldest go first."""


def recalled(similar: Similar | None, sources: Sequence[Source], unavailable: Sequence[Unavailable]) -> Draft | None:
    """The answer of the similar question, with the numbers of these sources; None where it does not hold.

    It holds where every passage that it cites is among the sources, word for word, and everything was searched.
    """
    if similar is None or similar["kept"] is None or unavailable:
        return None
    kept = Kept(**similar["kept"])
    lines = renumbered(kept, sources)
    if lines is None:
        return None
    why = f"the answer to a similar question: “{kept.question}”, at {similar['similarity']:.3f}"
    told = {"question": kept.question, "similarity": round(similar["similarity"], 4)}
    return Draft(lines, [], "answered", why, {"similar": told}, keep=False)


async def keep_for_similar(
    context: ChatPorts,
    similar: Similar | None,
    question: str,
    draft: Draft,
    sources: Sequence[Source],
    unavailable: Sequence[Unavailable],
) -> None:
    """Keeps a model's answer under what similar questions have to agree in; it goes with the documents it cites.

    One that found nothing, cites nothing, or was made without all collections or in the model's stead is not kept.
    """
    if similar is None or not similar["prefix"] or unavailable or not draft.keep or draft.status != "answered":
        return
    cited = cited_in(draft.lines)
    by_number = {source["index"]: source for source in sources}
    if not cited or not cited <= set(by_number):
        return
    kept = Kept(question, similar["vector"], draft.lines, {str(each): digest_of(by_number[each]) for each in cited})
    key = similar["prefix"] + hashlib.blake2b(question.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    documents = sorted({by_number[each]["document_id"] for each in cited})
    await context.catalogue.cache_put(context.owner, CACHE_KIND, {key: vars(kept)}, documents)
    await context.catalogue.cache_trim(context.owner, CACHE_KIND, MOST_KEPT)
