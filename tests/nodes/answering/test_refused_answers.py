"""What is refused, what is missed, and what need not be said for an answer."""

from collections.abc import Callable

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Hit
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

FEE = "For parking the charge is 1.50 per hour. Guard dogs may be brought along at no charge."
GUARDS = "Castellan Security guards the hospital. The guard of Castellan Security may ask for a badge, hour by hour."


def test_words_that_ask_for_a_measure_need_not_stand_in_the_text(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Facts", "The lease runs for six years. The harbour is deep.")
    assert "six years" in answer("How long is the lease?", [source], embed)
    assert "six years" not in answer("How sturdy is the umbrella?", [source], embed)


def test_a_judgement_need_not_be_said(make_source: MakeSource, embed: Embed) -> None:
    text = "Station D has moving sand; the survey of its turbines advised against it."
    sources = [
        make_source(1, "Strategy", text),
        make_source(2, "Handbook", "A turbine is locked before it is cleaned."),
    ]
    assert answer("Is station D a good place for a turbine?", sources, embed) == f"{text} [1]"


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Who is the captain of the vessel Albatross?", "Albatross"),
        ("How many ships did the harbour see in 1987?", "1987"),
        ("Which enzyme splits lactose in the gut?", "enzyme"),
    ],
)
def test_what_nothing_answers_is_refused_and_what_is_missing_is_named(
    make_source: MakeSource, embed: Embed, question: str, missing: str
) -> None:
    sources = [
        make_source(1, "Harbour", "The harbour saw 340 ships in 2021. It was opened in 1911."),
        make_source(2, "B", "Bees."),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.status == "no_evidence"
    assert missing in draft.answer
    assert draft.citations == []
    assert len(draft.lines) == 1


def test_words_that_the_collection_knows_are_not_called_missing(make_source: MakeSource, embed: Embed) -> None:
    frequencies = DocumentFrequencies(40, {"captain": 3, "vessel": 9})
    question = "Who is the captain of the vessel Albatross?"
    draft = answer_by_quoting(
        question,
        rule_plan(question),
        [make_source(1, "Harbour", "Ships came.")],
        embed,
        known=Known(frequencies=frequencies),
    )
    assert "Albatross" in draft.answer.split("mention")[1]
    assert "captain" not in draft.answer.split("mention")[1]


def test_small_talk_and_no_sources(make_source: MakeSource, embed: Embed) -> None:
    assert "documents" in answer("Hello!", [make_source(1, "A", "b c d.")], embed)
    draft = answer_by_quoting("When?", rule_plan("When?"), [], embed)
    assert (draft.status, draft.citations) == ("no_evidence", [])


def test_an_entry_is_asked_for_more_than_a_passage_of_a_report(
    make_source: MakeSource, make_hit: Callable[..., Hit], embed: Embed
) -> None:
    question = "When did the architect of Fulmar Harbour die?"
    source = make_source(1, "Fulmar Harbour", "Fulmar Harbour was opened in 1911 by Ann Reed, its architect.")
    plan = rule_plan(question)
    verdicts = {}
    for entry, chunks in ((False, 1), (True, 1), (True, 12)):
        hits = [make_hit("a", is_entry=entry, total_chunks=chunks)]
        draft = answer_by_quoting(question, plan, [source], embed, known=Known(hits))
        verdicts[entry, chunks] = (draft.status, draft.why)
    assert verdicts[False, 1][0] == "answered"
    assert verdicts[True, 1][0] == "no_evidence"
    assert "under 5.5" in verdicts[True, 1][1]
    # A paper of a dozen chunks is no entry in an encyclopaedia, whatever it opens with.
    assert verdicts[True, 12] == verdicts[False, 1]


def test_a_number_that_no_source_gives_is_missed(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "New staff", "With Dr. Tierney joining us we are open on Saturdays.")]
    plan = rule_plan("What is the salary of Dr. Tierney?")
    draft = answer_by_quoting("What is the salary of Dr. Tierney?", plan, sources, embed)
    assert draft.status == "no_evidence"
    assert draft.decided["evidence"]["kind"] == 0.0


