from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from nodes.chat.verify_citations import verify_citations

CONTENT = "The harbour was opened in 1911. Gulls nest on its roof."


def state(answer: str) -> Any:
    return {
        "question": "and when?",
        "answer_id": "a2",
        "asked_at": "2026-01-31T12:00:00Z",
        "plan": {"query_type": "factual"},
        "standalone_question": "When was the harbour opened?",
        "answer": answer,
        "citations": [],
        "status": "answered",
        "hits": [],
        "sources": [
            {
                "index": 1,
                "hits": ["r1-00000"],
                "document_id": "d1",
                "revision_id": "r1",
                "collection_id": "c1",
                "file_name": "harbour.txt",
                "title": "Harbour",
                "section_path": [],
                "pages": [3],
                "spans": [{"page": 3, "start": 10, "end": 10 + len(CONTENT)}],
                "content": CONTENT,
                "score": 1.0,
                "completeness": "full",
                "selected_because": "",
            }
        ],
    }


async def test_markers_citations_history_and_trace(make_runtime: Callable[..., Runtime[Any]]) -> None:
    answer = "The harbour was opened in 1911 [1]. It has nine cranes [1][4]."
    update = await verify_citations(state(answer), make_runtime())
    assert update["answer"] == "The harbour was opened in 1911 [1]. It has nine cranes [1]."
    assert [citation["verified"] for citation in update["citations"]] == [True, False]
    assert update["citations"][0]["pages"] == [3]
    assert update["trace"][0]["dropped"] == [{"index": 4, "reason": "no such source"}]
    assert update["trace"][0]["decided"]["unsupported"] == ["It has nine cranes."]
    (turn,) = update["history"]
    assert turn["question"] == "and when?"
    assert turn["answer"] == update["answer"]
    assert turn["citations"] == update["citations"]
    assert (turn["answer_id"], turn["query_type"]) == ("a2", "factual")
    (source,) = turn["sources"]
    assert (source["index"], source["hits"], source["pages"]) == (1, ["r1-00000"], [3])
    assert "content" not in source
