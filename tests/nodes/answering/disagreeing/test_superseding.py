"""What a later document says has changed stands right after what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from nodes.answering.extractive import Draft, Known, answer_by_quoting
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

Embed = Callable[[list[str]], list[list[float]]]

AGREEMENT = "3.1 The client shall pay EUR 95 per hour for work on business days."
DATES = {"d1": "2021-10-20", "d2": "2024-02-05"}
HOUR = "What does the client pay per hour?"


def answer(question: str, sources: list[Source], embed: Embed, dates: Mapping[str, str] | None = None) -> Draft:
    return answer_by_quoting(question, rule_plan(question), sources, embed, known=Known(dates=dates or {}))


@pytest.fixture
def pair(make_source: MakeSource) -> Callable[[str, str], list[Source]]:
    def build(earlier: str, later: str) -> list[Source]:
        return [
            make_source(1, "Service agreement", earlier),
            make_source(2, "Amendment 2", later, section_path=["Amendment 2 to the Service agreement"]),
        ]

    return build


@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        (HOUR, AGREEMENT, 'In Article 3.1, "EUR 95" is replaced by "EUR 110" from 1 March 2024.'),
        (HOUR, AGREEMENT, "Article 3.1 is amended: the rate is EUR 110."),
        (HOUR, AGREEMENT, 'In Article 3.1, "EUR 95" is to read "EUR 110".'),
        (
            "How long is the notice period of the service agreement?",
            "3.1 The notice period is three months.",
            'In Article 3.1, "three months" is replaced by "five months".',
        ),
        (
            "How long is the warranty on the pumps?",
            "The warranty on the pumps is seven years.",
            "The warranty on the pumps is lengthened from seven years to ten years.",
        ),
        (
            "When is Kestrel released?",
            "The release of Kestrel is planned for 15 March 2024.",
            "The release of Kestrel is postponed to 12 April 2024.",
        ),
        (
            "When will the mill in Halm open?",
            "The new mill in Halm will open in September 2025, as planned.",
            "The opening of the mill in Halm is delayed to January 2026, since the permit came late.",
        ),
        (
            "What is the cost of the mill?",
            "The cost of the mill is estimated at 4.1 million euros.",
            "The cost of the mill has risen to 4.6 million euros, since steel has become dearer.",
        ),
        (
            "When will the frames be delivered?",
            "We deliver the frames on 14 March and 28 March.",
            "The second lot leaves on 2 April instead of 28 March, with the frames that were damaged.",
        ),
        (
            "When is the walk-in clinic?",
            "The walk-in clinic is on Tuesday and Thursday from 14:00 to 15:30.",
            "The walk-in clinic is now held on Wednesdays from 16:00 to 18:00.",
        ),
        (
            "Is the library in Oster Road closed?",
            "The council resolved to close the library in Oster Road as of 31 December.",
            "The council revoked the closing: the library in Oster Road stays.",
        ),
        (
            "Who is the warden of Oster Pier?",
            "The warden of Oster Pier is Mara Lind.",
            "Mara Lind hands over as warden to Otto Ems.",
        ),
        (
            "Who is the warden of Oster Pier?",
            "The warden of Oster Pier is Mara Lind.",
            "Warden of Oster Pier since 3 May 2031 is Otto Ems.",
        ),
        (
            "What does a ticket for the ferry cost?",
            "A ticket for the ferry costs EUR 4.",
            "It was decided to raise the ticket for the ferry to EUR 5.",
        ),
        (
            "What does a ticket for the ferry cost?",
            "A ticket for the ferry costs EUR 4.",
            "The council raised the ticket for the ferry to EUR 5.",
        ),
        (
            "What does the ticket for the ferry cost?",
            "The ticket for the ferry costs EUR 4.",
            "The price of the ticket for the ferry has gone up to EUR 5.",
        ),
        (
            "How many guests does the ferry expect?",
            "The ferry expects 400 guests in summer.",
            "The ferry now expects 350 guests in summer.",
        ),
    ],
)
def test_what_changed_stands_behind_what_it_changes(
    pair: Callable[[str, str], list[Source]], embed: Embed, question: str, earlier: str, later: str
) -> None:
    draft = answer(question, pair(earlier, later), embed, dates=DATES)
    assert draft.lines == [f"{earlier} [1]", f"Changed by Amendment 2: {later} [2]"]
    assert [citation["quote"] for citation in draft.citations] == [earlier, later]


@pytest.mark.parametrize(
    "later",
    [
        "The client shall pay EUR 110 per hour for work on Sundays in Norway.",
        "The coffee machine of the canteen is replaced by one for 300 cups.",
        "The client no longer pays for coffee, with effect from 1 March.",
        "Article 3.1 is amended, as far as the invoices are concerned.",
        "What the client breaks per hour of work is replaced for EUR 40.",
    ],
)
def test_what_says_no_change_or_changes_something_else_does_not(
    pair: Callable[[str, str], list[Source]], embed: Embed, later: str
) -> None:
    assert "Changed by" not in answer(HOUR, pair(AGREEMENT, later), embed, dates=DATES).answer


@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        (
            "Who is the warden of Oster Pier?",
            "The warden of Oster Pier is Mara Lind.",
            "The warden of Skarv Pier since 3 May 2031 is Otto Ems.",
        ),
        (
            "Who is the warden of Oster Pier?",
            "The warden of Oster Pier is Mara Lind.",
            "Mara Lind hands over her boat to the museum.",
        ),
        (
            "What does a ticket for the ferry cost?",
            "A ticket for the ferry costs EUR 4.",
            "The treasurer proposed to raise the ticket for the ferry to EUR 5.",
        ),
    ],
)
def test_a_proposal_and_what_is_said_of_another_change_nothing(
    make_source: MakeSource, embed: Embed, question: str, earlier: str, later: str
) -> None:
    sources = [make_source(1, "Handbook", earlier), make_source(2, "Letter", later)]
    assert "Changed" not in answer(question, sources, embed, dates=DATES).answer


def test_a_document_changes_further_down_what_it_says_above(make_source: MakeSource, embed: Embed) -> None:
    above, below = "The fee of the club is EUR 40 a year.", "The fee of the club is raised from EUR 40 to EUR 45."

    def lines(*places: tuple[str, int]) -> list[str]:
        sources = [
            make_source(index, "Notes", text, document_id="d1", spans=[{"page": page, "start": 0, "end": len(text)}])
            for index, (text, page) in enumerate(places, start=1)
        ]
        return answer("What is the fee of the club?", sources, embed).lines

    assert lines((above, 1), (below, 4)) == [f"{above} [1]", f"Changed further down: {below} [2]"]
    assert not any("Changed" in line for line in lines((above, 4), (below, 1)))


def test_a_number_in_a_name_is_no_value_that_is_replaced(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Report", "Orlan entered into a five year credit agreement of EUR 400 with Bank Ost."),
        make_source(
            2, "Note", "The sum of two advances under the five year agreement, as amended in two parts, is due."
        ),
    ]
    quoted = answer("What is the amount of the credit agreement that Orlan entered into?", sources, embed)
    assert "EUR 400" in quoted.answer
    assert "as amended" not in quoted.answer


def test_what_replaces_the_thing_itself_changes_nothing_else_of_it(make_source: MakeSource, embed: Embed) -> None:
    table = "Specification | Heron 1 | Heron 2\nDepth rating | 150 m | 300 m\nCameras | 1 | 3"
    text = f"{table}\n\nThe Heron 2 replaces the Heron 1, of which parts are kept until 2029."
    draft = answer("What is the depth rating of the Heron 2?", [make_source(1, "Heron 2", text)], embed)
    assert [citation["quote"] for citation in draft.citations] == ["Depth rating | 150 m | 300 m"]


def test_the_sentence_before_it_is_replaces_is_the_change(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Retreat", "The group meeting is held on Thursday at 9:15."),
        make_source(2, "Mail", "So the group meeting takes place on Tuesdays at 13:00. It replaces the Thursday slot."),
    ]
    lines = answer("When is the group meeting?", sources, embed).lines
    assert lines[1].startswith("Changed by Mail: So the group meeting takes place on Tuesdays at 13:00.")


def test_a_change_of_something_that_was_not_asked_for_is_none(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Papers", "The piano was bought used in March 2024 from Klavierhaus Amsel in Norhaven."),
        make_source(2, "Policy", "The sum is raised from EUR 55,000 to EUR 70,000, after the piano was bought."),
    ]
    assert "Changed by" not in answer("Where was the piano bought?", sources, embed).answer


@pytest.mark.parametrize(
    ("heading", "amended", "changes"),
    [
        ("C. Section 5.2", 'For "£15" read "**£25**".', True),
        ("C. Section 5.2", "Instead of “£15” substitute “£25”.", True),
        ("C. Section 5.3", 'For "£15" read "**£25**".', False),
        ("C. Section 5.2", 'For "£30" read "**£40**".', False),
    ],
)
def test_words_of_a_clause_are_replaced_by_others(
    make_source: MakeSource, embed: Embed, heading: str, amended: str, changes: bool
) -> None:
    policy = make_source(1, "Repairs Policy", "5.2 If we miss an appointment, the tenant is paid £15.")
    amendment = make_source(2, "Repairs Policy - Amendment No. 1", amended)
    amendment["section_path"] = ["Repairs Policy - Amendment No. 1", heading]
    told = answer("How much is a tenant paid for a missed appointment?", [policy, amendment], embed).answer
    assert ("Changed by" in told) is changes
    assert not changes or "Section 5.2: " in told


def test_an_older_document_changes_nothing(pair: Callable[[str, str], list[Source]], embed: Embed) -> None:
    sources = pair(AGREEMENT, 'In Article 3.1, "EUR 95" is replaced by "EUR 110".')
    older = {"d1": "2024-03-01", "d2": "2024-02-05"}
    assert "Changed by" not in answer(HOUR, sources, embed, dates=older).answer
    assert "Changed by" in answer(HOUR, sources, embed).answer


def test_another_version_is_not_meant(pair: Callable[[str, str], list[Source]], embed: Embed) -> None:
    sources = pair("Kestrel 1.1 is released on 28 June 2024.", "The release of Kestrel 1.0 is postponed to 12 April.")
    assert "Changed by" not in answer("When is Kestrel 1.1 released?", sources, embed).answer


def test_of_two_changes_the_newest_counts(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Service agreement", AGREEMENT),
        make_source(2, "Amendment 1", 'In Article 3.1 of the Service agreement "EUR 95" is replaced by "EUR 102".'),
        make_source(3, "Amendment 2", 'In Article 3.1 of the Service agreement "EUR 95" is replaced by "EUR 110".'),
    ]
    dates = {**DATES, "d2": "2022-11-17", "d3": "2024-02-05"}
    text = answer(HOUR, sources, embed, dates=dates).answer
    assert "Changed by Amendment 2: " in text
    assert "Changed by Amendment 1: " not in text


def test_every_quote_is_shown_once(make_source: MakeSource, embed: Embed) -> None:
    """A third document that disagrees is shown as a line of its own, not a second time under another heading."""
    sources = [
        make_source(1, "Service agreement", AGREEMENT),
        make_source(2, "Amendment 1", 'In Article 3.1 of the Service agreement "EUR 95" is replaced by "EUR 102".'),
        make_source(3, "Letter", "The client shall pay EUR 99 per hour for work on business days."),
    ]
    draft = answer(HOUR, sources, embed)
    assert len(draft.lines) == len(draft.citations) == len(set(draft.lines))


def test_what_holds_already_is_not_changed_by_what_recommends_it(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes", "Resolved: the blades of Petrel are cleaned every 120 days."),
        make_source(2, "Paper", "The blades of Petrel should be cleaned every 120 days instead of every 180."),
    ]
    draft = answer("How often are the blades of Petrel cleaned?", sources, embed)
    assert "Changed by" not in draft.answer
    older = [make_source(1, "Handbook", "The blades of Petrel are cleaned every 180 days."), sources[1]]
    draft = answer("How often are the blades of Petrel cleaned?", older, embed)
    assert "Changed by Paper" in draft.answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "At 40 °C, what did cells without glue keep?",
            "At 40 °C cells with glue kept 88.4 % and cells without glue kept 85.0 %. "
            "At 55 °C the order is reversed: cells with glue kept 71.2 % and cells without glue kept 75.9 %.",
        ),
        (
            "passengers of the ferry in 2024",
            "In 2024 the ferry carried 53.9 million passengers.\n\n"
            "Line Passengers (million) Distance (km) Punctuality (%) Cancelled (%)",
        ),
    ],
)
def test_another_condition_and_the_head_of_a_table_change_nothing(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    told = answer(question, [make_source(1, "The ferry and its cells", text)], embed).answer
    assert "Changed" not in told
    assert told


def test_what_is_expected_changes_no_result(pair: Callable[[str, str], list[Source]], embed: Embed) -> None:
    sources = pair(
        "The revenue of the mill was 5.6 million.", "The revenue of the mill is now expected to be 20 million."
    )
    assert "20 million" not in answer("What was the revenue of the mill?", sources, embed).answer


def test_where_another_moved_to_changes_nothing_of_where_one_died(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "The glassworks of Tarn", "Odo Pellarin died in Ludby and never saw Kessin again."),
        make_source(2, "Runa Askerud", "In 1904 she moved to Kessin to work for Odo Pellarin from Jura."),
    ]
    told = answer("Where did Odo Pellarin die?", sources, embed).answer
    assert "Ludby" in told
    assert "Changed" not in told


@pytest.mark.parametrize(
    ("later", "is_change"),
    [
        ("Cancels a parcel of the depot that is not yet weighed.", False),
        ("The parcels of the depot are no longer weighed, this is cancelled.", True),
    ],
)
def test_what_a_command_is_for_changes_nothing(
    make_source: MakeSource, embed: Embed, later: str, *, is_change: bool
) -> None:
    sources = [
        make_source(1, "Notes", "The parcels of the depot are weighed twice, at noon and at night."),
        make_source(2, "Commands", later),
    ]
    told = answer("When are the parcels of the depot weighed?", sources, embed).answer
    assert ("Changed by" in told) == is_change


def test_it_was_agreed_says_nothing_of_the_sentence_before(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes of the meeting of 2 May 2031", "Fares of the ferry: weekend passes cost 65."),
        make_source(
            2,
            "Minutes of the meeting of 9 June 2031",
            "So far 148 weekend passes and 20 day passes are sold. It was agreed to raise the day pass to 35.",
        ),
    ]
    draft = answer("What does a weekend pass cost?", sources, embed, {"d1": "2031-05-02", "d2": "2031-06-09"})
    assert "cost 65" in draft.answer
    assert "148" not in draft.answer


@pytest.mark.parametrize(("clause", "is_change"), [("If the guest cancels", False), ("The inn cancels", True)])
def test_what_would_end_something_changes_nothing(
    make_source: MakeSource, embed: Embed, clause: str, *, is_change: bool
) -> None:
    text = "A deposit of 90 EUR for the room is due in May."
    sources = [
        make_source(1, "Booking", text, document_id="d1"),
        make_source(2, "Booking", f"{clause} the room in June, the deposit for the room is due.", document_id="d2"),
    ]
    draft = answer("How much is the deposit for the room?", sources, embed, {"d1": "2031-05-02", "d2": "2031-06-09"})
    assert ("Changed" in draft.answer) is is_change


def test_what_would_be_void_changes_nothing(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Manual", "The winch has to be greased every 12 months by the yard.", document_id="d1"),
        make_source(2, "Warranty", "It is void if the winch is not greased every 9 months.", document_id="d2"),
    ]
    question = "How often must the winch be greased?"
    assert "Changed" not in answer(question, sources, embed, {"d1": "2031-05-02", "d2": "2031-06-09"}).answer


@pytest.mark.parametrize(
    ("later", "is_changed"),
    [
        ("Ada has not yet found a second pilot. The deadline is put off to 20 May.", True),
        ("Per is to order the ropes of the buoy. The deadline is put off to 20 May.", False),
    ],
)
def test_a_deadline_is_of_what_the_sentence_before_tells(
    make_source: MakeSource, embed: Embed, later: str, *, is_changed: bool
) -> None:
    sources = [
        make_source(1, "Minutes of the meeting of 19 March 2031", "Ada is to find a second pilot by 1 May."),
        make_source(2, "Minutes of the meeting of 16 April 2031", later),
    ]
    question = "What does Ada have to do, and by when?"
    said = answer(question, sources, embed, {"d1": "2031-03-19", "d2": "2031-04-16"}).answer
    assert "by 1 May" in said
    assert ("20 May" in said) is is_changed


def test_the_number_of_a_flight_changes_no_day(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Rental of a boat", "| Item | Details |\n|---|---|\n| Return | 28 June 2031, 14:00, quay 3 |"),
        make_source(2, "Ferries", "The schedule of your return ferry SL 483 on 28 June has changed. It is now later."),
    ]
    said = answer("When do I return the boat?", sources, embed, {"d1": "2031-02-05", "d2": "2031-05-12"}).answer
    assert "28 June 2031, 14:00" in said
    assert "Changed by" not in said


def test_what_only_names_somebody_changes_nothing_of_what_is_asked(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Will", "I give to Susan, wife of Peer Holm, my windmill in Husum with house and tools."),
        make_source(2, "Windmill, roll of 1861", "Peer Holm, 40, is now head of Haus Vik, and Ada Berg is his maid."),
        *(make_source(number, "Sails", f"Windmill {number} has sails.") for number in range(3, 9)),
    ]
    said = answer("Who inherited the windmill?", sources, embed, {"d1": "1852-02-03", "d2": "1861-04-07"}).answer
    assert "Susan" in said
    assert "Changed by" not in said


LEASE = (
    "The rent is EUR 900 a month, payable in advance. The service charge is EUR 120 a month.\n\n"
    "From 1 April 2025 the rent is EUR 980 a month.\n"
)


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("How much is the rent?", LEASE, True),
        ("How much is the rent?", LEASE.replace("EUR 980", "still EUR 900"), False),
        ("How much is the service charge?", LEASE, False),
        ("When is the pool open?", "The pool is open at 9.\n\nFrom 1 May to 1 September the bar is open at 8.", False),
    ],
)
def test_what_is_so_from_a_day_stands_behind_what_it_changes(
    make_source: MakeSource, embed: Embed, question: str, text: str, told: bool
) -> None:
    source = make_source(1, "Lease agreement", text, section_path=["Lease agreement", "3. Payments"])
    said = answer(question, [source], embed).answer
    assert ("Changed further down: From 1 April 2025 the rent is EUR 980" in said) is told
    assert "Changed" not in said or told


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("Holidays may from now on be asked for three weeks ahead instead of four.", True),
        ("Holidays may from now on be asked for three weeks ahead instead of six.", False),
    ],
)
def test_an_amount_in_words_that_another_stands_instead_of_is_changed(
    make_source: MakeSource, embed: Embed, later: str, told: bool
) -> None:
    sources = [
        make_source(1, "Handbook", "Ask for holidays at least four weeks ahead.", section_path=["Holidays"]),
        make_source(2, "Minutes", later, section_path=["4. Holidays"]),
    ]
    said = answer("How far ahead do I have to ask for holidays?", sources, embed, DATES).answer
    assert (f"Changed by Minutes: {later}" in said) is told


MINUTES = "Four votes for the offer of Wick, one against (Tom Vik, who had seen none of its work)."


@pytest.mark.parametrize(
    ("later", "is_changed"),
    [
        ("The minutes of March are approved with one correction: Ada Holm voted against the offer, not Tom Vik.", True),
        ("Under item 3 it was Ada Holm who voted against the offer (not Tom Vik as written).", True),
        # What is set against something else corrects nothing.
        ("Ada Holm was against the offer of Lorn, not only for its price.", False),
        ("Ada Holm spoke against the offer, not Jory Penn.", False),
    ],
)
def test_what_says_who_it_was_and_who_not_corrects_what_was_said(
    make_source: MakeSource, embed: Embed, later: str, is_changed: bool
) -> None:
    sources = [make_source(1, "Minutes of 12 March", MINUTES), make_source(2, "Minutes of 18 June", later)]
    draft = answer("Who voted against the offer of Wick?", sources, embed, {"d1": "2025-03-12", "d2": "2025-06-18"})
    assert any(line.startswith("Changed by") for line in draft.lines) is is_changed
    # What was said later is no mistake in what came after it.
    draft = answer("Who voted against the offer of Wick?", sources, embed, {"d1": "2025-07-12", "d2": "2025-06-18"})
    assert not any(line.startswith("Changed by") for line in draft.lines)


def test_a_rate_that_changes_is_no_count_that_does(make_source: MakeSource, embed: Embed) -> None:
    figures = "| | 2030 | 2031 |\n|---|---|---|\n| Call-outs | 44 | 40 |\n"
    change = "1. The rate rises from 25p to 35p a mile for call-outs on or after 1 October 2031."
    title = "Amendment No. 3 to the Orders"
    sources = [make_source(1, "Figures", figures), make_source(2, title, change, section_path=[title])]
    told = answer("How many call-outs were there in 2031?", sources, embed)
    assert told.lines == ["Figures: Call-outs: 40 (2031) [1]"]


def test_a_day_is_moved_to_another_month_in_a_line_that_is_broken(make_source: MakeSource, embed: Embed) -> None:
    plan = "The dredging of the harbour starts on 1 April 2031."
    moved = (
        "The council has moved the start of the dredging: it begins on 1 June 2031 and\n   not on 1 April as planned."
    )
    sources = [make_source(1, "Plan of the harbour", plan), make_source(2, "Minutes of the harbour board", moved)]
    found = answer("When does the dredging start?", sources, embed, dates={"d1": "2030-03-01", "d2": "2030-11-14"})
    assert "Changed by Minutes of the harbour board: The council has moved the start" in found.answer
