"""What the choice of quotes reads of a question and its sources, once for all pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from nodes.answering.amending import heading_of
from nodes.answering.attendance import Attendance, asks_attendance, without_asking
from nodes.answering.contacts import asks_contact
from nodes.answering.cues import Denial, asked_denial
from nodes.answering.dated import date_terms
from nodes.answering.definitions import asked_clauses, asks_definition
from nodes.answering.evidence import Evidence, term_weights
from nodes.answering.table_rows import years_in
from nodes.answering.units import Unit, asked_unit
from nodes.domain.chat import Plan, Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.asked_terms import PRESENT_TERMS, asked_terms
from nodes.language.comparisons import is_comparing, own_terms, ranks
from nodes.language.counted import counted_term
from nodes.language.denials import excludes
from nodes.language.headings import heading_likeness, innermost
from nodes.language.labels import labels_of
from nodes.language.numbers import numbers_in
from nodes.language.periods import period_label
from nodes.language.query_terms import query_terms
from nodes.language.questions import (
    AnswerKind,
    Measure,
    answer_kind,
    asked_measure,
    asked_role,
    asks_several,
    focus_terms,
)
from nodes.language.subjects import subject_terms
from nodes.language.terms import analyse, normalise_name, stem

_VERSION = re.compile(r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\w.]*\d)")
_ACRONYM = re.compile(r"\b([A-Z]{3,6})s?\b")
_CAPITAL_WORD = re.compile(r"(?<![^\W_])[A-ZÀ-ÖØ-Þ]\w+")
_DIVIDERS = re.compile(r"[\W_]+")
_CAPITAL_INSIDE = re.compile(r"(?<=[a-zß-öø-ÿ,;] )[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:-[^\W\d_]+)*")
LIGHT_TERMS = frozenset(
    stem(word)
    for words in (
        "do done take taken took make made get got gotten give given gave need want put go went gone come came",
        "say said tell told know look find exist concern apply allow permit possible planned scheduled supposed occur",
        "value last lasted phone telephone",
        "passiert geschieht sucede succede acontece gebeurt",
        "speak speaks spoke spoken call contact topic theme subject",
        "good bad great nice suitable sensible worthwhile wise",
        "company firm organisation organization document file report table text page show included",
        "paper article contract agreement recipe trial memo letter note author section chapter entry acronym",
        "measure measured observe observed obtain obtained achieve determine state mention describe known result",
        "resulting according remain remained left help work develop developed feel ask item people person instead",
    )
    for word in words.split()
)
"""Words that a question hangs on, and that what answers it hardly ever repeats ("Are dogs allowed?", "the p value").

