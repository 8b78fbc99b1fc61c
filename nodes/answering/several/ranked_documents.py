"""The most and the least of several documents: "Which offer is the cheapest?" is told by each of them, in order.

Tables have their own order, see `nodes.answering.columns.extremes`; this is for values that stand in one document each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.extremes import listing_of_years
from nodes.answering.columns.rows_over_years import rows_over_years
from nodes.answering.columns.table_columns import SHOWN
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import terms_of_name
from nodes.answering.implied.totals import sums_up
from nodes.answering.question.kinds import OF_DURATIONS
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.several.told_amounts import told_amounts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.numbers import NUMBER_WORDS
from nodes.language.paper_kinds import paper_kinds, paper_terms
from nodes.language.superlatives import (
    asks_extreme,
    asks_length,
    asks_more_or_less,
    asks_of_time,
    asks_order,
    asks_price,
    asks_quickest,
    compared_terms,
    extreme_terms,
    order_terms,
)
from nodes.language.terms import analyse, normalise_name

_FEWEST = 2
"""Documents that tell a value in one unit, for them to be put in an order."""
_FAMILY = 3
"""Papers of one kind that are surely meant, whatever else says more of the question."""
_OFFERS = frozenset(analyse("offer quote quotation proposal bid tender estimate Angebot Kostenvoranschlag devis"))
"""What those are called by whom something would be done or sold."""
_OFFERERS = frozenset(analyse("firm company business contractor supplier vendor provider bidder"))
"""What those are called who make them, whatever it is that they would do."""
_PRICE = lazy_regex(
    r"\W*(?:\d+[.)] )?(?:(?:our|the|total|net|whole|contract|fixed|tender|offer|bid|quoted) ){0,3}"
    r"(?:price|sum|total|amount|cost|fee)\b",
    re.IGNORECASE,
)
"""A line that tells what an offer comes to."""
_TAKES = lazy_regex(
    r"\b(?:need|take|require|last|complete|finish|ready|deliver|duration|lead time)\w{0,5}\b[^.;:?!\n]{0,40}?"
    rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)})[ -](?:working )?(?:hour|day|week|month)s?\b",
    re.IGNORECASE,
)
"""What tells how long something takes."""
_HAS = frozenset(analyse("have has had pay pays paid"))
"""What is said of who has it, by documents that are all about one of them."""
_LENGTHS = frozenset({"time", "metre", *analyse("mile foot feet inch page word")})
"""Kinds of amounts by which something is long or short."""
_GIVES = frozenset(analyse("offer give grant provide promise"))
"""What somebody does with what is most: "Who offers the longest guarantee?"."""


def with_documents_in_order(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where the most, the least, the first or the last of several documents is asked for, one of each.

    It is what says all that is asked besides, with an amount in a unit that two documents or more tell it in. Where
    nothing else is asked of documents that are called so ("Which offer is the cheapest?"), it is the line that sums
    each of them up.
    """
    ranked: list[Weighed] = []
    if chosen and (sign := asks_order(material.facts.question)):
        ranked = _offers_in_order(sign, material) or _values_in_order(chosen, sign, material)
    return ranked or _sides_in_order(chosen, material.sources, material.facts)


def _offers_in_order(sign: int, material: Material) -> list[Weighed]:
    """What each of several offers comes to, or how long it takes: the line that tells it may say no word of that."""
    facts, sources = material.facts, material.sources
    rest = _rest(facts)
    told = [Weighed(piece) for piece in material.pieces if _tells_of_offer(piece, rest, sources, facts)]
    ranked = _in_order(told, sign, rest, sources, facts)
    is_told = len(ranked) >= max(_FEWEST, len(facts.comparison.sides))
    return [_telling(one, frozenset(facts.weights)) for one in ranked[:SHOWN]] if is_told else []


def _values_in_order(chosen: Sequence[Weighed], sign: int, material: Material) -> list[Weighed]:
    """What says what is asked, of each of several documents; none where fewer tell it, or a table is to be read."""
    facts, sources = material.facts, material.sources
    if facts.comparison.sides and not facts.comparison.of_documents:
        return []
    if asks_extreme(facts.question) and (listing_of_years(material) or rows_over_years(material)):
        return []
    rest = _rest(facts)
    told = [one for one in material.weighed if _tells(one.piece, rest, sources, facts)]
    telling = [piece for piece, _ in told]
    documents = {sources[piece.position]["document_id"] for piece in telling}
    ranked = _in_order(told, sign, rest, sources, facts)
    # A mail about an invoice may say more of the question than invoices do; a table of them has an order of its own.
    is_meant = (not rest and not chosen[0].piece.is_row) or _are_of_family(ranked, facts)
    is_meant = is_meant or any(
        piece in telling or (not rest and sources[piece.position]["document_id"] in documents) for piece, _ in chosen
    )
    if not is_meant or len(ranked) < max(_FEWEST, len(facts.comparison.sides)):
        return []
    is_said = bool(rest) and not _are_of_family(ranked, facts)
    said = frozenset[str]() if is_said else order_terms(facts.question).union(focus_terms(facts.question))
    return [_telling(one, said) for one in ranked[:SHOWN]]


