"""What the choice of quotes reads of a question and its sources, once for all pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import headed_content
from nodes.answering.implied.attendance import asks_attendance, without_asking
from nodes.answering.question.compared import Comparison, read_comparison
from nodes.answering.question.small_letters import names_in_small_letters
from nodes.answering.question.source_facts import SourceFacts, read_sources
from nodes.answering.question.term_weights import term_weights
from nodes.answering.question.wanted import Wanted, read_wanted
from nodes.answering.question.wording import Wording, read_wording
from nodes.domain.chat import Plan, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import asks_time_of_day
from nodes.language.asked_roles import terms_of_other_holder
from nodes.language.asked_terms import PRESENT_TERMS, asked_terms
from nodes.language.comparisons import ranks
from nodes.language.irregular_verbs import tells_found
from nodes.language.several import all_times
from nodes.language.terms import analyse, normalise_name, stem
from nodes.language.wholes import subject_terms

_CAPITAL_INSIDE = lazy_regex(r"(?<=[a-zß-öø-ÿ,;] )[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:-[^\W\d_]+)*")
LIGHT_TERMS = frozenset(
    stem(word)
    for words in (
        "do done take taken took make made get got gotten give given gave need want put go went gone come came",
        "say said tell told know look find exist concern apply allow permit possible planned scheduled supposed occur",
        "meant",
        "value last lasted",
        "anything something everything quote quoted cite",
        "passiert geschieht sucede succede acontece gebeurt erlaubt gestattet zulässig",
        "autorisé permis permitido permesso",
        "speak speaks spoke spoken call contact topic theme subject",
        "good bad great nice suitable sensible worthwhile wise",
        "company firm organisation organization document file report table text page show included",
        "paper article contract agreement recipe trial memo letter note author section chapter entry acronym",
        "measure measured observe observed obtain obtained achieve determine state mention describe known result",
        "resulting according remain remained left help work develop developed feel ask item people person instead",
        "already still even really actually exactly usually normally originally original anyway perhaps maybe please",
        "thought think believe assume expect whoever whichever",
    )
    for word in words.split()
)
"""Words that a question hangs on, and that what answers it hardly ever repeats ("Are dogs allowed?", "the p value").

So are those that call the documents, or whom they are about, by what they are ("the company", "in the table").
"""
_TIME = frozenset({stem("time")})
"""Where an hour is asked for, which no text calls a time."""
_CALLS = frozenset(map(stem, ("phone", "telephone")))
"""Where it is asked how somebody is reached: a telephone that is taken along is one."""
_STUDY, _THE_STUDY = frozenset({stem("study")}), lazy_regex(r"\b(?:the|this) study\b", re.IGNORECASE)
"""A document too, where it is no verb."""


@dataclass(frozen=True)
class Facts:
    """What the choice reads of the question and its sources."""

    question: str
    """As it stands alone."""
    weights: Mapping[str, float]
    """Of its terms."""
    names: tuple[str, ...]
    """Those that it has, normalised."""
    wanted: Wanted
    wording: Wording
    comparison: Comparison
    sources: tuple[SourceFacts, ...]
    """In the order of the sources."""
    capitals: frozenset[str]
    """Where a name is asked for, words that the sources write with a capital inside a sentence: names, mostly."""

    @cached_property
    def name_terms(self) -> frozenset[str]:
        """The terms of its names."""
        return frozenset(term for name in self.names for term in analyse(name))

    def source_of(self, piece: Evidence) -> SourceFacts:
        """What is known of the source that a piece stands in."""
        return self.sources[piece.position]

    def held_by(self, piece: Evidence) -> frozenset[str]:
        """The terms that a piece says, those that it is about, and those that its document or section is called by."""
        return piece.terms | piece.about | self.source_of(piece).title_terms


def read_question(
    question: str, plan: Plan, sources: Sequence[Source], frequencies: DocumentFrequencies | None
) -> Facts:
    """Weights of the question's terms, what kind of answer it wants, and what its sources are about."""
    terms = _terms(question, plan)
    asked, wanted = frozenset(terms), read_wanted(question, plan)
    light = (_STUDY if _THE_STUDY.search(question) else frozenset()) | (_CALLS if wanted.asks_contact else frozenset())
    names = tuple(map(normalise_name, plan["entities"])) or tuple(names_in_small_letters(question, sources))
    return Facts(
        question=question,
        weights=_weights(terms, sources, frequencies, light),
        names=names,
        wanted=wanted,
        wording=read_wording(question, plan, terms),
        comparison=read_comparison(question, plan, asked, sources),
        sources=read_sources(question, plan, names, asked, sources),
        capitals=_capitals(sources) if wanted.kind == "name" else frozenset(),
    )


def with_sources(facts: Facts, plan: Plan, sources: Sequence[Source]) -> Facts:
    """The same facts beside other sources: what is known of each of these."""
    asked = frozenset(_terms(facts.question, plan))
    return replace(facts, sources=read_sources(facts.question, plan, facts.names, asked, sources))


def _terms(question: str, plan: Plan) -> list[str]:
    """The terms of what is asked: of a summary what it is of, and else without the words that merely ask or order.

    Nor are those asked for that say at which times: "over the years" stands in none of the reports of the years.
    """
    terms = (subject_terms(question) if plan["query_type"] == "summary" else []) or asked_terms(question)
    if asks_attendance(question):
        terms = [term for term in terms if term in without_asking(question)] or terms
    ordering = _ordering(question, plan).union(analyse(all_times(question)))
    ordering |= terms_of_other_holder(question)
    ordering |= _TIME if asks_time_of_day(question) else frozenset()
    return [term for term in terms if term not in ordering] or terms


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
    texts = map(headed_content, sources)
    light = unknown_terms((LIGHT_TERMS | PRESENT_TERMS | light).intersection(terms), frequencies, texts)
    if "find" in light and any(tells_found(source["content"]) for source in sources):
        light -= {"find"}
    return term_weights([term for term in terms if term not in light] or terms, sources, frequencies)


def _capitals(sources: Sequence[Source]) -> frozenset[str]:
    return frozenset(word for source in sources for word in _CAPITAL_INSIDE.findall(source["content"]))
