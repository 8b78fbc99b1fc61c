"""Numbers of headings and of items in lists, which Word counts itself and does not write into the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nodes.domain.regexes import lazy_regex

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
BULLET = "-"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_PLACE = lazy_regex(r"%([1-9])")
_LONGEST_MARK = 40
"""Characters that stand before a paragraph: a hostile file could ask for any number."""
_MOST = 9_999
"""Higher numbers are none of a document, and long in Roman ones."""
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


@dataclass
class _Level:
    """One level of a list."""

    format: str
    text: str
    """`%1.%2` stands for the numbers of the first two levels."""
    start: int
    style: str
    """Of paragraphs that are on it without saying so."""
    is_legal: bool
    """All numbers in digits."""

    @classmethod
    def of(cls, element: Any) -> _Level:
        """As the part `numbering` has it."""
        return cls(
            format=value_of(element.find(f"{W}numFmt")) or "decimal",
            text=value_of(element.find(f"{W}lvlText")) or "",
            start=_number(element.find(f"{W}start"), 1),
            style=value_of(element.find(f"{W}pStyle")) or "",
            is_legal=element.find(f"{W}isLgl") is not None,
        )


@dataclass
class _List:
    """A list of a document. Those of one scheme go on counting where another stopped."""

    scheme: str
    levels: dict[int, _Level]
    restarts: dict[int, int] = field(default_factory=dict)
    """From which number a level counts from the list's first item on."""


def numbers_of(document: Any, style_settings: Callable[[str], list[Any]]) -> dict[Any, str]:
    """What stands before paragraphs of a document, by their elements: `1.`, `(b)`, `-` for any bullet, or nothing.

    Args:
        document: As python-docx opened it.
        style_settings: The `numPr` elements of a style and of those it is based on, the nearest first.
    """
    lists = _lists(document)
    counts: dict[str, dict[int, int]] = {}
    begun: set[str] = set()
    found: dict[Any, str] = {}
    for paragraph in document.element.body.iter(f"{W}p"):
        settings = paragraph.find(f"{W}pPr")
        style = (value_of(settings.find(f"{W}pStyle")) if settings is not None else None) or ""
        own = settings.find(f"{W}numPr") if settings is not None else None
        told = [*([] if own is None else [own]), *style_settings(style)]
        number = next((each for one in told if (each := value_of(one.find(f"{W}numId"))) is not None), "0")
        if number == "0" or next(paragraph.iterancestors(FALLBACK), None) is not None or _is_deleted(paragraph):
            continue
        if number not in lists:
            found[paragraph] = BULLET
            continue
        level = next((one.find(f"{W}ilvl") for one in told if one.find(f"{W}ilvl") is not None), None)
        counted = counts.setdefault(lists[number].scheme, {})
        if number not in begun:
            begun.add(number)
            counted.update({each: first - 1 for each, first in lists[number].restarts.items()})
        found[paragraph] = _mark(lists[number], _number(level, _level_of(lists[number], style)), counted)
    return found


def value_of(element: Any) -> str | None:
    """The attribute `val`; None where it or the element is not there."""
    found = element.get(f"{W}val") if element is not None else None
    return str(found) if found is not None else None


def _lists(document: Any) -> dict[str, _List]:
    from docx.oxml.parser import parse_xml

    parts = [
        part for part in document.part.rels.values() if part.reltype.endswith("/numbering") and not part.is_external
    ]
    if not parts:
        return {}
    numbering = parse_xml(parts[0].target_part.blob)
    schemes = {
        str(scheme.get(f"{W}abstractNumId")): {_depth_of(level): _Level.of(level) for level in scheme.iter(f"{W}lvl")}
        for scheme in numbering.iter(f"{W}abstractNum")
    }
    found: dict[str, _List] = {}
    for each in numbering.iter(f"{W}num"):
        scheme = value_of(each.find(f"{W}abstractNumId")) or ""
        one = _List(scheme, dict(schemes.get(scheme, {})))
        for change in each.iter(f"{W}lvlOverride"):
            level = _depth_of(change)
            if (other := change.find(f"{W}lvl")) is not None:
                one.levels[level] = _Level.of(other)
            if (first := change.find(f"{W}startOverride")) is not None:
                one.restarts[level] = _number(first, 1)
        if one.levels:
            found[str(each.get(f"{W}numId"))] = one
    return found


def _mark(items: _List, level: int, counted: dict[int, int]) -> str:
    if level not in items.levels:
        return BULLET
    own = items.levels[level]
    counted[level] = counted.get(level, own.start - 1) + 1
    for deeper in [each for each in counted if each > level]:
        del counted[deeper]
    if own.format == "bullet":
        return BULLET

    def shown(place: re.Match[str]) -> str:
        at = int(place[1]) - 1
        if at not in items.levels:
            return ""
        count = counted.setdefault(at, items.levels[at].start)
        return str(count) if own.is_legal else _shown(count, items.levels[at].format)

    return _PLACE.sub(shown, own.text).strip()[:_LONGEST_MARK]


def _level_of(items: _List, style: str) -> int:
    return next((number for number, level in items.levels.items() if style and level.style == style), 0)


def _is_deleted(paragraph: Any) -> bool:
    """Whether a tracked change took it away, and its number with it."""
    return paragraph.find(f"{W}pPr/{W}rPr/{W}del") is not None and not any(
        text.text for text in paragraph.iter(f"{W}t")
    )


def _number(element: Any, default: int) -> int:
    told = value_of(element) or ""
    return int(told[:6]) if told.isdecimal() else default


def _depth_of(element: Any) -> int:
    told = str(element.get(f"{W}ilvl") or "")
    return int(told[:2]) if told.isdecimal() else 0


def _shown(number: int, form: str) -> str:
    """A number in a format of Word's; in digits where it is another than the common ones."""
    number = min(max(0, number), _MOST)
    match form:
        case "none":
            return ""
        case "decimalZero":
            return f"{number:02}"
        case "lowerLetter" | "upperLetter":
            written = _letters(number)
        case "lowerRoman" | "upperRoman":
            written = _roman(number)
        case _:
            return str(number)
    return written.upper() if form.startswith("upper") else written


def _letters(number: int) -> str:
    """`a` to `z`, then `aa` to `zz`, as Word counts."""
    return chr(ord("a") + (number - 1) % 26) * min(_LONGEST_MARK, (number - 1) // 26 + 1) if number > 0 else ""


def _roman(number: int) -> str:
    written = ""
    for worth, sign in _ROMAN:
        count, number = divmod(number, worth)
        written += sign * count
    return written
