"""Evidence: the sentences and table rows of the sources, each with what is needed to weigh it against a question."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from nodes.answering.evidence.cutting import OPENING, STAMP, cut, opens_with_mark
from nodes.answering.tables.joined_heads import joined_head
from nodes.answering.tables.lines import Lines
from nodes.answering.tables.row_years import years_of_row
from nodes.answering.tables.table_captions import caption_of
from nodes.answering.tables.table_groups import group_of, whole_of
from nodes.answering.tables.table_headers import corner_of, header_of
from nodes.answering.tables.table_rows import (
    counts_years,
    has_cells,
    is_period,
    names_parts_of_years,
    names_with_gaps,
    quarters_in,
    read_lines,
    row_cells,
    rule_lines,
    years_in,
)
from nodes.answering.tables.table_units import unit_of
from nodes.answering.tables.unruled_tables import HeadedRow, headed_rows
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.entities import names_in
from nodes.language.money import CURRENCIES
from nodes.language.numbers import numbers_in
from nodes.language.stopwords import SUSPENDING_WORDS
from nodes.language.terms import analyse, normalise_name
from nodes.language.years import YEAR

_IT_IS_SAID_THAT = (
    r"(?: (?:is|was|has been|had been) (?:[a-z]+ly |also |then )?(?:(?:agreed|decided|resolved) to|[a-z]+ that)\b)"
)
"""Behind an "it" that stands for nothing before it: "It was agreed to raise the fee"."""
LEANS_BACK = lazy_regex(
    rf"(?:it(?!{_IT_IS_SAID_THAT})|its|he|his|she|her|they|their|this|these|that|those|the (?:company|group|firm|film|"
    r"song|album|book|band|team|city|town|"
    r"project|product|study|authors?|paper|report|agreement|contract|latter|former|deadline|due date)|"
    r"ils?|elles?|cel(?:ui|le)-ci|er|diese[rs]?)\b",
    re.IGNORECASE,
)
"""A beginning that leaves the subject to what stands before it, perhaps to the title."""

_HYPHENATED = lazy_regex(
    rf"(?<=[^\W\d_])[-\u00ad\u2010]\n[ \t]*(?=[a-zß-öø-ÿ])(?!(?:{'|'.join(sorted(SUSPENDING_WORDS))})\b)"
)
_LINE = lazy_regex(r"[^\n]+")
_RULE = lazy_regex(r"\n[ \t]*([=\-~^\"'`+*#:.<>_])\1{2,}[ \t]*(?=\n|$)")
_LEADER = lazy_regex(r"(?:(?:[ \t]?[.·…_]){4}|(?:[ \t]\.){2})[ \t]*[\divxlc]{1,6}[ \t]*$")
"""Dots that lead an entry of a table of contents to its page number."""
_LONGEST_LEADER = 60
"""Characters at the end of a line in which they are looked for."""
_ROMAN = frozenset("ivxlc")
_CONTINUED = lazy_regex(r"(?:(?<!\s)\s+)?[(\[]?(?:continued|cont[’']?d\.?|Fortsetzung|suite)[)\]]?\s*$", re.IGNORECASE)
_LONGEST_CONTINUED = 16
"""Characters at the end of a heading in which it may say so."""
_MOST_HEADING_LINES = 4
"""Lines over which a heading may be broken."""
_LISTED = lazy_regex(r"(?:^|\n)[ \t]*[-*•–▪·][ \t]+$")
"""What stands before an item of a list, which may be short and without an end mark, and is no heading."""
_LONGEST_MARK = 12
"""Characters before an item in which its mark is looked for, indents among them."""
_AMOUNT_OF = lazy_regex(r"[\d¼½¾][\d.,/]* ?[a-zµ°]+ [a-zß-öø-ÿ]")
"""It heads nothing: "48 g salt"."""
_AMOUNT_LAST = lazy_regex(rf"\d ?(?:[$€£¥]|(?:{CURRENCIES})\b)\s*$")
"""Nor does "Total 4,560.50 EUR"."""
# Each begins where a run of marks does: looked for at every mark, a line of dots is read once for each of them.
_ENDS = lazy_regex(r"(?<!\W)[^\w.!?:;…。！？)\]\"'”’|]*[.!?:;…。！？)\]\"'”’|]\W*$")
_ENDS_A_SENTENCE = lazy_regex(r"(?<!\W)[^\w.!?:;…。！？]*[.!?:;…。！？]\W*$")
_YEARS = lazy_regex(rf"(?:\W*{YEAR}){{2,}}\W*")
_LEADS_IN = lazy_regex(r"[^\W\d][\w.]*+(?:\s++[^\W\d][\w.]*+)?\s*:")
"""One or two words with nothing behind the colon: "Example:"."""
_ITEM = lazy_regex(r"\s*(?:(?!(?i:serves|seats|sleeps|feeds|holds)\b)[^\W\d_]{2,10}\s+)?\d{1,3}[A-Za-z]?[.)]\s*")
_OF_A_MAIL = lazy_regex(r"(?:> ?)*(?:From|To|Cc|Date|Sent|Subject|Von|An|Gesendet|Betreff): ")
"""A header says who wrote to whom, and hardly ever what is asked."""
_PAGE = lazy_regex(r"\d{1,3}")
_SHORT_SOURCE = 400
"""Characters of a source up to which its last sentence is taken for whole, whatever it ends with: a note, a cell."""
_FEWEST_TERMS = 3
"""Of an opening that says something by itself: behind "Go ahead." comes what is said."""
_LONGEST_TITLE = 60
"""Characters of each line of a title that is broken over several."""
_REMEMBERED_SOURCES = 64
"""Sources that are kept cut: those of some questions in a row."""


_TWO_COLUMNS = lazy_regex(
    r"(?P<label>[^\W\d_](?:[^\n|\s]|[ ](?![ ])){1,40})[ ]{4,60}[^\n|\s](?:[^\n|\s]|[ ](?![ ])){0,40}"
)
"""A label and, far behind it, what is so: "Giardia antigen          POSITIVE"."""
_LABELLED_BRACKET = lazy_regex(r"\([^\W\d_][^():\n]{1,30}: [^()\n]{2,80}\)")
"""In a heading: "(leader: Ada Holm)"."""
_KEYED = lazy_regex(r"[^\W\d_][^\n:|.!?,;]{1,30}: +\S[^\n.!?]{0,60}\Z")
"""A short line that has a key and no subject."""


@dataclass(frozen=True)
class Evidence:
    """A sentence or a table row of one source."""

    position: int
    """Place of the source in the list, from 0: its rank."""
    start: int
    end: int
    """`source["content"][start:end]` is the text."""
    text: str
    is_row: bool
    is_first: bool
    """The first sentence of its source."""
    is_fragment: bool
    """Its beginning or its end lies outside the source."""
    is_heading: bool
    """A short line without an end mark, which something follows, a number ("Item 7."), or a period: it says nothing."""
    terms: frozenset[str]
    numbers: frozenset[str]
    """Numbers without separators, years among them."""
    years: frozenset[str]
    leans_on: str = ""
    """The sentence before it in its paragraph that names what "she" or "it" is; empty where it begins otherwise."""
    about: frozenset[str] = frozenset()
    """Terms of the names of the question that it goes on about, see `nodes.answering.evidence.subjects`."""
    is_surely_about: bool = False
    """That name heads it, or is the subject of the sentence that says it: "the trial at Vik" is no trial of Vik."""
    said_by: str = ""
    """Who says "I" in it, where it is asked who, see `nodes.answering.evidence.writers`."""
    entry: str = ""
    """The heading of the entry of a definition list that it goes on in, where that says a word of the question."""
    of_entry: frozenset[str] = frozenset()
    """Terms of the question that head the entry it stands in, where the question says the whole heading."""
    label: str = ""
    """Of a row: its first cell."""
    values: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    """Of a row: one heading for each value; empty where none fits."""
    corner: str = ""
    """Of a row: what heads the labels, "Zone" above "A" and "B"; empty where nothing does."""
    caption: str = ""
    """Of a row: what the caption of its table says behind its number, see `nodes.answering.tables.table_captions`."""
    group: str = ""
    """Of a row: the label that stands alone above it, or that it is part of: `nodes.answering.tables.table_groups`."""
    scale: str = ""
    """Of a row: the unit that its table states for its figures, "in millions": `nodes.answering.tables.table_units`."""
    shown: str = ""
    """Of a row: the heading of the column that it was chosen by, which an answer shows whatever the question says."""
    is_reason: bool = False
    """It is called the reason of what its document tells, see `nodes.answering.implied.reasons`."""
    tells_contact: bool = False
    """It gives the telephone number or the address that is asked for."""
    tells_members: bool = False
    """It says whom the board, the committee or the like consists of that is asked for."""

    def lies_in(self, other: Evidence) -> bool:
        """Whether another piece, or this one, holds all of it."""
        return self.position == other.position and other.start <= self.start and self.end <= other.end

    @cached_property
    def flat(self) -> str:
        """The text in one line, however its source wraps it."""
        return " ".join(self.text.split())

    @cached_property
    def folded(self) -> str:
        """The text normalised as names are, between blanks."""
        return f" {normalise_name(self.text)} "

    @cached_property
    def folded_subject(self) -> str:
        """What it leans on, normalised as names are, between blanks."""
        return f" {normalise_name(self.leans_on)} "

    @cached_property
    def is_list(self) -> bool:
        """Whether it is a list of two items or more."""
        return len(re.findall(r"(?:^|\n)[^\S\n]*(?:[-*•–▪·]|\d{1,2}[.)]|\d{1,2}\.\d{1,2}(?= {2}))\s", self.text)) > 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Normalised names: of a row, those in its label; and of whoever says "I"."""
        said_by = (self.said_by,) if self.said_by else ()
        return tuple(normalise_name(name) for name in (*names_in(self.label if self.is_row else self.text), *said_by))


