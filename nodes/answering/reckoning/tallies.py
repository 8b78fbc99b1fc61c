"""How many rows of a table have what is asked for, and what they come to: where the table was read whole."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.rows_of_state import RowsOfState, called_as_people, rows_of_state
from nodes.answering.columns.table_columns import cells_of, numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import Facts
from nodes.answering.reckoning.written_numbers import decimals_of, written
from nodes.documents.chunks import chunk_place
from nodes.domain.chat import Hit, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.calculations import AVERAGE, calculating_terms
from nodes.language.terms import analyse

_TOTAL = lazy_regex(r"\b(?:total|sum|altogether|combined|overall|in all)\b", re.IGNORECASE)
_PARTS = lazy_regex(r"(?P<before>\D*?)(?P<number>[-−]?\d[\d.,]*)(?P<behind>\D*)")
"""A cell with one number in it."""
_MOST_ADDED = 8
"""Values that are told with what they come to; of more only their sum is."""


Section = tuple[str, tuple[str, ...]]
"""A document's id, and the headings of one of its sections."""


@dataclass(frozen=True)
class Tally:
    """What rows of one table are, taken together."""

    rows: tuple[Evidence, ...]
    """All that match, in their order."""
    states: Mapping[str, str]
    """By the heading of a column what they say there, as it is written."""
    column: str = ""
    """What heads the values that are summed; empty where rows are counted."""
    values: tuple[str, ...] = ()
    """These, as they are written."""
    numbers: tuple[float, ...] = ()
    """What these are."""
    is_mean: bool = False
    """Their mean is asked for."""
    is_of_time: bool = False
    """There are rows of other times than are asked for."""


def wholly_read(sources: Sequence[Source], hits: Sequence[Hit]) -> frozenset[Section]:
    """The sections of which every chunk is among the sources; that one ends there, its neighbours or an end tell.

    Args:
        sources: All of them.
        hits: Chunks that they were joined from, at least one of each document that may be told of.
    """
    ends = {hit["document_id"]: hit["total_chunks"] for hit in hits}
    read: dict[str, dict[int, Section]] = defaultdict(dict)
    for source in sources:
        if source["completeness"] == "full":
            for chunk in source["hits"]:
                read[source["document_id"]][chunk_place(chunk)[1]] = section_of(source)
    whole: set[Section] = set()
    for document, sections in read.items():
        for section in set(sections.values()):
            indexes = sorted(index for index, other in sections.items() if other == section)
            is_run = indexes[-1] - indexes[0] + 1 == len(indexes)
            begins = indexes[0] == 0 or indexes[0] - 1 in sections
            if is_run and begins and (indexes[-1] + 1 == ends.get(document) or indexes[-1] + 1 in sections):
                whole.add(section)
    return frozenset(whole)


def section_of(source: Source) -> Section:
    """Where the text of a source stands."""
    return source["document_id"], tuple(source["section_path"])


def tally_of(chosen: Sequence[Weighed], material: Material) -> Tally | None:
    """What the rows of a choice come to; None where nothing of the kind is asked, or not all of their table was read.

    What is asked how many of there are may head a column of numbers ("How many hours were spent on P1 tickets?"): then
    these are summed. Else the rows are counted, where their table is one of what is counted.
    """
    facts = material.facts
    asks_sum, asks_mean = _TOTAL.search(facts.question) is not None, AVERAGE.search(facts.question) is not None
    if not (facts.wanted.counted or asks_sum or asks_mean):
        return None
    found = rows_of_state(material)
    if found is None or not _is_all(found, chosen, material):
        return None
    rows = tuple(row for row, _ in found.rows)
    first = rows[0]
    states = {heading: first.values[first.header.index(heading)].strip() for heading in found.states}
    summed = _summed(found, facts)
    if summed and (asks_sum or asks_mean or facts.wanted.counted in analyse(summed)):
        values = [row.values[first.header.index(summed)].strip() for row in rows]
        alike = len(rows) > 1 and len({_unit(value) for value in values}) == 1
        numbers = tuple(number or 0.0 for number in numbers_of(values))
        is_of_time = found.is_of_time
        return Tally(rows, states, summed, tuple(values), numbers, asks_mean, is_of_time) if alike else None
    named = frozenset(analyse(f"{first.corner} {names_in_words(material.source(first))} {' '.join(states.values())}"))
    named |= called_as_people(first)
    return Tally(rows, states, is_of_time=found.is_of_time) if facts.wanted.counted in named else None


def _is_all(found: RowsOfState, chosen: Sequence[Weighed], material: Material) -> bool:
    """Whether rows of a choice are of those that were found, and these are all that there are."""
    places = {(row.position, row.start) for row, _ in found.rows}
    told = [(row.position, row.start) for row, _ in chosen if row.is_row]
    sections = {section_of(material.source(row)) for row, _ in found.table}
    # Another section may go on with a table that has the same headings.
    return bool(told) and places.issuperset(told) and len(sections) == 1 and sections <= material.whole


def _summed(found: RowsOfState, facts: Facts) -> str:
    """The heading of the column of numbers of which a question says most; empty where it says none, or two alike."""
    header = found.rows[0].piece.header
    asked = facts.weights.keys() - calculating_terms(facts.question)
    said: dict[str, int] = {}
    for place, heading in enumerate(header):
        if heading not in found.states and all(each is not None for each in numbers_of(cells_of(found.rows, place))):
            said[heading] = len(asked.intersection(analyse(heading)))
    most = max(said.values(), default=0)
    best = [heading for heading, count in said.items() if count == most]
    return best[0] if most and len(best) == 1 else ""


def _unit(cell: str) -> tuple[str, str]:
    """What stands before and behind the number of a cell."""
    found = _PARTS.fullmatch(cell)
    return (found["before"], found["behind"]) if found else (cell, "")


def told_tally(tally: Tally, sources: Sequence[Source]) -> str:
    """The line of an answer: "Hours spent, total of 2 rows with Priority “P1”: 2.5 + 4 = 6.5 [1]"."""
    cited = " ".join(f"[{sources[place]['index']}]" for place in dict.fromkeys(row.position for row in tally.rows))
    having = " and ".join(f"{heading} “{cell}”" for heading, cell in tally.states.items())
    count = len(tally.rows)
    rows = f"{count} {'row' if count == 1 else 'rows'} with {having}{' in that time' if tally.is_of_time else ''}"
    if not tally.column:
        return f"{rows} {cited}"
    before, behind = _unit(tally.values[0])
    # By what they are, and not by how they are written: "1.234,50" has two.
    decimals = max(decimals_of(f"{number:.6f}".rstrip("0")) for number in tally.numbers)
    total = sum(tally.numbers)
    value = f"{before}{written(total / count if tally.is_mean else total, decimals)}{behind}"
    if tally.is_mean:
        return f"{tally.column}, mean of {rows}: {value} {cited}"
    added = f"{' + '.join(tally.values)} = " if count <= _MOST_ADDED else ""
    return f"{tally.column}, total of {rows}: {added}{value} {cited}"
