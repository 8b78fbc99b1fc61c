"""Superseded statements: what a later document says has changed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence, Set

from nodes.answering.disagreeing.amending import (
    are_one_clause,
    clause_of_headings,
    clauses_above,
    clauses_named,
    goes_on_about,
    is_amendment,
    is_of_other_clause,
    names_clause,
    without_clauses,
)
from nodes.answering.disagreeing.changes import (
    changed_from,
    changed_to,
    changes_day,
    numbers_denied,
    says_already,
    says_anew,
    says_end,
    says_no_longer,
    sets_old_beside_new,
    subject_from_a_day,
    subject_of_change,
    words_in,
    words_replaced,
)
from nodes.answering.disagreeing.corrections import (
    corrects_row,
    denies_figure,
    denies_number,
    is_erratum,
    numbers_before,
    stands_later,
)
from nodes.answering.disagreeing.told_apart import jaccard, of_other_parties, without_days, words_of
from nodes.answering.evidence.evidence import LEANS_BACK, Evidence, joined, place_of
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind, is_new
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_terms import PRESENT_TERMS
from nodes.language.entities import names_in
from nodes.language.numbers import NUMBER_WORDS, numbers_in
from nodes.language.periods import months_named
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse, fold, normalise_name

LEAST_SHARED = 0.5
"""Share of the question's weight that what changes a statement must speak of, title included."""
_FEWEST_ALIKE = 2
"""Terms that both say where the question is but of a name."""
LEAST_TOUCHED = 0.1
"""The same where it repeats a value of the statement."""
LEAST_ALIKE = 0.2
"""Jaccard of the words of both, numbers left out, where what changes a statement does not repeat its value."""
_EXPECTS = lazy_regex(
    r"\b(?:expect(?:s|ed|ation)?|forecasts?|outlook|budget(?:s|ed)?|erwarte[nt]|prévoi(?:t|ent)|prevé)\b", re.IGNORECASE
)
"""It changes what was expected before, and not what came."""
_CONDITION = lazy_regex(
    r"\b(at|above|below|under|over|beyond|after|with|without|bei|nach|ab) (-?\d[\d.,]*+) ?"
    r"(?!(?:am|pm|a\.m|p\.m|o'clock|uhr|of|per|and|or|to)\b)([^\W\d]\w*|%|°\w?)"
)
"""An amount, in small letters, under which something is so; no time of day."""
_LAST_INSTEAD = lazy_regex(r"\binstead(?=\s*(?:[.;]|$))")
"""What stands before it is what is, and what was stands in the sentence before."""
LEAST_ENDED = 2 / 3
"""Share of the question's weight that a statement of what is no longer so must speak of."""
_NEAR = 2
"""Characters between two sentences of a paragraph."""
_OF_A_PERSON = lazy_regex(r"\W*(?:he|she)\b", re.IGNORECASE)
_IN_ITS_PLACE = lazy_regex(
    r"\b(?:therefore|instead|in its place|new (?:date|day|time|place|venue|address|name|number|price)|stattdessen|"
    r"deshalb|daher|neue[rs]? (?:termin|datum|ort|zeit|adresse)|nouvelle date|nueva fecha)\b",
    re.IGNORECASE,
)
_IN_WORDS = frozenset(NUMBER_WORDS)
_CLAUSE = lazy_regex(r"\W*(\d{1,2}(?:\.\d{1,2})+)\b")


def supersedes(
    later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]
) -> bool:
    """Whether a piece of another document, or further down in the same one, that says a change says one of an earlier.

    It must give a value that the earlier one lacks, a name where one is asked for, or end what was; a number with a
    point of the question ("version 1.1") must be in it. What only tells from which day on it holds is held against what
    stands above it in its section. Else it must repeat a value of the earlier one ("EUR 95 is replaced by EUR 110") or
    name its clause ("Article 3.1 is amended") and have to do with the question or with the earlier document; or else
    speak of half of the question, in words like the earlier one's.

    Args:
        later: One of `changing`.
        earlier: The statement.
        sources: What the pieces came from.
        facts: What is read of the question and the sources.
        dates: Date of each document (ISO 8601), where known.
    """
    if later.lies_in(earlier) or denies_figure(later, earlier) or _is_of_the_same_person(later, earlier, facts):
        return False
    if (reads_anew := _reads_anew(later, earlier, sources, dates)) is not None:
        return reads_anew
    if subject := subject_from_a_day(later):
        return _is_so_from_then(later, earlier, subject, sources, facts)
    return _takes_its_place(later, earlier, sources, facts, dates)


def _is_of_the_same_person(later: Evidence, earlier: Evidence, facts: Facts) -> bool:
    """Whether a sentence goes on about whom the one before it names, where it is asked who: "She took over from Bo"."""
    is_next = later.position == earlier.position and 0 <= later.start - earlier.end <= _NEAR
    return is_next and facts.wanted.kind == "name" and _OF_A_PERSON.match(later.text) is not None