So are those that call the documents, or whom they are about, by what they are ("the company", "in the table").
"""
_STUDY, _THE_STUDY = frozenset({stem("study")}), re.compile(r"\b(?:the|this) study\b", re.IGNORECASE)
"""A document too, where it is no verb."""
_LONGEST_FACT = 7
"""Terms of a question that may still ask for one fact by a bare "what is"."""


@dataclass(frozen=True)
class Facts:
    """What the choice reads of the question and its sources."""

    question: str
    """As it stands alone."""
    kind: AnswerKind
    measure: Measure
    unit: Unit | None
    """In which a number is asked for, where the question names one."""
    counted: str
    """The term of what is counted, where it is asked how many there are; else empty."""
    weights: Mapping[str, float]
    said: str
    """The question's terms in the order it says them, between blanks."""
    phrases: frozenset[tuple[str, str]]
    """Terms that stand beside one another in it, names and numbers aside: "net income"."""
    role: str
    """The terms of the role that somebody is asked for by, between blanks; empty where none of several words is."""
    focus: frozenset[str]
    names: tuple[str, ...]
    capitals: frozenset[str]
    """Where a name is asked for, words that the sources write with a capital inside a sentence: names, mostly."""
    numbers: frozenset[str]
    years: frozenset[str]
    quarters: frozenset[str]
    """With their years, as `2024Q3`."""
    dates: Mapping[str, frozenset[str]]
    """The terms that say each exact date (ISO 8601)."""
    sides: tuple[frozenset[str], ...]
    """Of each side of a comparison, the terms that no other side has."""
    side_labels: tuple[Mapping[str, frozenset[str]], ...]
    """Of each side, the labels that tell it apart, see `labels`."""
    side_words: frozenset[str]
    """All terms of the sides."""
    side_sources: tuple[frozenset[int], ...]
    """For each source, the sides that it is about as a whole."""
    asks_amount: bool
    explains: bool
    asks_definition: bool
    asks_attendance: Attendance
    asks_contact: bool
    """A telephone number, a mail or a web address is asked for."""
    denial: Denial
    """It asks for what is not so, or for what must not be; empty where neither."""
    labels: Mapping[str, frozenset[str]]
    """Letters and numbers of the things that it tells apart by them, by the stem of what they are: "sample A"."""
    clauses: frozenset[str]
    """Numbers of the clauses that are asked for."""
    compares: bool
    """It asks which of several things is more, or how they differ."""
    asks_steps: bool
    asks_several: bool
    """The things that are asked for are named in the plural: "Which decisions were taken?"."""
    is_summary: bool
    is_relational: bool
    """The thing asked about is itself described."""
    needs_two: bool
    """The answer may lie behind another fact, or has two sides."""
    unnamed: tuple[bool, ...]
    """For each source, whether the question names another document instead, or another version."""
    headed: tuple[float, ...]
    """For each source, how like the question its heading is, see `nodes.language.headings.heading_likeness`."""
    meant: tuple[frozenset[str], ...]
    """For each source, the terms of the names in the question that its file is called by: all of it is about those,
    whether a row says so or not."""
    title_terms: tuple[frozenset[str], ...]
    title_years: tuple[frozenset[str], ...]
    """For each source that speaks of no year itself, those of its title and section."""
    titles: tuple[str, ...]
    folded: tuple[str, ...]
    """Title and content of each source, normalised."""

    def sides_of(self, piece: Evidence) -> set[int]:
        """The sides of a comparison that a piece is about: named in it, or what its source is about."""
        named = {side for side, terms in enumerate(self.sides) if terms <= piece.terms}
        return named | self.side_sources[piece.position]


def read_question(
    question: str, plan: Plan, sources: Sequence[Source], frequencies: DocumentFrequencies | None
) -> Facts:
    """Weights of the question's terms, what kind of answer it wants, and what its sources are about."""
    is_summary = plan["query_type"] == "summary"
    terms = (subject_terms(question) if is_summary else []) or asked_terms(question)
    attendance = asks_attendance(question)
    if attendance:
        terms = [term for term in terms if term in without_asking(question)] or terms
    terms = [term for term in terms if term not in _ordering(question, plan)] or terms
    asked = frozenset(terms)
    titles = tuple(frozenset(analyse(heading_of(source))) | _short_for(source["title"], question) for source in sources)
    return Facts(
        question=question,
        kind=answer_kind(question),
        measure=asked_measure(question),
        unit=asked_unit(question),
        counted=counted_term(question),
        weights=_weights(terms, sources, frequencies, _STUDY if _THE_STUDY.search(question) else frozenset()),
        said=f" {' '.join(analyse(question))} ",
        phrases=_phrases(question, plan, asked),
        role=f" {' '.join(role)} " if (role := asked_role(question)) else "",
        focus=frozenset(focus_terms(question)),
        names=tuple(normalise_name(name) for name in plan["entities"]),
        capitals=_capitals(sources) if answer_kind(question) == "name" else frozenset(),
        numbers=numbers_in(question),
        years=frozenset(str(period["year"]) for period in plan["periods"]),
        quarters=frozenset(period_label(period) for period in plan["periods"] if period["quarter"]),
        dates=date_terms(terms, plan["dates"]),
        sides=_named_terms(own_terms(plan["comparison_sides"]), asked, sources),
        side_labels=tuple(labels_of(side) for side in plan["comparison_sides"]),
        side_words=frozenset(term for side in plan["comparison_sides"] for term in analyse(side)),
        side_sources=_side_sources(
            plan["comparison_sides"],
            [_called(source) for source in sources],
        ),
        asks_amount=plan["asks_amount"] or (bool(plan["periods"]) and answer_kind(question) == "other"),
        explains=_explains(question, plan),
        is_summary=is_summary,
        is_relational=plan["query_type"] == "relational",
        asks_several=asks_several(question),
        asks_definition=asks_definition(question),
        asks_attendance=attendance,
        asks_contact=bool(asks_contact(question)),
        denial=asked_denial(question),
        labels=labels_of(question),
        clauses=asked_clauses(question),
        compares=any(is_comparing(word) for word in question.split()),
        asks_steps=plan["query_type"] == "procedural",
        needs_two=_needs_two(question, plan),
        unnamed=_unnamed(plan, sources, frozenset(_VERSION.findall(question))),
        headed=tuple(
            heading_likeness(innermost(each["section_path"], each["title"]), asked, denied=excludes(question))
            for each in sources
        ),
        meant=tuple(_meant(plan, source) for source in sources),
        title_terms=titles,
        title_years=tuple(
            frozenset() if years_in(source["content"]) else years_in(heading_of(source).replace("_", " "))
            for source in sources
        ),
        titles=tuple(_bare_title(source) if _may_be_mentioned(source, sources) else "" for source in sources),
        folded=tuple(normalise_name(f"{source['title']} {source['content']}") for source in sources),
    )


