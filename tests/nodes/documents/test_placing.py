from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.placing import Place, Placing
from nodes.documents.sections import build_sections
from nodes.domain.documents import Page, Section

PAGES = {
    1: "Report\n1\nThe sea is salt and the wind is strong. Boats go out at dawn.\n",
    2: "Report\n2\nThey come back at noon. The sea is salt and the wind is strong.\n",
    3: "",
    4: "Report\n4\nNets are mended in winter.\n",
}


def slices(place: Place | None) -> str:
    assert place is not None
    return "".join(PAGES[span["page"]][span["start"] : span["end"]] for span in place.spans)


def test_a_text_on_one_page() -> None:
    place = Placing(PAGES, []).place("Boats go out at dawn.")
    assert slices(place) == "Boats go out at dawn."
    assert place is not None
    assert (place.pages, place.section) == ([1], None)


def test_of_equal_texts_the_next_is_found_and_then_the_first_again() -> None:
    placing, text = Placing(PAGES, []), "The sea is salt and the wind is strong."
    first = placing.place(text)
    assert first is not None
    second = placing.place(text, first.start + 1)
    assert second is not None
    assert (first.pages, second.pages) == ([1], [2])
    third = placing.place(text, second.start + 1)
    assert third == first


def test_running_heads_in_the_middle_do_not_count() -> None:
    text = "Boats go out at dawn.\nThey come back at noon."
    place = Placing(PAGES, []).place(text)
    assert slices(place) == text
    assert place is not None
    assert place.pages == [1, 2]


def test_other_white_space_gives_the_pages_and_no_spans() -> None:
    place = Placing(PAGES, []).place("Nets  are\nmended in  winter.")
    assert place is not None
    assert (place.pages, place.spans) == ([4], [])


def test_what_is_not_there_has_no_place() -> None:
    placing = Placing(PAGES, [])
    assert placing.place("Nobody swims.") is None
    assert placing.place("  \n") is None
    assert Placing({}, []).place("Nets") is None


def test_the_section_that_it_begins_in() -> None:
    text = "# A\n\nalpha\n\n# B\n\nbeta and gamma\n"
    page: Page = {
        "number": 1,
        "text": text,
        "headings": [
            {"start": 0, "end": 3, "level": 1, "title": "A"},
            {"start": text.index("# B"), "end": text.index("# B") + 3, "level": 1, "title": "B"},
        ],
        "tables": [],
        "furniture": [],
    }
    sections: list[Section] = build_sections([page])
    placing = Placing({1: text}, sections)
    titles = []
    for content in ("alpha", "beta", "gamma"):
        place = placing.place(content)
        assert place is not None
        assert place.section is not None
        titles.append(place.section["title"])
    assert titles == ["A", "B", "B"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("ab \n", max_size=40), min_size=1, max_size=4), st.data())
def test_every_slice_of_the_text_is_found_as_it_is(texts: list[str], data: st.DataObject) -> None:
    pages = dict(enumerate(texts, start=1))
    whole = "".join(texts)
    start = data.draw(st.integers(0, len(whole)))
    content = whole[start : data.draw(st.integers(start, len(whole)))]
    place = Placing(pages, []).place(content)
    if not content.strip():
        assert place is None
        return
    assert place is not None
    assert "".join(pages[span["page"]][span["start"] : span["end"]] for span in place.spans) == content
