"""The fiscal years and quarters that a document is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text, head_text
from nodes.domain.chat import Period
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates, find_periods, period_label

_PERIOD_END = lazy_regex(
    r"(?:(?P<quarter>quarter(?:ly period)?|three months|trimestre|quartal)|year|months|weeks|geschäftsjahr|exercice|"
    r"ejercicio)\b[^\n.]{0,12}?\s(?:end(?:ed|ing)|endete|zum|clos le|terminado el|cerrado el)\s*:?\s+"
    r"(?P<end>[^\n]{0,40}\n?[^\n]{0,24})"
)
_REPORT = lazy_regex(r"annual report|geschäftsbericht|rapport annuel|informe anual|results")
_YEAR = lazy_regex(r"(?<![\d.,$€£])(?:19|20)\d\d(?![\d,%]|\.\d)")
_LETTERS_YEAR = lazy_regex(r"(?<=[^\W\d_])(?=(?:19|20)\d\d(?!\d))")
_COUNTED_FROM = 5
"""Times that a document says its commonest year, before what it speaks of most is told by counting."""
_COUNTED_CHARACTERS = 400_000
"""Characters in which years are counted."""
_HEADLINES = 1500
"""Characters of the cover in which a heading names the period of a report."""
_MOST = 6
"""Periods of one document."""


def fiscal_periods(pages: Sequence[Page], file_name: str, title: str) -> list[str]:
    """Years (`2022`) and quarters (`2023Q2`) that a document is about, the likeliest first, at most six.

    In this order: named in the file name; in the title; on the first page as the end of the period that is reported
    on, or in the line that calls it an annual report; and the latest year that the text names at least half as often
    as its commonest one, which needs no helpful file name. The last rule waits for five mentions of one year, so that
    a short text about a life or an event has no fiscal year. A quarter brings its year along, after it. The quarter of
    a period's end is that of the calendar: fiscal calendars differ, and only file name, title and text know them.
    """
    found: dict[str, None] = {}
    for period in (*file_name_periods(file_name), *find_periods(title), *_cover_periods(pages)):
        found.setdefault(period_label(period))
        found.setdefault(str(period["year"]))
    usual = _usual_year(pages)
    if usual:
        found.setdefault(usual)
    return list(found)[:_MOST]


def file_name_periods(file_name: str) -> list[Period]:
    """Periods in a file name, where underscores separate and a year may follow a word without a blank."""
    stem = file_name.rsplit(".", 1)[0] if "." in file_name else file_name
    return find_periods(_LETTERS_YEAR.sub(" ", stem.replace("_", " ")))


def _cover_periods(pages: Sequence[Page]) -> list[Period]:
    cover = cover_text(pages)
    found: list[Period] = []
    for match in _PERIOD_END.finditer(cover.lower()):
        end = match.group("end").replace("\n", " ")
        for day in find_dates(end)[:1]:
            year, month = int(day[:4]), int(day[5:7])
            found.append({"year": year, "quarter": (month + 2) // 3 if match.group("quarter") else None})
    for match in _REPORT.finditer(cover[:_HEADLINES].lower()):
        line_start = cover.rfind("\n", 0, match.start()) + 1
        nearby = cover[max(line_start, match.start() - 40) : match.end() + 30].splitlines()
        found.extend(find_periods(nearby[0] if nearby else ""))
    return found


def _usual_year(pages: Sequence[Page]) -> str | None:
    counts = Counter[str](_YEAR.findall(head_text(pages, _COUNTED_CHARACTERS)))
    commonest = max(counts.values(), default=0)
    if commonest < _COUNTED_FROM:
        return None
    return max(year for year, count in counts.items() if 2 * count >= commonest)
