"""What is said where nothing answers: a question is read back short, and none of its marks means anything."""

from __future__ import annotations

import pytest

from nodes.answering.citing.citations import verify_answer
from nodes.answering.citing.markers import unguarded
from nodes.answering.refusing.no_evidence import no_evidence_text


@pytest.mark.parametrize("typed", ["[1]", "list[2] and [3, 4]", "[1234]", "**bold**", "`code`", "***loud***", "$5"])
def test_what_is_read_back_looks_as_typed_and_cites_nothing(typed: str) -> None:
    text = no_evidence_text(f"What is {typed}?", 3, [typed], nowhere=[typed])
    assert unguarded(text).count(f"{typed}”") == 2
    assert "**" not in text
    checked = verify_answer(text, [], [])
    assert (checked.answer, checked.removed, checked.citations) == (text, [], [])


@pytest.mark.parametrize("where", ["missing", "nowhere"])
def test_a_word_that_is_not_mentioned_is_no_longer_than_a_line(where: str) -> None:
    word = "x" * 100_000
    text = no_evidence_text(word, 3, [word], nowhere=[word] if where == "nowhere" else [])
    assert f"“{'x' * 60} …”" in text
    assert len(text) < 400
