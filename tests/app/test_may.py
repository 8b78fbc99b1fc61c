"""Questions about May the month, beside texts in which everybody may do something."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import Sheaf
from tests.app.homes import home_of

FILES = {
    "sales.md": "# Bicycle sales 2024\n\n| Month | Units sold |\n|---|---|\n| March | 118 |\n| April | 141 |\n"
    "| May | 163 |\n| June | 152 |\n\nRain kept people at home in April. The shop may open a second counter.\n",
    "council-a.md": "# Minutes of the works council, May 2024\n\nThe council decided to buy chairs for the canteen.\n",
    "council-b.md": "# Minutes of the works council, March 2024\n\nThe council decided to repaint the hall.\n",
    "rules.md": "# House rules\n\nGuests may stay until 22:00. Members may borrow two boats. Dogs may not come in.\n",
}


@pytest.fixture(scope="module")
def shop_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("shop"), FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shop(shop_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=shop_home)) as sheaf:
        yield sheaf


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Were more units sold in May than in April?", ["163", "141"], ["152", "118"]),
        ("How many units were sold in May?", ["163"], ["118", "141", "152"]),
        ("What are May's figures for units sold?", ["163"], ["118", "141", "152"]),
        ("how many units were sold in may?", ["163"], ["118", "141", "152"]),
        ("What was decided in May 2024?", ["chairs"], ["repaint"]),
        ("What was decided in March 2024?", ["repaint"], ["chairs"]),
        ("How many boats may members borrow?", ["two boats"], ["163"]),
        ("May dogs come in?", ["Dogs may not come in."], ["163"]),
    ],
)
async def test_the_month_is_told_from_the_verb(shop: Sheaf, question: str, told: list[str], untold: list[str]) -> None:
    answer = (await shop.ask(question))["answer"]
    assert all(words in answer for words in told)
    assert not any(words in answer for words in untold)
