"""Datasets in the BEIR layout: what is ingested, what is asked, and what is gold.

A folder holds `corpus.jsonl` (or else `documents/`), `queries.jsonl` and `qrels.tsv`. What a gold item is, is the
dataset's kind: a document, a passage (a section of a document that `group_by` made of several corpus lines), or a page
(`file.pdf#page=N`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from eval.jsonl import DatasetError, read_json_lines, read_lines

Kind = Literal["document", "passage", "page"]

PAGE = re.compile(r"(?P<document>.+)#page=(?P<page>[1-9][0-9]*)\Z", re.DOTALL)
QRELS_FIELDS = 3
"""Of a line: question, passage, and how well it answers."""


@dataclass(frozen=True)
class Passage:
    """A corpus line as a section of a grouped document."""

    item: str
    heading: str
    text: str


@dataclass(frozen=True)
class SourceDocument:
    """One document to ingest: a file that is there (`path`), or text that is written to one."""

    item: str
    """Its id among gold items and documents."""
    file_name: str
    title: str | None = None
    path: Path | None = None
    text: str = ""
    passages: tuple[Passage, ...] = ()
    """The corpus lines that a grouped document was made of, in order."""


@dataclass(frozen=True)
class Question:
    """A question with at least one gold item."""

    id: str
    text: str
    metadata: Mapping[str, Any]
    gold: Mapping[str, float]
    """Gains above 0, by item."""


@dataclass(frozen=True)
class Dataset:
    """What is ingested, what is asked, and what is gold."""

    name: str
    kind: Kind
    documents: Sequence[SourceDocument]
    questions: Sequence[Question]
    empty_lines: int
    """Corpus lines without a word, which are not ingested."""
    notes: Sequence[str]
    """What does not fit together in the files, for a reader of the result."""
    parents: Mapping[str, str] = field(default_factory=dict)
    """Document of each passage, by item."""
    corpus: str | None = None
    """Whose documents these are, where that is another dataset."""

    def document_of(self, item: str) -> str:
        """The document that an item stands in."""
        page = PAGE.match(item) if self.kind == "page" else None
        return page["document"] if page else self.parents.get(item, item)


@dataclass(frozen=True)
class _Corpus:
    documents: list[SourceDocument]
    empty_lines: int


def load_dataset(
    folder: Path, *, others: Sequence[Path] = (), group_by: str | None = None, limit: int | None = None
) -> Dataset:
    """Reads a dataset.

    Args:
        folder: the dataset whose questions are asked. Where it holds both `corpus.jsonl` and `documents/`, the former.
        others: datasets whose documents are ingested beside. All ids, in every set, then begin with `{set}/`.
        group_by: separator; lines whose `_id` agrees before its first occurrence become sections of one document.
        limit: ask the first so many questions that have gold.

    Raises:
        DatasetError: a file or field is missing or wrong; the message names file and line.
    """
    name = folder.resolve().name
    corpora = {name: _read_corpus(folder, group_by)}
    for other in others:
        if other.resolve().name in corpora:
            raise DatasetError(f"Two datasets are called {other.resolve().name}.", hint="Rename one of the folders.")
        corpora[other.resolve().name] = _read_corpus(other, group_by)
    gold = _read_qrels(folder / "qrels.tsv")
    questions, notes = _read_questions(folder / "queries.jsonl", gold)
    if not questions:
        raise DatasetError(
            f"{folder} has no question with gold.", hint="Do the ids in qrels.tsv agree with those in queries.jsonl?"
        )
    questions = questions[:limit]
    if others:
        corpora = {each: _prefixed(corpus, each) for each, corpus in corpora.items()}
        questions = [
            replace(question, gold={f"{name}/{item}": gain for item, gain in question.gold.items()})
            for question in questions
        ]
    documents = [document for corpus in corpora.values() for document in corpus.documents]
    dataset = Dataset(
        name=name,
        kind=_kind(folder, gold, group_by),
        documents=documents,
        questions=questions,
        empty_lines=sum(corpus.empty_lines for corpus in corpora.values()),
        notes=notes,
        parents={passage.item: document.item for document in documents for passage in document.passages},
    )
    return replace(dataset, notes=[*notes, *_unknown_gold(dataset)])


def _unknown_gold(dataset: Dataset) -> list[str]:
    whole = {document.item for document in dataset.documents if not document.passages}
    items = {item for question in dataset.questions for item in question.gold}
    unknown = sorted(item for item in items if item not in dataset.parents and dataset.document_of(item) not in whole)
    if not unknown:
        return []
    return [f"{len(unknown)} gold items are not in the corpus and count as not found, such as {unknown[0]}"]


def _kind(folder: Path, gold: Mapping[str, Mapping[str, float]], group_by: str | None) -> Kind:
    lines = (folder / "corpus.jsonl").is_file()
    if group_by is not None:
        if not lines:
            raise DatasetError(
                f"{folder} has no corpus.jsonl, and only its lines can be grouped.", hint="Leave --group-by out."
            )
        return "passage"
    if lines:
        return "document"
    items = [item for gains in gold.values() for item in gains]
    pages = sum(PAGE.match(item) is not None for item in items)
    if 0 < pages < len(items):
        raise DatasetError(
            f"{folder / 'qrels.tsv'} names both pages and whole documents.",
            hint="Write each item as file#page=N.",
        )
    return "page" if pages else "document"


def _read_corpus(folder: Path, group_by: str | None) -> _Corpus:
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder.", hint="Give the folder that holds queries.jsonl and qrels.tsv.")
    lines = folder / "corpus.jsonl"
    if lines.is_file():
        return _corpus_lines(lines, group_by)
    documents = folder / "documents"
    if not documents.is_dir():
        raise DatasetError(
            f"{folder} has neither corpus.jsonl nor documents/.",
            hint="Put a line or a file for each document there.",
        )
    paths = sorted(
        path
        for path in documents.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(documents).parts)
    )
    names = [path.relative_to(documents).as_posix() for path in paths]
    return _Corpus([SourceDocument(name, name, path=path) for name, path in zip(names, paths, strict=True)], 0)


def _corpus_lines(path: Path, group_by: str | None) -> _Corpus:
    lines, empty = read_json_lines(path)
    seen: dict[str, int] = {}
    documents: list[SourceDocument] = []
    groups: dict[str, list[Passage]] = {}
    for line in lines:
        item, title, text = line.identifier("_id"), line.text("title", default=""), line.text("text")
        line.refuse_second(item, seen)
        if not text.strip() and not title.strip():
            empty += 1
            continue
        text = text if text.strip() else title
        if group_by is None or group_by not in item:
            documents.append(SourceDocument(item, f"{item}.txt", title=title.strip() or None, text=text))
            continue
        prefix, _, rest = item.partition(group_by)
        heading = " ".join(title.split()) or rest.strip() or prefix
        groups.setdefault(prefix, []).append(Passage(item, heading, text))
    documents.extend(_grouped(prefix, passages) for prefix, passages in groups.items())
    return _Corpus(documents, empty)


def _grouped(prefix: str, passages: list[Passage]) -> SourceDocument:
    text = "\n\n".join(f"# {passage.heading}\n\n{passage.text.strip()}" for passage in passages)
    return SourceDocument(prefix, f"{prefix}.md", text=f"{text}\n", passages=tuple(passages))


def _prefixed(corpus: _Corpus, name: str) -> _Corpus:
    documents = [
        replace(
            document,
            item=f"{name}/{document.item}",
            file_name=f"{name}/{document.file_name}",
            passages=tuple(replace(passage, item=f"{name}/{passage.item}") for passage in document.passages),
        )
        for document in corpus.documents
    ]
    return replace(corpus, documents=documents)


def _read_questions(path: Path, gold: Mapping[str, Mapping[str, float]]) -> tuple[list[Question], list[str]]:
    lines, _ = read_json_lines(path)
    questions: list[Question] = []
    seen: dict[str, int] = {}
    for line in lines:
        identifier, text, metadata = line.identifier("_id"), line.text("text"), line.mapping("metadata")
        line.refuse_second(identifier, seen)
        if not text.strip():
            raise DatasetError(f"{line.place}: the question is empty.", hint="Remove the line, or ask something.")
        if gold.get(identifier):
            questions.append(Question(identifier, text, metadata, gold[identifier]))
    notes = []
    if unjudged := len(seen) - len(questions):
        notes.append(f"{unjudged} questions have no gold and are not asked")
    if unasked := sorted(gold.keys() - seen.keys()):
        notes.append(f"{len(unasked)} questions of qrels.tsv are not in queries.jsonl, such as {unasked[0]}")
    return questions, notes


def _read_qrels(path: Path) -> dict[str, dict[str, float]]:
    gold: dict[str, dict[str, float]] = {}
    lines, _ = read_lines(path)
    for position, (number, line) in enumerate(lines):
        fields = [each.strip() for each in line.split("\t")]
        if len(fields) != QRELS_FIELDS or not all(fields):
            raise DatasetError(
                f"{path}:{number}: not query-id, corpus-id and score: {line!r}.", hint="Put one tab between two fields."
            )
        question, item, score = fields
        gain = _number(score)
        if gain is None and position > 0:
            raise DatasetError(f"{path}:{number}: the score {score!r} is not a number.", hint="Write 1 or 0.")
        if gain is None or gain <= 0:
            continue
        if item in gold.get(question, {}):
            raise DatasetError(f"{path}:{number}: {item!r} was judged before for {question!r}.", hint="Judge it once.")
        gold.setdefault(question, {})[item] = gain
    return gold


def _number(text: str) -> float | None:
    """A finite number, or None: the first line may name the columns."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
