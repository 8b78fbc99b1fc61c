from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, Quote, disagreeing, quote
from nodes.domain.chat import Plan, Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

PEOPLE = "Yusra Calloway has been commissioner since 2018. She was born in Tarrowmere in 1972. She keeps bees."
DECISION = "The commission sets the tariff at 182 euros. It was signed by Yusra Calloway, commissioner."
WEATHER = "Wind and waves were moderate all year. The harbour stayed open in winter."


def quotes_for(
    question: str, sources: list[Source], embed: Embed | None, plan: Plan | None = None, **more: Any
) -> list[Quote]:
    plan = plan or rule_plan(question)
    return quote(read_question(question, plan, sources, None), plan, sources, embed, **more)


def texts(question: str, sources: list[Source], embed: Embed | None) -> list[str]:
    return [one.text for one in quotes_for(question, sources, embed)]


def test_two_passages_are_chained_where_the_answer_lies_behind_a_name(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Tariff decision", DECISION),
        make_source(2, "Weather", WEATHER),
        make_source(3, "Yusra Calloway", PEOPLE),
    ]
    quoted = texts("Where was the commissioner who signed the tariff decision born?", sources, embed)
    assert "It was signed by Yusra Calloway, commissioner." in quoted
    assert "She was born in Tarrowmere in 1972." in quoted
    assert not any(text in WEATHER for text in quoted)


def test_a_name_leads_on_to_a_sentence_that_says_he(make_source: MakeSource, embed: Embed) -> None:
    minutes = "The offer for the sleeves was accepted. Corin Ashgrove, a board member, voted against the sleeves."
    others = "Bram Ostery is a diver. He teaches drawing."
    people = f"{others}\n\nCorin Ashgrove keeps the books. He teaches mathematics."
    sources = [make_source(1, "Minutes", minutes), make_source(2, "Staff", people)]
    question = "Which subject does the board member teach who voted against the sleeves?"
    found = texts(question, sources, embed)
    assert "He teaches mathematics." in found
    assert "He teaches drawing." not in found


def test_a_report_answers_from_its_best_place_and_entries_from_any(make_source: MakeSource, embed: Embed) -> None:
    question = "Who signed the decision on the tariff for the harbour with its pier in winter?"
    places = ["The decision on the tariff for the harbour was signed by Yusra Calloway in winter.", *[WEATHER] * 8]
    last = "The decision on the tariff for the harbour with its pier was signed by Corin Ashgrove in winter."
    sources = [make_source(rank, f"Part {rank}", text) for rank, text in enumerate([*places, last], start=1)]
    first = {entries: quotes_for(question, sources, embed, entries=entries)[0].index for entries in (False, True)}
    assert first == {False: 1, True: len(sources)}


def test_a_short_fact_needs_one_quote(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Harbour", "The harbour was opened in 1911. Gulls nest on its roof."),
        make_source(2, "W", WEATHER),
    ]
    assert texts("When was the harbour opened?", sources, embed) == ["The harbour was opened in 1911."]


def test_the_row_of_a_table_answers_with_the_asked_year(make_source: MakeSource, embed: Embed) -> None:
    table = "Key figures\n2023 2022\nMembers at year end 447 412\nEmployees at year end 18 15\n"
    found = quotes_for("How many members were there in 2023?", [make_source(1, "Annual report", table)], embed)
    assert found[0].text == "Members at year end 447 412"
    assert found[0].evidence.header == ("2023", "2022")


def test_the_row_whose_label_is_asked_for_comes_before_one_with_fewer_of_its_words(
    make_source: MakeSource, embed: Embed
) -> None:
    rows = ["Total liabilities 15,431 10,907", *["Members at year end 447 412"] * 3]
    rows.append("Total current liabilities 5,466 4,587")
    sources = [
        make_source(place, "Report", f"Balance sheet\n2017 2016\nTotal equity 3,582 2,680\n{row}\n")
        for place, row in enumerate(rows, start=1)
    ]
    quoted = texts("What are total current liabilities for 2017, in EUR millions?", sources, embed)
    assert quoted[0] == "Total current liabilities 5,466 4,587"


def test_a_sentence_about_another_year_gives_way(make_source: MakeSource, embed: Embed) -> None:
    content = "For 2024 we expect a net generation of 10,400 MWh. In 2023 the net generation was 9,840 MWh."
    question = "What was the net generation in 2023?"
    assert texts(question, [make_source(1, "Report", content)], embed)[0].startswith("In 2023")