def _ordering(question: str, plan: Plan) -> frozenset[str]:
    """The terms by which a question orders its two sides: "born first" is no "first performed"."""
    of_sides = {term for side in plan["comparison_sides"] for term in analyse(side)}
    words = [word for word in question.split() if ranks(word)] if of_sides else []
    return frozenset(term for word in words for term in analyse(word)) - of_sides


def unknown_terms(terms: Set[str], frequencies: DocumentFrequencies | None, texts: Iterable[str]) -> frozenset[str]:
    """The terms that no document holds: neither by the frequencies nor in these texts of sources.

    The texts are read only where frequencies leave something unknown, which they hardly ever do.
    """
    unknown = set(terms)
    if frequencies is not None and frequencies.document_count:
        unknown = {term for term in unknown if frequencies.frequencies.get(term, 0) == 0}
    for text in texts if unknown else ():
        unknown.difference_update(analyse(text))
    return frozenset(unknown)


def _weights(
    terms: Sequence[str], sources: Sequence[Source], frequencies: DocumentFrequencies | None, light: Set[str]
) -> dict[str, float]:
    """The weight of each term; light words that no document holds are not waited for."""
    texts = (_heading_and_content(each) for each in sources)
    light = unknown_terms((LIGHT_TERMS | PRESENT_TERMS | light).intersection(terms), frequencies, texts)
    return term_weights([term for term in terms if term not in light] or terms, sources, frequencies)


def _heading_and_content(source: Source) -> str:
    return f"{heading_of(source)} {source['content']}"


def _phrases(question: str, plan: Plan, asked: frozenset[str]) -> frozenset[tuple[str, str]]:
    apart = {term for name in plan["entities"] for term in analyse(name)}
    return frozenset(
        (one, other)
        for one, other in pairwise(analyse(question))
        if {one, other} <= asked - apart and not (one.isdigit() or other.isdigit())
    )


def _explains(question: str, plan: Plan) -> bool:
    """Whether an explanation is asked for, rather than one thing."""
    if plan["query_type"] in {"summary", "procedural"}:
        return True
    if plan["query_type"] == "relational" or plan["comparison_sides"] or asks_contact(question):
        return False
    kind = answer_kind(question)
    if kind in {"manner", "reason"}:
        return True
    long = plan["query_type"] != "factual" or len(query_terms(question)) > _LONGEST_FACT
    return kind == "other" and long and not focus_terms(question) and not plan["asks_amount"]


def _needs_two(question: str, plan: Plan) -> bool:
    """Whether one quote may not do: a short question for one thing gets a second only where that adds something."""
    if plan["query_type"] in {"relational", "comparison"} or _explains(question, plan):
        return True
    return len(query_terms(question)) > _LONGEST_FACT


