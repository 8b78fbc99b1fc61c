"""The order in which documents that are told apart are named."""

from nodes.answering.disagreeing.told_apart import (
    are_called_as_versions,
    in_order_of_periods,
    newest_first,
)
from tests.nodes.answering.quoted import MakeSource


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
