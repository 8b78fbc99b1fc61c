"""Questions that nothing answers keep their shape, and name nothing that is held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from eval.answering.gold_removed import folds_without_gold
from eval.answering.unanswerable import CountTerms, invent, with_absent_names, with_absent_years
from eval.datasets import Dataset, Question, SourceDocument
from nodes.language.terms import analyse


def question(text: str, identifier: str = "q", *gold: str) -> Question:
    return Question(identifier, text, {}, dict.fromkeys(gold, 1.0))


def holding(*texts: str) -> CountTerms:
    terms = [term for text in texts for term in set(analyse(text))]

    async def count(wanted: Sequence[str]) -> Mapping[str, int]:
        return {term: terms.count(term) for term in wanted if term in terms}

    return count


async def test_every_name_is_replaced_and_nothing_else() -> None:
    text = "Which is larger, the port of Ulmsund or Greater Torsnes?"
    [made] = await with_absent_names([question(text)], holding(text))
    words, new = text.split(), made.text.split()
    assert [word for word, other in zip(words, new, strict=True) if word == other] == [
        *("Which", "is", "larger,", "the", "port", "of", "or"),
    ]
    assert [len(word) for word in words] == [len(word) for word in new]
    assert [word[0].isupper() for word in words] == [word[0].isupper() for word in new]


async def test_a_name_is_the_same_in_every_question_and_run() -> None:
    texts = ["Where is Ulmsund?", "Who was born in Ulmsund?"]
    questions = [question(text, str(number)) for number, text in enumerate(texts)]
    first, second = [await with_absent_names(questions, holding(*texts)) for _ in range(2)]
    assert first == second
    assert first[0].text.split()[-1] == first[1].text.split()[-1]


async def test_an_invention_that_is_held_is_not_taken() -> None:
    text = "Where is Ulmsund?"
    [first] = await with_absent_names([question(text)], holding(text))
    [second] = await with_absent_names([question(text)], holding(text, first.text))
    assert set(analyse(first.text)).isdisjoint(analyse(second.text))


@pytest.mark.parametrize("text", ["where do sheep graze?", "Where does 3M sell to Ulmsund?", "東京はどこですか"])
async def test_questions_whose_names_cannot_all_be_replaced_are_left_out(text: str) -> None:
    assert await with_absent_names([question(text)], holding(text)) == []


async def test_years_move_together_to_the_nearest_that_are_absent() -> None:
    texts = ["Did revenue rise from 2018 to 2019?", "Who won in 1950?", "What is 3M?", "Who paid $2018 then?"]
    held = holding("2015 2017 2018 2019 2020 2021 1949 1951")
    made = await with_absent_years([question(text, str(n)) for n, text in enumerate(texts)], held)
    assert [each.text for each in made] == ["Did revenue rise from 2022 to 2023?", "Who won in 1948?"]


async def test_years_that_cannot_move_leave_the_question_out() -> None:
    every = " ".join(map(str, range(1900, 2100)))
    assert await with_absent_years([question("Who won in 1950?")], holding(every)) == []


@hypothesis_settings(max_examples=50)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzABCXYZ", min_size=3, max_size=12), st.integers(0, 11))
def test_inventions_keep_length_and_capitals(word: str, attempt: int) -> None:
    other = invent(word, attempt)
    assert len(other) == len(word)
    assert [letter.isupper() for letter in other] == [letter.isupper() for letter in word]
    assert other == invent(word, attempt)


def test_accents_do_not_stand_in_the_way() -> None:
    assert invent("Brünn", 0) == invent("Brunn", 0) != "Brunn"


@hypothesis_settings(max_examples=40)
@given(st.lists(st.sets(st.integers(0, 9), min_size=1, max_size=3), min_size=1, max_size=14))
def test_no_fold_holds_the_gold_of_its_questions_and_each_question_is_in_one(gold: list[set[int]]) -> None:
    documents = [SourceDocument(str(number), f"{number}.txt", text="x") for number in range(12)]
    questions = [question("Who?", f"q{n}", *map(str, items)) for n, items in enumerate(gold)]
    dataset = Dataset("set", "document", documents, questions, 0, [])
    folds = folds_without_gold(dataset, questions)
    assert sorted(each.id for fold in folds for each in fold.questions) == sorted(each.id for each in questions)
    by_id = {each.id: each for each in questions}
    for fold in folds:
        wanted = {item for each in fold.questions for item in by_id[each.id].gold}
        kept = {document.item for document in fold.dataset.documents}
        assert kept == {document.item for document in documents} - wanted


def test_passages_take_their_document_with_them_and_an_empty_fold_is_left_out() -> None:
    documents = [SourceDocument("sea", "sea.md", text="x")]
    questions = [question("Who?", "q1", "sea#1"), question("Who?", "q2")]
    dataset = Dataset("set", "passage", documents, questions, 0, [], {"sea#1": "sea"})
    assert folds_without_gold(dataset, questions) == []
    more = Dataset(
        "set", "passage", [*documents, SourceDocument("land", "land.md", text="y")], questions, 0, [], {"sea#1": "sea"}
    )
    [fold] = folds_without_gold(more, questions)
    assert [document.item for document in fold.dataset.documents] == ["land"]
    assert [each.id for each in fold.questions] == ["q1"]
