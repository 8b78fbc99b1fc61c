"""What somebody has said is not quoted without the sentence that puts it right."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

LEVY = "The minutes say that the levy for the roof is due on 1 August 2031. "
VOTE = "The minutes give 12 votes for the ramp. "


@pytest.mark.parametrize(
    ("question", "said", "right"),
    [
        ("When is the levy for the roof due?", LEVY, "That is a slip. What was resolved was 1 September 2031."),
        ("How many voted for the ramp?", VOTE, "Mr Vik has counted the slips again: it was 11."),
        (
            "From which batch on has the jam no nuts?",
            "I wrote that the jam has no nuts from batch 41 on. ",
            "It is 43.",
        ),
        (
            "What is the budget of the roof?",
            "Accepted with one correction: the budget of the roof was given there as EUR 35,800. ",
            "The right figure is EUR 38,500.",
        ),
        (
            "When do the works on the roof start?",
            "The works on the roof cannot start in September as the men are booked out. ",
            "Work now starts on 6 October 2031.",
        ),
    ],
)
def test_it_is_quoted_to_the_end(make_source: MakeSource, embed: Embed, question: str, said: str, right: str) -> None:
    text = f"{said}{right} The sum of EUR 44,400 is the same."
    told = answer(question, [make_source(1, "Circular", text)], embed)
    assert said + right in told
    assert "44,400" not in told


@pytest.mark.parametrize(
    ("question", "said", "behind"),
    [
        ("When is the levy for the roof due?", LEVY, "Cheques are accepted."),
        (
            "When is the levy for the roof due?",
            "The levy for the roof is due on 1 August 2031. ",
            "It is 90 euros a flat.",
        ),
        (
            "When do the works on the roof start?",
            "The works on the roof start on 6 October 2031 and not before. ",
            "The barn is now closed.",
        ),
    ],
)
def test_what_only_stands_behind_it_is_not(
    make_source: MakeSource, embed: Embed, question: str, said: str, behind: str
) -> None:
    told = answer(question, [make_source(1, "Circular", said + behind)], embed)
    assert said.strip() in told
    assert behind not in told


@pytest.mark.parametrize(("reported", "is_told"), [("0.8", True), ("0.9", False)])
def test_what_another_document_reports_and_puts_right_changes_it(
    make_source: MakeSource, embed: Embed, reported: str, is_told: bool
) -> None:
    wrong = f"Report TR-118 gives the drift of the HS-2 as {reported} % per year. "
    right = "That is a typing mistake. The right figure is 1.8 % per year."
    sources = [
        make_source(1, "Report TR-118", "The sensor HS-2 has a drift of 0.8 % per year."),
        make_source(2, "Mail of 22 May", f"{wrong}{right}"),
    ]
    told = answer("What is the drift of the HS-2 per year?", sources, embed)
    assert "has a drift of 0.8" in told
    assert (f"Changed by Mail of 22 May: {wrong}{right}" in told) == is_told


@pytest.mark.parametrize(
    ("first", "day", "is_told"), [(2, "2031-05-22", True), (1, "2031-05-22", True), (1, "2031-01-02", False)]
)
def test_what_puts_it_right_is_told_once_and_is_no_older(
    make_source: MakeSource, embed: Embed, first: int, day: str, is_told: bool
) -> None:
    right = "Report TR-118 gives the drift of the HS-2 as 0.8 %. That is a typing mistake. The right figure is 1.8 %."
    texts = [("Report TR-118", "The sensor HS-2 has a drift of 0.8 % per year."), ("Mail", right)]
    order = texts if first == 1 else texts[::-1]
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(order, start=1)]
    dates = {source["document_id"]: day if source["title"] == "Mail" else "2031-03-01" for source in sources}
    told = answer("What is the drift of the HS-2 per year?", sources, embed, dates=dates)
    assert told.count("typing mistake") <= 1
    assert ("Changed by Mail" in told) <= is_told
    assert ("The right figure is 1.8" in told) >= is_told


def test_how_something_was_goes_with_how_it_is(make_source: MakeSource, embed: Embed) -> None:
    text = "5. Section 12.1 - Audits of critical suppliers\n   Old: every three years. New: every two years.\n"
    found = answer("How often are the audits of critical suppliers?", [make_source(1, "Changes", text)], embed)
    assert "every two years" in found.splitlines()[0]
