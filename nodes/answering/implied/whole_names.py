"""Rows about somebody else: of who is asked for as "Ada Wick", the rows of Ada Berg and of Jon Wick tell nothing."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence

from nodes.answering.evidence.continued_tables import is_grid_row
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.language.terms import normalise_name

_Cells = list[frozenset[str]]

_MORE_WORDS = 2
"""Of a cell than of a name: "bent at Raven Gully in August" is no name, as others of its column are none."""


def without_half_names(pieces: Sequence[Evidence], sources: Sequence[Source], names: Sequence[str]) -> list[Evidence]:
    """The pieces without rows that have others in place of a name of two words or more.

    A column whose rows together say all words of a name is one of names, and a row of its table that has not all of
    them is about another. A document that says the name outside of its tables, or is called by a part of it, is about
    it in all of its rows.

    Args:
        pieces: All evidence, by source and place.
        sources: What the pieces came from.
        names: That the question names, normalised.
    """
    wanted = {name: frozenset(words) for name in names if len(words := name.split()) > 1}
    rows = {place: _cells(piece) for place, piece in enumerate(pieces) if piece.header and is_grid_row(piece)}
    if not wanted or not rows:
        return [*pieces]
    about = {(name, s["revision_id"]) for s in sources for name, words in wanted.items() if words & _called(s)}
    for piece in pieces:
        if not is_grid_row(piece):
            revision = sources[piece.position]["revision_id"]
            about |= {(name, revision) for name in wanted if f" {name} " in piece.folded}
    tables: dict[Hashable, list[int]] = {}
    for place in rows:
        tables.setdefault((sources[pieces[place].position]["revision_id"], pieces[place].header), []).append(place)
    of_others: set[int] = set()
    for table in tables.values():
        revision = sources[pieces[table[0]].position]["revision_id"]
        listed = [words for name, words in wanted.items() if (name, revision) not in about]
        if any(_lists(words, [rows[place] for place in table]) for words in listed):
            of_others |= {
                place for place in table if not any(words <= cell for words in wanted.values() for cell in rows[place])
            }
    return [piece for place, piece in enumerate(pieces) if place not in of_others]


def _lists(words: frozenset[str], rows: Sequence[_Cells]) -> bool:
    """Whether one column says all of these words."""
    columns = itertools.zip_longest(*rows, fillvalue=frozenset[str]())
    return any(
        words <= frozenset[str]().union(*(cell for cell in column if len(cell) <= len(words) + _MORE_WORDS))
        for column in columns
    )


def _cells(row: Evidence) -> _Cells:
    return [frozenset(normalise_name(cell).split()) for cell in (row.group, row.label, *row.values)]


def _called(source: Source) -> frozenset[str]:
    """Words of the title, the headings and the file name of a source."""
    return frozenset(normalise_name(" ".join([source["title"], source["file_name"], *source["section_path"]])).split())
