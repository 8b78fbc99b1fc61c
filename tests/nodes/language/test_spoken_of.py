import pytest

from nodes.domain.chat import Citation, Turn
from nodes.language.spoken_of import spoken_of


def citation(index: int, document_id: str) -> Citation:
    return {
        "index": index,
        "document_id": document_id,
        "file_name": "lease.md",
        "title": "Lease",
        "pages": [1],
        "section_path": [],
        "chunk_id": "r1-00000",
        "quote": "The rent is EUR 900.",
        "score": 1.0,
        "verified": True,
    }


def turn(*document_ids: str, refused: bool = False) -> Turn:
    return {
        "answer_id": "a1",
        "asked_at": "",
        "question": "What is the rent at Quay Road?",
        "standalone_question": "What is the rent at Quay Road?",
        "query_type": "factual",
        "answer": "The rent is EUR 900. [1]",
        "citations": [citation(index, each) for index, each in enumerate(document_ids, start=1)],
        "sources": [],
        "status": "no_evidence" if refused else "answered",
    }


@pytest.mark.parametrize(
    "question", ["And how much notice must we give?", "What is the deposit?", "When is it reviewed?"]
)
def test_what_names_nothing_is_about_the_documents_that_were_cited_last(question: str) -> None:
    assert spoken_of(question, [turn("old"), turn("d2", "d1", "d2")]) == ["d2", "d1"]


@pytest.mark.parametrize(
    "question",
    [
        "What is the deposit at Mill Lane?",
        "What was the deposit in 2023?",
        "What was paid on 3 March 2024?",
        "What does the 10-K say about leases?",
    ],
)
def test_what_names_something_says_itself_what_it_is_about(question: str) -> None:
    assert spoken_of(question, [turn("d1")]) == []


def test_a_refusal_speaks_of_no_document() -> None:
    assert spoken_of("What is the deposit?", [turn("d1", refused=True)]) == []
    assert spoken_of("What is the deposit?", []) == []
