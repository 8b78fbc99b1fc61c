from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.errors import ModelFailedError
from nodes.modelling.replies import LONGEST_QUERY, Classification, Queries, Ratings, read_reply, response_format


@pytest.mark.parametrize(
    "text",
    [
        '{"query_type": "summary", "reason": "all", "confidence": 0.5}',
        'Sure:\n```json\n{"query_type": "summary",\n"confidence": 0.5, "reason": "all"}\n```\nAnything else?',
        'As {you} ask {"query_type": "poem"}: {"query_type": "summary", "reason": " all ", "confidence": 0.5, "x": 1}',
    ],
)
def test_the_first_object_of_the_shape_counts(text: str) -> None:
    assert read_reply(text, Classification).model_dump() == {
        "query_type": "summary",
        "reason": "all",
        "confidence": 0.5,
    }


@pytest.mark.parametrize(
    "text",
    ["", "summary", '{"query_type": "poem"}', '["summary"]', '{"query_type": "summary", "confidence": 7}', "{" * 99],
)
def test_anything_else_is_a_failure(text: str) -> None:
    with pytest.raises(ModelFailedError, match="not of the kind"):
        read_reply(text, Classification)


@settings(max_examples=50)
@given(st.text())
def test_no_reply_does_more_than_fail(text: str) -> None:
    with contextlib.suppress(ModelFailedError):
        assert isinstance(read_reply(text, Queries), Queries)


def test_a_long_reason_is_one_short_line() -> None:
    reason = Classification(query_type="general", reason="why\n" * 999).reason
    assert len(reason) <= 300
    assert "\n" not in reason


def test_queries_of_use_are_new_and_short() -> None:
    queries = Queries(
        queries=["Known", "", ' "Who  pays?" ', "who pays?", "x" * (LONGEST_QUERY + 1), "When?", "Where?"]
    )
    assert queries.usable({"known"}, 2) == ["Who pays?", "When?"]


def test_ratings_that_can_be_count_once() -> None:
    given_ratings = [(1, 7), (1, 2), (2, 10), (3, 4.5), (4, 11), (5, -1), (0, 3), (9, 3), (6, float("nan"))]
    reply = Ratings.model_validate({"ratings": [{"passage": n, "rating": value} for n, value in given_ratings]})
    assert reply.by_passage(6) == {1: 0.7, 2: 1.0, 3: 0.45}


@pytest.mark.parametrize("shape", [Classification, Queries, Ratings])
def test_schemas_are_strict(shape: Any) -> None:
    asked = response_format(shape)["json_schema"]
    assert asked["strict"] is True

    def check(schema: Any) -> None:
        for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
            check(each)
        if isinstance(schema, dict) and "properties" in schema:
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False
            assert not {"default", "minimum", "maximum"} & {
                key for part in schema["properties"].values() for key in part
            }

    check(asked["schema"])
    assert json.dumps(asked)
