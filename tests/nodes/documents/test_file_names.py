from __future__ import annotations

import pytest

from nodes.documents.file_names import file_stem, is_telling


@pytest.mark.parametrize(
    ("file_name", "stem"),
    [
        ("reports/Minutes  of May.docx", "Minutes of May"),
        ("C:\\reports\\minutes.markdown", "minutes"),
        ("gauge.7.txt", "gauge.7"),
        (".env", ".env"),
        ("Minutes of May, v. 2", "Minutes of May, v. 2"),
        ("a/b/Report 2020.pdf", "Report 2020"),
        ("..\\x\\y.tar.gz", "y.tar"),
        ("../../etc", "etc"),
        ("no extension", "no extension"),
        ("", ""),
    ],
)
def test_a_stem_has_no_folder_and_no_extension(file_name: str, stem: str) -> None:
    assert file_stem(file_name) == stem


@pytest.mark.parametrize("file_name", ["glossary.md", "reports/annual-report-2023.pdf", "潮汐.txt"])
def test_a_name_that_says_what_is_in_the_file(file_name: str) -> None:
    assert is_telling(file_name)


@pytest.mark.parametrize("file_name", ["scan-00012.pdf", "README.markdown", "final draft.docx", "2024.txt", "a.md", ""])
def test_a_name_that_says_nothing(file_name: str) -> None:
    assert not is_telling(file_name)
