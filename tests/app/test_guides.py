"""The pages of options and settings are those that the models declare, and none is told without a meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.guides import GUIDES
from app.settings import field_of, known_keys, variable

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", GUIDES)
def test_a_page_is_what_is_declared(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == GUIDES[name](), "run: .venv/bin/python -m app.guides docs"


def test_every_setting_is_told_with_its_meaning() -> None:
    told = "".join((DOCS / name).read_text(encoding="utf-8") for name in GUIDES)
    assert [variable(key) for key in known_keys() if f"`{variable(key)}`" not in told] == []
    assert [variable(key) for key in known_keys() if not field_of(key).description] == []
