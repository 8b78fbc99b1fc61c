"""One box for each line."""

from __future__ import annotations

from app.pages.boxes import Box, line_boxes


def letters(left: float, top: float, count: int, width: float = 6, height: float = 10) -> list[Box]:
    return [Box(left + i * width, top, left + (i + 1) * width, top + height) for i in range(count)]


def test_a_line_becomes_one_box_and_two_lines_two() -> None:
    assert line_boxes([*letters(0, 0, 5), *letters(0, 12, 3)]) == [Box(0, 0, 30, 10), Box(0, 12, 18, 22)]


def test_columns_are_not_joined_across_the_gutter() -> None:
    boxes = line_boxes([*letters(0, 100, 5), *letters(200, 0, 4), *letters(200, 12, 4)])
    assert boxes == [Box(0, 100, 30, 110), Box(200, 0, 224, 10), Box(200, 12, 224, 22)]


def test_cells_of_a_row_stay_apart() -> None:
    assert len(line_boxes([*letters(0, 0, 4), *letters(300, 0, 4)])) == 2


def test_raised_and_small_characters_belong_to_their_line() -> None:
    raised = Box(30, -2, 33, 4)
    assert line_boxes([*letters(0, 0, 5), raised]) == [Box(0, -2, 33, 10)]


def test_upright_lines_become_upright_boxes() -> None:
    upwards = [Box(0, 100 - 6 * i, 10, 106 - 6 * i) for i in range(8)]
    assert line_boxes(upwards) == [Box(0, 58, 10, 106)]


def test_blanks_have_no_box() -> None:
    assert line_boxes([Box(0, 0, 0, 0), *letters(0, 0, 2), Box(5, 5, 5, 9)]) == [Box(0, 0, 12, 10)]
    assert line_boxes([]) == []
