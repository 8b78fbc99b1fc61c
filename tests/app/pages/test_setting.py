"""How the text of a page is set: what is shown of it, as what, and what only sets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.pages.blocks import Block
from app.pages.markdown_blocks import markdown_blocks
from app.pages.setting import is_set, set_blocks
from app.reading.delimited import read_csv
from app.reading.layout import PageBuilder
from app.reading.markdown import markdown_page
from app.reading.normalise import normalise_text
from nodes.domain.documents import Page

MARKDOWN = "text/markdown"
HTML = "text/html"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
SIGNS = (
    *("# ", "## ", "- ", "1. ", "2) ", "  ", "    ", "> ", "| ", "|", "\n", "\n\n", "**", "*", "_", "`", "``"),
    *("```\n", "~~~\n", "[a](b)", "[a]", "[a]: b\n", "![x](y)", "![", "](", "<br>", "<b>", "<http://x.y>", "\\"),
    *("\\|", "&amp;", "---\n", "===\n", "| - | - |\n", "\t", "title: x\n", "<div>\n", "-\n", "a", "word", "é", " "),
)


def page_of(text: str) -> Page:
    return markdown_page(text, "page.md")[0]


def shown(text: str, blocks: list[Block]) -> list[tuple[str, str]]:
    """The kind and the words of each block, cells between bars and breaks as they are written."""
    found: list[tuple[str, str]] = []
    for block in blocks:
        cells: dict[int, str] = {}
        for piece in block.pieces:
            cells[piece.cell] = cells.get(piece.cell, "") + text[piece.start : piece.end]
        found.append((block.kind, " | ".join(cells.values())))
    return found


def test_markdown_is_set_as_what_it_is() -> None:
    text = normalise_text(
        '---\nauthor: Ann\n---\n# The *Gull* #\n\nSee **the `` `log` ``** and [the map](http://map.example "a) b").\n\n'
        "- oars\n  - spare *oars*\n\n    of ash\n\n2. Row\n3. ```\n   # stop\n   ```\n\n> said Ann\n\n"
        "| Oar | Length |\n|---|--:|\n| left \\| red | `2|3` |\n|  | 4 | worn |\n\n---\n\n    indented\n\n[a]: http://b\n"
    )
    blocks = markdown_blocks(page_of(text), 0, len(text))
    assert shown(text, blocks) == [
        ("plain", "---\nauthor: Ann\n---"),
        ("heading", "The Gull"),
        ("paragraph", "See the `log` and the map."),
        ("item", "oars"),
        ("item", "spare oars"),
        ("paragraph", "of ash"),
        ("numbered", "2. Row"),
        ("numbered", "3. "),
        ("code", "# stop\n"),
        ("paragraph", "said Ann"),
        ("row", "Oar | Length"),
        ("row", "left | red | `2 | 3`"),
        ("row", "4 | worn"),
        ("rule", ""),
        ("code", "indented\n"),
        ("plain", "[a]: http://b\n"),
    ]
    assert [block.depth for block in blocks if block.depth] == [1, 2, 2, 1, 1, 1]
    assert [block.is_quoted for block in blocks].index(True) == 9
    assert [block.is_header for block in blocks if block.kind == "row"] == [True, False, False]
    styles = {text[piece.start : piece.end]: piece.styles for block in blocks for piece in block.pieces}
    assert styles["Gull"] == ("emphasis",)
    assert styles["`log`"] == ("strong", "code")
    assert styles["the map"] == ("link",)


@given(st.lists(st.sampled_from(SIGNS), max_size=40).map("".join), st.integers(0, 60), st.booleans())
@example("1. - #\n", 0, False)
@example("1. 1.\n", 0, False)
@example("1. - 1. # a\n2. b\n", 0, False)
@example("1. 2. 3. a\n4. -\n\n   b\n", 0, False)
def test_every_letter_is_shown_once_and_in_order(written: str, start: int, is_written: bool) -> None:
    text = normalise_text(written)
    if not text.strip():
        return
    page = page_of(text)
    for begin in {0, min(start, len(text))}:
        part = text[begin:]
        blocks = markdown_blocks(page, begin, len(text), is_written=is_written)
        places = [place for block in blocks for piece in block.pieces for place in range(piece.start, piece.end)]
        assert places == sorted(set(places))
        assert all(0 <= place < len(part) for place in places)
        assert all(piece.start < piece.end for block in blocks for piece in block.pieces)
        left = "".join(sign for place, sign in enumerate(part) if place not in set(places))
        # Where links lead, and the languages of code, are signs that a reader does not see.
        if not any(sign in text for sign in ("](", "[a]", "```", "~~~")):
            assert not any(map(str.isalnum, left)), (text, begin, left)


@pytest.mark.parametrize(
    ("text", "part", "first"),
    [
        ("| Oar | Length |\n| --- | --- |\n| left | 2 |\n| right | 3 |\n", "| right", ("row", "right | 3")),
        ("Words.\n\n```\n# one\n# two\n```\n\n# Out\n", "# two", ("code", "# two\n")),
        ("Words.\n\n- one\n  - two\n\n    more\n\nEnd.\n", "    more", ("paragraph", "more")),
        ("# The gull\n\nIt flies.\n", "gull", ("heading", "gull")),
    ],
)
def test_a_part_is_set_as_it_is_in_the_whole(text: str, part: str, first: tuple[str, str]) -> None:
    start = text.index(part)
    blocks = markdown_blocks(page_of(text), start, len(text))
    assert shown(text[start:], blocks)[0] == first
    assert not any(block.is_header for block in blocks)


def test_signs_in_what_a_reader_made_markdown_of_are_words() -> None:
    text = "## Sums\n\n2*3*4 is _not_ [5](6) &amp; \\*\nbut `24`.\n"
    expected = [("heading", "Sums"), ("paragraph", "2*3*4 is _not_ [5](6) &amp; \\*\nbut 24.")]
    blocks = set_blocks(HTML, page_of(text), 0, len(text))
    assert shown(text, blocks) == expected
    assert [piece.styles for piece in blocks[1].pieces] == [(), ("break",), (), ("code",), ()]


def test_what_looks_like_html_is_shown_as_it_is_written() -> None:
    text = "Two <b>gulls</b><br>\n\n<script>\nfly()\n</script>\n"
    blocks = set_blocks(MARKDOWN, page_of(text), 0, len(text))
    assert shown(text, blocks) == [
        ("paragraph", "Two <b>gulls</b><br>"),
        ("plain", "<script>\nfly()\n</script>\n"),
    ]


def test_an_office_document_is_set_by_what_its_reader_kept() -> None:
    builder = PageBuilder()
    builder.add_heading("1. Oars", 2)
    builder.add_text("Pairs | of ash:\n- left\n- right\n# no heading")
    builder.add_table([["Oar", "Length"], ["left", "2"], ["", "3"], ["all"]], 1)
    builder.add_table([["Boat", "Year"], ["Gull", "1998"]], 0)
    page = builder.build(1)
    blocks = set_blocks(DOCX, page, 0, len(page["text"]))
    assert shown(page["text"], blocks) == [
        ("heading", "1. Oars"),
        ("paragraph", "Pairs | of ash:"),
        ("item", "left"),
        ("item", "right"),
        ("paragraph", "# no heading"),
        ("row", "Oar | Length"),
        ("row", "left | 2"),
        ("row", "3"),
        ("row", "all"),
        ("row", "Boat | Year"),
        ("row", "Gull | 1998"),
    ]
    rows = [block for block in blocks if block.kind == "row"]
    assert [row.is_header for row in rows] == [True, False, False, False, False, False]
    assert [row.table for row in rows] == [0, 0, 0, 0, 1, 1]
    assert rows[2].pieces[0].cell == 1


def test_a_part_of_a_long_table_may_begin_within_a_row(tmp_path: Path) -> None:
    lines = "".join(f"boat {number},{number * 3},ash\n" for number in range(2000))
    (tmp_path / "boats.csv").write_text(f"name,length,wood\n{lines}")
    page = read_csv(tmp_path / "boats.csv", "boats.csv")
    start = page["text"].index("boat 999 |")
    blocks = set_blocks("text/csv", page, start + 2, start + 20_000)
    assert shown(page["text"][start + 2 :], blocks)[:2] == [
        ("row", "at 999 | 2997 | ash"),
        ("row", "boat 1000 | 3000 | ash"),
    ]


def test_plain_texts_programs_and_mails_stay_as_they_are() -> None:
    page = page_of("# include <gulls.h>\n\n- a | b\n")
    for media_type in ("text/plain", "message/rfc822", "application/mbox", "application/pdf"):
        assert not is_set(media_type)
        assert set_blocks(media_type, page, 0, len(page["text"])) == []
    assert set_blocks(DOCX, {**page, "headings": [], "text": "Nothing\nbut lines.\n"}, 0, 19) == []
