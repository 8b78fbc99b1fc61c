"""What names the value that it puts right stands behind what has it, however little else both say alike."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

DATES = {"d1": "2031-01-10", "d2": "2031-02-19"}
REFUNDS = (
    "No | Customer | Cause | Refund (£)\n"
    "R-12 | Ada Holm | lid not tight | 340.00\n"
    "R-13 | Tom Vik | label torn | 28.80\n"
)


@pytest.mark.parametrize(
    ("asked", "later", "told"),
    [
        ("R-12", "Correction to the log: the refund for R-12 was £430, not £340; two figures were swapped.", True),
        ("R-12", "Correction to the log: for R-12 the refund was £430 instead of £340.", True),
        # Of another row; what is so already.
        ("R-12", "Correction to the log: the refund for R-13 was £38.80, not £28.80.", False),
        ("R-12", "Correction to the log: the refund for R-12 was £340, not £430 as Gwen said.", False),
    ],
)
def test_a_row_is_corrected_by_its_label_and_its_value(
    make_source: MakeSource, embed: Embed, asked: str, later: str, told: bool
) -> None:
    sources = [make_source(1, "Complaints", REFUNDS), make_source(2, "Minutes", later)]
    said = answer(f"What was the refund for {asked}?", sources, embed, dates=DATES)
    assert (f"Changed by Minutes: {later}" in said) is told
    # What was said before is no correction of what was entered later.
    said = answer(f"What was the refund for {asked}?", sources, embed, dates={"d1": "2031-03-01", "d2": "2031-02-19"})
    assert "Changed by" not in said


MAILS = (
    "Dear Tom,\n\nto have it in one place:\n\n"
    "You pay at 45 days, not 60 as you asked. Ada will go no further.\n\n"
    "The discount is 8 % on all that is ordered. This replaces the 7 % we had before.\n\n"
    "{mark}\nFrom: Tom Vik\nSent: 12 February 2031\n\n"
    "Payment: our standard is 60 days. Can you match it?\n"
    "The discount was 7 % last year.\n"
)


@pytest.mark.parametrize("mark", ["----- Original message -----", "-----Ursprüngliche Nachricht-----"])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is your standard in days for payment?", "You pay at 45 days, not 60 as you asked."),
        (
            "What was the discount last year?",
            "The discount is 8 % on all that is ordered. This replaces the 7 % we had before.",
        ),
    ],
)
def test_the_mail_above_is_the_later_one(
    make_source: MakeSource, embed: Embed, mark: str, question: str, told: str
) -> None:
    said = answer(question, [make_source(1, "Re: Terms", MAILS.format(mark=mark))], embed)
    assert f"Changed further up: {told}" in said


def test_what_stands_above_in_one_text_is_no_later(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Terms", MAILS.format(mark="Addresses"))
    assert "Changed" not in answer("What is your standard in days for payment?", [source], embed)
    # The list that is quoted says itself that it is 45, and the sentence what it is now.
    assert "Changed" not in answer("How many days does Tom Vik have to pay?", [source], embed)
    assert answer("What was the discount?", [source], embed) == "The discount is 8 % on all that is ordered. [1]"


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("You pay at 45 days, not 60 as you asked.", True),
        # It says nothing of what is asked.
        ("The rail is 45 metres, not 60 as you asked.", False),
    ],
)
def test_a_number_is_corrected_where_the_same_is_said_of_what_is_asked(
    make_source: MakeSource, embed: Embed, later: str, told: bool
) -> None:
    sources = [make_source(1, "Offer", "Payment: our standard is 60 days."), make_source(2, "Letter", later)]
    said = answer("How many days do we have to pay?", sources, embed, dates=DATES)
    assert (f"Changed by Letter: {later}" in said) is told


SHEET = "Product | Mustard | Egg\nPlum Chutney | yes | no\nOnion Relish | yes | yes\n"


@pytest.mark.parametrize(
    ("question", "note", "told"),
    [
        (
            "How many seats does the stand have?",
            "Added on 9 June: the number of seats of the stand is to be corrected to 120.",
            True,
        ),
        # Of another thing, and of the same thing another number.
        (
            "How many seats does the stand have?",
            "Added on 9 June: the number of seats of the bus is to be corrected to 48.",
            False,
        ),
        (
            "How many seats does the stand have?",
            "Added on 9 June: the stand of the meter is corrected to 4,120.",
            False,
        ),
        ("When is the opening?", "The opening moves to 6 May 2032.", True),
        ("When is the opening?", "The choir moves to 6 Mill Road.", False),
        ("When is the opening?", "The rehearsal moves to 6 May 2032.", False),
    ],
)
def test_a_note_further_down_corrects_what_it_names(
    make_source: MakeSource, embed: Embed, question: str, note: str, told: bool
) -> None:
    text = "A stand with 150 seats had been put at 41,000 euros.\n\nThe opening is on 12 February 2032.\n\n"
    said = answer(question, [make_source(1, "Minutes", text + note)], embed)
    assert (f"Changed further down: {note}" in said) is told
    assert "Changed" not in said or told


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("Plum Chutney: the mustard seed was left out from batch 2503 on.", True),
        ("Plum Chutney: the mustard seed has been dropped since May.", True),
        ("Plum Chutney: the mustard seed was left out from the photograph.", False),
        ("Onion Relish: the egg was left out from batch 2503 on.", False),
    ],
)
def test_what_was_left_out_from_then_on_is_no_longer_in_it(
    make_source: MakeSource, embed: Embed, note: str, told: bool
) -> None:
    source = make_source(1, "Recipes", f"{SHEET}\n{note}\n")
    assert ("Changed" in answer("Is there mustard in the plum chutney?", [source], embed)) is told


COUNTS = "Measure | Upper part | Lower part\nFilms seen (Jan-Dec) | 17 | 131\nTraps set | 4 | 9\n"
ERRATUM = (
    "The following is to be changed:\n\n1. Films seen in the lower part: 113 and not 131 (figures swapped).\n\n"
    "2. The number of females is 7 and not 8.\n\n3. The rate of 47 per cent does not change.\n"
)


@pytest.mark.parametrize(
    ("question", "change"),
    [
        (
            "How many films of the lower part were seen?",
            "1. Films seen in the lower part: 113 and not 131 (figures swapped).",
        ),
        ("How many of the otters are females?", "2. The number of females is 7 and not 8."),
    ],
)
def test_an_item_of_an_erratum_corrects_what_it_denies(
    make_source: MakeSource, embed: Embed, question: str, change: str
) -> None:
    sources = [
        make_source(1, "Report of 2031", f"{COUNTS}\nOf the thirteen otters eight are females.\n"),
        make_source(2, "Erratum", ERRATUM),
    ]
    said = answer(question, sources, embed, dates=DATES)
    assert f"Changed by Erratum: {change}" in said
    assert "47 per cent" not in said


def test_a_list_of_corrections_contradicts_nothing_as_a_whole(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Report of 2031", COUNTS), make_source(2, "Erratum", ERRATUM)]
    assert "disagree" not in answer("How many traps were set in the lower part?", sources, embed, dates=DATES)


CONTRACT = "2.1 This agreement begins on 1 September 2030 and runs for two years."


@pytest.mark.parametrize(
    "later",
    [
        # The first of September is no "1" that is not so, nor is more than that.
        "The works begin for years 1 to 3, not just 1 and 2.",
        "The works begin in stages 2 to 3, not 1 as we had thought.",
        # What somebody is free to change has not changed.
        "The supplier may adjust the price when the term begins as of 1 September.",
    ],
)
def test_another_number_and_what_may_change_put_nothing_right(
    make_source: MakeSource, embed: Embed, later: str
) -> None:
    sources = [make_source(1, "Agreement", CONTRACT), make_source(2, "Corrections", later)]
    assert "Changed" not in answer("When does the agreement begin?", sources, embed, dates=DATES)


def test_a_day_that_had_to_be_moved_is_changed(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes of 17 September", "Next meeting: 19 November 2030."),
        make_source(2, "Mail", "And the next meeting had to be moved: it is on Tuesday 26 November, in the library."),
    ]
    told = answer("When is the next meeting?", sources, embed, dates={"d1": "2030-09-17", "d2": "2030-10-02"})
    assert "Changed by Mail: And the next meeting had to be moved: it is on Tuesday 26 November" in told


def test_that_somebody_has_moved_away_changes_no_election(make_source: MakeSource, embed: Embed) -> None:
    text = "Ada Holm is elected deputy chair. She follows Bo Lind, who has moved to the coast."
    told = answer("Who was elected deputy chair?", [make_source(1, "Minutes", text)], embed)
    assert "Ada Holm" in told
    assert "Changed" not in told


INSTALLED = "Region | 2030 | 2031\nVik | 3,900 | 7,650\nHalm | 1,480 | 2,260\n"


@pytest.mark.parametrize(
    ("year", "told"),
    [("2031", True), ("2030", False)],
)
def test_a_value_of_a_year_is_corrected_by_its_label_and_its_year(
    make_source: MakeSource, embed: Embed, year: str, told: bool
) -> None:
    later = (
        f"Nadia went through the file again. The figure for Vik in {year} must therefore be 7,250 instead of 7,650.\n"
        "The pumps of other years are installed as they were."
    )
    sources = [make_source(1, "Pumps installed", INSTALLED), make_source(2, "RE: figures", later)]
    said = answer("How many pumps were installed in Vik in 2031?", sources, embed, dates=DATES)
    assert "7,650 (2031)" in said
    assert ("Changed by RE: figures" in said) is told
