"""Rendering: sources laid out for a model, plain or rich, fenced so that what a document says stays data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nodes.domain.chat import DocumentView, Source
from nodes.domain.regexes import lazy_regex
from nodes.modelling.fencing import without_references

SOURCES_BEGIN = "=== SOURCES ==="
SOURCES_END = "=== END SOURCES ==="

_FENCE = lazy_regex(r"(?<!=)={2,}+(?=[ \t]*(?:END[ \t]+)?SOURCES\b)|(?<=SOURCES)([ \t]*)={2,}", re.IGNORECASE)
_LABELS = ((90, "Excellent"), (80, "Very Good"), (70, "Good"), (60, "Moderate"))
_FIELDS = (("Type", "document_type"), ("Category", "category"), ("Status", "status"), ("Priority", "priority"))
_TAG_FIELDS = ("keywords", "topics")
_MOST_TAGS = 10
"""Of what a document is described by, as many as fit a line."""


def match_percent(score: float, confidence: float = 1.0) -> int:
    """A source's match in percent, 0..100: its score times how much of the question all evidence covers.

    The best source has score 1 by normalisation; that alone would call the best of a bad lot excellent.
    """
    return round(100 * min(1.0, max(0.0, score)) * min(1.0, max(0.0, confidence)))


def match_label(percent: float) -> str:
    """Excellent from 90, Very Good from 80, Good from 70, Moderate from 60, else Fair."""
    return next((label for least, label in _LABELS if percent >= least), "Fair")


def render_plain(sources: Sequence[Source]) -> str:
    """`[n] Title (file) - Section: …`, then the content, between the fence lines.

    Args:
        sources: in the order in which they are read; the number is each one's own index.
    """
    return "\n\n".join([SOURCES_BEGIN, *(plain_entry(source) for source in sources), SOURCES_END])


def plain_entry(source: Source) -> str:
    """One entry of the plain style. A document's text cannot end the fence: its fence-like lines are softened."""
    section = " > ".join(_line(title) for title in source["section_path"] if title.strip())
    head = f"[{source['index']}] {_line(source['title'] or source['file_name'])} ({_line(source['file_name'])})"
    if section:
        head += f" - Section: {section}"
    return f"{head}{_extract_note(source)}\n{_content(source)}"


def _extract_note(source: Source) -> str:
    """Says that a source is not the full text, and what it is instead; empty for full text."""
    match source["completeness"]:
        case "highlight":
            return " (extract, not the full section)"
        case "summary":
            return " (summary, not the document's own words)"
        case "full":
            return ""


def render_rich(sources: Sequence[Source], documents: Mapping[str, DocumentView], *, confidence: float = 1.0) -> str:
    """Match in percent with its label, title, type, category, status, priority, tags, then the content.

    Sources of one document stand together, documents in the order of their first.

    Args:
        sources: in the order in which they are read.
        documents: by revision id, for what the catalogue knows of each; one that is missing has its title only.
        confidence: 0..1, see `match_percent`.
    """
    first = list(dict.fromkeys(source["revision_id"] for source in sources))
    ordered = sorted(sources, key=lambda source: first.index(source["revision_id"]))
    count = f"Found {len(ordered)} relevant source{'' if len(ordered) == 1 else 's'}."
    entries = "\n\n---\n\n".join(
        rich_entry(source, documents.get(source["revision_id"]), confidence) for source in ordered
    )
    return "\n\n".join([SOURCES_BEGIN, "# Retrieved Knowledge", count, *([entries] if entries else []), SOURCES_END])


def rich_entry(source: Source, document: DocumentView | None, confidence: float) -> str:
    """One entry of the rich style. The heading carries the `[n]` that an answer cites."""
    percent = match_percent(source["score"], confidence)
    facts = document["metadata"] if document else {}
    tags = list(dict.fromkeys(str(tag) for field in _TAG_FIELDS for tag in facts.get(field) or []))[:_MOST_TAGS]
    section = " > ".join(title for title in source["section_path"] if title.strip())
    named = [
        ("Title", f"{source['title'] or source['file_name']} ({source['file_name']})"),
        ("Section", section),
        *((label, str(facts.get(field) or "")) for label, field in _FIELDS),
        ("Tags", ", ".join(tags)),
        ("Note", _extract_note(source).strip(" ()")),
    ]
    lines = [f"**{label}:** {_line(value)}" for label, value in named if value]
    head = f"## Source [{source['index']}] - {percent}% match ({match_label(percent)})"
    return "\n".join([head, "", *lines, "", "**Content:**", "", _content(source)])


def _line(text: str) -> str:
    return _soften(" ".join(text.split()))


def _content(source: Source) -> str:
    return _soften(source["content"].strip("\n"))


def _soften(text: str) -> str:
    return without_references(_FENCE.sub(lambda match: (match.group(1) or "") + "-", text))
