"""Paths of files that test code or list its changes, in the ways of several languages."""

from __future__ import annotations

import pytest

from nodes.documents.code_files import is_change_log, is_source_file, is_test_file, paths_of


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


def test_source_code_is_told_by_its_extension() -> None:
    assert all(map(is_source_file, ["lib/errors.js", "index.d.ts", "quay.go", "Quay.java", "moor.mjs"]))
    assert not any(map(is_source_file, ["README.md", "errors.js.txt", "go", "notes.txt", "quay.json"]))


def test_a_title_is_a_path_where_it_has_folders_and_no_blanks() -> None:
    assert paths_of("7.txt", "lib/errors.js") == ["7.txt", "lib/errors.js"]
    assert paths_of("7.txt", "Berths and/or quays") == paths_of("7.txt", "Berths") == ["7.txt"]
