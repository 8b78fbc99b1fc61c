"""Two documents in a row: the first says who or what is meant; the second says the rest, and no question finds it."""

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

STAFF = "\n".join(
    f"{first} {last},Trainer {group},0555 63 11 {number},{licence} licence"
    for number, (first, last, group, licence) in enumerate(
        [
            ("Kerensa", "Vayle", "youth", "A"),
            ("Jory", "Pascombe", "juniors", "B"),
            ("Fern", "Abelwhite", "minis", "C"),
            ("Piers", "Lanyon", "badminton", "D"),
        ],
        start=10,
    )
)
RULES = "".join(
    f"## {number}. Rule {number}\n\nA trainer gets a licence of the {level} grade from the federation, by the "
    f"{number}th of the month.\n\n"
    for number, level in enumerate(["first", "second", "third", "fourth", "fifth", "sixth"], start=10)
)
FILES = {
    "highmoor.md": "# Camp in Highmoor 2025\n\nThe camp lasts from 3 to 10 August.\n\n## People\n\nPerson in charge: "
    "Jory Pascombe.\n\n## Packing\n\nEverybody brings shoes, a cup and a bottle.\n",
    "contacts.csv": f"Name,Function,Telephone,Licence\n{STAFF}\n",
    "licences.md": f"# Rules for trainers\n\n{RULES}",
    "other.md": "# Camp in Gullcombe 2024\n\nThe person in charge of the camp was Kerensa Vayle.\n",
}
QUESTION = "What kind of trainer licence does the person in charge of the camp in Highmoor hold?"


@pytest.fixture(scope="module")
def club_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("club"), FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(club_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=club_home)) as sheaf:
        yield sheaf


async def asked(sheaf: Sheaf, question: str, *, leads: bool, **options: Any) -> Any:
    off: list[Feature] = [] if leads else ["leads"]
    return await answered_without(sheaf, question, *off, **{"top_k": 3, **options})


@pytest.mark.asyncio(loop_scope="module")
async def test_the_second_document_is_read_and_quoted(club: Sheaf) -> None:
    state = await asked(club, QUESTION, leads=True)
    assert "Jory Pascombe" in state["answer"]
    assert "B licence" in state["answer"]
    assert "A licence" not in state["answer"]
    led = [source for source in state["sources"] if source["selected_because"].startswith("says more")]
    assert [source["file_name"] for source in led] == ["contacts.csv"]
    assert led[0]["index"] > 3


@pytest.mark.asyncio(loop_scope="module")
async def test_the_number_of_who_is_described_is_found(club: Sheaf) -> None:
    state = await asked(club, "telephone of the person in charge of the camp in Highmoor", leads=True)
    assert state["status"] == "answered"
    assert "Jory Pascombe" in state["answer"]
    assert "0555 63 11 11" in state["answer"]
    assert "0555 63 11 10" not in state["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_without_it_only_what_the_question_itself_finds_is_read(club: Sheaf) -> None:
    state = await asked(club, QUESTION, leads=False)
    assert "contacts.csv" not in {source["file_name"] for source in state["sources"]}
    assert "B licence" not in state["answer"]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "question",
    [
        "How long does the camp in Highmoor last?",
        "Summarize the rules for trainers",
        "What is the difference between the camp in Highmoor and the camp in Gullcombe?",
    ],
)
async def test_other_questions_are_answered_as_before(club: Sheaf, question: str) -> None:
    usual, without = await asked(club, question, leads=True), await asked(club, question, leads=False)
    assert usual["sources"] == without["sources"]
    assert usual["answer"] == without["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_lead_does_not_leave_what_a_filter_lets_through(club: Sheaf) -> None:
    within = {"metadata": {"fiscal_periods": "2025"}}
    assert {hit["file_name"] for hit in (await club.search(QUESTION, options=within))["hits"]} == {"highmoor.md"}
    state = await asked(club, QUESTION, leads=True, **within)
    assert {source["file_name"] for source in state["sources"]} == {"highmoor.md"}
