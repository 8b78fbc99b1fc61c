"""The extractive answer as a person reads it, conflicts and refusals included."""

from collections.abc import Callable

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting import Embed
from nodes.answering.told_apart import in_order_of_periods, newest_first
from nodes.domain.chat import Hit
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

TABLE = (
    "Key figures\n(in thousands of euros)\n2023 2022\nElectricity sales $ 1,741 $ 1,262\nTotal revenue 1,867 1,371\n"
)


def test_a_fact_is_one_line_with_its_source(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Harbour", "The harbour was opened in 1911. Gulls nest on its roof.")]
    assert answer("When was the harbour opened?", sources, embed) == "The harbour was opened in 1911. [1]"


def test_a_row_is_shown_with_the_asked_year_while_the_quote_stays_verbatim(
    make_source: MakeSource, embed: Embed
) -> None:
    question = "What were electricity sales in 2023?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Annual Report", TABLE)], embed)
    assert draft.lines[0] == "Annual Report: Electricity sales (in thousands of euros): $1,741 (2023) [1]"
    assert draft.citations[0]["quote"] == "Electricity sales $ 1,741 $ 1,262"
    assert draft.citations[0]["quote"] in TABLE


def test_line_breaks_and_hyphens_are_joined_where_shown_only(make_source: MakeSource, embed: Embed) -> None:
    content = "The coating of the blades lost a third of its thick-\nness within\nthe first winter [12]."
    question = "How much thickness did the coating of the blades lose?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Paper", content)], embed)
    assert (
        draft.answer
        == "The coating of the blades lost a third of its thickness within the first winter [\u206012]. [1]"
    )
    assert draft.citations[0]["quote"] == content


def test_the_title_of_a_clause_and_a_question_are_quoted_with_what_follows(
    make_source: MakeSource, embed: Embed
) -> None:
    clause = (
        "**7. Contractual penalty.** For each breach the party shall pay EUR 25,000.\n\n**8. Law.** That of Norway."
    )
    shown = answer("What is the contractual penalty?", [make_source(1, "Contract", clause)], embed)
    assert "For each breach the party shall pay EUR 25,000." in shown
    asked = "What does E217 mean?\n\nE217 is a failure of the backup battery on the memory board."
    assert "backup battery" in answer("What does E217 mean?", [make_source(1, "Codes", asked)], embed)


def test_words_that_ask_for_a_measure_need_not_stand_in_the_text(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Facts", "The lease runs for six years. The harbour is deep.")
    assert "six years" in answer("How long is the lease?", [source], embed)
    assert "six years" not in answer("How sturdy is the umbrella?", [source], embed)


def test_the_headers_of_a_mail_are_hardly_ever_quoted(make_source: MakeSource, embed: Embed) -> None:
    content = (
        "From: Wi-Fi Desk <desk@example.com>\nDate: Tue, 12 Mar 2024\n\nOn Thursday the Wi-Fi gets a new password."
    )
    shown = answer("When does the Wi-Fi password change?", [make_source(1, "Wi-Fi password change", content)], embed)
    assert "From:" not in shown
    assert "On Thursday the Wi-Fi gets a new password." in shown


def test_a_hyphen_before_a_word_that_joins_stays(make_source: MakeSource, embed: Embed) -> None:
    content = "The valve reads site-\nor host-specific settings."
    shown = answer("Which settings does the valve read?", [make_source(1, "Valves", content)], embed)
    assert shown == "The valve reads site- or host-specific settings. [1]"


def test_emphasis_is_not_shown_and_names_of_code_are(make_source: MakeSource, embed: Embed) -> None:
    content = "The **harbour** was opened by __Ada Byron__ when `__init__` was called."
    shown = answer("Who opened the harbour?", [make_source(1, "Harbour", content)], embed)
    assert shown == "The harbour was opened by Ada Byron when `__init__` was called. [1]"


def test_a_comparison_has_a_line_for_each_document(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Petrel", "Petrel has a rated power of 1.2 MW."),
        make_source(2, "Skua", "Skua has a rated power of 1.5 MW."),
    ]
    lines = answer("Which has more rated power, Petrel or Skua?", sources, embed).split("\n")
    # The one that has more comes first.
    assert lines == ["Skua: Skua has a rated power of 1.5 MW. [2]", "Petrel: Petrel has a rated power of 1.2 MW. [1]"]


def test_disagreement_is_said_and_the_newer_document_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Contract", "The supplier warrants the battery for 10 years from acceptance."),
        make_source(2, "Amendment", "The supplier warrants the battery for 12 years from acceptance."),
    ]
    dates = {"d1": "2022-11-14", "d2": "2023-05-08"}
    lines = answer("What is the warranty of the battery?", sources, embed, dates=dates).split("\n")
    assert lines[0] == "Sources disagree:"
    assert lines[1].startswith("- Amendment: ")
    assert lines[2].startswith("- Contract: ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In 2022 the net generation was 7,150 MWh.", "In 2023 the net generation was 9,840 MWh."),
        ("Petrel delivered 1,100 MWh of net generation.", "Skua delivered 1,900 MWh of net generation."),
        ("The net generation was 9,840 MWh.", "The net generation was 9,840 MWh."),
    ],
)
def test_other_years_other_things_and_the_same_value_are_no_disagreement(
    make_source: MakeSource, embed: Embed, one: str, other: str
) -> None:
    sources = [make_source(1, "One", one), make_source(2, "Other", other)]
    assert "disagree" not in answer("What was the net generation?", sources, embed)


