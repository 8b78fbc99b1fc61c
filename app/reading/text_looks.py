"""Headings without marks: numbered, labelled and capital lines that stand alone, lines that hang out of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from app.reading.text_lines import Candidate, Style, TextLine, is_blank, is_drawn_line, may_be_title
from nodes.domain.regexes import lazy_regex

_MOST_WORDS = 14
"""Of a heading."""
_NUMBERED = lazy_regex(r"(?:(?P<number>\d{1,3}(?:\.\d{1,3})*)|[IVXLC]{1,6}(?=[.)]))[.)]? {1,8}(?P<title>[^\W_].*)")
_LABELLED = lazy_regex(
    r"(?:(?P<word>article|section|chapter|part|clause|item|annex|appendix|schedule|exhibit|artikel|abschnitt|kapitel|"
    r"teil|anhang|anlage|chapitre|partie|annexe|artículo|capítulo|sección|parte|anexo|articolo|capitolo|sezione)\s+"
    r"(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])|§§? ?\d{1,4}[a-z]?)(?P<rest>[.:)]?(?:\s.*)?)",
    re.IGNORECASE,
)
_ANNEXES = frozenset({"annex", "appendix", "schedule", "exhibit", "anhang", "anlage", "annexe", "anexo"})
_SENTENCES = lazy_regex(r"\w{3}[.!?] +\w")
_CODE = lazy_regex(r"[{}=;<>\\]|\(\)|^[@#/$%]")
_HANGING_SHARE = 0.5
"""Of the lines indented: then those that are not are headings, as in manual pages and requests for comments."""
_FEWEST = 3
"""Lines of one look before they are believed to be headings."""
_COUNTED_SHARE = 0.9
"""Of the numbered lines of one look, that have to count on from the one before."""
_FIRST_NUMBERS = 2
"""Counting begins at 0 or 1."""
_LABELLED_VALUE = lazy_regex(r"[A-ZÀ-ÖØ-Þ][^:.!?]{1,28}: {1,40}\S.*")
_MOST_RECORD_WORDS = 6
"""Of the name of a record."""
_FEWEST_VALUES = 2
"""Lines with a label and its value, before what stands over them is the name of a record."""
_FEWEST_LETTERS = 4
"""Of a heading in capitals."""


def headings_by_looks(lines: Sequence[TextLine]) -> list[Candidate]:
    """Lines that look like headings, in order: three or more of one look, at one indent.

    Numbered (`2.1 Scope`), labelled (`Article IV`, its title perhaps on the next line) or in capitals, below a blank
    line and over one; capitals also over other text, and the name of a record over its labels and values. Most have
    text below them, most differ, and numbers count on from 0 or 1: items of lists, tables of contents and messages of
    programs do not. Annexes are as far out as what comes first. Where most lines are indented, as in manual pages and
    requests for comments, lines that are not, or less, are headings too, if three of them look like it.
    """
    is_hanging = _is_hanging(lines)
    families: dict[tuple[str, int], list[Candidate]] = {}
    for position, line in enumerate(lines):
        if found := _standing_alone(lines, position, is_hanging=is_hanging) or _record(lines, position):
            families.setdefault((_family(found.style), line.indent), []).append(found)
    kept = [each for family in families.values() if _are_headings(lines, family) for each in family]
    kept.sort(key=lambda each: each.first)
    kept = [replace(each, style=kept[0].style) if each.style[1] in _ANNEXES else each for each in kept]
    return _with_hanging(lines, kept) if is_hanging else kept


def _family(style: Style) -> str:
    return style[0] if style[0] in {"number", "label"} else str(style)


def _is_hanging(lines: Sequence[TextLine]) -> bool:
    written = [line for line in lines if line.text]
    return sum(line.indent > 1 for line in written) > _HANGING_SHARE * len(written)


def _standing_alone(lines: Sequence[TextLine], position: int, *, is_hanging: bool) -> Candidate | None:
    line = lines[position]
    if not line.text or not is_blank(lines, position - 1) or not may_be_title(line.text) or _CODE.search(line.text):
        return None
    last = position + _goes_on(lines, position)
    title = " ".join(each.text for each in lines[position : last + 1])
    if len(title.split()) > _MOST_WORDS or title.endswith((",", ";")):
        return None
    found = _named(title, position, last)
    if found is None or is_blank(lines, last + 1):
        return found
    hangs_out = is_hanging and not line.indent and lines[last + 1].indent > 0
    return found if hangs_out or (title.isupper() and not lines[last + 1].text.isupper()) else None


def _record(lines: Sequence[TextLine], position: int) -> Candidate | None:
    """A short line with a number, below a rule or a blank line and over labels and values: "IR-22" over "Date: 3"."""
    text = lines[position].text
    if ":" in text or not any(map(str.isdigit, text)) or not may_be_title(text) or text.endswith((".", ",", ";")):
        return None
    apart = is_blank(lines, position - 1) or is_drawn_line(lines[position - 1].text)
    following = lines[position + 1 : position + 1 + _FEWEST_VALUES]
    are_values = len(following) == _FEWEST_VALUES and all(_LABELLED_VALUE.fullmatch(line.text) for line in following)
    is_short = len(text.split()) <= _MOST_RECORD_WORDS
    return Candidate(position, position, text, ("record", 0)) if is_short and apart and are_values else None


def _goes_on(lines: Sequence[TextLine], position: int) -> bool:
    """Whether the next line belongs to it: a title below "ARTICLE IV", or one wrapped to where the words began."""
    if is_blank(lines, position + 1) or not is_blank(lines, position + 2) or not may_be_title(lines[position + 1].text):
        return False
    line, following = lines[position], lines[position + 1]
    if line.page != following.page:
        return False
    if labelled := _LABELLED.fullmatch(line.text):
        return not labelled["rest"].strip(" .:)")
    numbered = _NUMBERED.fullmatch(line.text)
    return numbered is not None and following.indent == line.indent + numbered.start("title")


def _named(title: str, first: int, last: int) -> Candidate | None:
    if found := _LABELLED.fullmatch(title):
        return Candidate(first, last, title, ("label", (found["word"] or "§").casefold()))
    if found := _NUMBERED.fullmatch(title):
        if title.endswith((".", ":", "!")) or found["title"][0].islower() or _SENTENCES.search(found["title"]):
            return None
        if found["number"] is None:
            return Candidate(first, last, title, ("roman", 0))
        number = tuple(map(int, found["number"].split(".")))
        return Candidate(first, last, title, ("number", len(number)), number)
    letters = sum(map(str.isalpha, title))
    if title[0].isalnum() and title.isupper() and letters >= _FEWEST_LETTERS and 2 * letters > len(title):
        return Candidate(first, last, title, ("capitals", 0))
    return None


def _are_headings(lines: Sequence[TextLine], family: Sequence[Candidate]) -> bool:
    if len(family) < _FEWEST or 2 * len({each.title for each in family}) < len(family):
        return False
    starts = {each.first for each in family}
    bodies = sum(_has_body(lines, each, starts) for each in family)
    pairs = [(one.number, other.number) for one, other in pairwise(family) if one.number]
    counted = sum(_is_next(one, other) for one, other in pairs)
    from_start = not pairs or family[0].number[0] < _FIRST_NUMBERS
    return from_start and 2 * bodies >= len(family) and counted >= _COUNTED_SHARE * len(pairs)


def _has_body(lines: Sequence[TextLine], found: Candidate, starts: set[int]) -> bool:
    following = next((position for position in range(found.last + 1, len(lines)) if lines[position].text), None)
    return following is not None and following not in starts


def _is_next(number: tuple[int, ...], following: tuple[int, ...]) -> bool:
    """Whether one comes after the other: `2.1`, `2.2` and `3` after `2`, `2.1` and `2.2`."""
    same = next((n for n, (one, other) in enumerate(zip(number, following, strict=False)) if one != other), None)
    if same is None:
        return len(following) > len(number) and max(following[len(number) :]) < _FIRST_NUMBERS
    return following[same] == number[same] + 1 and all(one < _FIRST_NUMBERS for one in following[same + 1 :])


def _with_hanging(lines: Sequence[TextLine], found: Sequence[Candidate]) -> list[Candidate]:
    """The headings that are not indented, and the other lines that hang out of the text as they do."""
    outermost = [each for each in found if not lines[each.first].indent]
    if len(outermost) < _FEWEST:
        return [*found]
    top = min(outermost, key=lambda each: len(each.number)).style
    taken = {position for each in outermost for position in range(each.first, each.last + 1)}
    body = Counter(line.indent for line in lines if line.indent).most_common(1)[0][0]
    others = [
        Candidate(position, position, line.text, ("inner", line.indent) if line.indent else top)
        for position, line in enumerate(lines)
        if line.text and line.indent < body and position not in taken and _hangs_out(lines, position, body)
    ]
    return sorted([*outermost, *others], key=lambda each: each.first)


def _hangs_out(lines: Sequence[TextLine], position: int, body: int) -> bool:
    """Whether a line is a heading by where it stands, though nothing about its words tells."""
    text, indent = lines[position].text, lines[position].indent
    if not is_blank(lines, position - 1) or not may_be_title(text) or _CODE.search(text):
        return False
    if is_blank(lines, position + 1):
        is_apart = not indent
    else:
        following = lines[position + 1]
        is_apart = following.indent >= body and not (indent and following.text[0].islower())
    return (
        is_apart and text[0].isupper() and not text.endswith((".", ",", ";", ":")) and len(text.split()) <= _MOST_WORDS
    )
