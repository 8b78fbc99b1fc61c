from __future__ import annotations

import pytest

from nodes.language.answered_mails import parts_mails


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("See you.\n\n----- Original message -----\nFrom: Tom Vik", True),
        ("> See you.\n> -----Original Message-----\n> From: Tom Vik", True),
        ("See you.\n\nOn 4 May 2031 at 18:02, Ada Berg wrote:\n\n> Dear Tom,", True),
        # What somebody wrote in a report, and what is said of a message.
        ("Ada Berg wrote:\n\nThe mill is old.", False),
        ("The original message was lost - it said nothing.", False),
    ],
)
def test_a_mail_that_is_answered_stands_below_a_line_that_says_so(text: str, parts: bool) -> None:
    assert parts_mails(text) is parts