def evidence_of(sources: Sequence[Source]) -> list[Evidence]:
    """All sentences and table rows of the sources, by source and place."""
    return [piece for position, source in enumerate(sources) for piece in _of_source(position, source)]


def joined(piece: Evidence, first: Evidence, second: Evidence, source: Source) -> Evidence:
    """One of two pieces that stand behind one another in a source, grown to both and what lies between them."""
    return replace(
        piece,
        start=first.start,
        end=second.end,
        text=source["content"][first.start : second.end],
        terms=first.terms | second.terms,
        numbers=first.numbers | second.numbers,
        years=first.years | second.years,
        leans_on=first.leans_on,
    )


def place_of(piece: Evidence, sources: Sequence[Source]) -> tuple[int, int, int]:
    """Where a piece stands in its document: page and place that its source begins at, and its own place in there."""
    spans = sources[piece.position]["spans"]
    return (spans[0]["page"], spans[0]["start"], piece.start) if spans else (0, 0, piece.start)


def unhyphenated(text: str) -> str:
    """Words that a line break divides in one piece."""
    return _HYPHENATED.sub("", text)


def _of_source(position: int, source: Source) -> Sequence[Evidence]:
    header = source.get("table_header", "")
    return _of_content(position, source["content"], header, source["title"], *source["section_path"])


