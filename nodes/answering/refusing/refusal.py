"""Whether the evidence answers at all: a sum of what speaks for it, and what is missing where it does not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.colours import lacks_colour
from nodes.answering.implied.dated import terms_of_dates
from nodes.answering.implied.registrations import lacks_registration
from nodes.answering.implied.times_of_day import other_times
from nodes.answering.question.found_names import all_text, find_names
from nodes.answering.question.kinds import TOLD_BY_FORM
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts, unknown_terms
from nodes.answering.question.term_weights import mass_of
from nodes.answering.question.titled import is_said_of_others
from nodes.answering.quoting.quoting import Quote
from nodes.answering.refusing.conditions import other_conditions
from nodes.answering.refusing.needless_terms import needless_terms, terms_of_work
from nodes.answering.refusing.told_kinds import is_of_another_contract, is_untold_of_thing, tells_kind
from nodes.answering.refusing.untold_times import (
    days_beyond,
    is_beyond_tables,
    is_of_other_years,
    other_days,
    unsaid_months,
    untold_quarters,
    years_to_be_found,
)
from nodes.answering.several.ranked_documents import terms_of_order
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Plan, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.regexes import lazy_regex
from nodes.language.abbreviations import said_otherwise
from nodes.language.asked_terms import asked_terms
from nodes.language.askers import needless_verbs
from nodes.language.east_asian import without_asking_characters
from nodes.language.kin_steps import kin_terms_told
from nodes.language.periods import MONTH_TERMS
from nodes.language.several import asks_of_several
from nodes.language.terms import analyse, normalise_name

LEAST_SUM = 4.9
"""Of seven parts of 0..1 each. On two sets of answerable questions 1 % fall under it, of another set's 99 %."""
LEAST_SUM_OF_NO_FACT = 4.75
"""Where no date, number, name or place is asked for, nor which of some things: how, why and whether are asked in words
of one's own, and the more of them, the less is covered. Of 120 questions to three manuals 16 are refused, and 26 where
it is 4.9; of 12 that are answered then, 8 quote a passage that answers."""
LEAST_SUM_ANCHORED = 3.9
"""Where a name and a year were asked for and both are there."""
LEAST_SUM_OF_ENTRIES = 5.5
"""Where the passages are entries, each about the one thing it is named for: what a question asks of such a thing, its
entry says in so many words. Of 95 questions 53 fall under one of the two when what answers them is taken away."""
LEAST_SUM_OF_NAMED_ENTRIES = 5.2
"""Where an entry that the question names is quoted: what is found hangs on that, in whatever words it is asked. Of 322
questions 10 fall under one of the two, and 28 where both are 5.5. At 5.0 it were 8, and of 182 whose last passage alone
was taken away 16 in place of 22."""
LEAST_SIMILARITY = 0.35
"""For a row of a table, whose words are few: cosine that stands in for the sum."""

_NECESSARY = (
    ("names", 0.5, "most names of the question are not in the sources"),
    ("years", 1.0, "no quote speaks of a year of the question"),
    ("kind", 0.5, "no quote tells of the kind of thing that is asked for"),
)
"""Parts without which nothing else counts: each with the least of it."""
_OF_WHAT = lazy_regex(r"\b(?:of|for|in|from|by|with)\s+(?:(?:an?|the)\s+)?([\w'’-]+(?:\s[\w'’-]+)?)", re.IGNORECASE)
_ABOUT = lazy_regex(r"\babout\s+(?:(?:an?|the)\s+)?([\w'’-]+)", re.IGNORECASE)
_VERB_COMES_LATE = lazy_regex(
    r"\b(?:do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had)\b", re.IGNORECASE
)
"""Auxiliaries, which leave the verb to the end: "does the trainer in Highmoor hold"."""


@dataclass(frozen=True)
class Weighing:
    """What speaks for an answer, each part 0..1, and the verdict."""

    parts: dict[str, float]
    enough: bool
    reason: str
    missing: tuple[str, ...]
    """Names, years and words of the question that the sources do not hold, as the question has them."""
    nowhere: tuple[str, ...]
    """Those of them that no document holds."""
    other_years: bool
    """Whether all quotes speak of years, and none of them of one that is asked for."""