def test_a_sentence_that_contradicts_a_table(make_source: MakeSource, embed: Embed) -> None:
    table = "Key figures\n2023 2022\nNet generation (MWh) 9,840 7,150\nMembers at year end 447 412\n"
    minutes = "The net generation in 2023 was 9,310 MWh, and not 9,840 MWh as the draft has it."
    sources = [make_source(1, "Annual report", table), make_source(2, "Minutes", minutes)]
    text = answer("What was the net generation in 2023?", sources, embed)
    assert text.startswith("Sources disagree:")
    assert "9,840" in text
    assert "9,310" in text


def test_clauses_that_differ_in_a_month_disagree(make_source: MakeSource, embed: Embed) -> None:
    clause = "3.1 The battery is delivered to the site no later than 30 {} 2023."
    sources = [
        make_source(1, "Contract", clause.format("June")),
        make_source(2, "Amended Contract", clause.format("September")),
        make_source(3, "Report", "The site of the battery was cleared by hand."),
    ]
    lines = answer("By which date must the battery be delivered to the site?", sources, embed).split("\n")
    assert lines[0] == "Sources disagree:"
    assert len(lines) == 3


def test_a_sentence_below_a_year_contradicts_a_table_and_a_bound_does_not(
    make_source: MakeSource, embed: Embed
) -> None:
    table = "Turbine  2023 (MWh)  2022 (MWh)\nTern 3,190 2,900\nSkua 3,325 3,610\n"
    below = {"section_path": ["Minutes", "Generation in 2023"]}

    def told(sentence: str) -> str:
        sources = [make_source(1, "Annual report", table), make_source(2, "Minutes", sentence, **below)]
        return answer("How many MWh did Tern deliver in 2023?", sources, embed)

    assert told("Tern delivered 2,660 MWh.").startswith("Sources disagree:")
    assert "disagree" not in told("Tern must deliver at least 2,660 MWh.")
    assert "disagree" not in told("Tern delivered 2,660 MWh until October.")


def test_a_judgement_need_not_be_said(make_source: MakeSource, embed: Embed) -> None:
    text = "Station D has moving sand; the survey of its turbines advised against it."
    sources = [
        make_source(1, "Strategy", text),
        make_source(2, "Handbook", "A turbine is locked before it is cleaned."),
    ]
    assert answer("Is station D a good place for a turbine?", sources, embed) == f"{text} [1]"


