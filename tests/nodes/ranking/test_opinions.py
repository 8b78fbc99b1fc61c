from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nodes.domain.chat import Hit, Plan
from nodes.ranking.opinions import asked_coverage, sides_told


def test_names_and_years_do_not_count_and_other_subjects_have_no_say(
    make_hit: Callable[..., Hit], make_plan: Callable[..., Plan]
) -> None:
    plan = make_plan(search_text="net generation of Harbour Station in 2023", entities=["Harbour Station"])
    hits = [
        make_hit("minutes-1", "The board of Harbour Station met.", document_id="minutes"),
        make_hit("minutes-2", "Net generation was 9,310 MWh.", document_id="minutes"),
        make_hit("name-1", "Harbour Station, 2023.", document_id="name"),
        make_hit("other-1", "Net generation of Mill Works was 5 MWh.", document_id="other"),
    ]
    coverage = asked_coverage(hits, plan)
    assert {hit["chunk_id"]: coverage(hit) for hit in hits} == {
        "minutes-1": 0.0,
        "minutes-2": 1.0,
        "name-1": 0.0,
        "other-1": 0.0,
    }


def test_a_question_of_names_alone_is_asked_whole(make_hit: Callable[..., Hit], make_plan: Callable[..., Plan]) -> None:
    plan = make_plan(search_text="Harbour Station 2023", entities=["Harbour Station"])
    hits: list[Any] = [make_hit("a", "Harbour Station in 2023.")]
    assert [*map(asked_coverage(hits, plan), hits)] == [1.0]


def test_sides_are_told_by_names_by_likeness_and_else_by_what_is_said(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("r1-0", "Its original price was high.", document_id="report", title="Annual report"),
        make_hit("r2-0", "The supplier delivers.", document_id="first", title="Supply contract", file_name="a.docx"),
        make_hit("r3-0", "It replaces the other.", document_id="second", title="Amended supply contract"),
        make_hit("r4-0", "The flat is let to Ms Grenfold.", document_id="lease", title="Lease"),
    ]
    told = sides_told(hits, ["original supply contract", "amended supply contract"])
    assert {each for each, sides in told.items() if 0 in sides} == {"r2-0"}
    assert {each for each, sides in told.items() if 1 in sides} == {"r3-0"}
    told = sides_told(hits, ["Ms Grenfold", "the annual report"])
    assert [sorted(told[hit["chunk_id"]]) for hit in hits] == [[1], [], [], [0]]
