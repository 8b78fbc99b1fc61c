"""Contradictions: two documents that say the same thing with different numbers, dates or names."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence, Set
from itertools import chain

from nodes.answering.disagreeing.amending import are_dated
from nodes.answering.disagreeing.told_apart import (
    LEAST_PARALLEL,
    NEARLY_SAME,
    NUMBERED,
    called_apart,
    jaccard,
    likeness,
    numbered_things,
    of_one_contract,
    without_days,
    words_of,
    years_apart,
)
from nodes.answering.disagreeing.told_totals import totals_differ
from nodes.answering.evidence.evidence import LEANS_BACK, Evidence
from nodes.answering.evidence.source_names import said_in
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amounts import Amount, amounts_in, amounts_of_cell, lacking, says_decline
from nodes.language.money import CURRENCY_CODES
from nodes.language.numbers import numbers_in
from nodes.language.periods import MONTH_TERMS, months_named
from nodes.language.terms import analyse, normalise_name

LEAST_SHARED = 0.4
"""Share of the question's weight that both must speak of."""
LEAST_ALIKE = 0.4
"""Jaccard of the words of both, numbers left out."""
MOST_LACKED = 1 / 3
"""Share of the question's weight that only one of two documents may say, for them to speak of the same thing."""
LEAST_LABEL = 0.7
"""Jaccard of the labels of two rows."""
_FORECAST = lazy_regex(
    r"\b(?:expect(?:s|ed)?|forecasts?|planned|plans to|budget(?:s|ed)?|targets?|will|aims to|projected|outlook"
    r"|erwartet|geplant|prévoit|prévu|prevé|previsto)\b",
    re.IGNORECASE,
)
"""A statement about what is to come: it may miss what came, and does not contradict it."""
_BOUND = lazy_regex(
    r"\b(?:at (?:least|most|the (?:least|most))|(?:not|no) (?:more|less|fewer|later|earlier) than|up to|"
    r"minimum|maximum|mindestens|höchstens|au (?:moins|plus)|al menos|como máximo)\b",
    re.IGNORECASE,
)
"""What a value may be is none."""
_BETWEEN = lazy_regex(r"\b(?:between|zwischen|entre)\b", re.IGNORECASE)
_LIMITS = 2
"""Amounts between which something lies."""
_UNIT = lazy_regex(r"\([^)]*\)")
_MOST_VALUES = 3
"""Values that one piece has and the other lacks: a piece of more is no statement of one."""
_LONGEST_NAME = 6
"""Words of a name that stands for another at the end of a sentence."""
_IN_NAMES = frozenset({"&", "and", "of", "the", "von", "und", "van", "de", "et", "y"})
"""Words of a name that no capital opens."""
_WAS = lazy_regex(
    r"\b(?:from|von|de) [\d.,]*\d(?= (?:[^\W\d]+ ){0,3}(?:to|auf|à|a) \d)|\binstead of [\d.,]*\d", re.IGNORECASE
)
"""What a sentence says that something was: "restated from 31.2 to 30.8"."""
_PENCE = lazy_regex(r"\b\d+(?:\.\d+)?(?:p|ct|c)\b")
"""What tables write with decimals: "35p" is no 35."""
_NONE = lazy_regex(
    r"\b(?:no|kein(?:e[mnrs]?)?|aucune?|ning[uú]n[ao]?|nessun[ao]?|geen) (?P<what>[^\W\d_]+)(?! (?:later|more|less)\b)",
    re.IGNORECASE,
)
"""What there is none of: "No deposit is required"."""
_CLAUSE = lazy_regex(r"\W*\d{1,2}(?:\.\d{1,2})+\.?\s(?=\W*[^\W\d_])")
"""The number that opens a clause: "3.2 Mobile phones"."""


