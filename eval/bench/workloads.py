"""What is searched and asked in a measurement: a dataset's documents, or a made-up corpus of so many chunks."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from app.sheaf import Sheaf
from eval.bench.corpus import World, distinct_questions
from eval.bench.filling import fill
from eval.datasets import load_dataset
from eval.ingesting import ingest_dataset
from nodes.domain.errors import InvalidRequestError

COLLECTION = "bench"
WARM_UP = 24
"""Questions asked before any is measured, none of which is measured."""
_NOTE = "bench.json"

Note = Callable[[str], None]


@dataclass(frozen=True)
class Workload:
    """What a home holds, and what is asked of it."""

    name: str
    documents: int
    chunks: int
    ingest_seconds: float
    questions: tuple[str, ...]
    warm_up: tuple[str, ...]


async def prepare_generated(sheaf: Sheaf, home: Path, chunks: int, *, seed: int, number: int, note: Note) -> Workload:
    """Fills a home with a made-up corpus, or takes the one that it was filled with before.

    Args:
        sheaf: open over the home.
        home: where to remember what it holds.
        chunks: at least so many.
        seed: of the corpus.
        number: of questions.
        note: told how far it has come.

    Raises:
        InvalidRequestError: the home holds something else.
    """
    name = f"generated {chunks:,}, seed {seed}"
    known = _known(home, name)
    world = World(seed)
    if known is None:
        told = 0

        def on_filled(documents: int, made: int, cpu: float) -> None:
            nonlocal told
            if made - told >= max(5_000, chunks // 20):
                told = made
                note(f"{made:,} of {chunks:,} chunks, {documents:,} documents, {cpu:.0f} s of processor time")

        filled = await fill(sheaf, COLLECTION, seed, chunks=chunks, on_filled=on_filled)
        known = Workload(name, filled.documents, filled.chunks, filled.seconds, (), ())
        _remember(home, known)
    asked = tuple(distinct_questions(world, known.documents, number + WARM_UP))
    return _with(known, asked[:number], asked[number:])


async def prepare_dataset(sheaf: Sheaf, home: Path, folder: Path, *, number: int | None) -> Workload:
    """Ingests a dataset's documents as users do, or takes those of a home that holds them already.

    Args:
        sheaf: open over the home.
        home: where to remember what it holds.
        folder: in the BEIR layout.
        number: of questions; all of them if None.

    Raises:
        DatasetError: the dataset is faulty.
        InvalidRequestError: the home holds something else.
    """
    dataset = load_dataset(folder)
    asked = tuple(question.text for question in dataset.questions)[:number]
    # Questions that are not measured: each about another document, by its title or name.
    step = max(1, len(dataset.documents) // WARM_UP)
    titles = [each.title or each.file_name for each in dataset.documents[::step]]
    warm_up = tuple(f"What is said about {title}?" for title in titles[:WARM_UP])
    known = _known(home, dataset.name)
    if known is None:
        done = await ingest_dataset(sheaf, dataset, COLLECTION, lambda _: None)
        known = Workload(dataset.name, len(done.documents), done.chunk_count, done.seconds, asked, warm_up)
        _remember(home, known)
    return _with(known, asked, warm_up)


def _with(workload: Workload, asked: tuple[str, ...], warm_up: tuple[str, ...]) -> Workload:
    return Workload(**{**asdict(workload), "questions": asked, "warm_up": warm_up})


def _known(home: Path, name: str) -> Workload | None:
    path = home / _NOTE
    if not path.is_file():
        return None
    told = json.loads(path.read_text(encoding="utf-8"))
    # A home that an older version filled tells more.
    found = Workload(**{each.name: told[each.name] for each in fields(Workload)})
    if found.name != name:
        raise InvalidRequestError(
            f"The home {home} holds “{found.name}”, not “{name}”.", hint="Give another --home, or none."
        )
    return found


def _remember(home: Path, workload: Workload) -> None:
    kept = _with(workload, (), ())
    (home / _NOTE).write_text(json.dumps(asdict(kept)), encoding="utf-8")
