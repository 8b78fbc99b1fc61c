from typing import Any

import pytest

from nodes.domain.chat import DocumentView
from nodes.ranking.wholes import documents_meant


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
    ("subject", "meant"),
    [
        (["annual", "2023"], ["a23"]),
        (["annual"], ["a23", "a22"]),
        (["minut", "board"], ["feb", "jan"]),
        (["minut", "februari"], ["feb"]),
        (["paper", "varnholt"], ["fouling"]),
        (["crane", "inspect"], ["named"]),
        (["ils", "varnholt"], []),
        (["marin", "growth"], []),
        (["annual", "2021"], []),
        (["board", "cabl", "price"], []),
    ],
)
def test_documents_are_meant_by_their_names_kind_and_date(subject: list[str], meant: list[str]) -> None:
    assert [each["document_id"] for each in documents_meant(subject, {}, VIEWS)] == meant


def test_a_rare_word_counts_for_more_than_a_frequent_one() -> None:
    frequent = {"turbin": 0.2, "insur": 3.0}
    assert documents_meant(["turbin", "insur"], frequent, VIEWS) == []
