"""What an answer begins with, and how it is told."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "titles", "contents", "first"),
    [
        (
            "When did the burglary happen?",
            ("Terms", "Letter"),
            (
                "For claims by burglary there is none.",
                "We thank you for your report of the burglary on 6 November 2025.",
            ),
            "We thank you for your report of the burglary on 6 November 2025. [2]",
        ),
        (
            "How high is the deductible for burglary?",
            ("Terms", "Letter"),
            ("Of the deductible: for claims by burglary there is none.", "Your burglary was on Monday."),
            "Of the deductible: for claims by burglary there is none. [1]",
        ),
        (
            "What is in Tidemark 4.0.0?",
            ("Tidemark 4.1.0", "Tidemark 4.0.0"),
            ("Alerts are sent by e-mail.", "Heights are in metres."),
            "Heights are in metres. [2]",
        ),
        (
            "Which candidates know SQL?",
            ("Lease", "Ada Berg"),
            ("The rent is due on Monday.", "SQL, R and Python."),
            "SQL, R and Python. [2]",
        ),
        (
            "How long does the NDA run?",
            ("Mutual Non-Disclosure Agreement", "Lease"),
            ("It runs for two years from its date.", "The lease runs for six years."),
            "Mutual Non-Disclosure Agreement: It runs for two years from its date. [1]",
        ),
        (
            "Was kostet ein neuer Drucker?",
            ("Protokoll",),
            ("Es wird ein neuer Drucker gekauft. Ein neuer Drucker kostet 415 Euro.",),
            "Ein neuer Drucker kostet 415 Euro. [1]",
        ),
    ],
)
def test_what_is_of_the_kind_that_is_asked_for_comes_first(
    make_source: MakeSource, embed: Embed, question: str, titles: tuple[str, ...], contents: tuple[str, ...], first: str
) -> None:
    sources = [make_source(place, *each) for place, each in enumerate(zip(titles, contents, strict=True), start=1)]
    assert answer(question, sources, embed).split("\n")[0] == first


@pytest.mark.parametrize("question", ["Which planes land on Monday?", "What colour is the rent?"])
def test_what_kind_of_thing_is_wanted_is_waited_for_where_quotes_do_not_say_the_rest(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    sources = [make_source(1, "Lease", "The rent is due on Monday."), make_source(2, "Ada Berg", "SQL, R and Python.")]
    known = DocumentFrequencies(9, {"rent": 2, "mondai": 3, "land": 1, "sql": 1})
    assert "do not mention" in answer(question, sources, embed, frequencies=known)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (["4. Lighthouse lens"], "Lighthouse lens: Weight 410 kg. [1]"),
        (["4. Weights"], "Weight 410 kg. [1]"),
        (["How heavy is the lens?"], "Weight 410 kg. [1]"),
        (["A lighthouse lens"], "Weight 410 kg. [1]"),
        ([], "Weight 410 kg. [1]"),
    ],
)
def test_a_short_sentence_is_told_of_its_heading_where_that_says_what_it_does_not(
    make_source: MakeSource, embed: Embed, path: list[str], shown: str
) -> None:
    sources = [make_source(1, "A lighthouse lens", "Made of glass.\n\nWeight 410 kg.", section_path=path)]
    assert answer("How heavy is the lighthouse lens?", sources, embed).split("\n")[0] == shown


def test_another_form_of_a_word_counts_for_no_more_than_a_word_that_is_said(
    make_source: MakeSource, embed: Embed
) -> None:
    rows = "Text | Payee | Amount\nCard payment | Bio Planet | 64\nDebit | Electrabel | 148\nCard payment | NMBS | 37"
    known = DocumentFrequencies(20, {"electrabel": 2})
    told = answer("How much did I pay Electrabel?", [make_source(1, "Account", rows)], embed, frequencies=known)
    assert "Electrabel" in told.split("\n")[0]


def test_half_of_an_answer_is_better_than_none(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Oceanography", "Teaching assistant of the course: Mateo Rivas.")]
    both = "Who is the teaching assistant of the course, and what is his phone number?"
    assert "Mateo Rivas" in answer(both, sources, embed)
    assert "Mateo Rivas" not in answer("What is the phone number of the teaching assistant?", sources, embed)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was the adherence?", True),
        ("How high was the adherence?", True),
        ("What adherence did they get?", True),
        ("What is adherence?", False),
        ("How was adherence measured?", False),
    ],
)
def test_what_something_came_to_is_no_definition_of_it(
    make_source: MakeSource, embed: Embed, question: str, value: bool
) -> None:
    defined = "Adherence was measured by wearing the glasses on at least five of seven mornings."
    sources = [make_source(1, "Methods", defined), make_source(2, "Results", "The adherence was 41 %.")]
    first = answer_by_quoting(question, rule_plan(question), sources, embed).citations[0]["quote"]
    assert (first == "The adherence was 41 %.") is value


def test_a_second_quote_says_more_than_that_something_is_taken_or_paid(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Club", "The annual fee is 60 euros for juniors. No dog may be taken along. Boats lie at the quay."
        ),
        make_source(2, "Ruling", "The seller must pay 3,480 euros. He takes the van."),
    ]
    assert answer("How much do juniors pay?", sources, embed) == "The annual fee is 60 euros for juniors. [1]"
    assert answer("Can dogs be taken?", sources, embed) == "No dog may be taken along. [1]"


MAIL = (
    "The bank releases the 4,175 euros of the escrow on 15 January 2026.\n\n"
    "> On 8 December Mark Ostrander wrote:\n> When does the escrow end, and how much is released?"
)


def test_a_question_in_a_source_is_no_answer_unless_questions_are_asked_for(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [make_source(1, "RE: Escrow", MAIL)]
    said = answer("When does the escrow end, and how much is released?", sources, embed)
    assert "15 January 2026" in said
    assert "?" not in said
    assert "how much is released?" in answer("What did Mark Ostrander ask about the escrow?", sources, embed)


def test_a_price_of_something_else_takes_no_place(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Market", "Wheat was sold at 42s. to 46s. the quarter; rye was not quoted."),
        make_source(2, "Town", "The guild gave £25 for the fire engine. A pump was had for £9."),
        make_source(3, "Bakers", "The price of bread was set by the guild. The inn was let for £38."),
    ]
    assert "£25" not in answer("What was the price of rye?", sources, embed)


def test_none_in_a_cell_denies_what_heads_its_column_only(make_source: MakeSource, embed: Embed) -> None:
    table = (
        "| Part | Sum insured | Excess |\n|---|---|---|\n| Late baggage | 250 | none |\n| Medical aid | 9000 | none |"
    )
    text = f"{table}\n\nNot covered: voyages of more than 56 days. The premium is 129."
    said = answer(
        "What is not covered by the insurance?", [make_source(1, "Insurance of voyages: what is covered", text)], embed
    )
    assert said.startswith("Not covered: voyages")
    assert "Medical" not in said


def test_what_says_what_the_thing_is_comes_before_what_else_is_said_of_it(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [
        make_source(
            1,
            "Charter agreement",
            "3. Cancellation\nIf the Charterer cancels less than 30 days before the charter, the whole fee is due.",
        ),
        make_source(2, "Charter agreement", "2. Price\nThe charter fee is 7,800 EUR. A deposit of 2,000 EUR is due."),
    ]
    assert answer("What is the charter fee?", sources, embed).splitlines()[0] == "The charter fee is 7,800 EUR. [2]"


def test_who_came_before_somebody_is_not_that_one(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Report 2023", "The managing director is Ilse Norgaard.", document_id="d1"),
        make_source(2, "Report 2022", "The managing director was Karl Osvold, who retired in May.", document_id="d2"),
    ]
    told = answer("Who was managing director before Ilse Norgaard?", sources, embed)
    assert told.startswith("The managing director was Karl Osvold")


def test_when_something_ends_is_not_when_it_may_be_ended(make_source: MakeSource, embed: Embed) -> None:
    notice = "The tenant may end the lease on 25 March 2025 by giving notice."
    term = "The lease runs for 15 years from 25 March 2015 and ends on 24 March 2030."
    sources = [make_source(1, "Lease", notice, document_id="d1"), make_source(2, "Lease", term, document_id="d1")]
    assert answer("When does the lease end?", sources, embed).splitlines()[0] == f"{term} [2]"


def test_a_deputy_is_not_who_is_asked_for(make_source: MakeSource, embed: Embed) -> None:
    table = "| Name | Post |\n|---|---|\n| Leon Fry | Deputy tap room manager |\n| Ada Berg | Tap room manager |\n"
    told = answer("Who is the tap room manager?", [make_source(1, "Staff", table)], embed)
    assert "Ada Berg" in told.splitlines()[0]


MINUTES = (
    "Ada Holm stood down as chair of the board after five years. Bo Lind was elected chair of the board with 49 votes."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is the chair of the board?", "Bo Lind was elected"),
        ("Who was chair before Bo Lind?", "Ada Holm stood down"),
    ],
)
def test_who_left_a_post_held_it_before(make_source: MakeSource, embed: Embed, question: str, told: str) -> None:
    assert answer(question, [make_source(1, "Minutes", MINUTES)], embed).startswith(told)


def test_what_is_so_now_is_told_by_what_says_so(make_source: MakeSource, embed: Embed) -> None:
    mail = (
        "The fair is put off. It was planned for 18 May and will now be on 15 June. If it rains on 3 June, the fair "
        "waits."
    )
    assert "15 June" in answer("When is the fair now?", [make_source(1, "Fair", mail)], embed)


def test_the_sentences_behind_what_was_asked_about_tell_why(make_source: MakeSource, embed: Embed) -> None:
    mail = (
        "The fair of 10 May is postponed. Heavy rain flooded the hall. The floor has to be replaced.\n\n"
        "The contest is dropped because the judge is ill. Call me."
    )
    assert answer("Why was the fair postponed?", [make_source(1, "To all dealers", mail)], embed).splitlines() == [
        "The fair of 10 May is postponed. [1]",
        "Heavy rain flooded the hall. [1]",
        "The floor has to be replaced. [1]",
    ]


@pytest.mark.parametrize(("asked", "name"), [("board", "Ada Holm"), ("roof committee", "Bo Lind")])
def test_the_chair_of_one_committee_is_not_that_of_another(
    make_source: MakeSource, embed: Embed, asked: str, name: str
) -> None:
    text = "Bo Lind was elected chair of the roof committee. Ada Holm was elected chair of the board in May."
    assert answer(f"Who is the chair of the {asked}?", [make_source(1, "Minutes", text)], embed).startswith(name)


def test_whom_somebody_took_over_from_changes_nothing(make_source: MakeSource, embed: Embed) -> None:
    text = (
        "Ada Holm became chair of the board in May. She took over from Bo Lind, who retired after nine years as chair."
    )
    told = answer("Who is the chair of the board?", [make_source(1, "Report", text)], embed)
    assert told.startswith("Ada Holm became chair")
    assert "Changed" not in told


def test_the_sum_of_an_invoice_is_told_by_its_sender_at_the_head(make_source: MakeSource, embed: Embed) -> None:
    rows = "Item | Amount\nTrench | £900.00\nTotal to pay | £7,249.20\n\nPay into the account of Vik Groundworks Ltd."
    question, sources = "How much is the invoice from Vik Groundworks?", [make_source(1, "Invoice", rows)]
    known = Known(heads={"d1": "Vik Groundworks Ltd\nInvoice HG-4471"})
    assert "7,249.20" in answer_by_quoting(question, rule_plan(question), sources, embed, known=known).lines[0]
