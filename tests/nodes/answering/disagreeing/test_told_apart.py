"""The order in which documents that are told apart are named."""

import pytest

from nodes.answering.disagreeing.told_apart import (
    are_called_as_versions,
    called_apart,
    in_order_of_periods,
    newest_first,
)
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer


def test_undated_documents_come_last_in_their_order(make_source: MakeSource) -> None:
    sources = [make_source(n, "Notes", "Text.") for n in (1, 2, 3, 4)]
    assert newest_first(sources, {"d2": "2021-01-01", "d4": "2023-01-01"}) == [3, 1, 0, 2]
    sources[2] = make_source(3, "Notes of 2022", "Text.")
    assert newest_first(sources, {"d2": "2021-01-01", "d4": "2023-01-01"}) == [3, 2, 1, 0]


def test_the_time_in_a_title_goes_before_the_day_a_report_was_written(make_source: MakeSource) -> None:
    sources = [
        make_source(n, f"Report {time}", "Text.") for n, time in enumerate(("2023", "Q1 2024", "Q3 2024"), start=1)
    ]
    assert in_order_of_periods(sources, {"d1": "2024-11-30"}) == [0, 1, 2]
    sources[1] = make_source(2, "Notes", "Text.")
    assert in_order_of_periods(sources, {"d1": "2024-11-30"}) == [0, 2, 1], "undated ones come last"


def test_files_are_versions_whatever_stands_between_the_words_of_their_names() -> None:
    title = "Lease of Quay House"
    for one, other in (
        ("lease-quay-house-2021.md", "lease-quay-house-2024.md"),
        ("lease_quay_house_v1.pdf", "Lease Quay House v2 (signed).pdf"),
    ):
        assert are_called_as_versions((title, title), (one, other))
    assert not are_called_as_versions((title, title), ("lease-quay-house.md", "lease-mill-lane.md"))


def test_files_are_told_apart_by_what_is_asked_of_one_of_them(make_source: MakeSource) -> None:
    said = {"arden": "Valid until 31 May.", "belmont": "Valid until 30 June."}
    one, other = (
        make_source(n, "Offer", text, file_name=f"offer-{name}.pdf") for n, (name, text) in enumerate(said.items(), 1)
    )
    assert called_apart(one, other, ["offer", "arden", "valid"])
    assert called_apart(other, one, ["offer", "arden", "valid"])
    assert not called_apart(one, other, ["offer", "valid"])
    assert not called_apart(one, other, ["offer", "arden", "belmont"])
    assert not called_apart(one, {**other, "content": "As Arden does, valid until 30 June."}, ["offer", "arden"])
    assert not called_apart(one, {**other, "file_name": "letter.pdf"}, ["arden"]), "it may speak of the same offer"


def test_what_another_file_says_of_itself_does_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "C-1", "The offer of printed boxes is valid until 31 May 2025.", file_name="offer-arden.pdf"),
        make_source(2, "B-7", "The offer of printed boxes is valid until 30 June 2025.", file_name="offer-belmont.pdf"),
    ]
    assert "30 June" not in answer("Until when is the offer of printed boxes of Arden valid?", sources, embed)
    assert "Sources disagree" in answer("Until when is the offer of printed boxes valid?", sources, embed)


def test_who_has_something_is_told_by_the_records_of_several_people(make_source: MakeSource, embed: Embed) -> None:
    record = "Curriculum vitae: {}"
    sources = [
        make_source(1, record.format("Ada Berg"), "Pilot licence since 2014."),
        make_source(2, record.format("Ole Strom"), "Pilot licence since 2021."),
    ]
    said = answer("Who has a pilot licence?", sources, embed)
    assert "2014" in said
    assert "2021" in said
    assert "disagree" not in said
    # Both are of one person.
    other = [
        make_source(1, "Record: Ada Berg", "Pilot licence since 2014."),
        make_source(2, "Ada Berg", "Pilot licence since 2021."),
    ]
    assert "disagree" in answer("Who has a pilot licence?", other, embed)


@pytest.mark.parametrize(
    ("titles", "disagree"),
    [
        (("Invoice B-2025-0402", "Invoice B-2025-0318"), False),
        (("Invoice 26-0417", "Invoice 26-0511"), False),
        (("Invoice B-2025-0402", "Invoice B-2025-0402, corrected"), True),
        (("Care plan 2024/2025", "Care plan 2025/2026"), True),
    ],
)
def test_papers_with_numbers_of_their_own_do_not_disagree(
    make_source: MakeSource, embed: Embed, titles: tuple[str, str], disagree: bool
) -> None:
    texts = ("Paid by the care fund: EUR 778.00", "Paid by the care fund: EUR 573.00")
    sources = [make_source(n, title, text) for n, (title, text) in enumerate(zip(titles, texts, strict=True), 1)]
    said = answer("How much was paid by the care fund?", sources, embed)
    assert all(text.partition("EUR ")[2] in said for text in texts)
    assert said.startswith("Sources disagree:") is disagree
