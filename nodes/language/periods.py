"""Years, quarters and exact dates in any text: the same reading for documents and for questions.

Everything hangs on the four digits of a year: they are found first, and what stands before and after decides whether
they are a year, part of a date, part of a quarter, or something else (an amount, a standard's number, an identifier).
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

from nodes.domain.chat import Period
from nodes.domain.regexes import lazy_regex
from nodes.language.east_asian import has_east_asian
from nodes.language.may import TERM as MAY
from nodes.language.may import month_places
from nodes.language.terms import fold, stem
from nodes.language.years import YEAR, stands_as_year

_MONTH_NAMES = (
    "january jan januar janvier enero gennaio janeiro januari января янв jaenner ene janv",
    "february feb februar fevrier febrero febbraio fevereiro februari февраля фев fev fevr",
    "march mar marz marzo mars marco maart maerz марта мар mrz",
    "april apr avril abril aprile апреля апр avr abr",
    "may mai mayo maggio maio mei мая",
    "june jun juni juin junio giugno junho июня июн",
    "july jul juli juillet julio luglio julho июля июл juil",
    "august aug aout agosto augustus августа авг",
    "september sep sept septembre septiembre settembre setembro сентября сен",
    "october oct oktober octobre octubre ottobre outubro октября окт okt",
    "november nov novembre noviembre novembro ноября ноя",
    "december dec dezember decembre diciembre dicembre dezembro декабря дек dez dic",
)
MONTHS: dict[str, int] = {
    fold(name): number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names.split()
}
"""Month names and their abbreviations, folded, in eight languages, with their number from 1."""
MONTH_TERMS: dict[str, int] = {stem(name): number for name, number in MONTHS.items()}
"""The same as terms."""

_ORDINALS = {
    **dict.fromkeys(("first", "1st", "erstes", "ersten", "premier", "1er", "primer", "primo"), 1),
    **dict.fromkeys(("second", "2nd", "zweites", "zweiten", "deuxieme", "2e", "segundo", "secondo"), 2),
    **dict.fromkeys(("third", "3rd", "drittes", "dritten", "troisieme", "3e", "tercer", "terzo"), 3),
    **dict.fromkeys(("fourth", "4th", "viertes", "vierten", "quatrieme", "4e", "cuarto", "quarto"), 4),
    **{f"{number}.": number for number in range(1, 5)},
}

_YEAR = rf"(?:{YEAR}|2100)"
_FISCAL = r"(?:FY|fiscal(?:\s+year)?|Geschäftsjahr|GJ|exercice|ejercicio)"
_RANGE = r"(?:\s*[-–—]\s*|\s+(?:to|through|thru|until|till|bis|à|hasta)\s+)"
_BETWEEN = r"(?:\s*[,/–-]\s*|\s+(?:and|or|to|through|vs\.?|versus|und|et|y|e|&)\s+)"
_JOIN = r"[\s_/-]*(?:(?:of|in|de|des|du|del|for)\s+(?:the\s+)?)?"
_ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th|(?:erst|zweit|dritt|viert)e[ns]|[1-4]\.|" + (
    r"premier|deuxi[eè]me|troisi[eè]me|quatri[eè]me|1er|[2-4]e|primer|segundo|tercer|cuarto|primo|secondo|terzo|quarto)"
)
_PERIOD = lazy_regex(
    rf"(?<![^\W_])(?:"
    rf"(?P<run>[QT][1-4](?:{_BETWEEN}[QT][1-4]){{0,7}}){_JOIN}(?:{_FISCAL}[\s-]*)?(?P<run_year>{_YEAR}|['’]?\d\d)(?![^\W_])"
    rf"|(?:{_FISCAL}[\s-]*)?(?P<lead_year>{_YEAR})[\s_-]?[QT](?P<tail>[1-4])(?![^\W_])"
    rf"|FY[\s_-]?['’]?(?P<fiscal_lead>\d\d)[\s_-]?Q(?P<fiscal_tail>[1-4])(?![^\W_])"
    rf"|(?P<short>[1-4])Q[\s_-]?['’]?(?:{_FISCAL}[\s-]*)?(?P<short_year>{_YEAR}|\d\d)(?![^\W_])"
    rf"|(?P<words>{_ORDINAL}(?:{_BETWEEN}{_ORDINAL}){{0,7}})(?:\s+fiscal)?[\s-]+(?:quarters?|Quartal[es]?s?|trimestres?)"
    rf"(?:,?\s+(?:of|in|de|des|du|del|for)(?:\s+the)?)?\s+(?:{_FISCAL}[\s-]*)?(?:year\s+)?(?P<words_year>{_YEAR}|FY\d\d)"
    rf"(?![^\W_])"
    rf"|(?:[12]H['’]?|H[12]\s?['’])(?P<half_year>{_YEAR}|\d\d)(?![^\W_]|[.,]\d)"
    rf"|FY[\s_-]?['’]?(?P<fiscal>{_YEAR}|\d\d)(?![^\W_])"
    rf")|(?P<year>(?<!\d){_YEAR}(?!\d))",
    re.IGNORECASE,
)
_YEAR_AND_QUARTER = (
    ("half_year", ""),
    ("lead_year", "tail"),
    ("fiscal_lead", "fiscal_tail"),
    ("short_year", "short"),
)
"""Groups of `_PERIOD` that hold a year, each with that of its quarter."""
_YEARS_BETWEEN = lazy_regex(rf"{_RANGE}(?:(?:{_FISCAL}|the\s+year|year)[\s-]*)?", re.IGNORECASE)
_SHORT_RANGE_END = lazy_regex(r"[-–](\d\d)(?![^\W_]|[-–/])")
_LONGEST_RANGE = 5
"""Years from the first to the last of a range whose inner years are meant as well: "2018 to 2021"."""

_AMOUNT_BEFORE = lazy_regex(r"(?:[$€£¥₹#§№@=+*]|\b(?:USD|EUR|GBP|CHF|JPY)|\d:)\s?$")
_NUMBERED_BEFORE = lazy_regex(
    r"\b(?:RFC|ISO|IEC|IEEE|DIN|ANSI|ASTM|ASU|SFAS|No|Nos|Nr|pp?|[Pp]ages?|Section|Suite|Room|Seite|(?:SHA|AES|RSA))"
    r"(?:/IEC)?\.?[\s-](?:No\.\s)?$"
)
_AMOUNT_AFTER = lazy_regex(
    r"\s?[%€$£¥°]|[.,]\d|:\d|\s(?:percent|per\s?cent|hundred|thousand|million|billion|trillion|millionen|milliarden|mio|mrd|"
    r"millones|dollars?|euros?|pounds?|francs?|franken|yen|kronor|crowns|usd|eur|gbp|chf|shares|units|employees|people|"
    r"words|pages|items|mw|kw|kg|km|mm|mg|ml|hz|mb|lit(?:er|re)s?|met(?:er|re)s?|miles|feet|yards|tons|tonnes|tonnen|"
    r"hours|minutes|days|stunden|heures|horas|volts?|watts?|bar|rpm|calories|kcal|square|cubic|m²|m³)(?!\w)",
    re.IGNORECASE,
)
_HYPHEN_BEFORE = lazy_regex(
    rf"(?:{_YEAR}|(?<!\d)\d{{1,2}}[-–]\d{{1,2}}|(?<![^\W_])[^\W\d_A-Z]+|\b(?:Mid|Early|Late|Pre|Post|FY)|"
    rf"(?<![^\W_])(?i:{'|'.join(MONTHS)})\.?)[-–]$"
)
_SLASH_BEFORE = lazy_regex(rf"(?:{_YEAR}|(?<!\d)(?:0?[1-9]|1[0-2])|(?<!\d)\d{{1,2}}/\d{{1,2}})/$")
_DOT_BEFORE = lazy_regex(r"(?<!\d)(?:\d{1,2}\.)?\d{1,2}\.$")
_COMMA_BEFORE = lazy_regex(rf"\b(?:{'|'.join(MONTHS)})\.?\s\d{{1,2}},$", re.IGNORECASE)
_NUMBER_AFTER = lazy_regex(r"[-–/](\d+)(?:[-/](\d+))?")


def find_periods(text: str) -> list[Period]:
    """Years and quarters that a text names, in order of appearance, without repeats.

    Reads "FY2018", "FY18", "fiscal 2018", "Q2 2023", "Q1 and Q2 of FY2023", "2023Q2", "FY2023Q2", "2Q23", "second
    quarter of 2023" (and German, French, Spanish and Italian words for it), half-years as their year, and plain years
    from 1600 to 2100. Digits that belong to an amount, a longer number or an identifier are no year. A year inside a
    quarter is not given again by itself. Two digits mean 2000-2079 or 1980-1999. A range ("2019-2021", "FY19 to FY21",
    "Q1 to Q3 2022") names all it covers if it is of five years or less, else its ends; "between 2019 and 2021" sets
    two years apart and names these alone.
    """
    found: dict[tuple[int, int | None], None] = {}
    year, year_end = 0, 0
    for match in _PERIOD.finditer(text):
        pairs = _read(match, text)
        if not pairs:
            continue
        first, quarter = pairs[0]
        if year and quarter is None and _YEARS_BETWEEN.fullmatch(text, year_end, match.start()):
            pairs = [*_years_to(year, first), *pairs]
        year, year_end = (pairs[-1][0], match.end()) if quarter is None else (0, 0)
        for pair in pairs:
            found.setdefault(pair)
    return [{"year": year, "quarter": quarter} for year, quarter in found]


def _years_to(first: int, last: int) -> list[tuple[int, int | None]]:
    """The years between two of a range that is short enough to mean each of them."""
    return [(year, None) for year in range(first + 1, last)] if last - first < _LONGEST_RANGE else []


def period_label(period: Period) -> str:
    """`2022` for a year, `2023Q2` for a quarter: how catalogue and metadata write a period."""
    return f"{period['year']}Q{period['quarter']}" if period["quarter"] else str(period["year"])


def last_day(period: Period) -> str:
    """The day (ISO 8601) that a year or a quarter of the calendar ends on."""
    return _end_of_month(period["year"], 3 * (period["quarter"] or 4))


def _end_of_month(year: int, month: int) -> str:
    return date(year, month, monthrange(year, month)[1]).isoformat()


def _read(match: re.Match[str], text: str) -> list[tuple[int, int | None]]:
    groups = match.groupdict()
    if groups["year"]:
        return [(int(groups["year"]), None)] if is_year(text, match.start("year"), match.end("year")) else []
    if groups["fiscal"]:
        return _fiscal_years(_whole_year(groups["fiscal"]), text, match.end())
    if groups["run"]:
        return _quarters(groups["run"], _whole_year(groups["run_year"]))
    for year, quarter in _YEAR_AND_QUARTER:
        if groups[year]:
            return [(_whole_year(groups[year]), int(groups[quarter]) if quarter else None)]
    quarters = [_ORDINALS.get(fold(word)) for word in re.findall(_ORDINAL, groups["words"], re.IGNORECASE)]
    return [(_whole_year(groups["words_year"]), quarter) for quarter in quarters if quarter]


def _fiscal_years(year: int, text: str, end: int) -> list[tuple[int, int | None]]:
    """A fiscal year, and those up to the end of a range written short: "FY21-23", but "FY21-22" is one split year."""
    short = _SHORT_RANGE_END.match(text, end)
    last = _whole_year(short.group(1)) if short else year
    return [(year, None), *(_years_to(year, last + 1) if last - year > 1 else [])]


def _quarters(run: str, year: int) -> list[tuple[int, int | None]]:
    """The quarters of a run ("Q1, Q2 and Q4"), or all of a range such as "Q1-Q3"; "Q4-Q1" begins a year before."""
    named = [int(digit) for digit in re.findall(r"[1-4]", run)]
    if len(named) != 2 or not re.fullmatch(rf"\w\d{_RANGE}\w\d", run, re.IGNORECASE):
        return [(year, quarter) for quarter in named]
    first, last = named
    if first > last:
        return [
            *((year - 1, quarter) for quarter in range(first, 5)),
            *((year, quarter) for quarter in range(1, last + 1)),
        ]
    return [(year, quarter) for quarter in range(first, last + 1)]


def _whole_year(digits: str) -> int:
    number = int(re.sub(r"\D", "", digits))
    if number >= 100:
        return number
    return 2000 + number if number < 80 else 1900 + number


def is_year(text: str, start: int, end: int) -> bool:
    """Whether the four digits at `text[start:end]` stand there as a year, by what surrounds them."""
    before, after = text[max(0, start - 24) : start], text[end : end + 16]
    return _fits_before(before) and _fits_after(int(text[start:end]), after) and stands_as_year(text, start)


def _fits_before(before: str) -> bool:
    last = before[-1:]
    if last.isalnum() and not has_east_asian(last):
        return False
    if _AMOUNT_BEFORE.search(before) or _NUMBERED_BEFORE.search(before):
        return False
    for marks, allowed in (("-–", _HYPHEN_BEFORE), ("/", _SLASH_BEFORE), (".", _DOT_BEFORE), (",", _COMMA_BEFORE)):
        if last and last in marks:
            # A sentence may end just before a year that opens the next one; only digits make it a number.
            return allowed.search(before) is not None or (last in ".," and not before[-2:-1].isdigit())
    return True


def _fits_after(year: int, after: str) -> bool:
    first = after[:1]
    if first.isalnum() and not has_east_asian(first):
        return False
    if _AMOUNT_AFTER.match(after):
        return False
    number = _NUMBER_AFTER.match(after)
    if number is None:
        return True
    digits = number.group(1)
    if number.group(2) is not None and len(digits) == 1:
        return _iso(year, int(digits), int(number.group(2)[:3])) is not None
    if len(digits) == 2:
        following = int(digits)
        return number.group(2) is not None or 1 <= following <= 12 or following == (year + 1) % 100
    return len(digits) == 4 and digits[:2] in ("16", "17", "18", "19", "20", "21")


_MONTH_YEAR = lazy_regex(
    rf"(?<![^\W_])(?P<month>[^\W\d_]{{3,10}})\.?,?[\s-]{{1,2}}(?:of\s+|de\s+|del\s+)?(?P<year>{YEAR})(?!\d)",
    re.IGNORECASE,
)
_LETTERS = lazy_regex(r"[^\W\d_]{3,}")
_DAY_BEFORE = lazy_regex(r"\d(?:st|nd|rd|th|er|\.|º|ª|°)?[\s-]*(?:of\s+|de\s+|d['’])?$", re.IGNORECASE)


def months_named(text: str) -> set[str]:
    """The months that a text names, as it writes them, in lower case; "may" where it is no verb."""
    named = {word for word in _LETTERS.findall(text.lower()) if word in MONTHS}
    return named if MAY not in named or month_places(text) else named - {MAY}


def find_months(text: str) -> list[str]:
    """The last days of the months of a year that a text names without a day ("May 2024"), as ISO 8601, in order."""
    found: dict[str, None] = {}
    for match in _MONTH_YEAR.finditer(text):
        month, year = MONTHS.get(fold(match["month"])), int(match["year"])
        if month and is_year(text, *match.span("year")) and not _DAY_BEFORE.search(text[: match.start()]):
            found.setdefault(_end_of_month(year, month))
    return [*found]


_ANY_YEAR = lazy_regex(r"(?<!\d)[12]\d{3}(?!\d)")
_YEAR_FIRST = lazy_regex(r"-(\d{1,2})-(\d{1,2})(?!\d)|/(\d{1,2})/(\d{1,2})(?!\d)|\.(\d{2})\.(\d{2})(?!\d)")
_EAST_ASIAN_DATE = lazy_regex(r"\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_MONTH_DAY = lazy_regex(
    r"(?<![^\W_])([^\W\d_]{3,10})\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\s*,?\s*$", re.IGNORECASE
)
_DAY_MONTH = lazy_regex(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|°)?[\s-]*(?:of\s+|de\s+|d['’])?([^\W\d_]{3,10})\.?,?[\s-]*"
    r"(?:of\s+|de\s+|del\s+)?$",
    re.IGNORECASE,
)
_NUMERIC = lazy_regex(r"(?<![\d./-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?$")


def find_dates(text: str) -> list[str]:
    """Exact dates that a text names, as ISO 8601 (`2022-07-01`), in order of appearance, without repeats.

    Reads year-first, month-first and day-first forms with month names in English, German, French, Spanish, Italian,
    Portuguese, Dutch and Russian, and East Asian dates. `03/04/2022` is read month first, as in the United States,
    unless that is impossible; `03.04.2022` day first. What is no day of the calendar is left out.
    """
    return list(dict.fromkeys(date_mentions(text)))


def date_mentions(text: str) -> list[str]:
    """The dates of `find_dates`, each as often as the text names it."""
    days = (_date_at(text, match.start(), match.end()) for match in _ANY_YEAR.finditer(text))
    return [day for day in days if day is not None]


def _date_at(text: str, start: int, end: int) -> str | None:
    year = int(text[start:end])
    after = text[end : end + 12]
    forward = _YEAR_FIRST.match(after) or _EAST_ASIAN_DATE.match(after)
    if forward is not None:
        month, day = (int(group) for group in forward.groups() if group is not None)
        return _iso(year, month, day)
    before = text[max(0, start - 32) : start]
    numeric = _NUMERIC.search(before)
    if numeric is not None:
        first, mark, second = int(numeric.group(1)), numeric.group(2), int(numeric.group(3))
        if mark == ".":
            return _iso(year, second, first) or _iso(year, first, second)
        return _iso(year, first, second) or _iso(year, second, first)
    return _named_month(before, year)


def _named_month(before: str, year: int) -> str | None:
    month_first = _MONTH_DAY.search(before)
    if month_first is not None and (month := MONTHS.get(fold(month_first.group(1)))):
        return _iso(year, month, int(month_first.group(2)))
    day_first = _DAY_MONTH.search(before)
    if day_first is not None and (month := MONTHS.get(fold(day_first.group(2)))):
        return _iso(year, month, int(day_first.group(1)))
    return None


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
