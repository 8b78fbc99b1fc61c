"""Tables of HTML: what only places text is none, and the others are written anew as one header and its rows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence, Set
from itertools import accumulate, chain, count, groupby, islice, pairwise
from typing import TYPE_CHECKING

from app.reading.header_rows import by_its_looks
from app.reading.normalise import normalise_line
from app.reading.split_cells import closed_up
from app.reading.tables import Grid, Merged, is_form, unfolded

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag
    from bs4.element import PageElement

UNMARKED = ["a", "img", "b", "strong", "em", "i", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "input"]
"""Elements within a line that part no words."""
_BAR = re.compile(r"\|")
_TABLE_PARTS = frozenset({"tbody", "thead", "tfoot", "tr", "td", "th", "caption"})
_CELLS = frozenset({"td", "th"})
_GROUPS = {"thead": 0, "tfoot": 2}
_HOLD_ROWS = frozenset({"table", "tbody", "thead", "tfoot"})
_MOST_ROWS = 65_534
_MOST_COLUMNS = 1_000
"""What browsers take of a cell's rows and columns."""


def write_tables_anew(soup: BeautifulSoup) -> None:
    """Makes blocks of tables that only place text on the page, and each other one a header and its rows."""
    _unfold_layout(soup)
    for table in soup.find_all("table"):
        _break_bars(table)
        _unfold_merged(soup, table)


def all_named(within: Tag, names: Set[str]) -> list[Tag]:
    """Those of these names in an element, in order; the library takes each name for a pattern, and as long."""
    return [element for element in within.find_all(True) if element.name in names]


def shown_line(element: Tag) -> str:
    """What an element shows, as one line."""
    return normalise_line("".join(_shown(child) for child in element.descendants))


def _unfold_layout(soup: BeautifulSoup) -> None:
    """Makes blocks of tables that only place text on the page, and of those within a cell of another."""
    for table in soup.find_all("table"):
        parts = all_named(table, _TABLE_PARTS)
        has_inner = table.find("table") is not None
        own = [part for part in parts if part.find_parent("table") is table] if has_inner else parts
        if table.find_parent("table") is not None or _is_layout(table, own):
            for part in [table, *own]:
                part.name = "div"


def _is_layout(table: Tag, own: Sequence[Tag]) -> bool:
    """Whether no row has two cells that say something, or most of what they say is in tables of their own."""
    inner = (each for each in table.find_all("table") if each.find_parent("table") is table)
    if 2 * sum(len(each.get_text(strip=True)) for each in inner) > len(table.get_text(strip=True)):
        return True
    filled = Counter(id(part.parent) for part in own if part.name in {"td", "th"} and part.get_text(strip=True))
    return max(filled.values(), default=0) < 2


def _break_bars(table: Tag) -> None:
    """Bars within cells would part them."""
    for text in table.find_all(string=_BAR):
        text.replace_with(text.replace("|", "¦"))


def _unfold_merged(soup: BeautifulSoup, table: Tag) -> None:
    """Writes a table anew as one header and its rows, its foot last, unless it is so already; a form as its lines."""
    rows = _rows(table)
    laid_out, elements = _grid(rows)
    grid, kept, columns = closed_up(laid_out)
    if is_form(grid.rows):
        for cells in grid.rows:
            table.insert_before(soup.new_tag("p", string=" ".join(filter(None, cells))))
        table.decompose()
        return
    if not kept:
        table.decompose()
        return
    header_rows = _header_rows([rows[number] for number in kept])
    lines: list[str] = []
    if header_rows is None:
        lines, grid, header_rows = by_its_looks(grid)
    if grid == laid_out and not grid.merged and header_rows == 1 and table.tfoot is None:
        return
    places = [
        {column: elements[number][before] for column, before in found.items() if before in elements[number]}
        for number, found in zip(kept, columns, strict=True)
    ]
    titles, told = unfolded(grid, header_rows)
    written = soup.new_tag("tbody")
    if not header_rows:
        # Markdown knows no table without a header.
        written.append(blank := soup.new_tag("tr"))
        blank.extend(soup.new_tag("th") for _ in told[0])
    for cells, found in zip(told, places[-len(told) :], strict=True):
        row = soup.new_tag("tr")
        written.append(row)
        for column, cell in enumerate(cells):
            element = found.get(column)
            if element is None or shown_line(element) != cell:
                element = soup.new_tag("td", string=cell)
            row.append(element)
            element.attrs = {}
    captions = [caption.extract() for caption in table.find_all("caption")]
    table.clear()
    table.extend([*captions, written])
    for title in [*lines, *titles]:
        table.insert_before(soup.new_tag("p", string=title))


