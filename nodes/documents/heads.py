"""The head of a document: what stands above its text, and who signed below it, say whose it is where no title does."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.contracts import ROLES
from nodes.language.letters import CLOSING, GREETING
from nodes.language.paper_kinds import paper_kinds

_OPENING, _ENDING = 1200, 600
"""Characters in which the head, and the signature, are looked for."""
_MOST_LINES = 6
_LONGEST_LINE = 90
"""Characters of a line that is no sentence yet."""
_MOST_WORDS = 4
"""Of a line that ends as a sentence does and may be none: "Vik Pumps Ltd."."""
_MOST_WORDS_OF_KIND = 2
"""Of a label that says what kind of paper it is: "Quarterly report: April to June"."""
_MOST_BARS = 1
"""Inside a line that is no row of a table of several columns."""
_MARKUP = "#*_=>|- \t"
_LABELLED = lazy_regex(
    r"(?P<label>[^\W\d_][^:|.\n]{0,30}?)[*_]{0,2}(?:[ \t]{0,3}[:|]|[ \t]?\.{3,60})[*_ \t]{0,40}(?P<value>\S[^\n|]*)"
)
CALLS = lazy_regex(
    rf"from|subject|re|title|name|full name|patient|candidate|student|pupil|occupier|owner|{ROLES}|site|property|"
    r"building|project|product|model|machine|engine|vehicle|vessel|boat|post|position|role|job(?: title)?|offer|"
    r"quotation|von|betreff|kunde|kundin|objekt|projekt|standort|produkt|stelle|objet|projet|produit|poste|de|asunto",
    re.IGNORECASE,
)
"""Labels of what a document is called by, and of no addressee."""
_SIGNED_FOR = lazy_regex(
    r"^\W*(?:signed )?(?:for(?: and on behalf of)?|on behalf of) (?:the )?[^:\n]{2,40}:[ \t]*(?P<who>\S[^\n]{1,119})",
    re.IGNORECASE | re.MULTILINE,
)
"""A line below a contract: "For the Tenant: Ada Holm"."""
_GREETS = lazy_regex(GREETING, re.IGNORECASE)
_SIGNED = lazy_regex(
    rf"^{CLOSING}[,.!]?[ \t]*\n\s*(?P<who>[^\n]{{2,80}}(?:\n[^\n]{{2,80}}){{0,2}})", re.IGNORECASE | re.MULTILINE
)


def head_of(text: str) -> str:
    """Letterhead, headings and subject above the text of a document, and the names below its closing.

    Down to the first sentence, table, greeting or second heading; of lines with a label only those that say what it is
    about ("Subject: …", "Post: …").

    Args:
        text: Of its first page.

    Returns:
        Lines without their labels; empty where the text begins at once.
    """
    lines: list[str] = []
    for raw in text[:_OPENING].splitlines():
        line = raw.strip(_MARKUP)
        if not line:
            continue
        if len(lines) == _MOST_LINES or _is_text(line) or (lines and raw.startswith("#")):
            break
        labelled = _LABELLED.fullmatch(line)
        label = labelled["label"].strip() if labelled else ""
        if labelled is not None and CALLS.fullmatch(label):
            lines.append(labelled["value"])
        elif labelled is None or (paper_kinds(label) and len(label.split()) <= _MOST_WORDS_OF_KIND):
            lines.append(line)
    ending = text[-_ENDING:]
    signed = (found["who"] for pattern in (_SIGNED, _SIGNED_FOR) for found in pattern.finditer(ending))
    return "\n".join([*lines, *signed])


def _is_text(line: str) -> bool:
    if _GREETS.match(line) or line.count("|") > _MOST_BARS:
        return True
    is_ended = line.endswith((".", "!", "?", ";", ":"))
    return len(line) > _LONGEST_LINE or (is_ended and len(line.split()) > _MOST_WORDS)
