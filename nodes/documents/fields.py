"""Fields that a document states of itself in its first lines: category, status, priority."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_NAMES = {
    **dict.fromkeys(("category", "kategorie", "catégorie", "categoría"), "category"),
    **dict.fromkeys(("status", "état", "estado"), "status"),
    **dict.fromkeys(("priority", "priorität", "priorité", "prioridad"), "priority"),
}
_FIELD = lazy_regex(
    rf"^[ \t]*(?:[-*|][ \t]*)?[*_]{{0,2}}({'|'.join(_NAMES)})"
    r"[*_]{0,2}[ \t]*[:|][ \t]*[*_]{0,2}[ \t]*([^\n|]{1,40}?)[ \t*_|.]*$",
    re.IGNORECASE | re.MULTILINE,
)


def front_fields(pages: Sequence[Page]) -> dict[str, str]:
    """`category`, `status` and `priority` where lines such as "Status: Active" near the top state them.

    The first statement of each counts; the value is as written, at most 40 characters; what is longer is prose.
    """
    found: dict[str, str] = {}
    for match in _FIELD.finditer(cover_text(pages, 2500)):
        found.setdefault(_NAMES[match.group(1).lower()], match.group(2).strip(" \"'"))
    return {name: value for name, value in found.items() if value}