def weigh(
    facts: Facts,
    plan: Plan,
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    frequencies: DocumentFrequencies | None,
    *,
    entries: bool,
) -> Weighing:
    """Sums coverage by the quotes of a document and by the best, best cosine, names, years, known words, and the kind.

    Args:
        facts: What is read of the question and the sources.
        plan: Its entities and periods are what must be found.
        quotes: What was chosen.
        sources: Where names and years are looked for, titles and file names included.
        frequencies: Document frequencies of the question's terms; None takes the sources for the collection.
        entries: Whether the best passages are entries, see `nodes.documents.entries`.
    """
    question, pieces = facts.question, [quote.evidence for quote in quotes]
    texts = [all_text(source) for source in sources]
    names = find_names(question, plan, sources, frequencies)
    years = years_to_be_found({str(period["year"]) for period in plan["periods"]}, question)
    # A quote may hold a year that no source writes: "from 2011 to 2019" is of 2015 as well.
    lost_years = sorted(years.difference(*map(years_in, texts), *(piece.years for piece in pieces)))
    lost_quarters = untold_quarters(facts, quotes, texts)
    other_years = (
        bool(years and quotes) and not entries and all(is_of_other_years(years, quote, sources) for quote in quotes)
    )
    is_beyond = bool(quotes) and not entries and is_beyond_tables(years, quotes, facts, sources)
    nowhere = _terms_nowhere(facts, pieces, sources, texts, frequencies)
    needless = _needless(facts, pieces, sources).union(*map(analyse, names.in_short))
    left_out = (needless & nowhere) | terms_of_work(facts, pieces)
    weights = {term: weight for term, weight in facts.weights.items() if term not in left_out}
    unknown = [term for term in weights if term in nowhere]
    covered = partial(_coverage, facts=facts, weights=weights, nowhere=nowhere)
    parts = {
        "coverage": max((covered(own) for own in _by_document(pieces, sources, facts)), default=0.0),
        "best": max((covered([piece]) for piece in pieces), default=0.0),
        "similarity": max((quote.cosine for quote in quotes), default=0.0),
        "names": names.share,
        "years": float(not lost_years and not lost_quarters and not other_years),
        "known": 1 - len(unknown) / len(weights) if weights else 0.0,
        "kind": tells_kind(pieces, sources, facts),
    }
    asks_one = not (entries or facts.wanted.explains or facts.comparison.sides or plan["periods"])
    is_of_none = _lacks_row(facts, pieces, sources, weights, unknown)
    is_of_none = is_of_none or lacks_registration(pieces, question) or lacks_colour(pieces, question)
    if is_of_none or (asks_one and _is_of_nothing(question, unknown)):
        parts["kind"] = 0.0
    others = [] if plan["comparison_sides"] else other_conditions(question, texts)
    others += [*other_days(facts, pieces), *days_beyond(facts, pieces, sources), *other_times(pieces, question)]
    missing = dict.fromkeys(
        [*names.missing, *lost_years, *lost_quarters, *others, *_surfaces(question, unknown, names.missing)]
    )
    if not quotes and (months := unsaid_months(facts, texts)):
        # Rows of other months were not read at all.
        missing = dict.fromkeys(months)
    quoted = {sources[piece.position]["document_id"] for piece in pieces}
    enough, reason = _verdict(parts, plan, quotes, _least_sum(facts, plan, quoted, entries=entries))
    if enough and not entries and is_said_of_others(pieces, sources, facts, weights):
        enough, reason = False, "what is asked is said of another subject than the one that is named"
    if enough and not all(quote.is_end_told for quote in quotes):
        enough, reason = False, "nothing is told of what is asked where the names of the question lead"
    if enough and not entries and is_untold_of_thing(pieces, sources, facts):
        enough, reason = False, "no quote speaks of the thing that it is asked of, and other passages do"
    if enough and not entries and is_of_another_contract(pieces, sources, facts):
        enough, reason = False, "what is told is of a contract between others"
    if enough and not entries and _say_only_when(pieces, facts, needless):
        enough, reason = False, "the quotes say of the question only when it is"
    if enough and is_beyond:
        enough, reason = False, "the table that has what is asked has other years"
    if enough and others:
        enough, reason = False, "the sources speak of other values than the question"
    return Weighing(
        parts={key: round(value, 3) for key, value in parts.items()},
        enough=enough,
        reason=reason,
        missing=tuple(missing),
        nowhere=tuple(each for each in missing if _is_nowhere(each, question, frequencies)),
        other_years=other_years or is_beyond,
    )


