"""Minutes whose files are called nothing in particular: the day in their titles tells which are the later ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

FEBRUARY = """# Minutes of the board meeting of 21 February 2024

Present: Ada Holm, Piet Brouwer, Lena Voss.

## 1. Membership fee

The membership fee is EUR 120 a year.

## 2. Training

The youth training is moved from 17:00 to 18:00.

Next meeting: 15 May 2024
"""
MAY = """# Minutes of the board meeting of 15 May 2024

Present: Ada Holm, Piet Brouwer, Lena Voss.

## 1. Membership fee

The membership fee is raised from EUR 120 to EUR 135 a year, as of 1 July.

## 2. Training

The youth training takes place at 17:00.

Next meeting: 12 June 2024
"""


@pytest.fixture(params=[("a.md", "b.md"), ("b.md", "a.md")], ids=["in order", "against the order"])
async def club(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Sheaf]:
    """The names are in order of time, or against it, and the files are taken in by their names."""
    earlier, later = request.param
    texts = {earlier: FEBRUARY, later: MAY}
    texts |= {f"letter-{number}.md": f"# Letter {number}\n\nThe club thanks all who came.\n" for number in range(4)}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(tmp_path / name) for name in sorted(texts)])
        yield sheaf


async def test_the_title_gives_the_day(club: Sheaf) -> None:
    dates = {document.title: document.metadata.get("dates") for document in (await club.documents()).documents}
    assert dates["Minutes of the board meeting of 21 February 2024"] == ["2024-02-21"]
    assert dates["Minutes of the board meeting of 15 May 2024"] == ["2024-05-15"]
    assert dates["Letter 1"] is None


async def test_later_minutes_change_earlier_ones(club: Sheaf) -> None:
    answer = await club.ask("How much is the membership fee?")
    assert "The membership fee is EUR 120 a year." in answer["answer"]
    assert "Changed by Minutes of the board meeting of 15 May 2024: " in answer["answer"]


async def test_earlier_minutes_change_no_later_ones(club: Sheaf) -> None:
    answer = await club.ask("When does the youth training take place?")
    assert "Changed by" not in answer["answer"]
    assert "takes place at 17:00" in answer["answer"]


@pytest.mark.parametrize(
    "question",
    ["Summarise the latest minutes", "What do the most recent minutes of the board say?", "Summarise the last meeting"],
)
async def test_the_latest_minutes_are_the_later_ones(club: Sheaf, question: str) -> None:
    answer = await club.ask(question)
    assert "The youth training takes place at 17:00." in answer["answer"]
    assert {citation["title"] for citation in answer["citations"]} == {"Minutes of the board meeting of 15 May 2024"}


async def test_of_the_latest_minutes_one_thing_is_told(club: Sheaf) -> None:
    answer = await club.ask("What do the latest minutes say about the youth training?")
    assert "The youth training takes place at 17:00." in answer["answer"]
    assert "moved" not in answer["answer"]