def _are_of_family(told: Sequence[Weighed], facts: Facts) -> bool:
    """Whether three papers of one kind or more tell it in rows that are called the same."""
    kinds = [facts.source_of(one.piece).called.kinds for one in told]
    labels = {normalise_name(one.piece.label) for one in told}
    return len(told) >= _FAMILY and len(labels) == 1 and "" not in labels and bool(frozenset.intersection(*kinds))


def _telling(one: Weighed, said: frozenset[str]) -> Weighed:
    """A line that sums up a document: it speaks of what that is, by its name, and by its place tells which is more."""
    return one._replace(piece=replace(one.piece, terms=one.piece.terms | said))


def _sides_in_order(chosen: list[Weighed], sources: Sequence[Source], facts: Facts) -> list[Weighed]:
    """The choice; of what compares sides, one piece of each in another document, by what they tell in a common unit.

    That the first is the most is told only where each is known: one that tells its price in another currency, or not
    at all, may be the cheapest.
    """
    sign = asks_order(facts.question) or asks_more_or_less(facts.question)
    documents = {sources[piece.position]["document_id"] for piece, _ in chosen}
    if not sign or not len(chosen) == len(documents) == len(facts.comparison.sides):
        return chosen
    aspect = frozenset(facts.weights) - facts.comparison.words - extreme_terms(facts.question)
    ranked = _in_order(chosen, sign, aspect, sources, facts)
    return ranked if len(ranked) == len(chosen) else chosen


def places_in_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[int]:
    """The places of pieces that are told in order, each of another document; empty where they are not all.

    Args:
        pieces: What is quoted.
        sources: What it came from.
        facts: What is read of the question and the sources.
    """
    sign, rest = asks_order(facts.question), _rest(facts)
    are_of_offers = bool(pieces) and all(_tells_of_offer(piece, rest, sources, facts) for piece in pieces)
    if facts.comparison.sides and not are_of_offers:
        weighed = [Weighed(piece) for piece in pieces]
        if not facts.comparison.of_documents:
            return []
        if len(pieces) == len(facts.comparison.sides) and _sides_in_order(weighed, sources, facts) == weighed:
            return [*range(len(pieces))]
    if not sign or not (are_of_offers or all(_tells(piece, rest, sources, facts) for piece in pieces)):
        return []
    ranked = _in_order([Weighed(piece) for piece in pieces], sign, rest, sources, facts)
    is_told = len(ranked) >= _FEWEST and [piece for piece, _ in ranked] == list(pieces)
    return [*range(len(pieces))] if is_told else []


def told_in_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> Sequence[Evidence]:
    """The first pieces, as many as are told in order; none where the first two are not. Others bear out what these say.

    Args:
        pieces: What is quoted, best first.
        sources: What it came from.
        facts: What is read of the question and the sources.
    """
    counts = range(min(len(pieces), SHOWN), _FEWEST - 1, -1)
    return next((pieces[:count] for count in counts if places_in_order(pieces[:count], sources, facts)), [])


def terms_of_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> frozenset[str]:
    """The terms of a question that pieces told in order need not say: of the order, and of what kind of thing it is."""
    if not places_in_order(pieces, sources, facts):
        return frozenset()
    return order_terms(facts.question).union(focus_terms(facts.question)[:1], _HAS)


def _rest(facts: Facts) -> frozenset[str]:
    """What is asked besides which document it is, and that it is the most."""
    asked = frozenset(facts.weights) - order_terms(facts.question)
    if facts.comparison.of_documents:
        asked -= facts.comparison.words
    kind = frozenset(_kind_of_thing(facts.question))
    rest = asked - kind - OF_DURATIONS or asked - kind
    is_of_documents = asks_price(facts.question) or any(kind & source.title_terms for source in facts.sources)
    light = LIGHT_TERMS | _GIVES | _HAS
    if any(source.called.kinds & paper_kinds(facts.question) for source in facts.sources):
        light |= paper_terms(facts.question)
    return (rest - light) or rest or (frozenset() if is_of_documents else asked)


def _kind_of_thing(question: str) -> list[str]:
    """The terms of what is asked for, without what it does: "Which carrier delivers faster?" is of carriers."""
    focus, compared = focus_terms(question), compared_terms(question)
    more = next((place for place, term in enumerate(focus) if term in compared), 0)
    return focus[: more - 1] if more > 1 else focus


def _held(piece: Evidence) -> frozenset[str]:
    return piece.terms | piece.about


