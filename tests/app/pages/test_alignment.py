"""From the stored text back to what it was read from."""

from __future__ import annotations

from app.pages.alignment import raw_places
from app.reading.normalise import normalise_page_text

RAW = "The exam\ufffe\r\nple of a long\u00adterm\r\nstudy\u00a0is here,  twice: study.\r\n"


def shown(raw: str, places: list[int]) -> str:
    return "".join(raw[place] for place in places)


def test_the_way_back_is_that_of_the_normalisation() -> None:
    stored, _ = normalise_page_text(RAW)
    start = stored.index("study")
    assert shown(RAW, raw_places(stored, RAW, start, start + 8)) == "studyis"


def test_text_stored_by_another_version_is_found_nevertheless() -> None:
    stored = "The example of a long-term\nstudy is here, twice:\nstudy.\n"
    start = stored.rindex("study")
    assert shown(RAW, raw_places(stored, RAW, start, start + 6)) == "study."
    assert raw_places(stored, RAW, start, start + 6)[0] == RAW.rindex("study")


def test_a_few_letters_read_otherwise_do_not_matter() -> None:
    stored = "Th3 example of a 1ong-term study is here, tw1ce.\n"
    found = shown(RAW, raw_places(stored, RAW, 0, len(stored)))
    assert found.startswith("Th")
    assert len(found) > 25


def test_a_page_without_characters_has_no_place_for_a_passage() -> None:
    assert raw_places("Read from an image.\n", "", 0, 19) == []
