"""The extractive answer as a person reads it: what is quoted, and how it is shown."""

from dataclasses import replace
from typing import Any

import pytest

from nodes.answering import extractive
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed, Quote, quote
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


def test_steps_stay_in_their_order(make_source: MakeSource, embed: Embed) -> None:
    content = "Locking a turbine\n1. Stop the rotor.\n2. Set the brake of the turbine.\n3. Take the key."
    text = answer("How do I lock a turbine?", [make_source(1, "Handbook", content)], embed)
    assert text.startswith("1. Stop the rotor.\n2. Set the brake of the turbine.\n3. Take the key. [1]")


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


def test_the_line_of_the_kind_that_is_asked_for_is_quoted_too(make_source: MakeSource, embed: Embed) -> None:
    text = "Object: Lift 4, east wing\nInspected on 27.09.2023 by Ruth Adler.\nResult: no defects."
    said = answer("Who inspected lift 4?", [make_source(1, "Inspection certificate", text)], embed)
    assert "Ruth Adler" in said


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


def test_what_is_not_to_be_shown_answers_nothing_alone(
    make_source: MakeSource, embed: Embed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unshown(*given: Any, **named: Any) -> list[Quote]:
        return [replace(each, is_shown=False) for each in quote(*given, **named)]

    question = "When was the ferry built?"
    sources = [make_source(1, "Ferry", "The ferry was built in 1987.")]
    assert answer_by_quoting(question, rule_plan(question), sources, embed).status == "answered"
    monkeypatch.setattr(extractive, "quote", unshown)
    assert answer_by_quoting(question, rule_plan(question), sources, embed).status == "no_evidence"
