"""What changed in a contract, told by its amendments: each of their sentences that says so, in the order of time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.amending import clauses_named
from nodes.answering.disagreeing.changes import heads_change, says_anew, sets_old_beside_new, tells_amendment
from nodes.answering.evidence.cues import opens_with_reason
from nodes.answering.evidence.evidence import Evidence, joined
from nodes.answering.evidence.source_names import in_words
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.several.versions import asks_what_changed, terms_of_what_changed
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amendments import names_amendment
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_MOST = 12
"""Changes that are quoted."""
_LEAST_OF_MOST = 0.5
"""Of what the change says that says most of what is asked, by weight."""
_SECTION = 2
"""Headings above what stands in a section, and not at the head of its document."""
_WHY = lazy_regex(r"\bwhy\b|\bwarum\b|\bpourquoi\b", re.IGNORECASE)
_FORMS = frozenset(analyse("contract contracts agreement agreements amendment amendments"))
"""What a question may call what is amended, whatever its title says."""


def with_amendments(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what changed, in its place what the amendments say has.

    Where the question says more than how the contract is called, or between whom it is, what they say of that.
    """
    facts, sources = material.facts, material.sources
    if not asks_what_changed(facts.question):
        return chosen
    told = [piece for piece in material.pieces if _is_told(piece, sources)]
    told = [piece for piece in told if not any(other is not piece and other.lies_in(piece) for other in told)]
    grown = [_from_its_clause(piece, material) for piece in told]
    told = [piece for piece in grown if not any(other is not piece and piece.lies_in(other) for other in grown)]
    told += _first_of_sections(told, material)
    told = _of_what_is_asked(told, sources, facts)
    if not told:
        return chosen
    # "The rates are replaced by this table" says no more than its rows.
    in_rows = {piece.position for piece in told if sets_old_beside_new(piece, sources)}
    told = [
        piece
        for piece in told
        if not in_rows or (piece.is_row if piece.position in in_rows else clauses_named(piece.text))
    ]
    told = material.in_order_of_time(_with_section(told, material))[:_MOST]
    if _WHY.search(facts.question):
        told = [piece for one in told for piece in (one, *_reason_behind(one, told, material))]
    return [Weighed(piece, material.cosines.get(piece, 0.0)) for piece in told]


def _reason_behind(piece: Evidence, told: Sequence[Evidence], material: Material) -> list[Evidence]:
    """The sentence behind a change, before the next one of its section, that is called its reason, if one is."""
    behind = [each for each in material.pieces if each.position == piece.position and each.start >= piece.end]
    starts = [each.start for each in told if each.position == piece.position and each.start >= piece.end]
    last = min(starts, default=None)
    own = (each for each in behind if last is None or each.start < last)
    reason = next((each for each in own if opens_with_reason(each.text)), None)
    return [] if reason is None or reason in told else [reason]


def _from_its_clause(piece: Evidence, material: Material) -> Evidence:
    """What a clause reads from now on, from the line on that opens its paragraph, if that names the clause.

    "1. Section 5.1 - Records / Old: ten years. / New: twelve years.": the last says nothing without the first.
    """
    content = material.source(piece)["content"]
    begins = content.rfind("\n\n", 0, piece.start) + 1
    before = [
        each for each in material.pieces if each.position == piece.position and begins <= each.start < piece.start
    ]
    first = min(before, key=lambda each: each.start, default=None)
    if first is None or not says_anew(piece) or not clauses_named(first.text):
        return piece
    return joined(piece, first, piece, material.source(piece))


def _first_of_sections(told: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What opens each section whose heading alone says that a clause is changed, behind that heading."""
    places = {piece.position for piece in told}
    found: list[Evidence] = []
    for position, source in enumerate(material.sources):
        if position in places or not heads_change(source):
            continue
        own = [piece for piece in material.pieces if piece.position == position]
        heading = next((piece for piece in own if piece.is_heading), None)
        first = next((piece for piece in own if not (piece.is_heading or piece.is_list)), None)
        if first is not None:
            is_above = heading is not None and heading.end <= first.start
            found.append(joined(first, heading, first, source) if heading and is_above else first)
    return found


def _with_section(told: list[Evidence], material: Material) -> list[Evidence]:
    """The changes; of one section that is called what is asked, all its sentences: so it is from then on."""
    places = {piece.position for piece in told}
    heading = analyse(" ".join(material.source(told[0])["section_path"][_SECTION - 1 :][-1:]))
    if len(places) > 1 or told[0].is_row or terms_of_what_changed(material.facts).isdisjoint(heading):
        return told
    own = [piece for piece in material.pieces if piece.position in places and not (piece.is_heading or piece.is_list)]
    return own or told


def tells_amendments(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether pieces are those of `with_amendments`."""
    told = [piece for piece in pieces if _is_told(piece, sources)]
    places = {piece.position for piece in told}
    return (
        bool(told)
        and asks_what_changed(facts.question)
        and all(piece.position in places for piece in pieces)
        and len(_of_what_is_asked(told, sources, facts)) == len(told)
    )


def _is_told(piece: Evidence, sources: Sequence[Source]) -> bool:
    is_told = tells_amendment(piece, sources) or sets_old_beside_new(piece, sources)
    return is_told and not piece.is_heading and not piece.is_list


def _of_what_is_asked(told: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """Those of the amendments of what the question calls by name; where it says more, those that say that."""
    asked = terms_of_what_changed(facts)
    called = _called(told, sources, facts)
    titled = [piece for piece in told if names_amendment(_name_of(sources[piece.position]))]
    masses: dict[Evidence, float] = {}
    # Minutes that speak of an amendment are none, where there is one.
    for piece in titled or told:
        names = called[sources[piece.position]["document_id"]]
        rest = {term: facts.weights[term] for term in asked - names - _FORMS}
        heading = frozenset(analyse(" ".join(sources[piece.position]["section_path"][-1:])))
        said = mass_of(piece.terms | heading, rest) if rest else mass_of(names, facts.weights)
        if not asked or (asked & names and (not rest or said)) or (rest and said == sum(rest.values())):
            masses[piece] = said
    most = max(masses.values(), default=0.0)
    return [piece for piece, said in masses.items() if said >= _LEAST_OF_MOST * most]


def _name_of(source: Source) -> str:
    return f"{source['title']} {in_words(source['file_name'])}"


def _called(told: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> dict[str, frozenset[str]]:
    """Terms of how each amendment is called, of what it opens with, between whom it is, and of days that it names."""
    found: dict[str, frozenset[str]] = {}
    for position in dict.fromkeys(piece.position for piece in told):
        source = sources[position]
        first = min(piece.start for piece in told if piece.position == position)
        path = source["section_path"]
        # Where no title stands above it, the heading of a section is none.
        is_head = not path or len(path) >= _SECTION or clauses_named(path[0]) == frozenset()
        opening = source["content"][:first] if len(path) < _SECTION and is_head else ""
        words = " ".join([_name_of(source), *(path[:1] if is_head else ()), opening])
        found[source["document_id"]] = found.get(source["document_id"], frozenset()) | frozenset(analyse(words))
    for source in sources:
        if source["document_id"] in found:
            # From which day on it is in force it may say anywhere.
            dates, months = facts.wording.dates, facts.wording.months
            written = find_dates(source["content"]) if dates or months else []
            days = [dates[day] for day in written if day in dates]
            days += [terms for month, terms in months.items() if any(month in day for day in written)]
            found[source["document_id"]] = found[source["document_id"]].union(*days)
    return found
