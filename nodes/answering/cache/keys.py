"""The key under which an answer is kept: the same question, meant alike, over the same sources by the same model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from nodes.code_version import code_version
from nodes.domain.chat import Plan, Source

FINDING_ONLY = frozenset(
    {
        "reason",
        "confidence",
        "search_text",
        "names",
        "short_names",
        "section_confidence",
        "structure_preference",
        "sub_queries",
        "spans_documents",
        "expand",
        "hyde",
        "alpha",
        "smooth",
        "feedback",
        "follow_links",
        "threshold",
        "widen",
        "search_again",
        "rerank",
        "diversity_factor",
        "hierarchy",
    }
)
"""What of a plan decides only which sources an answer is given, and those count themselves."""


def answer_key(question: str, plan: Plan, sources: Sequence[Source], answerer: str, context: str = "") -> str:
    """A deterministic key (64 hexadecimal digits).

    Case, white space and end marks of the question do not count; all of the plan that is more than a way to find
    sources, the chunks and content of every source in their order, who answers, and the code of all nodes count:
    another release makes its own answers.

    Args:
        question: the standalone question.
        plan: its plan.
        sources: what the answer is given.
        answerer: the name of the model with the version of its prompts; another name without a model.
        context: the sources as the model reads them; empty where it does not.
    """
    parts = [
        " ".join(question.casefold().split()).rstrip("?!. "),
        {name: value for name, value in plan.items() if name not in FINDING_ONLY},
        answerer,
        _digest(context),
        code_version(),
        [[source["index"], source["hits"], _digest(source["content"])] for source in sources],
    ]
    return _digest(json.dumps(parts, ensure_ascii=False, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
