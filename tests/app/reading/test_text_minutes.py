"""Points of minutes: numbered lines right above text."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from app.reading.mail import read_mail
from app.reading.text import read_text

POINTS = """MINUTES OF THE HARBOUR BOARD
Thursday 14 November 2030, room Quay

1. Minutes of 10 October
   Accepted without changes. The list of berths that Bo Lind sent round in
   October was put right by hand and is kept with the minutes.

2. Crane (P-07)
   Ada Holm takes over as project leader from 1 June. The owner of the crane has
   agreed, and the insurer has been told in writing.

3. Buoys
   Three buoys were lost in the storm. New ones cost £480 each and will be laid
   before Easter by the harbour master himself.
"""
STEPS = """How to change the lamp

1. Switch the light off
   Wait a minute.

2. Turn the lamp
   It comes out.

3. Put in another
   Done.
"""
BROKEN = """What was agreed

1. The members pay the fee for the berth in two parts of which
   the first is due in May, and the second when the season has ended.

2. The harbour master keeps the list of those who wait for a berth
   and tells each of them once a year which place on it they have.

3. Guests pay by the night, and leave the berth again by noon of
   the day that is written on their receipt, or pay for another night.
"""


def _titles(text: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "minutes.txt"
    path.write_text(text, encoding="utf-8")
    return [heading["title"] for page in read_text(path, "minutes.txt") for heading in page["headings"]]


def test_short_numbered_lines_right_above_text_are_headings(tmp_path: Path) -> None:
    assert _titles(POINTS, tmp_path)[-3:] == ["1. Minutes of 10 October", "2. Crane (P-07)", "3. Buoys"]
    # Without indents as well.
    assert "2. Crane (P-07)" in _titles(POINTS.replace("\n   ", "\n"), tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        STEPS,
        BROKEN,
        POINTS.replace("3. Buoys", "5. Buoys"),
        POINTS.replace("3. Buoys", "3. Buoys, which were lost:"),
        POINTS.partition("3. Buoys")[0],
    ],
)
def test_steps_broken_items_and_what_does_not_count_on_are_none(text: str, tmp_path: Path) -> None:
    assert not [title for title in _titles(text, tmp_path) if title[0].isdigit()]


def test_points_that_a_mail_tells_of_are_headings(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Minutes", "ada@vik.example", "bo@vik.example"
    message.set_content(f"Dear all,\n\nbelow are the minutes.\n\n{POINTS}")
    path = tmp_path / "minutes.eml"
    path.write_bytes(message.as_bytes())
    page, _ = read_mail(path, "minutes.eml")
    titles = [heading["title"] for heading in page["headings"]]
    assert titles[-3:] == ["1. Minutes of 10 October", "2. Crane (P-07)", "3. Buoys"]
