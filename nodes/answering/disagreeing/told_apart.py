"""What tells two documents apart, or makes them one: periods, parties, numbers and versions in what they are called."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import PurePosixPath

from nodes.answering.disagreeing.amending import is_amendment
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, said_in
from nodes.answering.question.question_facts import Facts
from nodes.answering.tables.table_rows import quarters_in, years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import focus_terms
from nodes.language.contracts import is_contract, parties_of
from nodes.language.entities import names_in
from nodes.language.money import CURRENCY_CODES
from nodes.language.numbers import WRITTEN_OUT
from nodes.language.periods import MONTH_TERMS, MONTHS
from nodes.language.several import asks_of_each, asks_of_several, asks_over_time, asks_which
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse, fold, normalise_name, stem
from nodes.language.years import YEAR

_OWN = lazy_regex(r"\b(?:we|our|ours|us|i|my|wir|uns(?:er\w*)?|nous|notre|nos)\b", re.IGNORECASE)
"""Who wrote the document speaks of what was theirs."""
NUMBERED = lazy_regex(r"\b([^\W\d_]{2,}) (\d+)\b(?![.,]\d)")
"""What is told apart by its number: "Room 12"."""
_CODED = lazy_regex(rf"\b([^\W\d_]{{2,}}) ((?:[A-Z]{{1,4}}-)?\d{{1,6}}[-/](?!{YEAR}\b)\d{{3,8}})(?![\w/-])")
"""The same where its number is of a year: "Invoice B-2025-0402"."""
_WRITTEN_OUT = frozenset(map(stem, WRITTEN_OUT))
NEARLY_SAME = 0.8
"""Jaccard at which two sentences are about the same thing whatever is asked."""
LEAST_PARALLEL = 0.4
"""Jaccard of the terms of two titles that differ in what is asked about, "Router R5" and "Router R7", or in a year."""
OF_VERSIONS = frozenset(
    analyse("amended restated revised updated corrected draft final new old version edition issue v neue alte Fassung")
)
"""What one version of a document is called beside the others."""
_OF_FILES = OF_VERSIONS | frozenset(analyse("signed executed clean redline comparison copy rev unterzeichnet signé"))
"""The same in the names of files."""
_NUMBERED_CODE = lazy_regex(r"\b([^\W\d_]+)-(\d+)\b")
"""What is filed by number: "TR-031", which is a word with its number as "Report 31" is."""
_BETWEEN_WORDS = lazy_regex(r"[_-]+")
_VERSION_OF_FILE = lazy_regex(r"(?<![^\W\d_])(?:v|ver|version|rev|r)[ ._-]?(\d+)(?![^\W_])", re.IGNORECASE)

_ASKS_WHO = lazy_regex(r"\W*(?:who|whose|wer|wessen|qui|quién(?:es)?)\b", re.IGNORECASE)
_NEXT = lazy_regex(r"\b(?:next|nächste[mnrs]?)\b", re.IGNORECASE)
_NAME_OF_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_DAY = lazy_regex(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?(?P<month>{_NAME_OF_MONTH})\b|"
    rf"\b(?P<leading>{_NAME_OF_MONTH})\.? (?P<following>\d{{1,2}})\b(?![.,:]\d)",
    re.IGNORECASE,
)


def _asks_of_things(question: str, sources: Iterable[Source]) -> bool:
    """Whether it is asked about several things that each have a document: "in the offers" of what is called so."""
    asked = focus_terms(question)[:1] if asks_which(question) else analyse(asks_of_several(question))[-1:]
    kind = frozenset(asked)
    return bool(kind) and all(kind <= frozenset(analyse(source["title"])) for source in sources)


def have_each_their_own(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, names: Sequence[str]
) -> bool:
    """Whether values differ since every piece is about something else, and none contradicts another.

    So it is where the question asks for each or which of several, or how something went on, and where of any two pieces
    the documents are of different quarters, or of different people where who is asked for, or contracts of other
    parties, or speak of what "we" did and nobody tells that both are the same.

    Args:
        pieces: With values that differ.
        sources: What the pieces came from.
        question: As it stands alone.
        names: Of the question, normalised.
    """
    if asks_of_each(question) or asks_over_time(question):
        return True
    if _NEXT.search(question) and all(_NEXT.search(piece.text) for piece in pieces):
        # Each tells what was next when it was written.
        return True
    if not names and _ASKS_WHO.match(question) and _are_of_others(pieces, sources):
        return True
    if _asks_of_things(question, (sources[piece.position] for piece in pieces)):
        return True
    own = [_OWN.search(piece.text) is not None and not _OWN.search(question) for piece in pieces]
    told = [_folded_heading(sources[piece.position]) for piece in pieces]
    return len(pieces) > 1 and all(
        quarters_apart(pieces[one], pieces[other], sources)
        or _numbered_apart(sources[pieces[one].position], sources[pieces[other].position])
        or of_other_parties(sources[pieces[one].position], sources[pieces[other].position])
        or (own[one] and own[other] and not any(name in told[one] and name in told[other] for name in names))
        for one, other in itertools.combinations(range(len(pieces)), 2)
    )


def _are_of_others(pieces: Sequence[Evidence], sources: Sequence[Source]) -> bool:
    """Whether each piece names nobody, and its document is called by a name that those of the others never say.

    Who has it, in three records of three people, are all of them.
    """
    if any(not piece.is_row and any(" " in name for name in piece.names) for piece in pieces):
        return False
    own = [sources[piece.position] for piece in pieces]
    called = [frozenset(analyse(" ".join(names_in(source["title"])))) for source in own]
    return len(pieces) > 1 and all(
        mine - said_in(other) for mine, one in zip(called, own, strict=True) for other in own if other is not one
    )


def quarters_apart(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    """Whether two pieces, or else the headings above them, speak of quarters, and of none in common."""
    said = [
        quarters_in(" ".join((piece.text, *piece.header))) or quarters_in(heading_of(sources[piece.position]))
        for piece in (one, other)
    ]
    return bool(said[0] and said[1]) and not said[0] & said[1]


def _numbered_apart(one: Source, other: Source) -> bool:
    """Whether the titles of two documents tell them apart by a number, as "Invoice 101" and "Invoice 117" do."""
    codes = [dict(_CODED.findall(source["title"])) for source in (one, other)]
    if any(codes[0][word] != codes[1][word] for word in codes[0].keys() & codes[1].keys()):
        return True
    mine, theirs = (numbered_things(source["title"]) for source in (one, other))
    return any(
        mine[word].isdisjoint(theirs[word])
        and not years_in(" ".join(mine[word] | theirs[word]))
        and stem(word) not in MONTH_TERMS
        for word in mine.keys() & theirs.keys()
    )


def of_other_parties(one: Source, other: Source) -> bool:
    """Whether two sources are of contracts, none an amendment, and each is called by a name that the other never says.

    "Lease of Mill Lane 4" and "Lease of Quay House".
    """
    if not all(is_contract(source["title"]) and not is_amendment(source) for source in (one, other)):
        return False
    named = [parties_of(source["title"]) for source in (one, other)]
    return bool(named[0] - said_in(other)) and bool(named[1] - said_in(one))


def of_one_contract(one: Source, other: Source) -> bool:
    """Whether two sources are of contracts that are called the same, but for their dates."""
    return all(is_contract(source["title"]) for source in (one, other)) and are_versions(one, other)


def is_of_another_than_asked(one: Evidence, other: Evidence, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether the question names what the document of one piece is called by, and the other is of another document.

    What a licence says of payment does not contradict the lease that is asked about; another version, an amendment, or
    what a mail says of the lease may. Nor does the offer of one firm, in the same words, that of the one that is named.
    Minutes that do not name the firm whose report they contradict may well be its own.
    """
    mine, theirs = facts.source_of(one), facts.source_of(other)
    if mine.called.is_of_other_month != theirs.called.is_of_other_month:
        return True
    if mine.called.is_unnamed != theirs.called.is_unnamed and likeness(one, other) >= NEARLY_SAME:
        return True
    if mine.is_of_another == theirs.is_of_another:
        return False
    own, others = sources[one.position], sources[other.position]
    both = all(is_contract(source["title"]) and not is_amendment(source) for source in (own, others))
    return both and not are_versions(own, others)


