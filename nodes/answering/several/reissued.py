"""What the issue in force says instead: it is told first, and what the issue before it says as what was replaced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.issues import newer_issue, says_it_replaces, tells_status, words_of_title
from nodes.answering.disagreeing.told_apart import likeness
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import WRITTEN_OUT
from nodes.language.periods import months_named
from nodes.language.several import asks_over_time
from nodes.language.terms import analyse

Standing = Literal["in force", "replaced", "announces"]
"""What a piece is beside the other issues of its document; what announces a newer one says nothing else of it."""
MOST_REPLACED = 2
"""Pieces of older issues that are told besides."""
LEAST_ALIKE = 0.4
"""Jaccard of the words of two pieces that say the same of another value, wherever they stand."""
LEAST_ALIKE_IN_PLACE = 0.15
"""The same where both stand under one heading, or in clauses of one number."""
LEAST_TOLD = 0.5
"""Of what a piece says of the question, for another to say it as well."""

_COUNT = lazy_regex(r"\W*(?:§ ?|[^\W\d_]+ )?(\d+(?:\.\d+)*)\b[.):]?\s*(.*)", re.DOTALL)
"""The number of a section, and its heading."""
_MEASURE = lazy_regex(rf"(?:\d[\d.,]*|\b(?:{'|'.join(map(re.escape, WRITTEN_OUT))})) ?([^\W\d_]+|%)", re.IGNORECASE)


def with_issue_in_force(chosen: list[Weighed], material: Material) -> tuple[list[Weighed], dict[int, Standing]]:
    """The choice with what the issue in force says first; and how what it holds of issues stands, by its place.

    What it says in the same words is told once. Where it says nothing of it, it is told that there is one, in its own
    words. Who asks how something changed is told both, and who asks of a time or a version by its number of that one.
    """
    facts, sources, document = material.facts, material.sources, material.document
    if not chosen or _asks_of_a_time(facts) or facts.comparison.sides or facts.wanted.is_summary:
        return chosen, {}
    if asks_over_time(facts.question) and _tell_of_series(chosen, sources):
        return chosen, {}
    newest = {document(piece): newer_issue(piece.position, sources, material.dates) for piece, _ in chosen}
    best, is_status = chosen[0], tells_status(material.source(chosen[0].piece)["title"])
    in_force = newest[document(best.piece)] or document(best.piece)
    # A report tells much that is over and done: only what the next one tells anew is no longer so.
    older = [one for one in chosen if newest[document(one.piece)] == in_force and (one is best or not is_status)]
    if not older:
        return chosen, {}
    rest = [one for one in chosen if one not in older and document(one.piece) != in_force]
    now = [one for one in chosen if document(one.piece) == in_force and not says_it_replaces(one.piece.text)]
    own = [piece for piece in material.pieces if document(piece) == in_force]
    older = older[:MOST_REPLACED]
    if best in older:
        surely = is_status or bool(now)
        said = [_counterpart(one.piece, own, material, surely=surely) for one in older]
        told = list(dict.fromkeys(piece for piece in said if piece is not None))
        now = [one for one in now if told or not is_status]
        now = [one for one in now if not any(_overlap(one.piece, piece) for piece in told)]
        now = [*(Weighed(piece, material.cosines.get(piece, 0.0)) for piece in told), *now]
    if not now:
        return _announced(chosen, [] if is_status else own)
    if asks_over_time(facts.question):
        return [older[0], now[0]], {0: "replaced", 1: "in force"}
    kept = [*now, *rest]
    older = [one for one in older if all(one.piece.folded != other.folded for other, _ in now)]
    return [*kept, *older], {0: "in force", **dict.fromkeys(range(len(kept), len(kept) + len(older)), "replaced")}


def _announced(chosen: list[Weighed], own: Sequence[Evidence]) -> tuple[list[Weighed], dict[int, Standing]]:
    """The choice with what the issue in force says of itself, if it says that it replaces another."""
    announcing = next((piece for piece in own if says_it_replaces(piece.text)), None)
    if announcing is None:
        return chosen, {}
    kept = [one for one in chosen if one.piece != announcing]
    return [*kept, Weighed(announcing)], {len(kept): "announces"}


def _counterpart(
    piece: Evidence, others: Sequence[Evidence], material: Material, *, surely: bool = False
) -> Evidence | None:
    """What another issue says in place of a piece: in like words, or in the same place, or of the same in the question.

    Args:
        piece: Of the older issue.
        others: The pieces of the newer one.
        material: Its evidence has the headings of both.
        surely: Not for what it says of the question alone.
    """
    facts = material.facts
    titles = facts.source_of(piece).title_terms
    asked = {term: weight for term, weight in facts.weights.items() if term not in facts.name_terms | LIGHT_TERMS}
    telling = {term: weight for term, weight in asked.items() if term not in titles}
    said = mass_of(piece.terms, telling)
    number, heading = _heading_over(piece, material)
    best: tuple[float, Evidence] | None = None
    for other in others:
        if other.is_heading or other.is_row != piece.is_row or other.is_list or says_it_replaces(other.text):
            continue
        alike = likeness(piece, other)
        other_number, other_heading = _heading_over(other, material)
        in_place = _is_one_heading(heading, other_heading) or bool(number and number == other_number)
        shared = mass_of(piece.terms & other.terms, telling)
        measured = not _units(piece.text).isdisjoint(_units(other.text))
        light_of_both = piece.terms & other.terms & facts.weights.keys() & LIGHT_TERMS
        of_both = piece.terms & other.terms & telling.keys()
        tells_it = not surely and bool(of_both) and (measured or (len(of_both) > 1 and shared >= LEAST_TOLD * said))
        is_there = in_place and (alike >= LEAST_ALIKE_IN_PLACE or (not surely and bool(of_both | light_of_both)))
        if not (alike >= LEAST_ALIKE or is_there or tells_it):
            continue
        worth = alike + in_place + measured + mass_of(other.terms, asked) / (sum(asked.values()) or 1.0)
        worth += material.cosines.get(other, 0.0)
        if best is None or worth > best[0]:
            best = worth, other
    return best[1] if best else None


def _tell_of_series(chosen: Sequence[Weighed], sources: Sequence[Source]) -> bool:
    """Whether pieces are one of each of several documents of a series."""
    told = [sources[piece.position] for piece, _ in chosen]
    documents = {source["document_id"] for source in told}
    return len(documents) == len(told) > 1 and len({words_of_title(source["title"]) for source in told}) == 1


def _asks_of_a_time(facts: Facts) -> bool:
    """Whether a question is about a year, a month, a day or a version that it tells the number of."""
    wording = facts.wording
    numbered = any("." in number for number in wording.numbers)
    return bool(wording.years or wording.dates or wording.quarters or numbered or months_named(facts.question))


def _heading_over(piece: Evidence, material: Material) -> tuple[str, frozenset[str]]:
    """The number and the words of the heading that a piece stands under."""
    own = (each for each in material.pieces if each.is_heading and each.position == piece.position)
    above = [each for each in own if each.end <= piece.start]
    path = material.source(piece)["section_path"]
    text = above[-1].text if above else path[-1] if path else ""
    found = _COUNT.match(text)
    return (found[1], frozenset(analyse(found[2]))) if found else ("", frozenset(analyse(text)))


def _is_one_heading(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether headings have half of their words in common: "Equipment and money", "Equipment and costs"."""
    return bool(one and other) and 2 * len(one & other) >= max(len(one), len(other))


def _units(text: str) -> frozenset[str]:
    return frozenset(term for unit in _MEASURE.findall(text) for term in analyse(unit))


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.lies_in(other) or other.lies_in(one)
