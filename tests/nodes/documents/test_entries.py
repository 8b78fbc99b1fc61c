from __future__ import annotations

import pytest

from nodes.documents.entries import is_entry


@pytest.mark.parametrize(
    ("title", "opening"),
    [
        ("Skua Lighthouse", "Skua Lighthouse stands on the north cape of Ayrline."),
        ("Skua Lighthouse", "# Skua Lighthouse\n\nThe Skua Lighthouse is a tower on the north cape."),
        ("Petrel (barge)", "Petrel is a barge that was built in 1987."),
        ("Ørsted Quay", "Orsted Quay was built by members."),
        ("Oskar Brindle", "Oskar Matthias Brindle (born 1961) is a warden."),
        ("1997-98 Petrel Bay season", "The 1997-98 season was the ninth for the Petrel Bay."),
        ("Mooring buoy", "A mooring buoy is a float that a ship is tied to."),
        ("潮汐", "在沿岸，潮汐 是海水的涨落。"),
    ],
)
def test_a_short_text_that_opens_with_what_it_is_named_for_is_an_entry(title: str, opening: str) -> None:
    assert is_entry(title, opening, 2)


@pytest.mark.parametrize(
    ("title", "opening", "passages"),
    [
        ("Settings", "# Settings\n\nPress the wheel to open the menu.", 2),
        ("Harbour Fees", "# Harbour Fees\n\nA fee for the harbour is due, and other fees are.", 2),
        ("How to fill in the Report", "Fill in the boxes that the Report has, and see how it goes.", 2),
        ("Settings", "# Settings\n\nOpen the settings with the wheel.", 2),
        ("Skua Lighthouse", "Skua Lighthouse stands on the north cape.", 500),
        ("", "Anything at all.", 1),
        ("Skua Lighthouse", "", 1),
        ("Skua Lighthouse", "Skua Lighthouse", 1),
        ("Skua Lighthouse", "The board met. " * 30 + "Skua Lighthouse was lit.", 1),
    ],
)
def test_a_manual_a_book_and_a_text_about_something_else_are_none(title: str, opening: str, passages: int) -> None:
    assert not is_entry(title, opening, passages)


def test_a_title_on_several_lines_opens_no_entry() -> None:
    title = "Growth and Yield of Tidal Turbines in Gannet Race - Skellvane Institute"
    assert not is_entry(
        title, "Skellvane Institute\n\nGrowth and Yield of Tidal\nTurbines in Gannet Race\n\nWe clean blades.", 4
    )
    assert is_entry("Gannet Race", "# Gannet Race\n\nGannet Race is a channel.", 1)
