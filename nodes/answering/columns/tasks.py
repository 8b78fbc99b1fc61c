"""What somebody has to do: the rows and items of minutes and plans that name who does them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name

_DUTIES = r"(?:action items?|actions?|tasks?|to-?dos?|duties|assignments?|action points?|Aufgaben)"
_WHO = r"(?:[\w.'’-]+ ){1,4}?"
_ASKS = lazy_regex(
    rf"\bwhat (?:does|do|did|must|should|shall|will|has|have|had) {_WHO}(?:(?:still )?(?:have|has|need|got) to )?do\b|"
    rf"\bwhat (?:is|are|was|were) {_WHO}(?:still )?(?:supposed to|to|meant to) do\b|"
    rf"\b(?:what|which|list|show)\b.{{0,60}}?\b{_DUTIES}\b|"
    rf"\bwas (?:muss|soll|hat) {_WHO}(?:noch )?(?:zu )?(?:tun|machen|erledigen)\b",
    re.IGNORECASE,
)
_BY_WHOM = frozenset(
    analyse("owner owners responsible responsibility assignee assigned person lead wer verantwortlich zuständig")
) | {"who", "wer", "whom"}
_OF_WHAT = frozenset(analyse("action actions task tasks todo measure activity item work step aufgabe maßnahme")) | {
    "what",
    "was",
}
_LEADS_IN = r"(?: [^\W\d_]{2,30})?\s*(?::|\b(?:to|will|must|shall|should|has to|have to|needs to|is to)\b)"
_OPEN = lazy_regex(r"\b(?:open|still|outstanding|remaining|left|pending|offenen?|noch)\b", re.IGNORECASE)
_DONE = lazy_regex(r"\W*(?:done|completed?|closed|finished|erledigt|abgeschlossen)\W*", re.IGNORECASE)
_LONGEST_END = 60
"""Characters at the end of an item in which it may say who does it, and until when."""
_MOST = 12
"""Of them that are told."""


def with_tasks(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what somebody has to do, all rows and items that give it to them instead.

    A row does so in a column of who does it; an item begins or ends with the name. In the order of time.
    """
    facts = material.facts
    if len(facts.names) != 1 or facts.comparison.sides or not _ASKS.search(facts.question):
        return chosen
    name = facts.names[0]
    told = [piece for piece in material.pieces if _is_task_of(piece, name, material)]
    if _OPEN.search(facts.question):
        told = [piece for piece in told if not (piece.is_row and any(map(_DONE.fullmatch, piece.values)))]
    if not told:
        return chosen
    return [Weighed(piece, material.cosines.get(piece, 0.0)) for piece in material.in_order_of_time(told)[:_MOST]]


def tells_tasks(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether a question is answered by rows that give something to whom it names: none says that it is a task."""
    asks = len(facts.names) == 1 and _ASKS.search(facts.question) is not None
    return asks and bool(pieces) and all(_is_row_of(piece, facts.names[0]) for piece in pieces)


def _is_row_of(piece: Evidence, name: str) -> bool:
    return piece.is_row and bool(piece.header) and _has_columns(piece) and _is_given_to(piece, name)


def _is_task_of(piece: Evidence, name: str, material: Material) -> bool:
    if piece.is_heading or piece.is_list:
        return False
    if piece.is_row:
        return _is_row_of(piece, name)
    if not any(piece.lies_in(other) for other in material.pieces if other.is_list and other.position == piece.position):
        return False
    folded = normalise_name(piece.text)
    if re.match(rf"[^\w]*{_spaced(name)}{_LEADS_IN}", piece.text, re.IGNORECASE):
        return True
    end = piece.text[-_LONGEST_END:]
    return (
        f" {name} " in f" {folded} "
        and re.search(rf"(?:\(|[–—→@]|\s-)\s?{_spaced(name)}\b[^()]{{0,40}}\)?\W*$", end, re.IGNORECASE) is not None
    )


def _spaced(name: str) -> str:
    return r"[\s.'’-]+".join(map(re.escape, name.split()))


def _has_columns(row: Evidence) -> bool:
    """Whether the table has a column of what is to be done."""
    return any(not _OF_WHAT.isdisjoint(_terms(head)) for head in (row.corner, *row.header))


def _is_given_to(row: Evidence, name: str) -> bool:
    """Whether a column of who does it, or the label below such a heading, has the name."""
    cells: Sequence[tuple[str, str]] = [(row.corner, row.label), *zip(row.header, row.values, strict=False)]
    return any(
        not _BY_WHOM.isdisjoint(_terms(head)) and f" {name} " in f" {normalise_name(cell)} " for head, cell in cells
    )


def _terms(heading: str) -> frozenset[str]:
    # "Who" and "What" are no terms of anything else.
    return frozenset(analyse(heading)) | frozenset(normalise_name(heading).split())
