"""Cutting: a text into sentences, lines that stand for themselves, and whole lists."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from nodes.domain.regexes import lazy_regex
from nodes.language.answered_mails import MARKS
from nodes.language.sentences import sentence_spans

OPENING = lazy_regex(r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]?\s+)?[\"'“(]?[^\W\d_a-zß-öø-ÿ]")
"""A sentence may begin so: with a capital, perhaps numbered or quoted."""
_MARK = lazy_regex(r"\s*(?:[-*•–▪·]|[A-Z]?\d{1,2}[.)]|\d{1,2}\.\d{1,2}(?= {2}))\s")
_GOES_ON = lazy_regex(r"\((?![A-Z\d]|(?:[a-z]|[ivx]{2,4})\)\s)\w|→")
"""No sentence begins so; "(d) " counts an item."""
_STAMPED_DAY = r"\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|[A-Z][a-z]{2} {1,2}\d{1,2}(?= \d{2}:\d{2}:)"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?"
_LEVEL = r"TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE"
_CLIENT = r"\d{1,3}(?:\.\d{1,3}){3}(?= \S+ \S+ \[\d)"
"""Whose request a web server logs: "10.0.0.7 - - [10/Oct/2030:13:55:36 +0000]"."""
STAMP = lazy_regex(
    rf"^[ \t]*(?:[-*•] )?[\[(<]?(?:(?:{_STAMPED_DAY}|{_CLOCK})(?=[\s\]),.;|Z+-]|T\d)"
    rf"|(?:{_LEVEL})(?=[\s\]):>|])|{_CLIENT})",
    re.MULTILINE,
)
"""A line of a log or a transcript begins with a day or a time, with how grave it is, or with who asked for what."""
_FEWEST_STAMPS = 2
"""Lines that begin with a time: one alone is a sentence, two are a log."""
PROMPT = lazy_regex(
    r"^[ \t]*(?:R>|>>>|In \[\d+\]:|[a-z]{3,8}>(?= )|>(?= ?[\w.$\"'\[\]]+ ?(?:<-|\()))[ \t]*\S", re.MULTILINE
)
"""A line that was typed: "R> plot(x)", ">>> plot(x)", "> y <- x"; not one that a mail quotes."""
_TYPED_ON = lazy_regex(r"[ \t]*(?:\+|\.\.\.) ")
_FENCE = lazy_regex(r"^[ \t]*`{3,}[ \t]*(?:\n|\Z)", re.MULTILINE)
"""A line that ends a block of code, or begins one, and is no part of it."""
_ITEM_LINE = lazy_regex(r"[ \t]*[\dA-ZÀ-ÖØ-Þ¼½¾]")
"""Short lines that all begin with a capital or a number are a list that nothing marks."""
_NARROW = 45
"""Characters: lines of which none is longer may be a list, and are no wrapped text."""
_FEWEST_ITEMS = 3
"""Such lines that are one."""
_NO_MORE_THAN_MARKS = lazy_regex(rf"^{MARKS}[ \t]*(?:\n|\Z)", re.MULTILINE)
_MARKED_LINE = lazy_regex(rf"^{MARKS}", re.MULTILINE)
_KEY_VALUE = lazy_regex(rf"[ \t]*(?:[-*•] |{MARKS})?[^\n:|.!?]{{2,48}}:[ \t]+\S")
_LABELLED = lazy_regex(rf"[ \t]*(?:{MARKS})?[A-ZÀ-ÖØ-Þ][\w '’()/&.,-]{{1,40}}:[ \t]+[^\s\"'{{\[]")
"""A key that is words, and no code."""
_RUN_IN = lazy_regex(
    r"[*_]{0,2}(?:§ ?)?\d{1,2}(?:\.\d{1,2})*(?:[.)] [^\W\d_]| [^\W\d_a-zß-öø-ÿ])[^.\n]{1,58}\.[*_]{0,2}"
)
"""A title that opens a clause on the same line: "7. Contractual penalty."."""
_CLAUSE = lazy_regex(
    r"[*_]{0,2}\d{1,2}[.)] [*_]{0,2}[^\W\d_][^\s.]*(?: (?!(?:the|an?) )[^\s.]+){0,3}\.[*_]{0,2}\s+[\"“„(]?[A-ZÀ-ÖØ-Þ]"
)
"""An item that opens with a short title, "2. Deposit. The deposit is …", and not with a short sentence."""
_FEWEST_CLAUSES = 2
"""Items of a list that open so, before it is one of clauses."""
_LONGEST_LIST = 700
"""Characters of a list from which on no further item is added to it."""
_LONGEST_ANSWERED = 400
"""Characters of a question and the sentence below it."""
_ASKED = lazy_regex(r"\?[*_]{0,3}(?:\s+\w{2,4}[.,!])?\Z")
"""A question, and perhaps a "Yes." that leaves the answer to what follows."""

_VERDICT = lazy_regex(r"(?:yes|no|ja|nein|oui|non|sí|sì|sim)[.!]", re.IGNORECASE)
"""A whole sentence that answers a question above, and says nothing without the next."""
TERM_LINE = lazy_regex(
    r"(?<=[.!?:)\]])\n(?P<indent>[ \t]*)(?P<term>(?:--?|<|/|\$)?[a-zß-öø-ÿ][\w.>/=-]{1,40}(?: [^\s.,;:!?]{1,30}){0,3})"
    r"\n(?=(?P=indent)[ \t]*[A-ZÀ-ÖØ-Þ])"
)
"""A term on a line of its own behind the end of a sentence, and what is said of it below: print-outs lose indents."""


def cut(text: str) -> list[tuple[int, int]]:
    """Sentences; lines of a list one by one, and once more together with the line that leads in to them."""
    stamps = {found.start() for found in STAMP.finditer(text)}
    stamps = stamps if len(stamps) >= _FEWEST_STAMPS else set()
    spans = _rejoined(text, _at_terms(text, sentence_spans(text)))
    starts = stamps.union(place for fence in _FENCE.finditer(text) for place in fence.span())
    starts |= _ends_of_sessions(text) | _ends_of_replies(text)
    narrow = 0 if _is_wrapped(text) else _NARROW
    lines = [piece for start, end in spans for piece in _by_line(text, start, end, starts, narrow)]
    lines = [piece for piece in lines if not _tells_nothing(text[slice(*piece)])]
    spans = _answered(text, lines)
    return [_unmarked(text, start, end) for start, end in sorted(spans + _lists(text, spans))]


def _ends_of_sessions(text: str) -> set[int]:
    """Where what was typed at a prompt begins, and where it ends."""
    if PROMPT.search(text) is None:
        return set()
    found: set[int] = set()
    was_typed = False
    for line in re.finditer(r"[^\n]+", text):
        is_typed = PROMPT.match(line.group()) is not None or (was_typed and _TYPED_ON.match(line.group()) is not None)
        found.update([line.start()] if is_typed != was_typed else [])
        was_typed = is_typed
    return found


def _ends_of_replies(text: str) -> set[int]:
    """Where a paragraph of a mail that is answered ends, or another begins, and where the answer to it does."""
    if _NO_MORE_THAN_MARKS.search(text) is None:
        return set()
    depths = {found.start(): found.group().count(">") for found in _MARKED_LINE.finditer(text)}
    starts = [line.start() for line in re.finditer(r"[^\n]+", text)]
    turns = {place for before, place in pairwise(starts) if depths.get(before, 0) != depths.get(place, 0)}
    return turns.union(place for found in _NO_MORE_THAN_MARKS.finditer(text) for place in found.span())


def _tells_nothing(text: str) -> bool:
    return _FENCE.fullmatch(text) is not None or _NO_MORE_THAN_MARKS.fullmatch(text) is not None


def opens_with_mark(text: str) -> bool:
    """Whether a text begins as an item of a list does."""
    return _MARK.match(text) is not None


def is_of_clauses(text: str) -> bool:
    """Whether most items of a list have a title and a sentence below it: such clauses are about one thing each."""
    items = [line.lstrip() for line in text.split("\n") if _MARK.match(line)]
    titled = sum(_CLAUSE.match(item) is not None for item in items)
    return titled >= _FEWEST_CLAUSES and titled * 2 > len(items)


def _at_terms(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans, cut before and behind terms that stand between sentences: a sentence begins with no small letter."""
    cuts = [place for found in TERM_LINE.finditer(text) for place in found.span("term")]
    return [
        (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
        for first, last in spans
        for start, end in pairwise([first, *(place for place in cuts if first < place < last), last])
        if (part := text[start:end]).strip()
    ]


def _is_wrapped(text: str) -> bool:
    """Whether most lines below the first go on in the middle of a sentence, as those of a narrow column do."""
    lines = [line.lstrip() for line in text.split("\n") if line.strip()][1:]
    return sum(line[0].islower() for line in lines) * 2 > len(lines)


def _by_line(text: str, start: int, end: int, starts: Collection[int], narrow: int) -> list[tuple[int, int]]:
    """A sentence that is really several lines: keys with values, or lines that end early and start with a capital.

    So are lines that begin with a day or a time, and fences of code; `starts` holds where those begin. Lines that are
    shorter than `narrow` may be a list.
    """
    lines = [(start + line.start(), start + line.end()) for line in re.finditer(r"[^\n]+", text[start:end])]
    width = max(stop - text.rfind("\n", 0, begin) - 1 for begin, stop in lines)
    is_list = width < narrow and len(lines) >= _FEWEST_ITEMS and all(_ITEM_LINE.match(text, line) for line, _ in lines)
    pieces = [lines[0]]
    have_labels = [_LABELLED.match(text, begin) is not None for begin, _ in lines]
    for place, (begin, stop) in enumerate(lines[1:], start=1):
        last_line = text[text.rfind("\n", 0, pieces[-1][1]) + 1 : pieces[-1][1]]
        # Above the first of several a letterhead may stand.
        are_labels = have_labels[place : place + 2] == [True, True]
        keyed = are_labels or (_KEY_VALUE.match(text, begin) and _KEY_VALUE.match(text, pieces[-1][0]))
        listed = len(last_line) < 0.7 * width or width < narrow or last_line.rstrip().endswith(":")
        if keyed or is_list or begin in starts or (listed and OPENING.match(text, begin)):
            pieces.append((begin, stop))
        else:
            pieces[-1] = (pieces[-1][0], stop)
    return pieces


def _lists(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each list in one piece, up to some hundred characters, with the line that leads in to it by a colon."""
    found: list[tuple[int, int]] = []
    listed = 0
    for place, (start, end) in enumerate(spans):
        leads_in = text[start:end].rstrip().endswith(":")
        opens = bool(_MARK.match(text, start)) and (place == 0 or not _MARK.match(text, spans[place - 1][0]))
        opens = opens and start >= listed
        if not leads_in and not opens:
            continue
        last = before = end
        has_marks = opens
        for begin, stop in spans[place + 1 :]:
            marked = _MARK.match(text, begin) is not None
            breaks = text[before:begin].count("\n")
            apart = breaks > 1 and not (leads_in and before == end)
            if stop - start > _LONGEST_LIST or (not marked and breaks and (apart or not leads_in)):
                break
            # What begins a line below the last item is no part of it.
            if marked or not has_marks or (last == before and not breaks):
                last = stop
            has_marks, before = has_marks or marked, stop
        if last > end:
            found.append((start, last))
            listed = last if opens else listed
    return found


def _rejoined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In one piece again: sentences cut inside or before parentheses, before an arrow, or behind the title of a clause.

    "Built (c. 1480)." "Claim of 13.05. (dentist) → refunded." "7. Penalty. The party pays."
    """
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        begins = bool(joined) and _begins_line(text, joined[-1][0])
        if begins and "\n" not in text[joined[-1][1] : start] and _RUN_IN.fullmatch(text, *joined[-1]):
            joined[-1] = (joined[-1][0], end)
            continue
        if joined and "\n\n" not in text[joined[-1][1] : start] and end - joined[-1][0] < 600:
            before = text[slice(*joined[-1])]
            inside = before.endswith(".") and before.count("(") > before.count(")") and ")" in text[start:end]
            if inside or _GOES_ON.match(text, start):
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((start, end))
    return joined


def _answered(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What begins a line in one piece with the sentence behind it: a question, or "Yes.", says nothing without."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        first, last = joined[-1] if joined else (start, start)
        asks = _ASKED.search(text[first:last]) is not None or _VERDICT.fullmatch(text, first, last) is not None
        # The next item of a list answers nothing.
        asks = asks and _begins_line(text, first) and not (_MARK.match(text, first) and _MARK.match(text, start))
        if asks and text[end - 1] != "?" and end - first < _LONGEST_ANSWERED:
            joined[-1] = (first, end)
        else:
            joined.append((start, end))
    return joined


def _begins_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t*_#>-")


def _unmarked(text: str, start: int, end: int) -> tuple[int, int]:
    mark = re.match(r"\s*(?:[-*•–▪·>]\s+|#{1,6}\s+|```[\w+-]*\s+)*", text[start:end])
    listed = mark is not None and re.search(r"\n\s*[-*•–▪·]\s", text[start:end]) is not None
    return (start + mark.end(), end) if mark and not listed and start + mark.end() < end else (start, end)
