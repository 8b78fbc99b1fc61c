"""What a document says of itself, brought together."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.dates import document_dates
from nodes.documents.document_types import document_type
from nodes.documents.excerpts import spread_text
from nodes.documents.fields import front_fields
from nodes.documents.identifiers import document_identifiers
from nodes.documents.keywords import topics
from nodes.documents.languages import document_languages
from nodes.documents.organisations import document_organisations
from nodes.documents.patents import patent_relations
from nodes.documents.people import document_affiliations, document_authors
from nodes.documents.periods import fiscal_periods
from nodes.documents.technologies import product_families, technologies
from nodes.domain.documents import DocumentMetadata, FileProperties, Page

_SAMPLED = 20_000
"""Characters, spread over a document, that topics, technologies and products are read from."""


def extract_metadata(
    properties: FileProperties,
    pages: Sequence[Page],
    sections_count: int,
    file_name: str,
    media_type: str,
    title: str,
) -> DocumentMetadata:
    """Everything found about a document; what is missing is left out.

    Only `title` and `total_sections` are always there. `keywords` and `chronological_position` depend on the
    collection and are not set here. Long documents are looked at in bounded samples (their beginning and evenly
    spread pages), so that the cost hardly grows with their length.

    Args:
        properties: What the file says of itself.
        pages: The document.
        sections_count: Number of its sections.
        file_name: Its file name.
        media_type: Its media type.
        title: Its title, as chosen.
    """
    sample = spread_text(pages, _SAMPLED)
    relations = patent_relations(pages)
    authors = document_authors(properties, pages, title)
    metadata: DocumentMetadata = {
        "title": title,
        "authors": authors,
        "affiliations": document_affiliations(pages, authors) if authors else [],
        "dates": document_dates(properties, pages, file_name),
        "fiscal_periods": fiscal_periods(pages, file_name, title),
        "document_type": document_type(pages, file_name, media_type, title) or "",
        "organisations": document_organisations(pages, file_name, title),
        "identifiers": document_identifiers(pages, file_name, title),
        "languages": _languages(properties, pages),
        "topics": topics(sample),
        "technologies": technologies(sample),
        "product_families": product_families(sample),
        "patent_parents": relations["parents"],
        "patent_continuations": relations["continuations"],
        "patent_divisionals": relations["divisionals"],
        "total_sections": sections_count,
    }
    fields = front_fields(pages)
    metadata["category"] = fields.get("category", "")
    metadata["status"] = fields.get("status", "")
    metadata["priority"] = fields.get("priority", "")
    if "notice" in properties:
        metadata["notice"] = properties["notice"]
    return _without_missing(metadata)


def _languages(properties: FileProperties, pages: Sequence[Page]) -> list[str]:
    """What the text shows; what the file declares only where the text is too short to tell."""
    declared = properties.get("language", "").split("-")[0].split("_")[0].strip().lower()
    return document_languages(pages) or ([declared] if len(declared) == 2 and declared.isalpha() else [])


def _without_missing(metadata: DocumentMetadata) -> DocumentMetadata:
    kept: DocumentMetadata = {"title": metadata["title"], "total_sections": metadata["total_sections"]}
    for key, value in metadata.items():
        if value not in ("", []):
            kept[key] = value  # type: ignore[literal-required]  # the keys are those of the same type
    return kept
