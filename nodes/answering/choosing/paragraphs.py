"""What stands around a quote in its paragraph: an explanation takes more than one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.choosing.continuing import leans
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.cues import gives_reason
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.regexes import lazy_regex
from nodes.language.askers import speaks_of_oneself
from nodes.language.whether import asks_whether, tells_trouble

_MOST_WORDS = 80
"""Of a quote with what stands around it."""
_MOST_LED_TO = 60
"""Of what stands behind a colon."""
_LEAST_WORDS = 40
"""Of a quote, where who asks speaks of oneself: what helps is rarely one sentence."""
_WANTS = lazy_regex(
    r"\b(?:I|we|he|she|they|(?-i:[A-Z][\w-]+)) (?:therefore |now |really |do not |did not |no longer )?"
    r"(?:wants?|wanted|ask(?:s|ed)? (?:you|that|for|to)|demand(?:s|ed)?|insist(?:s|ed)?|refuse[sd]?|object(?:s|ed)?|"
    r"(?:am|is|are|was|were) (?:taking back|withdrawing|cancelling|giving up|leaving)|"
    r"withdr[ae]ws?|withdrew|cancel(?:s|led)?|revoke[sd]?|resign(?:s|ed)?|terminate[sd]?)\b",
)
"""What somebody wants, or does not, who tells why before that."""
_GREETS = lazy_regex(
    r"(?:^[^\w\n]*(?:dear|hello|hi|good (?:morning|day|evening))\b[^\n]{0,40}(?:\n|\Z)|\bwrote:(?=\s))",
    re.IGNORECASE | re.MULTILINE,
)
"""What a letter opens with, before what it says."""
_MOST_GROWN = 2
"""Quotes of an answer with what stands around them."""
_FEWEST_QUOTES = 2
"""What one sentence tells is explained."""
_FEWEST_TERMS = 4
"""Who types fewer looks one thing up."""
_HELPED = frozenset({"other", "manner", "reason", "verdict"})
"""Kinds of what is asked that no single fact tells."""
_ASKS_FIRST = lazy_regex(r"[^.!?\n]*+\?")
"""The next of a list of questions with its answer."""
_WRAPPED = 130
"""Characters: where no line is longer, a paragraph goes on below the end of a line."""


def with_paragraphs(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, where no one sentence explains: its best quotes with the sentences around them that go on about it.

    A quote grows within its paragraph, first to the side where more of the question is said: forward over sentences
    that say some of it or lean on those before them, back over those that say what the quote says of it. Quotes that it
    grows over are in it. What somebody wants, who asks why is told with what they say before it.
    """
    if (led_to := _with_what_led_to_it(chosen, material)) is not None:
        return [led_to]
    grown = _explained(chosen, material) if _is_asked(chosen, material.facts) else list(chosen)
    if _is_helped(material.facts):
        for one in grown:
            if one in grown:
                grown = _with_more(one, grown, material)
    return grown


