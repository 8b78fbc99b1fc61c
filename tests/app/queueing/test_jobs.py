"""How documents become jobs, and when a job is tried again."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue.part import utc_now
from app.catalogue.records import WaitingRevision
from app.ingesting.claiming import MOST_TRIES
from app.queueing.jobs import ALONE_AFTER, INGEST, JOB_DOCUMENTS, MOST_RETRIES, Patience, ingest_jobs, job

REVISIONS = st.lists(
    st.builds(
        WaitingRevision,
        owner=st.sampled_from(["ann", "bob"]),
        collection_id=st.sampled_from(["c", "d"]),
        revision_id=st.uuids().map(str),
        byte_count=st.integers(0, 50),
        attempts=st.integers(0, 5),
    ),
    unique_by=lambda each: each.revision_id,
    max_size=60,
)


@settings(max_examples=50, deadline=None)
@given(REVISIONS, st.integers(1, 30))
def test_every_document_is_in_one_job_of_its_collection_within_the_limits(
    waiting: list[WaitingRevision], most_documents: int
) -> None:
    jobs = ingest_jobs(waiting, most_documents=most_documents, most_bytes=100)
    known = {each.revision_id: each for each in waiting}
    found = [[known[str(name)] for name in _ids(each.task_kwargs["revision_ids"])] for each in jobs]
    assert sorted(each.revision_id for batch in found for each in batch) == sorted(known)
    last: dict[tuple[str, str], int] = {}
    for each, batch in zip(jobs, found, strict=True):
        assert len(batch) <= min(most_documents, JOB_DOCUMENTS)
        assert len(batch) == 1 or sum(one.byte_count for one in batch) <= 100
        assert len(batch) == 1 or all(one.attempts < ALONE_AFTER for one in batch)
        [place] = {(one.owner, one.collection_id) for one in batch}
        assert place == (each.task_kwargs["owner"], each.task_kwargs["collection_id"])
        assert each.priority == last.get(place, 1) - 1
        last[place] = each.priority


def _ids(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def test_what_may_pass_is_tried_for_a_quarter_of_an_hour_at_growing_distances() -> None:
    now = utc_now()
    pauses = []
    for attempts in range(MOST_RETRIES):
        decision = Patience().get_retry_decision(exception=OSError(), job=job(INGEST).evolve(attempts=attempts))
        assert decision is not None
        assert decision.retry_at is not None
        pauses.append((decision.retry_at - now).total_seconds())
    assert pauses == sorted(pauses)
    # Documents fail by themselves before their job is given up.
    assert MOST_TRIES < MOST_RETRIES
    assert sum(pauses[: MOST_TRIES - 1]) > 15 * 60
    assert Patience().get_retry_decision(exception=OSError(), job=job(INGEST).evolve(attempts=MOST_RETRIES)) is None


def test_what_its_worker_was_stopped_in_is_taken_on_by_another_at_once() -> None:
    stopped = job(INGEST).evolve(attempts=MOST_RETRIES)
    decision = Patience().get_retry_decision(exception=asyncio.CancelledError(), job=stopped)
    assert decision is not None
    assert decision.retry_at is not None
    assert (decision.retry_at - utc_now()).total_seconds() < 1
