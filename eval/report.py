"""The figures of an evaluation as tables that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

ANSWER_SHARES = {
    "answer_recall": "the short answer stands in the quotes",
    "answer_recall_bound": "it stands in the sources",
    "token_recall": "words of longer answers in the quotes",
    "quotes_found": "quotes that stand in their source",
    "citation_precision": "cited items that are gold",
    "two_documents": "two documents cited where two are gold",
    "wrongly_refused": "answerable questions refused",
}
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


def print_answers(result: Mapping[str, Any]) -> None:
    """Prints the result of `evaluate_answers`."""
    Console().print(answer_tables(result))


def answer_tables(result: Mapping[str, Any]) -> RenderableType:
    """Measures of the answers, then of the refusals, then length and speed, then what a reader has to know."""
    table = Table(title=f"Answers on {escape(result['dataset'])}", box=None, pad_edge=False, title_justify="left")
    table.add_column("")
    table.add_column("share", justify="right")
    table.add_column("questions", justify="right")
    counts = {"answer_recall": result["short"], "token_recall": result["scored"] - result["short"]}
    for key, label in ANSWER_SHARES.items():
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


def print_load(result: Mapping[str, Any]) -> None:
    """Prints the result of `measure_load`."""
    Console().print(load_tables(result))


def print_fleet(result: Mapping[str, Any]) -> None:
    """Prints the result of `measure_fleet`."""
    processes = f"{result['services']} services, {result['workers']} workers, {result['processors']} processors"
    memory = ", ".join("-" if each is None else f"{each / 1e6:.0f}" for each in result["memory_bytes"])
    Console().print(
        f"{processes}\n"
        f"{result['files']} files of {result['pages']} pages ({result['chunks']} chunks) in {result['seconds']:.1f} s: "
        f"{result['pages_per_second']:.1f} pages and {result['chunks_per_second']:.0f} chunks a second\n"
        f"{result['questions']} questions to each service, {len(result['disagreements'])} answered differently; "
        f"p50 {result['latency_ms']['p50']:.0f} ms, p95 {result['latency_ms']['p95']:.0f} ms\n"
        f"most memory of each process: {memory} MB",
        soft_wrap=True,
    )


def load_tables(result: Mapping[str, Any]) -> RenderableType:
    """Times in each part of the run, then what was taken in, then what went wrong."""
    idle, ingest, load = (result[part] for part in ("idle", "ingest", "load"))
    table = Table(title="The service under load", box=None, pad_edge=False, title_justify="left")
    table.add_column("milliseconds")
    for name in ("n", "p50", "p95", "max"):
        table.add_column(name, justify="right")
    times = {
        "idle: first token": idle["first_token_ms"],
        "idle: whole answer": idle["answer_ms"],
        "idle: /health": idle["health_ms"],
        f"{ingest['files']} PDFs: /health": ingest["health_ms"],
        f"{result['clients']} clients, {load['files']} files: first token": load["first_token_ms"],
        f"{result['clients']} clients, {load['files']} files: whole answer": load["answer_ms"],
        f"{result['clients']} clients, {load['files']} files: /health": load["health_ms"],
    }
    for label, each in times.items():
        figures = ("-" if each[name] is None else f"{each[name]:.1f}" for name in ("p50", "p95", "max"))
        table.add_row(label, str(each["n"]), *figures)
    lines = [
        f"{part['files']} files of {part['pages']} pages ({part['chunks']} chunks) taken in in {part['seconds']:.1f} s"
        for part in (ingest, load)
    ]
    lines += [
        f"{name}: {part['questions']} questions, {part['cached']} from the cache, "
        f"{sum(part['errors'].values())} errors, {len(part['wrong'])} wrong, "
        f"{len(part['cross_talk'])} with what is another's"
        for name, part in (("idle", idle), ("under load", load))
    ]
    parts: list[RenderableType] = [table, Text("\n" + "\n".join(lines))]
    for part in (idle, load):
        for kind in ("errors", "wrong", "cross_talk"):
            parts += [Text(f"{kind.replace('_', '-')}: {each}", style="red") for each in list(part[kind])[:3]]
    return Group(*parts)


def share_told(value: float | None) -> str:
    """A share as tables show it."""
    return "-" if value is None else f"{value:.3f}"
