"""Tables that a person reads, with what went wrong on them."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from eval.retrieval.report import retrieval_tables

CUTS = ("1", "3", "5", "8", "10", "20")
RESULT: dict[str, Any] = {
    "dataset": "islands [draft]",
    "queries": 3,
    "documents": 4,
    "chunks": 9,
    **{key: dict.fromkeys(CUTS, 0.25) for key in ("recall", "all_recall", "hit", "document_recall", "document_hit")},
    "ndcg": {"10": 0.5},
    "mrr": {"10": 0.625},
    "map": {"10": 0.125},
    "documents_per_answer": 2.5,
    "latency_ms": {"p50": 12.34, "p95": 45.67},
    "ingest": {"seconds": 1.5, "pages_per_second": 20.0, "chunks_per_second": 60.0},
    "empty_lines": 1,
    "failed": [{"file_name": "bad[1].pdf", "error": {"code": "no_text", "message": "No text.", "hint": ""}}],
    "notes": ["2 questions have no gold and are not asked"],
    "settings": {},
}


def test_every_figure_note_and_failure_is_on_the_page() -> None:
    page = io.StringIO()
    Console(file=page, width=120).print(retrieval_tables(RESULT))
    text = page.getvalue()
    for words in (
        "Retrieval on islands [draft]",
        "@20",
        "document hit",
        "0.250",
        "nDCG@10 0.500",
        "MRR@10 0.625",
        "MAP@10 0.125",
        "documents per answer 2.50",
        "p50 12.3 ms, p95 45.7 ms",
        "3 questions, 4 documents, 9 chunks, 1 empty lines",
        "note: 2 questions have no gold and are not asked",
        "failed: bad[1].pdf: No text.",
    ):
        assert words in text
