"""The day that a document's title gives it: that of the meeting, of the issue, or the end of the period reported on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.excerpts import first_page
from nodes.documents.titles import is_title_like, opening_lines
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates, find_months, find_periods, last_day

LINES = 3
"""Lines at the top that may be its title, what stands above that, and a line below it."""
_IN_PARENTHESES = lazy_regex(r"\([^()]*\)")
_ANOTHER = lazy_regex(
    r"\b(?:born|died|birth|death|due|deadline|next|previous|geboren|gestorben|nächste\w*|née?|prochaine?|nacid[ao]|"
    r"próxim[ao]|prossim[ao])\b",
    re.IGNORECASE,
)
_FROM_OR_UP_TO = lazy_regex(
    r"\b(?:since|before|after|until|till|seit|nach|vor|bis|depuis|avant|après|desde|antes|después|hasta)\b",
    re.IGNORECASE,
)


def says_another_day(text: str) -> bool:
    """Whether the day that a text names is that of something else: a life, a deadline, the next meeting."""
    return _ANOTHER.search(text) is not None


def is_of_no_day(line: str) -> bool:
    """Whether a line of the kind of a title names a day without being of it: "The harbour since 3 May 1950"."""
    return says_another_day(line) or _FROM_OR_UP_TO.search(line) is not None


def heading_dates(pages: Sequence[Page]) -> tuple[list[str], list[str]]:
    """Days in the title-like ones of the first three lines, ISO 8601, by how exactly they are told.

    Of several in one line the last counts, where a period ends; what stands in parentheses counts where nothing else
    does. A month or a quarter stands for its last day.

    Returns:
        Days that are named, and those that months and quarters end on.
    """
    exact: list[str] = []
    ends: list[str] = []
    for line in _titles(pages):
        bare = _IN_PARENTHESES.sub(" ", line)
        exact += (find_dates(bare) or find_dates(line))[-1:]
        ends += (_period_ends(bare) or _period_ends(line))[-1:]
    return exact, ends


def _titles(pages: Sequence[Page]) -> list[str]:
    """The title-like ones among the first lines with words, and the headings there."""
    page = first_page(pages)
    if page is None:
        return []
    lines = opening_lines(page, LINES + 1)
    headings = {" ".join(heading["title"].split()) for heading in page["headings"]}
    return [
        line
        for line, following in zip(lines[:LINES], [*lines[1:], ""], strict=False)
        if not is_of_no_day(line) and (line in headings or is_title_like(line, following))
    ]


def _period_ends(line: str) -> list[str]:
    return find_months(line) or [last_day(period) for period in find_periods(line) if period["quarter"]]
