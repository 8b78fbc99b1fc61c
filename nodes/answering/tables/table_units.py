"""Units of tables: what is stated once above all figures, "£ million" or "(in thousands, except per share data)"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_rows import has_cells, heads_with_times, row_cells
from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES
from nodes.language.terms import analyse
from nodes.language.years import YEAR

_FARTHEST = 60
"""Lines from a row to the unit of its table."""
_REMEMBERED = 1024
"""Lines of which is kept what they are: each is asked about for all rows below it."""
_MOST_CAPTION_LINES = 4
"""Lines above a table that may state its unit."""
_LONGEST_LABEL = 130
"""Characters of a line above a table that may state its unit: a longer one is of the text."""
_SHORT = 40
"""Characters of a line that may be a part of a heading of columns."""
_SCALE = (
    r"(?:(?:thousand|million|billion)s?|Tausend|Millionen|Milliarden|milliers|milliards|millones|milioni|migliaia|"
    r"(?:Mio|Mrd|Tsd|mln|bn)\b\.?)(?!\w)"
)
_CURRENCY = rf"(?:US ?\$|[$€£¥]|(?:{CURRENCIES})\b|(?:U\.?S\.? )?(?:dollars|euros?|pounds(?: sterling)?|francs)\b)"
_MEASURE = (
    r"(?:%|per ?cent|Prozent|[kMGT]?Wh|kg|tonnes|tons|hours|days|weeks|months|years|hectares|ha|km|m²|m2|"
    r"square (?:feet|met(?:re|er)s)|lit(?:re|er)s|gallons|barrels)(?!\w)"
)
_THOUSANDS = rf"(?:T ?(?:EUR|CHF|€)|k ?€|k ?EUR|(?:[$€£]|(?:{CURRENCIES}) ?)(?: ?['’]?000s?|[km]))(?![\w.])"
"""In one word, as "TEUR", "£000" and "EUR k" have it."""
_STATED = (
    rf"(?:{_THOUSANDS}|(?:in )?(?:{_CURRENCY} ?(?:in )?{_SCALE}|{_SCALE} (?:of |d['’]|di |de )?{_CURRENCY})"
    rf"|in (?:{_THOUSANDS}|{_SCALE}|{_CURRENCY}|{_MEASURE}))"
)
"""Such as "£ million", "in millions", "Mio. EUR", "in thousands of euros"."""
_BEFORE = (
    r"(?:unless otherwise (?:noted|stated|indicated),? )?(?:(?:all )?(?P<noun>[A-Za-zäöüß]+(?: [a-z]+)??) )??"
    r"(?:are |is )?(?:(?:expressed|stated|presented|shown|reflected) )?"
)
"""Such as "Amounts", "Dollars", "Angaben"."""
_EXCEPT = (
    r"(?:[,;:]? ?\(?\b(?P<exceptions>(?:except|excluding|unless|other than|sofern|soweit|wenn nicht|außer|ausgenommen|"
    r"sauf|salvo|eccetto)\b[^()|]{0,90})\)?|(?:,| and) [^()|]{0,60})?"
)
_IN_PARENTHESES = lazy_regex(
    rf"\((?:[^();]{{1,60}}; )?{_BEFORE}(?P<said>{_STATED}|{_SCALE}){_EXCEPT}(?:\)|$)", re.IGNORECASE
)
_AT_START = lazy_regex(rf"{_BEFORE}(?P<said>{_STATED}){_EXCEPT}(?=[ :]*$| {{2}}| \d|(?-i: [A-ZÄÖÜ]))", re.IGNORECASE)
_BEFORE_YEARS = lazy_regex(rf", (?P<said>{_STATED}){_EXCEPT}(?=(?: {YEAR})+$)", re.IGNORECASE)
"""Behind what heads the labels: "Expense (Income), in Millions 2020 2019"."""
_AT_END = lazy_regex(
    rf"(?:[,:–—]| -| in) (?P<said>{_THOUSANDS}|{_CURRENCY} ?{_SCALE}|{_SCALE} (?:of )?{_CURRENCY}){_EXCEPT}[ :]*$",
    re.IGNORECASE,
)
"""Of a caption: "Key figures, £ million", "Kennzahlen in Mio. EUR"."""
_QUANTITY = r"[^()\s]{1,8}(?: [^()\s]{1,4})?/[^()\s]{1,8}|%|°C|[cmk]m[²³]?|m[²³]|[km]g|ha|ml|[kMGT]Wh?"
_BEHIND_A_CAPTION = lazy_regex(rf"[^\W\d_].{{2,80}} \((?P<said>{_QUANTITY})\)(?P<exceptions>)\.?")
"""Of a measure: "Marketable yield (t/ha)"."""
_CURRENCY_ALONE = lazy_regex(rf"(?P<said>{_CURRENCY})(?P<exceptions>)", re.IGNORECASE)
_BARE = lazy_regex(rf"\({_SCALE}\)", re.IGNORECASE)
"""In a line of its own it is the end of a heading of one of several columns."""
_COLUMNS = lazy_regex(r"[ ]*[|\t][ ]*|[ ]{3,}")
_STATES_NO_NOUN = lazy_regex(r"amounts|figures|values|numbers|angaben|beträge|werte|montants", re.IGNORECASE)
_LOWERED = frozenset(
    ["in", "of", "thousand", "thousands", "million", "millions", "billion", "billions", "dollars", "euros", "pounds"]
)
"""Words that are written small within a line."""
_NUMBERED = lazy_regex(rf"\W*(?!{YEAR}\b)\d")
_FIGURE = lazy_regex(r"[^\w.]*\.?\d(?:[\d.,'’ \u00a0]*\d)?\)?[^\w%°,]*(?:\(\w{1,2}\))?")
_YEAR = lazy_regex(YEAR)
_LARGE = lazy_regex(r"[^\d]*(?:\d{1,3}(?:[,.'’ ]\d{3})+|\d{4,})(?!\d).*")
_FINE = lazy_regex(r"[^\d]*(?:\d{0,3}[.,]\d\d|0[.,]\d{3})\W*")
"""An amount of at most three digits with decimals, as one per share is."""
_DECIMALS = lazy_regex(r"[.,]\d{1,2}(?!\d)")
_SIGN = lazy_regex(r"\W*[$€£¥]")
_PER_SOMETHING = lazy_regex(
    r"(?<!\d)(?<!\d )%|/ ?EBITDA|\b(?:per|percent|percentage|prozent|pro|je|EPS)\b", re.IGNORECASE
)
_RATE = lazy_regex(
    r"\b(?:ratios?|margins?|marge|quote|yields?|multiples?|(?<!expected )(?<!actual )returns? on|RO(?:A|E|I|CE|IC|TCE)|"
    r"growth|points|times|average price|"
    r"days (?:sales|payables?|inventor(?:y|ies)))\b|\b(?:rates?|days)(?=\W*$| \(| of\b| for\b)",
    re.IGNORECASE,
)
_COUNT = lazy_regex(
    r"\b(?:employees|head ?count|number of|staff|FTEs?|full[- ]time|mitarbeiter(?:innen)?|beschäftigte|anzahl)\b",
    re.IGNORECASE,
)
_COUNT_BESIDE_MONEY = lazy_regex(
    r"\b(?:shares|units|customers|members|subscribers|passengers|vehicles|stores|shops|branches|sites|vessels|ships|"
    r"visitors|guests|students|pupils|aktien|stück|kunden|basic|diluted)\b",
    re.IGNORECASE,
)
_OF_MONEY = lazy_regex(
    r"\b(?:costs?|expenses?|revenues?|income|sales|benefits?|compensation|pay|wages|salaries|proceeds|purchases?|assets|"
    r"liabilities|receivables?|payables?|deposits|loans|equity|earnings|kosten|aufwand|umsatz|erlöse)\b",
    re.IGNORECASE,
)
"""It is no count of what it names: "Staff costs"."""
_OWN_UNIT = lazy_regex(
    rf"\((?:[^()]* )?(?:{_STATED}|{_SCALE}|{_CURRENCY}|{_MEASURE}|pence|p|cents?|no\.?|number|x|bps?|FTE|average)\)"
    rf"|, (?:{_STATED}|{_MEASURE}|number)$",
    re.IGNORECASE,
)
_PER_ONE = lazy_regex(
    r"(?:[\w-]+ )?\bper[ -](?:ordinary |common )?\w+(?: (?:data|amounts|information|figures))?", re.IGNORECASE
)
_MONEY = lazy_regex(rf"{_CURRENCY}|{_THOUSANDS}", re.IGNORECASE)


class TableUnit(NamedTuple):
    """A unit that is stated for the figures of a table."""

    said: str
    exceptions: str
    """Of what it is not said: "except per share data"."""
    of_column: bool
    """Whether it heads one of several columns."""
    of_corner: bool
    """Whether it stands behind words in the first of several cells: it may be of what the rows are called by."""
    is_measure: bool
    """Whether it is that of a quantity: columns that have units of their own are of others."""


def unit_of(
    lines: Lines,
    number: int,
    *,
    label: str,
    values: Sequence[str],
    header: Sequence[str],
) -> str:
    """The unit that the table of a row states for its figures; empty where there is none, or the row is no such figure.

    A wrong unit is worse than none: what may be a share, a rate, a count or an amount per share has none, nor what has
    its own.

    Args:
        lines: around the row.
        number: of the row.
        label: its first cell.
        values: its other cells.
        header: the headings of those; what they say, they say themselves.
    """
    for above in lines_above(lines, number):
        line = lines.at(above)
        if line.count("(") > line.count(")") and above + 1 < number:
            line = f"{line} {lines.at(above + 1)}"
        if stated := _stated_in(line, is_row=above in lines.rows):
            of_column = stated.of_column and not any(stated.said in _small(head) for head in header)
            of_column = of_column or (stated.is_measure and any("(" in head for head in header))
            of_others = of_column or (stated.of_corner and _NUMBERED.match(label))
            between = [row_cells(lines.whole(row))[1] for row in range(above + 1, number) if row in lines.rows]
            others = list(filter(_is_figure, itertools.chain(*between)))
            return "" if of_others or not _is_in(stated, label, values, others) else stated.said
    return ""


def lines_above(lines: Lines, number: int) -> Iterator[int]:
    """The lines that may state the unit of a row, from the nearest on: those of its table, then of its caption."""
    is_grid = has_cells(lines.whole(number))
    outside = 0
    for above in range(number - 1, max(-1, number - _FARTHEST), -1):
        line = lines.at(above)
        if above in lines.rows and _has_figures(line):
            if outside:
                return  # A row of another table.
            if not _IN_PARENTHESES.match(line):
                continue
        yield above
        is_label = len(line) <= _LONGEST_LABEL and not line.endswith((".", "!", "?"))
        leaves = not is_label or outside or (is_grid and above - 1 not in lines.rows)
        if (
            _heads_with_times(line)
            or (above in lines.rows and _heads_columns(line))
            or (line and above not in lines.rows and leaves)
        ):
            outside += len(line) > _SHORT or not outside
            if outside > _MOST_CAPTION_LINES or line.endswith("."):
                return


_heads_with_times = lru_cache(maxsize=_REMEMBERED)(heads_with_times)


@lru_cache(maxsize=_REMEMBERED)
def _has_figures(line: str) -> bool:
    """Whether a row has figures in its cells."""
    return any(map(_is_figure, row_cells(line)[1]))


@lru_cache(maxsize=_REMEMBERED)
def _heads_columns(line: str) -> bool:
    """Whether a row has several cells, all of them words."""
    values = row_cells(line)[1]
    return len(values) > 1 and all(any(map(str.isalpha, value)) for value in values)


def states_unit(line: str) -> bool:
    """Whether a line that is no row of figures states the unit of a table."""
    return _stated_in(line, is_row=False) is not None


@lru_cache(maxsize=_REMEMBERED)
def _stated_in(line: str, *, is_row: bool) -> TableUnit | None:
    """The unit that a line states."""
    cells = _COLUMNS.split(line.strip(" |"))
    several = sum(map(bool, cells)) > 1
    for place, cell in enumerate(cells):
        found = _IN_PARENTHESES.search(cell) or _AT_START.match(cell) or _BEFORE_YEARS.search(cell)
        if found is None and several and not place:
            found = _CURRENCY_ALONE.fullmatch(cell)
        if found is None and not several and not is_row:
            found = _AT_END.search(cell) or _BEHIND_A_CAPTION.fullmatch(cell)
        if found and not (_BARE.fullmatch(cell) and not is_row):
            said = _small(f"{_noun(found)} {found['said']}")
            behind_words = several and not place and bool(cell[: found.start()].strip())
            is_measure = found.re.pattern == _BEHIND_A_CAPTION.pattern
            return TableUnit(said, found["exceptions"] or "", several and place > 0, behind_words, is_measure)
    return None


def _small(text: str) -> str:
    """A text with the words of units as they stand within a line, "in millions"."""
    return " ".join(word.lower() if word.lower() in _LOWERED else word for word in text.split())


def _noun(found: re.Match[str]) -> str:
    """What the unit is said of, "Dollars" or "Gallons", where that says anything."""
    noun = found.groupdict().get("noun") or ""
    is_of_table = _STATES_NO_NOUN.fullmatch(noun) or (
        found.re.pattern == _AT_START.pattern and noun.lower() not in _LOWERED
    )
    return "" if is_of_table else noun


def _is_in(unit: TableUnit, label: str, values: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a row tells figures in the unit of its table, beside those of other rows."""
    figures = list(filter(_is_figure, values))
    if not figures or _PER_SOMETHING.search(label) or _OWN_UNIT.search(label):
        return False
    if _RATE.search(label) and not all(_SIGN.match(figure) or _LARGE.match(figure) for figure in figures):
        return False
    is_count = _COUNT.search(label) or (_MONEY.search(unit.said) and _COUNT_BESIDE_MONEY.search(label))
    if is_count and not _OF_MONEY.search(label):
        return False
    if any(map(_FINE.fullmatch, figures)) and any(_LARGE.match(each) and not _has_decimals(each) for each in figures):
        return False  # A number of shares beside the price of one.
    if not unit.exceptions:
        return True
    # Of a table that excepts something, it is what is written in another way than the rest.
    is_whole = sum(map(_has_decimals, others)) * 2 < len(others)
    written_otherwise = any(map(_FINE.fullmatch, figures)) or (is_whole and any(map(_has_decimals, figures)))
    excepted = frozenset(analyse(_PER_ONE.sub("", unit.exceptions)))
    return excepted.isdisjoint(analyse(label)) and not written_otherwise


def _has_decimals(figure: str) -> bool:
    return _DECIMALS.search(figure) is not None


def _is_figure(value: str) -> bool:
    return _FIGURE.fullmatch(value) is not None and not _YEAR.fullmatch(value)
