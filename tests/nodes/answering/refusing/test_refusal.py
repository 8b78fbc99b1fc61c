"""What has to be found before anything is quoted."""

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much did Fenwick Tools sell from 2019 to 2021?", ("2019", "2021")),
        ("How much did Fenwick Tools sell from 1962 to 1964?", ("1962", "1964")),
        ("How much did Fenwick Tools sell between FY19 and FY21?", ("2019", "2021")),
    ],
)
def test_a_year_that_a_range_steps_over_need_not_be_found(
    make_source: MakeSource, embed: Embed, question: str, told: tuple[str, str]
) -> None:
    content = f"Fenwick Tools sold 412 units in {told[0]} and 530 units in {told[1]}."
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Sales", content)], embed)
    assert draft.status == "answered"
    assert "412" in draft.answer


@pytest.mark.parametrize(
    "question",
    [
        "How much did Fenwick Tools sell in 2019, 2020 and 2021?",
        "How much did Fenwick Tools sell from 2019 to 2021, FY20 included?",
    ],
)
def test_a_year_between_two_others_that_is_named_must_be_found(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    content = "Fenwick Tools sold 412 units in 2019 and 530 units in 2021."
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Sales", content)], embed)
    assert draft.status == "no_evidence"
    assert "2020" in draft.answer


@pytest.mark.parametrize(
    ("question", "content", "word"),
    [
        ("What is the noise level of the Halm pump?", "The Halm pump makes noise in the town of Halm.", "level"),
        ("Who is responsible for the pump of Halm?", "Jette Lind visited the pump of Halm in 2019.", "responsible"),
        ("Who handles the letters of Halm?", "Jette Lind wrote of the letters of Halm in 2019.", "handles"),
    ],
)
def test_what_is_asked_for_must_be_said(make_source: MakeSource, question: str, content: str, word: str) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", content)], None)
    assert draft.status == "no_evidence"
    assert word in draft.answer


def test_a_sum_of_nothing_is_answered_by_no_number(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Log", "On 2 October the battery went into service. It has 2 cells.")
    for question, status in (("What is 2+2?", "no_evidence"), ("How many cells has the battery?", "answered")):
        assert answer_by_quoting(question, rule_plan(question), [source], embed).status == status


@pytest.mark.parametrize(
    ("holding", "documents", "status"), [(60, 200, "answered"), (2, 200, "no_evidence"), (6, 10, "no_evidence")]
)
def test_what_a_collection_is_about_need_not_be_named_by_each_passage(
    make_source: MakeSource, embed: Embed, holding: int, documents: int, status: str
) -> None:
    question = "When was the new valve introduced by Skellvane?"
    source = make_source(1, "Release notes", "The new valve was introduced on 3 May 2024.")
    known = DocumentFrequencies(documents, {"skellvan": holding, "new": 50, "valv": 40, "introduc": 30})
    draft = answer_by_quoting(question, rule_plan(question), [source], embed, known=Known(frequencies=known))
    assert draft.status == status


def test_who_tells_a_duration_need_not_call_it_a_period(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the notice period?"
    for content, status in (
        ("Either party may give notice of three months.", "answered"),
        ("Either party may give notice by letter.", "no_evidence"),
    ):
        draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lease", content)], embed)
        assert draft.status == status


@pytest.mark.parametrize(
    ("question", "status"),
    [("How much sugar is in the plum jam?", "no_evidence"), ("How much sugar is in the plum crumble?", "answered")],
)
def test_what_is_in_another_thing_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, status: str
) -> None:
    source = make_source(1, "Plum crumble", "Rub flour, butter and 80 g sugar to crumbs.")
    assert answer_by_quoting(question, rule_plan(question), [source], embed).status == status


def test_who_asks_about_the_study_asks_about_the_document(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Mulching of beans", "This work was funded by the Halden Foundation.")
    question = "Who funded the study?"
    assert answer_by_quoting(question, rule_plan(question), [source], embed).status == "answered"


def test_for_how_many_something_is_served_is_no_heading(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Plum crumble", "Serves 6. Preparation 20 minutes, baking 35 minutes.")
    question = "How many people does the crumble serve?"
    assert "Serves 6" in answer_by_quoting(question, rule_plan(question), [source], embed).answer


def test_a_verb_at_the_end_of_a_question_is_no_thing(make_source: MakeSource, embed: Embed) -> None:
    question = "Which licence does the trainer in Highmoor hold?"
    source = make_source(1, "Highmoor", "The trainer in Highmoor has a gold licence.")
    assert answer_by_quoting(question, rule_plan(question), [source], embed).status == "answered"


def test_rows_of_a_document_that_does_not_know_the_name_are_no_answer(make_source: MakeSource, embed: Embed) -> None:
    table = "product | model | price (EUR)\nBicycle | Alva | 749\nBicycle | Borg | 899"
    sources = [
        make_source(1, "Dormilan", "Dormilan is a tablet for adults. Take Dormilan with water."),
        make_source(2, "prices", table),
    ]
    assert answer("What is the price of Dormilan?", sources, embed).startswith("I looked for")
    assert "749" in answer("What is the price of the Alva?", sources, embed)


def test_what_two_documents_say_apart_does_not_cover_a_question(make_source: MakeSource, embed: Embed) -> None:
    question = "How many square metres does Lisk clean?"
    sources = [
        make_source(1, "Fees", "Lisk cleans windows in Halm for 40 euros."),
        make_source(2, "Rooms", "The barn has 64 square metres, and a stove."),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert 0 < draft.decided["evidence"]["coverage"] < 1


LEDGER = (
    "Voucher | Date | Account | Supplier | Amount\n"
    "V1 | 2025-03-04 | Paint | Halm Paints | 310.20\n"
    "V2 | 2025-03-09 | Paint | Odd Colours | 74.00\n"
    "V3 | 2025-04-02 | Paint | Halm Paints | 99.10"
)


@pytest.mark.parametrize(
    "question", ["How much did we spend on paint in March?", "What did we pay for paint in March?"]
)
def test_a_row_with_an_amount_need_not_say_that_it_was_spent(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    said = answer(question, [make_source(1, "Ledger", LEDGER)], embed)
    assert "310.20" in said
    assert "74.00" in said
    assert "99.10" not in said


def test_a_sentence_has_to_say_that_it_was_paid(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Letter", "The barge of Halm has a worth of EUR 4,000.")]
    assert "4,000" not in answer("How much did we spend on the barge of Halm in Husum?", sources, embed)


def test_a_month_of_which_a_table_has_no_row_is_what_is_missing(make_source: MakeSource, embed: Embed) -> None:
    said = answer("How much did we spend on paint in June?", [make_source(1, "Ledger", LEDGER)], embed)
    assert "“June”" in said
    assert "spend" not in said.replace("did we spend on", "")


def test_a_number_of_a_month_is_said_of_that_month(make_source: MakeSource, embed: Embed) -> None:
    budget = make_source(2, "Budget", "Costs of March are told in two sheets.")
    asked = "How many bookings were there in March?"
    assert "31" not in answer(asked, [make_source(1, "Halls", "There were 31 bookings."), budget], embed)
    assert "31" in answer(asked, [make_source(1, "Halls in March", "There were 31 bookings."), budget], embed)
    report = make_source(1, "Report for March 2029", "Item | March 2029\nBookings of the halls | 31")
    assert "31" in answer("How many bookings of the halls were there in March 2029?", [report], embed)
    assert "31" not in answer("How many bookings of the halls were there in June 2029?", [report], embed)


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("May the Linds keep a boat?", True),
        ("May the Moors keep a boat?", False),
        # One person may be called so.
        ("May Linds keep a boat?", False),
    ],
)
def test_a_family_is_called_as_each_of_it_is(
    make_source: MakeSource, embed: Embed, question: str, *, is_answered: bool
) -> None:
    source = make_source(1, "Letter", "To Jette Lind and Per Lind. You may keep a boat at the quay of the mill.")
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert (draft.status == "answered") is is_answered


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("How much would it cost to mend the rudder?", True),
        ("How much would it cost to mend the gangway?", False),
    ],
)
def test_a_row_of_an_offer_does_not_say_what_is_done(
    make_source: MakeSource, embed: Embed, question: str, *, is_answered: bool
) -> None:
    offer = "Work | Parts | Labour | Total\nRudder | 40.00 | 65.00 | 105.00\nMast | 18.00 | 130.00 | 148.00"
    other = make_source(2, "Notes", "They mend nets at the quay. The cost of a berth is told at the office.")
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Estimate", offer), other], embed)
    assert (draft.status == "answered") is is_answered


def test_what_has_to_be_shown_may_be_handed_in(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Rules", "Every skipper hands in the permit by 3 May 2031.")
    question = "When do I have to provide the permit?"
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert draft.status == "answered"


BOILER = (
    "The firm builds a new boiler in the cellar and delivers heat to all flats. Prices are announced six weeks before."
)
ROOF = "Offer of Holm Roofs: 141,000 euros, with a warranty of ten years on the roof."


def test_what_is_told_of_another_thing_is_refused_where_the_sources_speak_of_this_one(
    make_source: MakeSource, embed: Embed
) -> None:
    question = "How long is the warranty of the new boiler?"
    sources = [make_source(1, "Heating", BOILER), make_source(2, "Minutes", ROOF)]
    said = answer(question, sources, embed)
    assert "six weeks" not in said
    told = "The new boiler has a warranty. It is given for five years."
    assert "five years" in answer(question, [make_source(1, "Heating", told), sources[1]], embed)


def test_an_amount_is_told_of_the_thing_it_is_asked_of(make_source: MakeSource, embed: Embed) -> None:
    question = "What does the scaffold for the roof cost?"
    text = "The levy for the roof of 44,400 euros is due in May. The scaffold for the roof is put up in June."
    assert "44,400" not in answer(question, [make_source(1, "Circular", text)], embed)
    text = "The levy for the roof is due in May. The scaffold for the roof is put up in June. We pay 900 euros for it."
    assert "900" in answer(question, [make_source(1, "Circular", text)], embed)
