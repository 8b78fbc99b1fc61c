"""Lists that were read whole beside the sources: their rows serve the passes that have to know all of them, alone.

Among the sources they would crowd the choice: of three hundred rows many are like any question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.extremes import with_extremes
from nodes.answering.columns.rows_of_state import named_in_table, with_rows_of_state
from nodes.answering.columns.thresholds import with_rows_within
from nodes.answering.columns.yes_no_columns import with_rows_that_have
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.reckoning.tallies import Section, section_of
from nodes.domain.chat import Hit, Source
from nodes.language.superlatives import asks_extreme, extreme_terms
from nodes.language.terms import analyse

_OVER_LISTS = (with_extremes, with_rows_within, with_rows_that_have, with_rows_of_state)


@dataclass(frozen=True)
class Beside:
    """Lists that were read beside the sources of an answer."""

    lists: Sequence[Source] = ()
    """Whole ones, numbered behind the sources."""
    hits: Sequence[Hit] = ()
    """The chunks that they were joined from."""
    whole: Set[Section] = frozenset()
    """Those of which the sources themselves have all."""
    unread: Set[Section] = frozenset()
    """Those that are too long to be read."""

    def of_documents(self, document_ids: Collection[str]) -> Beside:
        """Those of some documents."""
        return Beside(
            [source for source in self.lists if source["document_id"] in document_ids],
            [hit for hit in self.hits if hit["document_id"] in document_ids],
            {section for section in self.whole if section[0] in document_ids},
            {section for section in self.unread if section[0] in document_ids},
        )


@dataclass(frozen=True)
class WholeLists:
    """What a choice may be made of once the lists of its sources are known whole."""

    material: Material
    """With the rows of the lists in place of those that the sources have of them; its sources are all of both."""
    hidden: Set[Section]
    """Sections of which the sources have but a part."""
    unread: Set[Section]
    """Those of them that are too long to be read."""
    told_in: Callable[[int], Sequence[Evidence]]
    """What a list tells of the question, also in other words; it takes long."""


def lists_beside(
    material: Material,
    lists: Material,
    pieces: Sequence[Evidence],
    unread: Set[Section],
    told_in: Callable[[int], Sequence[Evidence]],
) -> WholeLists | None:
    """What a choice may be made of with some lists; None without any.

    Args:
        material: That of the sources.
        lists: Facts and sources of both: the lists stand behind the sources.
        pieces: Evidence of the lists, by their places among themselves.
        unread: Lists that are too long to be read: none of their rows is the most of anything.
        told_in: What the list at a place among themselves tells of the question.
    """
    count = len(material.sources)
    beside = lists.sources[count:]
    hidden = frozenset(map(section_of, beside)) | unread
    if not hidden:
        return None
    rows: dict[Section, list[Evidence]] = {section_of(source): [] for source in beside}
    for piece in pieces:
        rows[section_of(beside[piece.position])].append(replace(piece, position=piece.position + count))
    all_pieces = [*_in_their_places(material, material.pieces, rows, hidden)]
    weighed = [one for one in material.weighed if not _is_hidden(one.piece, material, hidden)]
    weighed += [Weighed(piece) for those in rows.values() for piece in those]
    whole = material.whole | rows.keys()
    return WholeLists(replace(lists, pieces=all_pieces, weighed=weighed, whole=whole), hidden, unread, told_in)


def _in_their_places(
    material: Material, pieces: Sequence[Evidence], rows: dict[Section, list[Evidence]], hidden: Set[Section]
) -> Iterator[Evidence]:
    """The pieces, a list in place of the first row that they have of it; of which they have none, behind them."""
    left = dict(rows)
    for piece in pieces:
        if _is_hidden(piece, material, hidden):
            yield from left.pop(section_of(material.source(piece)), ())
        else:
            yield piece
    for those in left.values():
        yield from those


def _is_hidden(piece: Evidence, material: Material, hidden: Set[Section]) -> bool:
    return piece.is_row and section_of(material.source(piece)) in hidden


def quotes_a_part(chosen: Sequence[Weighed], material: Material, lists: WholeLists) -> bool:
    """Whether a row of a choice is of a list of which the sources have but a part."""
    return any(_is_hidden(piece, material, lists.hidden) for piece, _ in chosen)


def without_rows_of_unread(chosen: list[Weighed], material: Material, lists: WholeLists) -> list[Weighed]:
    """The choice; where the most or the least is asked for, without rows of lists that are too long to be read.

    Which of them it is nobody knows, unless a row says itself that it is "the highest".
    """
    question = material.facts.question
    if not asks_extreme(question):
        return chosen
    said = extreme_terms(question)
    return [
        one
        for one in chosen
        if not _is_hidden(one.piece, material, lists.unread) or not said.isdisjoint(analyse(one.piece.text))
    ]


def rows_of_lists(chosen: Sequence[Weighed], material: Material, lists: WholeLists) -> list[Weighed]:
    """The rows of the lists that are meant where all of them have to be known, before what was chosen besides.

    Empty where none are, or where a table among the sources has them.
    """
    count = len(material.sources)
    same = {
        (section_of(lists.material.source(piece)), piece.text): piece
        for piece in lists.material.pieces
        if piece.position >= count
    }
    twins = [
        one._replace(piece=same.get((section_of(material.source(one.piece)), one.piece.text), one.piece))
        if one.piece.is_row
        else one
        for one in chosen
    ]
    for pass_over in _OVER_LISTS:
        told = pass_over(twins, lists.material)
        if told is not twins:
            return _with_what_is_told(told, lists, count) if told and told[0].piece.position >= count else []
    return []


def _with_what_is_told(rows: Sequence[Weighed], lists: WholeLists, count: int) -> list[Weighed]:
    """The rows with all that they tell of the question, and with what of it their list is called by."""
    places = sorted({row.position for row, _ in rows if row.position >= count})
    told = {(place, piece.start): piece for place in places for piece in lists.told_in(place - count)}
    asked = lists.material.facts.weights.keys()
    found: list[Weighed] = []
    for one in rows:
        piece = one.piece
        if piece.position >= count:
            fuller = told.get((piece.position, piece.start), piece)
            named = asked & named_in_table(piece, lists.material)
            piece = replace(
                fuller, position=piece.position, terms=fuller.terms | piece.terms | named, shown=piece.shown
            )
        found.append(one._replace(piece=piece))
    return found
