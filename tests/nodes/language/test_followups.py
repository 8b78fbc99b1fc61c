import unicodedata

import pytest

from nodes.domain.chat import Turn
from nodes.language.followups import stand_alone


def turn(question: str, answer: str = "") -> Turn:
    return {
        "answer_id": "a1",
        "asked_at": "2026-01-31T12:00:00Z",
        "question": question,
        "standalone_question": question,
        "query_type": "factual",
        "answer": answer,
        "citations": [],
        "sources": [],
        "status": "answered",
    }


REVENUE = "What was Hask Marine's revenue in 2022?"


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        (REVENUE, "and in 2023?", "What was Hask Marine's revenue in 2023?"),
        (REVENUE, "2023?", "What was Hask Marine's revenue in 2023?"),
        (REVENUE, "what about Quillfen?", "What was Quillfen's revenue in 2022?"),
        (REVENUE, "And Quillfen in 2023?", "What was Quillfen's revenue in 2023?"),
        (REVENUE, "What about the net income?", "What about the net income of Hask Marine in 2022?"),
        (REVENUE, "why?", "Why? What was Hask Marine's revenue in 2022?"),
        (REVENUE, "Tell me more", "What was Hask Marine's revenue in 2022 in detail?"),
        (REVENUE, "More details, please.", "What was Hask Marine's revenue in 2022 in detail?"),
        ("What is sold in detail?", "Please go on!", "What is sold in detail?"),
        (REVENUE, "What was its profit?", "What was Hask Marine's profit in 2022?"),
        (REVENUE, "What else happened that year?", "What else happened in 2022?"),
        ("What was Hask Marine's revenue in Q1 2023?", "and Q2?", "What was Hask Marine's revenue in Q2 2023?"),
        ("What was Hask Marine's revenue?", "and in 2023?", "What was Hask Marine's revenue in 2023?"),
        ("How does Hask Marine in Castrel recruit?", "and in Ommer?", "How does Hask Marine in Ommer recruit?"),
        ("Summarize the annual report", "and the press release?", "Summarize the press release"),
        ("Give me an overview of the minutes of 2022", "and in 2023?", "Give me an overview of the minutes of 2023"),
        ("Wie hoch war der Umsatz der Hask AG 2022?", "und 2023?", "Wie hoch war der Umsatz der Hask AG 2023?"),
        ("Wie hoch ist die Miete?", "Und die Kaution?", "Wie hoch ist die Kaution?"),
        ("Combien reçoit le club de judo ?", "Et la bibliothèque ?", "Combien reçoit la bibliothèque ?"),
        (REVENUE, "and Quillfen's?", "What was Quillfen's revenue in 2022?"),
        (REVENUE, "and quillfen's?", "What was quillfen's revenue in 2022?"),
        ("Does Castrel like Hask Marine's prices?", "and quillfen's?", "Does Castrel like quillfen's prices?"),
        ("What does the mixer cost?", "And the dryer?", "What does the dryer cost?"),
        ("What does the mixer cost in Castrel?", "what about the dryer?", "What does the dryer cost in Castrel?"),
        (
            "What does heat cost per MWh since 2024?",
            "And what was it before?",
            "And what was it before? What does heat cost per MWh?",
        ),
        ("What is the first remedy for gout?", "for how long?", "For how long? What is the first remedy for gout?"),
        ("Which rope does Hask Marine use?", "how often?", "How often? Which rope does Hask Marine use?"),
        ("2022年的收入是多少？", "那2023年呢？", "2023年的收入是多少？"),
    ],
)
def test_a_follow_up_takes_over_what_it_leaves_out(before: str, question: str, expected: str) -> None:
    assert stand_alone(question, [turn(before)]).question == expected


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        (f"Why? {REVENUE}", "Why?", f"Why? {REVENUE}"),
        (f"Why? {REVENUE}", "And when?", f"And when? {REVENUE}"),
        (f"How come? {REVENUE}", "why exactly?", f"Why exactly? {REVENUE}"),
        ("do i get my deposit back?", "how much is it?", "How much is it? do i get my deposit back?"),
        ("Who keeps the key?", "And where is it?", "And where is it? Who keeps the key?"),
        ("How much is it? Is there a fee?", "when is it due?", "When is it due? Is there a fee?"),
        ("Why?", "Why?", "Why? Why?"),
        ("Why? Why?", "Why?", "Why? Why?"),
        ("Why did it fall? Who knew?", "When?", "When? Why did it fall? Who knew?"),
    ],
)
def test_a_bare_question_word_takes_the_place_of_the_one_before(before: str, question: str, expected: str) -> None:
    assert stand_alone(question, [turn(before)]).question == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Vessary?",
        "How many employees does Quillfen have?",
        "how do I reset the pump?",
        "Does Quillfen publish its prices?",
        "Which turbines were built in 2019?",
        "thanks",
        "Is there a fee for late payment?",
        "And is there a fee for late payment?",
        "Is it possible to cancel early?",
        "Is it really necessary that tenants pay a deposit?",
        "How long does it take to get a refund?",
        "How long does it usually take until a refund comes?",
        "E-mail address of the director?",
    ],
)
def test_a_complete_question_stays_as_it_is(question: str) -> None:
    assert stand_alone(question, [turn(REVENUE)]).question == question


def test_nobody_was_found_who_could_be_meant_where_the_question_was_refused() -> None:
    refused = turn("Who does our statistics?", "I looked for “Who does our statistics”.")
    refused["status"] = "no_evidence"
    history = [refused]
    assert stand_alone("Where does he work?", history).question == "Where does he work?"


