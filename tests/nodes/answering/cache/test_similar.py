"""Which questions may share an answer: what has to agree besides their vectors, and how citations are carried over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.cache.recalling import recalled
from nodes.answering.cache.similar import (
    Kept,
    differing_words,
    digest_of,
    nearest,
    packed,
    renumbered,
    scope,
    signature,
)
from nodes.domain.chat import Similar, Source, Unavailable
from nodes.language.plans import rule_plan

SAME = [
    ("What was Acme's revenue in 2022?", "What revenue did Acme have in 2022?"),
    ("How much did Acme earn in 2022?", "how much did Acme earn in 2022"),
    ("Who founded Hask Marine?", "Please, who founded Hask Marine"),
]
DIFFERENT = [
    ("What was Acme's revenue in 2022?", "What was Acme's revenue in 2023?"),
    ("What was Acme's revenue in Q1 2022?", "What was Acme's revenue in Q2 2022?"),
    ("What was Acme's revenue in 2022?", "What was Globex's revenue in 2022?"),
    ("What is Acme's margin with services?", "What is Acme's margin without services?"),
    ("Does Acme pay a dividend?", "Doesn't Acme pay a dividend?"),
    ("Which plants of Acme are open?", "Which plants of Acme are not open?"),
    ("Did Acme buy Globex?", "Did Globex buy Acme?"),
    ("What did Acme pay before 2022?", "What did Acme pay after 2022?"),
    ("What is Acme's highest price?", "What is Acme's lowest price?"),
    ("Name two plants of Acme.", "Name three plants of Acme."),
    ("When did Acme open?", "Where did Acme open?"),
    ("Was Acme's profit larger than its debt?", "Was Acme's debt larger than its profit?"),
    ("What do the 10-K filings of Acme say?", "What do the 10-Q filings of Acme say?"),
    ("Summarise the report of Acme in detail.", "What does the report of Acme say?"),
    # Without capitals any word may be a name.
    ("what does alice earn?", "what does bob earn?"),
    ("爱丽丝挣多少钱?", "鲍勃挣多少钱?"),
    ("does alice pay bob?", "does bob pay alice?"),
]


def signed(question: str) -> str:
    return signature(question, rule_plan(question))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_other_words_for_the_same_agree(one: str, other: str) -> None:
    assert signed(one) == signed(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_a_vector_cannot_tell_is_told_by_the_words(one: str, other: str) -> None:
    assert signed(one) != signed(other)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("whole_count", 5),
        ("whole_documents", ["r1"]),
        ("asks_amount", True),
        ("structure_preference", "full_text"),
        ("dates", ["2022-02-01"]),
    ],
)
def test_what_the_plans_of_two_questions_must_have_in_common(name: str, value: object) -> None:
    question = "What does the report of Acme say?"
    plan: Any = rule_plan(question)
    changed: Any = {**plan, name: value}
    assert changed != plan
    assert signature(question, changed) != signature(question, plan)


def test_answers_of_other_code_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    before = scope({"a": 1}, ["m"], {}, "gpt", "en")
    monkeypatch.setattr("nodes.answering.cache.similar.code_version", lambda: "of another release")
    assert scope({"a": 1}, ["m"], {}, "gpt", "en") != before


NAMES = ("Acme", "Globex", "Hask Marine", "Kestrel", "Orla Dunn")
NUMBERS = ("2019", "2022", "2023", "7", "12", "40%")
TURNS = ("with", "without", "before", "after", "not counting")
parts = st.tuples(st.sampled_from(NAMES), st.sampled_from(NUMBERS), st.sampled_from(TURNS))


@settings(max_examples=60, deadline=None)
@given(parts, parts, st.booleans())
def test_no_two_questions_agree_that_differ_in_name_number_or_turn(
    one: tuple[str, str, str], other: tuple[str, str, str], reordered: bool
) -> None:
    def ask(name: str, number: str, turn: str, *, first: bool) -> str:
        named, when = f"the revenue of {name}", f"{turn} the {number} items"
        return f"What was {named} {when}?" if first else f"What, {when}, was {named}?"

    agree = signed(ask(*one, first=True)) == signed(ask(*other, first=not reordered))
    assert agree <= (one == other)
    assert agree or one != other or reordered


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), max_size=3),
    st.sampled_from([0.9, 0.95]),
    st.sampled_from([0.9, 0.95]),
    st.sampled_from(["en", "de"]),
    st.sampled_from(["en", "de"]),
)
def test_scopes_are_the_same_only_over_the_same_collections_in_the_same_versions(
    one: dict[str, int], other: dict[str, int], first: float, second: float, spoken: str, meant: str
) -> None:
    left = scope(one, ["m"], {"semantic_cache": first}, "gpt", spoken)
    right = scope(other, ["m"], {"semantic_cache": second}, "gpt", meant)
    assert (left == right) == (one == other and first == second and spoken == meant)
    assert left != scope(one, ["other"], {"semantic_cache": first}, "gpt", spoken)
    assert left != scope(one, ["m"], {"semantic_cache": first}, "another", spoken)


def test_the_words_that_differ_are_told() -> None:
    assert differing_words("How is the pump of Acme serviced?", "How is Acme's pump maintained?") == [
        "maintained",
        "serviced",
    ]


def source(index: int, content: str, revision: str = "r1") -> Source:
    made: dict[str, Any] = {
        "index": index,
        "hits": [f"{revision}:{content}"],
        "content": content,
        "document_id": f"d-{content}",
        "revision_id": revision,
    }
    return made  # type: ignore[return-value]  # what is looked at


def kept(lines: list[str], *sources: Source, vector: tuple[float, ...] = (1.0, 0.0)) -> Kept:
    return Kept("Who?", packed(vector), lines, {str(each["index"]): digest_of(each) for each in sources})


def test_citations_get_the_numbers_that_their_passages_have_now() -> None:
    answer = kept(["It is so [1].", "And so [2, 3]; [1]."], source(1, "a"), source(2, "b"), source(3, "c"))
    now = [source(1, "c"), source(2, "x"), source(3, "a"), source(4, "b")]
    assert renumbered(answer, now) == ["It is so [3].", "And so [4][1]; [3]."]


@pytest.mark.parametrize(
    "now",
    [
        [],
        [source(1, "a")],
        [source(1, "a"), source(2, "b", revision="r2")],
        [source(1, "a"), {**source(2, "b"), "content": "b, edited"}],
    ],
    ids=["none", "one is missing", "another version", "other words"],
)
def test_an_answer_falls_where_one_cited_passage_is_not_found_word_for_word(now: list[Source]) -> None:
    assert renumbered(kept(["So [1] and so [2]."], source(1, "a"), source(2, "b")), now) is None


def test_an_answer_that_cites_nothing_is_never_given() -> None:
    assert renumbered(kept(["So it is."], source(1, "a")), [source(1, "a")]) is None


def test_every_source_of_a_range_is_cited() -> None:
    answer = kept(["So it is [1-3]."], source(1, "a"), source(2, "b"), source(3, "c"))
    assert renumbered(answer, [source(2, "a"), source(5, "b"), source(9, "c")]) == ["So it is [2][5][9]."]
    assert renumbered(answer, [source(2, "a"), source(9, "c")]) is None


def test_the_nearest_is_the_most_similar_and_of_the_same_length() -> None:
    found = nearest(
        [2.0, 0.0],
        {
            "b": kept(["[1]"], vector=(0.9, 0.1)),
            "a": kept(["[1]"], vector=(0.9, 0.1)),
            "c": kept(["[1]"], vector=(0.0, 1.0)),
            "d": kept(["[1]"], vector=(1.0, 0.0, 0.0)),
        },
    )
    assert found is not None
    assert found.similarity == pytest.approx(0.9 / (0.82**0.5))
    assert nearest([1.0], {"d": kept(["[1]"], vector=(1.0, 0.0))}) is None


def test_nothing_is_given_where_not_everything_was_searched() -> None:
    similar: Similar = {
        "prefix": "p",
        "vector": "",
        "kept": vars(kept(["So [1]."], source(1, "a"))),
        "similarity": 0.97,
        "why": "",
    }
    draft = recalled(similar, [source(2, "a")], [])
    assert draft is not None
    assert draft.lines == ["So [2]."]
    assert "“Who?”, at 0.970" in draft.why
    failed: Unavailable = {
        "collection_id": "c",
        "name": "papers",
        "node": "n",
        "code": "unavailable",
        "reason": "It is away.",
    }
    assert recalled(similar, [source(2, "a")], [failed]) is None
    assert recalled(None, [source(2, "a")], []) is None
