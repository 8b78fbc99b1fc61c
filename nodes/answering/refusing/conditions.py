"""Conditions: what holds at 45 °C, after 500 cycles or for Unit 4 is no answer for 60 °C, 900 cycles or Unit 5."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from nodes.answering.evidence.source_names import in_words
from nodes.answering.tables.table_rows import has_cells, row_cells
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.labels import PARTS_OF_TEXTS, labels_of
from nodes.language.numbers import numbers_in
from nodes.language.periods import MONTHS
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import stem

_UNIT = r"(?:°\s?[CFcf]?|%|[^\W\d_]+)"
_NUMBER = r"\d{1,15}(?:[.,]\d{1,15}){0,5}"
_CONDITION = lazy_regex(rf"\b(?:at|after)\s+(?P<number>{_NUMBER})\s?(?P<unit>{_UNIT})", re.IGNORECASE)
_MEASURED = lazy_regex(
    rf"(?P<before>[^.;:\d\n]{{0,24}})(?P<number>{_NUMBER})(?P<range>\s?(?:-|–|—|to|and|or|bis)\s?(?P<last>{_NUMBER}))?"
    rf"\s?(?P<unit>{_UNIT})"
)
_LIMIT = lazy_regex(
    r"\b(?:up to|over|under|above|below|more than|less than|fewer than|at least|at most|from|exceed\w*|minimum|maximum|"
    r"until|within|every|each|per)\b|[<>≤≥~]|\babout\b|\bapprox",
    re.IGNORECASE,
)
"""What holds for other values as well."""
_OF_TIME = frozenset({"am", "pm", "h", "hrs", "uhr", "clock", "o", *MONTHS})
_PARTS_OF_TEXTS = frozenset(map(stem, PARTS_OF_TEXTS | {"item", "page"}))
"""Whose headings give their numbers without saying what they are; no label tells items or pages apart."""


def other_conditions(question: str, texts: Sequence[str]) -> list[str]:
    """The conditions of a question of which its sources know none, and know others of the same kind.

    Only what is sure: the number stands nowhere in the sources, nor between two of theirs, nor beside a limit.

    Args:
        question: As it stands alone.
        texts: Of the sources, titles included.

    Returns:
        As the question says them: "60 °C", "900 cycles", "Unit 5".
    """
    return [*_other_measures(question, texts), *_other_labels(question, texts)]


def without_other_labels(question: str, sources: Sequence[Source]) -> list[Source]:
    """The sources without those of a document that is called by another label than the question, and says no other.

    The rent in the lease of flat 14 is not that of flat 20.

    Args:
        question: As it stands alone.
        sources: Best first.
    """
    asked = {kind: labels for kind, labels in labels_of(question).items() if kind not in _PARTS_OF_TEXTS}
    return [source for source in sources if not any(_is_of_other(source, *each) for each in asked.items())]


def _is_of_other(source: Source, kind: str, asked: Set[str]) -> bool:
    called = labels_of(f"{source['title']}; {in_words(source['file_name'])}").get(kind, frozenset())
    if not called or called & asked or labels_of(source["content"]).get(kind, frozenset()) & asked:
        return False
    return not _has_row_of(source["content"], kind, asked)


def _other_measures(question: str, texts: Sequence[str]) -> Iterator[str]:
    for found in _CONDITION.finditer(question):
        unit = found["unit"].lower()
        if unit in STOP_WORDS or unit in _OF_TIME:
            continue
        wanted = numbers_in(found["number"])
        told = [each for text in texts for each in _measures(text, _key(unit))]
        is_known = any(wanted & numbers_in(text) for text in texts)
        if told and not is_known and not any(_may_hold(each, found["number"]) for each in told):
            yield f"{found['number']} {found['unit']}"


def _measures(text: str, unit: str) -> Iterator[re.Match[str]]:
    return (each for each in _MEASURED.finditer(text) if _key(each["unit"].lower()) == unit)


def _key(unit: str) -> str:
    return stem(unit.replace(" ", "")) if unit[0].isalpha() else unit.replace(" ", "")


def _may_hold(told: re.Match[str], number: str) -> bool:
    """Whether what is told may hold for a number: it lies in a range, or a limit is told."""
    if _LIMIT.search(told["before"]):
        return True
    if not told["last"]:
        return False
    return _value(told["number"]) <= _value(number) <= _value(told["last"])


def _value(number: str) -> float:
    return float(min(numbers_in(number), key=len, default="0"))


def _has_row_of(text: str, kind: str, labels: Set[str]) -> bool:
    """Whether a table has one of the labels in a column that is headed by their kind: "4" below "Unit" is Unit 4."""
    columns = set[int]()
    for line in filter(has_cells, text.splitlines()):
        label, values = row_cells(line)
        cells = [label, *values]
        columns.update(place for place, cell in enumerate(cells) if cell and stem(cell.split()[-1].lower()) == kind)
        if any(place in columns and cell in labels for place, cell in enumerate(cells)):
            return True
    return False


def _other_labels(question: str, texts: Sequence[str]) -> Iterator[str]:
    for kind, asked in labels_of(question).items():
        known = frozenset[str]().union(*(labels_of(text).get(kind, frozenset()) for text in texts))
        if kind in _PARTS_OF_TEXTS or not known or known & asked:
            continue
        if any(_has_row_of(text, kind, asked) for text in texts):
            continue
        said = re.compile(rf"\b([^\W\d_]+)(?:[ \u00a0]|,? (?:no|nr)\.? ?)({'|'.join(sorted(asked))})\b", re.IGNORECASE)
        yield from (each.group() for each in said.finditer(question) if stem(each[1].lower()) == kind)
