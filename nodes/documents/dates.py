"""The dates of a document itself, as against those it merely mentions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text, spread_text
from nodes.documents.heading_dates import heading_dates, is_of_no_day, says_another_day
from nodes.domain.documents import FileProperties, Page
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import date_mentions, find_dates

_OWN = lazy_regex(
    r"\b(?:made (?:on|as of)|concluded on|entered into as of|dated|date|published|publication date|issued|released|"
    r"signed|effective(?: date)?|valid (?:from|as of|since)|in force (?:from|since)|"
    r"(?:year|quarter|period|months|weeks) end(?:ed|ing)|"
    r"datum|stand|vom|gültig (?:ab|seit)|veröffentlicht|erscheinungsdatum|publié(?:e)? le|en date du|fecha|publicado|"
    r"дата|опубликовано)\b[^\n.]{0,40}$",
    re.IGNORECASE,
)
_BALANCE = lazy_regex(
    r"\b(?:as (?:of|at)|filed|last (?:updated|modified|revised)|zum|au|a fecha de)\b[^\n.]{0,20}$",
    re.IGNORECASE,
)
_COMPACT = lazy_regex(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_NEAR = 60
"""Characters before a year that its cue stands in."""
_LETTERHEAD_LINES = 25
"""Lines at the top in which a document is dated."""
_SHORT_LINE = 6
"""Words of a line that is but a date and a place."""
_BARE_LINES, _BARE_LINE = 8, 4
"""Among the first lines one that is a day and hardly more, "Kiel, 1 July 2022", dates what is written below it."""
_SIGNED = lazy_regex(
    r"\W*(?:(?:thus )?(?:agreed|signed|executed|done|given|drawn up|made)\b|(?:so )?(?:unterzeichnet|unterschrieben)\b|"
    r"fait\b|signé\b|hecho en\b|firmado\b|подписано\b)",
    re.IGNORECASE,
)
"""How the line opens at the end of a contract that tells where and when it was signed."""
_SIGNATURE_LINES = 25
"""Lines at the end in which that stands, with those who signed."""
_MOST = 10
"""Dates that are kept of a document, the best first."""


def document_dates(properties: FileProperties, pages: Sequence[Page], file_name: str) -> list[str]:
    """Dates of the document, ISO 8601, the likeliest first, at most ten.

    Evidence, strongest first: a date on the first page after words such as "dated", "published" or "year ended"; one
    in the file name; one that is a line of its own at the top; one in the title, as of the meeting that minutes are of;
    one in a short line near the top, as in a letterhead; one after "as of"; one in the line above the signatures,
    "Signed at Kiel on …"; when the file says that it was created or changed; the end of a month or quarter in the
    title; and dates that the text names twice or more. A date that is mentioned once in running text is no date of the
    document: it may be anybody's birthday; nor is that of the next meeting one.
    """
    scores: dict[str, float] = {}

    def add(day: str, score: float) -> None:
        scores[day] = max(score, scores.get(day, 0.0))

    cover = cover_text(pages)
    for number, line in enumerate(_joined_lines(cover)):
        for day in find_dates(line):
            for score in _cover_scores(line, number):
                add(day, score)
    for day in file_name_dates(file_name):
        add(day, 4.0)
    exact, ends = heading_dates(pages)
    for days, score in ((exact, 3.1), (ends, 1.1)):
        for place, day in enumerate(days):
            add(day, score - place / 1000)
    for day in _signed_on(pages):
        add(day, 2.0)
    for score, key in ((1.5, "created_at"), (1.2, "modified_at")):
        for day in find_dates(str(properties.get(key, "")))[:1]:
            add(day, score)
    mentioned = Counter(date_mentions(spread_text(pages, 30_000)))
    for day, count in mentioned.most_common(_MOST):
        if count > 1:
            add(day, min(count, 10) / 10)
    return sorted(scores, key=lambda day: -scores[day])[:_MOST]


def file_name_dates(file_name: str) -> list[str]:
    """Dates in a file name, ISO 8601; `20220701` counts as one here, as it does not in a text."""
    spaced = _COMPACT.sub(r"\1-\2-\3", file_name)
    spaced = re.sub(r"(?<=\d)_(?=\d)", "-", spaced).replace("_", " ")
    return find_dates(spaced)


def _signed_on(pages: Sequence[Page]) -> list[str]:
    last = next((page["text"] for page in reversed(pages) if page["text"].strip()), "")
    lines = [line.strip() for line in last.splitlines() if line.strip()][-_SIGNATURE_LINES:]
    return [day for line in lines if _SIGNED.match(line) for day in find_dates(line)]


def _joined_lines(text: str) -> list[str]:
    """Lines, each with the one before it where that ends in the middle of "for the year ended"."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [
        f"{lines[index - 1]} {line}" if index and _OWN.search(lines[index - 1]) else line
        for index, line in enumerate(lines)
    ]


def _cover_scores(line: str, number: int) -> list[float]:
    """What a line of the first page says for the dates in it."""
    scores: list[float] = []
    year = re.search(r"[12]\d{3}", line)
    before = line[: year.start()] if year else ""
    # Up to the year the line holds the cue and the day and month of the date.
    if _OWN.search(before) and not says_another_day(before[-_NEAR:]):
        scores.append(5.0 - number / 1000)
    elif _BALANCE.search(before):
        scores.append(2.5)
    is_short = len(line.split()) <= _SHORT_LINE and not line.endswith((",", "."))
    if number < _LETTERHEAD_LINES and is_short and not is_of_no_day(line):
        is_bare = number < _BARE_LINES and len(line.split()) <= _BARE_LINE
        scores.append((3.2 if is_bare else 3.0) - number / 1000)
    return scores
