"""The type of a question."""

import pytest

from nodes.language.query_types import query_type


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Hello!", "conversational"),
        ("Thanks, that helps", "conversational"),
        ("thank you very much for your help!", "conversational"),
        ("Hi Anna", "conversational"),
        ("Merci beaucoup", "conversational"),
        ("Great Barrier Reef area?", "general"),
        ("Nice population 2020?", "general"),
        ("Summarise the annual report", "summary"),
        ("What are the key findings?", "summary"),
        ("Compare the warranty of Petrel with the warranty of Skua.", "comparison"),
        ("Which turbine is older, Petrel or Skua?", "comparison"),
        ("How do I lock the turbine?", "procedural"),
        ("What are the steps to release the brake?", "procedural"),
        ("Where was the engineer who built the barge born?", "relational"),
        ("When did Orla Finch's mother die?", "relational"),
        ("When was the harbour opened?", "factual"),
        ("How many members are there?", "factual"),
        ("Why did revenue fall?", "analytical"),
        ("How does salt affect the coating?", "analytical"),
        ("battery fire", "general"),
        ("Wann wurde der Hafen eröffnet?", "factual"),
    ],
)
def test_query_type(question: str, expected: str) -> None:
    decision = query_type(question)
    assert decision.query_type == expected
    assert decision.reason
    assert 0 < decision.confidence <= 1
