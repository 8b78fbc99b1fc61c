"""The line that mail programs write above a mail that is answered: "On 4 May 2025 at 18:02, Ada Berg wrote:"."""

from __future__ import annotations

import re

_INTRODUCES = re.compile(r"\S[^\n]{5,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\b[^\n]{0,80}:", re.IGNORECASE)


def introduces_mail(line: str) -> bool:
    """Whether a line says who wrote what stands below it, and when."""
    return _INTRODUCES.fullmatch(line) is not None