def test_both_sides_of_a_comparison_are_quoted(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Petrel", "Petrel has a rated power of 1.2 MW. Petrel was built in 2016. Petrel is cleaned twice a year."
        ),
        make_source(2, "Weather", WEATHER),
        make_source(3, "Skua", "Skua has a rated power of 1.5 MW. It was built in 2019."),
    ]
    found = quotes_for("Which has more rated power, Petrel or Skua?", sources, embed)
    assert {one.index for one in found} == {1, 3}


def test_contradicting_documents_are_both_quoted(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the warranty of the battery?"
    sources = [
        make_source(1, "Contract", "The supplier warrants the battery for 10 years from acceptance."),
        make_source(2, "Amendment", "The supplier warrants the battery for 12 years from acceptance."),
        make_source(3, "Weather", WEATHER),
    ]
    found = quotes_for(question, sources, embed)
    places = disagreeing(found, sources, read_question(question, rule_plan(question), sources, None))
    assert {found[place].index for place in places} == {1, 2}


def test_the_same_words_in_two_places_are_quoted_once(make_source: MakeSource, embed: Embed) -> None:
    same = "The pier is 40 m long and was repaired in 2020."
    quoted = texts(
        "How long is the pier and when was it repaired?", [make_source(1, "A", same), make_source(2, "B", same)], embed
    )
    assert quoted == [same]


def test_a_document_that_the_question_names_is_preferred(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Report 2022", "The fee is 5 euros."),
        make_source(2, "Report 2023", "The fee is 6 euros."),
    ]
    plan = {**rule_plan("What is the fee?"), "named_documents": ["d2"]}
    assert quotes_for("What is the fee?", sources, embed, plan)[0].index == 2  # type: ignore[arg-type]  # a plan, changed


def test_a_summary_is_made_of_sentences_of_the_named_document(make_source: MakeSource, embed: Embed) -> None:
    table = "Month | Turbine | Energy\n2023-01 | Petrel | 140\n2023-02 | Skua | 150\n"
    sources = [
        make_source(1, "Measurements", table),
        make_source(2, "Weather", WEATHER),
        make_source(3, "Harbour", PEOPLE),
    ]
    plan = {**rule_plan("Summarise the weather"), "named_documents": ["d2"]}
    found = quotes_for("Summarise the weather", sources, embed, plan)  # type: ignore[arg-type]  # a plan, changed
    assert {one.index for one in found} == {2}


def test_steps_are_quoted_as_a_list(make_source: MakeSource, embed: Embed) -> None:
    content = "Locking a turbine\n1. Stop the rotor.\n2. Set the brake of the turbine.\n3. Take the key."
    assert texts("How do I lock a turbine?", [make_source(1, "Handbook", content)], embed)[0].count("\n") == 2


def test_it_answers_without_an_embedding_too(make_source: MakeSource) -> None:
    sources = [make_source(1, "Weather", WEATHER), make_source(2, "Harbour", "The harbour was opened in 1911.")]
    assert texts("When was the harbour opened?", sources, None)[0] == "The harbour was opened in 1911."


def test_nothing_to_quote(embed: Embed) -> None:
    assert texts("When?", [], embed) == []


@given(
    contents=st.lists(st.text(alphabet="abc AB19.,|\n", max_size=80), max_size=4),
    question=st.sampled_from(["When was B?", "Compare A and B.", "How do I a?", "Summarise it", "a b c"]),
)
@settings(max_examples=40, deadline=None)
def test_quotes_are_verbatim_bounded_and_the_same_each_time(
    make_source: MakeSource, embed: Embed, contents: list[str], question: str
) -> None:
    sources = [make_source(number, f"T{number}", content) for number, content in enumerate(contents, start=1)]
    found = quotes_for(question, sources, embed)
    assert found == quotes_for(question, sources, embed)
    assert len(found) <= 8
    for one in found:
        assert sources[one.index - 1]["content"][one.start : one.end] == one.text
        assert 0 <= one.score <= 1.0001


def test_a_role_is_held_by_whom_its_whole_name_stands_beside(make_source: MakeSource, embed: Embed) -> None:
    question = "Who is the chief executive officer of Acme?"
    text = (
        "Ann Lee, Executive Vice President and Chief Marketing Officer, joined Acme in 2006 as an officer.\n\n"
        "Sue Narayan, Chairman and Chief Executive Officer, has led the firm since 2010."
    )
    plan, sources = rule_plan(question), [make_source(1, "Officers", text, file_name="acme_2022.txt")]
    assert quote(read_question(question, plan, sources, None), plan, sources, embed)[0].text.startswith("Sue Narayan")
