"""The key under which an answer is kept: the same question over the same sources by the same model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from nodes.domain.chat import Plan, Source

_ANSWERING = Path(__file__).parent
_READ_BY_IT = ("answering", "language", "domain")
"""Folders whose code decides what an answer says, given its sources."""


def answer_key(question: str, plan: Plan, sources: Sequence[Source], answerer: str, context: str = "") -> str:
    """A deterministic key (64 hexadecimal digits).

    Case, white space and end marks of the question do not count; what the plan has to say about the form of the
    answer, the chunks and content of every source in their order, who answers, and the code that does so count: another
    release makes its own answers.

    Args:
        question: the standalone question.
        plan: its plan.
        sources: what the answer is given.
        answerer: the name of the model with the version of its prompts; another name without a model.
        context: the sources as the model reads them; empty where it does not.
    """
    parts = [
        " ".join(question.casefold().split()).rstrip("?!. "),
        plan["query_type"],
        plan["detail"],
        answerer,
        _digest(context),
        _code(),
        [[source["index"], source["hits"], _digest(source["content"])] for source in sources],
    ]
    return _digest(json.dumps(parts, ensure_ascii=False))


@cache
def _code() -> str:
    files = [file for folder in _READ_BY_IT for file in sorted((_ANSWERING.parent / folder).glob("*.py"))]
    return _digest("".join(file.read_text(encoding="utf-8") for file in files))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