@lru_cache(maxsize=_REMEMBERED_SOURCES)
def _of_content(position: int, content: str, header: str, *headings: str) -> tuple[Evidence, ...]:
    """Of the source at a place: its title and its sections, the innermost last, are its headings.

    A later part of a table is read below its header. A question reads its first sources twice, and what follows it in a
    conversation reads some of them again.
    """
    if header:
        above = len(header) + 1
        told = _of_content(position, f"{header}\n{content}", "", *headings)
        if not any(piece.start < above < piece.end for piece in told):
            below = [piece for piece in told if piece.start >= above]
            return tuple(replace(piece, start=piece.start - above, end=piece.end - above) for piece in below)
    lines = read_lines(content)
    headed = headed_rows(content, lines.spans)
    previous = _heading_end(content, headings[1:])
    called = frozenset(map(normalise_name, headings))
    pieces = _sentences(position, content, 0, previous, called, first=True)
    heads: set[str] = set()
    seen, first = 0, True
    for number in sorted(lines.rows | rule_lines(content, lines.spans)):
        start, end = lines.spans[number]
        if start < previous:
            continue
        # Each piece is looked at once: a long table may be nothing but headings.
        first = first and _are_headings(pieces[seen:])
        seen = len(pieces)
        pieces.extend(_sentences(position, content, previous, start, called, first=first))
        if number in lines.rows:
            row, head = _row(position, lines, number, headed.get(number))
            is_named = _runs_below(row, called) if has_cells(row.text) else _is_part_of(row.text, called)
            row = replace(row, is_heading=row.is_heading or is_named)
            pieces.append(row)
            heads.update([head] if names_with_gaps(head) else [])
        previous = end
    pieces.extend(_sentences(position, content, previous, len(content), called, first=_are_headings(pieces)))
    return tuple(replace(each, is_heading=True) if each.text in heads else each for each in pieces)


def _are_headings(pieces: Sequence[Evidence]) -> bool:
    return all(piece.is_heading for piece in pieces)


