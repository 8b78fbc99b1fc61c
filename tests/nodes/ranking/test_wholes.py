from typing import Any

import pytest

from nodes.domain.chat import DocumentView
from nodes.language.forms import find_forms
from nodes.language.wholes import subject_terms
from nodes.ranking.wholes import documents_meant, newest_dated


def view(document_id: str, title: str, file_name: str = "x.pdf", **metadata: Any) -> DocumentView:
    return {
        "document_id": document_id,
        "revision_id": f"r-{document_id}",
        "collection_id": "c1",
        "file_name": file_name,
        "title": title,
        "media_type": "application/pdf",
        "created_at": "2024-01-01T00:00:00",
        "page_count": 1,
        "chunk_count": 1,
        "passage_starts": [0],
        "is_entry": False,
        "metadata": metadata,
    }


VIEWS = [
    view("a22", "Annual Report 2022", fiscal_periods=["2022"], dates=["2023-04-20"], document_type="annual report"),
    view("a23", "Annual Report 2023", fiscal_periods=["2023"], dates=["2024-04-18"], document_type="annual report"),
    view("jan", "Minutes of the board", dates=["2024-01-17"], document_type="minutes"),
    view("feb", "Minutes of the board", dates=["2024-02-21"], fiscal_periods=["2024"], document_type="minutes"),
    view(
        "fouling", "Yield Loss of Turbines", authors=["Ilse Varnholt"], topics=["marine growth"], document_type="paper"
    ),
    view("named", "Untitled", "crane_inspection-2019.docx"),
]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("annual report 2023", ["a23"]),
        ("annual reports", ["a23", "a22"]),
        ("minutes of the board", ["feb", "jan"]),
        ("minutes of february", ["feb"]),
        ("paper by Varnholt", ["fouling"]),
        ("Ilse Varnholt", []),
        ("crane inspection", ["named"]),
        ("marine growth", []),
        ("annual report 2021", []),
        ("cable prices of the board", []),
        ("minutes", ["feb", "jan"]),
    ],
)
def test_documents_are_meant_by_their_names_kind_and_date(question: str, meant: list[str]) -> None:
    found = documents_meant(subject_terms(f"Summarize the {question}"), find_forms(question), {}, VIEWS)
    assert [each["document_id"] for each in found] == meant


def test_what_is_of_another_kind_is_not_meant() -> None:
    filings = [view("k8", "Amcor", document_type="8-K"), view("k10", "Amcor", document_type="10-K")]
    found = documents_meant(["amcor", "8", "k", "8k"], ["8-K"], {}, filings)
    assert [each["document_id"] for each in found] == ["k8"]


def test_a_rare_word_counts_for_more_than_a_frequent_one() -> None:
    frequent = {"turbin": 0.2, "insur": 3.0}
    assert documents_meant(["turbin", "insur"], [], frequent, VIEWS) == []


def test_the_newest_is_told_by_days_of_documents_alone() -> None:
    assert newest_dated([VIEWS[2], VIEWS[3], VIEWS[5]]) == [VIEWS[3]]
    assert newest_dated([VIEWS[4], VIEWS[5]]) == [VIEWS[4], VIEWS[5]]