def test_steps_stay_in_their_order(make_source: MakeSource, embed: Embed) -> None:
    content = "Locking a turbine\n1. Stop the rotor.\n2. Set the brake of the turbine.\n3. Take the key."
    text = answer("How do I lock a turbine?", [make_source(1, "Handbook", content)], embed)
    assert text.startswith("1. Stop the rotor.\n2. Set the brake of the turbine.\n3. Take the key. [1]")


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
        question, rule_plan(question), [make_source(1, "Harbour", "Ships came.")], embed, frequencies=frequencies
    )
    assert "Albatross" in draft.answer.split("mention")[1]
    assert "captain" not in draft.answer.split("mention")[1]


def test_small_talk_and_no_sources(make_source: MakeSource, embed: Embed) -> None:
    assert "documents" in answer("Hello!", [make_source(1, "A", "b c d.")], embed)
    draft = answer_by_quoting("When?", rule_plan("When?"), [], embed)
    assert (draft.status, draft.citations) == ("no_evidence", [])


def test_undated_documents_come_last_in_their_order(make_source: MakeSource) -> None:
    sources = [make_source(n, "Notes", "Text.") for n in (1, 2, 3, 4)]
    assert newest_first(sources, {"d2": "2021-01-01", "d4": "2023-01-01"}) == [3, 1, 0, 2]
    sources[2] = make_source(3, "Notes of 2022", "Text.")
    assert newest_first(sources, {"d2": "2021-01-01", "d4": "2023-01-01"}) == [3, 2, 1, 0]


def test_an_entry_is_asked_for_more_than_a_passage_of_a_report(
    make_source: MakeSource, make_hit: Callable[..., Hit], embed: Embed
) -> None:
    question = "When did the architect of Fulmar Harbour die?"
    source = make_source(1, "Fulmar Harbour", "Fulmar Harbour was opened in 1911 by Ann Reed, its architect.")
    plan = rule_plan(question)
    verdicts = {}
    for entry, chunks in ((False, 1), (True, 1), (True, 12)):
        hits = [make_hit("a", is_entry=entry, total_chunks=chunks)]
        draft = answer_by_quoting(question, plan, [source], embed, hits=hits)
        verdicts[entry, chunks] = (draft.status, draft.why)
    assert verdicts[False, 1][0] == "answered"
    assert verdicts[True, 1][0] == "no_evidence"
    assert "under 5.4" in verdicts[True, 1][1]
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


def test_what_is_asked_for_in_the_plural_is_quoted_as_the_list_it_stands_in(
    make_source: MakeSource, embed: Embed
) -> None:
    points = ["Group meeting moves to Thursday", "Molasses instead of acetate", "New sampler if it is paid for"]
    content = "Decisions of the retreat\n" + "\n".join(f"- {point}" for point in points)
    sources = [make_source(1, "Retreat", content)]
    assert answer("What are the decisions of the retreat?", sources, embed) == "\n".join(
        ["Decisions of the retreat", *(f"- {point}" for point in points[:-1]), f"- {points[-1]} [1]"]
    )
    one = answer("When is the group meeting of the retreat?", sources, embed)
    assert one.startswith("Group meeting moves to Thursday")
    assert "sampler" not in one