def _takes_its_place(
    later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]
) -> bool:
    """Whether a piece that says so itself changes an earlier one, see `supersedes`."""
    path = sources[earlier.position]["section_path"]
    is_other = says_already(earlier, later) or _is_another_case(later, facts)
    is_other = is_other or of_other_parties(sources[earlier.position], sources[later.position])
    is_other = is_other or (facts.wanted.kind == "number" and changes_day(later))
    is_other = is_other or _changes_no_count(later, earlier, facts)
    is_other = is_other or is_of_other_clause(later.text, earlier.text, path)
    expects = _EXPECTS.search(later.text) is not None and _EXPECTS.search(earlier.text) is None
    if is_other or expects or not _comes_later(later, earlier, sources, facts, dates):
        return False
    versions = {number for number in facts.wording.numbers if "." in number}
    follows = goes_on_about(later.position, earlier.position, sources, dates)
    amends = follows and is_amendment(sources[later.position])
    before, after = (_values(piece, facts, in_words=amends) for piece in (earlier, later))
    shared = _shared(later, facts, frozenset(facts.names) if amends else frozenset())
    both_say = _both_say(later, earlier, facts)
    is_denied = corrects_row(later, earlier) or denies_number(later, earlier)
    replaces = both_say and (is_denied or not changed_from(later).isdisjoint(_said(earlier)))
    ends = (
        says_end(later.flat.lower())
        or (shared >= LEAST_ENDED and says_no_longer(later, earlier))
        or (_LAST_INSTEAD.search(later.text) is not None and not set(later.names) <= set(earlier.names))
    )
    new = after - before - _of_names(later, facts) - numbers_before(later)
    if not ((before and new) or replaces or ends) or not versions <= later.numbers:
        return False
    if facts.wanted.kind in {"name", "place"} and not answers_kind(later, facts):
        return False
    names = (frozenset(earlier.names) & _all_names(later) & before) - changed_to(later)
    # Elsewhere a number in words is part of a name as often as not: "the five year agreement".
    measures = [_measures(piece, in_words=amends) for piece in (earlier, later)]
    by_erratum = is_denied and is_erratum(sources[later.position])
    is_corrected = both_say and (by_erratum or corrects_row(later, earlier))
    if names or measures[0] & measures[1] or _clause(earlier) & later.numbers or is_corrected:
        return shared >= LEAST_TOUCHED or _names(later, earlier, sources, facts)
    is_asked = shared >= LEAST_SHARED
    named = is_asked and names_clause(later.text, path)
    of_the_same = _said_of(earlier, sources, facts) <= _said_of(later, sources, facts)
    in_one = sources[later.position]["document_id"] == sources[earlier.position]["document_id"]
    if both_say and (
        (follows and (replaces or named))
        or ((follows or in_one) and _tells_change_of(later, earlier, facts))
        or (replaces and is_asked and is_denied and of_the_same)
    ):
        return True
    alike = jaccard(words_of(_terms(earlier)), words_of(_terms(later)))
    return (both_say and shared >= LEAST_SHARED and alike >= LEAST_ALIKE) and (
        amends
        or (of_the_same and _speaks_of(later, sources, facts) >= _terms(earlier) & facts.weights.keys())
        or _names(later, earlier, sources, facts)
    )


def _changes_no_count(later: Evidence, earlier: Evidence, facts: Facts) -> bool:
    """Whether it is asked how many there are, and what changes is another number: "25p to 35p a mile for call-outs"."""
    counted = facts.wanted.counted
    if not counted or answers_kind(later, facts) == 1.0 or says_end(later.flat.lower()) or numbers_denied(later):
        return False
    return counted not in subject_of_change(later) and changed_from(later).isdisjoint(_said(earlier))


def _reads_anew(later: Evidence, earlier: Evidence, sources: Sequence[Source], dates: Mapping[str, str]) -> bool | None:
    """Whether an amendment tells, below the heading of a clause, how that reads from now on, and it is the earlier one.

    Or which words of it read otherwise: 'for "£15" read "£25"'. None where it says nothing of clauses so.
    """
    if (replaced := words_replaced(later)) and goes_on_about(later.position, earlier.position, sources, dates):
        named = clauses_named(f"{later.text} {' '.join(sources[later.position]['section_path'][-1:])}")
        is_meant = _is_no_older(later, earlier, sources, dates) and _stands_in(earlier, named, sources)
        return is_meant and any(f" {words} " in earlier.folded for words in replaced)
    is_row = sets_old_beside_new(later, sources)
    headed = _clause(later) if is_row else clauses_above(sources[later.position], later.start)
    is_told = headed and (is_row or says_anew(later))
    if not is_told or not goes_on_about(later.position, earlier.position, sources, dates):
        return None
    own = _clause(earlier) or _clause_of_line(earlier, sources[earlier.position])
    return not own.isdisjoint(headed) if own else None