def disagree(one: Evidence, other: Evidence, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether two pieces contradict each other, or tell another number of all that are counted."""
    asked = facts.wording.numbers
    if contradicts(one, other, sources, facts.weights, asked):
        return True
    return totals_differ(one, other, sources, facts) and _of_one_kind(one, other, asked)


def contradicts(
    one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float], asked: frozenset[str]
) -> bool:
    """Whether two pieces of different documents give different values for the same thing.

    Both must speak of what is asked (40 % of the question's weight), in mostly the same words (Jaccard .4, numbers
    left out), each with values that the other lacks. Statements about different periods do not contradict each other,
    nor does a forecast contradict what came of it. One of two versions of a contract may give a value, and the other
    say that there is none.

    Args:
        one: A piece of evidence.
        other: Another one.
        sources: What the pieces came from.
        weights: Weight of each question term.
        asked: Numbers of the question: no values of an answer.
    """
    if sources[one.position]["document_id"] == sources[other.position]["document_id"]:
        return False
    is_none = _is_none(one, other, sources, weights) or _is_none(other, one, sources, weights)
    return is_none or _tells_otherwise(one, other, sources, weights, asked)


def _tells_otherwise(
    one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float], asked: frozenset[str]
) -> bool:
    """Whether two pieces give values for the same thing that differ, see `contradicts`."""
    # What costs less comes first: most pairs are about different things.
    row, sentence = (one, other) if one.is_row else (other, one)
    if row.is_row and not sentence.is_row:
        told = _cell_against_sentence(row, sentence, _years_of(sentence, sources), asked)
        return told and _of_one_kind(one, other, asked)
    if not one.is_row and _another_name(one, other, sources, weights):
        return not _of_other_things(one, other, sources, weights)
    same = _same_subject(one, other, sources, weights) and _same_names(one, other, sources)
    same = same or _answers_the_same(one, other, sources, weights)
    if not same or not _of_one_kind(one, other, asked) or _is_within(one, other) or _is_within(other, one):
        return False
    if one.is_row:
        return _of_one_thing(one, other, sources, weights) and _rows_differ(one, other, sources, weights, asked)
    differ = not _different_periods(one, other, sources, asked) and values_differ(one, other, asked)
    return differ and not _of_other_things(one, other, sources, weights)


def _is_none(denial: Evidence, stated: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    """Whether one version of a contract says that there is none of what another gives a value of.

    "No sum is payable if the tenant leaves early", where three months of rent were.
    """
    found = None if denial.is_row or stated.is_row else _NONE.search(denial.text)
    if found is None or _NONE.search(stated.text) or tells_values(denial) or not tells_values(stated):
        return False
    if not of_one_contract(sources[denial.position], sources[stated.position]):
        return False
    lacked = weights.keys() & frozenset(analyse(found["what"])) & stated.terms
    return bool(lacked) or _same_subject(denial, stated, sources, weights)


def _of_one_kind(one: Evidence, other: Evidence, asked: frozenset[str]) -> bool:
    """Whether both are forecasts, or neither, and they are not about things told apart by their numbers."""
    forecast = [_FORECAST.search(piece.text) is not None for piece in (one, other)]
    return forecast[0] == forecast[1] and not _numbered_otherwise(one, other, asked)


def _is_within(one: Evidence, limits: Evidence) -> bool:
    """Whether one piece gives amounts that lie between the two that another names as limits."""
    if limits.is_row or not _BETWEEN.search(limits.text):
        return False
    bounds = [amount.scaled for amount in amounts_in(limits.text)]
    told = [amount.scaled for amount in _amounts_told(one, one.years)]
    return len(bounds) == _LIMITS and bool(told) and min(bounds) <= min(told) <= max(told) <= max(bounds)


def _of_one_thing(one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    """Whether the sources of two rows hold the same words of the question: what a total is of stands elsewhere."""
    held = [said_in(sources[piece.position]) for piece in (one, other)]
    return held[0] & weights.keys() == held[1] & weights.keys()


def _of_other_things(one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    """Whether one document says much of the question that the other says nowhere: what the other is about is not asked.

    "Weight 410 kg." stands under a lighthouse lens, and "Weight 4.8 kg." in the manual of a coffee machine.
    """
    said = [said_in(sources[piece.position]) | piece.terms for piece in (one, other)]
    lacked = [sum(weights[term] for term in weights.keys() & (mine - theirs)) for mine, theirs in (said, said[::-1])]
    return max(lacked) >= MOST_LACKED * sum(weights.values())


def _rows_differ(
    one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float], asked: frozenset[str]
) -> bool:
    if jaccard(set(analyse(one.label)), set(analyse(other.label))) < LEAST_LABEL:
        return False
    if one.header and other.header:
        return _cells_differ(one, other, weights, asked)
    return not _different_periods(one, other, sources, asked) and values_differ(one, other, asked)


def values_differ(one: Evidence, other: Evidence, asked: frozenset[str]) -> bool:
    """Whether each has a value that the other lacks; pieces of many other values are no statement of one.

    Two weeks are 14 days, and 5 million is 5,000,000; -4.2 % is not 4.2 %, unless a text says what it is that fell.
    """
    mine, theirs = (_amounts_told(piece, asked | _clause_number(piece)) for piece in (one, other))
    months = [months_named(piece.text) for piece in (one, other)]
    either_sign = says_decline(one.text) or says_decline(other.text)
    lacked = (
        len(lacking(mine, theirs, either_sign=either_sign)) + len(months[0] - months[1]),
        len(lacking(theirs, mine, either_sign=either_sign)) + len(months[1] - months[0]),
    )
    return all(lacked) and max(lacked) <= _MOST_VALUES


def tells_values(piece: Evidence) -> bool:
    """Whether a piece has amounts, also written out, or names of months, and not years alone."""
    return bool(_amounts_told(piece, piece.years) or months_named(piece.text))


def _amounts_told(piece: Evidence, left_out: Set[str]) -> list[Amount]:
    """The amounts of a piece, each once, but for numbers that are no values of an answer."""
    told = chain.from_iterable(map(amounts_of_cell, piece.values)) if piece.is_row else amounts_in(piece.text)
    return [amount for amount in dict.fromkeys(told) if amount.written not in left_out]


def _clause_number(piece: Evidence) -> frozenset[str]:
    found = _CLAUSE.match(piece.text)
    return numbers_in(found.group()) if found else frozenset()


def _same_names(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    """Whether both name their subject, and not each of them something that the other does not name."""
    leans = LEANS_BACK.match(one.text) or LEANS_BACK.match(other.text)
    if leans and not of_one_contract(sources[one.position], sources[other.position]):
        return False
    titles = [f" {normalise_name(sources[piece.position]['title'])} " for piece in (one, other)]
    if titles[0] != titles[1] and titles[0] in one.folded and titles[1] in other.folded:
        return False
    subjects = [_opening_name(piece) for piece in (one, other)]
    if all(subjects) and not subjects[0] <= other.terms and not subjects[1] <= one.terms:
        return False
    mine = [name for name in one.names if f" {name} " not in other.folded and name.upper() not in CURRENCY_CODES]
    theirs = [name for name in other.names if f" {name} " not in one.folded and name.upper() not in CURRENCY_CODES]
    return not (mine and theirs)


def _another_name(one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    """Whether two sentences are the same but for a name behind what is asked: "The mower is kept by Arn", "by Bolt".

    They are of documents with a date: two novels were "published by" two houses, and both texts are right.
    """
    if LEANS_BACK.match(one.text) or not are_dated([sources[piece.position] for piece in (one, other)]):
        return False
    mine, theirs = (piece.text.rstrip(" .!;").split() for piece in (one, other))
    before = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(mine, theirs, strict=False)))
    mine, theirs, said = mine[before:], theirs[before:], mine[:before]
    behind = sum(
        1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(mine[::-1], theirs[::-1], strict=False))
    )
    named = [words[: len(words) - behind] for words in (mine, theirs)]
    return all(map(_is_name, named)) and not weights.keys().isdisjoint(analyse(" ".join(said)))


def _is_name(words: Sequence[str]) -> bool:
    capital = [word[:1].isupper() for word in words if word not in _IN_NAMES]
    return bool(capital) and all(capital) and len(words) <= _LONGEST_NAME


def _numbered_otherwise(one: Evidence, other: Evidence, asked: frozenset[str]) -> bool:
    """Whether one is about room 12 and the other about room 14: they begin so, or one of the two is asked about."""
    begun = [NUMBERED.match(piece.text) for piece in (one, other)]
    if begun[0] and begun[1] and begun[0][1] == begun[1][1] and begun[0][2] != begun[1][2]:
        return True
    mine, theirs = numbered_things(one.text), numbered_things(other.text)
    shared = mine.keys() & theirs.keys()
    return any((mine[word] | theirs[word]) & asked and not mine[word] & theirs[word] for word in shared)


def _opening_name(piece: Evidence) -> frozenset[str]:
    """Terms of a capitalised first word: a name perhaps, which a lone first word does not show by itself."""
    word = re.match(r"[^\W\d_a-zß-öø-ÿ][\w-]+", piece.text)
    return frozenset(analyse(word.group())) if word else frozenset()


def _same_subject(one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    alike = likeness(one, other)
    if alike < LEAST_ALIKE:
        return False
    words, others = words_of(one.terms), words_of(other.terms)
    titles = [set(analyse(sources[piece.position]["title"])) for piece in (one, other)]
    # What both say of a year is about that year, whichever the years of their documents are.
    named = (weights.keys() - (one.years & other.years)) & (titles[0] ^ titles[1])
    if named and jaccard(*titles) >= LEAST_PARALLEL:
        return False
    if called_apart(sources[one.position], sources[other.position], weights):
        return False
    total = sum(weights.values())
    shared = mass_of((words | titles[0]) & (others | titles[1]), weights)
    return alike >= NEARLY_SAME or (total > 0 and shared / total >= LEAST_SHARED)


def _answers_the_same(one: Evidence, other: Evidence, sources: Sequence[Source], weights: Mapping[str, float]) -> bool:
    """Whether one piece was asked what is asked, as in an interview, and the other says all of that.

    "How many drowned? – We always said 64." has few words of "In all 61 people drowned".
    """
    if not any(_was_asked(piece, weights) for piece in (one, other)):
        return False
    said = all(weights.keys() <= piece.terms for piece in (one, other))
    return said and not called_apart(sources[one.position], sources[other.position], weights)


def _was_asked(piece: Evidence, weights: Mapping[str, float]) -> bool:
    asked, _, told = piece.text.partition("?")
    return bool(told.strip()) and len(weights) > 1 and weights.keys() <= frozenset(analyse(asked))


def _years_of(sentence: Evidence, sources: Sequence[Source]) -> frozenset[str]:
    """The years that a sentence speaks of, or the headings above it where it speaks of no month either."""
    if sentence.years or not MONTH_TERMS.keys().isdisjoint(sentence.terms):
        return sentence.years
    return years_in(" ".join(sources[sentence.position]["section_path"]))


def _cell_against_sentence(row: Evidence, sentence: Evidence, years: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether a sentence about some years names a row and one of them, with another number of the same size."""
    label = set(analyse(_UNIT.sub(" ", row.label)))
    if not label or not label <= sentence.terms or _BOUND.search(sentence.text):
        return False
    was = {float(number) for found in _WAS.finditer(sentence.text) for number in numbers_in(found.group())}
    cells = [
        _amounts(value)
        for head, value in zip(row.header, row.values, strict=False)
        if years_in(head) & years & (asked or years)
    ]
    said = _amounts(_PENCE.sub(" ", without_days(sentence.text))) - {float(year) for year in years}
    return any(cell and not cell & was and _another_amount(cell, said, one_year=len(years) == 1) for cell in cells)


def _another_amount(cell: set[float], said: set[float], *, one_year: bool) -> bool:
    """Whether a number of about the cell's size is said instead of it, or beside it about the same one year."""
    near = 0.8 if cell & said else 0.5
    others = {number for number in said - cell for value in cell if near < number / value < 1 / near}
    return bool(others) and (one_year or not cell & said)


def _amounts(text: str) -> set[float]:
    return {float(number) for number in numbers_in(text) if float(number)}


def _cells_differ(one: Evidence, other: Evidence, weights: Mapping[str, float], asked: frozenset[str]) -> bool:
    """Values under the same heading that differ; those of the years asked for, where both rows have any.

    Where the question says what a column is called, the others are not asked for.
    """
    theirs = dict(zip(other.header, other.values, strict=False))
    called = {head for head in (*one.header, *other.header) if not weights.keys().isdisjoint(analyse(head))}
    shared = {head: value for head, value in zip(one.header, one.values, strict=False) if theirs.get(head)}
    heads = [head for head in shared if years_in(head) & asked] or [h for h in shared if not called or h in called]
    pairs = [(amounts_of_cell(shared[head]), amounts_of_cell(theirs[head])) for head in heads]
    return any(
        mine and others and bool(lacking(mine, others, either_sign=False) or lacking(others, mine, either_sign=False))
        for mine, others in pairs
    )


def _different_periods(one: Evidence, other: Evidence, sources: Sequence[Source], asked: frozenset[str]) -> bool:
    """Whether the years that pieces speak of, or else their titles where a year is asked for, have none in common.

    Of a contract and the next one between the same parties, the years are values like others.
    """
    if of_one_contract(sources[one.position], sources[other.position]):
        return bool(years_in(" ".join(asked))) and years_apart(one, other, sources)
    if (one.years | other.years) - asked and not (one.years & other.years):
        only_years = not (one.numbers - one.years) and not (other.numbers - other.years)
        if one.years and other.years:
            return not only_years
    return bool(years_in(" ".join(asked))) and years_apart(one, other, sources) and not one.years & other.years & asked
