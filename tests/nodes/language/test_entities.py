import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.language import entities
from nodes.language.entities import forget_names, name_spans, names_in
from tests.growth import assert_grows_in_proportion


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What was the revenue of Hask Marine in 2023?", ["Hask Marine"]),
        ("When did Lothar the Elder's mother die?", ["Lothar the Elder"]),
        ("Who won the Battle of the Sound?", ["Battle of the Sound"]),
        ("Are Orla Finch and Tomas Berg both pilots?", ["Orla Finch", "Tomas Berg"]),
        ('Who sings "Lights over water" on Harbour Nights?', ["Lights over water", "Harbour Nights"]),
        ("What happened in Q2 2023 and on 3 May 2022?", []),
        ("Who wrote When The Boats Come In?", ["When The Boats Come In"]),
        ("Compare Petrel with Skua.", ["Petrel", "Skua"]),
        ("Sind Haustiere erlaubt?", ["Haustiere"]),
        ("Darf Ole Lund kündigen?", ["Ole Lund"]),
        ("What does Apollo 11 weigh?", ["Apollo 11"]),
        ("The pump shows F3. What does that mean?", ["F3"]),
        ("We run Windows 10. What now?", ["Windows 10"]),
        ("Who offered sleeves for EUR 84,000 and USD2 a day?", []),
        ("Which CAD software is used?", ["CAD"]),
        ("WHAT IS IT?", []),
        ("what about petrel?", []),
        ("Кто основал Морской Институт?", ["Морской Институт"]),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_a_lone_word_that_opens_a_sentence_is_no_name_unless_marked_as_one() -> None:
    assert names_in("Revenue fell.") == []
    assert names_in("SeaGen's revenue fell.") == ["SeaGen"]


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    spans = name_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


@pytest.mark.parametrize(
    "sentence",
    ["a Corvane ", 'a "long tide" ', "Orla went far and wide ", "in May 3 "],
    ids=["names", "quotes", "no ends", "dates"],
)
def test_a_text_takes_time_in_proportion_to_its_length(sentence: str) -> None:
    assert_grows_in_proportion(name_spans, sentence, 200_000)


def test_what_one_caller_does_with_the_spans_is_no_other_callers_business() -> None:
    text = "Where was the mother of Anna Petrel born?"
    first = name_spans(text)
    first.clear()
    assert [text[start:end] for start, end in name_spans(text)] == ["Anna Petrel"]


def test_questions_are_forgotten() -> None:
    name_spans("Where was the mother of Anna Petrel born?")
    forget_names()
    assert entities._name_spans.cache_info().currsize == 0
