"""What the chat graph passes on: plan, hits, citations, trace. JSON-like throughout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from nodes.domain.documents import ChunkType, ContentCompleteness, ExtractionStrategy, SectionType, Span
from nodes.domain.errors import ErrorCode

QueryType = Literal[
    "factual", "analytical", "comparison", "procedural", "relational", "summary", "conversational", "general"
]
SectionTarget = Literal["abstract", "methods", "results", "claims", "conclusion", "technical"]
ScoreName = Literal["dense", "bm25", "document", "fused", "heading", "link", "hierarchy", "plain", "rerank", "final"]
"""`plain` is the final score before learned weights, where they were applied."""


class Period(TypedDict):
    """A year, perhaps with its quarter, as the question names it."""

    year: int
    quarter: int | None


class Plan(TypedDict):
    """What classify_query decided: the query type and every knob that depends on it. A person can read it."""

    query_type: QueryType
    reason: str
    """Why this type: the words that decided."""
    confidence: float
    """0..1."""
    search_text: str
    """The question without instruction words: what is searched."""
    spelling: dict[str, str]
    """Words that no document holds, and what they were read as."""
    synonyms: list[str]
    """Phrases that are searched as well: usual abbreviations written out, what the synonyms file has, and what
    statements call the lines that a figure is made of."""
    target_sections: list[SectionTarget]
    section_confidence: float
    structure_preference: Literal["key_sections", "full_text", "any"]
    detail: bool
    """The user asks for detail."""
    entities: list[str]
    """Names in the question, as written."""
    names: dict[str, bool]
    """Word runs that a document might be called, normalised, and whether the question marks each as a name."""
    named_documents: list[str]
    """Document ids that the question names by title, file name, identifier or initials of a title."""
    spoken_of: list[str]
    """Document ids that the last answer of the conversation cites, where the question as typed names nothing."""
    short_names: list[str]
    """The initials, in capitals, by which it names some of them."""
    whole_documents: list[str]
    """Ids of the documents that a summary is asked of, best first: answers read these, not what was found."""
    whole_count: int
    """Documents that it is asked of; more than are read where they are many."""
    periods: list[Period]
    dates: list[str]
    """Exact dates, ISO 8601."""
    forms: list[str]
    """Document types that the question names, as the metadata spells them."""
    asks_amount: bool
    comparison_sides: list[str]
    sub_queries: list[str]
    """One per compared thing; empty otherwise."""
    spans_documents: bool
    """The question needs several documents: the diversity rerank applies."""
    expand: bool
    """The model words the question in other ways, and splits a comparison that the rules could not."""
    hyde: bool
    """The model writes a made-up answer, by which is searched as well."""
    alpha: float
    """0..1, weight of dense beside the words in weighted fusion."""
    smooth: bool
    """A passage is lifted by those that are most like it."""
    feedback: bool
    """The question names nothing, nor whoever asks: what its best passages have in common is asked for as well."""
    follow_links: bool
    threshold: bool
    widen: bool
    """A second round, where there are only extracts or detail is asked for."""
    search_again: bool
    """A second round also where little of the question is covered; by itself only where level 1 was a filter."""
    rerank: bool
    diversity_factor: float
    """0..1, weight of the redundancy penalty."""
    hierarchy: bool
    """Apply the boosts of section authority and relationships."""


class RoutedDocument(TypedDict):
    """A document that the question may mean, and what speaks for it."""

    document_id: str
    revision_id: str
    collection_id: str
    file_name: str
    prior: float
    """What speaks for it in all, 0 or more."""
    name: float
    """Of that, words of its name, title and organisation that the question has."""
    facts: float
    """Of that, its period, date and form."""
    bearers: Mapping[str, int]
    """How many documents bear each of those words."""
    passages: int
    """That it has."""
    why: str


class DocumentView(TypedDict):
    """A visible document as the chat graph sees it."""

    document_id: str
    revision_id: str
    collection_id: str
    file_name: str
    title: str
    media_type: str
    created_at: str
    page_count: int
    chunk_count: int
    passage_starts: list[int]
    """Index of the first chunk of each passage; empty where it was ingested before there were passages."""
    is_entry: bool
    """Whether it is a short text about the one thing that it is named for."""
    metadata: Mapping[str, Any]


class Hit(TypedDict):
    """A chunk with the scores it collected on its way through the graph, each under its own name."""

    chunk_id: str
    document_id: str
    revision_id: str
    collection_id: str
    file_name: str
    title: str
    media_type: str
    created_at: str
    pages: list[int]
    spans: list[Span]
    section_index: int
    section_title: str
    section_path: list[str]
    section_type: SectionType
    chunk_index: int
    total_chunks: int
    is_entry: bool
    content: str
    token_count: int
    table_header: NotRequired[str]
    """Header row of the table whose later part this is; empty otherwise, and in rows of older versions."""
    chunk_type: ChunkType
    extraction_strategy: ExtractionStrategy
    content_completeness: ContentCompleteness
    scores: dict[ScoreName, float]
    selected_because: str


class Candidate(TypedDict):
    """A chunk that a store proposed."""

    chunk_id: str
    revision_id: str
    score: float


class CandidateList(TypedDict):
    """One ranked list from one collection, as the store returned it: best first."""

    collection_id: str
    collection_name: str
    weight: float
    kind: Literal["dense", "bm25"]
    query: str
    embedding: list[float]
    """Of the query, by the collection's model."""
    chunks: list[Candidate]


