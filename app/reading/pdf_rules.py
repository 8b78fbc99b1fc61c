"""Rules of a PDF page: the straight lines that it draws along its edges, and the surfaces that it fills."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_THICKEST = 3.0
"""Points, with what pdfium adds to the bounds of a line: what is thicker is a surface."""
_SHORTEST = 4.0
"""Points: what is shorter is a dot or a dash."""
_MOST_OBJECTS = 20_000
"""Objects of one page that are looked at: a map has many more."""
_MOST_RULES = 2_000
"""Of one page: a drawing has many more."""
_MOST_SEGMENTS = 500
"""Of one path: a curve has many more."""
_SAMPLED = 150
"""Objects of one page that are looked at, until an upright line is among them or beside them."""
_STRIDE = 3
"""Of lines that are drawn one behind the other, those looked at: a grid has as many upright ones, or more."""
_RECTANGLE = 5
"""Segments of a path that is one rectangle."""
_DEEPEST = 3
"""How many forms are looked into that are drawn in one another."""
_WHITE = 250
"""Of 255, each of red, green and blue."""

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Colour = tuple[int, int, int]


class Rule(NamedTuple):
    """A straight line along an edge of the page, in points from its left and lower edge."""

    is_upright: bool
    at: float
    """Where it stands: from the left for an upright one, from below for a level one."""
    begin: float
    """Its lower or left end."""
    end: float


class Shade(NamedTuple):
    """A surface that is filled, in points from the left and lower edge of the page."""

    left: float
    bottom: float
    right: float
    top: float
    colour: Colour


class Drawn(NamedTuple):
    """What a page draws besides its text."""

    rules: list[Rule]
    shades: list[Shade]


def drawn_on(page: PdfPage) -> Drawn:
    """The rules and surfaces of a page; none where there is nothing of a grid: no upright line, or far too many.

    Args:
        page: open.
    """
    return _Drawing().of(page)


class _Drawing:
    """Looks at the objects of one page. Every call into pdfium costs, so there are few of them."""

    def __init__(self) -> None:
        from pypdfium2 import raw as pdfium

        self._pdfium: Any = pdfium
        self._edges = [ctypes.c_float() for _ in range(4)]
        self._numbers = [ctypes.c_uint() for _ in range(4)]
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._mode, self._is_stroked = ctypes.c_int(), ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._rules: list[Rule] = []
        self._shades: list[Shade] = []

    def of(self, page: PdfPage) -> Drawn:
        object_of, handle = self._pdfium.FPDFPage_GetObject, page.raw
        count = int(self._pdfium.FPDFPage_CountObjects(handle))
        if count > _MOST_OBJECTS or not self._may_have_upright(handle, count):
            return Drawn([], [])
        self._look((object_of(handle, number) for number in range(count)), None, 0)
        if len(self._rules) > _MOST_RULES or not any(rule.is_upright for rule in self._rules):
            return Drawn([], [])
        return Drawn(self._rules, self._shades)

    def _may_have_upright(self, handle: Any, count: int) -> bool:
        """Whether an upright line is among some objects of a page, or among those that are drawn together with them.

        Most pages have text alone, or level lines and surfaces: they are not worth a look at each object. The lines of
        a table are mostly drawn one behind the other, those of one direction together.
        """
        pdfium = self._pdfium
        object_of, type_of = pdfium.FPDFPage_GetObject, pdfium.FPDFPageObj_GetType
        path, form = pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM
        stride = _STRIDE if count > 2 * _SAMPLED else 1
        seen = -1
        for number in range(0, count, -(-count // _SAMPLED)):
            if number <= seen:
                continue
            kind = type_of(object_of(handle, number))
            if kind == form:
                return True
            if kind != path:
                continue
            for places in (range(number - stride, seen, -stride), range(number, count, stride)):
                for at in places:
                    each = object_of(handle, at)
                    if type_of(each) != path:
                        break
                    if self._may_be_upright(each):
                        return True
                    seen = max(seen, at)
        return False

    def _may_be_upright(self, handle: Any) -> bool:
        """Whether a path is an upright line, or may have one."""
        left, bottom, right, top = self._edges
        if not self._pdfium.FPDFPageObj_GetBounds(handle, left, bottom, right, top):
            return False
        if right.value - left.value <= _THICKEST or top.value - bottom.value <= _THICKEST:
            return bool(top.value - bottom.value >= _SHORTEST)
        self._pdfium.FPDFPath_GetDrawMode(handle, self._mode, self._is_stroked)
        is_stroked = bool(self._is_stroked.value)
        return is_stroked or bool(self._pdfium.FPDFPath_CountSegments(handle) > _RECTANGLE)

    def _look(self, objects: Iterator[Any], outer: Matrix | None, depth: int) -> None:
        """Keeps the rules and surfaces of some objects.

        Args:
            objects: of the page, or of a form on it.
            outer: from the form to the page; None for objects of the page.
            depth: how many forms they are in.
        """
        pdfium = self._pdfium
        type_of, path, form = pdfium.FPDFPageObj_GetType, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM
        for each in objects:
            kind = type_of(each)
            if kind == path:
                self._look_at_path(each, outer)
                if len(self._rules) > _MOST_RULES:
                    return
            elif kind == form and depth < _DEEPEST:
                count = pdfium.FPDFFormObj_CountObjects(each)
                if count <= _MOST_OBJECTS:
                    parts = (pdfium.FPDFFormObj_GetObject(each, number) for number in range(count))
                    self._look(parts, self._through(each, outer), depth + 1)

    def _through(self, handle: Any, outer: Matrix | None) -> Matrix:
        """From the space of an object to the page."""
        known = self._matrix
        if not self._pdfium.FPDFPageObj_GetMatrix(handle, known):
            return outer or (1, 0, 0, 1, 0, 0)
        inner: Matrix = (known.a, known.b, known.c, known.d, known.e, known.f)
        if outer is None:
            return inner
        (e, f), (a, b), (c, d) = _mapped(inner[4:], outer), inner[:2], inner[2:4]
        return (
            a * outer[0] + b * outer[2],
            a * outer[1] + b * outer[3],
            c * outer[0] + d * outer[2],
            c * outer[1] + d * outer[3],
            e,
            f,
        )

    def _look_at_path(self, handle: Any, outer: Matrix | None) -> None:
        left, bottom, right, top = self._edges
        if not self._pdfium.FPDFPageObj_GetBounds(handle, left, bottom, right, top):
            return
        lower, upper = (left.value, bottom.value), (right.value, top.value)
        if outer is not None:
            lower, upper = _bounds([_mapped(lower, outer), _mapped(upper, outer)])
        width, height = upper[0] - lower[0], upper[1] - lower[1]
        if min(width, height) <= _THICKEST:
            self._keep(lower, upper)
            return
        self._pdfium.FPDFPath_GetDrawMode(handle, self._mode, self._is_stroked)
        count = self._pdfium.FPDFPath_CountSegments(handle)
        is_filled, is_stroked = bool(self._mode.value), bool(self._is_stroked.value)
        if not 1 < count <= _MOST_SEGMENTS or not (is_filled or is_stroked):
            return
        if count <= _RECTANGLE and not is_stroked:
            self._keep_filled(handle, [lower, upper])
            return
        parts = self._parts(handle, count, self._through(handle, outer))
        if is_stroked:
            for points in parts:
                for one, other in itertools.pairwise(points):
                    self._keep(*_bounds([one, other]))
        if is_filled:
            for points in parts:
                self._keep_filled(handle, points)

    def _parts(self, handle: Any, count: int, matrix: Matrix) -> list[list[Point]]:
        """The points of each part of a path that is of straight lines alone."""
        pdfium = self._pdfium
        parts: list[list[Point]] = []
        is_curved = True
        for number in range(count):
            segment = pdfium.FPDFPath_GetPathSegment(handle, number)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            if kind == pdfium.FPDF_SEGMENT_MOVETO:
                parts.append([])
                is_curved = False
            elif kind != pdfium.FPDF_SEGMENT_LINETO and not is_curved:
                parts.pop()
                is_curved = True
            if not is_curved and pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y):
                parts[-1].append(_mapped((self._x.value, self._y.value), matrix))
                if pdfium.FPDFPathSegment_GetClose(segment):
                    parts[-1].append(parts[-1][0])
        return [points for points in parts if len(points) > 1]

    def _keep_filled(self, handle: Any, points: Sequence[Point]) -> None:
        """Keeps a filled rectangle: a thin one is a rule."""
        lower, upper = _bounds(points)
        if min(upper[0] - lower[0], upper[1] - lower[1]) <= _THICKEST:
            self._keep(lower, upper)
            return
        on_edge = all(
            min(abs(x - lower[0]), abs(x - upper[0])) < 1 and min(abs(y - lower[1]), abs(y - upper[1])) < 1
            for x, y in points
        )
        if on_edge and self._pdfium.FPDFPageObj_GetFillColor(handle, *self._numbers):
            red, green, blue = (number.value for number in self._numbers[:3])
            if min(red, green, blue) < _WHITE:
                self._shades.append(Shade(*lower, *upper, (red, green, blue)))

    def _keep(self, lower: Point, upper: Point) -> None:
        """Keeps what is between two corners where it is a rule."""
        width, height = upper[0] - lower[0], upper[1] - lower[1]
        if width <= _THICKEST < _SHORTEST <= height:
            self._rules.append(Rule(True, (lower[0] + upper[0]) / 2, lower[1], upper[1]))
        elif height <= _THICKEST < _SHORTEST <= width:
            self._rules.append(Rule(False, (lower[1] + upper[1]) / 2, lower[0], upper[0]))


def _mapped(point: Sequence[float], matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _bounds(points: Sequence[Point]) -> tuple[Point, Point]:
    """The lower left and the upper right corner around some points."""
    lefts, heights = [x for x, _ in points], [y for _, y in points]
    return (min(lefts), min(heights)), (max(lefts), max(heights))