def _tells(piece: Evidence, rest: frozenset[str], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a piece says what is asked; of papers of one kind half of it is enough, as each says it in its own words.

    A row of several columns has it in its label: a table of what is asked has an order of its own.
    """
    if piece.is_heading or piece.is_list:
        return False
    if rest:
        held = rest & _held(piece)
        if piece.header and not (facts.source_of(piece).called.kinds and _is_row_of(piece, rest)):
            return False
        is_most = 2 * mass_of(held, facts.weights) >= mass_of(rest, facts.weights)
        return held == rest or (bool(held) and is_most and bool(facts.source_of(piece).called.kinds))
    source = sources[piece.position]
    return sums_up(piece) and (_is_called_so(source, facts) or _is_offer_of(source, sources, facts))


def _is_row_of(row: Evidence, rest: frozenset[str]) -> bool:
    """Whether a row is called so, or sums up a column that is."""
    return bool(rest & frozenset(analyse(row.label))) or (
        sums_up(row) and rest <= frozenset(analyse(" ".join(row.header)))
    )


def _tells_of_offer(piece: Evidence, rest: frozenset[str], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a piece tells what an offer of what is asked comes to, or how long that takes, as it is asked."""
    if piece.is_heading:
        return False
    is_told = (asks_price(facts.question) and (sums_up(piece) or _PRICE.match(piece.text))) or (
        asks_quickest(facts.question) and _TAKES.search(piece.text)
    )
    called = facts.source_of(piece).called
    if not is_told or "offer" not in called.kinds:
        return False
    is_of_it = 2 * mass_of(rest & called.said, facts.weights) >= mass_of(rest, facts.weights)
    return is_of_it and _are_offers_of(sources, facts)


def _is_called_so(source: Source, facts: Facts) -> bool:
    """Whether the title or the file of a source says what kind of thing is asked for."""
    return not _name_of(source).isdisjoint(focus_terms(facts.question))


def _is_offer_of(source: Source, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a source is called one of the offers by those who are asked for."""
    return asks_price(facts.question) and not _OFFERS.isdisjoint(_name_of(source)) and _are_offers_of(sources, facts)


def _are_offers_of(sources: Sequence[Source], facts: Facts) -> bool:
    """Whether one of the offers says that they are by those who are asked for: "painter" of offers for painting."""
    kind = {form for term in _kind_of_thing(facts.question) for form in (term, term.removesuffix("er"))}
    if not kind or not kind.isdisjoint(_OFFERERS | _OFFERS):
        return True
    offers = [
        source
        for source, own in zip(sources, facts.sources, strict=True)
        if "offer" in own.called.kinds or not _OFFERS.isdisjoint(_name_of(source))
    ]
    return any(_is_called_so(offer, facts) or not kind.isdisjoint(analyse(offer["content"])) for offer in offers)


def _name_of(source: Source) -> frozenset[str]:
    return frozenset(terms_of_name(f"{source['title']} {source['file_name']}"))


def _in_order(
    told: Sequence[Weighed], sign: int, rest: frozenset[str], sources: Sequence[Source], facts: Facts
) -> list[Weighed]:
    """Of each document the piece that says most of what is asked, by what it tells in the unit that most tell it in.

    Where documents of one kind tell it, others do not. Of several pieces it is the one that is called what the others
    are called, then the one that is most like the question.
    """
    of_dates = asks_extreme(facts.question) == 0 and asks_of_time(facts.question)
    labels = Counter(
        label for label, _ in {(one.piece.label, _document(one, sources)) for one in told if one.piece.label}
    )

    def worth(one: Weighed) -> tuple[float, int, float]:
        return mass_of(rest & _held(one.piece), facts.weights), labels[one.piece.label], one.cosine

    by_unit: dict[str, dict[str, tuple[float, Weighed]]] = {}
    for one in sorted(told, key=worth, reverse=True):
        for unit, value in told_amounts(one.piece, rest, of_dates=of_dates).items():
            if unit in _LENGTHS or not asks_length(facts.question):
                by_unit.setdefault(unit, {}).setdefault(_document(one, sources), (value, one))
    if not by_unit:
        return []

    def worth_of(unit: str) -> tuple[int, bool, list[tuple[float, int, float]]]:
        told_in = by_unit[unit].values()
        return len(told_in), bool(unit), sorted((worth(one) for _, one in told_in), reverse=True)

    unit = max(by_unit, key=worth_of)
    if unit == "time" and asks_quickest(facts.question):
        sign = -1
    values = _of_one_kind([*by_unit[unit].values()], facts)
    return [one for _, one in sorted(values, key=lambda each: (-sign * each[0], each[1].piece.position))]


def _document(one: Weighed, sources: Sequence[Source]) -> str:
    return sources[one.piece.position]["document_id"]


def _of_one_kind(told: Sequence[tuple[float, Weighed]], facts: Facts) -> list[tuple[float, Weighed]]:
    """What papers tell that are of one kind with another, where most are; else all."""
    kinds = [facts.source_of(one.piece).called.kinds for _, one in told]
    counts = Counter(kind for own in kinds for kind in own)
    kept = [each for each, own in zip(told, kinds, strict=True) if any(counts[kind] >= _FEWEST for kind in own)]
    return kept if 2 * len(kept) > len(told) else [*told]
