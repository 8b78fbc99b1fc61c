"""Which files of a project a question asks for, beside those that do the work."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_TESTS = lazy_regex(
    # Also as a part of a name that is asked for: `test_wait`, `LockTest`.
    r"(?:\b|_)(?i:tests?|tested|testing|fixtures?|mock\w*|specs?)(?:\b|_)|(?<=[a-z\d])(?:Tests?|TestCase|Spec)\b"
)
_CHANGES = lazy_regex(
    r"\b(?:versions?|releases?|released|changed|changes|change\s?logs?|deprecat\w+|upgrad\w+|new in|what(?:'s| is) new"
    r"|since (?:when|which|what)|seit wann|(?:ver)?änderung(?:en)?|geändert)\b|^\W*(?:when (?:was|were|did|has|have)|"
    r"wann (?:wurden?|ist|sind))\b",
    re.IGNORECASE,
)


def asks_for_tests(question: str) -> bool:
    """Whether it is asked how something is tested, or for a test by its name."""
    return _TESTS.search(question) is not None


def asks_for_changes(question: str) -> bool:
    """Whether it is asked what changed, or when: which version brought something."""
    return _CHANGES.search(question) is not None