def test_what_is_said_of_other_years_does_not_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Price list 2023", "Service | Price\nScale and polish | EUR 195"),
        make_source(2, "Price list 2024", "Service | Price\nScale and polish | EUR 225"),
        make_source(3, "History", "The practice was opened in 2021."),
    ]
    refused = answer("What is the price of a scale and polish in 2021?", sources, embed)
    assert refused.endswith("but they speak of other years.")
    assert "EUR 225" in answer("What is the price of a scale and polish in 2024?", sources, embed)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Are dogs allowed?", "Dogs must stay outside."),
        ("How long do we have to keep invoices?", "Invoices are kept ten years."),
        ("How long is the lease?", "The lease runs for six years."),
        ("What does DoD mean?", "DoD: Definition of Done."),
    ],
)
def test_a_verb_that_only_asks_need_not_be_said(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    sources = [make_source(1, "House rules", text), make_source(2, "Weather", "Wind and waves were moderate.")]
    assert answer(question, sources, embed).endswith(f"{text} [1]")


def test_what_asks_for_anything_is_not_called_missing(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Lease", "3.2 Interest on late payment accrues at 4% per annum.")]
    said = answer("Is there anything about GDPR?", sources, embed)
    assert "“GDPR”" in said
    assert "“anything”" not in said
    assert "4%" in answer("Quote clause 3.2", sources, embed)


@pytest.mark.parametrize("name", ["Amex", "AMEX", "AMD"])
def test_a_name_may_be_said_in_short(make_source: MakeSource, embed: Embed, name: str) -> None:
    text = "The operating margin of American Express and of ADVANCED MICRO DEVICES rose to 21 percent."
    question = f"What was the operating margin of {name}?"
    assert "21 percent" in answer(question, [make_source(1, "Report", text)], embed)


@pytest.mark.parametrize("name", ["Acme", "AMDX", "Ampex"])
def test_a_name_that_no_source_says_is_missed(make_source: MakeSource, embed: Embed, name: str) -> None:
    text = "The operating margin of American Express and of ADVANCED MICRO DEVICES rose to 21 percent."
    question = f"What was the operating margin of {name}?"
    assert f"do not mention “{name}”" in answer(question, [make_source(1, "Report", text)], embed)


@pytest.mark.parametrize(("number", "is_said"), [(12, True), (15, False), (1, False)])
def test_the_number_of_a_name_is_a_part_of_it(
    make_source: MakeSource, embed: Embed, number: int, is_said: bool
) -> None:
    text = "The owner of Kelp Street 12 is Ada Holt. The lease was signed in 150 copies."
    told = answer(f"Who is the owner of Kelp Street {number}?", [make_source(1, "Lease", text)], embed)
    assert ("Ada Holt" in told) is is_said


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("How much is the charge per hour for parking?", True),
        ("How much does Castellan Security charge per guard hour?", False),
        ("How many guards does Castellan Security have in the hospital?", False),
    ],
)
def test_an_amount_counts_where_it_is_said_of_what_is_named(
    make_source: MakeSource, embed: Embed, question: str, is_answered: bool
) -> None:
    sources = [make_source(1, "Guards", GUARDS), make_source(2, "Visiting", FEE)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert (draft.status == "answered") is is_answered


def test_an_amount_counts_where_it_is_said_of_what_a_quote_names(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Regatta", "The starter of the Ommer Regatta was Runa Skeie."),
        make_source(2, "Berths", "Name | Amount\nTom Vik | EUR 33\nRuna Skeie | EUR 36\n"),
    ]
    question = "How much does the starter of the Ommer Regatta pay, what amount?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "EUR 36" in draft.answer


def test_what_has_another_number_is_another_thing(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Room plan", "Room 12 seats 40 people. The porter has the key."),
        make_source(2, "Rooms", "Room 14 seats 25 people. It has a screen."),
    ]
    assert answer("How many people does room 12 seat?", sources, embed) == "Room 12 seats 40 people. [1]"
    sources[1] = make_source(2, "Rooms", "Room 12 seats 25 people. It has a screen.")
    assert answer("How many people does room 12 seat?", sources, embed).startswith("Sources disagree:")


@pytest.mark.parametrize(
    ("said", "begins"), [("Hi there", "Hello!"), ("Thanks!", "You are welcome."), ("ok", "You are")]
)
def test_small_talk_is_answered_in_kind(embed: Embed, said: str, begins: str) -> None:
    assert answer(said, [], embed).startswith(begins)


def test_any_number_under_a_title_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Rye loaf (Quay Road Bakery)", "2.4 kg rye flour\n\n48 g salt"),
        make_source(2, "Interview", "When did you start the bakery? Oh, that was in 2009."),
    ]
    assert not answer("How old is the bakery?", sources, embed).startswith("2.4 kg")


