"""What a list of people tells of somebody whom the question describes: "the extension of the fire warden".

One document says who that is, "Ada Holm is our fire warden", and a list that has a row for each, which says nothing of
fires, the extension.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import has_headings
from nodes.answering.columns.yes_no_columns import yes_or_no
from nodes.answering.evidence.clauses import clauses_say, named_where_most_is_said
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.first_names import bearers_of_first_names, called_by_first_name
from nodes.answering.implied.authorship import asks_author
from nodes.answering.implied.contacts import telling
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.answering.question.term_weights import mass_of
from nodes.documents.people import headed_person, person_in
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_columns import HEADS_NAMES, asked_columns
from nodes.language.entities import names_in
from nodes.language.terms import analyse, normalise_name
from nodes.language.word_families import of_one_family

_FEWEST_ROWS = 3
"""Of people one below another: fewer are no list of them."""
_LEAST_DESCRIBED = 0.5
"""Share of what describes somebody, by weight, that a piece must say with the row of whom it names."""
_ROLE = lazy_regex(
    r"\b(?:roles?|positions?|functions?|jobs?|titles?|posts?|funktion|rolle|fonction|poste|cargo)\b", re.IGNORECASE
)
"""What heads the column of what people are: "Head Nurse"."""
_IN_CHARGE = frozenset(analyse("responsible charge"))
"""Who is so for something is told by its name beside theirs."""
_SHE = lazy_regex(r"\b(?:he|she|who)\b", re.IGNORECASE)
"""Whom another clause of the sentence names."""
_NOTHING = frozenset({"", "-", "–", "—"})


@dataclass(frozen=True)
class _Asked:
    """What is asked of somebody, and what of the question describes them."""

    columns: frozenset[str]
    """Headings."""
    described: Mapping[str, float]
    """Terms, with their weight."""
    bearers: Mapping[str, Set[str]]
    """Of first names, see `bearers_of_first_names`."""

    @cached_property
    def in_forms(self) -> Mapping[str, float]:
        """The same, and the other words of their families: whoever leads is a leader."""
        others = {other: weight for term, weight in self.described.items() for other in of_one_family(term)}
        return {**others, **self.described}


def with_row_of_whom(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where a list of people has the column that is asked for, who is described, and their row, instead.

    As long as the question names none of them, and one of them alone is described by half of what describes or more.
    Else the choice without the rows of people of which nothing is said that describes.
    """
    facts = material.facts
    people = _people(material)
    words = frozenset(facts.wording.said.split())
    is_named = any(words & set(name.split()) for name in people)
    if not people or is_named or facts.comparison.sides or facts.wanted.asks_several:
        return chosen
    asked = _asked(material, people)
    if asked is None:
        return chosen
    people = _with_columns(people, asked.columns)
    found = [
        (share, piece, row)
        for piece in material.pieces
        if not piece.is_heading and not _is_listed(piece, people)
        for row in _meant(piece, people, material, asked)
        if (share := _share(piece, row, material, asked)) >= _LEAST_DESCRIBED
    ]
    worths = [
        (
            share,
            _is_called_so(piece, row, material, asked),
            f" {normalise_name(person_of(row))} " in piece.folded,
            mass_of(piece.terms, asked.described),
        )
        for share, piece, row in found
    ]
    best = max(worths, default=(0.0, False, False, 0.0))
    first = [(piece, row) for worth, (_, piece, row) in zip(worths, found, strict=True) if worth == best]
    if not first or len({row.label for _, row in first}) > 1 or not _tells(first[0][1], asked):
        return _without_rows_of_others(chosen, people, material, asked)
    piece, row = first[0]
    cosine = material.cosines.get(row, 0.0)
    # It answers for them, as it is theirs.
    row = replace(row, about=row.about | (_held(piece, material) & asked.described.keys()))
    row = telling(row, facts.question) if facts.wanted.asks_contact else row
    return [Weighed(piece, material.cosines.get(piece, 0.0)), Weighed(row, cosine)]


