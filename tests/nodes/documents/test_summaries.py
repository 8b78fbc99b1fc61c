"""Extractive summaries."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.summaries import LONGEST, MOST_SENTENCES, central_sentences, extractive_summary
from nodes.domain.documents import Page
from tests.nodes.documents.plain_pages import page

SENTENCES = [
    "Harbour Power runs tidal turbines in the strait of Norden.",
    "The weather in May was mostly mild and dry.",
    "Its tidal turbines gave the grid of Norden twelve gigawatt hours.",
    "A storm broke the blades of two tidal turbines in the strait.",
    "Somebody lost a red umbrella on the ferry.",
    "Harbour Power will repair the blades of its turbines by autumn.",
    "Lunch was served at noon.",
]


def test_lead_and_central_sentences_in_reading_order() -> None:
    told = central_sentences("Tidal turbines", SENTENCES, most=3, characters=800)
    assert told == sorted(told)
    assert told[0] == 0
    assert not any("umbrella" in SENTENCES[place] or "Lunch" in SENTENCES[place] for place in told)
    summary = extractive_summary("Tidal turbines", [page(" ".join([*SENTENCES, *SENTENCES]) + "\n")])
    positions = [summary.find(sentence) for sentence in SENTENCES if sentence in summary]
    assert len(positions) == MOST_SENTENCES
    assert positions == sorted(positions)


def test_headings_tables_and_furniture_stay_out() -> None:
    text = (
        "Page header of the report.\nA heading that ends like a sentence.\n"
        + SENTENCES[0]
        + "\nThe row of a table here. 4\n"
    )
    table = text.index("The row")
    heading = text.index("A heading")
    marked: Page = {
        "number": 1,
        "text": text,
        "furniture": [{"page": 1, "start": 0, "end": heading}],
        "headings": [{"start": heading, "end": text.index("\n", heading), "level": 1, "title": "A heading"}],
        "tables": [{"start": table, "end": len(text), "header_end": table}],
    }
    assert extractive_summary("", [marked]) == SENTENCES[0]


def test_the_same_is_not_said_twice() -> None:
    text = f"{SENTENCES[0]} {SENTENCES[0]} {SENTENCES[3]}\n"
    assert extractive_summary("", [page(text)]).count(SENTENCES[0]) == 1


def test_contents_lists_are_no_sentences() -> None:
    contents = (
        "Table Of Contents Balance Sheets 5 Statements Of Income 6 Notes To The Accounts 7 Signatures Part II 8.\n"
    )
    assert extractive_summary("", [page(contents + "\n" + SENTENCES[0] + "\n")]) == SENTENCES[0]


def test_a_table_or_a_list_gives_its_first_lines() -> None:
    assert extractive_summary("", [page("item | cost\nblade | 4\n")]) == "item | cost; blade | 4"
    assert extractive_summary("", [page("")]) == ""
    assert extractive_summary("", []) == ""


def test_east_asian_text_has_a_summary() -> None:
    text = "タービンは潮の流れで回り、島の電力網に電気を送ります。昼食は正午でした。タービンの羽根は嵐で壊れました。\n"
    assert extractive_summary("タービン", [page(text)]).startswith("タービンは")


@given(st.lists(st.sampled_from(SENTENCES) | st.text(max_size=300), max_size=12))
@settings(max_examples=80)
def test_bounds_hold_and_words_are_the_documents(parts: list[str]) -> None:
    text = " ".join(parts) + "\n"
    summary = extractive_summary("Turbines", [page(text)])
    assert len(summary) <= LONGEST
    assert summary == extractive_summary("Turbines", [page(text)])
    squeezed = re.sub(r"\s+", "", text)
    assert all(re.sub(r"\s+", "", word) in squeezed for word in summary.replace(";", " ").split())
