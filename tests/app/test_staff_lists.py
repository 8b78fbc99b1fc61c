"""Who somebody is by a role, where the list that says it is cut into several chunks."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import load_settings
from app.sheaf import Sheaf
from tests.app.homes import home_of

POSTS = (
    "Head brewer",
    "Tap room manager",
    "Drayman",
    "Cooper",
    "Maltster",
    "Baker",
    "Gardener",
    "Porter",
    "Clerk",
    "Tap room cleaner",
    "Assistant tap room manager",
    "Deputy tap room manager",
)
NAMES = (
    "Ada Berg,Priya Nambiar,Tove Lind,Jon Hask,Edda Moss,Karl Holm,Ivo Krall,Mia Sund,Olaf Rist,Nils Vik,Una Dahl,"
    "Leon Fry"
)
NOTE = "Keyholder, first aider and trained for the forklift; asks for a quieter room and a later start in winter."
STAFF = "Name,Post,Started,Notes\n" + "".join(
    f'{name},{post},{2009 + number},"{NOTE}"\n'
    for number, (name, post) in enumerate(zip(NAMES.split(","), POSTS, strict=True))
)
FILES = {
    "staff-list.csv": STAFF,
    **{
        f"rules-{case}.md": f"# Tap room: {case}\n\nIn a case of {case} the tap room manager on duty decides, and the "
        f"manager writes it in the book of the tap room. Who is a manager of the tap room speaks for the {case}.\n"
        for case in ("fire", "theft", "noise", "frost", "flood", "illness", "quarrels")
    },
}


@pytest.fixture
def brewery_home(tmp_path: Path) -> Path:
    return home_of(tmp_path, FILES)


async def test_the_row_of_the_role_is_told_whichever_part_of_the_list_was_found(brewery_home: Path) -> None:
    async with Sheaf(load_settings(home=brewery_home)) as sheaf:
        answer = await sheaf.ask("Who is the tap room manager?")
    assert "Priya Nambiar" in answer["answer"].splitlines()[0]
