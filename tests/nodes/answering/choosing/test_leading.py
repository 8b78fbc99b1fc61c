from collections.abc import Callable

import pytest

from nodes.answering.choosing.leading import leads_of, led_to, may_lead_on
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Hit
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

QUESTION = "Which licence does the person in charge of the camp in Highmoor hold?"
CAMP = "The camp begins on 3 August. The person in charge of it in Highmoor is Jory Pascombe. Everybody brings a cup."
STAFF = "Name | Licence\nKerensa Vayle | A licence\nJory Pascombe | B licence\nFern Abelwhite | C licence\n"


def test_a_piece_leads_on_by_what_it_names_and_leaves_open(make_source: MakeSource) -> None:
    sources = [make_source(1, "Programme", CAMP)]
    leads = leads_of(QUESTION, rule_plan(QUESTION), sources, None)
    assert [lead.names for lead in leads] == [("jory pascombe",)]
    assert leads[0].document_id == "d1"
    assert "licenc" in leads[0].open
    assert "person" not in leads[0].open
    assert 0.25 < sum(leads[0].open.values()) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "The camp in Highmoor begins on 3 August. Everybody brings a cup.",
        "The person in charge of the camp in Highmoor holds the licence that Highmoor asks for.",
    ],
)
def test_what_names_nothing_new_leads_nowhere(make_source: MakeSource, text: str) -> None:
    assert leads_of(QUESTION, rule_plan(QUESTION), [make_source(1, "Programme", text)], None) == []


def test_who_is_named_is_not_somebody_else(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Price", "Deirdre Quinn agreed the price with Jana Petrow."),
        make_source(2, "Contacts", "Name | Telephone\nJana Petrow | 0555 31 70 15\nOta Brun | 0555 31 70 16\n"),
    ]
    question = "What is the telephone number of Deirdre Quinn?"
    assert leads_of(question, rule_plan(question), sources[:1], None) == []
    assert "0555" not in answer_by_quoting(question, rule_plan(question), sources, embed).answer


def test_whom_others_name_in_full_is_called_by_the_first_name(make_source: MakeSource) -> None:
    question = "mobile number of whoever leads the survey"
    sources = [make_source(1, "Minutes", "Jory, who leads the survey, was ill.")]
    assert leads_of(question, rule_plan(question), sources, None) == []
    others = [make_source(2, "Who is who", "Jory Pascombe came in 2019.")]
    leads = leads_of(question, rule_plan(question), sources, None, others)
    assert [lead.names for lead in leads] == [("jory pascombe",)]


def test_a_role_of_two_parts_is_one(make_source: MakeSource) -> None:
    question = "extension of the person with whom groups book a tour"
    sources = [make_source(1, "Tours", "Groups book a tour with the Shop and Visitor Manager.")]
    leads = leads_of(question, rule_plan(question), sources, None)
    assert leads[0].names[0] == "shop and visitor manager"
    assert "shop" not in leads[0].names


def test_the_column_that_is_asked_for_does_not_tell_what_leads_on(make_source: MakeSource) -> None:
    question = "Who is the line manager of the leader of the survey in Highmoor?"
    rules = make_source(1, "Rules", "Ask your line manager, or the line manager of Ota Brun.")
    minutes = make_source(2, "Minutes", "Jory Pascombe is the leader of the survey in Highmoor.")
    assert leads_of(question, rule_plan(question), [rules, minutes], None)[0].names == ("jory pascombe",)


@pytest.mark.parametrize(
    ("document_id", "content", "leads"),
    [
        ("d2", "Jory Pascombe holds the B licence.", True),
        ("d2", "Jory Pascombe was born by the sea.", False),
        ("d2", "Kerensa Vayle holds the A licence.", False),
        ("d1", "Jory Pascombe holds the B licence.", False),
    ],
)
def test_a_passage_must_say_the_name_and_what_is_open(
    make_source: MakeSource, make_hit: Callable[..., Hit], document_id: str, content: str, leads: bool
) -> None:
    lead = leads_of(QUESTION, rule_plan(QUESTION), [make_source(1, "Programme", CAMP)], None)[0]
    hit = make_hit("r2-00000", content, document_id=document_id, title="Notes")
    assert (led_to(hit, lead) > 0) is leads


def test_the_row_of_who_is_named_is_quoted_and_no_other(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Programme", CAMP),
        make_source(2, "Rules", "A person in charge of a camp should hold a licence. Which licence is up to them."),
        make_source(3, "Trainers", STAFF),
    ]
    draft = answer_by_quoting(QUESTION, rule_plan(QUESTION), sources, embed)
    quotes = [citation["quote"] for citation in draft.citations]
    assert "The person in charge of it in Highmoor is Jory Pascombe." in quotes
    assert "Jory Pascombe | B licence" in quotes
    assert not any("Kerensa" in quote or "Fern" in quote for quote in quotes)


def test_what_covers_most_leads_on_though_other_things_were_quoted_first(make_source: MakeSource, embed: Embed) -> None:
    minutes = [
        make_source(1, "Board minutes of 21 February", "The board meeting of 21 February was opened at 18:00."),
        make_source(2, "Board minutes of 21 February", "The minutes of the meeting of 17 January were accepted."),
        make_source(
            3,
            "Board minutes of 21 February",
            "The town was told.\n\nMinutes recorded by Corin Ashgrove",
            document_id="d1",
        ),
        make_source(4, "People", "Corin Ashgrove is the treasurer. He was born in the town of Tressing in 1981."),
        make_source(5, "Places", "The town was born of a harbour. A person was born in the town every day."),
    ]
    question = "In which town was the person born who recorded the board minutes of 21 February?"
    draft = answer_by_quoting(question, rule_plan(question), minutes, embed)
    quotes = [citation["quote"] for citation in draft.citations]
    assert "Minutes recorded by Corin Ashgrove" in quotes
    assert "He was born in the town of Tressing in 1981." in quotes


@pytest.mark.parametrize(
    ("question", "may"),
    [
        (QUESTION, True),
        ("Summarize the programme of the camp", False),
        ("How do I register for the camp?", False),
        ("What is the difference between the camp in Highmoor and the camp in Gullcombe?", False),
    ],
)
def test_questions_for_one_thing_may_lead_on(question: str, may: bool) -> None:
    assert may_lead_on(rule_plan(question)) is may
