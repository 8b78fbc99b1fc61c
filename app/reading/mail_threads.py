"""The mails that a mail answers, which stand below it with a `>` before each line: each under who wrote it."""

from __future__ import annotations

from itertools import pairwise

from app.reading.layout import PageBuilder
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.answered_mails import MARKS, introduces_mail

_MARKS = lazy_regex(MARKS)


def thread_page(text: str) -> Page | None:
    """The page of a mail that stands above those that it answers, each without marks, under what introduces it.

    None where it quotes none, or answers between the lines: there the marks tell whose they are.

    Args:
        text: Of the mail, normalised.
    """
    lines = [_unmarked(line) for line in text.splitlines()]
    depths = [depth for depth, line in lines if line]
    if max(depths, default=0) == 0 or any(behind < before for before, behind in pairwise(depths)):
        return None
    builder, depth, own = PageBuilder(), 0, list[str]()
    for deeper, line in lines:
        if line and deeper > depth:
            _add(builder, own, depth, introduces=True)
            depth, own = deeper, []
        own.append(line)
    _add(builder, own, depth, introduces=False)
    return builder.build(1)


def _unmarked(line: str) -> tuple[int, str]:
    """How many mails below the first a line stands, and what it says."""
    marks = _MARKS.match(line)
    return (marks.group().count(">"), line[marks.end() :].rstrip()) if marks else (0, line)


def _add(builder: PageBuilder, lines: list[str], depth: int, *, introduces: bool) -> None:
    """Adds the lines of a mail; the last of them may introduce the one below it, and is its heading.

    Such a line may be broken in two.
    """
    while lines and not lines[-1].strip():
        lines.pop()
    heading, rest = "", lines
    for count in (1, 2) if introduces else ():
        joined = " ".join(line.strip() for line in lines[-count:])
        if introduces_mail(joined) and (not heading or _tells_when(joined) > _tells_when(heading)):
            heading, rest = joined, lines[:-count]
    builder.add_text("\n".join(rest).strip("\n") + "\n")
    builder.add_blank_line()
    builder.add_heading(heading, depth + 1)


def _tells_when(heading: str) -> bool:
    """Whether a line that introduces a mail tells when it was written, which stands in its first part."""
    return any(map(str.isdigit, heading))