def _named_terms(
    sides: Sequence[frozenset[str]], asked: frozenset[str], sources: Sequence[Source]
) -> tuple[frozenset[str], ...]:
    """Of each side the terms that the document is called by which it fits best; all where it fits none.

    "Training time summer" is the summer timetable's: the terms that few documents are called by tell which.
    """
    names: dict[str, set[str]] = {}
    for source in sources:
        names.setdefault(source["document_id"], set()).update(_called(source))
    bearing = Counter(term for called in names.values() for term in called)

    def best(side: frozenset[str]) -> frozenset[str]:
        fitting = [side & asked & called for called in names.values()]
        return max(fitting, key=lambda terms: sum(1 / bearing[term] for term in sorted(terms)), default=frozenset())

    return tuple(best(side) or side & asked or side for side in sides)


def _side_sources(sides: Sequence[str], titles: Sequence[frozenset[str]]) -> tuple[frozenset[int], ...]:
    """The sides that each title is about. A side that no title names is every alike title that names no other side."""
    own = own_terms(sides)
    named = [frozenset(side for side, terms in enumerate(own) if terms <= title) for title in titles]
    for side, words in enumerate(frozenset(analyse(side)) for side in sides):
        if not any(side in found for found in named):
            alike = [
                not found and len(words & title) * 2 >= len(words) for found, title in zip(named, titles, strict=True)
            ]
            named = [found | {side} if like else found for found, like in zip(named, alike, strict=True)]
    return tuple(named)


def _unnamed(plan: Plan, sources: Sequence[Source], versions: frozenset[str]) -> tuple[bool, ...]:
    """Whether a source is of another document than the question names, or stands under another version number."""
    if plan["query_type"] in {"comparison", "relational"}:
        return (False,) * len(sources)
    named = [source["document_id"] in plan["named_documents"] for source in sources]
    headed = [frozenset(_VERSION.findall(heading_of(source))) for source in sources]
    others = [
        bool(said) and versions.isdisjoint(said.union(_VERSION.findall(source["content"])))
        for said, source in zip(headed, sources, strict=True)
    ]
    is_headed = any(versions & said for said in headed)
    return tuple((any(named) and not one) or (is_headed and other) for one, other in zip(named, others, strict=True))


def _meant(plan: Plan, source: Source) -> frozenset[str]:
    """The terms of the names in a question that words of its file name begin with: "GENERALMILLS_2020_10K.pdf"."""
    words = normalise_name(_DIVIDERS.sub(" ", source["file_name"])).split()
    runs = ["".join(words[place:]) for place in range(len(words))]
    called = [
        name
        for name in plan["entities"]
        if (joined := normalise_name(name).replace(" ", "")) and any(run.startswith(joined) for run in runs)
    ]
    return frozenset(term for name in called for term in analyse(name))


def _capitals(sources: Sequence[Source]) -> frozenset[str]:
    return frozenset(word for source in sources for word in _CAPITAL_INSIDE.findall(source["content"]))


def _short_for(title: str, question: str) -> frozenset[str]:
    """The terms of the acronyms in a question that words of a title begin with, one after the other.

    "Mutual Non-Disclosure Agreement" is an NDA.
    """
    initials = "".join(word[0] for word in _CAPITAL_WORD.findall(title))
    short = (found.group() for found in _ACRONYM.finditer(question) if found[1] in initials)
    return frozenset(term for word in short for term in analyse(word))


def _called(source: Source) -> frozenset[str]:
    """The terms of a source's title, sections and file name."""
    return frozenset(analyse(f"{heading_of(source)} {_DIVIDERS.sub(' ', source['file_name'])}"))


def _may_be_mentioned(source: Source, sources: Sequence[Source]) -> bool:
    """Whether others can mean it by its title: a single word is a name where a capital opens it inside a sentence."""
    word = source["title"].strip()
    if not word.isalpha():
        return True
    capitalised = re.compile(rf"[a-zß-öø-ÿ0-9,;:] [\"“„«‘'(*_]*{re.escape(word[0].upper() + word[1:])}\b")
    return any(capitalised.search(other["content"]) for other in sources if other is not source)


def _bare_title(source: Source) -> str:
    """The title as others mention it: without what stands in parentheses; between blanks."""
    bare = normalise_name(re.sub(r"(?:(?<!\s)\s+)?\([^)]{0,300}\)\s*$", "", source["title"]))
    return f" {bare} " if len(bare) > 2 else ""
