"""Builds the sample documents from their sources: `python -m tests.samples.build_samples [FOLDER]`.

The Markdown, CSV and plain text samples are written by hand and stand in the folder as they are.
"""

from __future__ import annotations

import datetime
import io
import re
import sys
import zipfile
from pathlib import Path

from tests.samples.markdown_source import Source, read_source
from tests.samples.render_office import render_docx, render_html, render_pptx, render_xlsx
from tests.samples.render_pdf import render_pdf

SOURCES = Path(__file__).parent / "sources"
DOCUMENTS = Path(__file__).parents[2] / "app" / "samples" / "documents"
FORMATS = {
    "annual-report-2022": "pdf",
    "annual-report-2023": "pdf",
    "biofouling-paper": "pdf",
    "blade-patent": "pdf",
    "supply-contract-2022": "docx",
    "supply-contract-2023-amended": "docx",
    "safety-handbook": "docx",
    "site-survey-2020": "html",
    "press-release-battery": "html",
    "members-meeting-2024": "pptx",
}
BUDGET_DATE = datetime.datetime(2024, 1, 31, 9, 0)  # openpyxl writes naive times as UTC
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip archive can hold."""


def build(folder: Path) -> list[Path]:
    """Writes every built sample into a folder and returns their paths, in order."""
    renderers = {"pdf": render_pdf, "docx": render_docx, "pptx": render_pptx, "html": render_html}
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, extension in FORMATS.items():
        source: Source = read_source(SOURCES / f"{name}.md")
        path = folder / f"{name}.{extension}"
        renderers[extension](source, path)
        if extension in ("docx", "pptx"):
            settle_archive(path, f"{source.properties['date']}T09:00:00Z")
        paths.append(path)
    budget = folder / "budget-2024.xlsx"
    sheets = {"Operating budget": SOURCES / "budget-2024/operating.csv", "Capital": SOURCES / "budget-2024/capital.csv"}
    render_xlsx(sheets, budget, title="Budget 2024", author="Corin Ashgrove", date=BUDGET_DATE)
    settle_archive(budget, f"{BUDGET_DATE.isoformat()}Z")
    return [*paths, budget]


def settle_archive(path: Path, modified: str) -> None:
    """Rewrites an office file so that nothing in it depends on the time of writing."""
    result = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + modified.encode(), content)
            fixed = zipfile.ZipInfo(entry.filename, EARLIEST)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            fixed.external_attr = 0o644 << 16
            new.writestr(fixed, content)
    path.write_bytes(result.getvalue())


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS)
