"""Replies of a model as data: what is asked for as a JSON schema, and what comes back, read as leniently as is safe."""

from __future__ import annotations

import json
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, Field, ValidationError, field_validator

from nodes.domain.chat import QueryType
from nodes.domain.errors import ModelFailedError

HIGHEST_RATING = 10.0
"""Of a passage, as the prompt asks for it."""
LONGEST_QUERY = 500
"""Characters: a longer one is left out."""
LONGEST_REASON = 300
"""Characters of a reason that the trace shows."""
MOST_PARTS = 4
"""Questions that one is split into."""

Reply = TypeVar("Reply", bound=BaseModel)

_DECODER = json.JSONDecoder()
_LEFT_OUT = frozenset({"default", "title", "minimum", "maximum"})


class Classification(BaseModel):
    """The kind of a question."""

    query_type: QueryType
    reason: str = Field("", description="a few words")
    confidence: float = Field(0.8, ge=0, le=1)

    @field_validator("reason")
    @classmethod
    def _one_short_line(cls, value: str) -> str:
        return " ".join(value.split())[:LONGEST_REASON]


class Queries(BaseModel):
    """Questions to search by, in the order in which they help: paraphrases, or the parts of a comparison."""

    queries: list[str]

    def usable(self, known: set[str], most: int) -> list[str]:
        """The first that say something of their own: none empty, overlong, or known already.

        Args:
            known: queries that are searched anyway, casefolded.
            most: of them.
        """
        seen, found = set(known), []
        for query in self.queries:
            text = " ".join(query.split()).strip('"')
            if text and len(text) <= LONGEST_QUERY and text.casefold() not in seen:
                seen.add(text.casefold())
                found.append(text)
        return found[:most]


class Rating(BaseModel):
    """How well one passage answers."""

    passage: int
    rating: float = Field(description="0 to 10")


class Ratings(BaseModel):
    """How well passages answer."""

    ratings: list[Rating]

    def by_passage(self, count: int) -> dict[int, float]:
        """0..1 by number of the passage, from 1. Of two for one number the first counts.

        Numbers that were not asked for and ratings that cannot be are left out.
        """
        found: dict[int, float] = {}
        for each in self.ratings:
            if 1 <= each.passage <= count and 0 <= each.rating <= HIGHEST_RATING:
                found.setdefault(each.passage, each.rating / HIGHEST_RATING)
        return found


def response_format(shape: type[BaseModel]) -> dict[str, Any]:
    """The `response_format` that asks a server of OpenAI's protocol for this shape, and nothing but it.

    Strict schemas want every property required and no others; limits that some servers do not know are left to
    validation.
    """
    schema = _strict(shape.model_json_schema())
    return {"type": "json_schema", "json_schema": {"name": shape.__name__, "schema": schema, "strict": True}}


def read_reply(text: str, shape: type[Reply]) -> Reply:
    """The first JSON object in a reply that has this shape; words and fences around it do not matter.

    Raises:
        ModelFailedError: there is none.
    """
    start = text.find("{")
    problem: Exception | None = None
    while start >= 0:
        try:
            value, _ = _DECODER.raw_decode(text, start)
            return shape.model_validate(value)
        except (json.JSONDecodeError, ValidationError, RecursionError) as error:
            problem = error
        start = text.find("{", start + 1)
    raise ModelFailedError("The language model's reply is not of the kind that was asked for.") from problem


def query_types() -> str:
    """The kinds of questions, as a prompt names them."""
    return ", ".join(get_args(QueryType))


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _strict(value) for key, value in schema.items() if key not in _LEFT_OUT and key != "properties"}
    if "properties" in schema:
        properties = {name: _strict(part) for name, part in schema["properties"].items()}
        kept |= {"properties": properties, "required": list(properties), "additionalProperties": False}
    return kept
