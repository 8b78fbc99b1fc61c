"""Whether quotes tell the kind of thing that is asked for, and of the thing that it is asked of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.implied.attendance import tells_attendance
from nodes.answering.implied.contacts import without_mailboxes
from nodes.answering.implied.dated import days_of_months
from nodes.answering.implied.lifespans import lacks_age
from nodes.answering.implied.units import lacks_quantity
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.refusing.asked_kinds import is_contact_of_others, lacks_what_is_asked
from nodes.answering.several.ranked_documents import told_in_order
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_things import asked_thing
from nodes.language.contracts import CONTRACT, is_contract, parties_of
from nodes.language.periods import MONTH_TERMS, months_named
from nodes.language.terms import analyse
from nodes.language.years import asked_period

_ASKS_TWO = lazy_regex(
    r"(?:,|\?) (?:and|und|et|y|e|en) (?:(?:on|at|for|from|by) )?(?:who|whom|what|when|where|which|why|how|wer|was|wann|"
    r"wo|wie|welche\w?|qui|quand|où|quel\w*|qui[eé]n|cu[aá]ndo|d[oó]nde|cu[aá]l)\b",
    re.IGNORECASE,
)
"""Half of an answer is better than none."""
_CONTRACT_WITH = lazy_regex(
    rf"{CONTRACT.pattern} (?:with|of|for) (?P<who>(?-i:[A-Z])[\w.&’'-]*(?: (?-i:[A-Z&])[\w.&’'-]*)*)", re.IGNORECASE
)
_CONTRACT_BY_NAME = lazy_regex(
    rf"(?P<who>(?-i:[A-Z])[\w.&’'-]*(?: (?-i:[A-Z&])[\w.&’'-]*)+) {CONTRACT.pattern}", re.IGNORECASE
)
"""One word may be what it is of: "the CT agreement"."""
_SUM = lazy_regex(r"\d\s*[+*/×÷^]\s*\d")
"""What is to be computed and is about nothing besides: numbers of a text are no answer to "What is 2 + 2?"."""
_VALUED = frozenset(
    analyse("cost costs price prices charge charged pay paid worth amount number total long last takes")
)
"""What says that a value is asked for, and not of what."""
_BEHIND = 200
"""Characters behind a sentence in which one may still be of the same."""
_NEXT = 3
"""Characters between a sentence and the next."""
_BEGINNING = (1, 200)
"""Page and character up to which a passage begins its document."""


def tells_kind(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> float:
    """Whether a quote tells what is asked for, a number, where somebody is reached, who, when or where, if no more is.

    Where the question names something, it counts only in a passage that speaks of it, or of what such a quote names.
    """
    if _SUM.search(facts.question) and all(term.isdigit() for term in facts.weights):
        return 0.0
    if facts.wanted.asks_attendance and any(
        tells_attendance(piece.text, facts.wanted.asks_attendance) for piece in pieces
    ):
        return 1.0
    if facts.wanted.asks_contact:
        is_told = any(piece.tells_contact for piece in pieces) and not is_contact_of_others(pieces, facts)
        return float(is_told or bool(_ASKS_TWO.search(facts.question)))
    if _ASKS_TWO.search(facts.question):
        return 1.0
    if facts.wanted.kind != "number":
        # Who has the most is told by the title of each document that is about somebody.
        is_ordered = facts.wanted.kind == "name" and bool(told_in_order(pieces, sources, facts))
        is_told = not lacks_what_is_asked(pieces, facts) or is_ordered or _are_told_by_time(pieces, sources, facts)
        return float(is_told)
    return _of_the_number(pieces, sources, facts)


def _are_told_by_time(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether it is asked in which month or year something was, and the titles say that of what tells it.

    Either one piece says all the rest, or the most of several reports is asked for.
    """
    in_order = told_in_order(pieces, sources, facts)
    titles = [sources[piece.position]["title"] for piece in in_order or pieces]
    is_timed = all(months_named(title) or years_in(title) for title in titles)
    if facts.wanted.kind != "date" or not is_timed or not (period := asked_period(facts.question)):
        return False
    rest = facts.weights.keys() - frozenset(analyse(period)) - LIGHT_TERMS
    return (len(pieces) == 1 and rest <= pieces[0].terms) or bool(in_order)


