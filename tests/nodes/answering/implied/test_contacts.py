import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.contacts import asks_contact
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the phone number of the caretaker?", {"phone", "number"}),
        ("telephone of the coach", {"telephon"}),
        ("Until when can I order by phone?", set()),
        ("At what time is the office reached by phone?", set()),
        ("Under which mail adress can I reach the chair?", {"mail", "adress"}),
        ("What is the website of the supplier?", {"websit"}),
        ("What number do I call when the lift is stuck?", {"number", "call"}),
        ("Who sent the e-mail about the roof?", set()),
        ("What is the number of employees?", set()),
        ("At which temperature of a cell does the battery stop?", set()),
        ("What does the mobile crane cost?", set()),
        ("Who gets a phone?", set()),
        ("Is there any phone in the lift?", set()),
        ("How long are phone calls recorded?", set()),
        ("Why was the mobile phone not paid?", set()),
        ("Are phone calls recorded?", set()),
        ("phone number dr holt", {"phone", "number"}),
        ("Dr Holt's phone?", {"phone"}),
        ("What is the club's website and who runs it?", {"websit"}),
        ("Telefonnummer der Praxis?", {"telefonnumm"}),
        ("Who designed the website?", set()),
        ("How does the website handle cookies?", set()),
        ("Which websites were redesigned?", set()),
        ("Which mobile phone do field staff use?", set()),
        ("What is the phone policy?", set()),
        ("Is a fax still used?", set()),
        ("Can she take her phone on the trip?", set()),
        ("May we have the phone number of the coach?", {"phone", "number"}),
    ],
)
def test_questions_for_where_somebody_is_reached(question: str, asked: set[str]) -> None:
    assert asks_contact(question) == asked


@pytest.mark.parametrize(
    ("told", "is_answer"),
    [
        ("If the lift is stuck, ring the caretaker, Lorcan Peverell, on 0555 31 70 15.", True),
        ("The caretaker, Lorcan Peverell, is reached on +44 20 7946 0958.", True),
        ("The caretaker Lorcan Peverell, (555) 010-4477, has the key.", True),
        ("The caretaker is Lorcan Peverell; his account is NH41 2200 0193 4475 02.", False),
        ("The caretaker Lorcan Peverell began on 01.02.2019 and sees to 12 houses.", False),
    ],
)
def test_a_number_answers_where_no_text_says_phone(
    make_source: MakeSource, embed: Embed, told: str, is_answer: bool
) -> None:
    sources = [
        make_source(1, "Notice", f"{told} The stairs are cleaned on Fridays."),
        make_source(2, "Rules", "Bicycles are kept in the cellar. The caretaker opens it in the morning."),
    ]
    question = "What is the phone number of the caretaker?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert (draft.status == "answered") is is_answer
    if is_answer:
        assert draft.citations[0]["quote"] == told


def test_what_is_said_of_a_website_answers_without_its_address(make_source: MakeSource, embed: Embed) -> None:
    text = "The website was designed by Ada Holt. It keeps cookies for 30 days."
    question = "Who designed the website?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text)], embed)
    assert "Ada Holt" in draft.citations[0]["quote"]


def test_the_number_of_somebody_else_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Damage on arrival", f"Two frames are bent.\n\nJana Petrow\nTel. 0555 31 70 15\n{'More. ' * 80}"
        ),
        make_source(2, "Price", "Deirdre Quinn confirms the price of the frames."),
    ]
    hers, other = "What is Jana Petrow's phone number?", "What is Deirdre Quinn's phone number?"
    assert answer_by_quoting(hers, rule_plan(hers), sources, embed).status == "answered"
    assert answer_by_quoting(other, rule_plan(other), sources, embed).status == "no_evidence"


@pytest.mark.parametrize("asked", ["phone number", "phone extension", "telephone"])
def test_a_number_in_a_column_for_numbers_answers_however_short(
    make_source: MakeSource, embed: Embed, asked: str
) -> None:
    table = "Name | Task | Phone\nIngrid Solheim | Director | 2201\nKari Vold | Lights | 2215\nOdd Myhre | Keys |\n"
    question = f"What is Kari Vold's {asked}?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Estates department", table)], embed)
    assert [citation["quote"] for citation in draft.citations] == ["Kari Vold | Lights | 2215"]


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What is the phone number of Katrin Voss?", "Phone 0431 555 870"),
        ("What is the e-mail address of Yusuf Demir?", "Cc: Yusuf Demir <y.demir@brightwater.example>"),
        ("How can I reach Katrin Voss?", "Phone 0431 555 870"),
        ("How do I get in touch with Yusuf Demir?", "Cc: Yusuf Demir <y.demir@brightwater.example>"),
    ],
)
def test_signatures_and_headers_of_mails_say_whose_it_is(
    make_source: MakeSource, embed: Embed, question: str, quoted: str
) -> None:
    sources = [
        make_source(
            1, "Claim 4471", "The amount will be paid.\n\nYours\nKatrin Voss\nClaims handler\nPhone 0431 555 870"
        ),
        make_source(
            2, "Pilot", "To: Ole Moe\nCc: Yusuf Demir <y.demir@brightwater.example>\n\nYusuf will lead the project."
        ),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == quoted


def test_the_name_of_a_mailbox_says_no_word_of_a_question(make_source: MakeSource, embed: Embed) -> None:
    text = "We look for a baker, starting on 1 March. Write until 15 January to jobs@halm-mills.example."
    question = "When does the job start?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Vacancy", text)], embed)
    assert [citation["quote"] for citation in draft.citations] == ["We look for a baker, starting on 1 March."]


@pytest.mark.parametrize(("asked", "number"), [("treasurer", "01632 961 144"), ("secretary", None)])
def test_a_number_of_others_is_nobodys(make_source: MakeSource, embed: Embed, asked: str, number: str | None) -> None:
    table = "Name | Office | Reach\nAda Holm | Treasurer | 01632 961 144\nBo Lind | Boat captain | 01632 961 387"
    sources = [make_source(1, "Handbook", table), make_source(2, "Minutes", "The secretary is not up for election.")]
    said = answer(f"What is the phone number of the {asked}?", sources, embed)
    assert (number in said) if number else said.startswith("I looked for")


def test_neither_a_telephone_nor_an_account_is_a_fax_or_a_telephone(make_source: MakeSource, embed: Embed) -> None:
    told = "Pay to Thornby Mutual Bank, sort code 00-00-00, account 00441721, and give the number. Fax 01632 960 417."
    sources = [make_source(1, "Laboratory", "Questions: Marion Speight, 01632 960 245."), make_source(2, "Bank", told)]
    assert "960 417" in answer("What is the fax number of the laboratory?", sources, embed)
    assert "account" not in answer("What is the phone number of the laboratory?", sources, embed).splitlines()[0]


def test_a_number_of_a_register_is_no_telephone(make_source: MakeSource, embed: Embed) -> None:
    told = "Vik Roofing, 17 Tanner Street. VAT registration 000 4471 29. Company no. 0441 7218."
    sources = [make_source(1, "Invoice", told), make_source(2, "Minutes", "Vik Roofing mended the roof in May.")]
    assert answer("What is the phone number of Vik Roofing?", sources, embed).startswith("I looked for")


def test_a_number_for_orders_is_a_telephone(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Vik Roofing", "Vik Roofing, 17 Tanner Street. Order: 01632 960 417.")]
    assert "960 417" in answer("What is the phone number of Vik Roofing?", sources, embed)
