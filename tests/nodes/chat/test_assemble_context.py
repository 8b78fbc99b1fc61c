from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.chat.assemble_context import assemble_context
from nodes.domain.chat import Hit, Plan
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.options import Options


@pytest.fixture
def hits(make_hit: Callable[..., Hit]) -> list[Hit]:
    texts = ["The harbour was dredged.", "The budget is 4 million.", "Ferries run daily.", "Cells are cooled. " * 40]
    return [
        make_hit(
            f"r{place}-00000",
            text,
            document_id=f"d{place}",
            revision_id=f"r{place}",
            scores={"final": 1.0 - place / 10},
            spans=[{"page": 9 - place, "start": 0, "end": len(text)}],
        )
        for place, text in enumerate(texts)
    ]


async def assembled(make_runtime: Callable[..., Any], hits: list[Hit], plan: Plan, **options: Any) -> Any:
    state: Any = {
        "standalone_question": plan["search_text"],
        "plan": plan,
        "options": Options.model_validate(options).model_dump(),
        "scope": None,
        "candidates": [],
        "hits": hits,
        "unavailable": [],
    }
    return await assemble_context(state, make_runtime())


async def test_numbers_by_rank_and_layout_for_reading(
    hits: list[Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    update = await assembled(make_runtime, hits[:3], make_plan())
    assert [source["index"] for source in update["sources"]] == [1, 2, 3]
    assert [source["hits"] for source in update["sources"]] == [["r0-00000"], ["r1-00000"], ["r2-00000"]]
    context = update["context"]
    assert context.index("[1]") < context.index("[3]") < context.index("[2]")


async def test_confidence_is_what_the_sources_cover(
    hits: list[Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any], catalogue: Any
) -> None:
    catalogue.frequencies = {"c1": DocumentFrequencies(10, {"harbour": 10, "budget": 1})}
    plan = make_plan(search_text="harbour budget")
    assert (await assembled(make_runtime, hits, plan))["confidence"] == 1.0
    update = await assembled(make_runtime, hits[:1], plan)
    assert update["confidence"] < 0.1
    assert update["trace"][0]["decided"]["missing"] == ["budget"]
    assert (await assembled(make_runtime, [], plan))["confidence"] == 0.0


@pytest.mark.parametrize("style", ["plain", "rich"])
async def test_the_budget_holds_for_everything_that_is_laid_out(
    hits: list[Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any], style: str
) -> None:
    update = await assembled(
        make_runtime, [hits[3], *hits[:3]], make_plan(), max_context_tokens=100, context_style=style
    )
    assert len(update["context"].split()) <= 100
    assert update["sources"][0]["hits"] == ["r3-00000"]
    assert update["sources"][0]["selected_because"] == "shortened to fit"
    shown = {each for source in update["sources"] for each in source["hits"]}
    lost = {each["chunk_id"] for each in update["trace"][0]["dropped"]}
    assert shown | lost == {hit["chunk_id"] for hit in hits}
    assert not shown & lost


async def test_steps_are_laid_out_as_written(
    make_hit: Callable[..., Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    steps = [
        make_hit(f"s{place}", text, chunk_index=place, spans=[{"page": place, "start": 0, "end": len(text)}])
        for place, text in ((5, "Then close the valve."), (1, "First open the hatch."), (3, "Now turn the wheel."))
    ]
    update = await assembled(make_runtime, steps, make_plan(query_type="procedural"))
    context = update["context"]
    assert context.index("First") < context.index("Now") < context.index("Then")
    assert update["sources"][0]["hits"] == ["s5"]


async def test_lists_are_beside_the_sources_and_not_in_the_context(
    make_hit: Callable[..., Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    rows = "Boat | Harbour\nTern | Oban\nSkua | Lerwick\nRail | Oban"
    hit = make_hit("r0-00000", rows, revision_id="r0", scores={"final": 1.0}, total_chunks=1)
    update = await assembled(make_runtime, [hit], make_plan(search_text="How many boats are based in Oban?"))
    assert [(each["is_whole"], len(each["hits"])) for each in update["lists"]] == [(True, 1)]
    assert update["context"].count("Skua") == 1
    assert (await assembled(make_runtime, [hit], make_plan(search_text="Where is the Tern?")))["lists"] == []
