"""The graphs as Mermaid, from what was compiled: the drawing in the README cannot lie for long."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from graphs.chat import build_chat_graph
from graphs.ingest import build_ingest_graph

FOLDERS = {"chat": "nodes/chat", "ingest": "nodes/ingest"}


def mermaid(name: str, graph: CompiledStateGraph[Any, Any, Any, Any]) -> str:
    """A flowchart of the compiled graph, every box with its file; dotted arrows are decided by the plan."""
    drawable = graph.get_graph()
    lines = ["```mermaid", f"flowchart {'LR' if name == 'ingest' else 'TD'}"]
    lines += [
        f'    {node}["{node}<br/><small>{FOLDERS[name]}/{node}.py</small>"]'
        for node in drawable.nodes
        if not node.startswith("__")
    ]
    lines += ["    __start__((start))", "    __end__((end))"]
    lines += [f"    {edge.source} {'-.->' if edge.conditional else '-->'} {edge.target}" for edge in drawable.edges]
    return "\n".join([*lines, "```"])


def drawings() -> dict[str, str]:
    """Both graphs, by name."""
    return {"chat": mermaid("chat", build_chat_graph()), "ingest": mermaid("ingest", build_ingest_graph())}


def _around(drawing: str, match: re.Match[str]) -> str:
    return f"{match.group(1)}{drawing}\n{match.group(2)}"


def with_drawings(text: str) -> str:
    """The text with the drawing of each graph between `<!-- graph: NAME -->` and `<!-- end -->`."""
    for name, drawing in drawings().items():
        pattern = re.compile(rf"(<!-- graph: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = pattern.sub(partial(_around, drawing), text)
    return text


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        path = Path(argument)
        path.write_text(with_drawings(path.read_text()))
