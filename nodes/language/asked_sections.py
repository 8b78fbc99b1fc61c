"""Which sections of documents a question asks for."""

from __future__ import annotations

import re

from nodes.domain.chat import SectionTarget
from nodes.domain.regexes import lazy_regex

_SECTIONS: tuple[tuple[SectionTarget, re.Pattern[str]], ...] = (
    ("abstract", lazy_regex(r"\b(?:abstract|summary|overview)\b", re.IGNORECASE)),
    (
        "methods",
        lazy_regex(r"\b(?:method(?:s|ology)?|approach(?:es)?|implementation|procedures?|techniques?)\b", re.IGNORECASE),
    ),
    ("results", lazy_regex(r"\b(?:results?|findings?|data|analysis|measurements?|performance)\b", re.IGNORECASE)),
    ("claims", lazy_regex(r"\b(?:(?:patent )?claims?|invention)\b", re.IGNORECASE)),
    ("conclusion", lazy_regex(r"\b(?:conclusions?|discussion|implications?|future work)\b", re.IGNORECASE)),
    ("technical", lazy_regex(r"\b(?:specifications?|technical details?|parameters?|formulas?)\b", re.IGNORECASE)),
)
_SECTION_NAMES = (
    r"(?:abstract|summary|introduction|methods?|methodology|results|findings|claims?|conclusions?|"
    r"discussion|specifications?)"
)
_SECTION_AS_SUCH = lazy_regex(
    rf"\b(?:in|from|of|per|according to|see) (?:the|its|their) {_SECTION_NAMES}\b|"
    rf"\b{_SECTION_NAMES} sections?\b|\bpatent claims?\b",
    re.IGNORECASE,
)


def target_sections(question: str) -> tuple[list[SectionTarget], float]:
    """The sections a question asks for, and how surely: 0.8 for each, 1 at most."""
    found = [section for section, pattern in _SECTIONS if pattern.search(question)]
    return found, min(0.8 * len(found), 1.0)


def names_section(question: str) -> bool:
    """Whether a section is spoken of as such ("in the abstract", "the results section"), not merely its word used."""
    return _SECTION_AS_SUCH.search(question) is not None
