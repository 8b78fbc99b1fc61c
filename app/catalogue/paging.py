"""Lists that grow, a page at a time: sessions, feedback, the values of metadata."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, func, or_, select, tuple_

from app.catalogue.models import DocumentRow, FeedbackRow, MetadataFact, SessionRow
from app.catalogue.part import CataloguePart
from app.catalogue.records import (
    FeedbackPage,
    FeedbackRecord,
    MetadataPage,
    MetadataValue,
    SessionPage,
)
from app.catalogue.sessions import feedback_query, has_words, session_query, session_records
from nodes.domain.errors import InvalidRequestError


class Paging(CataloguePart):
    """Reads one page; `next` of a page, given as `after`, begins the one behind it."""

    async def session_page(
        self, owner: str, after: str | None = None, limit: int = 100, *, words: str = ""
    ) -> SessionPage:
        """The owner's sessions, the last used first; those with all of these words, where some are given.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        wanted = [SessionRow.owner == owner, *has_words(words)]
        query = session_query(*wanted)
        if after is not None:
            moment, session_id = split(after)
            same = and_(SessionRow.updated_at == moment, SessionRow.session_id > session_id)
            query = query.where(or_(SessionRow.updated_at < moment, same))
        counted = select(func.count()).select_from(SessionRow).where(*wanted)
        async with self._database.read() as connection:
            total = (await connection.execute(counted)).scalar_one()
            records = await session_records(connection, owner, query.limit(limit + 1))
        page, more = records[:limit], len(records) > limit
        return SessionPage(page, total, f"{page[-1].updated_at}/{page[-1].session_id}" if more else None)

    async def feedback_page(
        self, owner: str, session_id: str | None = None, after: str | None = None, limit: int = 100
    ) -> FeedbackPage:
        """The owner's feedback, the oldest first; that of one session where one is named.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        wanted = [FeedbackRow.owner == owner]
        if session_id is not None:
            wanted.append(FeedbackRow.session_id == session_id)
        query = feedback_query(*wanted)
        if after is not None:
            query = query.where(tuple_(FeedbackRow.created_at, FeedbackRow.feedback_id) > tuple_(*split(after)))
        async with self._database.read() as connection:
            counted = await connection.execute(select(func.count()).select_from(FeedbackRow).where(*wanted))
            total = counted.scalar_one()
            rows = [FeedbackRecord(*row) for row in await connection.execute(query.limit(limit + 1))]
        page = rows[:limit]
        more = len(rows) > limit
        return FeedbackPage(page, total, f"{page[-1].created_at}/{page[-1].feedback_id}" if more else None)

    async def metadata_page(
        self,
        owner: str,
        collection_ids: Sequence[str] | None,
        field: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> MetadataPage:
        """What values the metadata of visible documents have, by field and value, with the number of documents.

        Args:
            owner: whose documents.
            collection_ids: only those in these collections; None for all.
            field: only this field.
            after: the `next` of the page before.
            limit: values on a page.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        wanted = [MetadataFact.owner == owner, DocumentRow.owner == owner]
        if collection_ids is not None:
            wanted.append(DocumentRow.collection_id.in_(list(collection_ids)))
        if field is not None:
            wanted.append(MetadataFact.field == field)
        if after is not None:
            wanted.append(tuple_(MetadataFact.field, MetadataFact.value) > tuple_(*split(after)))
        query = (
            select(MetadataFact.field, MetadataFact.value, func.count(DocumentRow.document_id))
            .join(DocumentRow, DocumentRow.live_revision_id == MetadataFact.revision_id)
            .where(*wanted)
            .group_by(MetadataFact.field, MetadataFact.value)
            .order_by(MetadataFact.field, MetadataFact.value)
            .limit(limit + 1)
        )
        async with self._database.read() as connection:
            rows = [MetadataValue(*row) for row in await connection.execute(query)]
        page = rows[:limit]
        return MetadataPage(page, f"{page[-1].field}/{page[-1].value}" if len(rows) > limit else None)


def split(after: str) -> tuple[str, str]:
    """The two halves of a `next`; only the second may hold slashes."""
    first, separator, second = after.partition("/")
    if not separator:
        raise InvalidRequestError(f"No page begins after {after!r}.", hint="Give the `next` of a page.")
    return first, second
