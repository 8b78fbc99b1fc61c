"""The committed samples are what their sources say, and the demo questions rest on them."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from app.samples import demo_questions, sample_paths
from tests.samples.build_samples import DOCUMENTS, build


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return build(tmp_path_factory.mktemp("samples"))


def pdf_pages(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def content(path: Path) -> object:
    """What a file holds, whatever the compression library of this machine makes of it."""
    if path.suffix == ".pdf":
        return pdf_pages(path)
    if path.suffix == ".html":
        return path.read_text(encoding="utf-8")
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def raw_text(path: Path) -> str:
    """Everything readable in a file, for finding single words."""
    if path.suffix == ".pdf":
        return "\n".join(pdf_pages(path))
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    return path.read_text(encoding="utf-8")


def test_committed_files_are_those_the_sources_give(built: list[Path]) -> None:
    for path in built:
        assert content(path) == content(DOCUMENTS / path.name), (
            f"{path.name}: run python -m tests.samples.build_samples"
        )


def test_building_twice_gives_the_same_bytes(built: list[Path], tmp_path: Path) -> None:
    for first, second in zip(built, build(tmp_path), strict=True):
        assert first.read_bytes() == second.read_bytes(), first.name


def test_samples_come_in_many_formats_and_stay_small() -> None:
    paths = sample_paths()
    assert {path.suffix for path in paths} == {".pdf", ".docx", ".pptx", ".xlsx", ".csv", ".html", ".md", ".txt"}
    assert len(paths) == 15
    assert sum(path.stat().st_size for path in paths) < 500_000


def test_pdfs_have_bookmarks_and_furniture() -> None:
    report = DOCUMENTS / "annual-report-2023.pdf"
    with pypdfium2.PdfDocument(report) as document:
        bookmarks = [bookmark.get_title() for bookmark in document.get_toc()]
        properties = document.get_metadata_dict()
    assert properties["Title"] == "Annual Report 2023 - Skellvane Tidal Cooperative"
    assert properties["CreationDate"].startswith("D:20240418090000")
    assert {"Key figures", "Turbines", "Income statement", "Outlook"} <= set(bookmarks)
    assert all("Annual Report 2023" in text for text in pdf_pages(report))


def test_there_is_one_demo_question_of_each_kind() -> None:
    kinds = [question["kind"] for question in demo_questions()]
    assert kinds == ["fact", "comparison", "two_hop", "conflict", "unanswerable"]


def test_expected_words_stand_in_the_expected_documents_and_nowhere_for_the_unanswerable() -> None:
    texts = {path.name: raw_text(path) for path in sample_paths()}
    for question in demo_questions():
        expected = "\n".join(texts[name] for name in question["expects"]["documents"])
        assert all(words in expected for words in question["expects"]["contains"]), question["question"]
    assert not any("Albatross" in text or "captain" in text for text in texts.values())


def test_the_measurements_side_with_the_minutes_against_the_report() -> None:
    with (DOCUMENTS / "tide-measurements-2023.csv").open(encoding="utf-8", newline="") as stream:
        measured = sum(int(row["net generation (MWh)"]) for row in csv.DictReader(stream))
    assert f"{measured:,}" == "9,310"
    assert "9,310 MWh" in raw_text(DOCUMENTS / "board-minutes-2024-02.md")
    assert "9,310" not in raw_text(DOCUMENTS / "annual-report-2023.pdf")
