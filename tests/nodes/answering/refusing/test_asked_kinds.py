"""Who, when and where: what says nothing of the kind that is asked for answers nothing."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "title", "content"),
    [
        ("Who designed the Halm Lighthouse?", "Halm Lighthouse", "The Halm Lighthouse was a tower above the bay."),
        ("Who was the wife of Otto Berg?", "Otto Berg", "Otto Berg (born 1931 in Kiel, died 1999) was a baker."),
        ("Who was the wife of Otto Berg?", "Otto Berg", "Otto Berg was a baker. He moved to Kiel."),
        ("Who is the head of Berg Bakery?", "Baker wanted", "At Berg Bakery. You report to the head. Flour is here."),
        ("When did Otto Berg marry?", "Otto Berg", "Otto Berg (1886–1963) was a baker."),
        ("When did Otto Berg die?", "Otto Berg", "Otto Berg was a baker and a founder of Berg Mills."),
        ("When did Otto Berg found Halm Mills?", "Otto Berg", "Otto Berg (1886–1963) founded mills, Halm Mills too."),
        ("When did Berg Bakery close?", "Berg Bakery", "Berg Bakery closes if the oven is out."),
        ("Where was Karl Hess born?", "Signe Lund", "She was born in 1951 in Kiel. With Karl Hess she found a comet."),
        ("Where was Otto Berg buried?", "Otto Berg", "Otto Berg (1886–1963, born in Kiel) was a baker of bread."),
    ],
)
def test_what_tells_nobody_no_time_and_no_place_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, title: str, content: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, title, content)], embed)
    assert draft.status == "no_evidence"


@pytest.mark.parametrize(
    ("question", "title", "content"),
    [
        ("Who designed the Halm Lighthouse?", "Halm Lighthouse", "The Halm Lighthouse is a work of Jette Lind."),
        ("Where was Karl Hess born?", "Comets", "Karl Hess found a comet. He was born in 1951 in Kiel."),
        ("When was Karl Hess born?", "Hess, Karl", "Found a comet. Was born in 1951 in Kiel."),
        ("Who cleans the Halm Lighthouse?", "Halm Lighthouse", "The Halm Lighthouse is cleaned by the caretaker."),
        ("Who was the wife of Otto Berg?", "Otto Berg", "Otto Berg (1931–1999) married Jette Lind."),
        ("Who is the head of Berg Bakery?", "Rules", "The head of Berg Bakery is the oldest of the bakers."),
        ("When did Otto Berg marry?", "Otto Berg", "Otto Berg (1886–1963) married after the harvest."),
        ("When did Otto Berg die?", "Otto Berg", "Otto Berg (1886–1963) was a baker."),
        ("When does Berg Bakery open?", "Berg Bakery", "Berg Bakery opens every morning at six."),
        ("Where was Otto Berg buried?", "Otto Berg", "Otto Berg (1886–1963) has his grave in Kiel."),
        ("Where are the keys of Berg Bakery?", "Berg Bakery", "Berg Bakery: the keys hang behind the door."),
        ("When does Berg Bakery close?", "Berg Bakery", "Berg Bakery closes if the oven is out."),
        ("Wann hat Otto Berg geheiratet?", "Otto Berg", "Otto Berg (1886–1963) hat nach der Ernte geheiratet."),
    ],
)
def test_somebody_a_time_or_a_place_in_other_words_is_an_answer(
    make_source: MakeSource, embed: Embed, question: str, title: str, content: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, title, content)], embed)
    assert draft.status == "answered"


@pytest.mark.parametrize("question", ["Who is the mayor of Tolm?", "Who is the auditor of Skarn Ferries?"])
def test_a_role_is_told_where_what_it_is_in_is_spoken_of(make_source: MakeSource, embed: Embed, question: str) -> None:
    sources = [
        make_source(
            1, "Skarn", "Skarn is a port with 9,700 inhabitants. The mayor is Bertil Nyholm. The auditor is Ada."
        ),
        make_source(2, "Timetable", "Skarn Ferries sail to Tolm. They were founded by Olga Lind.", document_id="d2"),
    ]
    assert answer_by_quoting(question, rule_plan(question), sources, embed).status == "no_evidence"
    known = "Who is the mayor of Skarn?"
    assert "Bertil Nyholm" in answer_by_quoting(known, rule_plan(known), sources, embed).answer


@pytest.mark.parametrize("department", ["IT", "HR"])
def test_a_department_of_two_letters_has_a_head(make_source: MakeSource, embed: Embed, department: str) -> None:
    table = "Department | Head | Staff\nSales | Ines Calder | 9\nIT | Priya Ram | 4\nHR | Kai Eken | 3"
    question = f"Who is the head of {department}?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Staff", table)], embed)
    assert [citation["quote"].partition(" |")[0] for citation in draft.citations] == [department]


def test_a_contract_says_once_whose_it_is(make_source: MakeSource, embed: Embed) -> None:
    head = make_source(1, "Contract of Employment", "Between Halm Mills and Joy Oster.")
    holiday = "You are entitled to 27 days of holiday a year."
    later = make_source(2, "Contract of Employment", holiday, document_id="d1", revision_id="r1")
    later["spans"][0] |= {"start": 900, "end": 900 + len(holiday)}
    question = "How many days holiday does Joy Oster have?"
    draft = answer_by_quoting(question, rule_plan(question), [later, head], embed)
    assert [citation["quote"] for citation in draft.citations] == [holiday]


@pytest.mark.parametrize(
    ("question", "content", "status"),
    [
        ("Who reviewed the grant application?", "Applicant: Ada Berg, University of Halm.", "no_evidence"),
        ("Who reviewed the grant application?", "Reviewer: Ada Berg, University of Halm.", "answered"),
        ("Who reviewed the grant application?", "The grant application was reviewed by Ada Berg.", "answered"),
        ("Who is the applicant of the grant?", "Applicant: Ada Berg, University of Halm.", "answered"),
    ],
)
def test_who_has_another_part_in_a_thing_did_not_do_it(
    make_source: MakeSource, embed: Embed, question: str, content: str, status: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Grant application", content)], embed)
    assert draft.status == status


STOVES = (
    "In May 2023 the gas stove was exchanged for two hobs in the kitchen; half of them was paid in June. "
    "A portion of soup from the hobs costs 3.40 euros in the kitchen, tax included."
)
COSTS = "| Item | Remark |\n|---|---|\n| Repairs | Damage by water at the pier in August: 390 euros |"


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Who repairs the hobs in the kitchen?", STOVES),
        ("At what time is the soup in the kitchen?", "A portion of soup in the kitchen costs 3.40 euros."),
        ("What is the tax number of the kitchen?", STOVES),
        ("Who caused the damage at the pier?", COSTS),
        ("How many tickets does the pier sell per day?", "In May no tickets were sold at the pier. It was wet."),
        ("What did the soup at the pier bring in?", "On 4 May there is soup at the pier. The soup is sold from 16:30."),
        ("How much do we get for a week on call?", "Nobody is on call for two weeks in a row."),
        ("What do we pay Holm Ferries each month?", "Holm Ferries sails each month. We pay by card."),
    ],
)
def test_what_is_of_another_kind_than_is_asked_for_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, content: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", content)], embed)
    assert draft.status == "no_evidence"


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Who repairs the hobs in the kitchen?", "The hobs in the kitchen are repaired by whoever is there."),
        ("Who repairs the hobs in the kitchen?", "Repairs of the hobs in the kitchen are for Holm Ltd to do."),
        ("Who caused the damage at the pier?", COSTS.replace("August", "August, caused by Ada Holm")),
        ("At what time is the soup in the kitchen?", "Soup is served in the kitchen from 11:50."),
        ("At what time is the soup in the kitchen?", "Soup is served in the kitchen after the first lesson."),
        ("What is the tax number of the kitchen?", "The kitchen: tax number 20/815/4711."),
        ("How many tickets does the pier sell per day?", "On each day the pier sells 300 of its tickets."),
        ("How many keys does the pier lose per year?", "The pier loses 30 keys, it is said."),
        ("What did the soup at the pier bring in?", "The soup at the pier brought in 340 euros."),
        ("How much do we get for a week on call?", "For a week on call there is an allowance of 310 euros."),
    ],
)
def test_what_is_of_the_kind_that_is_asked_for_is_an_answer(
    make_source: MakeSource, embed: Embed, question: str, content: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", content)], embed)
    assert draft.status == "answered"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. **Events.** The figure is made up of the Vik Race (£4,250) and the autumn dinner (£3,180).", False),
        ("1. **Events.** Ada Holm won the Vik Race, which brought in £4,250.", True),
    ],
)
def test_what_opens_a_note_is_nobody(make_source: MakeSource, embed: Embed, text: str, told: bool) -> None:
    assert ("£4,250" in answer("who won the Vik Race", [make_source(1, "Accounts", text)], embed)) is told
