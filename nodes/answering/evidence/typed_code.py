"""What was typed at a prompt, as papers on software show it: it says how something is done, and not what is so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.cutting import PROMPT
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex

_ASKS_CODE = lazy_regex(
    r"\b(?:how|codes?|commands?|functions?|call(?:s|ed)?|syntax|scripts?|arguments?|options?|returns?|prints?|outputs?"
    r"|examples?|install\w*|runs?|us(?:e|es|ed|ing)|wie|befehle?|aufruf\w*|beispiele?|comment|commande|c[óo]mo)\b",
    re.IGNORECASE,
)


def without_typed_code(pieces: Sequence[Evidence], sources: Sequence[Source], question: str) -> list[Evidence]:
    """The pieces but those that were typed at a prompt; all where code may be asked for, or there are no others.

    Args:
        pieces: All evidence.
        sources: What it came from.
        question: As it was asked.
    """
    if _ASKS_CODE.search(question):
        return [*pieces]
    return [piece for piece in pieces if not _is_typed(piece, sources[piece.position]["content"])] or [*pieces]


def _is_typed(piece: Evidence, content: str) -> bool:
    # A piece begins behind "> ", which may mark a quote as well.
    return PROMPT.match(content, content.rfind("\n", 0, piece.start) + 1) is not None