def _rows(table: Tag) -> list[Tag]:
    """Those of its head, its bodies and its foot, wherever the foot stands.

    A row within a row, as in an element between them that nothing closes, goes behind the row before it: else each
    would say again what all rows below it say.
    """
    rows: list[Tag] = table.find_all("tr")
    for before, row in pairwise(rows):
        if row.parent is not None and row.parent.name not in _HOLD_ROWS:
            before.insert_after(row)
    return sorted(rows, key=lambda row: _GROUPS.get(row.parent.name if row.parent else "", 1))


def _header_rows(rows: Sequence[Tag]) -> int | None:
    """Those of a head, else those at the top that are nothing but headings; None where nothing tells.

    0 where all rows are a label and what it is of: nothing is the heading of what stands below it.
    """
    in_head = [row.parent is not None and row.parent.name == "thead" for row in rows]
    if not any(in_head) and _is_labelled(rows):
        return 0
    is_header = in_head if any(in_head) else [row.find("td") is None for row in rows]
    return next((number for number, found in enumerate(is_header) if not found), 1) or None


def _is_labelled(rows: Sequence[Tag]) -> bool:
    """Whether rows are pairs of a heading and a cell, but for rows of one cell."""
    of_all = ([cell.name for cell in all_named(row, _CELLS)] for row in rows)
    of_several = (names for names in of_all if len(names) > 1)
    first = [*islice(of_several, 2)]
    return len(first) > 1 and all(names == ["th", "td"] for names in chain(first, of_several))


def _grid(rows: Sequence[Tag]) -> tuple[Grid, list[dict[int, Tag]]]:
    """The cells where they stand: as text, and the elements of each row by column."""
    elements: list[dict[int, Tag]] = [{} for _ in rows]
    taken: list[set[int]] = [set() for _ in rows]
    merged: list[Merged] = []
    ends = [*accumulate(len([*group]) for _, group in groupby(rows, lambda row: id(row.parent)))]
    for number, row in enumerate(rows):
        end = ends[bisect_right(ends, number)]
        for cell in all_named(row, _CELLS):
            column = next(free for free in count() if free not in taken[number])
            height = min(_span(cell, "rowspan") or _MOST_ROWS, end - number)
            width = max(1, min(_span(cell, "colspan"), _MOST_COLUMNS))
            elements[number][column] = cell
            for below in taken[number : number + height]:
                below.update(range(column, column + width))
            if height > 1 or width > 1:
                merged.append(Merged(number, column, height, width))
    # Nothing begins in the columns that "as many as there are" is written by.
    columns = 1 + max((max(places) for places in elements if places), default=0)
    merged = [each._replace(columns=min(each.columns, columns - each.column)) for each in merged]
    texts = [
        [shown_line(places[column]) if column in places else "" for column in range(columns)] for places in elements
    ]
    return Grid(texts, merged), elements


def _span(cell: Tag, name: str) -> int:
    """What is written of it; 1 where that is no number, 0 for all rows that follow."""
    value = str(cell.get(name, "1")).strip()
    return int(value[:5]) if value.isascii() and value.isdigit() else 1


def _shown(child: PageElement) -> str:
    from bs4.element import NavigableString, Tag

    if isinstance(child, Tag):
        return "" if child.name in UNMARKED else " "
    return str(child) if type(child) is NavigableString else ""
