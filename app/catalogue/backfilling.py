"""What backfilling reads and keeps of revisions that were published before, and how it holds them meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import select, update

from app.catalogue.database import batches, insert_rows
from app.catalogue.models import RevisionRow, SectionRow
from app.catalogue.part import bump_version, collections_of
from app.catalogue.publishing import states_of
from app.catalogue.records import Description
from app.catalogue.retirement import remove_contents
from app.catalogue.seeing import Seeing
from nodes.domain.documents import Section


class Backfilling(Seeing):
    """Serves `app.backfilling.backfill`."""

    async def descriptions(self, owner: str, revision_ids: Sequence[str]) -> dict[str, Description]:
        """What was found about live revisions when they were ingested, by revision id."""
        found: dict[str, Description] = {}
        async with self._database.read() as connection:
            for batch in batches(list(revision_ids)):
                rows = await connection.execute(
                    select(RevisionRow.revision_id, RevisionRow.summary, RevisionRow.embedded_keywords).where(
                        RevisionRow.revision_id.in_(batch), RevisionRow.owner == owner, RevisionRow.state == "live"
                    )
                )
                found.update((row[0], Description(row[1], row[2])) for row in rows)
        return found

    async def hold(
        self,
        owner: str,
        revision_ids: Sequence[str],
        *,
        worker: str,
        lease_seconds: float,
        is_alive: Callable[[str], bool],
    ) -> set[str]:
        """Takes live revisions on. What is held is not removed from the stores before it is let go, even if deleted.

        Args:
            owner: whose.
            revision_ids: which; those that are not live, or that another holds, are left out.
            worker: who takes them: a claim, as `host:pid:starttime/run`.
            lease_seconds: after that anybody may take them.
            is_alive: whether a worker runs; what a dead one held is free.

        Returns:
            Those that are held now.
        """
        now, held = self._now(), set[str]()
        async with self._database.write() as connection:
            for batch in batches(list(revision_ids)):
                rows = await connection.execute(
                    select(RevisionRow.revision_id, RevisionRow.worker, RevisionRow.lease_until).where(
                        RevisionRow.revision_id.in_(batch), RevisionRow.owner == owner, RevisionRow.state == "live"
                    )
                )
                free = [row[0] for row in rows if row[1] is None or str(row[2]) < now or not is_alive(row[1])]
                await connection.execute(
                    update(RevisionRow)
                    .where(RevisionRow.revision_id.in_(free))
                    .values(worker=worker, lease_until=self._now(seconds=lease_seconds))
                )
                held.update(free)
        return held

    async def let_go(self, owner: str, revision_ids: Sequence[str], *, worker: str) -> None:
        """Ends what `hold` began; what another holds by now stays with it."""
        async with self._database.write() as connection:
            for batch in batches(list(revision_ids)):
                await connection.execute(
                    update(RevisionRow)
                    .where(RevisionRow.revision_id.in_(batch), RevisionRow.owner == owner, RevisionRow.worker == worker)
                    .values(worker=None, lease_until=None)
                )

    async def hold_all(self, worker: str, lease_seconds: float) -> None:
        """Holds all visible revisions of all owners that nobody holds: their rows and files stay, even if deleted."""
        async with self._database.write() as connection:
            await connection.execute(
                update(RevisionRow)
                .where(RevisionRow.state == "live", RevisionRow.worker.is_(None))
                .values(worker=worker, lease_until=self._now(seconds=lease_seconds))
            )

    async def let_all_go(self, worker: str) -> None:
        """Ends what `hold_all` began."""
        async with self._database.write() as connection:
            await connection.execute(
                update(RevisionRow).where(RevisionRow.worker == worker).values(worker=None, lease_until=None)
            )

    async def put_sections(self, owner: str, sections: Mapping[str, Sequence[Section]]) -> None:
        """Replaces the sections of live revisions, in one transaction; those that are not live are left out."""
        async with self._database.write(*await self._areas(owner, sorted(sections))) as connection:
            for collection_id in await collections_of(connection, owner, sorted(sections)):
                states = await states_of(connection, collection_id, sorted(sections))
                live = sorted(revision_id for revision_id, state in states.items() if state == "live")
                await remove_contents(connection, live, [SectionRow])
                rows = [{**section, "revision_id": each, "owner": owner} for each in live for section in sections[each]]
                await insert_rows(connection, SectionRow, rows)
                await bump_version(connection, collection_id)
