"""What fails while it opens leaves nothing open."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.ingesting.uploads import Uploads
from app.settings import load_settings
from app.sheaf import Sheaf
from app.stores.stores import Stores
from nodes.domain.errors import UnavailableError


async def test_what_was_opened_before_something_cannot_be_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    for kind in (SqlCatalogue, Stores):
        close = kind.close

        async def noted(self: object, kind: type = kind, close: object = close) -> None:
            closed.append(kind.__name__)
            await close(self)  # type: ignore[operator]  # the method of the class

        monkeypatch.setattr(kind, "close", noted)
    with pytest.raises(UnavailableError, match="No driver"):
        async with Sheaf(load_settings(home=tmp_path, files_url="nosuchscheme://bucket/files")):
            pass
    assert closed == ["Stores", "SqlCatalogue"]


async def test_the_folder_for_uploads_goes_where_their_work_cannot_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings(home=tmp_path)

    async def fail(_: object) -> None:
        raise UnavailableError("The work queue cannot be used.")

    monkeypatch.setattr("app.ingesting.beside_service.IngestWorker.__aenter__", fail)
    async with Sheaf(settings) as sheaf:
        with pytest.raises(UnavailableError):
            async with Uploads(sheaf):
                pass
    assert list(settings.incoming_path.iterdir()) == []


async def test_what_is_asked_before_it_is_open_says_how_to_open_it(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="async with Sheaf"):
        await Sheaf(load_settings(home=tmp_path)).documents()
