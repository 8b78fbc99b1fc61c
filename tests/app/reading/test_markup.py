from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reading.html import html_page, read_html
from app.reading.kinds import detect_kind
from app.reading.markdown import markdown_page
from app.reading.normalise import normalise_text
from nodes.domain.documents import Page
from nodes.domain.errors import NoTextError

SOURCE = """---
title: "On rivers"
author: [Ada Byron, Grace Hopper]
date: 2023-05-05
tags:
- water
- maps
---
# The *river* `Po`

Words.

```
# no heading
```

> # quoted

Second level
------------

| Name | Length |
| ---- | ------ |
| Po   | 652    |
| Elbe | 1094   |

### Third & last ###
"""


def test_markdown_structure(check_pages: Callable[[list[Page]], None]) -> None:
    page, properties = markdown_page(SOURCE, "rivers.md")
    check_pages([page])
    assert page["text"] == SOURCE
    assert [(heading["level"], heading["title"]) for heading in page["headings"]] == [
        (1, "The river Po"),
        (2, "Second level"),
        (3, "Third & last"),
    ]
    first = page["headings"][0]
    assert SOURCE[first["start"] : first["end"]] == "# The *river* `Po`"
    (table,) = page["tables"]
    assert SOURCE[table["start"] : table["header_end"]] == "| Name | Length |\n| ---- | ------ |\n"
    assert SOURCE[table["start"] : table["end"]].endswith("| Elbe | 1094   |\n")
    assert properties == {
        "title": "On rivers",
        "authors": ["Ada Byron", "Grace Hopper"],
        "created_at": "2023-05-05",
        "keywords": ["water", "maps"],
    }
    # Who wrote it and when can be cited; the rest is no text.
    above, below = page["furniture"]
    assert SOURCE[above["end"] : below["start"]] == "author: [Ada Byron, Grace Hopper]\ndate: 2023-05-05\n"
    assert SOURCE[below["end"] :].startswith("# The")


def test_names_below_one_another_are_told_too() -> None:
    front = "---\ntitle: Po\nauthors:\n- Ada Byron\n  - Grace Hopper\nlayout: post\n---\n"
    page, _ = markdown_page(f"{front}\nThe Po is a river.\n", "po.md")
    above, below = page["furniture"]
    assert front[above["end"] : below["start"]] == "authors:\n- Ada Byron\n  - Grace Hopper\n"
    assert front[below["start"] :] == "layout: post\n---\n"


@pytest.mark.parametrize("block", ["\nWords and more words.\n\n", "Owner: Ada\nWords and more words.\n", "\n"])
def test_a_rule_at_the_top_is_no_front_matter(block: str) -> None:
    page, properties = markdown_page(f"---\n{block}---\n\nMore.\n", "x.md")
    assert (properties, page["furniture"]) == ({}, [])


def test_front_matter_that_says_nothing_of_the_file_is_no_text_either() -> None:
    front = "---\naliases: [Po, Padus]\nstatus: active\nowners:\n  - Ada\n# more to come\n---\n"
    page, properties = markdown_page(f"{front}\nThe Po is a river.\n", "po.md")
    assert properties == {}
    assert page["furniture"] == [{"page": 1, "start": 0, "end": len(front)}]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "# A b",
                "## C &amp; d",
                "text",
                "",
                "```",
                "| a | b |",
                "|---|---|",
                "| 1 | 2 |",
                "---",
                "===",
                "> # q",
                "- # l",
                "    # code",
                "# [x](y) *z*",
                "#",
                "title: t",
                "# ![i](j)",
            ]
        ),
        min_size=1,
        max_size=14,
    )
)
def test_markdown_invariants(lines: list[str]) -> None:
    text = normalise_text("\n".join(lines))
    if not text:
        return
    page, _ = markdown_page(text, "x.md")
    reached = 0
    for heading in page["headings"]:
        assert reached <= heading["start"] < heading["end"] <= len(text)
        reached = heading["end"]
        assert all(word in text[heading["start"] : heading["end"]] for word in heading["title"].split())
    reached = 0
    for table in page["tables"]:
        assert reached <= table["start"] < table["header_end"] <= table["end"] <= len(text)
        assert text[table["end"] - 1] == "\n"
        reached = table["end"]


