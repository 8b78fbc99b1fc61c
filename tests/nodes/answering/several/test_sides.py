from nodes.answering.extractive import answer_by_quoting
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

LEASE = "The tenants may give notice of three months to the end of a month. The rent of the flat is EUR 890."
GARAGE = "The garage is let for a car. The agreement may be ended by each side with notice of six weeks."
SUBLET = "Subletting of a part of the flat needs permission."


def quoted(question: str, sources: list[Source], embed: Embed) -> list[str]:
    plan = rule_plan(question)
    assert plan["query_type"] == "comparison"
    return [one.text for one in quote(read_question(question, plan, sources, None), plan, sources, embed)]


def test_each_side_is_quoted_by_what_is_compared_and_not_by_its_name(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Agreement", GARAGE), make_source(2, "Subletting", SUBLET), make_source(3, "Term", LEASE)]
    sources[1]["document_id"] = sources[2]["document_id"]
    found = quoted("notice period for the flat and for the garage", sources, embed)
    assert found[:2] == [
        "The tenants may give notice of three months to the end of a month.",
        "The agreement may be ended by each side with notice of six weeks.",
    ]


def test_a_side_that_is_a_title_need_not_be_named(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Offer of Nordby", "We thank you for asking us. The price is EUR 2,612."),
        make_source(2, "Offer of Vestbau", "Vestbau builds since 1911. The price comes to EUR 2,698."),
    ]
    found = quoted("Compare the price of Nordby with that of Vestbau", sources, embed)
    assert {"The price is EUR 2,612.", "The price comes to EUR 2,698."} <= set(found)


def test_what_is_said_of_neither_side_contradicts_none(make_source: MakeSource, embed: Embed) -> None:
    rents = {"zenith-lease": 1450, "orion-lease": 980, "acme-lease": 1200}
    sources = [
        make_source(place, title, f"The tenant pays a monthly rent of EUR {rent}, due on the first day of each month.")
        for place, (title, rent) in enumerate(rents.items(), start=1)
    ]
    found = quoted("compare the rent of orion and zenith", sources, embed)
    assert len(found) == 2
    assert all("1450" in text or "980" in text for text in found)


def test_where_only_the_things_are_compared_each_is_defined(make_source: MakeSource, embed: Embed) -> None:
    licence = (
        '1.1 "Licensed Software" means version 6 and all Updates, but not Upgrades. '
        '1.2 "Update" means a release that mends faults. 1.3 "Upgrade" means a release that changes the first number.'
    )
    found = quoted(
        "What is the difference between an Update and an Upgrade?", [make_source(1, "Licence", licence)], embed
    )
    assert any(text.endswith("mends faults.") for text in found)
    assert any(text.endswith("changes the first number.") for text in found)


def test_what_is_said_of_one_side_has_its_like_in_other_words(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Offer of Nordby", "Warranty: 10 years on workmanship, tiles. We thank you for your inquiry."),
        make_source(2, "Offer of Vestbau", "Vestbau builds since 1911. We stand for 6 years on workmanship, tiles."),
    ]
    found = quoted("Is Nordby's warranty longer than Vestbau's?", sources, embed)
    assert found[:2] == [
        "Warranty: 10 years on workmanship, tiles.",
        "We stand for 6 years on workmanship, tiles.",
    ]


def test_of_a_table_the_total_answers_what_is_cheaper_and_never_its_head(make_source: MakeSource, embed: Embed) -> None:
    table = "Position | Net price\nScaffold | EUR 27,400\nTiles | EUR 104,800\nTotal | EUR 287,700\n"
    sources = [
        make_source(1, "Offer of Nordby", table),
        make_source(2, "Offer of Vestbau", table.replace("287,700", "332,200")),
    ]
    found = quoted("Which of Nordby and Vestbau has the lower net price?", sources, embed)
    assert [text for text in found if "Total" in text][:2] == ["Total | EUR 287,700", "Total | EUR 332,200"]
    assert "Position | Net price" not in found


def test_an_answer_shows_what_is_said_of_each_side_and_no_more(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Offer of Nordby", "The warranty is 10 years. The warranty offer is valid."),
        make_source(2, "Offer of Vestbau", "Vestbau builds since 1911. The warranty is 6 years."),
    ]
    question = "Is the warranty of Nordby longer than that of Vestbau?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [each["quote"] for each in draft.citations] == ["The warranty is 10 years.", "The warranty is 6 years."]


def test_a_word_that_orders_the_sides_is_said_of_none(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Ada Berg", "Ada Berg (1910 – 1982) was a painter. She had a boat."),
        make_source(2, "Otto Holm", "Otto Holm (1904 – 1971) was a potter. His first oven stood in Husum in 1937."),
    ]
    found = quoted("Who was born first, Ada Berg or Otto Holm?", sources, embed)
    assert {"Ada Berg (1910 – 1982) was a painter.", "Otto Holm (1904 – 1971) was a potter."} <= set(found)
    assert "His first oven stood in Husum in 1937." not in found


def test_what_the_title_tells_apart_by_a_number_need_not_be_said_again(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Agreement on Flat 9", "1.1 The property is Flat 9 in the house.\n\n3.1 The deposit is EUR 1,325."
        ),
        make_source(
            2,
            "Lease of Unit 4",
            "The tenant of Unit 4 is Otto Ems. The tenant has paid a deposit of EUR 20,900.",
        ),
    ]
    found = quoted("Compare the deposits of Unit 4 and Flat 9", sources, embed)
    assert found[:2] == ["The tenant has paid a deposit of EUR 20,900.", "3.1 The deposit is EUR 1,325."]


def test_what_is_compared_weighs_more_than_its_conditions(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1,
            "The trial at Lindholm",
            "Biochar was spread with 20 t/ha of straw at Lindholm. The yield was 5.9 t/ha with biochar.",
        ),
        make_source(
            2,
            "The trial at Carrow",
            "At Carrow biochar was spread with 20 t/ha of straw. The yield was 8.1 t/ha with biochar.",
        ),
    ]
    found = quoted("Compare the yields at Lindholm and Carrow with biochar, 20 t/ha straw spread", sources, embed)
    assert found[:2] == ["The yield was 5.9 t/ha with biochar.", "The yield was 8.1 t/ha with biochar."]


def test_a_sentence_that_sets_the_sides_against_each_other_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Summer pass", "The summer pass is a card for guests. It is sold at the desk."),
        make_source(
            2,
            "Season card",
            "The season card is a card for members. The season card ends in May, whereas the summer pass is kept.",
        ),
    ]
    told = "The season card ends in May, whereas the summer pass is kept."
    assert quoted("What is the difference between the summer pass and the season card?", sources, embed)[0] == told
    assert told not in quoted("Compare the price of the summer pass with that of the season card", sources, embed)[:1]