def _is_called_so(piece: Evidence, row: Evidence, material: Material, asked: _Asked) -> bool:
    """Whether what describes somebody is what their section, or their row, calls them: "Ada Holm, Fire Warden"."""
    path = material.source(piece)["section_path"]
    heading = path[-1] if headed_person(path) else ""
    said = [frozenset(analyse(text)) for text in (heading, *_roles(row))]
    name = frozenset(analyse(person_of(row)))
    return any(own - name == asked.described.keys() for own in said)


def _without_rows_of_others(
    chosen: list[Weighed], people: Mapping[str, Sequence[Evidence]], material: Material, asked: _Asked
) -> list[Weighed]:
    """The choice without rows of people of which nothing is said that describes, where that is said of another.

    What a list has of anybody tells nothing of whom it does not know.
    """
    others = (
        piece
        for piece in material.pieces
        if not piece.is_heading
        and mass_of(_held(piece, material), asked.described) >= _LEAST_DESCRIBED * sum(asked.described.values())
        and (told := _named(piece, people, asked))
        and people.keys().isdisjoint(told)
    )
    if next(others, None) is None:
        return chosen
    kept = [
        one
        for one in chosen
        if not _is_listed(one.piece, people) or not asked.described.keys().isdisjoint(one.piece.terms)
    ]
    return chosen if len(kept) == len(chosen) else kept


def _people(material: Material) -> dict[str, list[Evidence]]:
    """The rows of those who are listed one below another, by their name, normalised."""
    rows: dict[str, list[Evidence]] = {}
    for piece in material.pieces:
        if has_headings(piece) and (person := person_of(piece)):
            rows.setdefault(normalise_name(person), []).append(piece)
    return rows if len(rows) >= _FEWEST_ROWS else {}


def _with_columns(people: Mapping[str, Sequence[Evidence]], columns: Set[str]) -> dict[str, list[Evidence]]:
    """The rows that have one of some columns: a list of roles tells who has one, and no number."""
    own = {name: [row for row in rows if not columns.isdisjoint(row.header)] for name, rows in people.items()}
    return {name: rows for name, rows in own.items() if rows}


def _is_listed(piece: Evidence, people: Mapping[str, Sequence[Evidence]]) -> bool:
    return piece.is_row and piece in people.get(normalise_name(person_of(piece)), ())


def person_of(row: Evidence) -> str:
    """Of whom a row is: its label, or who stands below "Name" behind a number; empty where it is nobody's."""
    named = (value for head, value in zip(row.header, row.values, strict=False) if HEADS_NAMES.fullmatch(head.strip()))
    return person_in(row.label) or person_in(next(named, ""))


def _asked(material: Material, people: Mapping[str, Sequence[Evidence]]) -> _Asked | None:
    """The columns of a list of people that the question asks for, and its other words; None where there are none."""
    facts = material.facts
    cells: dict[str, list[str]] = {}
    for row in (row for rows in people.values() for row in rows):
        for head, value in zip(row.header, row.values, strict=False):
            cells.setdefault(head, []).append(value)
    # What only some of them are is no value: it is asked who is one. Years head figures, and regions may be called so.
    heads = {head for head, values in cells.items() if any(map(str.isalpha, head)) and None in yes_or_no(values)}
    marks = [frozenset(analyse(head)) for head in cells.keys() - heads]
    if facts.wanted.kind == "name" and any(own and own <= facts.weights.keys() for own in marks):
        return None
    columns, asking = asked_columns(facts.question, heads)
    described = {
        term: weight for term, weight in facts.weights.items() if term not in asking | LIGHT_TERMS | _IN_CHARGE
    }
    # Whoever wrote it is described by that, too.
    described |= dict.fromkeys(asks_author(facts.question), max(described.values(), default=0.0))
    return _Asked(columns, described, bearers_of_first_names(material.sources)) if columns and described else None


