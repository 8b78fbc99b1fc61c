"""What a conversation is about when a question says nothing of it."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.domain.chat import Turn
from nodes.language.forms import find_forms
from nodes.language.long_questions import beginning
from nodes.language.periods import find_dates, find_periods
from nodes.language.question_names import question_names


def spoken_of(question: str, history: Sequence[Turn]) -> list[str]:
    """The ids of the documents that the last answer cites, the first cited first; none where the question names others.

    "And how much notice must we give?" after a question about a lease is about that lease, though every contract gives
    notice. What names somebody, a year, a day or a kind of document says itself what it is about.

    Args:
        question: As the user typed it.
        history: Earlier turns, oldest first.
    """
    if not history or history[-1]["status"] != "answered":
        return []
    text = beginning(question)
    if question_names(text) or find_periods(text) or find_dates(text) or find_forms(text):
        return []
    return list(dict.fromkeys(citation["document_id"] for citation in history[-1]["citations"]))
