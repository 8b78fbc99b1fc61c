"""Who says "I": in a letter or a mail it is whoever signed it, or sent it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.answered_mails import last_writer_before
from nodes.language.letters import CLOSING
from nodes.language.terms import analyse

FROM = r"\W{0,4}(?:from|von|de)\s?:\s"
"""Before the sender of a mail, in its header."""
_SENDER = lazy_regex(rf"^{FROM}(?P<who>[^\n<]{{3,80}})", re.IGNORECASE | re.MULTILINE)
_SIGNED = lazy_regex(rf"^{CLOSING}[,.]?[ \t]*\n\s{{0,4}}(?P<who>[^\n]{{3,80}})", re.IGNORECASE | re.MULTILINE)
_SAYS_I = lazy_regex(r"(?<![\w.&])(?:I(?![\w.&])|[Mm]y\b|[Ii]ch\b|[Mm]ein(?:e[mnrs]?)?\b)")
_SAYS_OF_OTHERS = lazy_regex(r"[\"“„«]")
"""In quotation marks somebody else may say "I"."""
_QUOTED = lazy_regex(rf"^(?:>|{FROM}|[^\n]{{0,120}}\bwrote:|-{{3,}})", re.IGNORECASE | re.MULTILINE)
"""Where the words of another begin that a mail answers."""


def with_writers(
    pieces: Sequence[Evidence], sources: Sequence[Source], names: Sequence[str], *, asks_who: bool = False
) -> list[Evidence]:
    """The pieces; what somebody whom the question names says of themselves in a letter or a mail is about them.

    Args:
        pieces: All evidence.
        sources: What it came from.
        names: Normalised names of the question.
        asks_who: Whether somebody is asked for: what one says of oneself tells who that is.
    """
    asked = [named for name in names if (named := frozenset(analyse(name)))]
    if not (asked or asks_who):
        return [*pieces]
    told: list[Evidence] = []
    for piece in pieces:
        writer = writer_of(piece, sources[piece.position])
        said = replace(piece, said_by=writer) if writer and asks_who else piece
        name = next((name for name in asked if name <= frozenset(analyse(writer))), None)
        told.append(replace(said, about=said.about | name, is_surely_about=not said.about) if name else said)
    return told


def writer_of(piece: Evidence, source: Source) -> str:
    """The name, as written, of whom a sentence of a letter or a mail means by "I"; empty where it does not say so."""
    if piece.is_row or piece.is_heading or piece.is_list:
        return ""
    if not _SAYS_I.search(piece.text) or _SAYS_OF_OTHERS.search(piece.text):
        return ""
    content = source["content"]
    if writer := last_writer_before(content, piece.start):
        return writer
    found = _SENDER.search(content) or _SIGNED.search(content)
    if found is None:
        return ""
    quoted = _QUOTED.search(content, found.end())
    is_own = quoted is None or piece.end <= quoted.start()
    return found["who"].strip(" \"',").partition(",")[0] if is_own else ""
