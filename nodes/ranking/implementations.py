"""The code that does something stands before what tests it and what tells of its changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from nodes.documents.code_files import is_change_log, is_test_file, paths_of
from nodes.domain.chat import DocumentView
from nodes.language.asked_files import asks_for_changes, asks_for_tests
from nodes.ranking.merging import Ranked, reweighed

LEAST_CODE = 0.3
"""Share of the passages, 0..1: where fewer define names, what is searched is no project of source code."""
BESIDE_CODE = 0.7
"""What a passage of a test or a list of changes is worth beside the same one elsewhere (`docs/ablation.md`)."""


def beside_code(question: str, views: Mapping[str, DocumentView]) -> frozenset[str]:
    """The revision ids of tests and lists of changes, but of those kinds that the question asks for.

    Tests say the words of what they test as often as the code does, and answer for it only where they are meant.

    Args:
        question: What is searched for.
        views: By revision id; a document is told by its file's name, or by its title where that is a path.
    """
    tests, changes = not asks_for_tests(question), not asks_for_changes(question)
    return frozenset(
        revision_id
        for revision_id, view in views.items()
        for path in paths_of(view["file_name"], view["title"])
        if (tests and is_test_file(path)) or (changes and is_change_log(path))
    )


def implementations_first(ranked: Sequence[Ranked], revision_ids: Set[str]) -> list[Ranked]:
    """The passages in order of `fused`, times 0.7 in these documents, divided by the largest.

    Args:
        ranked: `fused` 0..1.
        revision_ids: Of `beside_code`.
    """
    return reweighed(ranked, dict.fromkeys(revision_ids, BESIDE_CODE))
