"""Documents that go on about what the best passages are of: newer issues, amendments, the others of one series.

A newer issue may say it in other words ("passphrases" for "passwords"), and an amendment in hardly any ("the figure is
replaced"). So neither is found for what the question says, but both for what they are called or name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence, Set

from nodes.answering.disagreeing.issues import are_called_alike, are_of_one_series, may_be_reissued, tells_status
from nodes.documents.entries import mostly_short_entries
from nodes.domain.chat import DocumentView, Hit, Plan
from nodes.language.contracts import is_contract
from nodes.language.query_terms import query_terms
from nodes.language.several import all_times, asks_over_time
from nodes.language.terms import analyse, normalise_name
from nodes.ports import ChatPorts, Collection
from nodes.retrieval.beside import document_beside
from nodes.retrieval.called_alike import called_alike
from nodes.retrieval.reaching import FurtherReading
from nodes.retrieval.siblings import amends

FIRST_HITS = 4
"""Hits whose documents are followed."""
MOST_OF_SERIES = 8
"""Documents that go on about one: each is read."""
SHORT = 12
"""Chunks of a newer issue or an amendment that is read whole: where it says it is not known by its words."""
SHORT_OF_SERIES = 6
"""The same of a report of a series: several may be read."""


async def read_later(reading: FurtherReading, question: str, plan: Plan, hits: Sequence[Hit]) -> list[Hit]:
    """What such documents say that is no hit itself.

    Each has 0.9 of the score of that hit. Entries have no issues.

    Args:
        reading: Reads catalogue and stores.
        question: The standalone question: where it asks how something went on, all documents of a series are read.
        plan: What classify_query decided.
        hits: What is read, best first.
    """
    if mostly_short_entries(hits):
        return []
    context, scope = reading.context, reading.scope
    over_time = asks_over_time(question)
    firsts: dict[str, Hit] = {}
    for hit in hits if over_time else hits[:FIRST_HITS]:
        firsts.setdefault(hit["revision_id"], hit)
    known = {hit["chunk_id"] for hit in hits}
    named = frozenset(term for name in plan["entities"] for term in analyse(name))
    unsaid = named.union(analyse(all_times(question)))
    every = query_terms(plan["search_text"])
    terms = [term for term in every if term not in unsaid] or every

    followed = {
        home: await _followed(
            context,
            home,
            [hit for hit in firsts.values() if hit["collection_id"] == home],
            None if scope is None else frozenset(scope.get(home, ())),
            over_time=over_time,
        )
        for home in dict.fromkeys(hit["collection_id"] for hit in firsts.values())
    }

    async def read(collection: Collection) -> list[Hit]:
        told = await asyncio.gather(
            *(_read(context, collection, hit, view, terms, known) for hit, view in followed[collection.collection_id])
        )
        return [hit for found in told for hit in found]

    return await reading.all_of((home for home, each in followed.items() if each), read)


async def _followed(
    context: ChatPorts, home: str, hits: Sequence[Hit], within: frozenset[str] | None, *, over_time: bool
) -> list[tuple[Hit, DocumentView]]:
    """The documents of a collection that go on about that of each hit, each of them once."""
    views = await context.catalogue.visible(context.owner, [hit["revision_id"] for hit in hits])
    if not views:
        return []
    mentioning, alike = await asyncio.gather(_mentioning(context, home, views), called_alike(context, home, views))
    wanted = frozenset[str]().union(*mentioning.values(), *alike.values())
    others = await context.catalogue.visible(context.owner, sorted(wanted if within is None else wanted & within))
    taken: set[str] = set()
    followed: list[tuple[Hit, DocumentView]] = []
    for hit in hits:
        own = hit["revision_id"]
        if own not in views:
            continue
        rest = [view for each, view in others.items() if each != own and each not in taken]
        of_series = alike[own] if over_time else frozenset()
        later = _later(views[own], rest, mentioning.get(own, frozenset()), of_series)
        taken.update(view["revision_id"] for view in later)
        followed += [(hit, view) for view in later]
    return followed


async def _mentioning(context: ChatPorts, home: str, views: Mapping[str, DocumentView]) -> dict[str, frozenset[str]]:
    """The revisions that say the title of each document, where any does."""
    titles = {each: normalise_name(view["title"]) for each, view in views.items()}
    postings = await context.catalogue.postings(context.owner, home, sorted({*titles.values()}))
    return {each: frozenset(postings[title].mentioning) for each, title in titles.items() if title in postings}


def _later(
    view: DocumentView, others: Sequence[DocumentView], mentioning: Set[str], of_series: Set[str]
) -> list[DocumentView]:
    """Of other documents those that go on about this one: the newest issue, amendments, the others of its series.

    Args:
        view: Of the document.
        others: What may go on about it.
        mentioning: The revisions that say its title.
        of_series: Those that are called like it, where they are read as well.
    """
    title = view["title"]
    newer = [each for each in others if _is_newer_issue(each, view, names_it=each["revision_id"] in mentioning)]
    # A firm or a council that an agreement is with is named by its amendments, too.
    is_amendable = is_contract(title) or may_be_reissued(title)
    amending_or_alike = [
        each
        for each in others
        if (each["revision_id"] in mentioning and is_amendable and amends(each["title"], each["file_name"]))
        or (each["revision_id"] in of_series and are_of_one_series(each["title"], title))
    ]
    later = [*([max(newer, key=_date)] if newer else []), *amending_or_alike]
    return list({each["revision_id"]: each for each in later}.values())[:MOST_OF_SERIES]


async def _read(
    context: ChatPorts,
    collection: Collection,
    beside: Hit,
    view: DocumentView,
    terms: Sequence[str],
    known: set[str],
) -> list[Hit]:
    """The chunks of a short document, of another its opening and those that say most of the question."""
    is_of_series = are_of_one_series(view["title"], beside["title"]) and not may_be_reissued(view["title"])
    short = SHORT_OF_SERIES if is_of_series else SHORT
    why = f"goes on about what {beside['file_name']} says"
    return await document_beside(context, collection, beside, view, terms, known, short=short, opening=True, why=why)


def _is_newer_issue(later: DocumentView, earlier: DocumentView, *, names_it: bool) -> bool:
    dates = [_date(view) for view in (earlier, later)]
    if not all(dates) or dates[0] >= dates[1] or not are_called_alike(later["title"], earlier["title"]):
        return False
    if tells_status(later["title"]) and are_of_one_series(later["title"], earlier["title"]):
        return True
    return names_it or (may_be_reissued(later["title"]) and may_be_reissued(earlier["title"]))


def _date(view: DocumentView) -> str:
    return str((view["metadata"].get("dates") or [""])[0])
