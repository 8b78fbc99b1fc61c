"""Members of boards and committees."""

from __future__ import annotations

import pytest

from nodes.language.memberships import asked_members, groups_named, heads_members, leads_in_to_members, opens_with_name


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("List the board members", {"board"}),
        ("Who are the members of the finance committee?", {"financ", "committe"}),
        ("Who sits on the works council?", {"work", "council"}),
        ("Who was on the board in 2023?", {"board"}),
        ("How many board members are there?", None),
        ("Who is on the roof?", None),
        ("What did the board members say about the roof?", None),
    ],
)
def test_whose_members_are_asked_for(question: str, group: set[str] | None) -> None:
    asked = asked_members(question)
    assert (set(asked.group) if asked else None) == group


@pytest.mark.parametrize(
    ("text", "heads", "leads"),
    [
        ("The board on 31 December 2024", True, False),
        ("Members of the board", True, False),
        ("Report of the board", False, False),
        ("The board now consists of:", False, True),
        ("The committee consists of the board.", False, False),
    ],
)
def test_what_leads_in_to_members(text: str, heads: bool, leads: bool) -> None:
    asked = asked_members("Who is on the board?")
    assert asked is not None
    assert heads_members(text, asked) is heads
    assert leads_in_to_members(text, asked) is leads


def test_an_item_that_opens_with_a_name() -> None:
    assert opens_with_name("Ada M. Holm, chair")
    assert not opens_with_name("Annual report")


def test_groups_that_a_text_names() -> None:
    assert groups_named("Ada chairs the roof committee, and Bo the board.") == [{"roof", "committe"}, {"board"}]