def test_a_year_before_a_comma_is_a_year(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Slides 2024", "Ring test: rank 14 of 22 in 2023, rank 5 of 24 in 2024.")]
    assert "rank 14" in answer("What was the rank in the ring test of 2023?", sources, embed)


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


FEE = "For parking the charge is 1.50 per hour. Guard dogs may be brought along at no charge."
GUARDS = "Castellan Security guards the hospital. The guard of Castellan Security may ask for a badge, hour by hour."


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


def test_the_total_of_another_invoice_contradicts_nothing(make_source: MakeSource, embed: Embed) -> None:
    def invoice(customer: str, total: str) -> str:
        return f"Customer: {customer}\nNet      875.00  1\nTotal    {total}  1\n"

    question = "What is the total of the invoice to the cricket club?"
    sources = [
        make_source(1, "Joinery invoice", invoice("Thornby Cricket Club", "1,050.00")),
        make_source(2, "Joinery invoice", invoice("Village Hall Trust", "1,953.60")),
    ]
    text = answer(question, sources, embed)
    assert "1,050.00" in text
    assert "disagree" not in text
    assert "1,953.60" not in text


def test_one_chance_word_is_no_second_quote(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Rent", "The monthly rent is EUR 4,850."),
        make_source(2, "Team", "Ilse Gruen began in 2023."),
    ]
    assert answer("How much is the rent in 2023?", sources, embed) == "The monthly rent is EUR 4,850. [1]"


def test_a_year_alone_does_not_come_before_the_words(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Trustees", "Lena Fairbrother was elected in 2023 with 27 votes."),
        make_source(2, "Meeting 2024", "The hall's income in 2023 was 41,870 pounds."),
    ]
    assert answer("What was the income in 2023?", sources, embed) == "The hall's income in 2023 was 41,870 pounds. [2]"


def test_the_one_item_of_a_list_that_answers_is_quoted(make_source: MakeSource, embed: Embed) -> None:
    minutes = (
        "Present: Mina Farrow, Jude Castell, Ravi Nandakumar\n\n- The budget was approved.\n"
        "- Jude reported that the Hamburg office moves.\n- Ravi will get three offers for solar panels.\n"
    )
    text = answer("Who will get offers for solar panels?", [make_source(1, "Board meeting", minutes)], embed)
    assert text == "Ravi will get three offers for solar panels. [1]"


def test_documents_that_differ_in_what_is_named_do_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Orbit Router R5", "Up to 32 devices can be connected. The range is about 18 m."),
        make_source(2, "Orbit Router R7", "Up to 64 devices can be connected. The range is about 25 m."),
    ]
    assert answer("How many devices can be connected to the R5?", sources, embed).startswith("Up to 32")
    assert "disagree" not in answer("How many devices can be connected to the R5?", sources, embed)
    compared = answer("Which router has the longer range?", sources, embed)
    assert compared.split("\n") == [
        "- Orbit Router R5: The range is about 18 m. [1]",
        "- Orbit Router R7: The range is about 25 m. [2]",
    ]


def test_of_two_years_that_nobody_asked_for_the_newest_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Travel policy, valid from 2022", "Daily allowance: EUR 24. Trains are booked by the office."),
        make_source(2, "Travel policy, valid from 2024", "Daily allowance: EUR 28. Trains are booked by anybody."),
    ]
    assert answer("What is the daily allowance?", sources, embed).split("\n") == [
        "From different years, the newest first:",
        "- Travel policy, valid from 2024: Daily allowance: EUR 28. [2]",
        "- Travel policy, valid from 2022: Daily allowance: EUR 24. [1]",
    ]
    assert answer("What was the daily allowance in 2022?", sources, embed) == "Daily allowance: EUR 24. [1]"


@pytest.mark.parametrize("asked", ["What was the net generation in 2023?", "What was the net generation?"])
def test_documents_of_two_years_disagree_about_a_third(make_source: MakeSource, embed: Embed, asked: str) -> None:
    sources = [
        make_source(1, "Annual report 2023", "The net generation in 2023 was 9,840 MWh."),
        make_source(2, "Minutes of 21 February 2024", "The net generation in 2023 was 9,310 MWh."),
    ]
    assert answer(asked, sources, embed).startswith("Sources disagree:")


def test_two_annual_reports_disagree_about_a_year_that_both_have(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Annual Report 2023", "Key figures\n2023 2022 2021\nAvailability of turbines (%) 93.2 90.8 88.9"
        ),
        make_source(
            2, "Annual Report 2022", "Key figures\n2022 2021 2020\nAvailability of turbines (%) 91.4 88.9 86.1"
        ),
    ]
    shown = answer("What was the availability of the turbines in 2022?", sources, embed)
    assert shown.split("\n") == [
        "Sources disagree:",
        "- Annual Report 2023: Availability of turbines (%): 90.8 (2022) [1]",
        "- Annual Report 2022: Availability of turbines (%): 91.4 (2022) [2]",
    ]
    assert "disagree" not in answer("What was the availability of the turbines in 2021?", sources, embed)


