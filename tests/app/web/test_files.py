"""What the page is made of: sent as it should be, to anyone, and readable in both colour schemes."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from app.chatting.asking import LONGEST_QUESTION
from app.samples import demo_questions, sample_paths
from app.settings import load_settings
from app.web import STATIC_FOLDER
from tests.app.service.conftest import empty, served

__all__ = ["empty"]

TEXT = 4.5
"""The least contrast of text (WCAG 2.2, AA)."""
PARTS = 3.0
"""The least contrast of what is no text, as the edges of fields and the ring around what has the focus."""


def colours() -> dict[str, tuple[str, str]]:
    """The light and the dark value of each colour."""
    text = (STATIC_FOLDER / "base.css").read_text(encoding="utf-8")
    return {
        name: (light, dark) for name, light, dark in re.findall(r"--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)", text)
    }


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.parametrize(
    ("front", "backs", "least"),
    [
        ("ink", ("paper", "surface", "sunken", "accent-soft", "warning-soft", "danger-soft", "mark-soft"), TEXT),
        ("soft", ("paper", "surface", "sunken", "accent-soft"), TEXT),
        ("accent", ("paper", "surface", "accent-soft"), TEXT),
        ("accent-ink", ("accent",), TEXT),
        ("mark-ink", ("mark",), TEXT),
        ("warning", ("paper", "surface", "warning-soft", "mark-soft"), TEXT),
        ("danger", ("paper", "surface", "danger-soft"), TEXT),
        ("danger-ink", ("danger",), TEXT),
        ("control", ("paper", "surface"), PARTS),
    ],
)
def test_colours_can_be_told_from_what_is_behind_them(front: str, backs: tuple[str, ...], least: float) -> None:
    known = colours()
    for back in backs:
        for scheme in (0, 1):
            found = contrast(known[front][scheme], known[back][scheme])
            assert found >= least, f"{front} on {back}, {('light', 'dark')[scheme]}: {found:.2f}"


def test_no_text_is_ever_read_as_html_and_nothing_comes_from_elsewhere() -> None:
    for path in STATIC_FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path
        )
        assert not re.search(r"""(src|href|from|import|url)\s*[=(]?\s*["']?(https?:)?//""", text), path
    index = (STATIC_FOLDER / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script>", index)
    named = set(re.findall(r'static/([\w.-]+)"', index))
    assert all((STATIC_FOLDER / name).is_file() for name in named)


async def test_anyone_may_have_the_page_and_it_is_asked_for_again_by_its_tag(tmp_path: Path) -> None:
    async with served(load_settings(home=tmp_path / "home", auth="keys")) as client:
        page = await client.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        script = await client.get("/static/main.js")
        assert "javascript" in script.headers["content-type"]
        assert script.headers["cache-control"] == "no-cache"
        again = await client.get("/static/main.js", headers={"If-None-Match": script.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await client.head("/")).status_code == 200
        for path in ("/static/none.js", "/static/..%2f__init__.py", "/static/", "/static/%00"):
            missing = await client.get(path)
            assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found"), path
        assert (await client.get("/samples")).status_code == 401


async def test_the_samples_go_the_way_of_every_upload(empty: httpx.AsyncClient) -> None:
    told = (await empty.get("/samples")).json()
    assert told["questions"] == [each["question"] for each in demo_questions()]
    reply = await empty.post("/samples")
    assert reply.status_code == 202
    upload = reply.json()
    assert (
        [file["file_name"] for file in upload["files"]] == told["file_names"] == [each.name for each in sample_paths()]
    )
    [collection] = (await empty.get("/collections")).json()["collections"]
    assert (collection["name"], collection["collection_id"]) == (told["collection"], upload["collection_id"])
    assert (await empty.get(f"/uploads/{upload['upload_id']}")).status_code == 200


def test_what_the_page_says_for_itself_is_what_the_service_and_its_own_parts_say() -> None:
    page = (STATIC_FOLDER / "index.html").read_text(encoding="utf-8")
    [longest] = re.findall(r'id="question"[^>]*\bmaxlength="(\d+)"', page)
    assert int(longest) == LONGEST_QUESTION
    # The one runs before any module is loaded, and so cannot take it from the other.
    first = re.findall(r'getItem\("([^"]+)"\)', (STATIC_FOLDER / "theme.js").read_text(encoding="utf-8"))
    assert first == re.findall(r'KEY = "([^"]+)"', (STATIC_FOLDER / "appearance.js").read_text(encoding="utf-8"))