def _meant(
    piece: Evidence, people: Mapping[str, Sequence[Evidence]], material: Material, asked: _Asked
) -> Sequence[Evidence]:
    """The row of whom a piece is about: whom it names where it describes most, else whom its section is called by.

    Else that of whoever has the role that it names, where their rows tell one of them apart. None where that one is in
    no list.
    """
    if named := _named(piece, people, asked):
        return [row for name in named for row in people.get(name, ())]
    person = normalise_name(headed_person(material.source(piece)["section_path"]))
    called = (person, *called_by_first_name(piece.text, asked.bearers))
    own = next((people[name] for name in called if name in people), ())
    return own or _of_role(piece, people, asked)


def _named(piece: Evidence, people: Mapping[str, Sequence[Evidence]], asked: _Asked) -> list[str]:
    """Those whom a piece names, where it says most of what describes somebody, listed or not; normalised."""
    roles = {role for rows in people.values() for row in rows for role in _roles(row)}
    # "The Clinical Engineering Manager" is written as a name is.
    persons = [name for name in _persons(piece) if name not in roles]
    named = dict.fromkeys([*persons, *(name for name in people if f" {name} " in piece.folded)])
    if piece.is_row:
        return _headed_most(piece, list(named), asked) if named else []
    told = named_where_most_is_said(piece.text, named, asked.in_forms)
    # "Ada leads the survey; Bo Lind is her deputy": of Bo nothing is said that describes.
    return [name for name in told if _SHE.search(piece.text) or clauses_say(piece.text, name, asked.in_forms)]


def _persons(piece: Evidence) -> list[str]:
    """Whom a sentence, or the cells of a row, name, normalised."""
    cells = [piece.label, *piece.values] if piece.is_row else names_in(piece.text)
    return [normalise_name(person) for cell in cells if (person := person_in(cell))]


def _headed_most(row: Evidence, names: Sequence[str], asked: _Asked) -> list[str]:
    """Those of some names whose cells in a row are headed by most of what describes somebody."""
    cells = list(zip((row.corner, *row.header), (row.label, *row.values), strict=False))
    heads = {
        name: " ".join(head for head, value in cells if f" {name} " in f" {normalise_name(value)} ") for name in names
    }
    masses = {name: mass_of(frozenset(analyse(head)), asked.described) for name, head in heads.items()}
    most = max(masses.values())
    return [name for name, mass in masses.items() if mass == most]


def _of_role(piece: Evidence, people: Mapping[str, Sequence[Evidence]], asked: _Asked) -> Sequence[Evidence]:
    """The row of the one who has a role that a piece names, and of whom the rest of the question is said."""
    rows = [row for own in people.values() for row in own if any(f" {role} " in piece.folded for role in _roles(row))]
    rest = asked.described.keys() - piece.terms
    said = [mass_of(row.terms & rest, asked.described) for row in rows]
    most = max(said, default=0.0)
    best = [row for row, mass in zip(rows, said, strict=True) if mass == most]
    return best if len(best) == 1 else ()


def _roles(row: Evidence) -> list[str]:
    """The roles of two words or more that a row gives somebody, normalised."""
    cells = zip(row.header, row.values, strict=False)
    roles = [normalise_name(value) for head, value in cells if _ROLE.search(head)]
    return [role for role in roles if " " in role]


def _share(piece: Evidence, row: Evidence, material: Material, asked: _Asked) -> float:
    """How much of what describes somebody a piece and their row say, 0..1."""
    own = mass_of(piece.terms | piece.about, asked.described)
    held = mass_of(_held(piece, material) | row.terms, asked.described)
    return held / sum(asked.described.values()) if own else 0.0


def _held(piece: Evidence, material: Material) -> frozenset[str]:
    return material.facts.held_by(piece)


def _tells(row: Evidence, asked: _Asked) -> bool:
    """Whether a column that is asked for has something in the row."""
    cells = zip(row.header, row.values, strict=False)
    return any(head in asked.columns and value.strip() not in _NOTHING for head, value in cells)
