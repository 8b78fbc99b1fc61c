"""The parts that find and rank, each of which can be switched off: so that it can be measured what each is worth.

A run's context holds the names of those that are on. A step asks for a name, by `in`, where it applies the part and
only if it would: a run that never asked for a name is the same without it. No request can set them:
`nodes.domain.options.Options` are what a request may choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Feature = Literal[
    "dense",
    "words",
    "deep_candidates",
    "passages",
    "headings",
    "definitions",
    "implementations",
    "row_labels",
    "table_rows",
    "pool_statistics",
    "document_statistics",
    "feedback",
    "smoothing",
    "spelling",
    "synonyms",
    "figures",
    "instruction_words",
    "routing",
    "file_names",
    "document_titles",
    "organisations",
    "named_documents",
    "whole_documents",
    "periods",
    "dates",
    "forms",
    "summaries",
    "name_content",
    "light_names",
    "link_walk",
    "name_seeds",
    "coverage",
    "whole_headings",
    "told_counts",
    "near_duplicates",
    "redundancy_penalty",
    "hierarchy",
    "turns",
    "second_opinions",
    "whole_passages",
    "leads",
    "uncovered",
    "side_passages",
    "later_documents",
    "operands",
    "widening",
    "comparison_split",
]
Features = frozenset[Feature]


class Part(NamedTuple):
    """What stands behind a name."""

    what: str
    """In a few words, as a table shows it."""
    where: str
    """The file that applies it."""
    needs: tuple[Feature, ...] = ()
    """What must be on for it to do anything."""
    default: bool = True
    """Whether it is on where nobody says otherwise."""


_RANKING, _PLAN, _ROUTING, _READING = (
    "nodes/retrieval/ranking.py",
    "nodes/language/switching.py",
    "nodes/retrieval/document_scores.py",
    "nodes/chat/assemble_context.py",
)
_PAGES: tuple[Feature, ...] = ("routing", "file_names", "document_titles", "organisations")
"""What leads to the pages of a document that is meant."""

PARTS: Mapping[Feature, Part] = {
    "dense": Part("candidates and scores by embedding", "nodes/chat/retrieve_chunks.py"),
    "words": Part("candidates and scores by BM25 of the text", "nodes/chat/retrieve_chunks.py"),
    "deep_candidates": Part("at least 150 candidates of each kind", "nodes/chat/retrieve_chunks.py"),
    "passages": Part("pages and sections ranked whole, not chunks", _RANKING),
    "headings": Part("BM25 of headings and first lines", "nodes/ranking/grains.py", ("passages",)),
    "definitions": Part("BM25 of the names that source code defines", "nodes/ranking/grains.py", ("passages",)),
    "implementations": Part("tests and lists of changes after the code they speak of", _RANKING, ("passages",)),
    "row_labels": Part("BM25 of table row labels", "nodes/ranking/books.py", _PAGES),
    "table_rows": Part("pages with tables, where an amount is asked for", _RANKING, _PAGES),
    "pool_statistics": Part("idf among the candidates too", "nodes/ranking/merging.py", ("passages",)),
    "document_statistics": Part("idf inside a document that is meant", "nodes/ranking/books.py", _PAGES),
    "feedback": Part("terms of the best passages, where nothing is named", _PLAN, ("passages",)),
    "smoothing": Part("passages lifted by those like them", _PLAN, ("passages",)),
    "spelling": Part("misspelt words read as known ones", "nodes/chat/classify_query.py"),
    "synonyms": Part("usual abbreviations, and synonyms of the operator's file", "nodes/chat/classify_query.py"),
    "figures": Part("the lines that a figure is made of searched as well", "nodes/chat/classify_query.py"),
    "instruction_words": Part("words that instruct an answerer left out", _PLAN),
    "routing": Part("level 1: documents that are meant, entered", "nodes/chat/retrieve_documents.py", _PAGES[1:]),
    "file_names": Part("words of file names", _ROUTING, ("routing",)),
    "document_titles": Part("words of titles", _ROUTING, ("routing",)),
    "organisations": Part("words of a document's organisation", _ROUTING, ("routing",)),
    "named_documents": Part("documents that a name in the question means", "nodes/chat/classify_query.py", _PAGES),
    "whole_documents": Part("documents that a summary is asked of, read as wholes", "nodes/chat/classify_query.py"),
    "periods": Part("years and quarters", _PLAN, _PAGES),
    "dates": Part("exact dates", _PLAN, _PAGES),
    "forms": Part("document types", _PLAN, _PAGES),
    "summaries": Part("summaries and facts of documents, searched", _ROUTING, _PAGES),
    "name_content": Part("how often a document says the question's names", _RANKING, _PAGES),
    "light_names": Part("a name weighs less within the document that it led to", _RANKING, _PAGES),
    "link_walk": Part("the walk over names that documents bear and mention", _PLAN),
    "name_seeds": Part("the walk begins at what is named, too", "nodes/retrieval/walking.py", ("link_walk",)),
    "coverage": Part(
        "the walk goes where the question is not covered yet", "nodes/retrieval/walking.py", ("link_walk",)
    ),
    "whole_headings": Part("passages whose heading is the question lifted", "nodes/chat/merge_rrf.py"),
    "told_counts": Part("passages that tell how many there are lifted", "nodes/chat/merge_rrf.py"),
    "near_duplicates": Part("near-duplicates collapsed", "nodes/chat/merge_rrf.py"),
    "redundancy_penalty": Part("what repeats better hits weighed down", _PLAN),
    "hierarchy": Part("boosts by section and relationship", _PLAN),
    "turns": Part("documents take turns, where a question spans them", _PLAN, default=False),
    "second_opinions": Part("last places for other documents, in answers", "nodes/chat/rerank_diversity.py"),
    "whole_passages": Part("the rest of the best passages, in answers", _READING),
    "leads": Part("what other documents say of a name in the best passages, in answers", _READING),
    "uncovered": Part("what of the question no passage says searched by itself, in answers", _READING),
    "side_passages": Part("what documents about a side say of what is compared, in answers", _READING),
    "later_documents": Part("newer issues, amendments and papers of one kind, in answers", _READING),
    "operands": Part("rows that tell a value of which a figure is made, in answers", _READING),
    "widening": Part("the second round of an answer", _PLAN),
    "comparison_split": Part("compared things searched apart", _PLAN, default=False),
}
"""Every name, in the order in which a question meets it, more or less."""

PLAIN: Features = frozenset({"dense", "words"})
"""Both searches of the store, fused, and nothing else."""
DEFAULT: Features = frozenset(name for name, part in PARTS.items() if part.default)
"""What is on where nobody says otherwise."""
