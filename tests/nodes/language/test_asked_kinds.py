"""What kind of thing would answer."""

import pytest

from nodes.language.asked_kinds import answer_kind, asked_measure, asks_amount, asks_detail, focus_terms


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When was it built?", "date"),
        ("In what year did the dam break?", "date"),
        ("What is the date of birth of Ada Berg?", "date"),
        ("What was the release date of the film?", "date"),
        ("What is her birthplace?", "place"),
        ("What is the place of death of Ada Berg?", "place"),
        ("How many turbines are there?", "number"),
        ("What is the total revenue?", "number"),
        ("What is Ayumi Castellan's salary?", "number"),
        ("What's the customer PIN for Stackmere?", "number"),
        ("What did the raffle bring in?", "number"),
        ("What did Ada bring in her bag?", "other"),
        ("What is the code of conduct?", "other"),
        ("What's Holm charging per metre?", "number"),
        ("What wage do the porters get?", "number"),
        ("What does the porter get paid?", "number"),
        ("What is he paid for?", "other"),
        ("What is the password of the printer?", "other"),
        ("Who leads the trust?", "name"),
        ("The barge was built by whom?", "name"),
        ("Where is the quay?", "place"),
        ("In which city is the quay?", "place"),
        ("Why did it stop?", "reason"),
        ("What are the causes of the loss?", "reason"),
        ("What was the main reason for the delay?", "reason"),
        ("What was the cause of death?", "other"),
        ("What is the loss?", "number"),
        ("How does it work?", "manner"),
        ("Is the harbour open?", "verdict"),
        ("Which film has the director who is older?", "other"),
        ("When the valve is shut, what should I do?", "other"),
        ("When is a household poor?", "other"),
        ("When is a meeting of the board held in 2031?", "date"),
        ("When is the pool closed?", "date"),
        ("When cleaning the valve, should I wear gloves?", "other"),
        ("What do I watch out for when cleaning the valve?", "other"),
        ("Wie viele Anlagen gibt es?", "number"),
        ("Wie hoch ist die Miete?", "number"),
        ("Hoe hoog is de borg?", "number"),
        ("Wanneer begint de huur?", "date"),
        ("有給休暇は何日ですか?", "number"),
        ("会议是什么时候？", "date"),
        ("관장은 누구입니까?", "name"),
        ("公司总部在哪里？", "place"),
    ],
)
def test_answer_kind(question: str, kind: str) -> None:
    assert answer_kind(question) == kind


def test_what_somebody_gets_is_money_where_nothing_else_is_named() -> None:
    assert asked_measure("How much do we get for a night shift?") == "money"
    assert asked_measure("How much did the raffle bring in?") == "money"
    assert asked_measure("How much leave do we get for a night shift?") == "any"


def test_amount_detail_and_focus() -> None:
    assert asks_amount("How much was paid?")
    assert asks_amount("What % of staff work from home?")
    assert asks_amount("What was paid, in €?")
    assert asks_amount("What was paid, in USD millions?")
    assert asks_amount("State what was paid in U.S. dollars.")
    assert asks_amount("What was paid? Answer in thousands.")
    assert not asks_amount("Who lives in Euroville or in Millionaire Row?")
    assert not asks_amount("Who paid?")
    assert asks_detail("Explain in detail how it works")
    assert not asks_detail("Explain how it works")
    assert focus_terms("What Australian city is it in?") == ["australian", "citi"]
    assert focus_terms("What kind of licence does she hold?") == ["licenc"]
    assert focus_terms("Who is it?") == []
