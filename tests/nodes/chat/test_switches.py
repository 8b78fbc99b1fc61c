"""Every part that can be switched off does something: with it and without it some question finds other things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
import pytest_asyncio

from app.chatting.answering import GraphRun, final_state
from app.chatting.asking import graph_input
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from graphs.chat import build_chat_graph
from nodes.domain.switches import DEFAULT, PARTS, PLAIN, Feature, Features
from nodes.language.synonyms import read_synonyms
from tests.nodes.chat.conftest import ENTRIES, HANDBOOKS, MINUTES

ROOT = Path(__file__).parents[3]
NOTE = "The board met in the harbour and looked at ropes, anchors and paint. Item {n} was kept."


def report(name: str, heading: str, date: str, revenue: int, said: str = "") -> str:
    notes = "".join(f"## Note {n}\n\n{NOTE.format(n=n)}\n\n" for n in range(1, 17))
    table = f"| Item | Amount |\n|---|---|\n| Revenue | {revenue} |\n| Cheese sold | 12 |\n| Ropes | 9 |\n"
    outlook = f"## Outlook\n\n{name} expects revenue to grow. {said}\n"
    return f"# {heading}\n\n{name} Ltd. Published {date}.\n\n{notes}## Sales\n\n{table}\n{outlook}"


def loom(heading: str, part: str, oil: str) -> str:
    return f"# {heading}\n\n" + "".join(f"## Part {n}\n\n{part}\n\n" for n in range(18)) + f"## Oil\n\n{oil}\n"


TARIFF = "The tariff for mooring a sloop in the outer basin is paid at the kiosk before noon."
BARREL = "Oakum Wares Ltd. stores barrel lot {n} in cellar {n}, dry and dark, away from the sun. "
VELOX = "Velox Marine"
OWNERS = ("Tom Vik", "Runa Skeie", "Nils Brun", "Ada Holm", "Eli Sund")
FILES = {
    **{f"{title.lower().replace(' ', '-')}.md": f"# {title}\n\n{text}\n" for title, text in ENTRIES.items()},
    **HANDBOOKS,
    "minutes.txt": MINUTES,
    "velox_2021.md": report(VELOX, f"{VELOX} Annual report 2021", "3 March 2022", 70, f"{VELOX} hires. {VELOX} sails."),
    "velox_2022.md": report(VELOX, f"{VELOX} Annual report 2022", "5 March 2023", 80),
    "velox_2022q2.md": report(VELOX, f"{VELOX} Quarterly report Q2 2022", "8 August 2022", 20),
    "a7.md": report("Brimstone Cooperage", "Brimstone Cooperage Annual report 2022", "5 March 2023", 33),
    # One that is meant by its file name alone, one by its title, one by the company that it is of.
    "gannet.md": report("The firm", "Annual report 2022", "5 March 2023", 44).replace("The firm Ltd.", ""),
    "c3.md": report("Plover Cannery", "Plover Cannery Annual report 2022", "5 March 2023", 55).replace("Ltd.", ""),
    "d4.md": report("Oakum Wares", "Annual report 2022", "5 March 2023", 66),
    "cellars.txt": "Notes\n\n" + "\n\n".join(BARREL.format(n=n) + "It is turned by hand. " * 30 for n in range(20)),
    "loom-report.md": loom("Loom report", "The loom's beam is waxed by the weaver.", "The shuttle takes oil of flax."),
    "loom-statement.md": loom(
        "Loom statement", "The loom's frame is of ash.", "The shuttle drank oil for nine crowns."
    ),
    "heron.md": "# Heron Ferries annual report 2022\n\n"
    + "".join(f"## Note {n}\n\nThe board wants a current ratio of {n} in 2022.\n\n" for n in range(2, 20))
    + "".join(
        f"## {heading}\n\n| Item | 2022 | 2021 |\n|---|---|---|\n"
        + "".join(f"| Boat {n} | {n} | {n} |\n" for n in range(3, 90))
        + f"| {line} | 40 | 30 |\n"
        for heading, line in (("Sheds", "Total current assets"), ("Boats", "Total current liabilities"))
    ),
    "moorings.py": "import quay\n\n\ndef moor_barge(barge):\n    quay.hold(barge)\n    return barge\n",
    # The second is found for the name that the first says.
    "regatta.md": "# Regatta 2024\n\nNine boats came. The starter of the regatta was Runa Skeie. It rained at noon.\n",
    "berths.csv": "Name,Berth,Amount\n" + "".join(f"{name},{n},{n * 3} crowns\n" for n, name in enumerate(OWNERS, 11)),
    # The same words, once with a word broken over the end of a line.
    "copy-one.txt": f"{TARIFF}\n",
    "copy-two.txt": TARIFF.replace("outer", "ou-\nter"),
    # The second says it in other words than who asks by those of the first.
    "slip-policy-v1.md": "# Slip policy\n\nPublished 4 May 2021.\n\n## Latches\n\nLatches of slips have two pins.\n",
    "slip-policy-v2.md": "# Slip policy\n\nPublished 9 June 2024.\n\n## Closing\n\nHasps of slips have three.\n",
    "paper.md": "# On ropes\n\n## Abstract\n\nRopes of hemp swell in water and hold.\n\n## Results\n\n"
    "Hemp rope held 40 kilos when wet, and 31 when dry.\n\n## Discussion\n\nWet hemp rope holds more than dry rope.\n",
}
CODE_FILES = {
    "quay/lift.py": "import quay\n\n\ndef lift_barge(barge):\n    quay.hold(barge)\n    return barge.weight\n",
    "tests/test_lift.py": "import quay\n\n\ndef test_weight(barge):\n    lift_barge(barge)\n    assert barge.weight\n",
}
YEAR = "What was the revenue of Velox Marine in 2022?"
ANNUAL = "What was the revenue in the annual report of Velox Marine?"
LIGHTHOUSE = "Where was the designer of Skua Lighthouse born?"
ROPE = "explain how hemp rope holds in the results section in detail"
TOLL = "Where is the tariff for mooring a sloop paid?"
SIDES = "Did Velox Marine or Brimstone Cooperage have more revenue in 2022?"
QUESTIONS: dict[Feature, str] = {
    "dense": YEAR,
    "words": YEAR,
    "deep_candidates": LIGHTHOUSE,
    "passages": LIGHTHOUSE,
    "headings": YEAR,
    "definitions": "What does moor_barge do?",
    "implementations": "Where is the weight of a barge lifted?",
    "row_labels": YEAR,
    "table_rows": YEAR,
    "pool_statistics": LIGHTHOUSE,
    "document_statistics": YEAR,
    "feedback": TOLL,
    "smoothing": TOLL,
    "spelling": "when was the lighthose lit",
    "synonyms": TOLL,
    "figures": "What is the operating margin of Brimstone Cooperage?",
    "instruction_words": ROPE,
    "routing": YEAR,
    "file_names": "What was the revenue of Gannet in 2022?",
    "document_titles": "What was the revenue of Plover Cannery in 2022?",
    "organisations": "What was the revenue of Oakum Wares in 2022?",
    "named_documents": "What does the Loom report say of oil for the shuttle?",
    "whole_documents": "Summarize the paper on ropes",
    "periods": YEAR,
    "dates": "What was the revenue in the Velox annual report of 5 March 2023?",
    "forms": ANNUAL,
    "summaries": ANNUAL,
    "name_content": ANNUAL,
    "link_walk": LIGHTHOUSE,
    "name_seeds": LIGHTHOUSE,
    "coverage": LIGHTHOUSE,
    "light_names": "What does Velox Marine say of the harbour?",
    "told_counts": "How many kilos did the rope hold?",
    "whole_headings": "What is the discussion?",
    "near_duplicates": TOLL,
    "redundancy_penalty": YEAR,
    "hierarchy": ROPE,
    "turns": SIDES,
    "second_opinions": YEAR,
    "whole_passages": "What does Oakum Wares keep in cellar 7?",
    "leads": "What amount does the starter of the regatta pay?",
    "uncovered": "Does Velox Marine sell ropes to Nils Brun?",
    "side_passages": "Did Velox Marine or Brimstone Cooperage sell more cheese in 2022?",
    "later_documents": "What does the board say of pins and latches?",
    "operands": "What was the current ratio of Heron Ferries in 2022?",
    "widening": ROPE,
    "comparison_split": SIDES,
}
IN_ANSWERS = {
    "whole_documents",
    "second_opinions",
    "whole_passages",
    "leads",
    "uncovered",
    "side_passages",
    "later_documents",
    "operands",
    "widening",
}
IN_CODE = {"implementations"}
"""These are asked of a collection of source code alone."""


@pytest.fixture(scope="module")
def quay_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quay")
    for name, content in {**FILES, **CODE_FILES}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")

    async def ingest() -> None:
        async with Sheaf(load_settings(home=folder / "home")) as sheaf:
            done = await sheaf.ingest([IngestFile(folder / name) for name in FILES])
            code = await sheaf.ingest([IngestFile(folder / name, name) for name in CODE_FILES], collection="code")
        assert [file["error"] for file in [*done.files, *code.files] if file["status"] != "ready"] == []

    asyncio.run(ingest())
    return folder / "home"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def quay(quay_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=quay_home)) as sheaf:
        yield sheaf


GRAPH = cache(build_chat_graph)


async def found(sheaf: Sheaf, question: str, features: Features, *, in_answer: bool, of: str = "default") -> list[Any]:
    context = replace(
        await sheaf.chat_context("local", [of]),
        features=features,
        synonyms=read_synonyms("sloop, barge", "synonyms.txt"),
    )
    given = graph_input(
        question, "chat" if in_answer else "search", {"top_k": 4 if in_answer else 8}, load_settings().chat
    )
    state = await final_state(GraphRun(GRAPH(), context, given))
    if in_answer:
        return [(source["hits"], source["content"]) for source in state["sources"]]
    return [(hit["chunk_id"], hit["scores"]["final"]) for hit in state["hits"]]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("feature", get_args(Feature))
async def test_every_switch_switches_something(feature: Feature, quay: Sheaf) -> None:
    in_answer = feature in IN_ANSWERS
    of = "code" if feature in IN_CODE else "default"
    usual = await found(quay, QUESTIONS[feature], DEFAULT, in_answer=in_answer, of=of)
    other = await found(quay, QUESTIONS[feature], DEFAULT ^ {feature}, in_answer=in_answer, of=of)
    assert usual != other


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "features", [PLAIN, frozenset({"words"}), frozenset({"dense"})], ids=["both", "words", "dense"]
)
async def test_the_plain_baseline_is_the_searches_of_the_store_fused_and_nothing_else(
    features: Features, quay: Sheaf
) -> None:
    context = replace(await quay.chat_context("local", ["default"]), features=features)
    given = graph_input(YEAR, "search", {"fusion": "rrf"}, load_settings().chat)
    state = await final_state(GraphRun(GRAPH(), context, given))
    ranks: dict[str, float] = {}
    for candidates in state["candidates"]:
        for rank, chunk in enumerate(candidates["chunks"], start=1):
            ranks[chunk["chunk_id"]] = ranks.get(chunk["chunk_id"], 0.0) + 1 / (60 + rank)
    best = sorted(ranks, key=lambda each: (-ranks[each], each))
    assert [hit["chunk_id"] for hit in state["hits"]] == best[: len(state["hits"])]
    kinds = {candidates["kind"] for candidates in state["candidates"] if candidates["chunks"]}
    assert kinds == {{"words": "bm25", "dense": "dense"}[name] for name in features}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_search_has_the_default_on_and_nothing_else(quay: Sheaf) -> None:
    assert (await quay.chat_context("local", ["default"])).features == DEFAULT
    hits = (await quay.search(YEAR))["hits"]
    context = replace(await quay.chat_context("local", ["default"]), features=frozenset(DEFAULT))
    state = await final_state(GraphRun(GRAPH(), context, graph_input(YEAR, "search", None, load_settings().chat)))
    assert [(hit["chunk_id"], hit["scores"]) for hit in hits] == [
        (hit["chunk_id"], hit["scores"]) for hit in state["hits"]
    ]


@pytest.mark.parametrize("feature", get_args(Feature))
def test_the_table_of_parts_is_true(feature: Feature) -> None:
    part = PARTS[feature]
    assert f'"{feature}"' in (ROOT / part.where).read_text(encoding="utf-8")
    assert feature not in part.needs
    assert all(PARTS[each].default for each in part.needs)
