"""Pages of real documents, through the facade."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from llama_index.core.schema import BaseNode
from PIL import Image

from app.catalogue.records import DocumentRecord
from app.pages.marks import squeeze
from app.pages.painting import MarkedBox
from app.pages.sections import read_section
from app.pages.unready import unready
from app.samples import sample_paths
from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from nodes.domain.documents import DocumentStatus
from nodes.domain.errors import ConflictError, ErrorReport, InvalidRequestError, NotFoundError

pytestmark = pytest.mark.asyncio(loop_scope="module")

GONE: ErrorReport = {"code": "model_failed", "message": "The model is gone.", "hint": "Ingest it again."}


async def document(sheaf: Sheaf, file_name: str) -> DocumentRecord:
    [record] = (await sheaf.catalogue.documents(LOCAL_OWNER, file_name=file_name)).documents
    return record


async def chunks(sheaf: Sheaf, record: DocumentRecord) -> list[BaseNode]:
    collection = await sheaf.library.open(LOCAL_OWNER, record.collection_id)
    ids = [f"{record.live_revision_id}-{index:05d}" for index in range(record.chunk_count)]
    rows: list[BaseNode] = await collection.chunks.aget_nodes(ids)
    return rows


def letters_inside(page: Any, boxes: Sequence[MarkedBox]) -> str:
    """The characters whose middle lies in one of the boxes."""
    textpage = page.get_textpage()
    width, height = page.get_size()
    found = []
    for index in range(textpage.count_chars()):
        left, bottom, right, top = textpage.get_charbox(index)
        x, y = (left + right) / 2 / width, 1 - (bottom + top) / 2 / height
        if any(box.left <= x <= box.right and box.top <= y <= box.bottom for box, _ in boxes):
            found.append(textpage.get_text_range(index, 1))
    return squeeze("".join(found))[0]


@pytest.mark.parametrize("file_name", ["biofouling-paper.pdf", "annual-report-2023.pdf", "blade-patent.pdf"])
async def test_what_is_marked_is_the_passage(samples: Sheaf, file_name: str) -> None:
    record = await document(samples, file_name)
    [path] = [path for path in sample_paths() if path.name == file_name]
    with pypdfium2.PdfDocument(path) as pdf:
        for row in await chunks(samples, record):
            spans = row.metadata["spans"]
            assert spans, row.node_id
            for number in row.metadata["pages"]:
                view = await samples.pages.view(
                    LOCAL_OWNER, record.document_id, number, highlight=row.node_id, with_boxes=True
                )
                wanted = squeeze("".join(view.text[mark.start : mark.end] for mark in view.marks))[0]
                assert view.boxes is not None
                # Sorted: marks and boxes follow the text, the page's characters the order of the file.
                assert sorted(letters_inside(pdf[number - 1], view.boxes)) == sorted(wanted)
                assert view.marked_pages == row.metadata["pages"]
                assert view.section_path == row.metadata["section_path"]


async def test_the_quotes_of_an_answer_are_found_on_their_pages(samples: Sheaf) -> None:
    found = await samples.ask("What was the total revenue in 2023, and how long do the sleeves last?", history=())
    assert found["citations"]
    for citation in found["citations"]:
        views = [
            await samples.pages.view(
                LOCAL_OWNER,
                citation["document_id"],
                number,
                highlight=citation["chunk_id"],
                quote=citation["quote"],
            )
            for number in citation["pages"]
        ]
        assert all(view.quote_found for view in views)
        strong = "".join(view.text[mark.start : mark.end] for view in views for mark in view.marks if mark.strong)
        assert squeeze(strong)[0] == squeeze(citation["quote"])[0]


async def test_other_formats_show_their_text_with_the_passage_marked(samples: Sheaf) -> None:
    record = await document(samples, "safety-handbook.docx")
    row = (await chunks(samples, record))[2]
    view = await samples.pages.view(LOCAL_OWNER, record.document_id, 1, highlight=row.node_id, with_boxes=True)
    assert (view.kind, view.boxes) == ("text", None)
    assert "".join(view.text[mark.start : mark.end] for mark in view.marks) == row.get_content()
    _, png = await samples.pages.picture(LOCAL_OWNER, record.document_id, 1, highlight=row.node_id, scale=1)
    assert png is not None
    assert Image.open(io.BytesIO(png)).format == "PNG"


async def test_a_picture_is_drawn_once_and_not_sent_to_who_has_it(samples: Sheaf) -> None:
    record = await document(samples, "annual-report-2022.pdf")
    first = await samples.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1)
    assert await samples.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1) == first
    known = await samples.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1, known=first[0])
    assert known == (first[0], None)
    other = await samples.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1, quote="Annual Report")
    assert other[0] != first[0]


async def test_what_is_not_there_is_not_found(samples: Sheaf) -> None:
    record = await document(samples, "annual-report-2022.pdf")
    other = await document(samples, "blade-patent.pdf")
    view = samples.pages.view
    for attempt in (
        view(LOCAL_OWNER, "d0", 1),
        view("somebody else", record.document_id, 1),
        view(LOCAL_OWNER, record.document_id, 99),
        view(LOCAL_OWNER, record.document_id, 1, highlight="r0-00000"),
        view(LOCAL_OWNER, record.document_id, 1, highlight=f"{other.live_revision_id}-00000"),
        view(LOCAL_OWNER, record.document_id, 1, highlight=f"{record.live_revision_id}-99999"),
        view(LOCAL_OWNER, record.document_id, 1, highlight="' OR 1=1 --"),
    ):
        with pytest.raises(NotFoundError):
            await attempt


async def test_who_asks_for_a_page_behind_the_last_is_told_how_many_there_are(samples: Sheaf) -> None:
    for name, there in (("annual-report-2023.pdf", "It has 4 pages."), ("people.txt", "It has 1 page.")):
        record = await document(samples, name)
        with pytest.raises(NotFoundError, match=f"^'{name}' has no page 99\\.$") as caught:
            await samples.pages.view(LOCAL_OWNER, record.document_id, 99)
        assert caught.value.hint == there


async def test_a_deleted_document_leaves_no_pictures(sample_copy: Path) -> None:
    async with Sheaf(load_settings(home=sample_copy)) as sheaf:
        record = await document(sheaf, "annual-report-2022.pdf")
        await sheaf.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1)
        pictures = sheaf.settings.pages_path / str(record.live_revision_id)
        assert list(pictures.iterdir())
        await sheaf.delete(record.document_id)
        assert not pictures.exists()
        with pytest.raises(NotFoundError):
            await sheaf.pages.picture(LOCAL_OWNER, record.document_id, 1, scale=1)


async def test_a_document_that_failed_has_no_pages(shared: Sheaf, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing else")
    report = await shared.ingest([IngestFile(tmp_path / "broken.pdf")])
    why = r"^'broken\.pdf' is a damaged or truncated PDF\. It has nothing to show\.$"
    with pytest.raises(ConflictError, match=why) as caught:
        await shared.pages.view(LOCAL_OWNER, report.files[0]["document_id"], 1)
    with pytest.raises(ConflictError, match=why):
        await read_section(shared.catalogue, LOCAL_OWNER, report.files[0]["document_id"])
    assert "print it to a new PDF" in caught.value.hint


@pytest.mark.parametrize(
    ("status", "error", "told", "hint"),
    [
        ("pending", None, "'mill.txt' waits to be read: it has nothing to show yet.", "ready"),
        ("processing", None, "'mill.txt' is being read: it has nothing to show yet.", "ready"),
        ("failed", None, "'mill.txt' failed. It has nothing to show.", "Upload it again."),
        ("failed", GONE, "'mill.txt' failed: The model is gone. It has nothing to show.", "Ingest it again."),
    ],
)
async def test_why_a_document_cannot_be_shown_is_told_with_its_name(
    samples: Sheaf, status: DocumentStatus, error: ErrorReport | None, told: str, hint: str
) -> None:
    record = replace(await document(samples, "people.txt"), file_name="mill.txt", status=status, error=error)
    found = unready(record)
    assert found.message == told
    assert hint in found.hint


async def test_a_long_text_is_read_in_parts(shared: Sheaf, tmp_path: Path) -> None:
    text = "".join(f"Line {number} of a long tale about the sea.\n" for number in range(2000))
    (tmp_path / "long.txt").write_text(text)
    report = await shared.ingest([IngestFile(tmp_path / "long.txt")])
    document_id = report.files[0]["document_id"]
    parts, offset = [], 0
    while offset < len(text):
        view = await shared.pages.view(LOCAL_OWNER, document_id, 1, offset=offset)
        assert (view.text_start, view.text_length) == (offset, len(text))
        assert 0 < len(view.text) <= 20_000
        parts.append(view.text)
        offset += len(view.text)
    assert "".join(parts) == text
    around = await shared.pages.view(LOCAL_OWNER, document_id, 1, quote="Line 1500 of a long tale")
    assert around.text_start > 20_000
    [mark] = around.marks
    assert around.text[mark.start : mark.end] == "Line 1500 of a long tale"


async def test_a_section_is_read_by_number_path_or_page(samples: Sheaf) -> None:
    record = await document(samples, "biofouling-paper.pdf")
    by_path = await read_section(samples.catalogue, LOCAL_OWNER, record.document_id, path="2. methods")
    assert "Growth was sampled every two months" in by_path.text
    assert by_path.previous is not None
    assert by_path.previous.endswith("1. Introduction")
    assert by_path.next is not None
    assert by_path.next.endswith("3. Results")
    by_index = await read_section(
        samples.catalogue, LOCAL_OWNER, record.document_id, index=by_path.section_index, offset=3
    )
    assert by_index.text == by_path.text[3:]
    on_page = await read_section(samples.catalogue, LOCAL_OWNER, record.document_id, page=2)
    assert 2 in on_page.pages
    first = await read_section(samples.catalogue, LOCAL_OWNER, record.document_id)
    assert first.previous is None


async def test_a_section_comes_with_what_stands_under_it(samples: Sheaf) -> None:
    record = await document(samples, "annual-report-2023.pdf")
    section = await read_section(samples.catalogue, LOCAL_OWNER, record.document_id, path="Key figures")
    assert "Turbines" in section.subsections
    assert "Turbines" in section.text


async def test_a_section_that_is_not_there_is_answered_with_those_that_are(samples: Sheaf) -> None:
    record = await document(samples, "annual-report-2023.pdf")
    with pytest.raises(NotFoundError) as caught:
        await read_section(samples.catalogue, LOCAL_OWNER, record.document_id, path="Poetry")
    assert "Key figures" in caught.value.hint
    with pytest.raises(InvalidRequestError):
        await read_section(samples.catalogue, LOCAL_OWNER, record.document_id, index=1, page=1)
    with pytest.raises(NotFoundError):
        await read_section(samples.catalogue, "somebody else", record.document_id)
