"""What a list of people tells of somebody whom another document describes."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.asked_columns import asked_columns, column_terms, has_column
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

STAFF = (
    "Name | Role | Site | Extension | Mobile | Working days | Since\n"
    "Dr Ada Holm | Head Nurse | Northam | 120 | 07700 900120 | Mon-Fri | 2012-03-05\n"
    "Bo Lind | Head Nurse | Southam | 220 | 07700 900220 | Tue-Sat | 2015-04-20\n"
    "Cy Marsh | Technician | Northam | 301 | 07700 900301 | Mon, Wed | 2019-01-07\n"
    "Di Petrow | Driver | Southam | 302 | - | Thu, Fri | 2020-09-01\n"
)


def _answer(make_source: MakeSource, embed: Embed, question: str, title: str, text: str, *path: str) -> str:
    told = make_source(1, title, text)
    told["section_path"] = [*path]
    sources = [told, make_source(2, "Staff", STAFF)]
    return answer_by_quoting(question, rule_plan(question), sources, embed).answer


@pytest.mark.parametrize(
    ("question", "text", "row", "not_told"),
    [
        ("What is the extension of the fire warden?", "Cy Marsh is our fire warden.", "Extension: 301", "120"),
        ("extension of the fire warden", "Fire warden: Cy Marsh, deputy: Bo Lind.", "Extension: 301", "220"),
        ("mobile number of the leader of the survey?", "Bo Lind leads the survey.", "Mobile: 07700 900220", "900120"),
        (
            "What is the extension of the person who leads the survey from April?",
            "Bo Lind leads the survey until March; after him, Ada Holm takes over as its lead in April.",
            "Extension: 120",
            "220",
        ),
        (
            "Who looks after the autoclave in Southam and what is the extension?",
            "The head nurse looks after the autoclave and its records.",
            "Extension: 220",
            "120",
        ),
        (
            "Since when has the leader of the survey been with us?",
            "Ada Holm leads the survey.",
            "Since: 2012-03-05",
            "2015",
        ),
        (
            "extension of our representative in Northam for the ferry contract",
            "3.1 Our representative for the ferry contract is the Head Nurse.",
            "Extension: 120",
            "220",
        ),
    ],
)
def test_their_row_stands_behind_what_describes_them(
    make_source: MakeSource, embed: Embed, question: str, text: str, row: str, not_told: str
) -> None:
    answer = _answer(make_source, embed, question, "Minutes", text)
    assert row in answer
    assert not_told not in answer


def test_a_section_may_be_headed_by_whom_it_is_about(make_source: MakeSource, embed: Embed) -> None:
    text = "Cy came to us from Lisbon. He speaks Portuguese and Spanish."
    question = "Who speaks Portuguese, and on which days do they work?"
    answer = _answer(make_source, embed, question, "Team", text, "Team", "Cy Marsh, Technician")
    assert "Working days: Mon, Wed" in answer


def test_whoever_wrote_it_is_described_by_that(make_source: MakeSource, embed: Embed) -> None:
    question = "which extension does the author of the noise survey have"
    answer = _answer(make_source, embed, question, "Noise survey", "Author: Bo Lind.\nNortham is louder than Southam.")
    assert "Extension: 220" in answer


def test_the_cell_of_a_rota_names_them(make_source: MakeSource, embed: Embed) -> None:
    rota = "Week | First | Deputy\n18 | Ada Holm | Bo Lind\n19 | Cy Marsh | Ada Holm\n20 | Bo Lind | Cy Marsh\n"
    question = "What is the mobile number of the deputy in week 19?"
    answer = _answer(make_source, embed, question, "Rota", rota)
    assert "07700 900120" in answer
    assert "900301" not in answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the mobile number of the fire warden?", "Di Petrow is our fire warden."),
        ("What is the extension of the fire warden?", "Ed Vance is our fire warden, and Cy Marsh is his friend."),
    ],
)
def test_nobody_elses_row_is_told(make_source: MakeSource, embed: Embed, question: str, text: str) -> None:
    answer = _answer(make_source, embed, question, "Minutes", text)
    assert not any(number in answer for number in ("301", "120", "220"))


def test_columns_are_asked_for_by_their_words_or_by_what_means_the_same() -> None:
    heads = ["Role", "Direct line", "Mobile", "Working days", "Since"]
    assert asked_columns("On which days does she work?", heads)[0] == {"Working days"}
    assert asked_columns("What is her mobile number?", heads)[0] == {"Mobile"}
    assert asked_columns("What is her phone number?", heads)[0] == {"Direct line", "Mobile"}
    assert asked_columns("Since when has she been here?", heads)[0] == {"Since"}
    assert asked_columns("What does she like?", heads) == (frozenset(), frozenset())
    assert column_terms("Her phone number?") >= {"phone", "mobil"}
    assert column_terms("Her hat?") == frozenset()


def test_only_a_short_cell_heads_a_column() -> None:
    question = "Since when has she been here?"
    assert has_column("Name | Since\nAda Holm | 2012", question)
    assert not has_column("She has been here since 2012.", question)
    assert not has_column("Name | Has been with us since then", question)


@pytest.mark.parametrize(
    ("question", "text", "row"),
    [
        (
            "What is the mobile number of the leader of the survey?",
            "Bo leads the survey; Ada Holm is his deputy.",
            "900220",
        ),
        ("e-mail of the person in charge of the survey", "Survey and roof: Bo Lind.", "bo@quay.example"),
        ("In which room do I find the head of the survey?", "Bo Lind is the head of the survey.", "Room: 12"),
    ],
)
def test_lists_have_the_surname_first_and_texts_the_first_name_alone(
    make_source: MakeSource, embed: Embed, question: str, text: str, row: str
) -> None:
    staff = (
        "Name | Mobile | E-mail | Room\nHolm, Ada | 07700 900120 | ada@quay.example | 11\n"
        "Lind, Bo | 07700 900220 | bo@quay.example | 12\nMarsh, Cy | 07700 900301 | cy@quay.example | 13\n"
    )
    present = make_source(3, "Minutes", "Present: Ada Holm, Bo Lind, Cy Marsh.")
    sources = [make_source(1, "Minutes", text), make_source(2, "Staff", staff), present]
    assert row in answer_by_quoting(question, rule_plan(question), sources, embed).answer


def test_who_is_one_of_them_is_asked_of_all(make_source: MakeSource, embed: Embed) -> None:
    staff = "Name | Site | First aider\nAda Holm | Northam | yes\nBo Lind | Southam | no\nCy Marsh | Northam | yes\n"
    question = "Which staff in Northam are first aiders?"
    text = "Bo Lind has led Northam since 2018."
    sources = [make_source(1, "Team", text), make_source(2, "Staff", staff)]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert "Ada Holm" in answer
    assert "Cy Marsh" in answer
    assert "Bo Lind" not in answer


def test_who_is_one_is_told_by_the_column_that_says_it(make_source: MakeSource, embed: Embed) -> None:
    content = (
        "Name | Job title | Building | First aider\nAda Holm | Director | Office | \nBo Lind | Cooper | Brewery | \n"
        "Cy Marsh | Brewer | Brewery | yes\nDi Petrow | Clerk | Office | yes\n"
    )
    sources = [
        make_source(1, "Lease", "Signed for the Brewery: Ada Holm, Director"),
        make_source(2, "Staff", content),
    ]
    question = "Who is first aider in the Brewery building?"
    told = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert "Cy Marsh" in told
    assert "Ada Holm" not in told


def test_a_post_may_be_written_in_small_letters(make_source: MakeSource, embed: Embed) -> None:
    rule = "1. Make the place safe. 2. Ring the head nurse within one hour."
    staff = STAFF.replace("Bo Lind | Head Nurse", "Bo Lind | Buyer")
    sources = [make_source(1, "Accidents", rule), make_source(2, "Staff", staff)]
    question = "phone number of the person to ring within one hour of an accident"
    found = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert "07700 900120" in found
    assert "900301" not in found


def test_years_head_no_column_of_people(make_source: MakeSource, embed: Embed) -> None:
    regions = (
        "Region | 2030 | 2031\nNorvale | 8.9 | 12.7\nHarrow Coast | 7.7 | 11.1\nSelby Town | 6.0 | 8.2\n"
        "Kvarn Valley | 5.1 | 7.7\n"
    )
    networks = "Selby Town lies on the Harrow Coast, and its share of poor households is told in the report on Norvale."
    sources = [make_source(1, "Share of poor households", regions), make_source(2, "Networks", networks)]
    said = answer("share of poor households in Norvale in 2031", sources, embed)
    assert "12.7 (2031)" in said
    assert "11.1" not in said