def _say_only_when(pieces: Sequence[Evidence], facts: Facts, needless: Set[str]) -> bool:
    """Whether all that quotes say of a question is a year, a month or a number, and it asks for something besides.

    "Next meeting: 10 June" tells nothing of the turnover in June.
    """
    asked = facts.weights.keys() - MONTH_TERMS.keys() - LIGHT_TERMS - needless
    asked = {term for term in asked if not any(map(str.isdigit, term))}
    said = _said(pieces, facts) & facts.weights.keys()
    return bool(asked) and bool(said) and said.isdisjoint(asked) and not facts.wanted.explains


def _needless(facts: Facts, pieces: Sequence[Evidence], sources: Sequence[Source]) -> frozenset[str]:
    """The terms of a question that no document has to hold, given what is quoted."""
    needless = needless_terms(facts, pieces) | needless_verbs(facts.question, _said(pieces, facts) - LIGHT_TERMS)
    if len({sources[piece.position]["document_id"] for piece in pieces}) > 1:
        needless |= terms_of_order(pieces, sources, facts).union(analyse(asks_of_several(facts.question)))
    return needless


def _lacks_row(
    facts: Facts,
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    weights: Mapping[str, float],
    unknown: Sequence[str],
) -> bool:
    """Whether only rows are quoted, and none of them is of what the question asks a value of."""
    if not pieces or not all(_says_headings_only(piece, weights) for piece in pieces):
        return False
    # Of complaints about parking rows of quarters tell nothing, wherever else there is some.
    about = frozenset(term for found in _ABOUT.findall(facts.question) for term in analyse(found))
    is_unsaid = not about.isdisjoint(weights.keys() - _said(pieces, facts))
    return is_unsaid or _keyed_by(facts.question, [*unknown, *_unsaid_of_names(facts, pieces, sources)])


def _least_sum(facts: Facts, plan: Plan, quoted: Set[str], *, entries: bool) -> float:
    if entries:
        return LEAST_SUM_OF_ENTRIES if quoted.isdisjoint(plan["named_documents"]) else LEAST_SUM_OF_NAMED_ENTRIES
    if plan["entities"] and plan["periods"]:
        return LEAST_SUM_ANCHORED
    is_fact = facts.wanted.kind in TOLD_BY_FORM or bool(facts.wanted.focus)
    return LEAST_SUM if is_fact else LEAST_SUM_OF_NO_FACT


def _verdict(parts: Mapping[str, float], plan: Plan, quotes: Sequence[Quote], least_sum: float) -> tuple[bool, str]:
    total = sum(parts.values())
    if not quotes:
        return False, "nothing to quote"
    for part, least, reason in _NECESSARY:
        if parts[part] < least:
            return False, reason
    row = plan["asks_amount"] and any(q.evidence.is_row and q.cosine >= LEAST_SIMILARITY for q in quotes)
    if total < least_sum and row:
        return True, f"a table row that is like the question; evidence {total:.2f} of 7"
    if total < least_sum:
        return False, f"evidence {total:.2f} of 7 is under {least_sum}"
    return True, f"evidence {total:.2f} of 7"


def _is_nowhere(missing: str, question: str, frequencies: DocumentFrequencies | None) -> bool:
    """Whether no document holds a word of what the sources lack; without frequencies the sources are all there is."""
    if frequencies is None or not frequencies.document_count:
        return True
    counted = set(asked_terms(question))
    return any(term in counted and not frequencies.frequencies.get(term) for term in analyse(missing))


def _terms_nowhere(
    facts: Facts,
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    texts: Sequence[str],
    frequencies: DocumentFrequencies | None,
) -> frozenset[str]:
    """The terms of a question that no document holds, and no quote tells in other words or another notation."""
    nowhere = unknown_terms(facts.weights.keys(), frequencies, texts)
    rest = (facts.name_terms & facts.weights.keys() or facts.weights.keys()) - nowhere - LIGHT_TERMS
    held = [facts.held_by(piece) for piece in pieces]

    def is_of_it(said: frozenset[str], piece: Evidence) -> bool:
        return _surely_said(nowhere, said) or bool(rest & (said | _of_passage(piece, sources, facts)))

    nowhere = nowhere.difference(
        *(
            each - _loosely_said(nowhere, each, frozenset() if is_of_it(each, piece) else rest)
            for each, piece in zip(held, pieces, strict=True)
            if nowhere & each
        )
    )
    forms = (said_otherwise(nowhere, set(analyse(text)), wider=False) for text in texts if nowhere)
    nowhere = nowhere.difference(*forms)
    return nowhere.difference(*(terms_of_dates(text, facts.wording.dates) for text in texts if nowhere))


