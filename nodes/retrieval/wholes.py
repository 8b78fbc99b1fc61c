"""Documents that are asked about as wholes: which they are, and the passages that stand for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of, summary_id, text_of_summary
from nodes.domain.chat import DocumentView, Hit, Unavailable
from nodes.domain.options import Options
from nodes.language.entities import names_in
from nodes.language.forms import find_forms
from nodes.language.idf import idf_weights
from nodes.language.newest import newest_of
from nodes.language.terms import analyse, normalise_name
from nodes.language.wholes import GENERIC, asked_findings, subject_terms
from nodes.ports import ChatPorts, Collection
from nodes.ranking.order import with_scores
from nodes.ranking.wholes import documents_meant, newest_dated
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.reaching import in_each
from nodes.retrieval.searching import MOST_OF_A_FILTER, dense_search, read_rows, text_search

MOST_WHOLE = 20
"""Documents that an answer tells of."""
CANDIDATES = 50
"""Summaries that are found for what a question calls documents by."""
UNKNOWN_WORD = 0.5
"""Of the weight of a word that is in no document and is no name."""
_PASSAGES = ((1, 16), (4, 6), (12, 2), (MOST_WHOLE, 1))
"""Chunks that stand for each, where there are at most so many documents."""
_PAPERS = frozenset({"paper", "article"})
_ATTEMPTS = 3
"""Times that they are read, where one of them is replaced meanwhile."""


@dataclass(frozen=True)
class Wholes:
    """Documents that a question asks about as wholes."""

    document_ids: list[str]
    """Those that an answer tells of, best first."""
    count: int
    """How many are meant."""


async def find_wholes(context: ChatPorts, question: str, options: Options) -> Wholes:
    """The documents that a summary is asked of; none where it is asked of what documents speak of.

    Those whose names bear the subject, of "the latest minutes" the newest; all of them, the newest first, where the
    question has none. A metadata filter leaves only what it lets through.
    """
    subject = subject_terms(question)
    views = await allowed_views(context, subject, options)
    meant: list[DocumentView] = []
    if subject:
        weights = await subject_weights(context, question, subject)
        # In a thread: a filter may let thousands through.
        meant = await asyncio.to_thread(documents_meant, subject, find_forms(question), weights, views)
        meant = newest_dated(meant) if newest_of(question) else meant
    count = len(meant)
    if not meant and set(subject) <= GENERIC:
        if options.metadata:
            meant, count = sorted(views, key=lambda view: view["created_at"], reverse=True), len(views)
        else:
            meant = await context.catalogue.latest_documents(context.owner, context.collection_ids, MOST_WHOLE)
            count = await context.catalogue.count_documents(context.owner, context.collection_ids)
    return Wholes([view["document_id"] for view in meant[:MOST_WHOLE]], count)


async def find_papers(context: ChatPorts, question: str, options: Options) -> Wholes:
    """The papers of the authors whose findings a question asks for, best first; none where it asks for no such thing.

    Who is only named in a paper has not written it.
    """
    authors, year = asked_findings(question)
    if not authors:
        return Wholes([], 0)
    views = await allowed_views(context, [term for name in authors for term in analyse(name)], options)
    meant = [view for view in views if _is_paper_by(view, authors, year)]
    return Wholes([view["document_id"] for view in meant[:MOST_WHOLE]], len(meant))


def _is_paper_by(view: DocumentView, authors: Sequence[str], year: str) -> bool:
    metadata = view["metadata"]
    if metadata.get("document_type") not in _PAPERS:
        return False
    written = [f" {normalise_name(str(each))} " for each in metadata.get("authors", [])]
    told = " ".join([*map(str, metadata.get("fiscal_periods", [])), view["file_name"], view["title"]])
    return (not year or year in told) and all(
        any(each.endswith(f" {normalise_name(name)} ") for each in written) for name in authors
    )


async def allowed_views(context: ChatPorts, subject: Sequence[str], options: Options) -> list[DocumentView]:
    """Documents that may be meant: those that a metadata filter lets through, else those that the subject proposes."""
    return await _allowed(context, options) if options.metadata else await _candidates(context, subject, options)


async def _allowed(context: ChatPorts, options: Options) -> list[DocumentView]:
    return await context.catalogue.find_documents(
        context.owner, context.collection_ids, options.metadata, MOST_OF_A_FILTER
    )


async def _candidates(context: ChatPorts, subject: Sequence[str], options: Options) -> list[DocumentView]:
    """Documents that a word of the subject proposes. A collection that fails here is told by the step that reads."""

    async def search(collection: Collection) -> list[DocumentView]:
        found = await text_search(context.catalogue, collection, collection.summaries, subject, CANDIDATES)
        return [each.view for each in found]

    reached = await in_each(
        context,
        "classify_query",
        context.collection_ids,
        search,
        seconds=options.collection_seconds,
        optional=True,
    )
    return [view for found in reached.results.values() for view in found]


async def subject_weights(context: ChatPorts, question: str, terms: Sequence[str]) -> dict[str, float]:
    """Idf of each term. One that no document holds is less of a stranger where it is no name: "and colleagues"."""
    known = await added_frequencies(context, terms)
    names = frozenset(term for name in names_in(question) for term in analyse(name))
    weights = idf_weights(terms, known.document_count, known.frequencies)
    return {
        term: weight if term in names or known.frequencies.get(term) else UNKNOWN_WORD * weight
        for term, weight in weights.items()
    }


async def read_wholes(
    context: ChatPorts, document_ids: Sequence[str], *, seconds: float, unavailable: Sequence[Unavailable]
) -> tuple[list[Hit], list[Unavailable]]:
    """The chunks that stand for these documents: each document's opening, then what is most like its summary.

    All chunks of a short document. Documents take turns, so that all of them fit where not everything does. They are
    read anew where one of them was replaced before its rows were read.
    """
    for _ in range(_ATTEMPTS):
        revisions = await context.catalogue.revisions(context.owner, document_ids)
        views = await context.catalogue.visible(context.owner, list(revisions))
        places = {each: place for place, each in enumerate(document_ids)}
        shown = sorted(views.values(), key=lambda view: places.get(view["document_id"], len(places)))
        hits, failed, are_all_read = await _read_shown(context, shown, seconds=seconds, unavailable=unavailable)
        if (are_all_read and len(views) == len(revisions)) or await context.catalogue.revisions(
            context.owner, document_ids
        ) == revisions:
            break
    return hits, failed


async def _read_shown(
    context: ChatPorts, shown: Sequence[DocumentView], *, seconds: float, unavailable: Sequence[Unavailable]
) -> tuple[list[Hit], list[Unavailable], bool]:
    """What `read_wholes` gives of documents, and whether there is something of each."""
    most = next((chunks for documents, chunks in _PASSAGES if len(shown) <= documents), _PASSAGES[-1][1])
    homes: dict[str, list[DocumentView]] = {}
    for view in shown:
        homes.setdefault(view["collection_id"], []).append(view)

    async def read(collection: Collection) -> dict[str, list[Hit]]:
        own = homes[collection.collection_id]
        wanted = {view["revision_id"]: await _standing_for(context, collection, view, most) for view in own}
        rows = await read_rows(collection, [each for chunks in wanted.values() for each in chunks])
        return {
            view["revision_id"]: [hit_of(rows[each], view) for each in wanted[view["revision_id"]] if each in rows]
            for view in own
        }

    reached = await in_each(
        context, "assemble_context", list(homes), read, seconds=seconds, unavailable=unavailable, optional=True
    )
    found = {revision_id: hits for each in reached.results.values() for revision_id, hits in each.items()}
    turns = zip_longest(*(found.get(view["revision_id"], []) for view in shown))
    hits = [hit for turn in turns for hit in turn if hit is not None]
    return (
        [
            {
                **with_scores(hit, {"final": 1 - place / len(hits)}),
                "selected_because": "stands for its document as a whole",
            }
            for place, hit in enumerate(hits)
        ],
        reached.unavailable,
        len(shown) == sum(map(bool, found.values())),
    )


async def _standing_for(context: ChatPorts, collection: Collection, view: DocumentView, most: int) -> list[str]:
    """Ids of a document's chunks, at most so many; the opening is always among them."""
    count, revision_id = view["chunk_count"], view["revision_id"]
    if count <= most:
        return [chunk_id(revision_id, index) for index in range(count)]
    opening = chunk_id(revision_id, 0)
    if most == 1:
        return [opening]
    summaries = await read_rows(collection, [summary_id(revision_id)], collection.summaries)
    if not summaries:
        return [opening]
    summary = next(iter(summaries.values())).get_content()
    embedding = await collection.embedding.aget_text_embedding(text_of_summary(view["title"], summary))
    central = await dense_search(context.catalogue, collection, collection.chunks, embedding, most, [revision_id])
    return list(dict.fromkeys([opening, *(each.row_id for each in central)]))[:most]
