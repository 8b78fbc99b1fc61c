"""Codes that things of one series have: "HM1", "TP-1040", "NCR-25-007"."""

from __future__ import annotations

from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_CODE = lazy_regex(r"(?<![\w/.-])([A-Z]{1,5}-?(?:\d{2,4}[-/])?)(\d{1,5})(?![\w/]|[.-]\w)")
"""Capitals with a number, or with a year and what counts in it."""
_OF_NO_SERIES = frozenset({"Q", "H", "FY", "CY", "CW", "KW", "WK", "A", "B", "ISO-", "EN-", "DIN-", "CO", "PM"})
"""Before the numbers of quarters, half-years and weeks, of paper, standards and chemicals: "Q3", "A4", "CO2"."""


class Code(NamedTuple):
    """A code, told apart from others of its series by its number."""

    series: str
    number: str

    @property
    def name(self) -> str:
        """The whole of it, normalised as names are."""
        return normalise_name(f"{self.series}{self.number}")


def codes_in(text: str) -> list[Code]:
    """The codes of a text, in their order, with repetitions."""
    return [Code(*found) for found in _CODE.findall(text) if found[0] not in _OF_NO_SERIES]
