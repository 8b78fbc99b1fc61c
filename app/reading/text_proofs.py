"""What tells a table of plain text from other text in columns: addresses side by side, forms, glossaries, prose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from app.reading.tables import is_amount
from nodes.domain.regexes import lazy_regex

_MOSTLY = 2 / 3
_NEARLY_ALL = 0.8
_HALF = 0.5
_MOST_SENTENCES = 0.25
_LEAST_COUNTED = 0.6
"""Of the cells of a column of numbers."""
_LEAST_FILLED = 0.4
"""Of the cells: rows of totals have two."""
_LEAST_ROWS = 3
_LONGEST_VALUE = 45
"""Characters of what stands beside a label, half of them at most being longer."""
_LONGEST_LABEL = 24
_MOST_HEADER_ROWS = 3
_DIGIT = lazy_regex(r"(?!(?:19|20)\d\d\b)\d")
_WORD = lazy_regex(r"[^\W\d_]{2}")
_VALUE = lazy_regex(
    r"[-+−–(<>±~≈]{0,2}\s?(?:[$€£¥]|[A-Z]{3} )?\s?[-+−–]?\d(?!\S*[ ][A-ZÀ-Ý][^\W\d_]+ [A-ZÀ-Ý])|[a-zß-öø-ÿ]"
)
"""Begins as what is told of a label does: with a number, or small; "41 Bell Row" is an address."""
_MARK = lazy_regex(r"(?:[-*•–▪·+o]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivx]{1,5})[.):]?)")
_SENTENCE = lazy_regex(r"(?:\S+ ){3,}\S+[.!?,;]")
_LABELLED = lazy_regex(r"[^\W\d_][^:]*:(?:\s|$)|\S+@\S+\.\w|(?:Tel|Fax|Phone|Telephone|Telefon)\b")
_OPTION = lazy_regex(r"--?\w|/\w\b|\$ ?\w|<\w")


def header_rows(rows: Sequence[Sequence[str]], ruled: int) -> int:
    """How many rows at the top are the header, as far as numbers, rules and gaps prove it.

    Args:
        rows: All of one length.
        ruled: How many rows stand above the first rule between rows; 0 without one.
    """
    if 0 < ruled <= _MOST_HEADER_ROWS and ruled < len(rows) and not any(map(_counts, rows[:ruled])):
        return ruled
    count = 0
    while count < min(_MOST_HEADER_ROWS, len(rows) - 1) and not any(map(_DIGIT.search, rows[count])):
        count += 1
        if rows[count - 1][0]:
            break
    if not count or any(not any(cell for cell in row[1:]) for row in rows[:count]):
        return 0
    names, body = _parts(rows, count)
    if count > 1 and not _are_counted(names, body):
        count = 1
        names, body = _parts(rows, count)
    if not rows[0][0]:
        is_over = sum(map(bool, names[1:])) * 2 >= len(names) - 1
        return count if is_over and len(rows) - count > 1 else 0
    is_counted = _are_counted(names, body)
    if len(names) == 2:
        return count if is_counted and names[0][0].isupper() == names[1][0].isupper() else 0
    return count if is_counted and sum(map(bool, names)) * 2 >= len(names) else _named(names, body)


def _parts(rows: Sequence[Sequence[str]], count: int) -> tuple[list[str], list[tuple[str, ...]]]:
    """What the rows of a header call each column, and the cells below."""
    names = [" ".join(filter(None, column)) for column in zip(*rows[:count], strict=True)]
    return names, [*zip(*rows[count:], strict=True)]


def _are_counted(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether most cells of a column with a name have a number, beside one column of labels at their beginning."""
    is_pair = len(names) == 2
    for name, cells in zip(names[1:], body[1:], strict=True):
        told = [_DIGIT.search(cell) and (not is_pair or _VALUE.match(cell)) for cell in cells if cell]
        if name and _share(told) >= _LEAST_COUNTED:
            return True
    return False


def _named(names: Sequence[str], body: Sequence[Sequence[str]]) -> int:
    """Whether a first row without numbers names columns without numbers, some of which say a thing twice."""
    differ = all(names) and all(name not in cells for name, cells in zip(names, body, strict=True))
    are_short = all(len(name.split()) <= 3 and name[:1].isupper() for name in names)
    repeats = [len(set(cells)) < len(cells) for cells in body[1:]]
    return int(differ and are_short and len(body[0]) >= _LEAST_ROWS and any(repeats))


def is_table(rows: Sequence[Sequence[str]], header: int) -> bool:
    """Whether rows in columns are a table.

    Args:
        rows: All of one length, the header first.
        header: How many rows that is.
    """
    body = [row for row in rows[header:] if any(row)]
    width = len(rows[0])
    if width < 2 or len(rows) < _LEAST_ROWS or _is_framed(body) or _reads_otherwise(body, width):
        return False
    if header:
        return True
    if _share(any(map(_WORD.search, row)) for row in body) < _HALF:
        return False
    labels, *columns = zip(*body, strict=True)
    if width == 2 and all(map(_MARK.fullmatch, labels)):
        return False
    filled = [[cell for cell in column if cell] for column in columns]
    if width == 2:
        return _are_labels(labels) and _are_values(filled[0], strict=True)
    return any(_are_values(column, strict=False) for column in filled) and not _are_pairs(body)


def _is_framed(body: Sequence[Sequence[str]]) -> bool:
    """Whether a mark that is drawn again and again stands at the edge of text: "* Licence *", "# of a comment"."""
    edges = ({row[place] for row in body if row[place]} for place in (0, -1))
    return any(len(marks) == 1 and not any(map(str.isalnum, *marks)) for marks in edges)


def _reads_otherwise(body: Sequence[Sequence[str]], width: int) -> bool:
    """Whether rows are prose, labels and values, options of a program, or mostly gaps."""
    cells = [cell for row in body for cell in row if cell]
    labels = [row[0] for row in body if row[0]]
    labelled = sum(any(map(_LABELLED.match, row)) for row in body)
    return (
        _share(map(_SENTENCE.fullmatch, cells)) > _MOST_SENTENCES
        or len(cells) < len(body) * width * _LEAST_FILLED
        or labelled * 3 > len(body)
        or any(map(_OPTION.match, labels))
    )


def _are_labels(cells: Sequence[str]) -> bool:
    return (
        all(cells)
        and _share(cell[0].isupper() or cell[0].isdigit() or _DIGIT.search(cell[3:]) for cell in cells) >= _NEARLY_ALL
    )


def _are_values(cells: Sequence[str], *, strict: bool) -> bool:
    """Whether most of a column is numbers, small letters, capitals, or what it says more than once."""
    counted = Counter(cells)
    told = [
        _VALUE.match(cell) or counted[cell] > 1 or cell.isupper() or (not strict and _DIGIT.search(cell))
        for cell in cells
    ]
    are_short = sum(len(cell) > _LONGEST_VALUE for cell in cells) * 2 < len(cells)
    return bool(cells) and are_short and _share(told) >= _MOSTLY


def _are_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Whether each row is a label and its value twice, as in the head of a report."""
    if len(rows[0]) % 2:
        return False
    labels = [cell for row in rows for cell in row[::2] if cell]
    return len(set(labels)) == len(labels) and not any(
        _DIGIT.search(label) or len(label) > _LONGEST_LABEL for label in labels
    )


def _counts(row: Sequence[str]) -> bool:
    return any(map(is_amount, row))


def _share(told: Iterable[object]) -> float:
    found = [*map(bool, told)]
    return sum(found) / max(1, len(found))
