"""What a list of people has of somebody whom the question names: "Ada Holm mobile" is their row, as it stands."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.described_people import person_of
from nodes.answering.columns.table_columns import BLANK, has_headings
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.contacts import telling
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.language.asked_columns import HEADS_NAMES, asked_columns
from nodes.language.terms import analyse, normalise_name


def with_row_of_named(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where a column is asked for of one who is named, and nothing else, their row in a list of people.

    Where it is empty that is told, unless something that was chosen tells it: what others have there is no answer.
    """
    facts = material.facts
    if facts.comparison.sides or facts.wanted.asks_several or facts.wanted.kind == "name":
        return chosen
    rows = _rows_of_named(material)
    if len(rows) != 1:
        return chosen
    ((name, listed),) = rows.items()
    told = [piece for piece, _ in chosen if piece.tells_contact and not piece.is_row]
    if any(f" {name} " in facts.source_of(piece).folded for piece in told):
        return chosen
    found = [(row, *asked_columns(facts.question, row.header)) for row in listed]
    own = [(row, columns, asking) for row, columns, asking in found if columns and _is_all(name, asking, material)]
    if not own:
        return chosen
    filled = [each for each in own if any(value.strip() for head, value in _cells(each[0]) if head in each[1])]
    row, columns, asking = (filled or own)[0]
    values = tuple(BLANK if head in columns and not value.strip() else value for head, value in _cells(row))
    row = replace(row, values=values, terms=row.terms.union(asking, *map(analyse, columns)))
    row = telling(row, facts.question) if facts.wanted.asks_contact else row
    return [Weighed(row, material.cosines.get(row, 0.0))]


def _rows_of_named(material: Material) -> dict[str, list[Evidence]]:
    """The rows of people whose whole name the question says, by that, normalised."""
    asked = f" {normalise_name(material.facts.question)} "
    rows: dict[str, list[Evidence]] = {}
    for piece in material.pieces:
        lists_people = has_headings(piece) and any(
            HEADS_NAMES.fullmatch(head) for head in (piece.corner, *piece.header)
        )
        name = normalise_name(person_of(piece)) if lists_people else ""
        if name and f" {name} " in asked:
            rows.setdefault(name, []).append(piece)
    return rows


def _is_all(name: str, asking: Set[str], material: Material) -> bool:
    """Whether a question says nothing but whom it asks about, and for which column."""
    return not material.facts.weights.keys() - asking - LIGHT_TERMS - set(analyse(name))


def _cells(row: Evidence) -> list[tuple[str, str]]:
    return list(zip(row.header, row.values, strict=False))
