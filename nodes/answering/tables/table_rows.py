"""Table rows in running text: which lines are rows, their labels and values, and the headings above them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence, Set

from nodes.answering.tables.lines import Lines
from nodes.answering.tables.unruled_tables import headed_rows
from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES
from nodes.language.periods import MONTHS, find_periods, period_label
from nodes.language.terms import fold
from nodes.language.years import IN_TEXT, YEAR

_TOKEN = lazy_regex(r"\S+")
_VALUE = lazy_regex(r"[-−–—+(]*[$€£¥]?\(?[-−]?\d[\d.,]*\)?(?:%|[kmb]n?)?\)?|[—–-]|n/?a", re.IGNORECASE)
_SIGN = lazy_regex(r"[$€£¥(]+|[)%]+")
_NUMBER = lazy_regex(r"\d[\d,]*(?:\.\d+)?")
_SEPARATED = lazy_regex(r"\d[.,]\d")
_COUNTS = lazy_regex(r"\d{3}|\d[.,]\d")
"""More than a day of a month."""
_BEHIND_A_DAY = "|".join(rf"(?<=\b{day}\.{month}\.\d{{4}})" for day in (r"\d", r"\d\d") for month in (r"\d", r"\d\d"))
# The digits come first, so that the search skips from one to the next.
YEAR_TOLD = lazy_regex(rf"{IN_TEXT}(?:(?<![\d.,]\d{{4}})|{_BEHIND_A_DAY})(?!\d|,\d|-(?!{YEAR}\b)\d{{3}})")
"""A year as a text tells one: no part of a number."""
HEAD_OF_TIME = lazy_regex(rf"(?P<part>\b(?:[QH][1-4]|[1-4][QH]|FY)[ /-]?)?{YEAR_TOLD.pattern}")
"""What heads a column of values: a year, or a part of one."""
_SHORT_YEAR = lazy_regex(
    r"\b(?:FY[ -]?['’]?|[12]H['’]?|H[12](?: ?['’]|[ -]?FY)|[1-4]Q['’]?|Q[1-4](?: ?['’]|[ -]?FY))"
    r"([0-7]\d)(?![\w%]|[.,]\d)"
)
"""Of two digits, as "FY19", "1H19" and "Q3'19" have it."""
_CELLS = lazy_regex(r"(?:(?<!\s)\s+)?(?<!\\)\|\s*|\t+")
WIDE_GAP = lazy_regex(r" {2,}")
"""What parts columns where no bar does."""
_COLUMN_GAP = lazy_regex(r" {3,}")
_PRICE = lazy_regex(rf"(?:[$€£¥] ?|(?:{CURRENCIES}) )-?\d[\d.,]*|-?\d[\d.,]* ?(?:[$€£¥]|{CURRENCIES})", re.IGNORECASE)
_EMPTY_CORNER = lazy_regex(r"\s*\|\s*\|\s*[^|\s]|\s+\|\s*[^|\s]")
"""The row that names the columns of rows that are named: "| | 2023"."""
RULE_ROW = lazy_regex(r"[\s|:+=_-]*")
"""A line, perhaps an empty one, that parts rows."""
_DAY_MONTH_YEAR = lazy_regex(r"(?:\d{1,2}\.? (?P<month>[^\W\d_]{3,9})\.?|(?P<first>[^\W\d_]{3,9})\.? \d{1,2},?) \d{4}$")
"""A date in words."""
_ENDING = frozenset({"ended", "ending"})
_PERIOD_WORDS = _ENDING.union(
    *(("the", "and", "as", "at", "for", "in", "of"), ("three", "six", "nine", "twelve", "thirteen", "fifty", "two")),
    *(("year", "quarter", "month", "week", "period"), ("years", "quarters", "months", "weeks", "periods")),
    ("fiscal", "audited", "unaudited"),
)
LONGEST_HEADER = 40
"""Letters of a line that names columns, beside its times: a longer one is text."""
_LONGEST_ROW = 300
"""Characters of a line that may be a row without bars: a longer one is text."""
_LONGEST_ROW_OF_ONE = 90
"""The same of a row that has but one value, beside others."""
_ACCOUNT = lazy_regex(r"\b[A-Z]{2}\d{2}(?: [\dA-Z]{4}){2}")
"""An international bank account number, in groups of four."""
_PHONE_LINE = lazy_regex(r"(?:\+\d{1,3}(?: \d{2,})+|(?<!\S)\(?0\d{1,5}\)?(?: \d{2,})+)\s*$")
"""The digits of a telephone number, in groups, are no values."""


_OF_STANDARD = lazy_regex(r"\bIncoterms\W{0,3}\d{4}\b|\bISO\b(?:/\w+)? ?\d+(?:-\d+)?(?::\d{4})?")
"""Names of standards: "Incoterms 2020", "ISO 1996-2:2017"."""


def years_in(text: str) -> frozenset[str]:
    """Years from 1600 to 2099 that stand alone; "FY19" is 2019."""
    if "ISO" in text or "Incoterms" in text:
        text = _OF_STANDARD.sub(" ", text)
    years = YEAR_TOLD.findall(text)
    if any(letter in text for letter in "YHQ"):
        years += [f"20{year}" for year in _SHORT_YEAR.findall(text)]
    return frozenset(years)


def quarters_in(text: str) -> frozenset[str]:
    """Quarters with their years, as `2024Q3`."""
    return frozenset(period_label(period) for period in find_periods(text) if period["quarter"])


def names_parts_of_years(line: str) -> bool:
    """Whether a line says which times are meant below it, and parts of years among them: "In EUR Q3 2024 Q3 2023"."""
    found = list(HEAD_OF_TIME.finditer(line))
    rest = HEAD_OF_TIME.sub("", line)
    return len(found) > 1 and any(each["part"] for each in found) and not any(map(str.isdigit, rest))


def heads_with_times(line: str) -> bool:
    """Whether a line names columns by times, two or more, and says little else: "December 31, 2023 2022"."""
    rest = HEAD_OF_TIME.sub("", line)
    is_short = len(re.sub(r"[\W\d_]", "", rest)) <= LONGEST_HEADER
    return is_short and not _COUNTS.search(rest) and len(HEAD_OF_TIME.findall(line)) > 1


def names_with_gaps(line: str) -> bool:
    """Whether wide gaps part the names of columns in a line that heads rows."""
    return not has_cells(line) and WIDE_GAP.search(line) is not None


def counts_years(values: Sequence[str]) -> bool:
    """Whether the values of a row are years that follow one another: the heads of columns, not what stands in them.

    Two that ascend may as well be when something was begun and ended.
    """
    if len(values) < 2 or not all(YEAR_TOLD.fullmatch(value) for value in values):
        return False
    steps = {int(later) - int(sooner) for sooner, later in itertools.pairwise(values)}
    return steps == {-1} or (steps == {1} and len(values) > 2)


def are_years(header: Sequence[str]) -> bool:
    """Whether the columns of a table are years, two or more, each of which its heading names."""
    return len(header) > 1 and all(map(years_in, header))


def is_period(text: str) -> bool:
    """Whether a line says nothing but which time is meant below it: "For the three months ended June 30, 2023 2022"."""
    if "end" not in text.lower():
        return False
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", text)]
    numbers = re.findall(r"\d+", text)
    return (
        not _ENDING.isdisjoint(words)
        and all(word in MONTHS or word in _PERIOD_WORDS for word in words)
        and all(len(number) < 3 or YEAR_TOLD.fullmatch(number) for number in numbers)
    )


def row_spans(content: str) -> list[tuple[int, int]]:
    """Half-open ranges of the table rows of a content, in order."""
    lines = read_lines(content)
    return [lines.spans[number] for number in sorted(lines.rows)]


def read_lines(content: str) -> Lines:
    """The lines of a content, and which of them are rows."""
    spans = lines_of(content)
    rows = _row_lines(content, spans)
    return Lines(content, spans, rows, _grid_tops(content, spans, rows))


def _grid_tops(content: str, spans: Sequence[tuple[int, int]], rows: Set[int]) -> list[int]:
    """See `Lines.grid_tops`: looked for once, as each row of a long table asks for it."""
    tops = [0] if spans else []
    for number, (start, end) in enumerate(spans[:-1]):
        is_of_grid = _is_of_grid(content[start:end].strip(), is_row=number in rows)
        tops.append(tops[number] if is_of_grid else number + 1)
    return tops


def lines_of(content: str) -> list[tuple[int, int]]:
    """Half-open ranges of the lines of a content, their breaks left out."""
    found: list[tuple[int, int]] = []
    start = 0
    for line in content.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def rule_lines(content: str, lines: Sequence[tuple[int, int]]) -> set[int]:
    """Lines that only part the rows of a grid: bars and dashes."""
    return {number for number, (start, end) in enumerate(lines) if is_rule(content[start:end])}


def _row_lines(content: str, lines: Sequence[tuple[int, int]]) -> set[int]:
    """Lines that are table rows: cells between bars or tabs, or a label before two or more values (in a table, one).

    A label alone between bars, "| Net sales: | | |", is one too.
    """
    rows = {number for number, span in enumerate(lines) if _is_row(content[slice(*span)])}
    near = {
        number
        for number, span in enumerate(lines)
        if number not in rows
        and (number - 1 in rows or number + 1 in rows)
        and len(content[slice(*span)]) < _LONGEST_ROW_OF_ONE
        and _ends_in_values(content[slice(*span)], 1)
    }
    headed = headed_rows(content, lines)
    return rows | near | headed.keys() | {row.heading_line for row in headed.values()}


def _is_row(line: str) -> bool:
    if RULE_ROW.fullmatch(line):
        return False
    bars = line.count("|")
    if bars > 2 and line.startswith("|") and line.rstrip().endswith("|"):
        return True
    if bars and sum(map(bool, map(str.strip, _CELLS.split(line)))) + bool(_EMPTY_CORNER.match(line)) >= 2:
        return bars > 1 or bool(_NUMBER.search(line)) or len(line) < 160
    return _ends_in_values(line, 2) or bool(_priced_columns(line))


def _priced_columns(line: str) -> list[str]:
    """The columns of a line that wide gaps part, where one behind the first is an amount of money; else none.

    "Laptop        940.00 EUR", as letters and receipts have it.
    """
    if "   " not in line or len(line) > _LONGEST_ROW:
        return []
    columns = _COLUMN_GAP.split(line.strip())
    is_row = len(columns) > 1 and any(map(str.isalpha, columns[0])) and any(map(_PRICE.fullmatch, columns[1:]))
    return columns if is_row else []


def is_rule(line: str) -> bool:
    """Whether a line parts what names columns from the rows below."""
    return line.count("|") > 1 and RULE_ROW.fullmatch(line) is not None


def _ends_in_values(line: str, fewest: int) -> bool:
    """Whether a line is a label before values: neither the end of a sentence nor a date."""
    if len(line) > _LONGEST_ROW or line.rstrip().endswith((".", ",")):
        return False
    end, values = _trailing_values(line)
    if len(values) < fewest or _PHONE_LINE.search(line) or _ACCOUNT.search(line):
        return False
    if any(value.endswith(",") and not YEAR_TOLD.fullmatch(after) for value, after in itertools.pairwise(values)):
        return False  # "at 1.5, 3" goes on in the next line.
    label = re.findall(r"[^\W\d_]{2,}", line[:end])
    # "At 31 December 4,812 4,856" tells amounts, "for the year ended June 30 2023 2022" does not.
    is_date = bool(label) and fold(label[-1]) in MONTHS and sum(map(_has_separator, values)) < 2
    return bool(label) and not is_date


def _has_separator(value: str) -> bool:
    return _SEPARATED.search(value) is not None


def _trailing_values(line: str) -> tuple[int, list[str]]:
    """Where the values at the end of a line begin, and the values, each with its sign of currency or per cent.

    A date in words between others is a value: "Petrel 1.2 9 May 2018 3,450".
    """
    last = line.rsplit(maxsplit=1)[-1:]
    if not any(_VALUE.fullmatch(word) or _SIGN.fullmatch(word) for word in last):
        return len(line), []
    values: list[str] = []
    end, suffix = len(line), ""
    for token in reversed(list(_TOKEN.finditer(line))):
        text = token.group()
        if token.end() > end:
            continue  # Part of a date.
        if YEAR_TOLD.fullmatch(text) and values and (date := _date_at(line[: token.end()])):
            values.append(date)
            end, suffix = token.end() - len(date), ""
            continue
        if _VALUE.fullmatch(text):
            values.append(text + suffix)
            suffix = ""
        elif not _SIGN.fullmatch(text):
            break
        elif text[0] in ")%":
            suffix = text + suffix
        elif values:
            values[-1] = text + values[-1]
        end = token.start()
    return end, values[::-1]


def _date_at(text: str) -> str:
    """The date in words behind a value at the end of a text, empty where there is none."""
    found = _DAY_MONTH_YEAR.search(text)
    if found is None or fold(found["month"] or found["first"]) not in MONTHS:
        return ""
    before = text[: found.start()].split()
    return found.group() if before and _VALUE.fullmatch(before[-1]) else ""


def has_cells(text: str) -> bool:
    """Whether bars or tabs part the cells of a row."""
    return "|" in text or "\t" in text


def row_cells(text: str) -> tuple[str, list[str]]:
    """The label of a row and its values, read from bars, tabs, or the numbers at its end."""
    if has_cells(text):
        line = text.strip()
        # Where no bar opens the line, one at its end is before a cell that is empty.
        inner = line.strip("|") if line.startswith("|") else line
        cells = [cell.strip(" *`") for cell in _CELLS.split(inner)]
        return (cells[0], cells[1:]) if cells else ("", [])
    end, values = _trailing_values(text)
    if len(values) < 2 and (columns := _priced_columns(text)):
        return columns[0], columns[1:]
    return text[:end].strip(" ."), values


def _is_of_grid(line: str, *, is_row: bool) -> bool:
    """Whether a line is one of a grid: a row of cells, or what parts rows."""
    return (is_row and has_cells(line)) or RULE_ROW.fullmatch(line or "x") is not None
