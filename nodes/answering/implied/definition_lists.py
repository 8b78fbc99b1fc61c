"""Definition lists: what stands below a term is said of the term, though it does not say it.

`retention_days` (`integer`)
:   How long readings are kept. The default is 30.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.evidence.cutting import TERM_LINE
from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_ENTRY = lazy_regex(
    r"^(?P<indent>[ \t]*)(?P<term>[^\s:|#>][^\n|]{0,98}(?:\n(?P=indent)[^\s:|#>][^\n|]{0,98}){0,4})\n"
    r"(?:[ \t]*\n)?(?P=indent):[ \t]+(?P<body>\S[^\n]*(?:\n(?:[ \t]*\n)*(?P=indent)[ \t]{2,}\S[^\n]*)*)",
    re.MULTILINE,
)
"""One term or several, each on its line, and below them what is said of them, indented behind a colon."""
_HANGING = lazy_regex(
    r"(?<![^\n]\n)^(?P<indent>[ \t]*)(?P<term>(?:[^\W\d_]|--?[^\W_]|<[^\W_])[\w.,'’/+=\[\]<> -]{0,38}[\w)+\]>]|-\w)\n"
    r"(?P<deeper>(?P=indent)[ \t]{2,})(?P<body>\S[^\n]*(?:\n(?:[ \t]*\n)*(?P=deeper)\S[^\n]*)*)",
    re.MULTILINE,
)
"""The same in plain text: a short line behind an empty one, and right below it what is indented further."""
_PART = r"[ \t]*(?:[*_]{2})?(?P<term>[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{3,}(?: [a-zß-öø-ÿ]{2,}){0,2})\.(?:[*_]{2})? +"
_ANOTHER_PART = _PART.replace("?P<term>", "?:")
_RUN_IN = lazy_regex(
    rf"^{_PART}(?P<body>[\d\"“„A-ZÀ-ÖØ-Þ][^\n]*(?:\n(?![ \t]*\n|{_ANOTHER_PART})[^\n]*)*)", re.MULTILINE
)
"""The parts of an abstract or a ruling, each opened by what it is: "Limitations. The trial was short."."""
_ABOVE_ITEMS = lazy_regex(
    r"(?<![^\n]\n)^(?P<term>[^\W_a-zß-öø-ÿ][^\n|:]{1,58}[\w)])\n"
    r"(?P<body>[ \t]*[-*•–▪·] [^\n]+(?:\n[ \t]*[-*•–▪·] [^\n]+)+)",
    re.MULTILINE,
)
"""A short line and what is listed right below it: what is offered by whom, in a mail."""
_BEFORE_COLON = lazy_regex(
    r"(?<![^\n]\n)^(?P<term>[^\W\d_a-zß-öø-ÿ][^\n|:.;?!]{1,58}): (?P<body>[^\n]+[.!?] [^\n]+(?:\n[^\n]+)*)",
    re.MULTILINE,
)
"""A paragraph of several sentences that opens with what it is about: "Kestrel Ltd: they ask for £12. …"."""
_FEWEST_PARTS = 2
"""Such parts of one text: a single one may be a sentence."""
_MARKS = lazy_regex(r"[`*_]{1,3}(?=\W|$)|(?<!\w)[`*_]{1,3}")
_OPTION = lazy_regex(r"(?:--?\w|<\w)")
"""What is typed: whoever asks how something is done is told it, whatever the question says."""
_TYPE = lazy_regex(r"\([^()]*\)")
"""Behind a term in parentheses: what kind of thing it is."""


class _Entry(NamedTuple):
    start: int
    body: int
    """Where its body begins."""
    end: int
    term: str
    said: frozenset[str]
    """Terms of the question that its heading says."""
    is_named: bool
    """Whether the question says all of the heading but for what is in parentheses."""


def with_headwords(pieces: Sequence[Evidence], sources: Sequence[Source], asked: Collection[str]) -> list[Evidence]:
    """The pieces, those that belong to an entry with the terms of the question that its heading says.

    Args:
        pieces: All evidence.
        sources: What it came from.
        asked: Terms of the question.
    """
    entries = [_entries(source["content"], frozenset(asked)) for source in sources]
    if not any(entries):
        return [*pieces]
    return [_of_entry(piece, entries[piece.position]) for piece in pieces]


def _entries(content: str, asked: frozenset[str]) -> list[_Entry]:
    found: list[_Entry] = []
    for each in _found(content):
        terms = [_MARKS.sub("", line).strip() for line in each["term"].split("\n")]
        said = asked.intersection(analyse(" ".join(terms)))
        is_named = any(words and asked.issuperset(words) for words in (analyse(_TYPE.sub("", term)) for term in terms))
        found.append(_Entry(each.start("term"), each.start("body"), each.end("body"), ", ".join(terms), said, is_named))
    return found or _entries_of_lines(content, asked)


def _entries_of_lines(content: str, asked: frozenset[str]) -> list[_Entry]:
    """Entries whose terms stand on lines of their own between sentences: each goes on to the next."""
    found = [*TERM_LINE.finditer(content)]
    ends = [each.start() for each in found[1:]] + [len(content)] * bool(found)
    entries: list[_Entry] = []
    for each, end in zip(found, ends, strict=True):
        said = asked.intersection(analyse(each["term"]))
        is_named = bool(said) and asked.issuperset(analyse(each["term"].split()[0]))
        entries.append(_Entry(each.start("term"), each.end(), end, each["term"], said, is_named))
    return entries


def _found(content: str) -> list[re.Match[str]]:
    if ":   " in content:
        return [*_ENTRY.finditer(content)]
    for form in (_RUN_IN, _ABOVE_ITEMS, _BEFORE_COLON):
        parts = [*form.finditer(content)]
        if len(parts) >= _FEWEST_PARTS:
            return parts
    return [*_HANGING.finditer(content)] if "\n  " in content else []


def _of_entry(piece: Evidence, entries: Sequence[_Entry]) -> Evidence:
    place = bisect_right(entries, piece.start, key=lambda entry: entry.start) - 1
    entry = entries[place] if place >= 0 else None
    if entry is None or piece.start >= entry.end:
        return piece
    if not entry.said:
        is_told = piece.start >= entry.body and _OPTION.match(entry.term) is not None and not piece.is_row
        return replace(piece, entry=entry.term) if is_told else piece
    named = entry.said if entry.is_named else frozenset[str]()
    if piece.start < entry.body:
        return replace(piece, of_entry=named, is_heading=piece.is_heading or piece.end <= entry.body)
    piece = replace(piece, about=piece.about | entry.said, entry=entry.term, of_entry=named)
    return replace(piece, is_first=True, is_heading=False) if piece.start == entry.body else piece