def likeness(one: Evidence, other: Evidence) -> float:
    """Jaccard of the words of two pieces, numbers left out: 0..1."""
    return jaccard(words_of(one.terms), words_of(other.terms))


def jaccard(words: Set[str], others: Set[str]) -> float:
    """What two sets have in common of all that both have: 0..1."""
    return len(words & others) / (len(words | others) or 1)


def tell_same_day(one: Evidence, other: Evidence, facts: Facts) -> bool:
    """Whether it is asked when something is, and both pieces tell one day for it, whatever else they tell.

    Of years that they name they have one in common.
    """
    years = (one.years - facts.wording.years, other.years - facts.wording.years)
    if facts.wanted.kind != "date" or (all(years) and years[0].isdisjoint(years[1])):
        return False
    days = [{_day_told(found) for found in _DAY.finditer(piece.text)} for piece in (one, other)]
    return not days[0].isdisjoint(days[1])


def without_days(text: str) -> str:
    """A text without the days of months that it names: "December 31" is no amount."""
    return _DAY.sub(" ", text)


def _day_told(found: re.Match[str]) -> tuple[int, int]:
    month = found["month"] or found["leading"]
    return MONTHS[fold(month)], int(found["day"] or found["following"])


def are_versions(one: Source, other: Source) -> bool:
    """Whether two sources are of documents that are called the same, but for numbers, months, and "amended".

    Where both have one title, as every lease is a "Lease agreement", the names of their files are.
    """
    if is_amendment(one) != is_amendment(other):
        return False
    return one["document_id"] != other["document_id"] and are_called_as_versions(
        (one["title"], other["title"]), (one["file_name"], other["file_name"])
    )