def _heading_end(content: str, section_path: Sequence[str]) -> int:
    """Where the words of the section's own heading end, which may stand on the line above the text; 0 without."""
    wanted = normalise_name(section_path[-1]) if section_path else ""
    words = ""
    for number, line in enumerate(_LINE.finditer(content)):
        words = normalise_name(f"{words} {line.group()}")
        if not wanted or number == _MOST_HEADING_LINES or not wanted.startswith(words):
            return 0
        if words == wanted:
            rule = _RULE.match(content, line.end())
            return rule.end() if rule else line.end()
    return 0


def _sentences(position: int, content: str, start: int, end: int, called: Set[str], *, first: bool) -> list[Evidence]:
    """What stands between two places of a source that is called by some names, normalised."""
    pieces: list[Evidence] = []
    subject, opening = "", -1
    for begin, stop in cut(content[start:end]):
        text = content[start + begin : start + stop]
        last = not content[start + stop :].strip()
        is_item = is_listed(content, start + begin)
        heading = not is_item and not _is_labelled(text) and _is_heading(text, called, is_last=last)
        heading = heading or _is_entry_of_contents(content, start + begin, start + stop)
        years = years_in(text)
        terms = frozenset(analyse(unhyphenated(text))) | years
        if terms:
            leans = bool(LEANS_BACK.match(text))
            apart = not pieces or "\n\n" in content[pieces[-1].end : start + begin]
            subject = "" if heading or (leans and apart) else subject if leans else text
            is_short = heading or len(terms) < _FEWEST_TERMS
            # What opens with a line as of a form, "Born: 4 May 1971", has no first sentence that says what it is about.
            is_form = first and not (is_short or is_item) and _KEYED.match(text) is not None
            if first and not is_short and not is_form:
                # Of a list in one piece as well, which comes behind its first item.
                opening = begin
            pieces.append(
                Evidence(
                    position,
                    start + begin,
                    start + stop,
                    text,
                    is_row=False,
                    is_first=begin == opening and (first or opens_with_mark(text)),
                    is_fragment=_is_fragment(content, start + begin, start + stop),
                    is_heading=heading,
                    terms=terms,
                    numbers=numbers_in(text),
                    years=years,
                    leans_on=subject if leans else "",
                )
            )
            first = first and is_short
    return pieces


def _is_labelled(text: str) -> bool:
    """Whether a line is a label and its value, and heads no columns: those are in capitals as often as not.

    Or has such in brackets: "WP4 Guidance (leader: Ada Holm)" says more than what stands below it is called.
    """
    found = _TWO_COLUMNS.fullmatch(text)
    return (found is not None and not found["label"].isupper()) or _LABELLED_BRACKET.search(text) is not None


def is_listed(content: str, start: int) -> bool:
    """Whether the mark of an item of a list stands right before a place."""
    return _LISTED.search(content[max(0, start - _LONGEST_MARK) : start]) is not None


def _is_fragment(content: str, start: int, end: int) -> bool:
    """A sentence that the source's edge cuts off; lines of a log end without a mark."""
    opens = not content[:start].strip() and content[start].islower()
    closes = not content[end:].strip() and not (_ENDS.search(content[start:end]) or STAMP.match(content[start:end]))
    return opens or (closes and len(content) > _SHORT_SOURCE)


def _is_entry_of_contents(content: str, start: int, stop: int) -> bool:
    """Whether dots lead on to a page number, in the text or right behind it: it says where something is said."""
    line_end = content.find("\n", stop)
    line_end = line_end if line_end >= 0 else len(content)
    # Most lines end with a mark, or with a letter that no page number has.
    last = content[start:line_end].rstrip()[-1:]
    return (last.isdigit() or last in _ROMAN) and _LEADER.search(
        content, max(start, line_end - _LONGEST_LEADER), line_end
    ) is not None


def _is_heading(text: str, called: Set[str], *, is_last: bool) -> bool:
    if _CONTINUED.search(text.rstrip()[-_LONGEST_CONTINUED:]):
        text = _CONTINUED.sub("", text)
    if normalise_name(text) in called:
        return True
    lines = text.strip().split("\n")
    if (
        _ITEM.fullmatch(text)
        or _OF_A_MAIL.match(text)
        or _LEADS_IN.fullmatch(text)
        or all(is_period(line) or _YEARS.fullmatch(line) for line in lines)
    ):
        return True
    if is_last or STAMP.match(text) or _AMOUNT_OF.match(text) or _AMOUNT_LAST.search(text):
        return False
    if len(lines) > 1 and not _ENDS_A_SENTENCE.search(text):
        # Lines that all end in a number are rows of a table that nothing marks as one.
        if all(line.rstrip()[-1:].isdigit() for line in lines):
            return False
        return all(len(line) < _LONGEST_TITLE and OPENING.match(line.lstrip(": ")) for line in lines)
    short = len(text) < 90 and "\n" not in text.strip()
    return short and not re.search(r"[.!?:;…。！？)\d]\W*$", text) and len(text.split()) <= 9 and ": " not in text


