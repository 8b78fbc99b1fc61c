"""The years, quarters, months and days of a question that the evidence does not speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.question.question_facts import Facts
from nodes.answering.quoting.quoting import Quote
from nodes.answering.tables.table_rows import are_years, quarters_in, years_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTH_TERMS, find_dates, months_named

_FEWEST_DAYS = 3
"""Of a table that tells what is so on each of some days."""
_NAMED_YEAR = r"(?<!\d){}(?!\d)|(?:[YQHyqh]\d? ?|[-/'’–]){}(?!\d)"
"""2020, FY20, 4Q20, Q4 20, '20, 2019/20."""
_ONLY_YEAR = lazy_regex(r"\W*(?:19|20)\d\d(?:[/–-](?:19|20)?\d\d)?\W*")
"""A label that is a year, or one over two: "2030/31"."""


def years_to_be_found(years: set[str], question: str) -> set[str]:
    """Of the years that a question means, those that must be found: not the ones inside a range ("1962 to 1964")."""
    inside = {year for year in years if min(years) < year < max(years)}
    return years - {year for year in inside if not re.search(_NAMED_YEAR.format(year, year[-2:]), question)}


def untold_quarters(facts: Facts, quotes: Sequence[Quote], texts: Sequence[str]) -> list[str]:
    """The quarters of a question that no source speaks of, where all quotes stand under headings of other quarters."""
    asked = facts.wording.quarters
    headed = [facts.source_of(quote.evidence).title_quarters for quote in quotes]
    if not asked or not all(headed) or any(asked & said for said in headed):
        return []
    said = frozenset[str]().union(*map(quarters_in, texts))
    return [f"{label[4:]} {label[:4]}" for label in sorted(asked - said)]


def other_days(facts: Facts, pieces: Sequence[Evidence]) -> list[str]:
    """The exact days of a question, or its month, where all that is quoted are rows, each of other days."""
    told = [find_dates(piece.text) for piece in pieces if piece.is_row]
    asked, months = facts.wording.dates, facts.wording.months
    if not (0 < len(pieces) == len(told) and all(told)):
        return []
    if months and not any(term in MONTH_TERMS for piece in pieces for term in piece.terms):
        return sorted({name.capitalize() for name in months_named(facts.question)})
    return sorted(asked) if asked and all(asked.keys().isdisjoint(days) for days in told) else []


def days_beyond(facts: Facts, pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[str]:
    """The exact days of a question before or behind all those of a table that tells of such days what is asked.

    A rota up to June says of no day in July who is on call; nor does anything else that is quoted without a day.
    """
    asked = facts.wording.dates
    if not asked or not all(asked.keys().isdisjoint(find_dates(piece.text)) for piece in evidence_of(sources)):
        return []
    words = facts.weights.keys() - frozenset[str]().union(*asked.values())
    days: dict[str, set[str]] = {}
    about: dict[str, set[str]] = {}
    for row in evidence_of(sources):
        if row.is_row and (told := find_dates(row.text)):
            document = sources[row.position]["document_id"]
            days.setdefault(document, set()).update(told)
            about.setdefault(document, set()).update(row.terms | facts.source_of(row).title_terms)
    tables = [days[each] for each in days if len(days[each]) >= _FEWEST_DAYS and not words.isdisjoint(about[each])]
    is_beyond = tables and all(max(table) < day or day < min(table) for table in tables for day in asked)
    return sorted(asked) if is_beyond and not any(find_dates(piece.text) for piece in pieces) else []


def is_beyond_tables(years: Set[str], quotes: Sequence[Quote], facts: Facts, sources: Sequence[Source]) -> bool:
    """Whether a table over years has all that is asked, but for a year before or behind its own.

    As long as no quote of such a year says as much.
    """
    asked = frozenset(term for term in facts.weights if not any(map(str.isdigit, term)))
    if not years or not asked:
        return False
    told: dict[tuple[int, tuple[str, ...]], set[str]] = {}
    for row in evidence_of(sources):
        if asked <= row.terms and (own := _years_of_table(row)):
            told.setdefault((row.position, row.header), set()).update(own)
    is_beyond = any(len(own) > 1 and all(each < min(own) or max(own) < each for each in years) for own in told.values())
    return is_beyond and not any(
        asked <= quote.evidence.terms and not years.isdisjoint(quote.evidence.years) for quote in quotes
    )


def _years_of_table(row: Evidence) -> frozenset[str]:
    """The years that head the columns of a row, or the one that it is for: "2030/31 | 27 | 79"; else none."""
    if not row.is_row or row.is_heading:
        return frozenset()
    if are_years(row.header):
        return years_in(" ".join(row.header))
    return years_in(row.label) if _ONLY_YEAR.fullmatch(row.label) else frozenset()


def unsaid_months(facts: Facts, texts: Sequence[str]) -> list[str]:
    """The months of a question, where no source names one of them in words."""
    asked = months_named(facts.question) if facts.wording.months else set()
    return (
        sorted({name.capitalize() for name in asked})
        if all(asked.isdisjoint(months_named(text)) for text in texts)
        else []
    )


def is_of_other_years(years: set[str], quote: Quote, sources: Sequence[Source]) -> bool:
    """Whether a quote, its columns or what it stands under speak of years, and its source of none that is asked for."""
    source = sources[quote.evidence.position]
    own = quote.evidence.years | years_in(quote.text)
    headed = years_in(" ".join(source["section_path"][-1:]))
    if headed and not (headed | own) & years:
        # "The year 2031", in minutes of a day of the next.
        return True
    said = years_in(names_in_words(source)) | own
    return bool(said) and not said & years and not years_in(source["content"]) & years
