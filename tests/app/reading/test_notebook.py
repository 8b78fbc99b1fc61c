from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.reading.kinds import detect_kind
from app.reading.notebook import read_notebook
from nodes.documents.titles import choose_title
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError

PICTURE = "iVBORw0KGgo" * 40
FRAME = """<style scoped>.dataframe {}</style>
<table class="dataframe"><thead><tr><th></th><th>buoy</th><th>psu</th></tr>
</thead><tbody><tr><th>0</th><td>9</td><td>31.4</td></tr></tbody></table>"""


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": [*lines]}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [*outputs], "source": source}


def printed(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": [text]}


def shown(**data: str) -> dict[str, Any]:
    return {"output_type": "display_data", "metadata": {}, "data": {n.replace("_", "/"): v for n, v in data.items()}}


def read(path: Path, *cells: dict[str, Any], **metadata: Any) -> tuple[Page, FileProperties]:
    kernel = {"kernelspec": {"name": "python3", "language": "python"}}
    notebook = {"cells": [*cells], "metadata": {**kernel, **metadata}, "nbformat": 4, "nbformat_minor": 5}
    path = path / "study.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert detect_kind(path, path.name).format == "notebook"
    return read_notebook(path, path.name)


def test_cells_in_order(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    page, properties = read(
        tmp_path,
        markdown("# Salinity study\n", "The mean at buoy 9 was 31.4 PSU.\n", "![map](attachment:map.png)"),
        code(
            "# Not a heading\nmean(values)",
            printed("mean depth = \x1b[1m17.25\x1b[0m m\n"),
            shown(image_png=PICTURE, text_plain="<Figure size 640x480 with 1 Axes>"),
        ),
        markdown("## Method"),
        code("1/0", {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "by zero", "traceback": ["x"]}),
        code(""),
    )
    check_pages([page])
    assert page["text"] == (
        "# Salinity study\nThe mean at buoy 9 was 31.4 PSU.\nmap\n\n"
        "```python\n# Not a heading\nmean(values)\n```\n\n```\nmean depth = 17.25 m\n```\n\n"
        "## Method\n\n```python\n1/0\n```\n\n```\nZeroDivisionError: by zero\n```\n"
    )
    assert [(heading["level"], heading["title"]) for heading in page["headings"]] == [
        (1, "Salinity study"),
        (2, "Method"),
    ]
    media_type = detect_kind(tmp_path / "study.ipynb", "study.ipynb").media_type
    assert choose_title(properties, [page], "study.ipynb", media_type) == "Salinity study"


def test_a_table_keeps_its_headings(tmp_path: Path) -> None:
    page, _ = read(tmp_path, code("frame", shown(text_html=FRAME, text_plain="   buoy   psu\n0     9  31.4")))
    (table,) = page["tables"]
    assert "buoy | psu" in page["text"][table["start"] : table["header_end"]]
    assert "31.4" in page["text"][table["header_end"] : table["end"]]
    assert page["text"].count("31.4") == 1


def test_code_with_fences_of_its_own_stays_code(tmp_path: Path) -> None:
    page, _ = read(tmp_path, code('text = """\n```\n# x\n```\n"""'), markdown("# Only this"))
    assert [heading["title"] for heading in page["headings"]] == ["Only this"]


def test_title_and_authors_of_the_notebook(tmp_path: Path) -> None:
    _, properties = read(
        tmp_path, markdown("Words."), title="Salt", authors=[{"name": "Jorun Vey"}, {"name": "Ada Lie"}]
    )
    assert properties == {"title": "Salt", "authors": ["Jorun Vey", "Ada Lie"]}


def test_notebooks_of_version_three(tmp_path: Path) -> None:
    path = tmp_path / "old.ipynb"
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Depths"]},
        {"cell_type": "code", "input": ["depth"], "outputs": [{"output_type": "pyout", "text": ["17.25"]}]},
    ]
    path.write_text(json.dumps({"nbformat": 3, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]}))
    page, _ = read_notebook(path, "old.ipynb")
    assert page["text"] == "## Depths\n\n```\ndepth\n```\n\n```\n17.25\n```\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", UnreadableFileError),
        ("[1]", UnreadableFileError),
        ("3", UnreadableFileError),
        ('{"name": "Kestrel"}', UnreadableFileError),
        ('{"cells": 4}', UnreadableFileError),
        ("[" * 100_000, UnreadableFileError),
        ('{"cells": [], "metadata": {}}', NoTextError),
        ('{"cells": [{"cell_type": "code", "source": " ", "outputs": []}]}', NoTextError),
    ],
)
def test_what_is_no_notebook_says_so(tmp_path: Path, text: str, error: type[Exception]) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(text)
    with pytest.raises(error):
        read_notebook(path, "x.ipynb")
