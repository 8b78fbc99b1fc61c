"""The figures of `sheaf eval answers` as a table that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.cells import share_told

SHARES = {
    "answer_recall": "the short answer stands in the quotes",
    "answer_stated": "it stands in the answer, quoted or reckoned",
    "answer_recall_bound": "it stands in the sources",
    "token_recall": "words of longer answers in the quotes",
    "quotes_found": "quotes that stand in their source",
    "citation_precision": "cited items that are gold",
    "two_documents": "two documents cited where two are gold",
    "wrongly_refused": "answerable questions refused",
}


def print_answers(result: Mapping[str, Any]) -> None:
    """Prints the result of `evaluate_answers`."""
    Console().print(answer_tables(result))


def answer_tables(result: Mapping[str, Any]) -> RenderableType:
    """Measures of the answers, then of the refusals, then length and speed, then what a reader has to know."""
    table = Table(title=f"Answers on {escape(result['dataset'])}", box=None, pad_edge=False, title_justify="left")
    table.add_column("")
    table.add_column("share", justify="right")
    table.add_column("questions", justify="right")
    short = result["short"]
    counts = {"answer_recall": short, "answer_stated": short, "token_recall": result["scored"] - result["short"]}
    for key, label in SHARES.items():
        table.add_row(label, share_told(result[key]), str(counts.get(key, "")))
    for kind, share in result["refused"].items():
        table.add_row(f"refused of {escape(kind)}", share_told(share), str(result["refused_questions"][kind]))
    latency = result["latency_ms"]
    lines = [f"{result['questions']} questions, {result['quotes']} quotes, {result['documents']} documents"]
    if result["sentences"] is not None:
        lines.append(f"{result['sentences']:.1f} sentences and {result['words']:.1f} words an answer")
    if latency["p50"] is not None:
        lines.append(f"latency p50 {latency['p50']:.1f} ms, p95 {latency['p95']:.1f} ms")
    parts: list[RenderableType] = [table, Text("\n" + "\n".join(lines))]
    parts += [Text(f"note: {note}", style="yellow") for note in result["notes"]]
    for each in result["failed"]:
        parts.append(Text(f"failed: {each['kind']} {each['question_id']}: {each['error']['message']}", style="red"))
    for each in result["failed_files"]:
        parts.append(Text(f"failed: {each['file_name']}: {each['error']['message']}", style="red"))
    return Group(*parts)
