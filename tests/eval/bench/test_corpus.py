"""The made-up corpus: the same each time, and what its questions ask stands in the documents they name."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from eval.bench.corpus import METRICS, World, questions
from eval.bench.documents import MadeDocument, Writer

DOCUMENTS = 120


@pytest.fixture(scope="module")
def documents() -> list[MadeDocument]:
    return list(islice(Writer(World(7)).stream(), DOCUMENTS))


def test_a_document_is_the_same_whichever_were_written_before(documents: list[MadeDocument]) -> None:
    assert Writer(World(7)).write(57) == documents[57]
    assert next(Writer(World(7)).stream(33)) == documents[33]
    assert Writer(World(8)).write(57) != documents[57]


def test_file_names_are_distinct(documents: list[MadeDocument]) -> None:
    assert len({document.file_name for document in documents}) == DOCUMENTS
    assert [document.number for document in documents] == list(range(DOCUMENTS))


def test_documents_are_short_and_long(documents: list[MadeDocument]) -> None:
    lengths = sorted(len(document.markdown()) for document in documents)
    assert lengths[0] < 1_000
    assert lengths[DOCUMENTS // 2] > 1_500
    assert 20_000 < lengths[-1] < 60_000
    assert {document.file_name.split("-")[0] for document in documents} == {"person", "company", "report"}


def test_pages_hold_what_the_text_holds(documents: list[MadeDocument]) -> None:
    for document in documents[:20]:
        pages = document.pages()
        assert [page["number"] for page in pages] == list(range(1, len(pages) + 1))
        assert "".join(page["text"] for page in pages).split() == document.markdown().replace("#", "").split()
        headings = [page["text"][heading["start"] : heading["end"]] for page in pages for heading in page["headings"]]
        assert headings == [document.title, *(each.heading for each in document.sections if each.heading)]


def test_companies_are_named_by_many_documents_and_a_few_by_most(documents: list[MadeDocument]) -> None:
    world = World(7)
    names = [world.company(number).name for number in range(DOCUMENTS // 5)]
    counts = Counter({name: sum(name in document.markdown() for document in documents) for name in names})
    most = counts.most_common()
    assert most[0][1] >= 8
    assert sum(count > 1 for _, count in most) > len(names) / 3
    assert most[-1][1] <= 2


def test_what_is_asked_stands_in_the_documents_that_answer(documents: list[MadeDocument]) -> None:
    asked = list(islice(questions(World(7), DOCUMENTS), 60))
    assert asked == list(islice(questions(World(7), DOCUMENTS), 60))
    assert len({question.text for question in asked}) > 50
    assert {question.kind for question in asked} == {"fact", "figure", "two steps", "comparison", "theme"}
    for question in asked:
        texts = [documents[number].markdown() for number in question.documents]
        match question.kind:
            case "fact" | "theme":
                assert "was born on" in texts[0]
            case "figure":
                metric = next(each for each in METRICS if each in question.text)
                assert f"The {metric} of" in texts[0]
                assert question.text.rstrip("?")[-4:] in texts[0]
            case "two steps":
                assert documents[question.documents[1]].title in texts[0]
                assert "was born on" in texts[1]
            case "comparison":
                assert all("It was founded in" in text for text in texts)
