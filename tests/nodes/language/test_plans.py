import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.options import Options
from nodes.language.plans import ALPHA, OWN_WORDS_ALPHA, rule_plan, search_text, sub_queries


def options(**values: object) -> Options:
    return Options.model_validate(values)


def test_a_comparison_of_names_has_one_query_for_each_side() -> None:
    question = "Which turbine delivered more in 2022, Petrel Works or Skua Works?"
    plan = rule_plan(question, options(expansion=True))
    assert plan["query_type"] == "comparison"
    assert plan["comparison_sides"] == ["Petrel Works", "Skua Works"]
    assert [query.split()[0] for query in plan["sub_queries"]] == ["Petrel", "Skua"]
    assert "Skua" not in plan["sub_queries"][0]
    assert "2022" in plan["sub_queries"][0]
    assert plan["spans_documents"]
    assert rule_plan(question, options(expansion=False))["sub_queries"] == []


def test_words_that_only_compare_are_not_searched_for_each_side() -> None:
    assert sub_queries("Compare the price of Petrel with Skua", ["Petrel", "Skua"]) == ["Petrel price", "Skua price"]


def test_the_redundancy_factor_follows_the_type() -> None:
    factors = {
        rule_plan(question)["query_type"]: rule_plan(question)["diversity_factor"]
        for question in ("When was the quay built?", "battery fire", "Why did the coating fail?")
    }
    assert factors == {"factual": 0.05, "general": 0.1, "analytical": 0.2}


def test_a_model_helps_with_the_search_where_it_is_asked_to_and_with_no_look_up() -> None:
    asked = options(expansion=True, hyde=True)
    look_up, broad = "What is the budget of the harbour for 2024?", "which laws govern flow around thin wings"
    for question, chosen, expected in ((look_up, asked, False), (broad, options(), False), (broad, asked, True)):
        plan = rule_plan(question, chosen)
        assert (plan["expand"], plan["hyde"]) == (expected, expected)


def test_hierarchy_leaves_factual_look_ups_alone_unless_they_name_a_section() -> None:
    assert not rule_plan("Who collected the data?")["hierarchy"]
    assert rule_plan("What number stands in the results section?")["hierarchy"]
    assert rule_plan("Summarise the paper")["hierarchy"]


def test_links_are_followed_where_the_question_describes_what_it_asks_about() -> None:
    assert rule_plan("where was the engineer who built the barge born?")["follow_links"]
    assert not rule_plan("how do i reset the pump?")["follow_links"]


def test_options_override_the_rules() -> None:
    question = "When was the harbour opened?"
    plan = rule_plan(
        question,
        options(query_type="summary", follow_links=True, threshold=True, widen=False, expansion=True, rerank=True),
    )
    assert plan["query_type"] == "summary"
    assert plan["confidence"] == 1.0
    assert (plan["follow_links"], plan["threshold"], plan["widen"]) == (True, True, False)
    assert (plan["expand"], plan["rerank"]) == (True, True)


def test_thin_evidence_is_searched_for_again_after_a_filter_or_where_asked() -> None:
    question = "When was the harbour opened?"
    for chosen, again in (({}, False), ({"document_filter": "hard"}, True), ({"widen": True}, True)):
        plan = rule_plan(question, options(**chosen))
        assert (plan["widen"], plan["search_again"]) == (True, again)
    assert not rule_plan(question, options(document_filter="hard", widen=False))["search_again"]


def test_periods_and_amounts() -> None:
    plan = rule_plan("What was the revenue of Hask Marine in Q2 2023?")
    assert plan["periods"] == [{"year": 2023, "quarter": 2}]
    assert plan["asks_amount"]
    assert plan["entities"] == ["Hask Marine"]


def test_search_text_drops_instructions_but_never_everything() -> None:
    assert search_text("Please explain the tidal range") == "the tidal range"
    assert search_text("please describe") == "please describe"


def test_what_takes_place_is_no_place() -> None:
    assert search_text("Where did the fair take place?") == "Where did the fair take"


@pytest.mark.parametrize(
    "question",
    [
        "How large was the investment in the new place in Kiel?",
        "Which resources does the mine have?",
        "Which investment banker advised Acme on the merger?",
        "Which documents name the sources of the formula?",
        "Whom does the analyst report to?",
    ],
)
def test_search_text_keeps_what_a_question_is_about(question: str) -> None:
    assert search_text(question) == question


def test_detail_asks_for_full_text() -> None:
    assert rule_plan("Explain the coating in detail")["structure_preference"] == "full_text"
    assert rule_plan("What does the abstract say?")["structure_preference"] == "key_sections"
    assert rule_plan("Who signed?")["structure_preference"] == "any"


def test_names_of_the_question_stand_in_the_plan() -> None:
    names = rule_plan("What does the annual report 2023 say about RFC 2119 and tides?")["names"]
    assert names["rfc 2119"]
    assert "annual report 2023" in names
    assert "tides" not in names


def test_what_the_best_passages_share_is_asked_for_where_the_question_names_nothing() -> None:
    assert rule_plan("which laws govern flow around thin wings")["feedback"]
    assert not rule_plan("When was Hask Marine founded?")["feedback"]
    assert not rule_plan("which laws govern flow around thin wings", options(expansion=False))["feedback"]


def test_keywords_are_not_asked_for_with_other_words() -> None:
    assert not rule_plan("flow around wings")["feedback"]
    assert not rule_plan("max_tide_wings of flow")["feedback"]
    assert rule_plan("flow around wings", options(expansion=True))["feedback"]


def test_who_speaks_of_oneself_is_found_more_by_meaning_and_without_feedback() -> None:
    plan = rule_plan("can I rename the folder that holds my old backups")
    assert (plan["alpha"], plan["feedback"]) == (OWN_WORDS_ALPHA, False)
    assert rule_plan("which laws govern flow around thin wings")["alpha"] == ALPHA
    assert rule_plan("can I rename my folder", options(alpha=0.2))["alpha"] == 0.2
    assert rule_plan("can I rename the folder that holds my old backups", options(expansion=True))["feedback"]


def test_what_is_like_the_best_passages_is_not_lifted_for_one_or_two_words() -> None:
    assert rule_plan("What do we pay Hask per hour?")["smooth"]
    assert not rule_plan("which laws govern flow around thin wings", options(smoothing=False))["smooth"]
    assert not rule_plan("What is a thin wing?")["smooth"]
    assert rule_plan("What is a wing?", options(smoothing=True))["smooth"]


@given(st.text(max_size=120))
@settings(max_examples=60, deadline=None)
def test_any_text_has_a_plan(text: str) -> None:
    plan = rule_plan(text)
    assert plan == rule_plan(text)
    assert 0 <= plan["section_confidence"] <= 1
    assert len(plan["names"]) <= 300
