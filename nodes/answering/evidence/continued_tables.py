"""Tables that go on in another passage: their rows get the headings that stand above the first part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_headers import header_of
from nodes.answering.tables.table_rows import has_cells, read_lines, row_cells, years_in
from nodes.domain.chat import Source

_LINES_ABOVE = 9
"""Above the times that head a table: its caption, its unit, "Years ended", and days over several lines."""
_LONGEST_CAPTION = 130
"""Characters of a line that is a caption, and no sentence of the text above."""
_LONGEST_END = 70
"""Characters behind the last row of a passage, a label of what follows, where the table goes on in the next."""
_FARTHEST_ABOVE = 20_000
"""Characters above a source that are read for what heads its rows."""
_MOST_LABELS = 2
"""Lines before the first row of a source that goes on with a table."""
_LONGEST_LABEL = 250
"""The same where it goes on right there: a label of two lines, or what leads in to the next group."""


def with_table_headers(sources: Sequence[Source], above: Mapping[int, str] | None = None) -> list[Source]:
    """The sources, those that go on with the lines of a statement each with what heads it.

    Such a source opens with a row without bars, and the source before it in its section, or else what stands above it
    on its page, ends with one below headings.

    Args:
        sources: Numbered sources, best first.
        above: By the number of a source what stands above it on its page, where that was read.
    """
    told = list(sources)
    for position in sorted(range(len(sources)), key=lambda each: _place(sources[each])):
        source = told[position]
        row = _opening_row(source)
        if not row:
            continue
        before = [
            other
            for other in told
            if other["revision_id"] == source["revision_id"]
            and other["section_path"] == source["section_path"]
            and _place(other)[0] == _place(source)[0]
            and _place(other) < _place(source)
        ]
        header = _lines_of_header(_whole(max(before, key=_place))[0], _LONGEST_END) if before else ""
        header = header or _header_above((above or {}).get(source["index"], ""), row)
        if header:
            told[position] = {**source, "table_header": header}
    return told


def goes_on(source: Source) -> bool:
    """Whether a source opens with a row that nothing heads, neither in the line kept as its header.

    Without bars times head a row. A label or two may stand before it: "Investing activities".
    """
    return _opening_row(source) != ""


def _opening_row(source: Source) -> str:
    """The first row of a source that goes on with a table; empty where it opens otherwise."""
    content, first = _whole(source)
    # Of a long page the beginning is read.
    lines = read_lines("\n".join(content.split("\n", first + _MOST_LABELS + 3)[: first + _MOST_LABELS + 3]))
    last = min(first + _MOST_LABELS, len(lines.spans) - 1)
    row = next((number for number in range(first, last + 1) if number in lines.rows), None)
    if row is None or not all(_is_label(lines.at(number)) for number in range(first, row)):
        return ""
    return "" if _header(lines, row)[1] else lines.whole(row)


def _is_label(line: str) -> bool:
    return len(line) <= _LONGEST_END and not line.endswith((".", ",", ";")) and not any(map(str.isdigit, line))


def _whole(source: Source) -> tuple[str, int]:
    """The content of a source below its header, and the number of its first line there."""
    header = source.get("table_header", "")
    return (f"{header}\n{source['content']}", header.count("\n") + 1) if header else (source["content"], 0)


def _header(lines: Lines, number: int) -> tuple[tuple[str, ...], str]:
    text = lines.whole(number)
    return header_of(lines, number, count=len(row_cells(text)[1]), is_grid=has_cells(text))


def _header_above(above: str, row: str) -> str:
    """What heads a row in the text that stands above it: of a grid the line that names its columns."""
    if not has_cells(row):
        return _lines_of_header(above, _LONGEST_LABEL)
    # What a long sheet begins with heads its later parts already.
    lines = read_lines(f"{above[-_FARTHEST_ABOVE:].rstrip()}\n{row}")
    headings, line = _header(lines, len(lines.spans) - 1)
    last = lines.at(len(lines.spans) - 2) if len(lines.spans) > 1 else ""
    # The rows may be those of a group: "EXPENDITURE".
    group = f"\n{last}" if last and last != line and not has_cells(last) and _is_label(last) else ""
    return f"{line}{group}" if headings else ""


def _lines_of_header(content: str, longest_end: int) -> str:
    """What heads the last row of a text, with the lines above; empty where more than so many characters follow it."""
    lines = read_lines(content)
    last = max(lines.rows, default=None)
    if last is None or len(content[lines.spans[last][1] :].strip()) > longest_end or has_cells(lines.whole(last)):
        return ""
    headings, line = _header(lines, last)
    number = next((place for place in range(len(lines.spans)) if lines.at(place) == line), None)
    if not headings or number is None:
        return ""
    above = map(lines.whole, range(max(0, number - _LINES_ABOVE), number + 1))
    return "\n".join(line for line in above if len(line) <= _LONGEST_CAPTION)


def with_headings(pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[Evidence]:
    """The pieces, rows of a grid that begins before their source with the headings of its beginning.

    A source goes on with a grid where it opens with a row, and a source of the same page before it has a grid with
    headings. What was taken there for a line of headings is a row.

    Args:
        pieces: Evidence of the sources.
        sources: What the pieces came from.
    """
    grids = {
        position: [piece for piece in pieces if piece.position == position and is_grid_row(piece)]
        for position in range(len(sources))
    }
    found = {
        position: heading
        for position, source in enumerate(sources)
        if grids[position] and _opens(grids[position][0], source) and (heading := _heading(position, sources, grids))
    }
    return [
        _under(piece, found[piece.position]) if piece.position in found and is_grid_row(piece) else piece
        for piece in pieces
    ]


def is_grid_row(piece: Evidence) -> bool:
    """Whether a piece is a row whose cells are parted by bars or tabs."""
    return piece.is_row and has_cells(piece.text)


def _opens(row: Evidence, source: Source) -> bool:
    return not source["content"][: row.start].strip(" |\n\t")


def _heading(position: int, sources: Sequence[Source], grids: Mapping[int, Sequence[Evidence]]) -> tuple[str, ...]:
    """The longest headings of the nearest grid before a source on its page; empty without, or where it has its own.

    Of a grid that is known to go on, this would go on as well.
    """
    own = sources[position]
    if own.get("table_header"):
        return ()
    place = _place(own)
    before = [
        (_place(source), other)
        for other, source in enumerate(sources)
        if source["revision_id"] == own["revision_id"]
        and not source.get("table_header")
        and _place(source) < place
        and _place(source)[0] == place[0]
    ]
    for _, other in sorted(before, reverse=True):
        headings = [row.header for row in grids[other] if row.header and not _opens(row, sources[other])]
        if headings:
            return max(headings, key=len)
    return ()


def _place(source: Source) -> tuple[int, int]:
    return min((span["page"], span["start"]) for span in source["spans"]) if source["spans"] else (0, 0)


def _under(row: Evidence, heading: tuple[str, ...]) -> Evidence:
    values = row_cells(row.text)[1]
    if not values or len(heading) < len(values):
        return row
    header = heading[: len(values)]
    years = years_in(" ".join(header))
    return replace(row, header=header, is_heading=False, terms=row.terms | years, years=years or years_in(row.text))
