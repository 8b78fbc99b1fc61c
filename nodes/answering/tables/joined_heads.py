"""Lines in which a page has its heading times and the first row below them: "Years ended 2021 2020 Sales 3 2"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.years import YEAR

_JOINED = lazy_regex(
    rf"(?P<before>[^|\t]{{0,90}}?(?<!\S))(?P<years>{YEAR}(?: +{YEAR})+) +(?P<row>[^\W\d_][^|\t]*)", re.IGNORECASE
)
_LONGEST_HEADING = 40
"""Letters before the times: more are text."""


def joined_head(line: str, values: int) -> tuple[tuple[str, ...], str]:
    """The times that a line opens with, as many as its row has values, and the row behind them; empty without."""
    found = _JOINED.match(line)
    if found is None or len(re.sub(r"[\W\d_]", "", found["before"])) > _LONGEST_HEADING:
        return (), ""
    years = tuple(found["years"].split())
    return (years, found["row"]) if len(years) == values else ((), "")
