"""What a source is about and called by, whatever one piece of it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.source_names import heading_of, in_words
from nodes.answering.question.called import Called, are_of_other_parties, what_they_are_called
from nodes.answering.tables.table_rows import quarters_in, years_in
from nodes.domain.chat import Plan, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.abbreviations import said_otherwise
from nodes.language.amendments import ordinals_told
from nodes.language.answered_mails import introduces_mail
from nodes.language.denials import excludes
from nodes.language.headings import heading_likeness, innermost
from nodes.language.initials import asked_initials, initials_of, title_initials
from nodes.language.irregular_verbs import tells_found
from nodes.language.labels import labels_of
from nodes.language.periods import period_label
from nodes.language.terms import analyse, normalise_name
from nodes.language.word_families import of_one_family

_VERSION = lazy_regex(r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\w.]*\d)")
_ACRONYM = lazy_regex(r"\b([A-Z]{3,6})s?\b")
_CAPITAL_WORD = lazy_regex(r"(?<![^\W_])[A-ZÀ-ÖØ-Þ]\w+")
_FOUND = frozenset(analyse("found"))
_OF_QUARTERS = frozenset(analyse("first second third fourth quarter q1 q2 q3 q4"))


@dataclass(frozen=True)
class SourceFacts:
    """What counts for every piece of one source."""

    document_id: str
    is_of_another: bool
    """The question names another document instead, or another version."""
    called: Called
    """What its document is called by of what the question says."""
    is_answered: bool
    """It is a mail that another answers, which stands above it."""
    heading_likeness: float
    """How like the question its heading is, see `nodes.language.headings.heading_likeness`."""
    named_terms: frozenset[str]
    """The terms of the names in the question that its file is called by: all of it is about those, whether a row says
    so or not."""
    title_terms: frozenset[str]
    """Of its title and its sections, and the acronyms of the question that the title is in full."""
    title_years: frozenset[str]
    """Of its title and its sections, where it speaks of no other year itself."""
    title_quarters: frozenset[str]
    """Of its title and its sections, as `2024Q3`."""
    title: str
    """As others mention it: normalised, between blanks; empty where no other can mean it by its title."""
    folded: str
    """Title and content, normalised."""


def read_sources(
    question: str, plan: Plan, names: Sequence[str], asked: frozenset[str], sources: Sequence[Source]
) -> tuple[SourceFacts, ...]:
    """What is known of each source beside the others, of a question that has these names and asks for these terms."""
    denied = excludes(question)
    quarters = frozenset(period_label(period) for period in plan["periods"] if period["quarter"])
    titles = _in_other_words(
        [_title_terms(source, question, plan, asked, quarters) for source in sources], asked, sources
    )
    of_another = _are_of_another(plan, names, sources, frozenset(_VERSION.findall(question)))
    called = what_they_are_called(question, plan, names, asked, sources)
    titles = [own | each.terms | each.times for own, each in zip(titles, called, strict=True)]
    years = zip(map(_title_years, sources), _years_said(sources), strict=True)
    return tuple(
        SourceFacts(
            document_id=source["document_id"],
            is_of_another=is_of_another,
            called=own,
            is_answered=any(map(introduces_mail, source["section_path"])),
            heading_likeness=heading_likeness(innermost(source["section_path"], source["title"]), asked, denied=denied),
            named_terms=_named_terms(plan, source),
            title_terms=title_terms,
            title_years=title_years if said <= title_years else frozenset(),
            title_quarters=_title_quarters(source),
            title=_bare_title(source) if _may_be_mentioned(source, sources) else "",
            folded=normalise_name(f"{source['title']} {source.get('head', '')} {source['content']}"),
        )
        for source, own, is_of_another, title_terms, (title_years, said) in zip(
            sources, called, of_another, titles, years, strict=True
        )
    )


def _title_years(source: Source) -> frozenset[str]:
    return years_in(heading_of(source).replace("_", " "))


def _years_said(sources: Sequence[Source]) -> list[frozenset[str]]:
    """Of each source the years that its sentences and rows are of."""
    said: list[set[str]] = [set() for _ in sources]
    for piece in evidence_of(sources):
        said[piece.position] |= piece.years
    return [frozenset(years) for years in said]


def _are_of_another(
    plan: Plan, names: Sequence[str], sources: Sequence[Source], versions: frozenset[str]
) -> tuple[bool, ...]:
    """Whether a source is of another document than the question names, or a contract of parties that it does not name.

    So is what stands under another version number.
    """
    if plan["query_type"] in {"comparison", "relational"}:
        return (False,) * len(sources)
    named = [source["document_id"] in plan["named_documents"] for source in sources]
    headed = [frozenset(_VERSION.findall(heading_of(source))) for source in sources]
    others = [
        bool(said) and versions.isdisjoint(said.union(_VERSION.findall(source["content"])))
        for said, source in zip(headed, sources, strict=True)
    ]
    is_headed = any(versions & said for said in headed)
    of_others = are_of_other_parties(names, sources)
    return tuple(
        (any(named) and not one) or (is_headed and other) or of_other
        for one, other, of_other in zip(named, others, of_others, strict=True)
    )


def _title_terms(
    source: Source, question: str, plan: Plan, asked: frozenset[str], quarters: frozenset[str]
) -> frozenset[str]:
    """What its heading says, also in short, or in other words: "Q3 2025" is the third quarter, "No. 2" the second."""
    heading = heading_of(source)
    terms = frozenset(analyse(heading)) | _short_for(source, question, plan) | ordinals_told(question, heading)
    terms |= _labels_of_file(source, question)
    if "find" in terms and tells_found(question):
        terms |= _FOUND
    return terms | (asked & _OF_QUARTERS) if quarters & _title_quarters(source) else terms


def _in_other_words(
    titles: list[frozenset[str]], asked: frozenset[str], sources: Sequence[Source]
) -> list[frozenset[str]]:
    """The terms of titles, those of the question among them that one says in other words, and no source as they are."""
    families = {term: of_one_family(term) for term in asked}
    told = [
        said_otherwise(asked, terms) | {term for term, others in families.items() if others & terms} for terms in titles
    ]
    if any(told):
        said = frozenset(term for source in sources for term in analyse(source["content"]))
        return [terms | (more - said) for terms, more in zip(titles, told, strict=True)]
    return titles


def _title_quarters(source: Source) -> frozenset[str]:
    return quarters_in(heading_of(source).replace("_", " "))


def _named_terms(plan: Plan, source: Source) -> frozenset[str]:
    """The terms of the names in a question that words of its file name begin with: "GENERALMILLS_2020_10K.pdf"."""
    words = normalise_name(in_words(source["file_name"])).split()
    runs = ["".join(words[place:]) for place in range(len(words))]
    called = [
        name
        for name in plan["entities"]
        if (joined := normalise_name(name).replace(" ", "")) and any(run.startswith(joined) for run in runs)
    ]
    return frozenset(term for name in called for term in analyse(name))


def _labels_of_file(source: Source, question: str) -> frozenset[str]:
    """The terms of the labelled things of a question that its file is called by: "lease-flat-2.txt" is of flat 2."""
    asked, called = labels_of(question), labels_of(in_words(source["file_name"]))
    return frozenset(
        term
        for kind in asked.keys() & called.keys()
        for label in asked[kind] & called[kind]
        for term in analyse(f"{kind} {label}")
    )


def _short_for(source: Source, question: str, plan: Plan) -> frozenset[str]:
    """The terms of the acronyms in a question that words of a title begin with, one after the other.

    "Mutual Non-Disclosure Agreement" is an NDA; written small it is one where the question names that document.
    """
    written = list(_ACRONYM.finditer(question))
    small = asked_initials(question) if source["document_id"] in plan["named_documents"] else {}
    if not written and not small:
        return frozenset()
    initials = initials_of(_CAPITAL_WORD.findall(source["title"]))
    called = title_initials(source["title"])
    short = [found.group() for found in written if found[1] in initials or found[1] in called]
    short += [f"{each} {each}s" for each in small if each in called]
    return frozenset(term for word in short for term in analyse(word))


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
