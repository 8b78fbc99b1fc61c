"""Names of a question as the documents know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from langgraph.runtime import Runtime

from nodes.domain.chat import DocumentView
from nodes.domain.lookups import DocumentFrequencies, KeyPostings
from nodes.language.names import name_keys
from nodes.language.question_names import question_names
from nodes.language.terms import analyse
from nodes.retrieval.naming import MOST_IN_SHORT, known_names, named_documents


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


@dataclass
class Titled:
    """A catalogue of documents by who bears each key, and of who mentions it."""

    borne: dict[str, Sequence[str]]
    mentioned: dict[str, Sequence[str]] = field(default_factory=dict)

    async def postings(self, owner: str, collection_id: str, keys: Sequence[str]) -> dict[str, KeyPostings]:
        said = {key: tuple(self.mentioned.get(key, ())) for key in keys}
        return {
            key: KeyPostings(dict.fromkeys(self.borne.get(key, ()), 0.5), said[key], len(said[key])) for key in keys
        }

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        return {each: {"document_id": each} for each in revision_ids}  # type: ignore[typeddict-item]  # what is read


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


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is the governing law of the NDA?", ["r1"]),
        ("Which law governs our NDAs?", ["r1"]),
        ("which law governs the nda", ["r1"]),
        ("which law governs our ndas", ["r1"]),
        ("What does the nda of Petrel say?", ["r1"]),
        ("What does the SOW cost?", ["r2"]),
        ("what does the sow cost", []),
        ("WHAT DOES THE SOW COST", []),
        ("Which law governs the lease?", []),
    ],
)
async def test_initials_of_a_title_name_its_document(
    make_runtime: Callable[..., Runtime[Any]], question: str, named: list[str]
) -> None:
    context = replace(make_runtime().context, catalogue=Titled({"=nda": ["r1"], "=sow": ["r2"]}))
    found = await named_documents(list(name_keys(question)), question, context)
    assert found.document_ids == named
    assert found.initials == (["NDA"] if named == ["r1"] else ["SOW"] if named else [])


@pytest.mark.parametrize(
    "catalogue",
    [
        Titled({"=cia": [f"r{number}" for number in range(MOST_IN_SHORT + 1)]}),
        Titled({"=cia": ["r1"]}, {"cia": [f"r{number}" for number in range(2, MOST_IN_SHORT + 3)]}),
    ],
)
async def test_initials_that_many_have_or_say_name_none(
    make_runtime: Callable[..., Runtime[Any]], catalogue: Titled
) -> None:
    context = replace(make_runtime().context, catalogue=catalogue)
    assert (await named_documents(["cia"], "What did the CIA do?", context)).document_ids == []


async def test_who_is_called_so_outright_goes_before_initials(make_runtime: Callable[..., Runtime[Any]]) -> None:
    context = replace(make_runtime().context, catalogue=Titled({"=cia": ["r1"], "cia": ["r2"]}))
    assert (await named_documents(["cia"], "What did the CIA do?", context)).document_ids == ["r2"]
