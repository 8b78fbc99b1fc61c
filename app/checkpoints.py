"""Conversation state in SQLite: the newest checkpoint of each conversation, which holds all of its history."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

KEEP_LATEST = "keep_latest"

_OLDER = (
    "thread_id = ? AND checkpoint_id < (SELECT max(checkpoint_id) FROM checkpoints AS newest "
    "WHERE newest.thread_id = {0}.thread_id AND newest.checkpoint_ns = {0}.checkpoint_ns)"
)


class Checkpoints(AsyncSqliteSaver):
    """LangGraph's saver for SQLite, with the pruning that its base declares and it lacks.

    Each question adds a checkpoint with the whole history; without pruning a conversation grows with its square.
    """

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = KEEP_LATEST) -> None:
        """Removes checkpoints of these threads: all, or all but the newest of each namespace.

        Raises:
            ValueError: another strategy.
        """
        if strategy not in (KEEP_LATEST, "delete"):
            raise ValueError(f"no strategy {strategy!r}")
        for thread_id in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread_id)
                continue
            async with self.lock, self.conn.cursor() as cursor:
                # Writes first: which of them are old, the checkpoints tell.
                for table in ("writes", "checkpoints"):
                    await cursor.execute(
                        f"DELETE FROM {table} WHERE {_OLDER.format(table)}",  # noqa: S608 - two names of our own
                        (thread_id,),
                    )
                await self.conn.commit()
