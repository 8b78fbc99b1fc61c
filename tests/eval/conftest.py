"""Datasets on disk for the evaluation's tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

MakeDataset = Callable[..., Path]


@pytest.fixture
def make_dataset(tmp_path: Path) -> MakeDataset:
    """Writes a dataset in the BEIR layout and returns its folder."""

    def make(
        queries: Mapping[str, str],
        qrels: Sequence[tuple[str, str, object]],
        *,
        corpus: Sequence[Mapping[str, Any]] | None = None,
        files: Mapping[str, str] | None = None,
        name: str = "islands",
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        if corpus is not None:
            lines = "".join(json.dumps(line) + "\n" for line in corpus)
            (folder / "corpus.jsonl").write_text(lines, encoding="utf-8")
        for file, text in (files or {}).items():
            path = folder / "documents" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        questions = [{"_id": key, "text": text} for key, text in queries.items()]
        (folder / "queries.jsonl").write_text("".join(json.dumps(each) + "\n" for each in questions), encoding="utf-8")
        rows = [("query-id", "corpus-id", "score"), *qrels]
        (folder / "qrels.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
        return folder

    return make