def _surely_said(terms: Set[str], held: Set[str]) -> bool:
    """Whether a quote tells one of some terms otherwise than in an everyday word for about the same."""
    return not (terms & held) <= said_otherwise(terms, held)


def _of_passage(piece: Evidence, sources: Sequence[Source], facts: Facts) -> frozenset[str]:
    """What the passage of a sentence says, where nobody is named: "an injured animal" is an otter where otters are."""
    if piece.is_row or facts.name_terms:
        return frozenset()
    return frozenset(analyse(sources[piece.position]["content"]))


def _loosely_said(terms: Set[str], held: Set[str], rest: Set[str]) -> frozenset[str]:
    """Those terms that a quote tells in words that say about the same, and nothing of the rest, or whom it is about.

    "Bookkeeping and wages" in the row of somebody else does not tell what Ada earns.
    """
    if not rest or rest & held:
        return frozenset()
    return said_otherwise(terms, held) - said_otherwise(terms, held, wider=False)


def _said(pieces: Sequence[Evidence], facts: Facts) -> frozenset[str]:
    """The terms of a question that the quotes say, or what they stand under, in whatever words."""
    said = frozenset[str]().union(*(facts.held_by(piece) for piece in pieces))
    return (said & facts.weights.keys()) | said_otherwise(facts.weights.keys(), said)


def _unsaid_of_names(facts: Facts, pieces: Sequence[Evidence], sources: Sequence[Source]) -> frozenset[str]:
    """The terms of a question's names that no source of the quoted documents says."""
    quoted = {sources[piece.position]["document_id"] for piece in pieces}
    said = frozenset(
        term for source in sources if source["document_id"] in quoted for term in analyse(all_text(source))
    )
    return facts.name_terms - said


def _keyed_by(question: str, unknown: Sequence[str]) -> bool:
    """Whether it asks for the value of, or for, something that no document speaks of: "the fee for tractors"."""
    return any(term in unknown for found in _OF_WHAT.findall(question) for term in analyse(found))


def _is_of_nothing(question: str, unknown: Sequence[str]) -> bool:
    """Whether it asks for something of, or in, a thing that no document speaks of: "in the plum jam".

    Not where what stands last may be a verb: "Which licence does the trainer in Highmoor hold?".
    """
    if _VERB_COMES_LATE.search(question):
        return False
    return any(term in unknown for found in _OF_WHAT.findall(question) for term in analyse(found.split()[-1]))


def _says_headings_only(piece: Evidence, weights: Mapping[str, float]) -> bool:
    """Whether it is a row of which a question says no cell: of what is asked for, there is no row."""
    cells = analyse(" ".join((piece.group, piece.label, *piece.values)))
    return piece.is_row and bool(piece.header) and weights.keys().isdisjoint(cells)


def _coverage(pieces: Sequence[Evidence], facts: Facts, weights: Mapping[str, float], nowhere: Set[str]) -> float:
    held: set[str] = set()
    for piece in pieces:
        held |= facts.held_by(piece) - nowhere
    if facts.wanted.is_relational:
        held |= kin_terms_told(facts.question, " ".join(piece.text for piece in pieces))
    total = sum(weights.values())
    return mass_of(held, weights) / total if total else 0.0


def _by_document(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[list[Evidence]]:
    """The pieces of each document; all together where the answer may lie behind another fact, or has two sides."""
    if facts.wanted.needs_two or facts.comparison.sides:
        return [[*pieces]]
    own: dict[str, list[Evidence]] = {}
    for piece in pieces:
        own.setdefault(sources[piece.position]["document_id"], []).append(piece)
    return [*own.values()]


def _surfaces(question: str, terms: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words of the question behind some terms, without those that belong to a name already listed."""
    listed = {word for name in names for word in normalise_name(name).split()}
    wanted = set(terms)
    words = [word.strip(".,;:!?\"'()“”。、，？¿¡«»「」") for word in without_asking_characters(question).split()]
    return [
        word
        for word in words
        if set(analyse(word)) & wanted and normalise_name(word) not in listed and (len(word) > 3 or not word.isascii())
    ]
