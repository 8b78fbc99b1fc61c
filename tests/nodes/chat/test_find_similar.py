"""Looking for a similar question where vectors tell nothing: all are the same, and only the words hold them apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.cache.recalling import keep_for_similar
from nodes.answering.extractive import Draft
from nodes.chat.find_similar import find_similar
from nodes.domain.errors import ModelFailedError
from nodes.domain.lookups import KeyPostings
from nodes.domain.options import Options
from nodes.language.plans import rule_plan
from tests.nodes.conftest import ChatDependencies, MemoryCatalogue


@dataclass
class Catalogue(MemoryCatalogue):
    """Several owners apart, each with collections in versions; some words are names."""

    by_owner: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    versions_of: dict[str, int] = field(default_factory=dict)
    names: Sequence[str] = ()

    async def cache_find(self, owner: str, kind: str, prefix: str, limit: int) -> dict[str, Any]:
        kept = self.by_owner.items()
        return {
            key: value for (who, what, key), value in kept if (who, what) == (owner, kind) and key.startswith(prefix)
        }

    async def cache_put(self, owner: str, kind: str, values: Any, document_ids: Sequence[str]) -> None:
        self.by_owner |= {(owner, kind, key): value for key, value in values.items()}

    async def versions(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        return {each: self.versions_of.get(f"{owner} {each}", 0) for each in collection_ids}

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        return {key: KeyPostings({}, (), int(key in self.names)) for key in keys}


class Embedding:
    """Finds every text the same."""

    model_name = "all the same"

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    async def aget_query_embedding(self, _: str) -> list[float]:
        if self._error is not None:
            raise self._error
        return [1.0, 0.0]


class Library:
    """Opens what it is asked for."""

    def __init__(self, error: Exception | None = None) -> None:
        self._embedding = Embedding(error)

    async def open(self, owner: str, collection_id: str) -> Any:
        return SimpleNamespace(embedding=self._embedding, collection_id=collection_id)


MODEL = SimpleNamespace(metadata=SimpleNamespace(model_name="gpt"))
SOURCE: Any = {"index": 1, "hits": ["r:1"], "content": "It is so.", "document_id": "d", "revision_id": "r"}


@dataclass(frozen=True)
class Asking:
    """All that two questions have to have in common."""

    owner: str
    collections: tuple[str, ...]
    top_k: int
    model: str
    question: str


async def looked(catalogue: Catalogue, asking: Asking, *, error: Exception | None = None) -> Any:
    """What is found for a question; its own answer is kept for later ones."""
    context: Any = ChatDependencies(
        catalogue,
        language_model=SimpleNamespace(metadata=SimpleNamespace(model_name=asking.model)),
        owner=asking.owner,
        collection_ids=asking.collections,
        library=Library(error),
    )
    options = Options(top_k=asking.top_k, semantic_cache=0.9).model_dump()
    state: Any = {
        "standalone_question": asking.question,
        "plan": rule_plan(asking.question),
        "options": options,
    }
    update = await find_similar(state, SimpleNamespace(context=context))  # type: ignore[arg-type]  # what it looks at
    draft = Draft(["It is so [1]."], [], "answered", "")
    await keep_for_similar(context, update["similar"], asking.question, draft, [SOURCE], [])
    return update


QUESTIONS = (
    "What was Acme's revenue in 2022?",
    "What was Acme's revenue in 2023?",
    "What was Globex's revenue in 2022?",
    "What is Acme's margin with services?",
    "What is Acme's margin without services?",
    "what does alice earn?",
    "what does bob earn?",
)
askings = st.builds(
    Asking,
    st.sampled_from(["ann", "bob"]),
    st.sampled_from([("c1",), ("c2",), ("c1", "c2")]),
    st.sampled_from([5, 8]),
    st.sampled_from(["gpt", "another"]),
    st.sampled_from(QUESTIONS),
)
steps = st.lists(st.one_of(askings, st.sampled_from(["ann c1", "ann c2", "bob c1"])), max_size=12)


@settings(max_examples=60, deadline=None)
@given(steps, askings)
def test_nothing_is_ever_found_across_owners_versions_options_models_or_questions(
    before: list[Asking | str], last: Asking
) -> None:
    """Whatever was asked and changed before: only the very same, asked since the last change, is found."""

    async def run() -> Any:
        catalogue = Catalogue()
        for step in before:
            if isinstance(step, str):
                catalogue.versions_of[step] = catalogue.versions_of.get(step, 0) + 1
            else:
                await looked(catalogue, step)
        return await looked(catalogue, last)

    changes = [
        place for place, step in enumerate(before) if step in [f"{last.owner} {each}" for each in last.collections]
    ]
    since = before[max(changes, default=-1) + 1 :]
    found = asyncio.run(run())["similar"]["kept"]
    assert (found is not None) == (last in since)
    assert found is None or found["question"] == last.question


async def test_a_word_that_the_documents_write_as_a_name_holds_questions_apart() -> None:
    catalogue = Catalogue(names=["bob"])
    first = Asking("ann", ("c1",), 8, "gpt", "What does Acme's alice earn?")
    await looked(catalogue, first)
    other = await looked(catalogue, Asking("ann", ("c1",), 8, "gpt", "What does Acme's bob earn?"))
    assert other["similar"]["kept"] is None
    assert "what may be a name: bob" in other["trace"][0]["why"]


async def test_a_model_that_cannot_embed_stops_no_question() -> None:
    asking = Asking("ann", ("c1",), 8, "gpt", QUESTIONS[0])
    update = await looked(Catalogue(), asking, error=ModelFailedError("It is away."))
    assert update["similar"]["prefix"] == "", "nothing is kept either"
    assert update["trace"][0]["why"] == "not looked for: It is away."


async def test_answers_by_quotes_are_not_looked_up(make_runtime: Callable[..., Any]) -> None:
    state: Any = {"standalone_question": "Who?", "plan": rule_plan("Who?"), "options": {"semantic_cache": 0.9}}
    update = await find_similar(state, make_runtime())
    assert update["similar"]["prefix"] == ""


@pytest.mark.parametrize(
    "draft",
    [
        Draft(["It is so [1]."], [], "answered", "", keep=False),
        Draft(["Nothing says so [1]."], [], "no_evidence", ""),
        Draft(["It is so."], [], "answered", ""),
        Draft(["It is so [2]."], [], "answered", ""),
    ],
    ids=["in the model's stead", "no evidence", "cites nothing", "cites what is not there"],
)
async def test_what_may_not_hold_for_others_is_not_kept(draft: Draft) -> None:
    catalogue = Catalogue()
    similar: Any = {"prefix": "p/", "vector": "", "kept": None, "similarity": 0.0, "why": ""}
    context: Any = ChatDependencies(catalogue, language_model=MODEL)
    await keep_for_similar(context, similar, "Who?", draft, [SOURCE], [])
    assert catalogue.by_owner == {}
