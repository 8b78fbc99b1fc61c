"""Whether a row tells a value that a formula needs: called what it is, of the year, and of the whole of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.columns.table_columns import numbers_of
from nodes.answering.evidence.continued_tables import goes_on
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.source_names import heading_of
from nodes.answering.reckoning.row_values import cells_by_year
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.calculations import Calculation, Reading, calculation_of, reading_of
from nodes.language.formulas import values_of
from nodes.language.terms import analyse

_BRACKETS = lazy_regex(r"\([^()]*\)")
_INCLUDING = lazy_regex(r",? including .*", re.IGNORECASE)
_BESIDE = lazy_regex(r"\([^()]*\)|,? net$|,? (?:net of|including|excluding|attributable|before|less) .*", re.IGNORECASE)
"""What a label says besides what its row is."""
_OTHER = lazy_regex(
    r"\bother\b|\b(?:redeemable|non-?controlling|minority) interests?\b|\bdiscontinued\b|\bper (?:share|unit)\b",
    re.IGNORECASE,
)
"""What makes a line another one: "Net other income"."""
_STATEMENTS = lazy_regex(
    r"\bbalance sheets?\b|\bstatements? of (?:consolidated )?(?:income|operations|earnings|cash flows?|"
    r"financial position|comprehensive income|profit)\b|\b(?:income|cash flow) statements?\b|\bprofit and loss\b",
    re.IGNORECASE,
)
_OF_OTHERS = lazy_regex(
    r"\bguarant\w+|\bsubsidiar\w+ (?:issuers?|only)|\bparent company\b|\bpro forma\b|\binvestees?\b|\bequity method\b|"
    r"\bsegments?\b|\bsupplemental\b",
    re.IGNORECASE,
)
"""Notes tell values of the same names, of parts of a firm and of others."""
_OPENING = 300
"""Characters of a source that may say which statement it is."""
OF_STATEMENT = 1.0
"""For a row of a statement, on top of how like its label is, 0..1: more than any label alone."""
_AMOUNTS = lazy_regex(r"[$€£¥] ?\d|\d[.,]\d")
"""In a label: lines that a page has joined."""
_SAYS_NO_MORE = frozenset(analyse("total net consolidated group company"))
"""Terms with which a line is still the one that has the value: "Total net sales"."""
_CASH_FLOWS = lazy_regex(
    r"\bcash flow|\b(?:operating|investing|financing) activities\b|\bchanges? in [^.\n]{0,30}assets and liabilities\b",
    re.IGNORECASE,
)
_FLOWS = lazy_regex(
    r"cash|paid|payments?|purchases?|expenditures?|spending|additions?|acquisition|dividends?|depreciation|amorti[sz]ation|"
    r"income|earnings|profit|loss|proceeds|repurchases?",
    re.IGNORECASE,
)
"""What a statement of cash flows tells itself; of all else it tells how that changed."""
_INTERIM = lazy_regex(
    r"\b10-?Q\b|\bquarterly report\b|\binterim\b|"
    r"\b(?:three|six|nine|thirteen|twenty-six|thirty-nine) (?:months?|weeks) ended\b",
    re.IGNORECASE,
)
_BEGINNING = 4
"""Letters of a stem that every form of the word begins with: a page without them need not be cut into rows."""
_ADJUSTED = lazy_regex(r"(?<!un)adjusted|\bnon-?gaap\b|\bpro forma\b", re.IGNORECASE)
"""Figures of which the firm alone knows how they are made."""


def asked_calculation(question: str) -> Calculation | None:
    """The figure that a question asks for, where it can be reckoned: by a known formula, of years."""
    calculation = calculation_of(question)
    if calculation is None or not (calculation.formulas and calculation.years):
        return None
    return None if _ADJUSTED.search(question) else calculation


def needed_values(calculation: Calculation) -> list[Reading]:
    """The values that a figure is made of, each once."""
    return [
        *dict.fromkeys(
            filter(None, (reading_of(each) for formula in calculation.formulas for each in values_of(formula)))
        )
    ]


def surest_row(source: Source, reading: Reading, year: int) -> tuple[float, float]:
    """How surely a row of a source tells a value, 0..2, and the largest value of that row: a part is less than a whole.

    Also of a row whose columns something may head before the source. Zeros where none does.
    """
    said = source["content"].casefold()
    if not any(all(term[:_BEGINNING] in said for term in name) for name in reading.operand.names):
        return 0.0, 0.0
    years = years_of(reading, year)
    is_headed_before = goes_on(source)
    return max(
        (
            (
                how_surely(row, source, reading, years, headed=bool(row.header) or not is_headed_before),
                largest_value(row),
            )
            for row in evidence_of([source])
            if row.is_row and not row.is_heading and len(row.values) >= len(years)
        ),
        default=(0.0, 0.0),
    )


def largest_value(row: Evidence) -> float:
    """The largest of a row's numbers, whatever their signs; 0 without any."""
    return max((abs(number) for number in numbers_of(row.values) if number is not None), default=0.0)


def is_of_statement(source: Source) -> bool:
    """Whether a source is one of a firm's own statements, by its headings or its first lines."""
    opening = f"{source.get('table_header', '')}\n{source['content'][:_OPENING]}"
    said = f"{' '.join(source['section_path'])}\n{opening}"
    return _STATEMENTS.search(said) is not None and not _OF_OTHERS.search(said)


def is_interim(source: Source) -> bool:
    """Whether a source tells of a part of a year."""
    return _INTERIM.search(f"{heading_of(source)} {source['file_name']}\n{source['content']}") is not None


def years_of(reading: Reading, year: int) -> tuple[int, ...]:
    """The years of which a value is needed for the figure of a year, ascending."""
    if reading.make == "value":
        return reading.years[-1:] or (year,)
    return reading.years if len(reading.years) > 1 else (year - 1, year)


def _falls(row: Evidence) -> bool:
    """Whether a row has a negative value: of what there is none."""
    return any(cell.value < 0 for cell in cells_by_year(row).values())


def how_surely(row: Evidence, source: Source, reading: Reading, years: Sequence[int], *, headed: bool = True) -> float:
    """How surely a row has a value of these years, 0..2: by how much of its label says something else; 0 if not.

    A row of a statement has it more surely than one of a note.

    Args:
        row: of a table.
        source: that it stands in.
        reading: the value.
        years: that it is needed of.
        headed: whether these years must head columns of it.
    """
    if headed and not cells_by_year(row).keys() >= {*years}:
        return 0.0
    if _AMOUNTS.search(_BRACKETS.sub("", row.label).partition(", net of")[0]):
        return 0.0
    if _OTHER.search(_INCLUDING.sub("", row.label)) and not _OTHER.search(reading.operand.said):
        return 0.0
    if not _FLOWS.search(row.label) and (
        _CASH_FLOWS.search(f"{heading_of(source)}\n{source['content']}") or _falls(row)
    ):
        return 0.0
    labels = [frozenset(analyse(text)) for text in {row.label, _BESIDE.sub("", row.label)}]
    like = max(
        (
            len(name) / len(label)
            for label in labels
            for name in reading.operand.names
            if name <= label and label - name <= _SAYS_NO_MORE
        ),
        default=0.0,
    )
    return like + OF_STATEMENT * is_of_statement(source) if like else 0.0