def test_he_and_she_are_the_person_just_found() -> None:
    history = [turn("Who leads the Harbour Trust?", "Mara Lindqvist leads the Harbour Trust. [1]")]
    assert stand_alone("Where was she born?", history).question == "Where was Mara Lindqvist born?"
    assert stand_alone("When was she there?", history).question == "When was Mara Lindqvist there?"
    assert "Harbour Trust" in stand_alone("When was it founded?", history).question


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many people work there?", "How many people work at Hask Marine?"),
        ("Who was there in 1911?", "Who was at Hask Marine in 1911?"),
        ("How much does it cost?", "How much does Hask Marine cost?"),
        ("How long did it take over the pier?", "How long did Hask Marine take over the pier?"),
        ("Is it open to visitors?", "Is Hask Marine open to visitors?"),
        ("Are there any rules about it?", "Are there any rules about Hask Marine?"),
    ],
)
def test_it_and_there_stand_for_what_was_asked_about(question: str, expected: str) -> None:
    assert stand_alone(question, [turn("Where is Hask Marine?")]).question == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Who was Mara Lind?", "When did Mara Lind die?"),
        ("When was Mara Lind born?", "When did Mara Lind die?"),
        ("Who taught Mara Lind?", "When did Otto Ems die?"),
        ("Which painter taught Mara Lind?", "When did Otto Ems die?"),
    ],
)
def test_who_was_asked_about_stays_the_subject_unless_somebody_was_asked_for(before: str, expected: str) -> None:
    answer = "Mara Lind came to Husby in 1903 and was taught by Otto Ems. [1]"
    assert stand_alone("When did she die?", [turn(before, answer)]).question == expected


def test_he_is_no_hall_that_the_answer_names_before_him() -> None:
    told = turn(
        "Who led the first concert of The Tide?", "It was given at the Gull Hall in Vik, led by Otto Brand. [1]"
    )
    assert stand_alone("How long did he lead it?", [told]).question.startswith("How long did Otto Brand lead")


@pytest.mark.parametrize(
    "question",
    [
        "List the suppliers and their lead times",
        "Name all boats with their owners.",
        "What is the fee and its purpose?",
    ],
)
def test_whose_it_is_the_question_may_say_itself(question: str) -> None:
    history = [turn("How many spaces has Oster Quay?", "Oster Quay has 18 spaces. [1]")]
    assert stand_alone(question, history).question == question


@pytest.mark.parametrize(
    "question",
    [
        "I closed my savings account but it still sends mail. Why?",
        "If a tenant restores a room that has damp in it, who pays?",
        "How do I stop a recording and where does it end up?",
        "How do I delete something without it landing in the bin?",
        "The words it suggests are wrong, what can I do?",
        "push against pull, what do they each need?",
        "For my wages, is it enough to book what arrives?",
        "Is it safe to switch from one format to another?",
    ],
)
def test_what_it_stands_for_the_question_may_say_itself(question: str) -> None:
    history = [turn("How many spaces has Oster Quay?", "Oster Quay has 18 spaces. [1]")]
    assert stand_alone(question, history).question == question


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happens if it breaks?", "What happens if Oster Quay breaks?"),
        ("Does the warranty cover it?", "Does the warranty cover Oster Quay?"),
        ("If the owner sells it, who pays?", "If the owner sells Oster Quay, who pays?"),
        ("Is it safe?", "Is Oster Quay safe?"),
    ],
)
def test_in_one_clause_nothing_else_is_meant_by_it(question: str, expected: str) -> None:
    history = [turn("How many spaces has Oster Quay?", "Oster Quay has 18 spaces. [1]")]
    assert stand_alone(question, history).question == expected


def test_a_name_in_the_answer_is_it_only_where_one_was_asked_for() -> None:
    answer = "Oster Quay was sold. [1]"
    assert (
        stand_alone("Why is it empty?", [turn("Which quay was sold?", answer)]).question == "Why is Oster Quay empty?"
    )
    assert stand_alone("Why is it empty?", [turn("Can I moor here?", answer)]).question == "Why is it empty?"


def test_the_weather_is_about_nothing() -> None:
    told = turn("Who founded Hask Marine Ltd?", "Otto Brand did. [1]")
    assert stand_alone("Is it raining?", [told]).question == "Is it raining?"


def test_the_last_turn_counts_as_it_was_understood() -> None:
    first = turn(REVENUE)
    second: Turn = {**turn("and in 2023?"), "standalone_question": "What was Hask Marine's revenue in 2023?"}
    result = stand_alone("and Quillfen?", [first, second])
    assert result.question == "What was Quillfen's revenue in 2023?"


def test_without_history_nothing_changes() -> None:
    assert stand_alone("and  in 2023?", []).question == "and in 2023?"


def test_letters_and_their_marks_are_one() -> None:
    apart = unicodedata.normalize("NFD", "Wie lang ist die Kündigungsfrist?")
    assert stand_alone(apart, []).question == "Wie lang ist die Kündigungsfrist?"


def test_who_is_called_by_one_name_is_who_the_answer_calls_in_full() -> None:
    told = turn("Which fee do we pay Tove?", "Jon Berg pays it. [1]\nThe fee of Tove Lind is 300 EUR. [2]")
    assert stand_alone("And when does she start?", [told]).question == "when does Tove Lind start?"
    other = turn("Which diver found the wreck of Marl?", "Jon Berg did. [1]")
    assert stand_alone("Where was he born?", [other]).question == "Where was Jon Berg born?"