def _stands_in(piece: Evidence, clauses: Set[str], sources: Sequence[Source]) -> bool:
    """Whether a piece is one of some clauses, or stands in one, or nothing tells in which it stands."""
    own = _clause(piece) or clause_of_headings(sources[piece.position]["section_path"])
    return not clauses or not own or any(are_one_clause(one, other) for one in own for other in clauses)


def _is_so_from_then(
    later: Evidence, earlier: Evidence, subject: frozenset[str], sources: Sequence[Source], facts: Facts
) -> bool:
    """Whether a piece tells another value, from a day on, of what is asked and an earlier one of its section tells."""
    one, other = sources[earlier.position], sources[later.position]
    is_below = one["document_id"] == other["document_id"] and one["section_path"] == other["section_path"]
    if not is_below or place_of(earlier, sources) >= place_of(later, sources):
        return False
    before, after = earlier.numbers, numbers_in(without_days(later.text)) - later.years
    return not subject.isdisjoint(facts.weights) and subject <= _terms(earlier) and bool(before and after - before)


def _both_say(later: Evidence, earlier: Evidence, facts: Facts) -> bool:
    """Whether both say a word of what is asked, the names aside by which it tells what it is about."""
    named = facts.name_terms | PRESENT_TERMS
    both = (_terms(later) & _terms(earlier)) - named
    asked = facts.weights.keys() - named
    # "What does Ada have to do?" asks but for her.
    return not asked.isdisjoint(both) if asked else len(both - LIGHT_TERMS) >= _FEWEST_ALIKE


def _tells_change_of(later: Evidence, earlier: Evidence, facts: Facts) -> bool:
    """Whether what a piece says to change is asked for, and what an earlier one tells of."""
    subject = frozenset[str]() if LEANS_BACK.match(earlier.text) else subject_of_change(later)
    return not subject.isdisjoint(facts.weights) and subject <= _terms(earlier)


def _said(piece: Evidence) -> frozenset[str]:
    return frozenset(words_in(piece.text))


def _all_names(piece: Evidence) -> frozenset[str]:
    """The names that a piece says, or what it leans on."""
    return frozenset((*piece.names, *map(normalise_name, names_in(piece.leans_on))))


def with_what_is_instead(piece: Evidence, pieces: Sequence[Evidence], source: Source, facts: Facts) -> Evidence:
    """A sentence by which something ends, together with the one right behind it that tells what is so instead.

    "The hall has cancelled. I have therefore booked the barn."

    Args:
        piece: Any piece.
        pieces: All evidence, also what shares no word with the question.
        source: Of the piece.
        facts: What is read of the question; what is so instead has to be of the kind that it asks for.
    """
    if piece.is_row or not says_end(piece.flat.lower()):
        return piece
    behind = (each for each in pieces if each.position == piece.position and 0 <= each.start - piece.end <= _NEAR)
    following = next(behind, None)
    if following is None or not _IN_ITS_PLACE.search(following.text):
        return piece
    told = answers_kind(following, facts) or (facts.wanted.kind == "place" and _values(following, facts))
    if facts.wanted.kind in TOLD_BY_FORM and not told:
        return piece
    return joined(piece, piece, following, source)


def with_all_of_clause(piece: Evidence, pieces: Sequence[Evidence], source: Source) -> Evidence:
    """What opens with how a clause reads from now on, "New: …", with the sentences behind it in its paragraph."""
    if piece.is_row or not says_anew(piece):
        return piece
    for each in pieces:
        if each.position == piece.position and 0 <= each.start - piece.end <= _NEAR and not each.is_row:
            between = source["content"][piece.end : each.start]
            if "\n" in between or each.is_heading:
                break
            piece = joined(piece, piece, each, source)
    return piece


def _of_one_matter(later: Evidence, earlier: Evidence, facts: Facts) -> bool:
    """Whether both say a term of the question besides the names in it, which are all over their document."""
    named = facts.name_terms | facts.source_of(earlier).title_terms
    return not (facts.weights.keys() - named).isdisjoint(_terms(later) & _terms(earlier))


def _said_of(piece: Evidence, sources: Sequence[Source], facts: Facts) -> set[str]:
    """The names of the question that what was read of the document of a piece says."""
    document = sources[piece.position]["document_id"]
    read = [
        f" {own.folded} "
        for own, source in zip(facts.sources, sources, strict=True)
        if source["document_id"] == document
    ]
    return {name for name in facts.names if any(f" {name} " in text for text in read)}


