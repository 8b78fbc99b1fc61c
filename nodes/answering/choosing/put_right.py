"""What somebody has said, and is put right in the next sentences: "The minutes give 12 votes. It was 11."."""

from __future__ import annotations

import re

from nodes.answering.choosing.continuing import neighbour
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.changes import ends_with_old, says_anew
from nodes.answering.evidence.evidence import Evidence, joined
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.denials import says_not
from nodes.language.periods import months_named

_REPORTS = lazy_regex(
    r"\b(?:minutes|letters?|reports?|mails?|e-mails?|lists?|tables?|sheets?|plans?|contracts?|circulars?|notes?|logs?|"
    r"invoices?|bills?|drafts?|posters?|versions?|notices?|programmes?|programs?|agendas?|timetables?|offers?|labels?|"
    r"forms?|statements?|protocols?|I|we) (?:(?:no\.? )?[\w/-]{0,20}\d[\w/.-]{0,20} )?(?:still |wrongly |had |have )?"
    r"(?:says?|said|gives?|gave|given|states?|stated|wrote|written|shows?|showed|reads?|names?|named|tells?|told)\b|"
    r"\bcorrections?:|\b(?:was|were) (?:wrongly )?(?:given|stated|shown|printed|reported|recorded)\b[^.;]{0,40}? as\b",
    re.IGNORECASE,
)
"""What tells that another text, or an earlier one, says something."""
_PUTS_RIGHT = lazy_regex(
    r"\b(?:slip|mistakes?|mistaken|errors?|wrong(?:ly)?|incorrect|misprint|typo|mixed up|swapped|confused|miscounted|"
    r"not (?:right|correct|so|true)|(?:correct|right|true|actual) (?:\w+ )?(?:is|are|was|were)|correctly|"
    r"in (?:fact|truth)|actually|instead|"
    r"should (?:be|read|have)|counted\b.*\bagain)\b|\W*(?:it|this|that|they|these) (?:is|was|are|were) (?:only |now )?"
    r"(?:[£$€] ?)?\d",
    re.IGNORECASE | re.DOTALL,
)
"""What says in a sentence behind it that this is not so."""
_NOW = lazy_regex(r"\b(?:now|instead|therefore|new (?:date|day|time))\b", re.IGNORECASE)
_REACH = 2
"""Sentences behind what was said in which it is put right."""


def with_put_right(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, each sentence that tells what others say with those behind it by which that is put right.

    A sentence that says on which day something is not goes with the next one, if that tells when it is. What is told
    with another then is told once.
    """
    told = [one._replace(piece=put_right(one.piece, material)) for one in chosen]
    if all(one.piece is before.piece for one, before in zip(told, chosen, strict=True)):
        return chosen
    return [
        one
        for place, one in enumerate(told)
        if not any(one.piece.lies_in(other.piece) for at, other in enumerate(told) if at != place)
    ]


def put_right(piece: Evidence, material: Material) -> Evidence:
    """A sentence that tells what another text says with those behind it by which that is put right; else as it is.

    So does one that gives how something was ("Old: …") with what it is now ("New: …").
    """
    if piece.is_row or piece.is_list or piece.is_heading:
        return piece
    if ends_with_old(piece):
        anew = _behind(piece, material)
        return piece if anew is None or not says_anew(anew) else joined(piece, piece, anew, material.source(piece))
    reports = _REPORTS.search(piece.text) is not None
    if not reports and not _denies_day(piece, material.facts):
        return piece
    last = _last_behind(piece, material) if reports else _when_it_is(piece, material)
    return piece if last is None else joined(piece, piece, last, material.source(piece))


def _denies_day(piece: Evidence, facts: Facts) -> bool:
    has_time = answers_kind(piece, facts) > 0 or bool(months_named(piece.text))
    return facts.wanted.kind == "date" and says_not(piece.text) and has_time


def _when_it_is(piece: Evidence, material: Material) -> Evidence | None:
    following = _behind(piece, material)
    if following is None or not _NOW.search(following.text) or says_not(following.text):
        return None
    return following if answers_kind(following, material.facts) > 0 else None


def _last_behind(piece: Evidence, material: Material) -> Evidence | None:
    """The last sentence by which what a piece reports is put right: the one that tells what is, if another does."""
    last, found = piece, None
    for _ in range(_REACH):
        following = _behind(last, material)
        if following is None:
            break
        if found is not None:
            # "That is a slip." tells nothing yet.
            return found if _tells(found, material.facts) else following
        if _PUTS_RIGHT.search(following.text):
            found = following
        last = following
    return found


def _tells(piece: Evidence, facts: Facts) -> bool:
    if facts.wanted.kind in TOLD_BY_FORM:
        return answers_kind(piece, facts) > 0
    return bool(piece.numbers or piece.names)


def _behind(piece: Evidence, material: Material) -> Evidence | None:
    following = neighbour(piece, material, 1)
    return None if following is None or following.is_row else following
