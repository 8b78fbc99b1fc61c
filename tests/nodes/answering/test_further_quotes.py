"""What is quoted besides the first piece: nothing that says one more word, or only whom a document is about."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.parts import asks_two, parts_of
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


def test_another_document_is_not_quoted_for_one_more_word(make_source: MakeSource, embed: Embed) -> None:
    question = "What does a new key for the hostel room cost if I lose it?"
    sources = [
        make_source(1, "House rules of the hostel", "A new key for a hostel room costs 35 euros.", document_id="d1"),
        make_source(2, "Tariff of the baths", "Those who lose a towel pay 25 euros at the desk.", document_id="d2"),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["file_name"] for citation in draft.citations] == [sources[0]["file_name"]]
    assert "towel" not in draft.answer


def test_another_document_is_not_quoted_for_one_more_word_in_another(make_source: MakeSource, embed: Embed) -> None:
    question = "What does it cost to bring a bike?"
    mail = "Viking Marine wants 12,900 EUR but delivers in two weeks."
    sources = [
        make_source(1, "Fare policy", "An adult ticket costs 15.90 EUR. Bicycles cost 4 EUR each.", document_id="d1"),
        make_source(2, "Life rafts", mail, document_id="d2"),
    ]
    told = answer(question, sources, embed)
    assert "4 EUR each" in told
    assert "Viking" not in told


@pytest.mark.parametrize(("boat", "count"), [("Sula", "6"), ("Runde", "4")])
def test_as_many_of_something_else_is_not_quoted_beside_the_row(
    make_source: MakeSource, embed: Embed, boat: str, count: str
) -> None:
    table = "| Vessel | Capacity | Life rafts |\n|---|---|---|\n| Sula | 150 | 6 |\n| Runde | 96 | 4 |\n"
    mail = "Hi Per,\n\nthe offer of Seagard for four life rafts is 11,200 EUR, delivery in August."
    sources = [
        make_source(1, "Life rafts", mail, document_id="d1"),
        make_source(2, "Safety on board", f"Life rafts are on deck.\n\n{table}", document_id="d2"),
    ]
    told = answer(f"How many life rafts does the {boat} have?", sources, embed)
    assert f"Life rafts: {count}" in told
    assert "Seagard" not in told


def test_whom_a_document_is_about_is_no_answer_of_its_own(make_source: MakeSource, embed: Embed) -> None:
    question = "May Ada Lindqvist swim after the operation?"
    sources = [
        make_source(1, "Plan", "Swimming after the operation is allowed from week eight.", document_id="d1"),
        make_source(2, "Plan", "Patient: Ada Lindqvist.", document_id="d1"),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "week eight" in draft.answer
    assert "Patient" not in draft.answer


def test_what_a_document_is_called_makes_no_word_of_it_an_answer(make_source: MakeSource, embed: Embed) -> None:
    question = "What time does school finish on 22 May?"
    sources = [
        make_source(1, "Dates", "School ends at 14:00 on Friday 22 May.", document_id="d1"),
        make_source(2, "School report", "Gro reads with joy and has finished 31 books.", document_id="d2"),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "14:00" in draft.answer
    assert "books" not in draft.answer


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("When was it built and by whom?", "When was it built?", "by whom was it built?"),
        ("How did cash change in 2024, and why?", "How did cash change in 2024?", "why did cash change in 2024?"),
        ("When and where is the fair?", "When is the fair?", "where is the fair?"),
        (
            "Who may open the box and where is the key?",
            "Who may open the box?",
            "where is the key, may open the box?",
        ),
    ],
)
def test_the_two_things_that_a_question_asks(question: str, first: str, second: str) -> None:
    parts = parts_of(question)
    assert parts is not None
    assert [part.question for part in parts] == [first, second]


@pytest.mark.parametrize("question", ["What did Ada and Bo say?", "salt and pepper", "", "and why?", "Who and when?"])
def test_a_question_that_asks_one_thing(question: str) -> None:
    assert not asks_two(question)


CASH = (
    "Cash fell from 5.1 to 3.3 million in 2024. Wages rose by 4 per cent. Cash of the mill is kept at two banks. "
    "The decline of cash is explained by the purchase of a sawmill. Sales of beams in 2024 were as before."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How did cash change in 2024 and why?", ("5.1 to 3.3", "purchase of a sawmill")),
        ("At how many banks is the cash kept and by how much did wages rise?", ("two banks", "4 per cent")),
    ],
)
def test_each_of_two_things_is_told(
    make_source: MakeSource, embed: Embed, question: str, told: tuple[str, str]
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Report of the mill", CASH)], embed)
    assert all(each in draft.answer for each in told)


def test_what_is_asked_of_the_same_thing_is_not_told_of_another(make_source: MakeSource, embed: Embed) -> None:
    question = "When may the lease be broken, and what does it cost?"
    sources = [
        make_source(
            1, "Lease", "The lease may be broken on 31 October 2027 for a fee of three months.", document_id="d1"
        ),
        make_source(2, "Cover", "The cover of the house is at 10 million euros.", document_id="d2"),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "31 October 2027" in draft.answer
    assert "10 million" not in draft.answer


def test_a_row_that_says_but_that_something_changed_is_of_something_else(make_source: MakeSource) -> None:
    table = "Statement of income\n2031 2030\nToll income 1,204 1,274\nChange in the value of ships 21 38\n"
    question = "By how much did the toll income of Veriport change from 2030 to 2031?"
    told = answer(question, [make_source(1, "Veriport 2031", table)], None)
    assert "Toll income: 1,204 (2031), 1,274 (2030)" in told
    assert "ships" not in told


def test_a_reason_that_follows_what_is_quoted_is_told_with_it(make_source: MakeSource, embed: Embed) -> None:
    letter = "Order 45-118 will be four days late, we regret. The reason is a strike at the sawmill. We pay EUR 60."
    told = answer("How late is order 45-118, and why?", [make_source(1, "Letter", letter)], embed)
    assert "four days" in told
    assert "strike" in told
    assert told.count("four days") == 1


def test_what_else_is_told_of_a_name_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    question = "When does Ada Lindqvist get the keys?"
    sources = [
        make_source(1, "Boathouse", "She gets the keys on 1 October 2031, as the harbour master wrote."),
        make_source(2, "Record: Ada Lindqvist", "Born on 4 March 2009."),
    ]
    assert "Born" not in answer(question, sources, embed)


def test_rows_that_only_name_somebody_tell_nothing_of_them(make_source: MakeSource, embed: Embed) -> None:
    question = "What discount does Quillfen get?"
    sources = [
        make_source(1, "Terms", "A discount of 2 % is granted on payment within a week.", document_id="d1"),
        make_source(
            2,
            "Complaints",
            "No. | Customer | Complaint\n---|---|---\n2031-03 | Quillfen | jars broken\n2031-05 | Quillfen | lid loose",
            document_id="d2",
        ),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "2 %" in draft.answer
    assert "broken" not in draft.answer
    named = answer_by_quoting("What did Quillfen complain of?", rule_plan(question), sources, embed)
    assert "broken" in named.answer


def test_who_asks_why_is_told_one_row_and_not_what_is_so_of_others(make_source: MakeSource, embed: Embed) -> None:
    table = "Product | Milk | Gluten\n---|---|---\nPlum jam | no | no\nRelish | no | yes\nHoney cake | yes | yes"
    said = answer("Why is there gluten in the relish?", [make_source(1, "Allergens", table)], embed)
    assert "Relish" in said
    assert "Plum jam" not in said
    assert "Honey cake" not in said


def test_no_other_document_is_quoted_for_a_word_where_it_tells_no_number(make_source: MakeSource, embed: Embed) -> None:
    log = "Product | Complaint | Cause\n---|---|---\nRelish | sauce watery | wrong starch\nJam | lid loose | old press"
    sources = [
        make_source(1, "Minutes", "In 2031 we sold 96 jars to shops.", document_id="d1"),
        make_source(2, "Complaints", log, document_id="d2"),
    ]
    said = answer("How many jars of relish did we sell in 2031?", sources, embed)
    assert "96 jars" in said
    assert "watery" not in said