def _speaks_of(piece: Evidence, sources: Sequence[Source], facts: Facts) -> set[str]:
    """The terms of the question that what was read of the document of a piece says, or what it is called."""
    document = sources[piece.position]["document_id"]
    return {
        term
        for own, source in zip(facts.sources, sources, strict=True)
        if source["document_id"] == document
        for term in facts.weights.keys() & (own.title_terms | set(analyse(source["content"])))
    }


def _comes_later(
    later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]
) -> bool:
    """Whether one document is no older than the other, or what is said of the same was said later in one."""
    one, other = sources[earlier.position], sources[later.position]
    if one["document_id"] == other["document_id"]:
        return _of_one_matter(later, earlier, facts) and stands_later(later, earlier, sources)
    return _is_no_older(later, earlier, sources, dates)


def _is_no_older(later: Evidence, earlier: Evidence, sources: Sequence[Source], dates: Mapping[str, str]) -> bool:
    """Whether the document of a piece is no older than that of another, as far as both have a date."""
    days = [dates.get(sources[piece.position]["document_id"], "") for piece in (earlier, later)]
    return not all(days) or days[0] <= days[1]


def _is_another_case(later: Evidence, facts: Facts) -> bool:
    """Whether a piece is about another condition than the question: "at 55 °C", and "at 40 °C" is asked."""
    asked, said = _conditions(facts.question), _conditions(later.text)
    return any(said.get(condition, amounts).isdisjoint(amounts) for condition, amounts in asked.items())


def _conditions(text: str) -> dict[tuple[str, str], set[str]]:
    """The amounts behind each preposition with a unit: "at 40 °C"."""
    found: dict[tuple[str, str], set[str]] = {}
    for preposition, amount, unit in _CONDITION.findall(fold(text)):
        found.setdefault((preposition, unit), set()).add(amount)
    return found


def _values(piece: Evidence, facts: Facts, *, in_words: bool = False) -> frozenset[str]:
    """What a statement tells: where a name or a place is asked for its names, else numbers and months.

    Of numbers in words those that measure something, where they count: "three months".
    """
    if facts.wanted.kind in {"name", "place"}:
        return frozenset(name for name in piece.names if is_new(name, facts))
    measures = _measures(piece, in_words=True) if in_words else set[tuple[str, str]]()
    words = {word for measure in measures for word in measure if word in _IN_WORDS}
    return piece.numbers.union(months_named(piece.text), words) - facts.wording.numbers


def _of_names(later: Evidence, facts: Facts) -> frozenset[str]:
    """The numbers in names, where a day is asked for: "flight SL 483" tells none, and "Tuesday 26 November" does."""
    if facts.wanted.kind != "date":
        return frozenset()
    return frozenset[str]().union(*map(numbers_in, later.names)) & numbers_in(without_days(later.text))


def _shared(piece: Evidence, facts: Facts, known: frozenset[str]) -> float:
    """Share of the question's weight that a piece speaks of, title and section included: 0..1.

    Names that are known from what it changes need not be said again, nor that it is about the present.
    """
    held = _terms(piece) | facts.source_of(piece).title_terms
    unasked = PRESENT_TERMS | {term for name in known for term in analyse(name)}
    asked = {term: weight for term, weight in facts.weights.items() if term in held or term not in unasked}
    total = sum(asked.values())
    return mass_of(held, asked) / total if total else 0.0


def _terms(piece: Evidence) -> frozenset[str]:
    """The terms of a piece and of what it leans on."""
    return piece.terms | frozenset(analyse(piece.leans_on))


def _names(later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether what was read of the later document names the title of the earlier one."""
    title, document = facts.source_of(earlier).title, sources[later.position]["document_id"]
    return bool(title) and any(
        title in facts.sources[place].folded or title in f" {normalise_name(' '.join(source['section_path']))} "
        for place, source in enumerate(sources)
        if source["document_id"] == document
    )


def _measures(piece: Evidence, *, in_words: bool) -> set[tuple[str, str]]:
    """Numbers with the word before or after them: "EUR 95", "28 March", "48 hours"; or in words, "three months"."""
    words = words_in(without_clauses(piece.text))
    return {
        (one, other)
        for one, other in itertools.pairwise(words)
        if _is_number(one, in_words) != _is_number(other, in_words) and not {one, other} & STOP_WORDS
    }


def _is_number(word: str, in_words: bool) -> bool:
    return word[0].isdigit() or (in_words and word in _IN_WORDS)


def _clause(piece: Evidence) -> frozenset[str]:
    """The number of two parts or more that opens a clause: "3.1"."""
    found = _CLAUSE.match(piece.text)
    return frozenset({found.group(1)} if found else ())


def _clause_of_line(piece: Evidence, source: Source) -> frozenset[str]:
    """The number that opens the line in which a sentence stands behind others."""
    begins = source["content"].rfind("\n", 0, piece.start) + 1
    found = _CLAUSE.match(source["content"][begins : piece.start])
    return frozenset({found.group(1)} if found else ())
