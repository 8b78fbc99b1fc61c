"""Paths of files that test code or list its changes, in the ways of several languages."""

from __future__ import annotations

import pytest

from nodes.documents.code_files import is_change_log, is_test_file


@pytest.mark.parametrize(
    "path",
    [
        "tests/quay/berths.py",
        "quay/test_berths.py",
        "quay/tests.py",
        "quay/conftest.py",
        "quay\\tests\\berths.py",
        "quay/berth_test.go",
        "quay/testdata/berths.go",
        "lib/berth.test.js",
        "src/berth.spec.ts",
        "src/__tests__/berth.tsx",
        "harbour/src/test/java/org/quay/Berths.java",
        "org/quay/BerthTest.java",
        "Quay/BerthTests.cs",
        "org/quay/BerthSpec.scala",
        "tests/moor.rs",
        "src/berth/tests.rs",
        "spec/berth.rb",
        "berth_spec.rb",
        "Test/Berth.php",
        "quay/berth_test.go.txt",
    ],
)
def test_a_test_is_told_by_its_folder_or_its_name(path: str) -> None:
    assert is_test_file(path)
    assert not is_change_log(path)


@pytest.mark.parametrize("path", ["CHANGES.rst", "CHANGELOG.md", "ChangeLog", "docs/release-notes.md", "HISTORY.rst"])
def test_a_list_of_changes_is_told_by_its_name(path: str) -> None:
    assert is_change_log(path)
    assert not is_test_file(path)


@pytest.mark.parametrize(
    "path",
    [
        "quay/berths.py",
        "quay/contest.py",
        "quay/latest.js",
        "quay/attestation_service.go",
        "src/main/java/org/quay/Protest.java",
        "docs/testing.md",
        "quay/inspection.rb",
        "quay/history.py",
        "quay/changes.go",
        "history/berths.md",
        "docs/exchanges.md",
    ],
)
def test_other_files_are_neither(path: str) -> None:
    assert not is_test_file(path)
    assert not is_change_log(path)
