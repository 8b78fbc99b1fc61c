"""An ablation as JSON over all datasets, and as tables that a person reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.ablation.variants import PLAIN_OPTIONS
from nodes.domain.switches import DEFAULT, PLAIN

HOW_TO_READ = (
    "Worth: with the feature minus without it, all others as they are by default, a mean of paired differences by "
    "question; * where the 95 % interval (bootstrap) leaves out 0. Alone: over the plain baseline, which is both "
    "searches fused by rank, with what the feature needs to do anything. CPU: processor milliseconds a question, "
    "with minus without, noisy by some on a busy machine. Of many comparisons one in twenty is sure by chance."
)


def together(measured: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The result of the command.

    Args:
        measured: one of `eval.ablation.measuring.measure_ablation` for each dataset.

    Returns:
        JSON: `datasets` as they were measured, and `features` with a verdict over all of them.
    """
    names = list(dict.fromkeys(feature["name"] for each in measured for feature in each["features"]))
    return {
        "plain": {"features": sorted(PLAIN), "options": dict(PLAIN_OPTIONS)},
        "features": [_verdict(name, measured) for name in names],
        "datasets": list(measured),
    }


def _verdict(name: str, measured: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Where a feature pays or costs, by any measure of a dataset whose interval leaves out 0."""
    found = {each["dataset"]: feature for each in measured for feature in each["features"] if feature["name"] == name}
    pays, costs, differs = [], [], False
    for dataset, feature in found.items():
        differences = list(feature["among_all"].values())
        pays += [dataset] if any(each["low"] > 0 for each in differences) else []
        costs += [dataset] if any(each["high"] < 0 for each in differences) else []
        differs = differs or any(each["better"] or each["worse"] for each in differences)
    first = next(iter(found.values()))
    return {
        **{key: first[key] for key in ("name", "what", "default", "judged")},
        "pays_on": pays,
        "costs_on": costs,
        "verdict": _in_words(pays, costs, differs=differs),
    }


def _in_words(pays: Sequence[str], costs: Sequence[str], *, differs: bool) -> str:
    if pays and costs:
        return "pays and costs"
    if pays or costs:
        return "pays" if pays else "costs"
    return "not sure" if differs else "no difference"


def print_ablation(result: Mapping[str, Any]) -> None:
    """Prints the result of `together`."""
    Console().print(ablation_tables(result))


def ablation_tables(result: Mapping[str, Any]) -> RenderableType:
    """A table for each dataset, then what holds over all of them, then what a reader has to know."""
    parts: list[RenderableType] = []
    for each in result["datasets"]:
        parts += [Text(title_of(each), style="italic"), _dataset_table(each), Text("")]
    parts += [_verdict_table(result), Text(f"\n{HOW_TO_READ}")]
    for each in result["datasets"]:
        lines = [*each["notes"], *(f"failed: {file['file_name']}" for file in each["failed"])]
        parts += [Text(f"note: {each['dataset']}: {line}", style="yellow") for line in lines]
    return Group(*parts)


def _dataset_table(measured: Mapping[str, Any]) -> Table:
    """By the main measure alone, so that it fits 80 columns; the page and the JSON have the others."""
    main = measured["measures"][0]
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in (main, "interval", "alone", "CPU ms"):
        table.add_column(name, justify="right", no_wrap=True)
    for feature in measured["features"]:
        among, alone = feature["among_all"][main], (feature["alone"] or {}).get(main)
        table.add_row(
            label_of(feature),
            starred(among),
            interval(among),
            "" if alone is None else starred(alone),
            f"{feature['cpu_ms']:+.1f}",
        )
    return table


def _verdict_table(result: Mapping[str, Any]) -> Table:
    table = Table(title="Over all datasets", box=None, pad_edge=False, title_justify="left")
    for column in ("", "verdict", "pays on", "costs on", "what it is"):
        table.add_column(column, no_wrap=not column)
    for each in result["features"]:
        pays, costs = (", ".join(each[key]) for key in ("pays_on", "costs_on"))
        table.add_row(label_of(each), each["verdict"], escape(pays), escape(costs), each["what"])
    return table


def title_of(measured: Mapping[str, Any]) -> str:
    """A dataset with its size and what is judged."""
    default = next((run for run in measured["runs"].values() if is_default(run)), None)
    reached = "" if default is None else f": {measured['measures'][0]} {default['means'][measured['measures'][0]]:.3f}"
    return f"{measured['dataset']}, {measured['queries']} questions, {measured['documents']} documents{reached}"


def is_default(run: Mapping[str, Any]) -> bool:
    """Whether a run is a search as users have it."""
    return set(run["features"]) == DEFAULT and not run["options"] and run["judged"] == "hits"


def label_of(feature: Mapping[str, Any]) -> str:
    """A feature's name, and what has to be known of it."""
    marks = [*(() if feature["default"] else ("off",)), *(("answers",) if feature["judged"] == "sources" else ())]
    return f"{feature['name']} ({', '.join(marks)})" if marks else str(feature["name"])


def starred(difference: Mapping[str, Any]) -> str:
    """A mean with its sign, and a star where it is sure; a point where no question changed."""
    if not difference["better"] and not difference["worse"]:
        return "·"
    return f"{difference['mean']:+.3f}{'*' if difference['sure'] else ' '}"


def interval(difference: Mapping[str, Any]) -> str:
    """Its ends; nothing where no question changed."""
    changed = difference["better"] or difference["worse"]
    return f"{difference['low']:+.3f} {difference['high']:+.3f}" if changed else ""
