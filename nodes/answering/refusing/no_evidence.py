"""The reply where nothing answers: what was looked for, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.answering.citing.markers import inert
from nodes.language.sentences import sentence_spans
from nodes.language.shortening import shortened

WITHOUT_DOCUMENTS = "There are no documents in what was searched. Upload some, and ask again."
_LONGEST_ECHO = 140
"""Characters of a question that are read back."""
_LONGEST_MISSING = 60
"""Characters of a word or name that is not mentioned."""
_MOST_MISSING = 4
"""Of them that are told in one sentence."""


def no_evidence_text(
    question: str,
    source_count: int,
    missing: Sequence[str] = (),
    *,
    nowhere: Sequence[str] = (),
    other_years: bool = False,
) -> str:
    """One friendly sentence.

    Args:
        question: As it was typed.
        source_count: Passages that were read.
        missing: Names, years and words of the question that they do not hold.
        nowhere: Those of them that no document holds: what only these passages lack, another may tell of.
        other_years: Whether they speak of other years than the question.
    """
    asked = _read_back(question)
    if source_count == 0:
        return f"I found nothing in these documents about “{asked}”."
    looked = f"I looked for “{asked}” in the {source_count} closest passage{'s' if source_count > 1 else ''}"
    if nowhere:
        return f"{looked}, but these documents do not mention {_listed(nowhere[:_MOST_MISSING])}."
    if missing:
        verb = "none of them mentions" if source_count > 1 else "it does not mention"
        return f"{looked}, but {verb} {_listed(missing[:_MOST_MISSING])}."
    if other_years:
        return f"{looked}, but they speak of other years."
    return f"{looked}, but none of them answers it."


def _read_back(question: str) -> str:
    """The question as one reads it back: its asking sentence where it is long."""
    text = " ".join(question.split())
    asking = [text[start:end] for start, end in sentence_spans(text) if text[start:end].endswith("?")]
    short = asking[-1] if len(text) > _LONGEST_ECHO and asking else text
    return inert(shortened(short, _LONGEST_ECHO).rstrip("?!. ？！。"))


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{inert(shortened(word, _LONGEST_MISSING))}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
