"""The catalogue against a model that fits on one screen, over any order of what can happen to documents."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import Database
from app.catalogue.models import PageRow, RevisionRow, RevisionTerms, TermFrequency
from app.catalogue.records import ClaimedRevision
from nodes.domain.errors import ErrorReport
from nodes.language.terms import analyse

NAMES = st.sampled_from(["a.txt", "b.txt", "c.txt"])
TEXTS = st.sampled_from(["apple pear", "apple plum", "fig", "plum plum fig"])
TERMS = sorted({term for text in ["apple pear plum fig"] for term in analyse(text)})
ERROR: ErrorReport = {"code": "no_text", "message": "m", "hint": ""}


def machine_over(
    empty: Path, new_bench: Callable[..., Any], new_clock: Callable[[], Any]
) -> type[RuleBasedStateMachine]:
    class Documents(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.folder = tempfile.TemporaryDirectory()
            path = Path(self.folder.name) / "catalogue.db"
            shutil.copy(empty, path)
            self.loop = asyncio.new_event_loop()
            self.catalogue = SqlCatalogue(Database(f"sqlite:///{path}"), new_clock())
            self.bench = new_bench(self.catalogue, new_clock())
            self.collection_id = self.run(self.bench.collection())
            self.live: dict[str, str] = {}
            self.next: dict[str, str] = {}
            self.status: dict[str, str] = {}  # of each content that documents wait for
            self.texts: dict[str, str] = {}
            self.claimed: dict[str, ClaimedRevision] = {}

        def run(self, work: Coroutine[Any, Any, Any]) -> Any:
            return self.loop.run_until_complete(work)

        def teardown(self) -> None:
            self.run(self.catalogue.close())
            self.loop.close()
            self.folder.cleanup()

        def tidy(self) -> None:
            self.status = {text: status for text, status in self.status.items() if text in self.next.values()}

        def expect(self, name: str, text: str, live: set[str], building: set[str]) -> str:
            """What registering does to the model; content that was there when the call began can be shared."""
            if self.live.get(name) == text:
                self.next.pop(name, None)
                return "unchanged"
            if self.next.get(name) == text:
                outcome = "resume"
            elif text in live | set(self.live.values()):
                self.live[name] = text
                self.next.pop(name, None)
                return "linked"
            else:
                fresh = "replace" if name in self.live else "new"
                outcome = "linked" if text in building | set(self.next.values()) else fresh
                self.next[name] = text
            if self.status.get(text) != "processing" or outcome in {"new", "replace"}:
                self.status[text] = "pending"
            return outcome

        @rule(files=st.dictionaries(NAMES, TEXTS, min_size=1, max_size=3))
        def register(self, files: dict[str, str]) -> None:
            registered = self.run(self.bench.register(files))
            live, building = set(self.live.values()), set(self.next.values())
            for each, (name, text) in zip(registered, files.items(), strict=True):
                assert each.outcome == self.expect(name, text, live, building)
                self.texts[each.revision_id] = text
            self.tidy()

        @rule(limit=st.integers(1, 3))
        def claim(self, limit: int) -> None:
            taken = self.run(self.bench.claim(limit=limit))
            pending = [text for text, status in self.status.items() if status == "pending"]
            assert len(taken) == min(limit, len(pending))
            for each in taken:
                text = self.texts[each.revision_id]
                assert self.status[text] == "pending"
                assert self.next[each.file_name] == text
                self.status[text] = "processing"
                self.claimed[each.revision_id] = each

        @precondition(lambda self: self.claimed)
        @rule(data=st.data())
        def publish(self, data: st.DataObject) -> None:
            chosen = data.draw(st.sets(st.sampled_from(sorted(self.claimed)), min_size=1))
            wanted = self.run(self.awaited(chosen))
            documents = [self.bench.built(self.claimed[each], [self.texts[each]]) for each in sorted(chosen)]
            terms = {each: sorted(set(analyse(self.texts[each]))) for each in chosen}
            features = {each: self.bench.features([self.texts[each]], "a") for each in chosen}
            self.run(self.catalogue.publish("ann", documents, terms, features))
            for text in wanted:
                for name in [name for name, following in self.next.items() if following == text]:
                    self.live[name] = self.next.pop(name)
            self.tidy()

        @precondition(lambda self: self.claimed)
        @rule(data=st.data())
        def fail(self, data: st.DataObject) -> None:
            revision_id = data.draw(st.sampled_from(sorted(self.claimed)))
            wanted = self.run(self.awaited({revision_id}))
            self.run(self.catalogue.fail("ann", revision_id, ERROR))
            for text in wanted:
                self.status[text] = "failed"

        async def awaited(self, revision_ids: set[str]) -> set[str]:
            """Texts of those revisions that documents still wait for."""
            records = (await self.catalogue.documents("ann")).documents
            return {self.texts[each.next_revision_id] for each in records if each.next_revision_id in revision_ids}

        @precondition(lambda self: self.live or self.next)
        @rule(data=st.data())
        def delete(self, data: st.DataObject) -> None:
            name = data.draw(st.sampled_from(sorted(self.live.keys() | self.next.keys())))
            [record] = self.run(self.catalogue.documents("ann", file_name=name)).documents
            self.run(self.catalogue.delete_document("ann", record.document_id))
            self.live.pop(name, None)
            self.next.pop(name, None)
            self.tidy()

        @rule()
        def lose_all_workers(self) -> None:
            self.run(self.catalogue.reclaim(lambda _: False))
            for text, status in self.status.items():
                self.status[text] = "pending" if status == "processing" else status

        @rule()
        def clean(self) -> None:
            retired = self.run(self.catalogue.retired())
            self.run(self.catalogue.forget([each.revision_id for each in retired]))

        @invariant()
        def shows_what_the_model_shows(self) -> None:
            records = self.run(self.catalogue.documents("ann")).documents
            assert {each.file_name for each in records} == self.live.keys() | self.next.keys()
            for each in records:
                assert self.texts.get(each.live_revision_id) == self.live.get(each.file_name)
                assert self.texts.get(each.next_revision_id) == self.next.get(each.file_name)
                waiting = self.next.get(each.file_name)
                assert each.status == ("ready" if waiting is None else self.status[waiting])
                assert (each.error is not None) == (each.status == "failed")
            shown = self.run(self.catalogue.visible("ann", list(self.texts)))
            assert sorted(self.texts[each] for each in shown) == sorted(set(self.live.values()))

        @invariant()
        def counts_terms_as_one_build_would(self) -> None:
            counted = self.run(self.catalogue.document_frequencies("ann", self.collection_id, TERMS))
            texts = set(self.live.values())
            expected = {term: sum(term in analyse(text) for text in texts) for term in TERMS}
            assert dict(counted.frequencies) == {term: number for term, number in expected.items() if number}
            assert counted.document_count == len(texts)

        @invariant()
        def keeps_nothing_of_what_is_not_shown(self) -> None:
            self.run(self.check_rows())

        async def check_rows(self) -> None:
            async with self.catalogue._database.read() as connection:
                states = {
                    row.revision_id: row.state
                    for row in await connection.execute(select(RevisionRow.revision_id, RevisionRow.state))
                }
                live = {each for each, state in states.items() if state == "live"}
                for table in (PageRow, RevisionTerms):
                    assert {row[0] for row in await connection.execute(select(table.revision_id))} == live
                counts = await connection.execute(select(TermFrequency.document_count))
                assert all(row[0] > 0 for row in counts)
            records = (await self.catalogue.documents("ann")).documents
            held = {each.live_revision_id for each in records} | {each.next_revision_id for each in records}
            assert {each for each, state in states.items() if state != "retired"} == held - {None}

    return Documents


def test_any_order_of_events(empty_database: Path, new_bench: Callable[..., Any], new_clock: Callable[[], Any]) -> None:
    run_state_machine_as_test(
        machine_over(empty_database, new_bench, new_clock),
        settings=settings(
            max_examples=8,
            stateful_step_count=15,
            deadline=None,
            # Shrinking runs the whole machine hundreds of times; the steps that failed are printed either way.
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
