"""A dataset of somebody's own Python code: pieces of its files, and questions whose places are known.

A description is the first sentence of a docstring, which is taken out of the code that is searched; a name is asked for
where one piece defines it and others use it. Nobody has to write or judge anything, so any package is a set of its own.
"""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from eval.jsonl import DatasetError

SEED = 7
"""Of what is drawn by chance: the same folder gives the same questions."""
DESCRIPTIONS_A_FILE = 3
"""Questions that are made of its docstrings, at most."""
MOST_DESCRIPTIONS = 100
"""Questions made of docstrings, of all files."""
MOST_NAMES = 50
"""Questions that ask for a name."""
LEAST_USES = 4
"""Pieces that hold a name, one of which defines it."""
SHORTEST_NAME = 4
"""Letters: shorter ones are used for many things."""
LONGEST_PIECE = 1200
"""Characters after which a piece ends at once."""
LONG_PIECE = 700
"""Characters after which it ends at a blank line."""
SHORTEST_DESCRIPTION, LONGEST_DESCRIPTION = 6, 30
"""Words."""
_DIRECTIVE = ".. "
"""What a docstring begins with that says since when, and not what: `.. deprecated:: 2.0`."""
_FORMS = (
    "What does {} do?",
    "What is the purpose of {}?",
    "How is {} defined?",
    "Which arguments or fields does {} have?",
)
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[\w)`'\"])[.!?:](?=\s|$)")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass
class CodeDataset:
    """Pieces by id (`file#number`), and each question with the piece that answers it."""

    pieces: dict[str, str] = field(default_factory=dict)
    descriptions: list[tuple[str, str]] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Writes it in the BEIR layout; the folder is made.

        Raises:
            DatasetError: there is something in the folder.
        """
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise DatasetError(f"{folder} is not empty.", hint="Name a folder that is not there yet.")
        corpus = [{"_id": key, "title": key.rpartition("#")[0], "text": text} for key, text in self.pieces.items()]
        asked, qrels = [], ["query-id\tcorpus-id\tscore"]
        for kind, questions in (("description", self.descriptions), ("name", self.names)):
            for number, (text, gold) in enumerate(questions, start=1):
                asked.append({"_id": f"{kind}-{number}", "text": text, "metadata": {"kind": kind}})
                qrels.append(f"{kind}-{number}\t{gold}\t1")
        for name, lines in (
            ("corpus.jsonl", map(json.dumps, corpus)),
            ("queries.jsonl", map(json.dumps, asked)),
            ("qrels.tsv", qrels),
        ):
            (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def code_dataset(folder: Path) -> CodeDataset:
    """The dataset of a folder's Python files, tests left out; the same for the same files.

    Raises:
        DatasetError: no file there can be read as Python, or nothing in them can be asked.
    """
    chance = random.Random(SEED)
    made = CodeDataset()
    defined: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        if any("test" in part for part in relative.parts):
            continue
        try:
            source = path.read_text(encoding="utf-8")
            tree = ast.parse(source)
        except (UnicodeDecodeError, SyntaxError):
            continue
        definitions = [node for node in ast.walk(tree) if isinstance(node, Definition)]
        described = _described(definitions, chance)
        hidden = {line for node, _ in described for line in _docstring_lines(node)}
        home = {}
        for number, piece in enumerate(_pieces(source.split("\n"), hidden)):
            key = f"{relative.as_posix()}#{number}"
            made.pieces[key] = "\n".join(text for _, text in piece)
            home.update(dict.fromkeys((line for line, _ in piece), key))
        made.descriptions += [(sentence, home[node.lineno]) for node, sentence in described]
        for node in definitions:
            defined[node.name].append(home[node.lineno])
    uses = Counter(word for text in made.pieces.values() for word in set(_WORD.findall(text)))
    asked = [
        (name, homes[0])
        for name, homes in defined.items()
        if len(homes) == 1 and uses[name] >= LEAST_USES and len(name) >= SHORTEST_NAME and not name.startswith("__")
    ]
    chance.shuffle(made.descriptions)
    chance.shuffle(asked)
    del made.descriptions[MOST_DESCRIPTIONS:]
    made.names = [(_FORMS[n % len(_FORMS)].format(name), home) for n, (name, home) in enumerate(asked[:MOST_NAMES])]
    if not made.descriptions and not made.names:
        raise DatasetError(
            f"Nothing in {folder} can be asked for.", hint="Give a folder of Python files with docstrings."
        )
    return made


def _described(definitions: Sequence[Definition], chance: random.Random) -> list[tuple[Definition, str]]:
    """Some of the definitions whose docstring begins with a sentence of a question's length, without the name in it."""
    found = []
    for node in definitions:
        text = " ".join((ast.get_docstring(node) or "").replace("`", "").split())
        sentence = _SENTENCE_END.split(text, maxsplit=1)[0]
        if (
            SHORTEST_DESCRIPTION <= len(sentence.split()) <= LONGEST_DESCRIPTION
            and node.name.casefold() not in sentence.casefold()
            and not sentence.startswith(_DIRECTIVE)
        ):
            found.append((node, sentence))
    return chance.sample(found, min(len(found), DESCRIPTIONS_A_FILE))


def _docstring_lines(node: Definition) -> range:
    """Its lines, from 1; none where it shares one with the code around it."""
    docstring = node.body[0]
    end = docstring.end_lineno or docstring.lineno
    return range(0) if docstring.lineno == node.lineno else range(docstring.lineno, end + 1)


def _pieces(lines: Sequence[str], hidden: set[int]) -> Iterator[list[tuple[int, str]]]:
    """Lines with their numbers from 1, a piece at a time; those of white space alone are left out."""
    piece: list[tuple[int, str]] = []
    size = 0
    for number, text in enumerate(lines, start=1):
        if number in hidden:
            continue
        piece.append((number, text))
        size += len(text) + 1
        if size > LONGEST_PIECE or (size > LONG_PIECE and not text.strip()):
            yield piece
            piece, size = [], 0
    if any(text.strip() for _, text in piece):
        yield piece