def _explained(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, its best quotes with what goes on about it, and with what they lead to."""
    grown = list(chosen)
    for one in chosen[:_MOST_GROWN]:
        others = [other for other in grown if other is not one]
        if one in grown and not one.piece.is_row and not _overlaps(one.piece, others):
            paragraph = _paragraph_of(one.piece, material.pieces, material.source(one.piece)["content"])
            grown = _grown_by(one, paragraph, grown, material)
    for one in grown:
        if one in grown:
            grown = _with_led_to(one, grown, material)
    return grown


def _with_what_led_to_it(chosen: list[Weighed], material: Material) -> Weighed | None:
    """What somebody wants, with what they say of it before in their paragraph, where it is asked why.

    None where no sentence stands there, or one of the choice gives a reason.
    """
    if material.facts.wanted.kind != "reason" or material.facts.comparison.sides or not chosen:
        return None
    one = chosen[0]
    tells = any(other.is_reason or gives_reason(other.text) for other, _ in chosen)
    if tells or one.piece.is_row or one.piece.is_list or not _WANTS.search(one.piece.text):
        return None
    paragraph = _paragraph_of(one.piece, material.pieces, material.source(one.piece)["content"])
    start, words = one.piece.start, _words(one.piece)
    for before in reversed(paragraph[: paragraph.index(one.piece)] if paragraph else []):
        words += _words(before)
        if words > _MOST_WORDS:
            break
        opening = max((greeting.end() for greeting in _GREETS.finditer(before.text)), default=0)
        if said := before.text[opening:].lstrip("> \n"):
            start = before.end - len(said)
        if opening:
            break
    return None if start == one.piece.start else _in_one(one, start, one.piece.end, chosen, material)[0]


def _is_asked(chosen: Sequence[Weighed], facts: Facts) -> bool:
    wanted = facts.wanted
    is_told_otherwise = wanted.is_summary or wanted.asks_definition or facts.comparison.sides
    if not chosen or is_told_otherwise:
        return False
    best = chosen[0].piece
    if wanted.kind in {"other", "verdict"} and (asks_whether(facts.question) or tells_trouble(facts.question)):
        return not (best.is_row or best.is_list or _is_headed(best, facts))
    if not wanted.explains or wanted.asks_amount or wanted.kind not in {"other", "manner", "reason"}:
        return False
    if len(facts.weights) < _FEWEST_TERMS or len(chosen) < _FEWEST_QUOTES:
        return False
    is_reasoned = wanted.kind == "reason" and (best.is_reason or gives_reason(best.text))
    return not (best.is_row or best.is_list or is_reasoned)


def _is_helped(facts: Facts) -> bool:
    """Whether somebody asks what to do, why, or whether something may be, in words of one's own."""
    wanted = facts.wanted
    is_fact = wanted.asks_definition or wanted.asks_amount or wanted.asks_contact or wanted.asks_attendance
    if wanted.is_summary or is_fact or facts.comparison.sides:
        return False
    return wanted.kind in _HELPED and speaks_of_oneself(facts.question)


def _with_more(one: Weighed, chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, a short quote with what stands behind it, up to the next heading or table."""
    piece, content = one.piece, material.source(one.piece)["content"]
    end, words = piece.end, _words(piece)
    if piece.is_row or _is_headed(piece, material.facts):
        return chosen
    for other in material.pieces:
        if words >= _LEAST_WORDS:
            break
        if other.position != piece.position or other.start < end:
            continue
        # What is no piece of its own is a heading.
        is_left_out = any(map(str.isalpha, content[end : other.start]))
        is_elsewhere = is_left_out or other.is_row or other.is_heading or _ASKS_FIRST.match(other.text)
        if is_elsewhere or words + _words(other) > _MOST_WORDS or _lies_in_longer(other, chosen):
            break
        end, words = other.end, words + _words(other)
    return _in_one(one, piece.start, end, chosen, material) if end > piece.end else chosen


def _is_headed(piece: Evidence, facts: Facts) -> bool:
    """Whether its heading asks the question: what opens below it answers."""
    return piece.is_first and facts.source_of(piece).heading_likeness == 1.0


def _overlaps(piece: Evidence, others: Sequence[Weighed]) -> bool:
    return any(
        piece.position == other.position and piece.start < other.end and other.start < piece.end for other, _ in others
    )


def _paragraph_of(piece: Evidence, pieces: Sequence[Evidence], content: str) -> list[Evidence]:
    """The sentences of its paragraph, in order; none where it is no sentence of one."""
    is_wrapped = max(map(len, content.split("\n"))) < _WRAPPED
    paragraph: list[Evidence] = []
    for other in pieces:
        if other.position != piece.position or other.is_list:
            continue
        between = content[paragraph[-1].end : other.start] if paragraph else ""
        # What lies in the piece before it, as an item does in a list below its heading, is no sentence behind it.
        goes_on = bool(paragraph) and other.start >= paragraph[-1].end
        goes_on = goes_on and not between.strip() and between.count("\n") <= is_wrapped
        if other.is_row or other.is_heading or not goes_on:
            if piece in paragraph:
                return paragraph
            paragraph = []
        if not (other.is_row or other.is_heading):
            paragraph.append(other)
    return paragraph if piece in paragraph else []


def _grown_by(one: Weighed, paragraph: Sequence[Evidence], chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with one of its quotes grown over sentences of its paragraph, and without those that are in it now."""
    facts = material.facts
    if not paragraph:
        return chosen
    first = last = list(paragraph).index(one.piece)
    words = _words(one.piece)
    while True:
        beside = [
            place
            for place in (last + 1, first - 1)
            if 0 <= place < len(paragraph)
            and words + _words(paragraph[place]) <= _MOST_WORDS
            and not _lies_in_longer(paragraph[place], chosen)
            and (_goes_on(paragraph[place], facts) if place > last else _leads_in(paragraph[place], one.piece, facts))
        ]
        if not beside:
            break
        place = max(beside, key=lambda place: _said(paragraph[place], facts))
        first, last, words = min(first, place), max(last, place), words + _words(paragraph[place])
    return _in_one(one, paragraph[first].start, paragraph[last].end, chosen, material)


def _in_one(one: Weighed, start: int, end: int, chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, one of its quotes reaching from a start to an end, and without those that are in it now."""
    whole = replace(one.piece, start=start, end=end, text=material.source(one.piece)["content"][start:end])
    inside = [other for other in chosen if other.piece.lies_in(whole)]
    # What was not chosen bears out nothing: whether the question is answered is judged by the choice.
    whole = replace(
        whole,
        terms=whole.terms.union(*(piece.terms for piece, _ in inside)),
        numbers=whole.numbers.union(*(piece.numbers for piece, _ in inside)),
        years=whole.years.union(*(piece.years for piece, _ in inside)),
        about=whole.about.union(*(piece.about for piece, _ in inside)),
    )
    grown = Weighed(whole, max(cosine for _, cosine in inside))
    return [grown if other is one else other for other in chosen if other is one or other not in inside]


def _with_led_to(one: Weighed, chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice, a quote that ends with a colon with what stands behind it where that is no list: steps, a command."""
    piece = one.piece
    if piece.is_row or not piece.text.rstrip().endswith(":"):
        return chosen
    end, words = piece.end, 0
    for other in material.pieces:
        if other.position != piece.position or other.start < end or other.is_list:
            continue
        words += _words(other)
        if other.is_row or words > _MOST_LED_TO or _lies_in_longer(other, chosen):
            break
        end = other.end
    return _in_one(one, piece.start, end, chosen, material) if end > piece.end else chosen


def _lies_in_longer(piece: Evidence, chosen: Sequence[Weighed]) -> bool:
    """Whether a sentence is part of what a quote has grown to."""
    return any(piece.lies_in(other) and _words(other) > _words(piece) for other, _ in chosen)


def _goes_on(piece: Evidence, facts: Facts) -> bool:
    return leans(piece) or not piece.terms.isdisjoint(facts.weights)


def _leads_in(piece: Evidence, quote: Evidence, facts: Facts) -> bool:
    """Whether a sentence speaks of what a quote behind it says of the question: "a pupil is allergic to nuts"."""
    return not piece.terms.isdisjoint(facts.weights.keys() & quote.terms)


def _said(piece: Evidence, facts: Facts) -> float:
    return mass_of(piece.terms, facts.weights) / (sum(facts.weights.values()) or 1.0)


def _words(piece: Evidence) -> int:
    return len(piece.text.split())
