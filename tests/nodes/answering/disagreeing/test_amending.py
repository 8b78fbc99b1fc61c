"""An amendment, and the next of a series of documents, change what they do not say all of again."""

from __future__ import annotations

import pytest

from nodes.answering.disagreeing.amending import goes_on_about
from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

LEASED = "The owner lets to the tenant the Salt Loft with a cellar and six lockers."
PAID = "The weekly charge is 310 euros, in advance."
AMENDS = "Amendment 1 to the Storage contract of 4 May 2031"
DATED = Known(dates={"contract": "2031-05-04"})
NO_MORE = "Keeping bicycles in the cellar no longer needs the approval of the owner."


def lines_of(question: str, sources: list[Source], embed: Embed) -> list[str]:
    return answer_by_quoting(question, rule_plan(question), sources, embed, known=DATED).lines


@pytest.mark.parametrize(
    ("question", "earlier", "heading", "later"),
    [
        (
            "What is the current weekly charge?",
            PAID,
            "3. Charges",
            "With effect from 1 July 2033 clause 3 is amended: the weekly charge is 345 euros.",
        ),
        (
            "What is the weekly charge of the Salt Loft today?",
            PAID,
            "3. Charges",
            "Clause 3 is replaced: the weekly charge is 345 euros.",
        ),
        (
            "How many lockers does the tenant have?",
            LEASED,
            "1. Premises",
            "The number of lockers is reduced from six to two.",
        ),
        (
            "Does keeping bicycles in the cellar need the approval of the owner?",
            "Keeping bicycles in the cellar needs the written approval of the owner.",
            "5. Use",
            NO_MORE,
        ),
    ],
)
def test_an_amendment_says_only_what_it_changes(
    make_source: MakeSource, embed: Embed, question: str, earlier: str, heading: str, later: str
) -> None:
    sources = [
        make_source(1, "contract", earlier, document_id="contract", section_path=[heading]),
        make_source(2, "contract", LEASED, document_id="contract", section_path=["1. Premises"]),
        make_source(3, "change", later, document_id="change", section_path=[AMENDS]),
    ]
    assert any(line.startswith("Changed by change: ") and later in line for line in lines_of(question, sources, embed))


@pytest.mark.parametrize(
    ("question", "later"),
    [
        ("How many windows does the tenant have?", "The number of lockers is reduced from six to two."),
        ("Does keeping dogs in the cellar need the approval of the owner?", NO_MORE),
    ],
)
def test_an_amendment_of_something_else_changes_nothing(
    make_source: MakeSource, embed: Embed, question: str, later: str
) -> None:
    said = "The tenant has nine windows and six lockers. Keeping dogs in the cellar needs the written approval."
    sources = [
        make_source(1, "contract", said, document_id="contract", section_path=["1. Premises"]),
        make_source(2, "change", later, document_id="change", section_path=[AMENDS]),
    ]
    assert not any("Changed" in line for line in lines_of(question, sources, embed))


@pytest.mark.parametrize(
    ("question", "earlier", "later", "changed"),
    [
        (
            "When is the launch of the new ferry?",
            "The launch of the new ferry is planned for 3 June 2032.",
            "The launch is put off until 9 August 2032.",
            True,
        ),
        (
            "When is the launch of the new ferry?",
            "The launch of the new ferry is planned for 3 June 2032.",
            "The launch of the buoy is put off until 9 August 2032.",
            False,
        ),
        (
            "Which paint will the yard use?",
            "It was decided to use the paint Corvin Blue of Halder for the yard.",
            "Halder cannot supply Corvin Blue. It was therefore decided to order the paint Lister Red instead.",
            True,
        ),
        (
            "Where does the boat fair take place?",
            "The boat fair takes place in Ostby.",
            "The boat fair does not take place in Ostby but in Marlund.",
            True,
        ),
    ],
)
def test_minutes_change_what_the_minutes_before_them_say(
    make_source: MakeSource, embed: Embed, question: str, earlier: str, later: str, changed: bool
) -> None:
    sources = [
        make_source(1, "Yard minutes of 4 May 2031", earlier),
        make_source(2, "Yard minutes of 6 June 2031", later),
    ]
    lines = lines_of(question, sources, embed)
    assert any(line.startswith("Changed by Yard minutes of 6 June 2031: ") for line in lines) == changed


def test_what_is_said_of_the_whole_changes_nothing_of_one_thing(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Yard minutes of 4 May 2031", "The winch Corvin 8 costs 2,300 francs."),
        make_source(2, "Yard minutes of 6 June 2031", "The costs are now estimated at 42,000 francs."),
    ]
    assert not any("Changed" in line for line in lines_of("How much does the Corvin 8 cost?", sources, embed))


def test_documents_of_no_series_tell_all_that_they_change(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Harbour news", "The launch of the new ferry is planned for 3 June 2032."),
        make_source(2, "Letter of a rower", "The launch is put off until 9 August 2032."),
    ]
    assert not any("Changed" in line for line in lines_of("When is the launch of the new ferry?", sources, embed))


def test_what_is_so_instead_is_told_with_what_ends(make_source: MakeSource, embed: Embed) -> None:
    mail = "The Linden Room has cancelled the spring concert. I have therefore booked the Tithe Barn. It has a stove."
    lines = lines_of("Where will the spring concert take place?", [make_source(1, "Mail", mail)], embed)
    assert lines == [f"{mail.removesuffix(' It has a stove.')} [1]"]


def test_a_date_that_is_moved_further_down_is_told_with_the_new_one(make_source: MakeSource, embed: Embed) -> None:
    chat = "Summer regatta is on 13 July.\n\nOtto brings the rope.\n\nThe regatta has to move. New date: 10 August."
    lines = lines_of("When is the summer regatta?", [make_source(1, "Chat", chat)], embed)
    assert lines[1] == "Changed further down: The regatta has to move. New date: 10 August. [1]"


@pytest.mark.parametrize(
    ("title", "is_amended"),
    [
        ("Framework contract FC-7 – Ministry of Quays", True),
        ("Framework contract FC-7", True),
        ("Call-off order 3 – FC-7", False),
    ],
)
def test_an_amendment_names_what_it_amends_by_a_part_of_its_title(
    make_source: MakeSource, title: str, is_amended: bool
) -> None:
    heading = "Amendment No 1 to framework contract FC-7"
    sources = [
        make_source(1, title, "5.2 The offer is due within ten days."),
        make_source(2, heading, 'In article 5.2 "ten days" is replaced by "eight days".', section_path=[heading]),
    ]
    assert goes_on_about(1, 0, sources, {}) is is_amended
