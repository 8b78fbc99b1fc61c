"""What goes with the pieces that were chosen: each pass adds to the choice, or puts something whole in place of it.

The choice is greedy, piece by piece, and an answer is often more than pieces: a table in order, a list, a section, what
another document says. The order of the passes is that of what they start from:

1. The best piece is made whole first, by the sentence that goes on with it: it stands for the question from then on.
2. What takes the place of the choice comes before what is added to it: a section whose heading is the question, then
   rows in the order that is asked for. Rows that match alike are there before: later, they would stand among them.
3. Other documents: what a piece leads to, and what each says alike.
4. Lists stand in place of their items once nothing takes items any more.
5. What a newer issue of the same document says takes the first place. Else what has changed since, and else what
   contradicts, is held against the two best pieces as they are to be quoted, and what a quote leads in to is read
   behind it.
6. What is then to be quoted of an explanation is quoted with what stands around it in its paragraph: no pass reads it.

Where the passages are entries, each about one thing, there is no section, no list of many things and no later version
to be told, and a name in one leads to the next by the choice itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nodes.answering.choosing.companions import (
    as_lists,
    rows_beyond,
    with_changes,
    with_contradictions,
    with_day_of_deed,
    with_rows,
    with_signatories,
    with_what_follows,
)
from nodes.answering.choosing.continuing import with_next
from nodes.answering.choosing.headed_lists import with_asked_section, with_headed_items, with_whole_lists
from nodes.answering.choosing.leading import with_what_it_leads_to
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.choosing.paragraphs import with_paragraphs
from nodes.answering.choosing.put_right import with_put_right
from nodes.answering.columns.column_against_column import with_rows_of_more
from nodes.answering.columns.compared_columns import with_row_of_columns
from nodes.answering.columns.described_people import with_row_of_whom
from nodes.answering.columns.extremes import lists_what_is_asked, with_extremes
from nodes.answering.columns.labelled_rows import with_labelled_rows
from nodes.answering.columns.named_people import with_row_of_named
from nodes.answering.columns.rows_by_sign import with_rows_by_sign
from nodes.answering.columns.rows_by_value import with_row_by_value
from nodes.answering.columns.rows_of_a_day import with_rows_of_a_day
from nodes.answering.columns.rows_of_a_period import with_rows_of_a_period
from nodes.answering.columns.rows_of_brackets import with_rows_of_brackets
from nodes.answering.columns.rows_of_reasons import with_rows_of_reasons
from nodes.answering.columns.rows_of_state import with_rows_of_state
from nodes.answering.columns.tasks import with_tasks
from nodes.answering.columns.thresholds import with_rows_within
from nodes.answering.columns.two_rows import with_two_rows
from nodes.answering.columns.yes_no_columns import with_rows_that_have
from nodes.answering.reckoning.differences_of_documents import with_row_of_other_year, with_rows_of_sides
from nodes.answering.reckoning.rows_that_differ import with_row_that_differs
from nodes.answering.reckoning.whole_lists import WholeLists, quotes_a_part, rows_of_lists, without_rows_of_unread
from nodes.answering.several.amended import with_amendments
from nodes.answering.several.columns_of_sides import with_columns_of_sides
from nodes.answering.several.listed_changes import with_listed_changes
from nodes.answering.several.one_of_each import tells_each, with_one_of_each
from nodes.answering.several.ranked_documents import with_documents_in_order
from nodes.answering.several.reissued import Standing, with_issue_in_force
from nodes.answering.several.releases import with_releases
from nodes.answering.several.versions import with_changed_values


@dataclass(frozen=True)
class Completed:
    """A choice with all that goes with it."""

    chosen: list[Weighed]
    changed: Mapping[int, int] = field(default_factory=dict)
    """Which of it changes the value of which, by their places."""
    standing: Mapping[int, Standing] = field(default_factory=dict)
    """Of what is said by several issues of one document, by its place."""
    rows_beyond: int = 0
    """Rows that match as those of the choice do, and are too many to be told."""


_OF_TABLES = (
    with_extremes,
    with_rows_within,
    with_rows_of_more,
    with_rows_that_have,
    with_rows_of_state,
    with_rows_by_sign,
    with_rows_of_a_day,
    with_rows_of_a_period,
    with_labelled_rows,
    with_row_that_differs,
    with_row_of_other_year,
    with_rows_of_brackets,
)


def complete(chosen: list[Weighed], material: Material, lists: WholeLists | None = None) -> Completed:
    """The choice, best first, with all that goes with it, from the sources or lists that were read beside them."""
    facts, sources, entries = material.facts, material.sources, material.entries
    if facts.wanted.denial or not entries:
        chosen = with_next(chosen, material)
    if not entries:
        chosen = with_put_right(chosen, material)
    chosen = with_signatories(with_rows(chosen, material), material)
    if not entries:
        chosen = with_asked_section(chosen, material)
        chosen = with_headed_items(chosen, material)
        instead = _in_its_place(chosen, material, lists)
        if instead is not chosen:
            return Completed(instead)
    chosen = _with_rows_of_tables(chosen, material, lists)
    if not entries:
        chosen = with_what_it_leads_to(chosen, material)
        chosen = with_one_of_each(chosen, material)
    if facts.wanted.asks_several:
        chosen = as_lists(chosen, material.weighed)
    elif facts.wanted.kind == "other" and not entries:
        chosen = with_whole_lists(chosen, material)
    changed: dict[int, int] = {}
    standing: dict[int, Standing] = {}
    if not entries:
        chosen, standing = with_issue_in_force(chosen, material)
    if standing:
        return Completed(chosen, standing=standing)
    if not entries:
        chosen, changed = with_changes(chosen, material)
    if not changed and not tells_each([piece for piece, _ in chosen], sources, facts):
        chosen = with_contradictions(chosen, material)
        chosen = with_what_follows(chosen, material)
        chosen = chosen if entries else with_paragraphs(chosen, material)
    chosen = chosen if entries else with_day_of_deed(chosen, material)
    return Completed(chosen, changed, rows_beyond=rows_beyond(chosen, material))


def _are_sides(chosen: Sequence[Weighed], material: Material) -> bool:
    """Whether each is of another document, for each side of a comparison: rows of one table do not tell these."""
    documents = {material.document(piece) for piece, _ in chosen}
    return len(chosen) == len(documents) == len(material.facts.comparison.sides)


def _with_rows_of_tables(chosen: list[Weighed], material: Material, lists: WholeLists | None) -> list[Weighed]:
    """The choice with the rows of the tables of the sources that are meant."""
    for in_order in () if _are_sides(chosen, material) else _OF_TABLES:
        # Of a part of a list nobody knows the most.
        if not (lists and in_order is with_extremes and quotes_a_part(chosen, material, lists)):
            chosen = in_order(chosen, material)
    return without_rows_of_unread(chosen, material, lists) if lists and lists.unread else chosen


def _in_its_place(chosen: list[Weighed], material: Material, lists: WholeLists | None) -> list[Weighed]:
    """What answers alone: what changed in a contract or between versions, tasks of somebody, documents in order.

    So do the rows of a list that was read whole: what has the most, or how many there are, is no statement that another
    changes. Else the choice.
    """
    for instead in (
        with_amendments,
        with_listed_changes,
        with_releases,
        with_changed_values,
        with_tasks,
        with_rows_of_reasons,
        with_row_of_columns,
        with_columns_of_sides,
        with_rows_of_sides,
        with_two_rows,
        with_row_of_whom,
        with_row_of_named,
    ):
        told = instead(chosen, material)
        if told is not chosen:
            return told
    # Which row is meant another document may say, and of a list the sources may have any part.
    told = with_row_by_value(chosen, lists.material if lists else material)
    if told is not chosen:
        return told
    # A table of the quarters tells which of them had the most, and not the documents that speak of one.
    if not lists_what_is_asked(lists.material if lists else material):
        told = with_documents_in_order(chosen, material)
        if told is not chosen:
            return told
    of_lists = rows_of_lists(chosen, material, lists) if lists and not _are_sides(chosen, material) else []
    return of_lists or chosen
