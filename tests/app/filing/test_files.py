from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.filing.files import FileStore, hash_file
from nodes.domain.errors import InvalidRequestError, NotFoundError, UnavailableError, UnreadableFileError


@pytest.fixture(params=["local", "s3", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FileStore]:
    if request.param == "local":
        yield FileStore(tmp_path / "files")
        return
    if request.param == "s3":
        remote = FileStore(f"s3://{request.getfixturevalue('bucket')}/some/prefix")
        yield remote
        remote.close()
        return
    memory = fsspec.filesystem("memory")
    yield FileStore("memory://files")
    if memory.exists("/files"):
        memory.rm("/files", recursive=True)


@pytest.fixture
def upload(tmp_path: Path) -> Path:
    path = tmp_path / "Q3 'report' ../x.pdf".replace("/", "_")
    path.write_bytes(b"content" * 300_000)
    return path


def put(store: FileStore, path: Path, owner: str = "ann", collection_id: str = "reports") -> str:
    return store.put_file(path, owner, collection_id, hash_file(path)[0])


def all_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_file_comes_back(store: FileStore, upload: Path) -> None:
    key = put(store, upload)

    assert store.exists(key)
    with store.open(key) as stored:
        assert stored.read() == upload.read_bytes()
    with store.local_copy(key) as path:
        assert path.read_bytes() == upload.read_bytes()


def test_the_same_content_is_kept_once(tmp_path: Path, upload: Path) -> None:
    store = FileStore(tmp_path / "files")
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(upload.read_bytes())

    assert put(store, upload) == put(store, copy)
    assert len(all_files(tmp_path / "files")) == 1


def test_owners_and_collections_are_apart(store: FileStore, upload: Path) -> None:
    keys = {put(store, upload, owner, collection) for owner in ("ann", "bob") for collection in ("a", "b")}
    assert len(keys) == 4

    store.delete(put_key("ann", "a", upload))

    assert [store.exists(key) for key in sorted(keys)].count(False) == 1
    assert not store.exists(put_key("ann", "a", upload))


def put_key(owner: str, collection_id: str, path: Path) -> str:
    parts = [hashlib.blake2b(part.encode(), digest_size=16).hexdigest() for part in (owner, collection_id)]
    content = hash_file(path)[0]
    return "/".join([*parts, content[:2], content])


def test_deleting(store: FileStore, upload: Path) -> None:
    key = put(store, upload)
    store.delete(key)
    store.delete(key)

    assert not store.exists(key)
    with pytest.raises(NotFoundError):
        store.open(key)
    with pytest.raises(NotFoundError), store.local_copy(key):
        pass


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_keys_hold_nothing_that_a_user_chose(owner: str, collection_id: str) -> None:
    path = Path(__file__)
    memory = FileStore("memory://keys")

    key = memory.put_file(path, owner, collection_id, hash_file(path)[0])

    assert set(key) <= set("0123456789abcdef/")
    memory.delete(key)


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "/etc/passwd", "a/b/c", "0" * 32 + "/../" + "0" * 32])
def test_a_key_that_is_none_is_refused(store: FileStore, key: str) -> None:
    for use in (store.exists, store.open, store.delete):
        with pytest.raises(InvalidRequestError):
            use(key)
    with pytest.raises(InvalidRequestError):
        store.put_file(Path(__file__), "ann", "reports", "../x")


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, upload: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore(tmp_path / "files")

    def full(_: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnavailableError):
        put(store, upload)

    assert all_files(tmp_path / "files") == []


def test_a_file_that_is_not_there_cannot_be_kept(store: FileStore, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        store.put_file(tmp_path / "nothing", "ann", "reports", "0" * 64)
    with pytest.raises(UnreadableFileError):
        hash_file(tmp_path / "nothing")
    with pytest.raises(UnreadableFileError):
        hash_file(tmp_path)


def test_a_store_that_cannot_be_written_says_so(tmp_path: Path, upload: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(UnavailableError):
        put(FileStore(tmp_path / "file"), upload)


def test_an_address_without_a_driver_says_so() -> None:
    with pytest.raises(UnavailableError, match="nosuch"):
        FileStore("nosuch://bucket")


@pytest.mark.parametrize("size", [0, 1, 1024 * 1024, 1024 * 1024 + 1])
def test_hashes_are_blake2b_of_the_whole_file(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)

    assert hash_file(path) == (hashlib.blake2b(b"x" * size, digest_size=32).hexdigest(), size)
