from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from eval.cli import evaluate
from eval.datasets import load_dataset
from eval.jsonl import DatasetError
from eval.source_code.building import CodeDataset, code_dataset
from tests.hash_seeds import said_with_each_seed

QUAY = '''"""Ships at the quay."""


@log
def moor(ship):
    """Fasten a vessel to the nearest free bollard. It waits for slack water."""
    return bollard(ship)


class Crane:
    """Crane of the harbour, named in its own first sentence."""

    def lift(self, ship):
        """Too short."""
        return bollard(ship)


def cast_off(ship):
    """.. deprecated:: 2.0 Will be taken out with the next quay."""
    return ship


def bollard(ship):
    """Which post holds the lines of a ship, by its length: short ones first.

    Raises:
        Full: none is free.
    """
    return ship
'''


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    (folder / "tests").mkdir(parents=True)
    (folder / "quay.py").write_text(QUAY, encoding="utf-8")
    for name in ("pier", "dock", "basin"):
        (folder / f"{name}.py").write_text(f"from quay import bollard\n\n{name} = bollard(1)\n", encoding="utf-8")
    (folder / "tests" / "quay.py").write_text(QUAY, encoding="utf-8")
    (folder / "broken.py").write_text("def moor(:\n", encoding="utf-8")
    (folder / "latin.py").write_bytes(b"# caf\xe9\n")
    return folder


def test_descriptions_are_taken_out_of_the_code_and_names_are_asked_for(harbour: Path) -> None:
    made = code_dataset(harbour)
    assert {key.partition("#")[0] for key in made.pieces} == {"quay.py", "pier.py", "dock.py", "basin.py"}
    assert sorted(made.descriptions) == [
        ("Fasten a vessel to the nearest free bollard", "quay.py#0"),
        ("Which post holds the lines of a ship, by its length", "quay.py#0"),
    ]
    text = made.pieces["quay.py#0"]
    assert "def bollard(ship):\n    return ship" in text
    assert all(sentence not in text for sentence, _ in made.descriptions)
    assert "named in its own first sentence" in text, "what is not asked for stays"
    assert made.names == [("What does bollard do?", "quay.py#0")]


def test_the_same_files_make_the_same_dataset_in_every_process(harbour: Path) -> None:
    code = "import sys; from pathlib import Path; from eval.source_code.building import code_dataset as made"
    assert said_with_each_seed(f"{code}; print(made(Path(sys.argv[1])))", str(harbour)) == {
        f"{code_dataset(harbour)}\n"
    }


def test_nothing_but_descriptions_is_lost_and_pieces_are_short(tmp_path: Path) -> None:
    code = "\n\n".join(f"def step_{n}(ship):\n    return ship + {n}" for n in range(200)) + "\n"
    (tmp_path / "steps.py").write_text(f'{code}\n\ndef last():\n    """Do what is done when all steps are done."""\n')
    made = code_dataset(tmp_path)
    assert len(made.pieces) > 3
    assert max(map(len, made.pieces.values())) < 1300
    assert "\n".join(made.pieces.values()).split() == [*code.split(), "def", "last():"]


def test_what_is_written_is_a_dataset(harbour: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(evaluate, ["source-code", str(harbour), str(tmp_path / "set")])
    assert done.exit_code == 0, done.output
    assert "4 pieces of code, 2 questions by description, 1 by name" in done.output
    told = CliRunner().invoke(evaluate, ["source-code", str(harbour), str(tmp_path / "again"), "--json"])
    assert json.loads(told.stdout) == {
        "folder": str(tmp_path / "again"),
        "pieces": 4,
        "questions": {"by_description": 2, "by_name": 1},
    }
    dataset = load_dataset(tmp_path / "set")
    assert {question.id: dict(question.gold) for question in dataset.questions} == {
        "description-1": {"quay.py#0": 1.0},
        "description-2": {"quay.py#0": 1.0},
        "name-1": {"quay.py#0": 1.0},
    }
    assert {document.title for document in dataset.documents} == {"quay.py", "pier.py", "dock.py", "basin.py"}


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "corpus.jsonl"
    kept.write_text(json.dumps({"_id": "1", "text": "kept"}), encoding="utf-8")
    with pytest.raises(DatasetError, match="is not empty"):
        CodeDataset({"a.py#0": "a = 1"}).write(tmp_path)
    assert "kept" in kept.read_text(encoding="utf-8")


def test_a_folder_without_questions_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("a = 1\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="can be asked"):
        code_dataset(tmp_path)
