"""A model's summary of a document, held against what a summary may be: it is data, and never anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, field_validator

from nodes.domain.errors import ModelFailedError
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse
from nodes.modelling.limits import ModelLimits

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

SHORTEST, LONGEST = 20, 1200
"""Characters of a summary."""
MOST_TOPICS, LONGEST_TOPIC = 8, 60
LEAST_GROUNDED = 0.5
"""Share of the summary's terms that the text has to hold."""
FEWEST_TERMS, LEAST_DISTINCT = 4, 0.3
"""Different terms of a summary, and their share of all."""

_MARKUP = lazy_regex(r"```|<\s*/?\s*[a-z!]|\]\(|https?://", re.IGNORECASE)
_ADDRESSED = lazy_regex(
    # To a model: what it is to forget, what it is to be, or words put into its mouth.
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruct|prompt|rule|guideline|previous|prior|above)"
    r"|\b(?:system|developer) (?:prompt|message)\b"
    r"|\byou (?:are|must|shall|should|will|have to)\b"
    r"|\b(?:respond|reply|answer) (?:only |always )?(?:with|by|that)\b"
    r"|^\s*(?:system|assistant|user|developer)\s*:",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_NUMBER = lazy_regex(r"\d[\d.,]*\d|\d")


@dataclass(frozen=True)
class SummaryModel:
    """Who words summaries at ingest, and within which bounds."""

    model: LLM
    limits: ModelLimits
    """The budget of one document."""
    characters: int
    """Of the document that it reads, at most."""


class DocumentSummary(BaseModel):
    """What the model is asked for."""

    summary: str
    topics: list[str] = Field(default_factory=list)

    @field_validator("summary")
    @classmethod
    def _one_paragraph(cls, value: str) -> str:
        return " ".join(value.split())

    @field_validator("topics")
    @classmethod
    def _short_and_few(cls, value: list[str]) -> list[str]:
        lines = (" ".join(each.split()) for each in value)
        return list(dict.fromkeys(each for each in lines if 0 < len(each) <= LONGEST_TOPIC and _is_plain(each)))[
            :MOST_TOPICS
        ]


def check_summary(found: DocumentSummary, text: str) -> None:
    """Makes sure that a summary can be kept: of the right length, plain, about this text, and told to nobody.

    A figure that the text does not have, or too few of the text's words, mean that it is about something else. Words
    that tell a model what to do are refused even where the document says them: whoever reads summaries is not to.

    Args:
        found: what the model replied.
        text: what it was shown.

    Raises:
        ModelFailedError: it cannot; the message says why.
    """
    summary = found.summary
    if not SHORTEST <= len(summary) <= LONGEST:
        raise ModelFailedError(f"The model's summary has {len(summary)} characters, not {SHORTEST} to {LONGEST}.")
    if not _is_plain(summary):
        raise ModelFailedError("The model's summary is not plain text about a document.")
    digits = {number.replace(",", "") for number in _NUMBER.findall(text)}
    invented = [number for number in _NUMBER.findall(summary) if number.replace(",", "") not in digits]
    if invented:
        raise ModelFailedError("The model's summary has a figure that the document has not.")
    terms, known = analyse(summary), set(analyse(text))
    if len(set(terms)) < max(FEWEST_TERMS, LEAST_DISTINCT * len(terms)):
        raise ModelFailedError("The model's summary says the same again and again, or nothing.")
    if sum(term in known for term in terms) < LEAST_GROUNDED * len(terms):
        raise ModelFailedError("The model's summary is not about this document.")


def _is_plain(text: str) -> bool:
    return text.isprintable() and not _MARKUP.search(text) and not _ADDRESSED.search(text)
