"""Whether the columns of a table are years, months or quarters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from nodes.answering.tables.table_rows import years_in
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import months_named

_QUARTER = lazy_regex(r"\bQ[1-4]\b|\b[1-4]Q\b|\bquarter\b", re.IGNORECASE)


def are_periods(header: Sequence[str], asked: str) -> bool:
    """Whether all columns, two or more, are of one kind of period: of the one that is asked for, or of any.

    Args:
        header: What heads the columns.
        asked: "year", "month" or "quarter"; empty for any of them.
    """
    kinds = [_PERIODS[asked]] if asked else [*_PERIODS.values()]
    return len(header) > 1 and any(all(map(is_of, header)) for is_of in kinds)


def _is_year(heading: str) -> bool:
    return len(years_in(heading)) == 1 and not _is_month(heading) and not _is_quarter(heading)


def _is_month(heading: str) -> bool:
    return len(months_named(heading)) == 1


def _is_quarter(heading: str) -> bool:
    return _QUARTER.search(heading) is not None


_PERIODS: Mapping[str, Callable[[str], bool]] = {"year": _is_year, "month": _is_month, "quarter": _is_quarter}