def test_a_piece_without_a_word_of_the_question_does_not_come_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Rye loaf (Quay Road Bakery)", "2.4 kg rye flour. Mix for 8 minutes."),
        make_source(2, "The bakery, an interview", "We moved to Quay Road from Pellham."),
    ]
    text = answer("Where was the bakery before Quay Road?", sources, embed)
    assert text.startswith("We moved to Quay Road from Pellham. [2]")


def test_a_second_quote_that_adds_nothing_is_left_out(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Mail", "Tuva Lien, who led the installation, is reached on +47 555 01 322."),
        make_source(
            2, "Staff", "Name | Task | Phone\nIngrid Solheim | Director | 2201\nOdd Myhre | Contracts | 2207\n"
        ),
    ]
    text = answer("Phone number of the person who led the installation?", sources, embed)
    assert text == "Tuva Lien, who led the installation, is reached on +47 555 01 322. [1]"


@pytest.mark.parametrize(
    ("said", "begins"), [("Hi there", "Hello!"), ("Thanks!", "You are welcome."), ("ok", "You are")]
)
def test_small_talk_is_answered_in_kind(embed: Embed, said: str, begins: str) -> None:
    assert answer(said, [], embed).startswith(begins)


def test_what_begins_with_another_number_is_no_contradiction(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Room plan", "Room 12 seats 40 people."),
        make_source(2, "Rooms", "Room 14 seats 25 people."),
    ]
    assert "disagree" not in answer("How many people does a room seat?", sources, embed)


def test_the_line_of_the_kind_that_is_asked_for_is_quoted_too(make_source: MakeSource, embed: Embed) -> None:
    text = "Object: Lift 4, east wing\nInspected on 27.09.2023 by Ruth Adler.\nResult: no defects."
    said = answer("Who inspected lift 4?", [make_source(1, "Inspection certificate", text)], embed)
    assert "Ruth Adler" in said


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


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the CEO of Hask Marine?", "Chief executive officer of Hask Marine is Mara Lind."),
        ("Who is the chief financial officer of Hask Marine?", "The CFO of Hask Marine is Mara Lind."),
    ],
)
def test_a_role_is_found_abbreviated_and_written_out(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    assert answer(question, [make_source(1, "Letter", text)], embed) == f"{text} [1]"


def test_a_question_is_answered_as_it_was_meant_and_not_as_it_was_typed(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Staff handbook", "The daily allowance is 58 euros. Receipts are due in May.")]
    typed, meant = "What is the dayly alowance?", "What is the daily allowance?"
    plan = rule_plan(meant)
    plan["spelling"] = {"dayly": "daily", "alowance": "allowance"}
    assert answer_by_quoting(typed, plan, sources, embed).answer == "The daily allowance is 58 euros. [1]"
    assert answer_by_quoting(typed, rule_plan(typed), sources, embed).status == "no_evidence"


def test_who_asks_which_document_says_something_is_told_its_title(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Post-mortem: slow search", "Status: open."),
        make_source(2, "Post-mortem: lost mail", "Status: closed."),
    ]
    said = answer("Which post-mortem is still open?", sources, embed)
    assert said.startswith("Post-mortem: slow search: Status: open. [1]")
    assert answer("What is the status?", sources[:1], embed) == "Status: open. [1]"


def test_the_time_in_a_title_goes_before_the_day_a_report_was_written(make_source: MakeSource) -> None:
    sources = [
        make_source(n, f"Report {time}", "Text.") for n, time in enumerate(("2023", "Q1 2024", "Q3 2024"), start=1)
    ]
    assert in_order_of_periods(sources, {"d1": "2024-11-30"}) == [0, 1, 2]
    sources[1] = make_source(2, "Notes", "Text.")
    assert in_order_of_periods(sources, {"d1": "2024-11-30"}) == [0, 2, 1], "undated ones come last"
