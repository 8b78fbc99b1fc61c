"""Headings of plain text: underlined or marked ones, else numbered, labelled or capital lines that stand alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.reading.normalise import normalise_line
from nodes.domain.documents import Heading

_LONGEST = 100
_MOST_WORDS = 14
_RULE = re.compile(r"([=\-~^\"'`+*#:.<>_])\1{2,}")
_MARKED = re.compile(r"(?P<mark>={1,6}) (?P<title>\S.*?)(?: (?P=mark))?")
_GAP = re.compile(r"\S {3,}\S|\S\t+\S|(?:\. ?){4,}|\|")
"""Columns of a table, the leaders of a table of contents, and the parts of a running header."""
_NUMBERED = re.compile(
    r"(?:(?P<number>\d{1,3}(?:\.\d{1,3})*)|(?P<roman>[IVXLC]{1,6}(?=[.)])))[.)]? {1,8}(?P<title>[^\W_].*)"
)
_LABELLED = re.compile(
    r"(?:(?P<word>article|section|chapter|part|clause|item|annex|appendix|schedule|exhibit|artikel|abschnitt|kapitel|"
    r"teil|anhang|anlage|chapitre|partie|annexe|artículo|capítulo|sección|parte|anexo|articolo|capitolo|sezione)\s+"
    r"(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])|§§? ?\d{1,4}[a-z]?)(?P<rest>[.:)]?(?:\s.*)?)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"\w{3}[.!?] +\w|(?:\S+ +){5}\S*\.$")
_PROMPT = re.compile(r"[$%>@] ")
_MARKS = re.compile(r"\[\[[^\]]*\]\]|:[\w:+.-]+:(?=`)|`+")
"""Anchors of AsciiDoc, roles and literals of reStructuredText: no words of the title."""
_BLOCK_MARKS = "=#*"
"""Overlines that may be wider than their title; of other characters they fence a listing."""
_CODE = re.compile(r"[{}=;<>\\]|\(\)|^[@#/$%]")
_HANGING_SHARE = 0.6
"""Of the lines indented: then those that are not are headings, as in manual pages and requests for comments."""
_FEWEST = 3
"""Lines of one look, numbers or capitals, before they are believed to be headings."""
_COUNTED_SHARE = 0.8
_FIRST_NUMBERS = 2
"""Counting begins at 0 or 1."""
_TOLERANCE = 2
"""How many characters an underline may lack: AsciiDoc allows as many."""

_ORDERED = frozenset({"mark", "number", "inner"})
"""Looks that tell their own depth."""

Style = tuple[str, str | int]
"""Headings of one look are of one level."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line outside furniture, blank ones included."""

    page: int
    """Index of its page."""
    start: int
    """Offset in the page's text of its first character that is not blank."""
    indent: int
    text: str
    """Without blanks around it."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Candidate:
    first: int
    """Lines from `first` to `last` belong to it: an overline, what was wrapped, an underline."""
    last: int
    title: str
    style: Style
    number: tuple[int, ...] = ()


def text_lines(page: int, text: str, furniture: Sequence[tuple[int, int]] = ()) -> Iterator[TextLine]:
    """The lines of one page's text.

    Args:
        page: Index of the page.
        text: Normalised.
        furniture: Start and end of lines to leave out.
    """
    left_out = {start for start, _ in furniture}
    position = 0
    for raw in text.split("\n"):
        stripped = raw.strip()
        indent = len(raw) - len(raw.lstrip()) if stripped else 0
        if position + indent not in left_out:
            yield TextLine(page, position + indent, indent, stripped)
        position += len(raw) + 1


def text_headings(lines: Sequence[TextLine]) -> list[tuple[int, Heading]]:
    """The headings of a document, each with the index of its page, in order.

    Two or more that are underlined (reStructuredText, AsciiDoc, Setext) or marked (`== Title`) are the headings.
    Else also lines that stand alone and are numbered (`2.1 Scope`), labelled (`Article IV`) or in capitals, three or
    more of one look; where most lines are indented, as in manual pages and requests for comments, then other lines
    that are not, too. Lists, tables of contents, columns and lines of code are none.

    Levels follow the order in which the looks appear first, as in reStructuredText; `2.1` is below `2`.

    Args:
        lines: In reading order, all pages.
    """
    explicit = [*_explicit(lines)]
    found = explicit if len(explicit) > 1 else _merged(explicit, _implicit(lines))
    levels = _levels(found)
    return [(lines[each.first].page, _heading(lines, each, levels[each.style])) for each in found]


def _heading(lines: Sequence[TextLine], found: _Candidate, level: int) -> Heading:
    start, last = lines[found.first].start, lines[found.last]
    return {"start": start, "end": last.end, "level": level, "title": normalise_line(_MARKS.sub("", found.title))}


def _merged(explicit: Sequence[_Candidate], implicit: Sequence[_Candidate]) -> list[_Candidate]:
    taken = {number for each in explicit for number in range(each.first, each.last + 1)}
    return sorted([*explicit, *(each for each in implicit if each.first not in taken)], key=lambda each: each.first)


def _explicit(lines: Sequence[TextLine]) -> Iterator[_Candidate]:
    position = 0
    while position < len(lines):
        found = _underlined(lines, position) or _marked(lines, position)
        if found is not None:
            yield found
            position = found.last
        position += 1


def _underlined(lines: Sequence[TextLine], position: int) -> _Candidate | None:
    """A line over a rule of its own length, below a blank line or a rule of the same kind."""
    title, rule = lines[position], lines[position + 1] if position + 1 < len(lines) else None
    if rule is None or rule.indent or rule.page != title.page or not _RULE.fullmatch(rule.text):
        return None
    above = lines[position - 1] if position else None
    is_overlined = above is not None and above.text == rule.text and not above.indent
    if not is_overlined and (title.indent or not _is_blank(lines, position - 1)):
        return None
    is_wide = len(rule.text) > len(title.text) + 2 * _TOLERANCE and not (is_overlined and rule.text[0] in _BLOCK_MARKS)
    if len(rule.text) < len(title.text) - _TOLERANCE or is_wide or not _is_marked_title(title.text):
        return None
    style = ("rule", rule.text[0] + "=" * is_overlined)
    return _Candidate(position - is_overlined, position + 1, title.text, style)


def _marked(lines: Sequence[TextLine], position: int) -> _Candidate | None:
    line = lines[position]
    if line.indent or not line.text.startswith("=") or not _is_blank(lines, position - 1):
        return None
    found = _MARKED.fullmatch(line.text)
    if found is None or not _is_marked_title(found["title"]):
        return None
    return _Candidate(position, position, found["title"], ("mark", len(found["mark"])))


def _is_marked_title(text: str) -> bool:
    return _is_title(text) and not _PROMPT.match(text) and not _SENTENCES.search(text)


def _is_title(text: str) -> bool:
    return len(text) <= _LONGEST and any(map(str.isalpha, text)) and not _GAP.search(text)


def _is_blank(lines: Sequence[TextLine], position: int) -> bool:
    return not 0 <= position < len(lines) or not lines[position].text


def _implicit(lines: Sequence[TextLine]) -> list[_Candidate]:
    is_hanging = _is_hanging(lines)
    by_style: dict[Style, list[_Candidate]] = {}
    for position in range(len(lines)):
        if found := _standing_alone(lines, position, is_hanging=is_hanging):
            family = (found.style[0] if found.number else str(found.style), lines[position].indent)
            by_style.setdefault(family, []).append(found)
    starts = {each.first for candidates in by_style.values() for each in candidates}
    kept = [
        each for candidates in by_style.values() if _believable(lines, candidates, starts) for each in candidates
    ]
    kept.sort(key=lambda each: each.first)
    return _with_hanging(lines, kept) if is_hanging else kept


def _is_hanging(lines: Sequence[TextLine]) -> bool:
    written = [line for line in lines if line.text]
    return sum(line.indent > 1 for line in written) > _HANGING_SHARE * len(written)


def _standing_alone(lines: Sequence[TextLine], position: int, *, is_hanging: bool) -> _Candidate | None:
    line = lines[position]
    if not line.text or not _is_blank(lines, position - 1) or not _is_title(line.text) or _CODE.search(line.text):
        return None
    last = position
    opens_block = is_hanging and not line.indent and not _is_blank(lines, position + 1) and lines[position + 1].indent
    if not opens_block and not _is_blank(lines, position + 1):
        # "ARTICLE IV" and its title on the next line.
        last = position + 1
        if not _LABELLED.fullmatch(line.text) or not _is_blank(lines, last + 1) or not _is_title(lines[last].text):
            return None
    title = " ".join(each.text for each in lines[position : last + 1])
    if len(title.split()) > _MOST_WORDS or title.endswith((",", ";")):
        return None
    return _named(title, position, last)


def _named(title: str, first: int, last: int) -> _Candidate | None:
    if found := _LABELLED.fullmatch(title):
        return _Candidate(first, last, title, ("label", (found["word"] or "§").casefold()))
    if found := _NUMBERED.fullmatch(title):
        if title.endswith((".", ":", "!")) or found["title"][0].islower() or _SENTENCES.search(found["title"]):
            return None
        if found["number"] is None:
            return _Candidate(first, last, title, ("roman", 0))
        number = tuple(map(int, found["number"].split(".")))
        return _Candidate(first, last, title, ("number", len(number)), number)
    letters = sum(map(str.isalpha, title))
    if letters > 3 and title.isupper() and 2 * letters > len(title):
        return _Candidate(first, last, title, ("capitals", 0))
    return None


def _believable(lines: Sequence[TextLine], candidates: Sequence[_Candidate], starts: set[int]) -> bool:
    """Whether lines of one look have text below them and, being numbered, count upwards: items of lists do not."""
    if len(candidates) < _FEWEST:
        return False
    bodies = sum(_has_body(lines, each, starts) for each in candidates)
    pairs = [(one.number, other.number) for one, other in zip(candidates, candidates[1:], strict=False) if one.number]
    counted = sum(_is_next(one, other) for one, other in pairs)
    from_start = not pairs or candidates[0].number[0] < _FIRST_NUMBERS
    return from_start and 2 * bodies >= len(candidates) and counted >= _COUNTED_SHARE * len(pairs)


def _is_next(number: tuple[int, ...], following: tuple[int, ...]) -> bool:
    """Whether `2.1`, `2.2` or `3` follows `2`'s or `2.1`'s: one step on at one place, and the first below it."""
    same = next((n for n, (one, other) in enumerate(zip(number, following, strict=False)) if one != other), None)
    if same is None:
        return len(following) > len(number) and max(following[len(number) :]) < _FIRST_NUMBERS
    return following[same] == number[same] + 1 and all(one < _FIRST_NUMBERS for one in following[same + 1 :])


def _has_body(lines: Sequence[TextLine], found: _Candidate, starts: set[int]) -> bool:
    following = next((n for n in range(found.last + 1, len(lines)) if lines[n].text), None)
    return following is not None and following not in starts


def _with_hanging(lines: Sequence[TextLine], anchors: Sequence[_Candidate]) -> list[_Candidate]:
    """The headings of a text whose body is indented, and the lines beside them that are not."""
    outermost = [each for each in anchors if not lines[each.first].indent]
    if len(outermost) < _FEWEST:
        return [*anchors]
    top = min(outermost, key=lambda each: len(each.number)).style
    taken = {each.first for each in outermost}
    body = Counter(line.indent for line in lines if line.indent).most_common(1)[0][0]
    others = [
        _Candidate(position, position, line.text, ("inner", line.indent) if line.indent else top)
        for position, line in enumerate(lines)
        if line.text and line.indent < body and position not in taken and _is_unnamed(lines, position, body)
    ]
    return sorted([*outermost, *others], key=lambda each: each.first)


def _is_unnamed(lines: Sequence[TextLine], position: int, body: int) -> bool:
    """Whether a line that hangs out of the body is a heading, though nothing about its words tells."""
    text, indent = lines[position].text, lines[position].indent
    is_followed = not _is_blank(lines, position + 1) and lines[position + 1].indent >= body
    return (
        _is_blank(lines, position - 1)
        and (is_followed or (not indent and _is_blank(lines, position + 1)))
        and _is_title(text)
        and not _CODE.search(text)
        and text[0].isupper()
        and not text.endswith((".", ",", ";", ":"))
        and len(text.split()) <= _MOST_WORDS
    )


def _levels(found: Sequence[_Candidate]) -> dict[Style, int]:
    """Levels from 1 by first appearance; those of one family that tell their own depth are kept in its order."""
    appeared = list(dict.fromkeys(each.style for each in found))
    families = list(dict.fromkeys(_family(style) for style in appeared))
    appeared.sort(key=lambda style: (families.index(_family(style)), style[1] if style[0] in _ORDERED else 0))
    return {style: level for level, style in enumerate(appeared, 1)}


def _family(style: Style) -> str:
    """Looks that are ordered among themselves; each other look is a family of its own."""
    return style[0] if style[0] in _ORDERED else str(style)
