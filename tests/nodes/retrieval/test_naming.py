"""Names of a question as the documents know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from langgraph.runtime import Runtime

from nodes.domain.lookups import DocumentFrequencies, KeyPostings
from nodes.language.question_names import question_names
from nodes.language.terms import analyse
from nodes.retrieval.naming import known_names


@dataclass
class Names:
    """A catalogue that knows some names and some words."""

    borne: Sequence[str] = ()
    mentioned: Sequence[str] = ()
    words: str = ""
    asked: list[str] = field(default_factory=list)

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        self.asked += keys
        return {
            key: KeyPostings({"r1": 1.0} if key in self.borne else {}, (), int(key in self.mentioned)) for key in keys
        }

    async def document_frequencies(self, owner: str, collection_id: str, terms: Sequence[str]) -> DocumentFrequencies:
        return DocumentFrequencies(9, dict.fromkeys(analyse(self.words), 2))


Found = Callable[[str, Names], Any]


@pytest.fixture
def found(make_runtime: Callable[..., Runtime[Any]]) -> Found:
    async def ask(question: str, catalogue: Names) -> list[str]:
        context = replace(make_runtime().context, catalogue=catalogue)
        return await known_names(question_names(question), question, context)

    return ask


@pytest.mark.parametrize(
    ("question", "catalogue", "expected"),
    [
        ("Who is the Mayor of Husby?", Names(words="The mayor of the town; Husby"), ["Mayor", "Husby"]),
        ("Who sits on the Board of the Skarv Club?", Names(words="board of the Skarv club"), ["Board", "Skarv Club"]),
        ("Who runs the Bank of Husby?", Names(borne=["bank of husby"], words="bank Husby"), ["Bank of Husby"]),
        ("Who runs the Bank of Husby?", Names(mentioned=["bank of husby"], words="bank Husby"), ["Bank of Husby"]),
        ("Who runs the Bank of Husby?", Names(words="bank Husby"), ["Bank of Husby"]),
        ("Who is the Mayor of Husby?", Names(words="mayor"), ["Mayor of Husby"]),
        ('Who wrote "Songs of Husby"?', Names(words="songs Husby"), ["Songs of Husby"]),
        ("Who was Otto von Skarv?", Names(words="Otto Skarv"), ["Otto von Skarv"]),
    ],
)
async def test_a_name_that_no_document_has_is_its_parts(
    found: Found, question: str, catalogue: Names, expected: list[str]
) -> None:
    assert await found(question, catalogue) == expected


async def test_a_question_without_such_a_name_looks_nothing_up(found: Found) -> None:
    catalogue = Names()
    assert await found("Who runs Husby Bank in Skarv?", catalogue) == ["Husby Bank", "Skarv"]
    assert catalogue.asked == []
