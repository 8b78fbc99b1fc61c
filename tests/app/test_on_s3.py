"""The whole way of a document whose file is on S3: read, shown, deleted."""

from __future__ import annotations

from pathlib import Path

from app.readiness import Readiness
from app.samples import sample_paths
from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from tests.app.s3_server import S3Server, client

FILES = {"annual-report-2023.pdf", "supply-contract-2022.docx"}


def keys(url: str, bucket: str) -> list[str]:
    return [each["Key"] for each in client(url).list_objects_v2(Bucket=bucket).get("Contents", [])]


async def test_what_is_on_s3_is_read_shown_and_deleted(tmp_path: Path, bucket: str, s3_server: S3Server) -> None:
    settings = load_settings(home=tmp_path / "home", files_url=f"s3://{bucket}/sheaf")
    async with Sheaf(settings) as sheaf, Sheaf(settings) as other:
        report = await sheaf.ingest([IngestFile(path) for path in sample_paths() if path.name in FILES])
        assert [file["status"] for file in report.files] == ["ready", "ready"]
        assert len(keys(s3_server.url, bucket)) == 2
        assert (await Readiness(sheaf).states())["files"].ready

        deleted, kept = (file["document_id"] for file in report.files)
        for document_id in (deleted, kept):
            name, picture = await sheaf.pages.picture(LOCAL_OWNER, document_id, 1)
            s3_server.requests.clear()
            assert await other.pages.picture(LOCAL_OWNER, document_id, 1) == (name, picture)
            assert len(s3_server.requests) == 1, "another service takes the picture that was drawn"
        assert len([key for key in keys(s3_server.url, bucket) if key.startswith("sheaf/pages/")]) == 2

        await sheaf.delete(deleted)
        left = keys(s3_server.url, bucket)
        assert len(left) == 2
        record = await sheaf.catalogue.document(LOCAL_OWNER, kept)
        assert f"sheaf/{record.file_key}" in left
        assert any(f"/{record.live_revision_id}/" in key for key in left)
    assert not (tmp_path / "home" / "files").exists()
    assert not (tmp_path / "home" / "pages").exists()


async def test_s3_that_is_away_fails_the_file_with_the_reason(tmp_path: Path, bucket: str, s3_server: S3Server) -> None:
    settings = load_settings(home=tmp_path / "home", files_url="s3://never-made")
    async with Sheaf(settings) as sheaf:
        [path] = [path for path in sample_paths() if path.name == "annual-report-2023.pdf"]
        report = await sheaf.ingest([IngestFile(path)])
        assert report.files[0]["status"] == "failed"
        assert report.files[0]["error"]["code"] == "unavailable"
        assert "never-made" in report.files[0]["error"]["message"]
        state = (await Readiness(sheaf).states())["files"]
        assert not state.ready
        assert "never-made" in state.why
