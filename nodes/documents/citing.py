"""References to literature in a text: what an extract is chosen for, and what it is then ranked by."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex

_CITATION = lazy_regex(
    r"\[\d{1,3}(?:\s*[-–,;]\s*\d{1,3})*\]"  # [3], [3, 7], [3-5]
    r"|\b(?i:et al)\b"
    # "(see Smith and Jones, 2019a; Lee, 2020)" and "Smith (2019)": a name with a capital stands before the year. Years
    # alone, as in "fiscal year (2023)", are none.
    r"|\((?:[^()\d]{0,40} )?[^\W\d_a-z][^()\d]{1,60}, (?:1[89]|20)\d\d[a-z]?[^()]{0,120}\)"
    r"|\b[^\W\d_a-z]\w+ \((?:1[89]|20)\d\d[a-z]?\)"
    r"|\b10\.\d{4,9}/\S+"  # DOI
    r"|\b(?i:arxiv):\s?\d{4}\.\d{4,5}"
)


def citations_in(text: str) -> int:
    """How many references a text holds: "[12]", "(Smith, 2019)", "Smith (2019)", "et al.", DOI, arXiv."""
    return sum(1 for _ in _CITATION.finditer(text))


def cites(text: str) -> bool:
    """Whether it holds one."""
    return _CITATION.search(text) is not None
