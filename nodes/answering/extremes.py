"""The most and the least of a table: "Which department has the highest budget?" is answered by rows in that order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nodes.answering.companions import Weighed
from nodes.answering.table_columns import columns_meant, has_headings, table_key, with_heading
from nodes.domain.chat import Source
from nodes.language.terms import analyse

SHOWN = 3
"""Rows, the first of them the answer; that others come close is told by the next."""
_FEWEST_ROWS = 2
_MOST = re.compile(
    r"\b(?:highest|largest|biggest|greatest|longest|tallest|heaviest|deepest|widest|fastest|hottest|warmest|"
    r"loudest|maximum|(?<!at )most(?! (?:of|recent|likely|importantly)\b)|"
    r"höchsten?|größten?|meisten|teuersten?|längsten?)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:lowest|smallest|least(?<!at least)|fewest|shortest|lightest|shallowest|narrowest|slowest|coldest|quietest|"
    r"minimum|cheapest|niedrigsten?|kleinsten?|wenigsten|billigsten?|günstigsten?|kürzesten?)\b",
    re.IGNORECASE,
)
_MEASURED = {
    word: frozenset(analyse(names))
    for words, names in (
        ("most expensive|least expensive|cheapest|teuerst|billigst|günstigst", "price cost fee rate amount Preis"),
        ("deepest|shallowest|tiefst", "depth Tiefe"),
        ("longest|shortest|längst|kürzest", "length duration distance Länge Dauer"),
        ("tallest", "height"),
        ("heaviest|lightest|schwerst|leichtest", "weight mass Gewicht"),
        ("widest|narrowest", "width"),
        ("fastest|slowest|schnellst|langsamst", "speed Geschwindigkeit"),
        ("hottest|warmest|coldest|wärmst|kältest", "temperature Temperatur"),
        ("loudest|quietest", "noise"),
    )
    for word in words.split("|")
}
"""What a table calls that of which a question asks for the most or the least."""
_EXPENSIVE = re.compile(r"\b(?:expensive|teuer)\b", re.IGNORECASE)


def asks_extreme(question: str) -> int:
    """1 where a question asks for the most of something, -1 for the least, 0 where for neither, or both."""
    return bool(_MOST.search(question)) - bool(_LEAST.search(question))


def extreme_terms(question: str) -> frozenset[str]:
    """The terms by which it asks so: a table that is put in order has none of them."""
    words = [*_MOST.findall(question), *_LEAST.findall(question), *_EXPENSIVE.findall(question)]
    return frozenset(analyse(" ".join(words)))


def with_extremes(
    chosen: list[Weighed],
    weighed: Sequence[Weighed],
    sources: Sequence[Source],
    question: str,
    weights: Mapping[str, float],
) -> list[Weighed]:
    """The choice; where the most or the least is asked for, rows of its first table in the order of what is asked.

    The column is the one whose heading says most of the question, or in the table of the first quote the only one of
    numbers, or of totals. Sums of others are no rows of their own.

    Args:
        chosen: The choice.
        weighed: All pieces, where the other rows are taken from.
        sources: What the pieces came from.
        question: As it stands alone.
        weights: Weight of each question term.
    """
    sign = asks_extreme(question)
    measured = frozenset[str]().union(*(terms for word, terms in _MEASURED.items() if word in question.lower()))
    quoted = next((table_key(piece, sources) for piece, _ in chosen if has_headings(piece)), None)
    if not sign or (quoted is None and not measured):
        return chosen
    # "Maximum per day" is no column of liabilities.
    wanted = measured | {term for term in weights.keys() - extreme_terms(question) if not term.isdigit()}
    columns = columns_meant(weighed, sources, wanted, weights)
    # The table of the first quote, unless another has a column that the question says more of.
    best = max(columns, key=lambda table: (columns[table].said, table == quoted), default=None)
    if best is None or len(columns[best].rows) < _FEWEST_ROWS:
        return chosen
    if not columns[best].said and not (best == quoted and chosen[0][0].is_row):
        return chosen
    told = sorted(columns[best].rows, key=lambda each: (-sign * each[0], each[1][0].position, each[1][0].start))
    ordered = [with_heading(one, columns[best]) for _, one in told[:SHOWN]]
    return [*ordered, *(one for one in chosen if not has_headings(one[0]))]
