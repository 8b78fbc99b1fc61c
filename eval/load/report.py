"""The figures of `sheaf eval load` and `sheaf eval fleet` as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text


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
