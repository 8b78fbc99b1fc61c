"""The newest document of a kind, where a question asks about that one."""

from __future__ import annotations

import asyncio

from nodes.domain.options import Options
from nodes.language.forms import find_forms
from nodes.language.newest import newest_of
from nodes.language.query_terms import query_terms
from nodes.ports import ChatPorts
from nodes.ranking.wholes import documents_meant, newest_dated
from nodes.retrieval.wholes import allowed_views, subject_weights


async def find_newest(context: ChatPorts, question: str, options: Options) -> list[str]:
    """Id of the newest document of the kind that the question means by "the latest minutes"; none where it does not.

    None either where no document of that kind is dated.
    """
    kind = newest_of(question)
    subject = query_terms(kind) if kind else []
    if not subject:
        return []
    views = await allowed_views(context, subject, options)
    weights = await subject_weights(context, kind, subject)
    meant = await asyncio.to_thread(documents_meant, subject, find_forms(kind), weights, views)
    return [view["document_id"] for view in newest_dated(meant) if view["metadata"].get("dates")]
