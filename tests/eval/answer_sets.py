"""A small dataset with known answers, and questions that nothing in it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CORPUS = [
    {
        "_id": "lindqvale",
        "title": "Petra Lindqvale",
        "text": "Petra Lindqvale, a pilot, was born in Ulmsund.",
    },
    {
        "_id": "ulmsund",
        "title": "Ulmsund",
        "text": "Ulmsund is a town in the county of Brennmark.",
    },
    {
        "_id": "ferry",
        "title": "Ferry Halvard",
        "text": "The ferry Halvard was built in 1987 by Torsnes Verft.",
    },
    {"_id": "cider", "title": "Cider", "text": "Cider is pressed from apples of the orchard and kept in oak barrels."},
    {"_id": "sheep", "title": "Sheep", "text": "Sheep graze on the hill above the quarry until October."},
    {"_id": "radio", "title": "Radio", "text": "The radio station broadcasts the shipping forecast four times a day."},
]
QRELS = [("born", "lindqvale", 1), ("county", "lindqvale", 1), ("county", "ulmsund", 1), ("ferry", "ferry", 1)]
QUERIES: dict[str, tuple[str, Mapping[str, Any]]] = {
    "born": ("Where was Petra Lindqvale born?", {"answer": "Ulmsund"}),
    "county": ("In which county is the town where Petra Lindqvale was born?", {"answer": ["the Brennmark", "Brenn"]}),
    "ferry": ("Who built the ferry Halvard in 1987?", {"answer": "Torsnes Verft"}),
    "moon": ("Who landed on the moon with Neil Armstrong?", {"unanswerable": "far_away"}),
    "plain": ("What do sheep eat?", {}),
}


def write_questions(folder: Path, questions: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
    """Replaces a dataset's questions by these: text and metadata by id."""
    lines = [
        {"_id": identifier, "text": text, "metadata": metadata} for identifier, (text, metadata) in questions.items()
    ]
    (folder / "queries.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@contextmanager
def quietly(kind: str, number: int) -> Iterator[Callable[[], None]]:
    """Shows no progress."""
    yield lambda: None
