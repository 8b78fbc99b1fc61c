"""Things of one series that a code tells apart: what is said of pump P-2 is no answer to who asks for pump P-1."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.codes import Code, codes_in

_FIELD = lazy_regex(r"^\W*[^\W\d_][\w ./-]{1,30}(?:: | \| )([^|\n]{1,80})$", re.MULTILINE)
"""A line that has a label and a value."""


def without_sibling_codes(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """The pieces without those about another of the series that a code of the question is of, and not about that.

    "HM2 had its MOT in October" tells nothing of HM1. What stands below a heading with the code, or in a document that
    is called by it, is about it whatever else it names.

    Args:
        pieces: All evidence.
        sources: What the pieces came from.
        facts: What is read of the question.
    """
    asked = frozenset(codes_in(facts.question))
    if not asked or facts.comparison.sides or facts.wanted.is_summary:
        return [*pieces]
    named = [not asked.isdisjoint(codes_in(heading_of(source))) for source in sources]
    of_others = [_is_about_sibling(source, asked) for source in sources]
    return [
        piece
        for piece in pieces
        if named[piece.position] or not (of_others[piece.position] or _is_of_sibling(piece, asked))
    ]


def _is_about_sibling(source: Source, asked: Set[Code]) -> bool:
    """Whether a source says what it is of, in a heading or a field ("Vehicle: HM2"), and nothing of what is asked."""
    fields = " ".join(_FIELD.findall(source["content"]))
    return asked.isdisjoint(codes_in(source["content"])) and _has_sibling(f"{heading_of(source)} {fields}", asked)


def _is_of_sibling(piece: Evidence, asked: Set[Code]) -> bool:
    return _has_sibling(" ".join((piece.group, piece.text, *piece.header, piece.leans_on)), asked)


def _has_sibling(text: str, asked: Set[Code]) -> bool:
    """Whether a text names another of the series of a code that is asked for, and none that is.

    "Lots L22-40 to L22-47" are lot L22-43 as well.
    """
    said = frozenset(codes_in(text))
    if not said.isdisjoint(asked):
        return False
    numbers = {series: [int(number) for other, number in said if other == series] for series, _ in asked}
    return any(
        others and not min(others) < int(number) < max(others)
        for series, number in asked
        if (others := numbers[series])
    )