def test_what_is_missing_is_told_as_it_was_typed(make_source: MakeSource, embed: Embed) -> None:
    question = "Who rowed from Skarw to Perks?"
    plan = rule_plan("Who rowed from Skarv to Parks?")
    plan["spelling"] = {"skarw": "skarv", "perks": "parks"}
    draft = answer_by_quoting(question, plan, [make_source(1, "Skarv", "The valve of Skarv is shut.")], embed)
    assert "“Perks”" in draft.answer
    assert "Parks" not in draft.answer


def test_an_age_is_no_other_number(make_source: MakeSource, embed: Embed) -> None:
    table = "Name | Job | {}\nAda Holm | Miller | 41\nBo Lind | Baker | 38"
    staff = [make_source(1, "Staff", table.format(head)) for head in ("Shift", "Age")]
    assert answer("How old is Ada Holm?", staff[:1], embed).startswith("I looked for")
    assert "41" in answer("How old is Ada Holm?", staff[1:], embed)


def test_what_something_else_costs_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Fair", "We looked at the car park for the fair.\n\nWe met there. A stall costs £10 for members."
        ),
        make_source(2, "Rules", "Each space is kept free of bicycles. Parking of lorries is not allowed."),
    ]
    told = answer("How much does a parking space in the car park cost?", sources, embed)
    assert told.startswith("I looked for")


def test_a_contract_between_others_tells_nothing(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1,
            "Contract for salt (Quay Water, Lorn Salt Ltd)",
            "This contract starts in April. It ends on 31 March 2037.",
        ),
        make_source(2, "Report", "Six samples were sent to Vik Analytical as a check of the contract."),
    ]
    assert answer("When does the contract with Vik Analytical end?", sources, embed).startswith("I looked for")
    assert "31 March 2037" in answer("When does the contract with Lorn Salt end?", sources, embed)


def test_a_contract_that_is_called_by_another_party_is_another(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1,
            "Milk supply agreement (Vik Dairy Ltd, Hagg Farm)",
            "10.1 Either party may end this agreement with a notice period of six months.",
        ),
        make_source(2, "Report", "Our largest customers are Hagg Farm and Moor Top Farm."),
    ]
    assert answer("notice period in the Moor Top Farm contract", sources, embed).startswith("I looked for")
    assert "six months" in answer("notice period in the Hagg Farm contract", sources, embed)


def test_rows_of_which_nothing_is_asked_do_not_tell_of_what_they_are_not_about(
    make_source: MakeSource, embed: Embed
) -> None:
    quarters = "Quarter | Complaints 2031\nApril to June | 18\nJuly to September | 20\n"
    subjects = "Subject | Complaints 2031\nDamp | 21\nRepairs | 44\n"
    sources = [
        make_source(1, "Complaints 2031", quarters, section_path=["When"], document_id="d1"),
        make_source(2, "Complaints 2031", subjects, section_path=["What of"], document_id="d1"),
        make_source(3, "Handbook", "Parking is free for tenants."),
    ]
    assert answer("How many complaints were about parking in 2031?", sources, embed).startswith("I looked for")
    assert "21" in answer("How many complaints were about damp in 2031?", sources, embed)


def test_what_something_else_costs_to_hire_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Hire", "The hirer insures the costumes for £6,300 during the hire, and what they cost to hire."
        ),
        make_source(2, "Hours", "The juniors meet in the rehearsal room. Hire of a drum: £4."),
    ]
    assert answer("How much does it cost to hire the rehearsal room?", sources, embed).startswith("I looked for")
    assert "£4" in answer("How much does it cost to hire a drum?", sources, embed)
