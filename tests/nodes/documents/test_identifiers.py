"""Identifiers, normalised."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.identifiers import document_identifiers, find_identifiers, patent_numbers, without_kind_code
from tests.nodes.documents.plain_pages import pages


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://doi.org/10.1234/ABC.d(5)e).", ["10.1234/abc.d(5)e"]),
        ("doi:10.5555/tide.2021.7, and", ["10.5555/tide.2021.7"]),
        ("arXiv:2101.00001v3 [cs.CL]", ["arXiv:2101.00001"]),
        ("https://arxiv.org/abs/1706.12345", ["arXiv:1706.12345"]),
        ("ISBN 978-3-16-148410-0", ["ISBN 9783161484100"]),
        ("ISBN 0-306-40615-2", ["ISBN 0306406152"]),
        ("ISBN 978-3-16-148410-1", []),
        ("U.S. Pat. No. 10,123,456", ["US10123456"]),
        ("US 10,123,456 B2", ["US10123456B2"]),
        ("US 2019/0123456 A1", ["US20190123456A1"]),
        ("EP 1 234 567 A1 and EP1234567B1", ["EP1234567A1", "EP1234567B1"]),
        ("WO 2019/123456 A1", ["WO2019123456A1"]),
        ("application Ser. No. 15/123,456", ["US15/123456"]),
        ("PCT application No. PCT/US2019/012345", ["PCT/US2019/012345"]),
        ("RFC 2119, rfc-2119", ["RFC 2119"]),
        ("ISO/IEC 27001:2013", ["ISO/IEC 27001"]),
        ("ISO 9001", ["ISO 9001"]),
        ("ticket ABC-123 and RPT-2023-014", ["ABC-123", "RPT-2023-014"]),
        ("FY-2023, Q4-2022, UTF-8", []),
        ("nothing at all", []),
    ],
)
def test_identifiers_are_found_and_normalised(text: str, expected: list[str]) -> None:
    assert find_identifiers(text) == expected


def test_a_document_bears_its_own_identifiers_only() -> None:
    paper = (
        "Tides and Turbines\nA. Berg\ndoi:10.5555/own.1\nAbstract\nFollowing doi:10.5555/other.2 and RFC 2119 we …\n"
    )
    assert document_identifiers(pages(paper), "tides.pdf", "Tides and Turbines") == ["10.5555/own.1"]


def test_labels_file_name_and_title_make_a_number_the_documents_own() -> None:
    assert document_identifiers(pages("Report No. HPC-2023-07\nsee XY-12\n"), "a.pdf", "") == ["HPC-2023-07"]
    assert document_identifiers(pages(""), "ABC-123_fix.md", "RFC 9999: Tides") == ["ABC-123", "RFC 9999"]
    assert document_identifiers(pages("Request for Comments: 7777\nObsoletes: RFC 2616\n"), "r.txt", "") == ["RFC 7777"]


def test_a_patent_does_not_bear_its_parents_number() -> None:
    text = "United States Patent\nUS 10,123,456 B2\nThis is a continuation of application No. 15/123,456.\n"
    assert document_identifiers(pages(text), "p.pdf", "Blade") == ["US10123456B2"]


def test_kind_codes_can_be_left_out() -> None:
    assert without_kind_code("US10123456B2") == "US10123456"
    assert without_kind_code("EP1234567A1") == "EP1234567"
    assert without_kind_code("RFC 2119") == "RFC 2119"


@given(st.integers(1, 99), st.integers(0, 999), st.integers(0, 999))
@settings(max_examples=40)
def test_every_united_states_patent_is_read_back(millions: int, thousands: int, rest: int) -> None:
    number = f"{millions},{thousands:03},{rest:03}"
    assert patent_numbers(f"see U.S. Patent No. {number}.")[0][1] == f"US{number.replace(',', '')}"


@given(st.text(alphabet=st.sampled_from("USEPWO10./-, arXivRFCISBN:97823B"), max_size=60) | st.text(max_size=60))
@settings(max_examples=150)
def test_any_text_gives_distinct_identifiers(text: str) -> None:
    found = find_identifiers(f"{text}\nSee ISO/IEC 27001 and RFC 2119.\n{text}")
    assert {"ISO/IEC 27001", "RFC 2119"} <= set(found)
    assert len(set(found)) == len(found)
    assert all(identifier.strip() == identifier for identifier in found)
