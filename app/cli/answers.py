"""Answers, passages and traces as a person reads them on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from app.cli.console import PlainConsole
from nodes.answering.citing.markers import unguarded
from nodes.answering.evidence.narrowing import densest
from nodes.domain.regexes import lazy_regex
from nodes.language.shortening import shortened
from nodes.language.terms import analyse

LONGEST_QUOTE = 400
"""Characters of a citation's words."""
LONGEST_PASSAGE = 300
"""Characters of a passage that a search found."""
MOST_CLOSEST = 5
"""Places that are named where nothing answers."""
_MARKER = lazy_regex(r"(\[\d{1,3}\])")


def pages_text(pages: Sequence[int]) -> str:
    """`p. 3` or `pp. 3-4`."""
    if not pages:
        return ""
    return f"p. {pages[0]}" if len(pages) == 1 else f"pp. {pages[0]}-{pages[-1]}"


def print_answer(result: dict[str, Any]) -> None:
    """The answer, then each citation with file, page, section and quote; of a long quote what the question asks for."""
    console = PlainConsole(highlight=False)
    asked = _understood(result["trace"])
    style = "" if result["status"] == "answered" else "yellow"
    console.print(_with_markers(result["answer"]), style=style)
    for citation in result["citations"]:
        section = " > ".join(citation["section_path"])
        place = ", ".join(part for part in (citation["file_name"], pages_text(citation["pages"]), section) if part)
        mark = "" if citation["verified"] else " [red](not verified)[/]"
        console.print(f"\n[bold cyan]\\[{citation['index']}][/] {escape(place)}{mark}")
        quote = around(" ".join(citation["quote"].split()), asked, LONGEST_QUOTE)
        console.print(
            Padding(f"“{escape(quote)}”", (0, 0, 0, 4), expand=False),
            style="dim",
        )
    if result["status"] != "answered" and result["query_type"] != "conversational" and result["sources"]:
        console.print(f"\nThe closest passages: {escape(closest_places(result['sources']))}", style="dim")
    for statement in result["unsupported"]:
        console.print(f"\n[red]Not borne out by the sources:[/] {escape(statement)}")
    for line in failure_lines(result["model_failures"]):
        console.print(f"\n{escape(line)}", style="yellow")
    seconds = result["retrieval_time"] + result["generation_time"]
    console.print(f"\n{result['query_type']} question, {seconds * 1000:.0f} ms", style="dim")


def _understood(trace: Sequence[dict[str, Any]]) -> str:
    """The question with what a follow-up leaves to those before it; empty where no step tells."""
    decided = [entry["decided"] for entry in trace if entry["node"] == "condense_question"]
    return str(decided[0].get("standalone_question", "")) if decided else ""


def _with_markers(answer: str) -> Text:
    """An answer whose markers stand out from the brackets that its sources have themselves."""
    pieces = _MARKER.split(answer)
    return Text.assemble(*((unguarded(piece), "bold cyan" if place % 2 else "") for place, piece in enumerate(pieces)))


def closest_places(sources: Sequence[dict[str, Any]]) -> str:
    """Where the passages stand that were read in vain, the best first, each place once."""
    places = dict.fromkeys(
        ", ".join(part for part in (source["file_name"], pages_text(source["pages"])) if part) for source in sources
    )
    return "; ".join(list(places)[:MOST_CLOSEST])


def failure_lines(failures: Sequence[dict[str, Any]]) -> list[str]:
    """What was done without the language model, and why, a line each."""
    return [f"{each['fallback'][:1].upper()}{each['fallback'][1:]}: {each['reason']}" for each in failures]


def print_hits(hits: Sequence[dict[str, Any]]) -> None:
    """Passages, best first."""
    console = PlainConsole(highlight=False)
    if not hits:
        console.print("Nothing found.", style="yellow")
    for rank, hit in enumerate(hits, start=1):
        section = " > ".join(hit["section_path"])
        place = ", ".join(part for part in (hit["file_name"], pages_text(hit["pages"]), section) if part)
        console.print(f"[bold]{rank}.[/] {escape(place)}  [dim]{hit['score']:.3f}[/]")
        passage = shortened(" ".join(hit["content"].split()), LONGEST_PASSAGE)
        console.print(Padding(escape(passage), (0, 0, 0, 4), expand=False))
        if hit["selected_because"]:
            console.print(Padding(escape(hit["selected_because"]), (0, 0, 0, 4), expand=False), style="dim")
        console.print()


def print_trace(trace: Sequence[dict[str, Any]]) -> None:
    """One line a step: what it decided and how long it took."""
    table = Table(title="How this answer was found", title_justify="left", box=None, header_style="bold")
    table.add_column("step", no_wrap=True)
    table.add_column("ms", justify="right")
    table.add_column("what it decided", overflow="fold")
    table.add_column("dropped", justify="right")
    for entry in trace:
        # All of them: the list names the first only.
        dropped = entry["decided"].get("dropped", len(entry["dropped"]))
        table.add_row(
            entry["node"], f"{entry['seconds'] * 1000:.1f}", escape(entry["why"]), str(dropped) if dropped else ""
        )
    PlainConsole(highlight=False).print(table)


def print_why(why: dict[str, Any]) -> None:
    """What became of a page: a line a step, and what it comes to."""
    table = Table(title=f"What became of {escape(why['place'])}", title_justify="left", box=None, header_style="bold")
    table.add_column("step", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("where it is", overflow="fold")
    table.add_column("scores", overflow="fold")
    for step in why["steps"]:
        mark = "[green]here[/]" if step["is_here"] else "[red]not here[/]"
        scores = "  ".join(f"{name} {score:.3g}" for name, score in step["scores"].items())
        table.add_row(step["node"], mark, escape(step["told"]), f"[dim]{escape(scores)}[/]")
    console = PlainConsole(highlight=False)
    console.print(table)
    console.print(f"\n{escape(why['verdict'])}", style="bold" if why["found"] else "bold yellow")


def around(text: str, question: str, longest: int) -> str:
    """The text; where it is too long for a terminal its beginning, or what stands around the words of a question."""
    terms = dict.fromkeys(analyse(question), 1.0)
    start, end = densest(text, terms, longest)
    told = terms.keys() & analyse(text[start:end])
    if len(text) <= longest or told <= {*analyse(text[:longest])}:
        return shortened(text, longest)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
