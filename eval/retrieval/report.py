"""The figures of `sheaf eval retrieval` as a table that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

AT_CUTS = {
    "recall": "recall",
    "all_recall": "all recall",
    "hit": "hit",
    "document_recall": "document recall",
    "document_hit": "document hit",
}


def print_retrieval(result: Mapping[str, Any]) -> None:
    """Prints the result of `evaluate_retrieval`."""
    Console().print(retrieval_tables(result))


def retrieval_tables(result: Mapping[str, Any]) -> RenderableType:
    """Measures by cut-off, then the measures of order, speed and size, then what a reader has to know."""
    cuts = list(result["recall"])
    table = Table(title=f"Retrieval on {escape(result['dataset'])}", box=None, pad_edge=False, title_justify="left")
    table.add_column("")
    for cut in cuts:
        table.add_column(f"@{cut}", justify="right")
    for key, label in AT_CUTS.items():
        table.add_row(label, *(f"{result[key][cut]:.3f}" for cut in cuts))
    latency, ingest = result["latency_ms"], result["ingest"]
    lines = [
        f"nDCG@10 {result['ndcg']['10']:.3f}   MRR@10 {result['mrr']['10']:.3f}   MAP@10 {result['map']['10']:.3f}   "
        f"documents per answer {result['documents_per_answer']:.2f}",
        f"latency p50 {latency['p50']:.1f} ms, p95 {latency['p95']:.1f} ms",
        f"{result['queries']} questions, {result['documents']} documents, {result['chunks']} chunks, "
        f"{result['empty_lines']} empty lines",
        f"ingest {ingest['seconds']:.1f} s: {ingest['pages_per_second']:.0f} pages/s, "
        f"{ingest['chunks_per_second']:.0f} chunks/s",
    ]
    parts: list[RenderableType] = [table, Text("\n" + "\n".join(lines))]
    parts += [Text(f"note: {note}", style="yellow") for note in result["notes"]]
    for each in result["failed"]:
        parts.append(Text(f"failed: {each['file_name']}: {each['error']['message']}", style="red"))
    return Group(*parts)
