"""Questions for a yes or a no, and troubles that are told without a question: "The lamp blinks. Is it broken?"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.askers import speaks_of_oneself

_WHETHER = lazy_regex(
    r"(?:^\W*+|[.,;:!?–-]\s+)(?:(?:and|so|but|or|then)\s+)?(?:do|does|did|is|are|was|were|can|could|may|might|must|shall|"
    r"should|will|would|has|have|any)(?:n?[’']t)?\s+(?!to\b|not\b|be\b|been\b)(?=\w)",
    re.IGNORECASE,
)
"""A verb before whom it is said of, where a question or a part of it begins."""
_ASKS = lazy_regex(r"\b(?:who|whom|whose|what|when|where|which|why|how)\b|\?", re.IGNORECASE)


def asks_whether(question: str) -> bool:
    """Whether a yes or a no is asked for."""
    return _WHETHER.search(question) is not None


def tells_trouble(question: str) -> bool:
    """Whether it asks nothing, and tells what somebody does or has: "I cleaned it but my pump still leaks"."""
    return speaks_of_oneself(question) and _ASKS.search(question) is None
