"""The web page: HTML, CSS and JavaScript modules, sent as they stand here."""

from __future__ import annotations

from pathlib import Path

INDEX = "index.html"
STATIC_FOLDER = Path(__file__).parent / "static"