def _of_the_number(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> float:
    if lacks_quantity(pieces, facts.question) or lacks_age(pieces, facts.question) or _is_of_no_month(pieces, facts):
        return 0.0
    told = [name for piece in _speaking_of(facts.names, pieces, facts) for name in piece.names]
    about = _speaking_of([*facts.names, *told], pieces, facts)
    about += [piece for piece in _of_documents_of_named(pieces, sources, facts) if piece not in about]
    if not about and facts.wanted.measure == "money":
        about = [piece for piece in pieces if _shares_what_is_asked(piece, pieces, sources, facts)]
        return max((answers_kind(piece, facts) for piece in about), default=0.0)
    return max((answers_kind(piece, facts) for piece in about or pieces), default=0.0)


def _shares_what_is_asked(piece: Evidence, pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a piece, or what it stands under or right behind, says more of a question than that something costs.

    "A stall costs £10" tells nobody what a parking space costs.
    """
    asked = facts.weights.keys() - LIGHT_TERMS - _VALUED
    above = frozenset(analyse(" ".join((*sources[piece.position]["section_path"][-1:], *piece.header, piece.leans_on))))
    said = piece.terms | piece.about | piece.of_entry | facts.source_of(piece).title_terms | above
    if not asked or not said.isdisjoint(asked):
        return True
    return _stands_behind(piece, [other for other in pieces if not other.terms.isdisjoint(asked)], within=_NEXT)


def _is_of_no_month(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether a number of a month is asked for, and nothing that is quoted, nor its title, says it or a day of it."""
    months = facts.wording.months
    are_of_months = not any(MONTH_TERMS.keys().isdisjoint(facts.source_of(piece).title_terms) for piece in pieces)
    if not months or (facts.wording.years and not are_of_months):
        return False
    asked = frozenset[str]().union(*months.values())
    # "June 2025" is not told by what is of March 2025.
    asked = (asked & MONTH_TERMS.keys()) or asked
    return not any(asked & facts.held_by(piece) or days_of_months(piece.text, months) for piece in pieces)


def is_untold_of_thing(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether what is quoted of the kind that is asked for is of something else, and the sources speak of the thing.

    "How long is the warranty of the boiler?" is not told by what the boiler heats where a warranty is spoken of
    elsewhere. A sentence may lean on the one before it.
    """
    thing = asked_thing(facts.question)
    if thing not in facts.weights:
        return False
    speaking = [piece for piece in pieces if _speaks_of(piece, thing, facts)]
    telling = [piece for piece in pieces if answers_kind(piece, facts) == 1.0]
    if facts.wanted.kind == "number" and telling:
        is_told = any(piece in speaking or _stands_behind(piece, speaking) for piece in telling)
    else:
        is_told = bool(speaking)
    if is_told:
        return False
    return any(thing in piece.terms for piece in without_mailboxes(evidence_of(sources), facts.question))


def is_of_another_contract(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether a contract with somebody is asked for, and all that tells it is of contracts between others.

    "When does the contract with Vik Ltd end?" is not told by the one between Quay Housing and Ada Holm, which nowhere
    names the first.
    """
    found = _CONTRACT_WITH.search(facts.question) or _CONTRACT_BY_NAME.search(facts.question)
    asked = frozenset(analyse(found["who"])) if found else frozenset[str]()
    telling = [piece for piece in pieces if answers_kind(piece, facts) > 0]
    telling = telling or [piece for piece in pieces if is_contract(sources[piece.position]["title"])]
    if not asked or not telling:
        return False
    parties = [parties_of(sources[piece.position]["title"]) for piece in telling]
    said = [facts.source_of(piece).called.said for piece in telling]
    # Both may be farms.
    return all(own and 2 * len(asked & (own | read)) <= len(asked) for own, read in zip(parties, said, strict=True))


def _stands_behind(piece: Evidence, others: Sequence[Evidence], *, within: int = _BEHIND) -> bool:
    return any(each.position == piece.position and 0 <= piece.start - each.end <= within for each in others)


def _speaks_of(piece: Evidence, thing: str, facts: Facts) -> bool:
    title = facts.source_of(piece).title_terms
    return thing in piece.terms | piece.about | piece.of_entry | title or thing in analyse(piece.leans_on)


def _speaking_of(names: Sequence[str], pieces: Sequence[Evidence], facts: Facts) -> list[Evidence]:
    """Those whose passage holds one of the normalised names, and rows that are told for what has it."""
    terms = [frozenset(analyse(name)) for name in names]
    return [
        piece
        for piece in pieces
        if any(f" {name} " in f" {facts.source_of(piece).folded} " for name in names)
        or (piece.is_row and any(own and own <= piece.about for own in terms))
    ]


def _of_documents_of_named(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """Those of documents whose beginning names who is asked about: a contract says once whose it is."""
    named = {
        source["document_id"]
        for source, known in zip(sources, facts.sources, strict=True)
        if source["spans"]
        and (source["spans"][0]["page"], source["spans"][0]["start"]) <= _BEGINNING
        and any(f" {name} " in f" {known.folded} " for name in facts.names)
    }
    return [piece for piece in pieces if sources[piece.position]["document_id"] in named]