def are_called_as_versions(titles: tuple[str, str], file_names: tuple[str, str]) -> bool:
    """Whether two documents are called the same, see `are_versions`."""
    words = [words_of(analyse(_NUMBERED_CODE.sub(r"\1 \2", title))) - OF_VERSIONS for title in titles]
    if titles[0] == titles[1]:
        words = [_words_of_file(file_name) for file_name in file_names]
    return bool(words[0]) and words[0] == words[1]


def _words_of_file(file_name: str) -> set[str]:
    """What a file is called, whatever its version: "Lease Quay House v2 (signed).docx"."""
    name = _BETWEEN_WORDS.sub(" ", _VERSION_OF_FILE.sub(" ", PurePosixPath(file_name).stem))
    return words_of(analyse(name)) - _OF_FILES


def called_apart(one: Source, other: Source, asked: Iterable[str]) -> bool:
    """Whether the files of two sources are called alike but for what a question says, which one of them lacks wholly.

    Until when "offer-Arden.pdf" is valid contradicts nothing that "offer-Belmont.pdf" says of itself.
    """
    words = [_words_of_file(source["file_name"]) for source in (one, other)]
    own = [words[0] - words[1], words[1] - words[0]]
    if not all(own) or words[0].isdisjoint(words[1]):
        return False
    meant = [mine.intersection(asked) for mine in own]
    return (bool(meant[0]) and not meant[1] and meant[0].isdisjoint(said_in(other))) or (
        bool(meant[1]) and not meant[0] and meant[1].isdisjoint(said_in(one))
    )


def number_of_version(file_name: str) -> int:
    """The number of its version that the name of a file has, 0 where it has none."""
    found = _VERSION_OF_FILE.search(file_name)
    return int(found.group(1)) if found else 0


def _folded_heading(source: Source) -> str:
    return f" {normalise_name(heading_of(source))} "


def newest_first(sources: Sequence[Source], dates: Mapping[str, str]) -> list[int]:
    """Places of sources by the date of their document, the newest first, undated ones last, in order where that is all.

    Args:
        sources: One for each place.
        dates: Dates of documents (ISO 8601), where known; the quarter or the year of a title stands in.
    """
    known = [dates.get(source["document_id"]) or _period_of(source["title"]) for source in sources]
    return sorted(range(len(sources)), key=known.__getitem__, reverse=True)


def in_order_of_periods(
    sources: Sequence[Source], dates: Mapping[str, str], *, newest_first: bool = False
) -> list[int]:
    """Places of sources by the time that they tell of, the oldest first or the newest, undated ones last.

    Args:
        sources: One for each place.
        dates: Dates of documents (ISO 8601), where known: they stand in for the quarter or the year of a title, which
            goes before, as the report of a year is written in the next one.
        newest_first: Else the oldest.
    """
    days = [dates.get(source["document_id"], "") for source in sources]
    known = [(_period_of(source["title"]) or day, day) for source, day in zip(sources, days, strict=True)]
    ordered = sorted(range(len(sources)), key=known.__getitem__, reverse=newest_first)
    return sorted(ordered, key=lambda place: not any(known[place]))


def _period_of(title: str) -> str:
    return max(quarters_in(title) or years_in(title), default="")


def numbered_things(text: str) -> dict[str, set[str]]:
    """Words with the numbers that follow them, as names of things: "Room 12", no amount of money."""
    found: dict[str, set[str]] = {}
    for word, number in NUMBERED.findall(text):
        if word.lower() not in STOP_WORDS and word not in CURRENCY_CODES:
            found.setdefault(word.lower(), set()).add(number)
    return found


def words_of(terms: Iterable[str]) -> set[str]:
    """Terms that are neither numbers, in figures or written out, nor names of months."""
    return {term for term in terms if not term[0].isdigit() and term not in MONTH_TERMS and term not in _WRITTEN_OUT}


def years_apart(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    """Whether the titles of two documents speak of different years, and what they say of no year in common."""
    if one.years & other.years:
        return False
    titles = [years_in(sources[piece.position]["title"]) for piece in (one, other)]
    return bool(titles[0] and titles[1]) and not titles[0] & titles[1]
