"""Sentences: where they begin and end, by rule, in any text with line breaks, lists and tables."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex
from nodes.language.labels import is_label
from nodes.language.months import OTHERS_THAN_MAY

_MONTHS = rf"(?i:{OTHERS_THAN_MAY}|may)\b\.?"
_WEEKDAY = r"(?:(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?[ ]+)?"
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|"
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?[ ]{_MONTHS}(?:,?[ ]\d{{4}})?|"
    rf"{_MONTHS}[ ]\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ ]\d{{4}})?)"
)
_DATED = rf"[ \t]*{_WEEKDAY}{_DAY}(?:[ ]+[-–—](?![ ]+{_DAY})|:)(?=[ ])"
"""What begins a note of a day: "24 Jan - ", "2024-01-07: "; not a span of days, "3 May - 7 June"."""

# One class of first characters, so that the search skips from one to the next; possessive, so that it stays linear.
_END = lazy_regex(
    r"[.!?…。！？｡।॥؟۔\n](?:"
    r"(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+[\"'”’»)\]]*+(?=\s|$)"
    r"|(?<=[。！？｡।॥؟۔])[。！？｡।॥؟۔]*[」』”’）]*"
    rf"|(?<=\n)(?:[ \t]*\n\s*|(?=[ \t]*(?:[-*•–▪·]|\d{{1,3}}[.)])[ \t])|(?={_DATED})))"
)
_ABBREVIATIONS = frozenset(
    word
    for words in (
        "Mr Mrs Ms Dr Prof Sr Jr St Mt Inc Corp Ltd Co Cos No Nos Fig Figs Eq Eqs Sec Ref Refs vs etc approx est al cf",
        "e.g i.e ca Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Gen Col Lt Sgt Rev Hon Vol p pp ed eds Ph.D",
        "Mio Mrd Tsd Std bspw inkl exkl zzgl ggf evtl lt gem vgl Str Tel Mme Mlle Sra Dña Sig Dott Avv dhr mevr",
        "г гг ул пер пл д кв им обл руб тыс",
        "bzw z.B d.h Nr Abs Art v Vs Ser Appl Pat Bros Dept Univ Assn Capt Maj Sen Gov Ave Blvd Cllr Cllrs",
    )
    for word in words.split()
)
_BEFORE_NUMBERS = frozenset(
    word
    for words in ("abt art avg c ch est excl ext fig figs incl max min no nos para pt sec ser tel ver vol Fax Mob Tel",)
    for word in words.split()
)
"""Abbreviations that may be words or ends of sentences elsewhere."""
_NUMBER = lazy_regex(r"(?:[A-Z]{0,4}[ -]?|\+|\(\+?)\d")
"""Or what is numbered so: "HC 553 071", "+49 30"."""
_INITIALS = lazy_regex(r"[^\W\d_](?:\.-?[^\W\d_])*")
_LONGEST_ABBREVIATION = 12
"""Characters before a full stop in which an abbreviation or an ordinal number is looked for."""
_LONGEST_LABEL = 20
"""Characters before a full stop in which a label that ends with a capital is looked for: "Annex B"."""
_ORDINAL = lazy_regex(r"(?P<before>(?<![^\W_])[^\W\d_]+|[:,(]|^|(?<=\s))[ \t]*(?<![^\s(])\d{1,2}$")
_BEFORE_ORDINALS = frozenset({"im", "vom", "zum", "zur", "der", "dem", "den", "des", "das", "beim", "ab", "seit"})
"""German: a number with a full stop behind these is first, second, third. English has none of them."""
_MONTH = lazy_regex(
    r"(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)\b|(?:April|August|September|November)(?=\s+\d{4}\b)"
)
"""Of those that are English too, only before a year."""
_BEFORE_DATES = frozenset({"am", ":", ",", "("})
_SHARED_MONTH = lazy_regex(r"(?:April|August|September|November)\b")
_OPENERS = "([{\"'“„‘«—–-/"
_ENUMERATOR = lazy_regex(r"\s*(?:(?:#{1,6}|:)[ \t]+)?(?:(?:[A-Z]?\d{1,3}|[A-Za-z])(?:\.\d{1,3})*|[ivxIVX]+)\.")
_LONGEST_ENUMERATOR = 20
"""Characters from the beginning of a line in which the number of an item ends."""
_FOLLOWING = lazy_regex(r"\s*(\S)")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the sentences of a text, white space at the ends left out, in order.

    A blank line or the start of a list item, or of a note of a day, ends a sentence as well. Abbreviations, initials
    and the number that opens a list item do not. Every character that is not white space is in exactly one sentence.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for mark in _END.finditer(text):
        end = mark.end()
        if text[mark.start()] == "." and _continues(text, start, end):
            continue
        _append(spans, text, start, end)
        start = end
    _append(spans, text, start, len(text))
    return spans


def _continues(text: str, start: int, end: int) -> bool:
    """Whether the full stop that ends at `end` is not the end of the sentence that starts at `start`."""
    following = _FOLLOWING.match(text, end)
    if following is None:
        return False
    line = max(start, text.rfind("\n", start, end) + 1)
    if following[1].islower() or (end - line <= _LONGEST_ENUMERATOR and _ENUMERATOR.fullmatch(text, line, end)):
        return True
    if text[end - 1] != ".":
        return False
    if _is_ordinal(text, start, end, following.start(1)):
        return True
    if text[end - 2 : end - 1].isupper() and is_label(text[max(start, end - _LONGEST_LABEL) : end - 1]):
        return False
    before = text[max(start, end - _LONGEST_ABBREVIATION) : end - 1]
    return _is_abbreviation(before, numbered=_NUMBER.match(text, following.start(1)) is not None)


def _is_ordinal(text: str, start: int, end: int, following: int) -> bool:
    """Whether the full stop makes a number the first, second, third: "am 1. April", "im 2. Obergeschoss"."""
    if not text[end - 2 : end - 1].isdigit():
        return False
    number = _ORDINAL.search(text, max(start, end - _LONGEST_ABBREVIATION), end - 1)
    if number is None:
        return False
    if number["before"] in _BEFORE_ORDINALS or _MONTH.match(text, following):
        return True
    return number["before"] in _BEFORE_DATES and _SHARED_MONTH.match(text, following) is not None


def _is_abbreviation(text: str, *, numbered: bool) -> bool:
    """Whether the last word of a text takes a full stop of its own: "Fig", "U.S", "J"; before a number also "c"."""
    word = text.rpartition(" ")[2].rpartition("\n")[2].lstrip(_OPENERS)
    if word in _ABBREVIATIONS or (numbered and word in _BEFORE_NUMBERS):
        return True
    return word[:1].isupper() and _INITIALS.fullmatch(word) is not None


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