HTML = """<!DOCTYPE html><html lang="de"><head><title>Über Flüsse</title>
<meta name="author" content="Ada Byron"><meta property="article:published_time" content="2023-05-05T10:00:00+02:00">
<style>p {color: red}</style></head><body>
<nav>Home | About</nav><div role="navigation"><h1>Home</h1></div>
<table class="navheader"><tr><td>Home</td><td>Next</td></tr></table>
<p role="dialog">Accept secrets?</p><h1>Flüsse</h1><p>Der <b>Po</b> ist <a href="http://x">lang</a>.</p>
<p hidden>secret one</p><p style="display: none">secret two</p><script>alert("secret three")</script>
<table><tr><th>Name</th><th>Länge</th></tr><tr><td>Po</td><td>652 km</td></tr></table>
<h2>Quellen</h2><p>snake_case * star</p></body></html>"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_html(tmp_path: Path, encoding: str, check_pages: Callable[[list[Page]], None]) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(HTML.encode(encoding))
    (page,), properties = read_html(path, "page.html")
    check_pages([page])
    text = page["text"]
    assert "Der Po ist lang." in text
    assert "snake_case * star" in text
    assert "secret" not in text
    assert "Home" not in text
    assert [(heading["level"], heading["title"]) for heading in page["headings"]] == [(1, "Flüsse"), (2, "Quellen")]
    (table,) = page["tables"]
    assert "Länge" in text[table["start"] : table["header_end"]]
    assert properties == {
        "title": "Über Flüsse",
        "authors": ["Ada Byron"],
        "created_at": "2023-05-05T08:00:00Z",
        "language": "de",
    }


def test_lines_of_the_markup_are_no_lines_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<h1>Backups\nof ships</h1><p>This policy is called\n<a href='x'>GFS</a>\n(grandfather, father,\nson).<br>\n  "
        "Keep it.<br><!-- not shown --></p><ul><li>Daily\nones</li></ul><pre>keep 7\n  keep 4\n</pre>",
        encoding="utf-8",
    )
    text = read_html(path, "page.html")[0][0]["text"]
    assert "# Backups of ships\n" in text
    assert "This policy is called GFS (grandfather, father, son).\nKeep it.\n" in text
    assert "- Daily ones\n" in text
    assert "keep 7\n  keep 4\n" in text
    assert "not shown" not in text


def test_html_declares_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes('<html><meta charset="windows-1251"><p>Река</p></html>'.encode("cp1251"))
    assert read_html(path, "page.html")[0][0]["text"] == "Река\n"


def test_xhtml_of_some_length_is_read_as_browsers_read_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
        f"<body><h1>Tides</h1><p>{'The sea rose. ' * 900}</p></body></html>"
    )
    assert read_html(path, "page.html")[0][0]["text"].startswith("# Tides\n\nThe sea rose.")


def test_links_of_headings_to_themselves_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text('<h1>Tides<a class="headerlink" href="#tides">¶</a></h1><p>See <a href="#ebb">ebb</a>.</p>')
    (page,), _ = read_html(path, "page.html")
    assert (page["text"], page["headings"][0]["title"]) == ("# Tides\n\nSee ebb.\n", "Tides")


def test_a_table_that_only_places_text_is_none(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    note = "<table><tr><td rowspan='2'><img src='x.png'></td><th>Note</th></tr><tr><td>The sea rose.</td></tr></table>"
    path.write_text(
        f"<p>Tides.</p>{note}<table><tr><th>Day</th><th>Height</th></tr><tr><td>1</td><td>3 m</td></tr></table>"
    )
    (page,), _ = read_html(path, "page.html")
    assert page["text"].startswith("Tides.\n\nNote\n\nThe sea rose.\n\n| Day | Height |")
    assert len(page["tables"]) == 1


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("<main><p>Tides.</p>Ebbs<main><footer>Harbour office</footer>", "Tides.\n\nEbbs\n\nHarbour office\n"),
        ("<details><summary>More</summary>Ebbs</details>Floods", "More\n\nEbbs\n\nFloods\n"),
        ("<header>Harbour</header>Tides<aside>A note</aside>Ebbs", "Harbour\n\nTides\n\nA note\n\nEbbs\n"),
        ("<p>The fee is <del>40</del><ins>50</ins> euros.</p>", "The fee is 50 euros.\n"),
        ("<p><ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>は深い。</p>", "港は深い。\n"),
    ],
)
def test_words_are_joined_where_the_page_joins_them(shown: str, text: str) -> None:
    assert html_page(shown, "a.html")["text"] == text


def test_a_page_that_was_saved_with_its_pictures(tmp_path: Path) -> None:
    page = EmailMessage()
    page["From"], page["Subject"] = "<Saved by Blink>", "Tides"
    page.set_content("<html><title>Tides</title><h1>Tides</h1><p>It rose to 3,4 m – früh.</p></html>", subtype="html")
    page.add_related(b"\x89PNG\r\n", maintype="image", subtype="png")
    path = tmp_path / "page.mhtml"
    path.write_bytes(bytes(page))
    assert detect_kind(path, path.name).format == "html"
    (read,), properties = read_html(path, path.name)
    assert (read["text"], properties["title"]) == ("# Tides\n\nIt rose to 3,4 m – früh.\n", "Tides")


def test_raised_digits_are_no_part_of_the_number_before_them() -> None:
    shown = "<p>It rose by 12<sup>1</sup>% to 10<sup>-6</sup> m<sup>2</sup>, the 1<sup>st</sup> time since 2001.</p>"
    assert html_page(shown, "a.html")["text"] == "It rose by 12^1% to 10^-6 m2, the 1st time since 2001.\n"
    notes = "<p>Revenue<sup><a href='#n1'>1</a></sup> was 12<a href='#n2'><sup>2</sup></a>.</p>"
    assert html_page(notes, "a.html")["text"] == "Revenue[1] was 12[2].\n"


def test_a_bar_in_a_cell_parts_it_no_more() -> None:
    page = html_page("<table><tr><th>Item<th>Sizes</tr><tr><td>A | B<td>5</tr></table>", "a.html")
    assert page["text"].splitlines()[-1] == "| A ¦ B | 5 |"


def test_html_without_text(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<html><body><img src='x.png'></body></html>")
    with pytest.raises(NoTextError):
        read_html(path, "page.html")


@pytest.mark.parametrize(
    ("attributes", "is_shown"),
    [
        ("hidden", False),
        ("aria-hidden='true'", False),
        ("aria-hidden='false'", True),
        ("role='navigation'", False),
        ("role='note'", True),
        ("class='wide breadcrumb'", False),
        ("class='breadcrumb-text'", True),
        ("class='site cookie-notice'", False),
        ("id='CookieBanner'", False),
        ("id='consent_popup'", False),
        ("class='cookie'", True),
        ("class='cookie-recipe'", True),
        ("style='color: red; DISPLAY : none'", False),
        ("style='display: block'", True),
    ],
)
def test_what_a_page_hides_is_found_without_selectors(
    monkeypatch: pytest.MonkeyPatch, attributes: str, is_shown: bool
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("each selector takes longer than it takes to parse the page")

    monkeypatch.setattr("bs4.Tag.select", refuse)
    markup = f"<p>The quay.</p><div {attributes}><b>It</b> <ix:nonfraction>is <i>300</i></ix:nonfraction> m.</div>"
    text = html_page(markup, "page.html")["text"]
    assert ("It is 300 m." in text) is is_shown
    assert "The quay." in text
