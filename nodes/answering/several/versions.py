"""What changed between two versions of a document: their sentences that say the same with other values, in pairs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.conflicts import LEAST_ALIKE, values_differ
from nodes.answering.disagreeing.told_apart import (
    are_versions,
    in_order_of_periods,
    likeness,
    number_of_version,
    words_of,
)
from nodes.answering.evidence.definitions import clause_number
from nodes.answering.evidence.evidence import Evidence, place_of
from nodes.answering.evidence.source_names import terms_of_name
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import WRITTEN_OUT
from nodes.language.terms import analyse

_WHAT_CHANGED = lazy_regex(
    r"\bwhat(?:['’]s| (?:has|have|is|was))? (?:been )?(?:changed|new|different)\b|"
    r"\bwhat (?:are|were) the (?:main |most important )?(?:changes|differences)\b|"
    r"\bwhat (?:do|does|did|has|have|will) (?:\S+ ){1,8}changed?\b|"
    r"\bwhat (?:changes|will change) (?:with|by|in|under|from|through|after|as of)\b|"
    r"\bhow (?:do|does|did) (?:\S+ ){1,8}differ\b|\b(?:is|are|was|were) (?:\S+ ){1,6}different\b(?! from\b)|"
    r"\bwas (?:hat|ist|wurde) (?:sich )?(?:\S+ ){0,6}(?:geändert|anders|neu)\b",
    re.IGNORECASE,
)
_ASKING = frozenset(
    analyse(
        f"changed changes change differ different differences new compared version versions {' '.join(WRITTEN_OUT)}"
    )
)
_NAMES: tuple[Literal["title", "file_name"], ...] = ("title", "file_name")
_MOST_PAIRS = 4
"""Pairs that are told where it is asked what changed in one thing."""
_MOST_OF_ALL = 8
"""Where all that changed is asked for."""
_FEWEST_WORDS = 2
"""That both say: "Dated 14 March" is no statement."""


def asks_what_changed(question: str) -> bool:
    """Whether what is different in another version is asked for."""
    return _WHAT_CHANGED.search(question) is not None


def terms_of_what_changed(facts: Facts) -> frozenset[str]:
    """The terms of a question but for those that ask what changed."""
    return frozenset(facts.weights) - _ASKING - LIGHT_TERMS


def with_changed_values(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what changed, in its place what two versions of a document say otherwise.

    Versions are called the same but for numbers and dates. Of several, those count whose titles have a year of the
    question, then those that were found first. Where the question says more than how they are called, a pair says it.

    Returns:
        Pairs, the older statement first, in the order in which that document says them; the choice where there is none.
    """
    facts, sources, cosines = material.facts, material.sources, material.cosines
    versions = _versions(sources, facts, material.dates) if asks_what_changed(facts.question) else None
    if versions is None:
        return chosen
    written = sorted(material.pieces, key=lambda piece: place_of(piece, sources))
    one, other = ([piece for piece in written if material.document(piece) == each] for each in versions)
    rest = terms_of_what_changed(facts) - _called([*one, *other], sources)
    left = [*other]
    pairs: list[Weighed] = []
    for piece in one:
        if piece.is_heading or piece.is_list or (rest and rest.isdisjoint(piece.terms)):
            continue
        changed = [each for each in left if _is_changed(piece, each, sources)]
        alike = max(
            changed, key=lambda each: (_is_clause_of(piece, each, sources), likeness(piece, each)), default=None
        )
        if alike is not None:
            left.remove(alike)
            pairs += [Weighed(each, cosines.get(each, 0.0)) for each in (piece, alike)]
    return pairs[: 2 * (_MOST_PAIRS if rest else _MOST_OF_ALL)] or chosen


def tells_changes(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether pieces are the pairs of `with_changed_values`."""
    pairs = list(zip(pieces[::2], pieces[1::2], strict=False))
    return (
        asks_what_changed(facts.question)
        and 2 * len(pairs) == len(pieces) > 0
        and all(_is_changed(*pair, sources) for pair in pairs)
        and all(are_versions(sources[one.position], sources[other.position]) for one, other in pairs)
    )


def tells_what_is_asked(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> bool:
    """Whether the question asks for nothing but what changed, perhaps in one thing, in documents that it calls by name.

    What changed says none of the words that ask for it.
    """
    if not tells_changes(pieces, sources, facts):
        return False
    asked, called = terms_of_what_changed(facts), _called(pieces, sources)
    return bool(asked & called) and asked <= called.union(*(piece.terms for piece in pieces))


def _versions(sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]) -> tuple[str, str] | None:
    """The two documents that are versions of one, the older first, if there are."""
    by_document = {source["document_id"]: place for place, source in reversed(list(enumerate(sources)))}
    places = sorted(by_document.values(), key=lambda place: (not facts.wording.years & _years(facts, place), place))
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            if are_versions(sources[one], sources[other]):
                pair = sorted((sources[one], sources[other]), key=lambda source: number_of_version(source["file_name"]))
                older, newer = (pair[place]["document_id"] for place in in_order_of_periods(pair, dates))
                return older, newer
    return None


def _years(facts: Facts, place: int) -> frozenset[str]:
    return frozenset(term for term in facts.sources[place].title_terms if term.isdigit())


def _called(pieces: Sequence[Evidence], sources: Sequence[Source]) -> frozenset[str]:
    """Terms of what the documents of pieces are called."""
    names = {sources[piece.position][key] for piece in pieces for key in _NAMES}
    return terms_of_name(" ".join(names))


def _is_changed(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    if other.is_heading or other.is_list or one.is_row != other.is_row:
        return False
    if _is_clause_of(one, other, sources):
        return one.terms != other.terms
    if len(words_of(one.terms) & words_of(other.terms)) < _FEWEST_WORDS or likeness(one, other) < LEAST_ALIKE:
        return False
    return values_differ(one, other, frozenset())


def _is_clause_of(one: Evidence, other: Evidence, sources: Sequence[Source]) -> bool:
    """Whether two pieces are the same clause, by number and headings: it may have been worded anew."""
    number = clause_number(one.text)
    paths = [sources[piece.position]["section_path"] for piece in (one, other)]
    return bool(number) and "." in number and number == clause_number(other.text) and paths[0] == paths[1]
