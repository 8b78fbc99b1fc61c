"""By which words of a question documents are called, and which of those nothing that was read of another says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.answering.evidence.source_names import heading_of
from nodes.domain.chat import Plan, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.amendments import names_amendment
from nodes.language.contracts import parties_of
from nodes.language.paper_kinds import OF_A_TIME, paper_kinds
from nodes.language.periods import MONTH_TERMS
from nodes.language.spans_of_months import is_open_ended, months_spanned
from nodes.language.terms import analyse

_CODE = lazy_regex(r"(?!(?:19|20)\d\d$)(?=.*\d)\w{3,}")
"""As a term: a number of three figures or what has one, and no year; of a day or a quarter there are several papers."""
_TIMES = frozenset(analyse("Q1 Q2 Q3 Q4 first second third fourth quarter")) | MONTH_TERMS.keys()
_YEARS = frozenset(map(str, range(1900, 2100)))
_IN_BRACKETS = lazy_regex(r"\([^()]{1,200}\)\s*$")


@dataclass(frozen=True)
class Called:
    """What the document of one source is called by, beside the others."""

    kinds: frozenset[str]
    """Of paper, see `nodes.language.paper_kinds`."""
    terms: frozenset[str]
    """Of the question: those of its names and codes in the title or at the head of the document, those of a line there
    that says nothing else ("Duty Manager"), and what the title has in brackets ("Curriculum vitae (Ada Holm)")."""
    times: frozenset[str]
    """Terms of the question by which it names months or quarters, where the document is of those."""
    said: frozenset[str]
    """Terms of the question in all that was read of the document."""
    is_unnamed: bool
    """A name of the question is in the title, or at the head, of another document, and nowhere in what was read of
    this one."""
    is_of_other_month: bool
    """It is of months, none that the question names, and another document is of those."""
    is_of_other_thing: bool
    """It is of a kind with another document that the question names by more, of which nothing read of this one tells.

    An amendment need not name the contract."""

    def is_beside(self, other: Called) -> bool:
        """Whether the question names the document of another by what nothing that was read of this one says."""
        return bool(other.terms - self.said)


def what_they_are_called(
    question: str, plan: Plan, names: Sequence[str], asked: frozenset[str], sources: Sequence[Source]
) -> list[Called]:
    """Of each source, by a question with these names that asks for these terms."""
    terms = [_called_terms(source, names, asked) for source in sources]
    kinds = [paper_kinds(_above(source)) for source in sources]
    read: dict[str, set[str]] = {}
    for source in sources:
        read.setdefault(source["document_id"], set()).update(analyse(f"{_above(source)} {source['content']}"))
    said = [asked & read[source["document_id"]] for source in sources]
    named, months = _names_of_titles(names, sources), _months_of(plan, sources, kinds)
    meant = frozenset[int]() if is_open_ended(question) else months_spanned(question)
    is_called_so = any(meant & own for own in months)
    return [
        Called(
            kinds=kinds[place],
            terms=terms[place],
            times=asked & _TIMES if meant & months[place] else frozenset(),
            said=said[place],
            is_unnamed=bool(named) and named.isdisjoint(read[source["document_id"]]),
            is_of_other_month=is_called_so and bool(months[place]) and not meant & months[place],
            is_of_other_thing=any(
                terms[place] < own and kinds[place] & kind and own - said[place]
                for kind, own in zip(kinds, terms, strict=True)
            )
            and not names_amendment(heading_of(source)),
        )
        for place, source in enumerate(sources)
    ]


def _above(source: Source) -> str:
    return f"{source['title']} {source.get('head', '')}"


def _called_terms(source: Source, names: Sequence[str], asked: frozenset[str]) -> frozenset[str]:
    above = frozenset(analyse(_above(source)))
    of_names = above.intersection(term for name in names for term in analyse(name))
    lines = [frozenset(analyse(_IN_BRACKETS.sub("", line))) for line in source.get("head", "").split("\n")]
    subject = _IN_BRACKETS.search(source["title"])
    codes = filter(_CODE.fullmatch, above)
    lines = [line for line in lines if _is_named(line, asked)]
    called = of_names.union(analyse(subject[0] if subject else ""), codes, *lines)
    return (asked & called) - _TIMES - _YEARS


def _is_named(line: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether a question says all of a line, or half of it in two words or more: "stores clerk"."""
    said = len(line & asked)
    return line <= asked or (said > 1 and 2 * said >= len(line))


def are_of_other_parties(names: Sequence[str], sources: Sequence[Source]) -> list[bool]:
    """Whether a source is of a contract called by names that the question does not say, and another is by one of its.

    An amendment need not name the parties.
    """
    asked = frozenset(term for name in names for term in analyse(name))
    parties = [
        frozenset[str]() if names_amendment(heading_of(source)) else parties_of(source["title"]) for source in sources
    ]
    is_named = [bool(asked & own) for own in parties]
    return [any(is_named) and bool(own) and not named for own, named in zip(parties, is_named, strict=True)]


def _names_of_titles(names: Sequence[str], sources: Sequence[Source]) -> frozenset[str]:
    """The terms of the names of a question that a document is called by."""
    titles = [frozenset(analyse(_above(source))) for source in sources]
    called = [terms for name in names if (terms := frozenset(analyse(name)))]
    return frozenset[str]().union(*(terms for terms in called if any(terms <= title for title in titles)))


def _months_of(plan: Plan, sources: Sequence[Source], kinds: Sequence[frozenset[str]]) -> list[frozenset[int]]:
    """The months that each source is of by its title, and what is one of a series by its head.

    Not by its head where what is asked about is described: who took the minutes of May was born as a list of June says.
    """
    of_a_time = frozenset[str]() if plan["query_type"] == "relational" else OF_A_TIME
    return [
        months_spanned(_above(source) if kind & of_a_time else source["title"])
        for source, kind in zip(sources, kinds, strict=True)
    ]
