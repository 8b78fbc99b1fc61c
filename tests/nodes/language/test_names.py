"""Names that a question may call a document by."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.language.names import name_keys
from nodes.language.terms import normalise_name


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Who painted Tidied It?", "tidied it"),
        ("Who wrote We Can No Longer Row Home in 1950?", "we can no longer row home"),
        ("who sings I'll Be Rowing Now", "i ll be rowing now"),
        ("The Return of the Quay Keeper was directed by whom?", "the return of the quay keeper"),
        ("In Old Husum was filmed where?", "in old husum"),
        ("Was it The Who?", "the who"),
        ("What does RFC 2119 require?", "rfc 2119"),
        ("Which pump does iPetrel 15 use?", "ipetrel 15"),
        ("Is Skua-Berg's report late?", "skua berg"),
        ("Who keeps Petrel's Log?", "petrel s log"),
        ("who keeps petrel's log", "petrel s log"),
        ("who keeps petrel's log", "petrel"),
        ("who directed up in the rigging", "up in the rigging"),
        ("where is the harbour", "the harbour"),
        ("WHAT IS THE PETREL BUDGET", "petrel budget"),
        # Folding takes the breve off the й, in the catalogue as well.
        ("кто построил старый причал", "старыи причал"),
    ],
)
def test_names_are_marked_however_they_are_written(question: str, key: str) -> None:
    assert name_keys(question).get(key) is True


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What does the annual report 2023 say about Husum?", "annual report 2023"),
        ("What does the annual report 2023 say about Husum?", "the annual report"),
        ("Budget report of Husum", "budget report"),
    ],
)
def test_other_runs_are_keys_without_a_mark(question: str, key: str) -> None:
    assert name_keys(question).get(key) is False


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What does the report say about tides in Husum?", "tides"),
        ("Tides of Husum", "tides"),
        ("Who is of the Husum party?", "of the husum"),
        ("Who saw the Petrel of late?", "petrel of"),
        ("What is it in Husum?", "what is"),
        ("is it in at all", "it in"),
        ("is it ok to row", "ok"),
        ("What do I row in Husum?", "i"),
    ],
)
def test_what_is_no_name(question: str, key: str) -> None:
    assert key not in name_keys(question)


def test_long_questions_keep_marked_names_then_short_runs() -> None:
    question = "Tell me " + " ".join(f"how plank{chr(97 + place % 26)} bends" for place in range(60)) + " at Skua Bay?"
    keys = name_keys(question)
    assert len(keys) == 300
    assert keys["skua bay"]
    low = name_keys(question.lower())
    assert len(low) == 300
    assert low["skua bay"]
    assert max(len(key.split()) for key in low) < 10


@given(
    st.text(alphabet=st.sampled_from("aB c'’sé1-é.日 the"), max_size=200)
    | st.lists(st.sampled_from(["The", "of", "Petrel's", "skua", "B2", "It", "I'll"]), max_size=40).map(" ".join)
    | st.text(max_size=60)
)
@settings(max_examples=100, deadline=None)
def test_keys_are_normalised_bounded_and_longest_first(question: str) -> None:
    keys = name_keys(question)
    assert keys == name_keys(question)
    assert len(keys) <= 300
    assert all(key == normalise_name(key) and len(key) > 1 for key in keys)


@given(st.lists(st.sampled_from(["the", "of", "petrel", "skua", "in", "b2"]), max_size=12).map(" ".join))
@settings(max_examples=50)
def test_runs_come_longest_first_and_without_capitals_all_are_marked(question: str) -> None:
    keys = name_keys(question)
    lengths = [len(key.split()) for key in keys]
    assert lengths == sorted(lengths, reverse=True)
    assert max(lengths, default=0) <= 10
    assert all(keys.values())
