"""Files of a project of source code, told apart by their paths: what tests the rest, and what lists its changes."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_SOURCE_NAME = lazy_regex(
    r"\.(?:py|pyi|[cm]?[jt]s|[jt]sx|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|scala|dart|exs?|sh|sql|lua|r|jl|css)$",
    re.IGNORECASE,
)
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "testdata"})
"""Python, Rust, PHP and C have `tests/`, Java and Kotlin `src/test/`, JavaScript `__tests__/`, Ruby `spec/`."""
_TEST_NAME = lazy_regex(
    r"^(?:test_|(?:tests?|conftest)\.)|(?:[_.-](?:tests?|spec)|(?<=[a-z0-9])(?:Tests?|TestCase|Spec))\."
)
_CHANGE_LOG = lazy_regex(
    r"(?:changes|change[-_]?log|history|news|release[-_]?notes)(?:[-_][^.]*)?(?:\.(?:md|rst|txt|adoc))?", re.IGNORECASE
)
"""Without an extension, or with one of prose: `history.py` is code."""


def paths_of(file_name: str, title: str) -> list[str]:
    """What may be the path of a document: the name of its file, and its title where that is one."""
    is_path = "/" in title and title != file_name and len(title.split()) == 1
    return [file_name, title] if is_path else [file_name]


def is_source_file(path: str) -> bool:
    """Whether a file is source code by its extension.

    Args:
        path: With or without folders.
    """
    return _SOURCE_NAME.search(path) is not None


def is_test_file(path: str) -> bool:
    """Whether a file tests other code, as test runners tell it: by its folder or its own name.

    Args:
        path: The name with the folders it was given with, parted by `/` or by backslashes.
    """
    *folders, name = path.replace("\\", "/").split("/")
    return not _TEST_FOLDERS.isdisjoint(map(str.lower, folders)) or _TEST_NAME.search(name) is not None


def is_change_log(path: str) -> bool:
    """Whether a file lists what changed from version to version: `CHANGELOG.md`, `docs/release-notes.rst`.

    Args:
        path: As of `is_test_file`.
    """
    return _CHANGE_LOG.fullmatch(path.replace("\\", "/").rsplit("/", 1)[-1]) is not None
