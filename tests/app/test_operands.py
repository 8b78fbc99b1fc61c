"""A figure is reckoned from rows that the question itself does not find, and each value cites where it stands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.domain.switches import Feature
from tests.app.homes import answered_without, home_of

NOTES = "".join(
    f"## Note {number}\n\nThe board of Heron Ferries wants a current ratio of {number} in 2022, and says why.\n\n"
    for number in range(2, 30)
)
ROWS = "".join(f"| Boat {number} | {number} | {number} |\n" for number in range(3, 60))
FILES = {
    "heron.md": f"# Heron Ferries annual report 2022\n\n{NOTES}"
    "## Means at the end of the year (in thousands)\n\n| Item | 2022 | 2021 |\n|---|---|---|\n"
    f"| Total current assets | 1,240 | 930 |\n{ROWS}| Total current liabilities | 620 | 615 |\n",
    "plover.md": "# Plover Cannery annual report 2022\n\n## Means\n\n| Item | 2022 | 2021 |\n|---|---|---|\n"
    "| Total current assets | 7 | 8 |\n| Total current liabilities | 9 | 9 |\n",
}
QUESTION = "What was the current ratio of Heron Ferries in 2022?"


@pytest.fixture(scope="module")
def firms_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("firms"), FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def firms(firms_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=firms_home)) as sheaf:
        yield sheaf


async def asked(sheaf: Sheaf, question: str, *, operands: bool) -> Any:
    off: list[Feature] = [] if operands else ["operands"]
    return await answered_without(sheaf, question, *off, top_k=3)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_values_are_read_and_the_figure_reckoned(firms: Sheaf) -> None:
    state = await asked(firms, QUESTION, operands=True)
    first, *rest = state["answer"].split("\n")
    assert first.startswith("Current ratio: 2.00 in 2022 (1,240 [")
    quoted = {citation["index"]: citation["quote"] for citation in state["citations"]}
    assert any("1,240" in quote for quote in quoted.values())
    assert any("620" in quote for quote in quoted.values())
    assert {citation["file_name"] for citation in state["citations"]} == {"heron.md"}
    assert len(rest) == 2
    by_index = {source["index"]: source["content"] for source in state["sources"]}
    assert all(quote in by_index[index] for index, quote in quoted.items())


@pytest.mark.asyncio(loop_scope="module")
async def test_without_them_it_is_not(firms: Sheaf) -> None:
    state = await asked(firms, QUESTION, operands=False)
    assert "Current ratio: 2.00" not in state["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_other_questions_read_what_they_read_without(firms: Sheaf) -> None:
    question = "What does the board of Heron Ferries want in 2022?"
    states = [await asked(firms, question, operands=operands) for operands in (True, False)]
    assert states[0]["sources"] == states[1]["sources"]
