"""What the catalogue works out of documents: the tables that have to be those of the documents that are there."""

from __future__ import annotations

from app.catalogue.models import (
    Base,
    DocumentWord,
    MentionRow,
    MetadataFact,
    NameRow,
    PageRow,
    PassageRow,
    RevisionTerms,
    SectionRow,
    TermFrequency,
)

DERIVED_TABLES: tuple[type[Base], ...] = (
    PassageRow,
    DocumentWord,
    NameRow,
    MentionRow,
    TermFrequency,
    RevisionTerms,
    PageRow,
    SectionRow,
    MetadataFact,
)
