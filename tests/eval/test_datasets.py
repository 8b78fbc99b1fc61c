"""Datasets are read whole, and what is wrong with them is told with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval.datasets import load_dataset
from eval.jsonl import DatasetError
from tests.eval.conftest import MakeDataset

CORPUS = [
    {"_id": "tide/1", "title": "Tide", "text": "The tide turns four times a day."},
    {"_id": "moon", "text": "The moon draws the sea."},
]


def test_each_corpus_line_is_a_text_document_with_its_title(make_dataset: MakeDataset) -> None:
    dataset = load_dataset(make_dataset({"q": "tide?"}, [("q", "tide/1", 1)], corpus=CORPUS))
    assert dataset.name == "islands"
    assert dataset.kind == "document"
    assert [(each.file_name, each.title, each.text) for each in dataset.documents] == [
        ("tide/1.txt", "Tide", "The tide turns four times a day."),
        ("moon.txt", None, "The moon draws the sea."),
    ]
    assert dataset.questions[0].gold == {"tide/1": 1.0}
    assert dataset.notes == []


def test_empty_lines_are_counted_and_left_out(make_dataset: MakeDataset) -> None:
    corpus = [*CORPUS, {"_id": "void", "title": "", "text": " \n"}, {"_id": "name", "title": "Only a name", "text": ""}]
    folder = make_dataset({"q": "tide?"}, [("q", "moon", 1)], corpus=corpus)
    with (folder / "corpus.jsonl").open("a") as stream:
        stream.write("\n  \n")
    dataset = load_dataset(folder)
    assert dataset.empty_lines == 3
    assert [each.item for each in dataset.documents] == ["tide/1", "moon", "name"]
    assert dataset.documents[-1].text == "Only a name"


def test_text_with_unicode_line_separators_stays_one_line(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "tide?"}, [("q", "a", 1)], corpus=[])
    (folder / "corpus.jsonl").write_text('{"_id": "a", "text": "one\u2028two\x85three"}\n', encoding="utf-8")
    assert load_dataset(folder).documents[0].text == "one\u2028two\x85three"


def test_page_gold_over_files(make_dataset: MakeDataset) -> None:
    folder = make_dataset(
        {"q": "tide?"}, [("q", "2023/report.pdf#page=12", 1)], files={"2023/report.pdf": "-", ".hidden": "-"}
    )
    dataset = load_dataset(folder)
    assert dataset.kind == "page"
    assert [each.file_name for each in dataset.documents] == ["2023/report.pdf"]
    assert dataset.document_of("2023/report.pdf#page=12") == "2023/report.pdf"


def test_file_gold_over_files(make_dataset: MakeDataset) -> None:
    dataset = load_dataset(make_dataset({"q": "?"}, [("q", "a.txt", 1)], files={"a.txt": "-", "b.txt": "-"}))
    assert dataset.kind == "document"
    assert dataset.document_of("a.txt") == "a.txt"


def test_grouped_lines_become_sections_in_order(make_dataset: MakeDataset) -> None:
    corpus = [
        {"_id": "sea#tide", "title": "Tide  and\nebb", "text": "Four times a day."},
        {"_id": "land#hill", "title": "Hill", "text": "High."},
        {"_id": "sea#wave#long", "text": "Swell."},
        {"_id": "alone", "title": "Alone", "text": "No group."},
    ]
    folder = make_dataset({"q": "?"}, [("q", "sea#wave#long", 2)], corpus=corpus)
    dataset = load_dataset(folder, group_by="#")
    assert dataset.kind == "passage"
    assert [each.file_name for each in dataset.documents] == ["alone.txt", "sea.md", "land.md"]
    assert dataset.documents[1].text == "# Tide and ebb\n\nFour times a day.\n\n# wave#long\n\nSwell.\n"
    assert dataset.document_of("sea#tide") == "sea"
    assert dataset.document_of("alone") == "alone"
    assert dataset.questions[0].gold == {"sea#wave#long": 2.0}
    assert dataset.notes == []


def test_other_sets_stand_beside_under_their_names(make_dataset: MakeDataset) -> None:
    main = make_dataset({"q": "tide?"}, [("q", "tide/1", 1)], corpus=CORPUS)
    other = make_dataset({"q": "moon?"}, [("q", "moon", 1)], corpus=CORPUS[1:], name="sky")
    dataset = load_dataset(main, others=[other])
    assert [each.file_name for each in dataset.documents] == ["islands/tide/1.txt", "islands/moon.txt", "sky/moon.txt"]
    assert [question.gold for question in dataset.questions] == [{"islands/tide/1": 1.0}]
    with pytest.raises(DatasetError, match="Two datasets are called islands"):
        load_dataset(main, others=[main])


def test_limit_takes_the_first_questions_with_gold(make_dataset: MakeDataset) -> None:
    queries = {"q1": "one?", "q2": "two?", "q3": "three?"}
    folder = make_dataset(queries, [("q2", "moon", 1), ("q3", "moon", 1), ("q1", "moon", 0)], corpus=CORPUS)
    dataset = load_dataset(folder, limit=1)
    assert [question.id for question in dataset.questions] == ["q2"]


def test_what_does_not_fit_together_is_noted(make_dataset: MakeDataset) -> None:
    queries = {"q1": "one?", "q2": "two?"}
    folder = make_dataset(queries, [("q1", "moon", 1), ("q1", "sun", 1), ("q9", "moon", 1)], corpus=CORPUS)
    assert load_dataset(folder).notes == [
        "1 questions have no gold and are not asked",
        "1 questions of qrels.tsv are not in queries.jsonl, such as q9",
        "1 gold items are not in the corpus and count as not found, such as sun",
    ]


def test_a_file_that_starts_with_a_byte_order_mark_is_read(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "tide?"}, [("q", "moon", 1)], corpus=CORPUS)
    for name in ("corpus.jsonl", "queries.jsonl", "qrels.tsv"):
        (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes())
    assert len(load_dataset(folder).documents) == 2


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("corpus.jsonl", '{"_id": "a", "text": "x"}\n\n{"_id": "b"}\n', "corpus.jsonl:3: the field 'text' is missing"),
        ("corpus.jsonl", '{"_id": "a", "text": "x"}\n{"_id": "a", "text": "y"}\n', r":2: the _id 'a' .* line 1"),
        ("corpus.jsonl", '{"_id": "a", "text": ["x"]}\n', "the field 'text' is"),
        ("corpus.jsonl", '{"_id": "", "text": "x"}\n', "the field '_id' is ''"),
        ("corpus.jsonl", "{_id}\n", "corpus.jsonl:1: not JSON"),
        ("queries.jsonl", '["q"]\n', "queries.jsonl:1: not a JSON object"),
        ("queries.jsonl", '{"_id": "q", "text": " "}\n', "queries.jsonl:1: the question is empty"),
        ("queries.jsonl", '{"_id": "q", "text": "?", "metadata": 3}\n', "the field 'metadata' is 3"),
        ("queries.jsonl", b'{"_id": "q", "text": "\xff"}\n', "queries.jsonl is not UTF-8"),
        ("qrels.tsv", "q moon 1\n", "qrels.tsv:1: not query-id, corpus-id and score"),
        ("qrels.tsv", "q\tmoon\t1\nq\tmoon\thigh\n", "qrels.tsv:2: the score 'high' is not a number"),
        ("qrels.tsv", "q\tmoon\t1\nq\tmoon\tnan\n", "qrels.tsv:2: the score 'nan' is not a number"),
        ("qrels.tsv", "q\tmoon\t1\nq\tmoon\t2\n", "qrels.tsv:2: 'moon' was judged before"),
        ("qrels.tsv", "other\tmoon\t1\n", "no question with gold"),
    ],
)
def test_faults_name_file_and_line(make_dataset: MakeDataset, file: str, content: str | bytes, message: str) -> None:
    folder = make_dataset({"q": "tide?"}, [("q", "moon", 1)], corpus=CORPUS)
    (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DatasetError, match=message) as caught:
        load_dataset(folder)
    assert caught.value.hint


@pytest.mark.parametrize("missing", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_named(make_dataset: MakeDataset, missing: str) -> None:
    folder = make_dataset({"q": "tide?"}, [("q", "moon", 1)], corpus=CORPUS)
    (folder / missing).unlink()
    with pytest.raises(DatasetError, match=missing):
        load_dataset(folder)


def test_pages_and_whole_files_do_not_mix(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "?"}, [("q", "a.pdf#page=1", 1), ("q", "a.pdf", 1)], files={"a.pdf": "-"})
    with pytest.raises(DatasetError, match="both pages and whole documents"):
        load_dataset(folder)


def test_only_corpus_lines_can_be_grouped(make_dataset: MakeDataset) -> None:
    folder = make_dataset({"q": "?"}, [("q", "a.txt", 1)], files={"a.txt": "-"})
    with pytest.raises(DatasetError, match="only its lines can be grouped"):
        load_dataset(folder, group_by="#")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is not a folder"):
        load_dataset(tmp_path / "nowhere")
