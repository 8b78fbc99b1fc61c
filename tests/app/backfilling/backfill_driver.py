"""Backfills and kills its own process at a chosen call.

It is given HOME METHOD WHEN COUNT. METHOD is `module:Class.method`; WHEN is `before` or `after`; COUNT is the
number of the call.
"""

from __future__ import annotations

from pathlib import Path

from tests.app.crash_driver import arm


async def main(home: str, target: str, when: str, count: str) -> None:
    from app.backfilling.backfill import Backfill
    from app.models.wordllama import WordLlamaTokenizer
    from app.settings import load_settings
    from app.sheaf import Sheaf

    arm(target, when, int(count))
    settings = load_settings(home=Path(home))
    async with Sheaf(settings) as sheaf:
        [collection] = await sheaf.collections()
        backfill = Backfill(
            sheaf.catalogue,
            sheaf.library,
            WordLlamaTokenizer(),
            settings.ingest,
            documents_at_once=4,
            rows_at_once=10,
        )
        await backfill.run("local", collection.collection_id)
