"""Files on S3: what goes wrong there, and what others do at the same time."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fsspec.config
import pytest

from app.filing import remote_files
from app.filing.files import FileStore, hash_file
from app.filing.remote_files import RemoteFiles, is_remote
from nodes.domain.errors import NotFoundError, UnavailableError
from tests.app.s3_server import BROKEN, Environment, Reply, S3Server, client

MEBIBYTE = 1024 * 1024


@pytest.fixture
def files(bucket: str) -> Iterator[RemoteFiles]:
    remote = RemoteFiles(f"s3://{bucket}/prefix")
    yield remote
    remote.close()


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large"
    path.write_bytes(os.urandom(MEBIBYTE) * 50)
    return path


def test_a_large_file_travels_in_parts_and_comes_back(
    files: RemoteFiles, large: Path, tmp_path: Path, s3_server: S3Server
) -> None:
    files.upload(large, "a/large")
    files.download("a/large", tmp_path / "back")

    assert hash_file(tmp_path / "back") == hash_file(large)
    parts = [length for method, path, length in s3_server.requests if method == "PUT" and "partNumber" in path]
    assert len(parts) == 7
    assert max(parts) < 9 * MEBIBYTE
    ranges = [path for method, path, _ in s3_server.requests if method == "GET" and "large" in path]
    assert len(ranges) > 7


def test_an_upload_that_fails_leaves_neither_a_file_nor_its_parts(
    files: RemoteFiles, large: Path, bucket: str, s3_server: S3Server
) -> None:
    s3_server.fault = lambda request: BROKEN if "partNumber=4" in request["QUERY_STRING"] else None
    with pytest.raises(UnavailableError):
        files.upload(large, "a/large")

    s3 = client(s3_server.url)
    assert not files.exists("a/large")
    assert "Contents" not in s3.list_objects_v2(Bucket=bucket)
    assert "Uploads" not in s3.list_multipart_uploads(Bucket=bucket)


def test_what_fails_once_is_tried_again(files: RemoteFiles, s3_server: S3Server) -> None:
    failures = iter([BROKEN])
    s3_server.fault = lambda request: next(failures, None)
    files.write("a", b"content")
    assert files.read("a") == b"content"


def test_what_another_process_writes_and_deletes_is_seen_at_once(
    files: RemoteFiles, bucket: str, s3_server: S3Server
) -> None:
    other = client(s3_server.url)
    assert not files.exists("a/b")
    other.put_object(Bucket=bucket, Key="prefix/a/b", Body=b"theirs")
    assert files.exists("a/b")
    other.put_object(Bucket=bucket, Key="prefix/a/c", Body=b"theirs")
    files.remove_folder("a")
    assert "Contents" not in other.list_objects_v2(Bucket=bucket)
    assert not files.exists("a/c")


def test_a_missing_bucket_is_no_missing_file(s3_server: S3Server, bucket: str, tmp_path: Path) -> None:
    files = RemoteFiles("s3://never-made/prefix")
    (tmp_path / "file").write_bytes(b"content")
    for use in (
        files.check,
        lambda: files.exists("a"),
        lambda: files.read("a"),
        lambda: files.write("a", b""),
        lambda: files.remove("a"),
        lambda: files.upload(tmp_path / "file", "a"),
        lambda: files.download("a", tmp_path / "back"),
    ):
        with pytest.raises(UnavailableError, match="no bucket never-made"):
            use()
    files.close()


def test_a_file_that_is_not_there_says_so(files: RemoteFiles, tmp_path: Path) -> None:
    files.check()
    with pytest.raises(NotFoundError):
        files.read("a")
    with pytest.raises(NotFoundError):
        files.download("a", tmp_path / "back")
    files.remove("a")
    files.remove_folder("a")


def refuse(request: Environment) -> Reply:
    """As S3 does: a reply to HEAD has no body that could say why."""
    is_head = request["REQUEST_METHOD"] == "HEAD"
    return "403 Forbidden", b"" if is_head else b"<Error><Code>InvalidAccessKeyId</Code></Error>"


def test_credentials_that_are_refused_are_named(files: RemoteFiles, s3_server: S3Server) -> None:
    s3_server.fault = refuse
    for use in (files.check, lambda: files.exists("a"), lambda: files.write("a", b""), lambda: files.remove("a")):
        with pytest.raises(UnavailableError, match="access is refused") as caught:
            use()
        assert "AWS_ACCESS_KEY_ID" in caught.value.hint


def test_no_credentials_at_all(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    files = RemoteFiles(f"s3://{bucket}")
    with pytest.raises(UnavailableError) as caught:
        files.check()
    assert "AWS_ACCESS_KEY_ID" in caught.value.hint
    files.close()


def test_a_server_that_is_away_is_unavailable(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
    files = RemoteFiles(f"s3://{bucket}")
    for use in (files.check, lambda: files.exists("a"), lambda: files.write("a", b"")):
        with pytest.raises(UnavailableError) as caught:
            use()
        assert "SHEAF_FILES_URL" in caught.value.hint
    files.close()


def test_a_server_that_hangs_is_given_up_on(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = {"read_timeout": 0.5, "retries": {"total_max_attempts": 1}}
    monkeypatch.setitem(remote_files._S3_OPTIONS, "config_kwargs", impatient)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        files = RemoteFiles(f"s3://{bucket}")
        with pytest.raises(UnavailableError):
            files.check()
        files.close()


def test_only_one_question_waits_for_a_server_that_hangs(files: RemoteFiles, s3_server: S3Server) -> None:
    asked, answer = threading.Event(), threading.Event()

    def hang(request: Environment) -> None:
        asked.set()
        answer.wait(10)

    s3_server.fault = hang
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(files.check)
        assert asked.wait(10)
        with pytest.raises(UnavailableError, match="not answered yet"):
            files.check()
        answer.set()
        first.result()


def test_the_endpoint_may_be_given_to_fsspec(bucket: str, s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    monkeypatch.setitem(fsspec.config.conf, "s3", {"endpoint_url": s3_server.url})
    files = RemoteFiles(f"s3://{bucket}")
    files.check()
    files.close()


def test_what_s3_refuses_to_delete_is_not_called_deleted(files: RemoteFiles, s3_server: S3Server) -> None:
    refused = b"<DeleteResult><Error><Key>prefix/a/b</Key><Code>AccessDenied</Code></Error></DeleteResult>"
    s3_server.fault = lambda request: ("200 OK", refused) if request["REQUEST_METHOD"] == "POST" else None
    files.write("a/b", b"content")
    with pytest.raises(UnavailableError, match="1 could not be deleted"):
        files.remove_folder("a")


def test_threads_share_one_connection_pool(files: RemoteFiles) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: files.write(f"a/{number}", str(number).encode()), range(40)))
        assert list(threads.map(lambda number: files.read(f"a/{number}"), range(40))) == [
            str(number).encode() for number in range(40)
        ]


def test_what_was_closed_opens_again(files: RemoteFiles) -> None:
    files.write("a", b"content")
    files.close()
    files.close()
    assert files.read("a") == b"content"


def test_without_the_driver_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    monkeypatch.delitem(sys.modules["fsspec.registry"]._registry, "s3", raising=False)
    with pytest.raises(UnavailableError) as caught:
        FileStore("s3://bucket")
    assert "sheaf[s3]" in caught.value.hint


@pytest.mark.parametrize(
    ("url", "remote"), [("/data/files", False), ("file:///data", False), ("files", False), ("s3://b", True)]
)
def test_which_addresses_are_remote(url: str, remote: bool) -> None:
    assert is_remote(url) is remote
