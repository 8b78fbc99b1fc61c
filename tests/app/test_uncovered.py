"""What a question names is read, where all that is like the question speaks of other things."""

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

KINDS = ("town bicycle", "cargo bicycle", "tandem", "trailer")
REGISTER = "\n".join(
    f"BK-{number:03},{KINDS[number % 4]},Velmar,{2010 + number % 12},{90 + 11 * number},good,rack {number % 9}"
    for number in range(1, 90)
)
TOPICS = ("deposit", "charge", "renewal", "care", "return", "damage", "theft", "children", "insurance", "reminder")
RULES = "".join(
    f"## {number}. Loan {topic}\n\n{number}.1 The {topic} of a loan is settled at the kiosk, by who borrows it.\n\n"
    for number, topic in enumerate(TOPICS, start=1)
)
FILES = {
    "loans.md": f"# Loan charges of bicycles\n\n{RULES}",
    "prices.md": "# Loan charge per month\n\n| Value of the bicycle | Loan charge per month |\n|---|---|\n"
    "| up to 300 crowns | 9 crowns |\n| above 300 crowns | 15 crowns |\n",
    "register.csv": f"Number,Kind,Make,Year,Value,Condition,Place\n{REGISTER}\n",
}


@pytest.fixture(scope="module")
def kiosk_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("kiosk"), FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kiosk(kiosk_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=kiosk_home)) as sheaf:
        yield sheaf


async def asked(sheaf: Sheaf, question: str, *, uncovered: bool) -> Any:
    off: list[Feature] = [] if uncovered else ["uncovered"]
    return await answered_without(sheaf, question, *off)


def reads(state: Any, words: str) -> bool:
    return any(words in source["content"] for source in state["sources"])


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("number", ["BK-041", "bk-041"])
async def test_the_row_of_what_is_named_is_read_beside_what_the_question_is_like(kiosk: Sheaf, number: str) -> None:
    question = f"What is the loan charge per month for the bicycle {number}?"
    without = await asked(kiosk, question, uncovered=False)
    assert not reads(without, "BK-041")
    state = await asked(kiosk, question, uncovered=True)
    assert reads(state, "BK-041")
    assert "BK-041" in state["answer"]
    assert "15 crowns" in state["answer"]
    assert "9 crowns" not in state["answer"]
    added = [hit for hit in state["sources"] if "BK-041" in hit["content"]]
    assert len(state["sources"]) <= len(without["sources"]) + 2
    assert added[0]["index"] > 1


@pytest.mark.asyncio(loop_scope="module")
async def test_what_no_document_names_is_refused(kiosk: Sheaf) -> None:
    state = await asked(kiosk, "What is the loan charge per month for the bicycle BK-741?", uncovered=True)
    assert state["status"] == "no_evidence"
    assert "BK-741" in state["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_words_that_anything_may_be_said_with_are_not_looked_for(kiosk: Sheaf) -> None:
    question = "How do I settle the monthly fee before I make a good return?"
    sources = [(await asked(kiosk, question, uncovered=each))["sources"] for each in (False, True)]
    assert sources[0] == sources[1]
