"""Words as they are compared where somebody looks for them: databases know the case of few letters."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """A text in one case and form, on one line."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