def _is_part_of(text: str, called: Set[str]) -> bool:
    """Whether a text is one of the headings, or some words of one: "Invoice 88 104 226"."""
    words = normalise_name(text)
    return any(f" {words} " in f" {heading} " for heading in called)


def _runs_below(row: Evidence, called: Set[str]) -> bool:
    """Whether a row is the foot of a page: what its document is called, and a number: "Wick Ltd | Form 10-K | 22"."""
    *cells, last = [row.label, *row.values]
    words = normalise_name(" ".join(cells)).split()
    said = {word for heading in called for word in heading.split()}
    return len(cells) > 1 and bool(_PAGE.fullmatch(last)) and all(word in said for word in words)


class _Cells(NamedTuple):
    """What a row says in columns."""

    label: str
    values: Sequence[str]
    header: tuple[str, ...]
    corner: str
    heading_line: str
    """That heads it, perhaps itself; empty where none does."""
    is_named: bool
    """Whether the columns are surely called so: where they are guessed, only the times among their headings count."""
    heads: bool
    """Whether it but names years, or parts of years, as what heads columns does."""


def _row(position: int, lines: Lines, number: int, headed: HeadedRow | None) -> tuple[Evidence, str]:
    """A row, and the line that heads it.

    Args:
        position: place of its source.
        lines: of that.
        number: of its line.
        headed: its cells and headings where it stands in a table without rules.
    """
    text, whole = lines.at(number), lines.whole(number)
    start = lines.spans[number][0] + len(whole) - len(whole.lstrip())
    is_grid = has_cells(text)
    cells = _cells(lines, number, headed)
    group = whole_of(lines, number) or (group_of(lines, number) if is_grid else "")
    caption = caption_of(lines, number)
    row = Evidence(
        position,
        start,
        start + len(text),
        text,
        is_row=True,
        is_first=False,
        is_fragment=False,
        is_heading=not any(cells.values) or cells.heading_line == text or (not is_grid and cells.heads),
        terms=frozenset([*analyse(f"{group}\n{text}"), *analyse(cells.corner), *analyse(caption)])
        | _of_header(cells.header, is_named=cells.is_named),
        numbers=frozenset[str]().union(*map(numbers_in, cells.values)),
        years=years_in(" ".join(cells.header)) or years_of_row(lines, number),
        label=cells.label,
        values=tuple(cells.values),
        header=cells.header,
        corner=cells.corner,
        caption=caption,
        group=group,
        scale=unit_of(lines, number, label=cells.label, values=cells.values, header=cells.header),
    )
    return row, cells.heading_line


def _cells(lines: Lines, number: int, headed: HeadedRow | None) -> _Cells:
    text = lines.at(number)
    label, values = row_cells(text)
    is_grid = has_cells(text)
    joined, row = ((), "") if is_grid else joined_head(text, len(values))
    if joined:
        return _Cells(row_cells(row)[0], values, joined, "", "", is_named=False, heads=False)
    header, line = header_of(lines, number, count=len(values), is_grid=is_grid)
    if is_grid:
        values += [""] * (len(header) - len(values))
    if is_grid and not label and values:
        # "| Net total | | 772.60": a sum below its column is told by the cell beside it.
        first = next((place for place, value in enumerate(values) if value), 0)
        label, values, header = values[first], values[first + 1 :], header[first + 1 :]
    heads = counts_years(values) or names_parts_of_years(text)
    if headed:
        (label, *values), (corner, *headings) = headed.cells, headed.headings
        return _Cells(label, values, tuple(headings), corner, lines.at(headed.heading_line), is_named=True, heads=heads)
    is_named = is_grid or names_with_gaps(line)
    corner = corner_of(line, len(values)) if header and is_named else ""
    return _Cells(label, values, header, corner, line, is_named, heads)


def _of_header(header: tuple[str, ...], *, is_named: bool) -> frozenset[str]:
    """What the headings of its columns add to a row: all words where they are named; where guessed, the times."""
    said = " ".join(header)
    return years_in(said).union(analyse(said) if is_named else (), (f"q{label[-1]}" for label in quarters_in(said)))
