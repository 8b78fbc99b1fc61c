"""The pictures: in a folder, bounded; or beside the files on S3; and emptied of what was deleted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.filing.files import FileStore
from app.pages.cache import FolderCache, PageCache, page_cache
from nodes.domain.errors import UnavailableError
from tests.app.s3_server import BROKEN, S3Server, client


@pytest.fixture(params=["folder", "s3"])
def cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PageCache]:
    url = f"s3://{request.getfixturevalue('bucket')}/prefix" if request.param == "s3" else str(tmp_path / "files")
    files = FileStore(url)
    yield page_cache(files.remote, tmp_path / "pages")
    files.close()


def test_what_was_put_is_there_until_it_is_forgotten(cache: PageCache) -> None:
    assert cache.get("r1", "a") is None
    cache.put("r1", "a", b"picture")
    cache.put("r2", "a", b"other")
    assert cache.get("r1", "a") == b"picture"
    cache.forget(["r1", "r3"])
    assert cache.get("r1", "a") is None
    assert cache.get("r2", "a") == b"other"


def test_what_was_not_read_for_longest_goes_first(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path, most_bytes=1000)
    for number in range(8):
        cache.put("r", f"n{number}", b"x" * 120)
        os.utime(tmp_path / "r" / f"n{number}.png", ns=(number, number))
    assert cache.get("r", "n0") is not None
    cache.put("r", "n8", b"x" * 120)
    kept = {path.stem for path in tmp_path.glob("r/*.png")}
    assert sum(path.stat().st_size for path in tmp_path.glob("r/*.png")) <= 1000
    assert {"n0", "n8"} <= kept
    assert "n1" not in kept


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = FolderCache(tmp_path / "file")
    cache.put("r", "a", b"picture")
    assert cache.get("r", "a") is None


@pytest.mark.parametrize("name", ["../a", "", "a/b", "a.png"])
def test_names_that_lead_elsewhere_are_refused(cache: PageCache, name: str) -> None:
    with pytest.raises(ValueError, match="plain letters"):
        cache.get("r", name)
    with pytest.raises(ValueError, match="plain letters"):
        cache.forget([name])


def test_pictures_are_beside_the_files_for_every_service(bucket: str, tmp_path: Path, s3_server: S3Server) -> None:
    services = [FileStore(f"s3://{bucket}/prefix") for _ in range(2)]
    one, other = (page_cache(files.remote, tmp_path) for files in services)
    one.put("r1", "a", b"picture")
    assert other.get("r1", "a") == b"picture"
    keys = [each["Key"] for each in client(s3_server.url).list_objects_v2(Bucket=bucket)["Contents"]]
    assert keys == ["prefix/pages/r1/a.png"]
    other.forget(["r1"])
    assert one.get("r1", "a") is None
    for files in services:
        files.close()


def test_s3_that_fails_costs_time_but_what_is_deleted_is_not_forgotten_in_silence(
    bucket: str, tmp_path: Path, s3_server: S3Server
) -> None:
    files = FileStore(f"s3://{bucket}")
    cache = page_cache(files.remote, tmp_path)
    cache.put("r1", "a", b"picture")
    s3_server.fault = lambda request: BROKEN
    assert cache.get("r1", "a") is None
    cache.put("r1", "b", b"picture")
    with pytest.raises(UnavailableError):
        cache.forget(["r1"])
    files.close()
