"""The most and the least of several documents: "Which offer is the cheapest?" is told by each of them, in order.

Tables have their own order, see `nodes.answering.columns.extremes`; this is for values that stand in one document each.
"""

from __future__ import annotations

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
from nodes.answering.several.told_amounts import told_amounts
from nodes.domain.chat import Source
from nodes.language.asked_kinds import focus_terms
from nodes.language.superlatives import (
    asks_extreme,
    asks_more_or_less,
    asks_of_time,
    asks_order,
    asks_price,
    asks_quickest,
    compared_terms,
    extreme_terms,
    order_terms,
)
from nodes.language.terms import analyse

_FEWEST = 2
"""Documents that tell a value in one unit, for them to be put in an order."""
_OFFERS = frozenset(analyse("offer quote quotation proposal bid tender estimate Angebot Kostenvoranschlag devis"))
"""What those are called by whom something would be done or sold."""
_OFFERERS = frozenset(analyse("firm company business contractor supplier vendor provider bidder"))
"""What those are called who make them, whatever it is that they would do."""
_GIVES = frozenset(analyse("offer give grant provide promise"))
"""What somebody does with what is most: "Who offers the longest guarantee?"."""


def with_documents_in_order(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where the most, the least, the first or the last of several documents is asked for, one of each.

    It is what says all that is asked besides, with an amount in a unit that two documents or more tell it in. Where
    nothing else is asked of documents that are called so ("Which offer is the cheapest?"), it is the line that sums
    each of them up.
    """
    facts, sources = material.facts, material.sources
    sign = asks_order(facts.question)
    if facts.comparison.sides:
        return _sides_in_order(chosen, sources, facts)
    is_of_table = asks_extreme(facts.question) and (listing_of_years(material) or rows_over_years(material))
    if not sign or not chosen or is_of_table:
        return chosen
    rest = _rest(facts)
    told = [one for one in material.weighed if _tells(one.piece, rest, sources, facts)]
    telling = [piece for piece, _ in told]
    documents = {sources[piece.position]["document_id"] for piece in telling}
    # A mail about an invoice may say more of the question than invoices do; a table of them has an order of its own.
    is_meant = not rest and not chosen[0].piece.is_row
    if not is_meant and not any(
        piece in telling or (not rest and sources[piece.position]["document_id"] in documents) for piece, _ in chosen
    ):
        return chosen
    ranked = _in_order(told, sign, rest, sources, facts)[:SHOWN]
    if len(ranked) < _FEWEST:
        return chosen
    if rest:
        return ranked
    said = order_terms(facts.question).union(focus_terms(facts.question))
    return [_telling(one, said) for one in ranked]


def _telling(one: Weighed, said: frozenset[str]) -> Weighed:
    """A line that sums up a document: it speaks of what that is, by its name, and by its place tells which is more."""
    return one._replace(piece=replace(one.piece, terms=one.piece.terms | said))


def _sides_in_order(chosen: list[Weighed], sources: Sequence[Source], facts: Facts) -> list[Weighed]:
    """One piece of each side, each of another document, by what they tell; as they are where no unit is common to all.

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
    if facts.comparison.sides:
        weighed = [Weighed(piece) for piece in pieces]
        is_ordered = facts.comparison.of_documents and len(pieces) == len(facts.comparison.sides)
        return [*range(len(pieces))] if is_ordered and _sides_in_order(weighed, sources, facts) == weighed else []
    if not sign or not all(_tells(piece, rest, sources, facts) for piece in pieces):
        return []
    ranked = _in_order([Weighed(piece) for piece in pieces], sign, rest, sources, facts)
    is_told = len(ranked) >= _FEWEST and [piece for piece, _ in ranked] == list(pieces)
    return [*range(len(pieces))] if is_told else []


def terms_of_order(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> frozenset[str]:
    """The terms of a question that pieces told in order need not say: of the order, and of what kind of thing it is."""
    if not places_in_order(pieces, sources, facts):
        return frozenset()
    return order_terms(facts.question).union(focus_terms(facts.question)[:1])


def _rest(facts: Facts) -> frozenset[str]:
    """What is asked besides which document it is, and that it is the most."""
    asked = frozenset(facts.weights) - order_terms(facts.question)
    kind = frozenset(_kind_of_thing(facts.question))
    rest = asked - kind - OF_DURATIONS or asked - kind
    is_of_documents = asks_price(facts.question) or any(kind & source.title_terms for source in facts.sources)
    return (rest - LIGHT_TERMS - _GIVES) or rest or (frozenset() if is_of_documents else asked)


def _kind_of_thing(question: str) -> list[str]:
    """The terms of what is asked for, without what it does: "Which carrier delivers faster?" is of carriers."""
    focus, compared = focus_terms(question), compared_terms(question)
    more = next((place for place, term in enumerate(focus) if term in compared), 0)
    return focus[: more - 1] if more > 1 else focus


def _held(piece: Evidence) -> frozenset[str]:
    return piece.terms | piece.about


def _tells(piece: Evidence, rest: frozenset[str], sources: Sequence[Source], facts: Facts) -> bool:
    if piece.is_heading or piece.is_list:
        return False
    if rest:
        return rest <= _held(piece) and not piece.header
    source = sources[piece.position]
    return sums_up(piece) and (_is_called_so(source, facts) or _is_offer_of(source, sources, facts))


def _is_called_so(source: Source, facts: Facts) -> bool:
    """Whether the title or the file of a source says what kind of thing is asked for."""
    return not _name_of(source).isdisjoint(focus_terms(facts.question))


def _is_offer_of(source: Source, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a source is of one of the offers by those who are asked for: "painter" of offers for painting.

    One of them has to say what they are.
    """
    if _OFFERS.isdisjoint(_name_of(source)) or not asks_price(facts.question):
        return False
    kind = {form for term in _kind_of_thing(facts.question) for form in (term, term.removesuffix("er"))}
    if not kind.isdisjoint(_OFFERERS):
        return True
    offers = [other for other in sources if not _OFFERS.isdisjoint(_name_of(other))]
    return any(_is_called_so(offer, facts) or not kind.isdisjoint(analyse(offer["content"])) for offer in offers)


def _name_of(source: Source) -> frozenset[str]:
    return frozenset(terms_of_name(f"{source['title']} {source['file_name']}"))


def _in_order(
    told: Sequence[Weighed], sign: int, rest: frozenset[str], sources: Sequence[Source], facts: Facts
) -> list[Weighed]:
    """Of each document the piece that is most like the question, by what it tells in the unit that most tell it in."""
    of_dates = asks_extreme(facts.question) == 0 and asks_of_time(facts.question)
    found = {id(one): told_amounts(one.piece, rest, of_dates=of_dates) for one in told}
    by_unit: dict[str, dict[str, tuple[float, Weighed]]] = {}
    for one in sorted(told, key=lambda one: -one.cosine):
        document = sources[one.piece.position]["document_id"]
        for unit, value in found[id(one)].items():
            by_unit.setdefault(unit, {}).setdefault(document, (value, one))
    counts = Counter({unit: len(values) for unit, values in by_unit.items()})
    if not counts:
        return []
    unit = counts.most_common(1)[0][0]
    if unit == "time" and asks_quickest(facts.question):
        sign = -1
    values = by_unit[unit]
    ordered = sorted(values.values(), key=lambda each: (-sign * each[0], each[1].piece.position))
    return [one for _, one in ordered]