class Unavailable(TypedDict):
    """A collection that could not be searched, or not wholly, while others could."""

    collection_id: str
    name: str
    node: str
    """The step in which it failed; it is not asked again."""
    code: ErrorCode
    reason: str
    """One sentence."""


ModelPath = Literal["classify", "split", "paraphrase", "hyde", "rerank", "generate"]
"""What a language model is asked for."""


class ModelFailure(TypedDict):
    """A language model was asked for something and did not give it, or not all of it: the question went on without."""

    path: ModelPath
    reason: str
    """One sentence."""
    fallback: str
    """What was done in place of it, in a few words."""


class ModelUse(TypedDict):
    """What a question has used of the model so far, apart from the wording of its answer."""

    calls: int
    seconds: float


class Source(TypedDict):
    """A numbered entry of the context: one passage, or neighbouring passages joined."""

    index: int
    """The n of `[n]`, from 1."""
    hits: list[str]
    """Chunk ids, in reading order."""
    document_id: str
    revision_id: str
    collection_id: str
    file_name: str
    title: str
    section_path: list[str]
    pages: list[int]
    spans: list[Span]
    content: str
    table_header: NotRequired[str]
    """Header row of the table whose later part the content begins with; empty otherwise."""
    head: NotRequired[str]
    """What stands above the text of its document, see `nodes.documents.heads`; not where nobody read it."""
    score: float
    """0..1."""
    completeness: ContentCompleteness
    selected_because: str


class ReadList(TypedDict):
    """A section with the rows of a list, read beside the sources for a question that any of the rows may answer."""

    hits: list[Hit]
    """Its chunks, in their order."""
    is_whole: bool
    """They are all that it has; else it is too long, and nothing can be said of all of its rows."""


class Similar(TypedDict):
    """A question that was answered before, and where the answer to this one will be kept."""

    prefix: str
    """Of the keys of all answers that this question may share; empty where none is kept."""
    vector: str
    """Of this question, packed."""
    kept: dict[str, Any] | None
    """The similar question with its answer: a `nodes.answering.cache.similar.Kept` as plain data; None without one."""
    similarity: float
    """Cosine."""
    why: str


class Citation(TypedDict):
    """One `[n]` of the answer, with the exact words it rests on."""

    index: int
    document_id: str
    file_name: str
    title: str
    pages: list[int]
    section_path: list[str]
    chunk_id: str
    quote: str
    """Stands verbatim in the cited source."""
    score: float
    verified: bool


class Whereabouts(TypedDict):
    """Where a page that somebody asks after is after a step, and why it went."""

    place: str
    """`FILE#page=N`."""
    is_here: bool
    rank: int | None
    """Of its best passage, from 1; of its source or citation, its number."""
    of: int
    """How long the list is."""
    scores: dict[str, float]
    told: str
    """In a sentence."""


class TraceEntry(TypedDict):
    """What one step saw, decided, dropped and why, and how long it took."""

    node: str
    seconds: float
    why: str
    decided: dict[str, Any]
    dropped: list[dict[str, Any]]
    watched: NotRequired[Whereabouts]
    """Only where somebody asks what became of a page."""


class SourceReference(TypedDict):
    """What a conversation keeps of a source: enough to show it and to open it again, without its text."""

    index: int
    document_id: str
    file_name: str
    title: str
    section_path: list[str]
    pages: list[int]
    hits: list[str]
    """Chunk ids, in reading order."""
    score: float
    scores: NotRequired[dict[ScoreName, float]]
    """Of its best passage; what `sheaf learn` reads. Not kept by older versions."""
    selected_because: str


class Turn(TypedDict):
    """One exchange of a conversation."""

    answer_id: str
    """Of this answer wherever it is spoken of: when it is given, after a reload, and in feedback."""
    asked_at: str
    """ISO 8601, UTC; empty where nobody said."""
    question: str
    standalone_question: str
    query_type: QueryType
    answer: str
    citations: list[Citation]
    sources: list[SourceReference]
    status: Literal["answered", "no_evidence"]
