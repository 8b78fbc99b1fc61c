"""What ingestion makes of a file: pages, sections, chunks, metadata, names and mentions. JSON-like throughout."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from nodes.domain.errors import ErrorReport

DocumentStatus = Literal["pending", "processing", "ready", "failed"]
SectionType = Literal[
    "abstract", "introduction", "methods", "results", "discussion", "conclusion", "claims", "references", "content"
]
ChunkType = Literal["content", "metadata", "summary", "strategic_extract"]
ExtractionStrategy = Literal["complete", "structured", "strategic"]
ContentCompleteness = Literal["full", "summary", "highlight"]
NameKind = Literal["title", "alias", "file_name", "identifier", "author", "patent_family", "technology"]


class Span(TypedDict):
    """A half-open range of code points in the stored text of one page."""

    page: int
    """Page number, from 1."""
    start: int
    end: int


class Heading(TypedDict):
    """A heading as it stands on its page."""

    start: int
    """Offsets in the page's text; `start == end` for a bookmark whose words are not on the page."""
    end: int
    level: int
    """1 for the outermost."""
    title: str


class TableRegion(TypedDict):
    """A table as it stands on its page, one row a line."""

    start: int
    end: int
    header_end: int
    """`text[start:header_end]` is the header row (or rows); equal to `start` where there is none."""


class Page(TypedDict):
    """One page: a PDF page, a slide, a sheet; or the whole text of a file that has no pages."""

    number: int
    text: str
    """Normalised: NFC, `\\n` line ends, no NUL or control characters; ends in `\\n` unless empty. Spans index it."""
    headings: list[Heading]
    """In order of `start`."""
    tables: list[TableRegion]
    """In order of `start`, without overlaps."""
    furniture: list[Span]
    """Running headers, footers, page numbers and drawn lines: in the text, never in a chunk, never a section."""


class Notice(TypedDict):
    """What a person must know of a document that can be searched, and how to mend it."""

    message: str
    hint: str


class FileProperties(TypedDict, total=False):
    """What the file says of itself (PDF info dictionary, DOCX core properties, HTML meta, front matter)."""

    title: str
    authors: list[str]
    created_at: str
    modified_at: str
    keywords: list[str]
    language: str
    notice: Notice
    """What of the file could not be read, as its reader says."""


class Section(TypedDict):
    """A node of the heading tree. Sections partition the text: `spans` are its own text, without its children's."""

    section_index: int
    parent_index: int | None
    title: str
    """Empty for text before the first heading."""
    path: list[str]
    """Titles from the outermost heading to this one."""
    depth: int
    """0 for text before the first heading, else the number of headings in `path`."""
    section_type: SectionType
    spans: list[Span]
    """In reading order, furniture left out; the heading line itself is included."""
    pages: list[int]


class Chunk(TypedDict):
    """The unit that is embedded and searched."""

    chunk_id: str
    """`{revision_id}-{chunk_index:05d}`."""
    chunk_index: int
    total_chunks: int
    section_index: int
    section_title: str
    section_path: list[str]
    section_depth: int
    section_type: SectionType
    is_abstract: bool
    is_conclusion: bool
    is_methodology: bool
    spans: list[Span]
    """`"".join(pages[s.page].text[s.start:s.end] for s in spans) == content` for content and extract chunks."""
    pages: list[int]
    content: str
    """As the page has it: shown and cited."""
    enriched_content: str
    """What is embedded and searched: the prefix, then the content."""
    token_count: int
    chunk_type: ChunkType
    extraction_strategy: ExtractionStrategy
    content_completeness: ContentCompleteness
    table_header: NotRequired[str]
    """Header row of the table whose later part this is: beside the content, and repeated in the enriched text."""
    original_section_length: NotRequired[int]
    """Characters of the section that a strategic extract was taken from."""


class DocumentMetadata(TypedDict, total=False):
    """What was found about a document. What is missing is left out."""

    title: str
    authors: list[str]
    affiliations: list[str]
    dates: list[str]
    """ISO 8601, the likeliest date of the document itself first."""
    fiscal_periods: list[str]
    """`2022`, `2023Q2`: the fiscal years and quarters the document is about, the likeliest first."""
    document_type: str
    """`10-K`, `paper`, `patent`, `contract`, `slides`, …"""
    organisations: list[str]
    identifiers: list[str]
    """DOI, arXiv, patent numbers, normalised."""
    languages: list[str]
    """ISO 639-1, the commonest first."""
    keywords: list[str]
    """By the collection's document frequencies."""
    topics: list[str]
    technologies: list[str]
    product_families: list[str]
    patent_parents: list[str]
    patent_continuations: list[str]
    patent_divisionals: list[str]
    category: str
    status: str
    priority: str
    summary_by: str
    """The model that worded the summary, or `extractive`; left out where no model was to."""
    summary_note: str
    """Why it is extractive, where a model was to word it."""
    notice: Notice
    """What of the file is missing, as its reader said."""
    total_sections: int
    chronological_position: float
    """0 for the oldest of the collection's dated documents, 1 for the newest, as they were when this one came."""


class Name(TypedDict):
    """Something that a document bears and others may mention it by."""

    key: str
    """Normalised: case-folded, accents folded, single spaces."""
    kind: NameKind
    weight: float
    """0..1, how surely the key means this document."""


class Mention(TypedDict):
    """A phrase or identifier that a chunk mentions."""

    key: str
    chunk_index: int
    context: str
    """The sentence it stands in."""


class IngestDocument(TypedDict):
    """One document on its way through the ingestion graph; each step fills what is its own."""

    document_id: str
    revision_id: str
    """This content under this document; chunks belong to it, so that a new one can replace it in one step."""
    file_name: str
    media_type: str
    content_hash: str
    byte_count: int
    path: str
    """A readable local copy of the bytes."""
    properties: FileProperties
    pages: list[Page]
    metadata: DocumentMetadata
    embedded_keywords: list[str]
    """By the document's own frequencies: what is embedded must not depend on the order of uploads."""
    sections: list[Section]
    chunks: list[Chunk]
    summary: str
    error: ErrorReport | None
    """Set once a step failed; later steps pass the document by."""
    seconds: NotRequired[float]
    """What it has taken by itself so far: being read, and the steps that go over one document after the other."""
    claim: NotRequired[str]
    """Who builds it: what others have taken over meanwhile is not published."""
    generation: NotRequired[int]
    """Of the collection's embedding: what was embedded before the collection was embedded anew is not published."""


class SearchFeatures(TypedDict):
    """What a document is ranked and found by, beside its rows in the store; see `nodes.ranking.features`."""

    starts: list[int]
    """Index of the first chunk of each passage, ascending, the first 0."""
    passages: list[bytes]
    """Packed features, one a passage."""
    is_entry: bool
    """Whether it is a short text about the one thing that it is named for."""
    words: list[str]
    """Words by which a question may mean the document; none for a document of one passage."""


class Link(TypedDict):
    """A relationship between two documents, derived from what they bear and mention."""

    source_id: str
    target_id: str
    kind: Literal["cites", "same_author", "patent_family", "technology"]
    weight: float
    """0..1."""
    context: str
    """The sentence that makes the link, where one does."""
