"""The key under which an answer is kept: the same question over the same sources by the same model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from nodes.domain.chat import Plan, Source

_ANSWERER = 8
"""Raised when the answerers change, so that answers of the ones before are not served."""


def answer_key(question: str, plan: Plan, sources: Sequence[Source], answerer: str, context: str = "") -> str:
    """A deterministic key (64 hexadecimal digits).

    Case, white space and end marks of the question do not count; what the plan has to say about the form of the
    answer, the chunks and content of every source in their order, and who answers do.

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
        _ANSWERER,
        [[source["index"], source["hits"], _digest(source["content"])] for source in sources],
    ]
    return _digest(json.dumps(parts, ensure_ascii=False))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
