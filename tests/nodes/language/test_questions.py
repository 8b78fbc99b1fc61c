import pytest

from nodes.language.questions import (
    answer_kind,
    asked_role,
    asks_amount,
    asks_detail,
    focus_terms,
    is_multi_hop,
    names_section,
    query_type,
    target_sections,
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Hello!", "conversational"),
        ("Thanks, that helps", "conversational"),
        ("thank you very much for your help!", "conversational"),
        ("Hi Anna", "conversational"),
        ("Merci beaucoup", "conversational"),
        ("Great Barrier Reef area?", "general"),
        ("Nice population 2020?", "general"),
        ("Summarise the annual report", "summary"),
        ("What are the key findings?", "summary"),
        ("Compare the warranty of Petrel with the warranty of Skua.", "comparison"),
        ("Which turbine is older, Petrel or Skua?", "comparison"),
        ("How do I lock the turbine?", "procedural"),
        ("What are the steps to release the brake?", "procedural"),
        ("Where was the engineer who built the barge born?", "relational"),
        ("When did Orla Finch's mother die?", "relational"),
        ("When was the harbour opened?", "factual"),
        ("How many members are there?", "factual"),
        ("Why did revenue fall?", "analytical"),
        ("How does salt affect the coating?", "analytical"),
        ("battery fire", "general"),
        ("Wann wurde der Hafen eröffnet?", "factual"),
    ],
)
def test_query_type(question: str, expected: str) -> None:
    decision = query_type(question)
    assert decision.query_type == expected
    assert decision.reason
    assert 0 < decision.confidence <= 1


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
        ("What is the code of conduct?", "other"),
        ("What is the password of the printer?", "other"),
        ("Who leads the trust?", "name"),
        ("The barge was built by whom?", "name"),
        ("Where is the quay?", "place"),
        ("In which city is the quay?", "place"),
        ("Why did it stop?", "reason"),
        ("How does it work?", "manner"),
        ("Is the harbour open?", "verdict"),
        ("Which film has the director who is older?", "other"),
        ("When the valve is shut, what should I do?", "other"),
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


@pytest.mark.parametrize(
    ("question", "hops"),
    [
        ("What is the place of birth of the director of the film Petrel?", True),
        ("Which city hosts the company whose founder was a diver?", True),
        ("What is the cause of death of Ada Berg's mother?", True),
        ("Who is Ada Berg's mother?", False),
        ("Who is the director of Petrel?", False),
        ("What is the revenue of Hask Marine?", False),
    ],
)
def test_multi_hop(question: str, hops: bool) -> None:
    assert is_multi_hop(question) is hops


def test_sections_count_eight_tenths_each_and_one_at_most() -> None:
    assert target_sections("What does the abstract say?") == (["abstract"], 0.8)
    assert target_sections("Which methods led to the results?") == (["methods", "results"], 1.0)
    assert target_sections("Who signed?") == ([], 0.0)


def test_a_section_as_such_is_not_merely_its_word() -> None:
    assert names_section("What do the results say in the results section?")
    assert not names_section("Which data were lost?")


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


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who is the chief executive officer of Adobe?", ("chief", "execut", "offic")),
        ("Who was our general counsel?", ("general", "counsel")),
        ("Who is the auditor?", ()),
        ("Who wrote the report?", ()),
    ],
)
def test_the_role_that_somebody_is_asked_for_by(question: str, role: tuple[str, ...]) -> None:
    assert asked_role(question) == role
