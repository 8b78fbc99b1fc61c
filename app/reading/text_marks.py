"""Headings that marks make: underlines of reStructuredText, AsciiDoc and Setext, and `== Title`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.reading.text_lines import Candidate, TextLine, is_blank, may_be_title
from nodes.domain.regexes import lazy_regex

_RULE = lazy_regex(r"([=\-~^\"'`+*#:.<>_])\1{2,}")
_MARKED = lazy_regex(r"(?P<mark>={1,6}) (?P<title>\S.*?)(?: (?P=mark))?")
_NO_TITLE = lazy_regex(r"[$%>@] |.*\w{3}[.!?] +\w|(?:\S+ +){5}.*\.$")
"""A command, several sentences, a long one."""
_NO_WORDS = lazy_regex(r"\[\[[^\]]*\]\]|:[\w:+.-]+:(?=`)|`+")
"""Anchors of AsciiDoc, roles and literals of reStructuredText."""
_ANCHOR = lazy_regex(r"\[.+\]|\.\. _.+:")
_WIDE_RULES = "=#*"
"""Over and under a title these may be wider than it; other rules that are fence a listing."""
_TOLERANCE = 2
"""How many characters an underline may lack: AsciiDoc allows as many."""


def marked_headings(lines: Sequence[TextLine]) -> Iterator[Candidate]:
    """Lines that marks make headings, in order."""
    position = free = 0
    while position < len(lines):
        found = _underlined(lines, position, free) or _marked(lines, position)
        if found is not None:
            yield found
            position, free = found.last, found.last + 1
        position += 1


def _underlined(lines: Sequence[TextLine], position: int, free: int) -> Candidate | None:
    """A line over a rule as long as itself, below a blank line or the same rule; lines before `free` are taken."""
    title, rule = lines[position], lines[position + 1] if position + 1 < len(lines) else None
    if rule is None or rule.indent or rule.page != title.page or not _RULE.fullmatch(rule.text):
        return None
    above = lines[position - 1] if position > free else None
    is_overlined = above is not None and above.text == rule.text and above.page == rule.page and not above.indent
    if not is_overlined and (title.indent or not _stands_apart(lines, position)):
        return None
    may_be_wide = is_overlined and rule.text[0] in _WIDE_RULES
    surplus = len(rule.text) - len(title.text)
    if surplus < -_TOLERANCE or (surplus > 2 * _TOLERANCE and not may_be_wide) or not _is_title(title.text):
        return None
    style = rule.text[0] + "=" * is_overlined
    return Candidate(position - is_overlined, position + 1, _NO_WORDS.sub("", title.text), ("rule", style))


def _marked(lines: Sequence[TextLine], position: int) -> Candidate | None:
    line = lines[position]
    if line.indent or not line.text.startswith("=") or not _stands_apart(lines, position):
        return None
    found = _MARKED.fullmatch(line.text)
    if found is None or not _is_title(found["title"]):
        return None
    return Candidate(position, position, _NO_WORDS.sub("", found["title"]), ("mark", len(found["mark"])))


def _stands_apart(lines: Sequence[TextLine], position: int) -> bool:
    """Whether a line stands below a blank one, or below its anchors and attributes."""
    while position and _ANCHOR.fullmatch(lines[position - 1].text):
        position -= 1
    return is_blank(lines, position - 1)


def _is_title(text: str) -> bool:
    return may_be_title(text) and not _NO_TITLE.match(text)
