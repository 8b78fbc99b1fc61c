"""Everything a document says of itself, together."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.metadata import extract_metadata
from tests.nodes.documents.plain_pages import pages

PAPER = """Tidal Turbines in Narrow Straits
Ada Berg and Luis Ortega
Department of Ocean Engineering, University of Norden
Published 3 May 2021, doi:10.5555/tides.2021.3
Status: Final

Abstract
Tidal turbines in narrow straits turn slowly. We measure tidal turbines of the Seahawk 200 and the Seahawk 300 type.

References
[1] C. Linden, Tides.
"""


def test_a_paper() -> None:
    metadata = extract_metadata({}, pages(PAPER), 3, "tides.pdf", "application/pdf", "Tidal Turbines in Narrow Straits")
    assert metadata["title"] == "Tidal Turbines in Narrow Straits"
    assert metadata["authors"] == ["Ada Berg", "Luis Ortega"]
    assert metadata["affiliations"] == ["Department of Ocean Engineering, University of Norden"]
    assert metadata["dates"] == ["2021-05-03"]
    assert metadata["document_type"] == "paper"
    assert metadata["identifiers"] == ["10.5555/tides.2021.3"]
    assert metadata["languages"] == ["en"]
    assert "University of Norden" in metadata["organisations"]
    assert metadata["product_families"] == ["Seahawk"]
    assert metadata["status"] == "Final"
    assert metadata["total_sections"] == 3
    assert any("turbines" in topic.lower() for topic in metadata["topics"])


def test_what_is_missing_is_left_out() -> None:
    assert extract_metadata({}, pages("Hm.\n"), 1, "d1.txt", "text/plain", "Hm") == {"title": "Hm", "total_sections": 1}


def test_a_declared_language_helps_a_short_text() -> None:
    metadata = extract_metadata({"language": "de-DE"}, pages("Kiel\n"), 1, "d1.txt", "text/plain", "Kiel")
    assert metadata["languages"] == ["de"]


def test_a_patent_and_its_parents() -> None:
    text = "United States Patent\nUS 10,123,456 B2\nThis is a division of application No. 15/123,456.\n"
    metadata = extract_metadata({}, pages(text), 1, "blade.txt", "text/plain", "Blade")
    assert metadata["document_type"] == "patent"
    assert metadata["patent_parents"] == metadata["patent_divisionals"] == ["US15/123456"]
    assert "patent_continuations" not in metadata


@given(st.lists(st.text(max_size=200), max_size=3), st.text(max_size=20), st.text(max_size=40))
@settings(max_examples=50, deadline=None)
def test_any_text_has_metadata(texts: list[str], file_name: str, title: str) -> None:
    metadata = extract_metadata({}, pages(*texts), 1, file_name, "text/plain", title)
    assert metadata["title"] == title
    assert all(value not in ("", [], None) for key, value in metadata.items() if key != "title")
    assert metadata == extract_metadata({}, pages(*texts), 1, file_name, "text/plain", title)
