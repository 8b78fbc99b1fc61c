"""A follow-up that names nothing is about the documents that the last answer cites, as long as they say anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

LEASES = {
    "Alder Street": ("Philippa Grenfold", "three months", "1,124"),
    "Quay Road": ("Anselm Torvik", "six weeks", "1,833"),
    "Mill Lane": ("Idris Vane", "ten days", "940"),
}
LEASE = """# Lease for {place}

Made on 3 January 2021. The tenant is {tenant}.

## 1. Notice

The notice period is {notice}.

## 2. Deposit

A deposit of EUR {deposit} is held by the landlord.
"""
RULES = "# House rules\n\nBicycles are kept in the yard. Dogs are kept on a lead."


@pytest.fixture
def files(tmp_path: Path) -> list[IngestFile]:
    folder = tmp_path / "leases"
    folder.mkdir()
    for place, (tenant, notice, deposit) in LEASES.items():
        text = LEASE.format(place=place, tenant=tenant, notice=notice, deposit=deposit)
        (folder / f"{place}.md").write_text(text, encoding="utf-8")
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    return [IngestFile(path) for path in sorted(folder.iterdir())]


async def test_what_names_nothing_is_about_what_was_spoken_of(tmp_path: Path, files: list[IngestFile]) -> None:
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest(files)
        for place, (tenant, notice, deposit) in LEASES.items():
            first = await sheaf.ask(f"Who is the tenant of {place}?")
            assert tenant in first["answer"]
            second = await sheaf.ask("And how long is the notice period?", session_id=first["session_id"])
            assert notice in second["answer"].split("[1]")[0]
            assert second["citations"][0]["file_name"] == f"{place}.md"
            third = await sheaf.ask("What is the deposit?", session_id=first["session_id"])
            assert deposit in third["answer"].split("[1]")[0]


async def test_another_subject_is_answered_from_where_it_stands(tmp_path: Path, files: list[IngestFile]) -> None:
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest(files)
        first = await sheaf.ask("Who is the tenant of Quay Road?")
        second = await sheaf.ask("Where are bicycles kept?", session_id=first["session_id"])
        assert "in the yard" in second["answer"]
        other = await sheaf.ask("What is the deposit for Mill Lane?", session_id=first["session_id"])
        assert "940" in other["answer"]


async def test_what_a_later_document_has_changed_is_told_all_the_same(tmp_path: Path, files: list[IngestFile]) -> None:
    amendment = tmp_path / "Amendment 1 to the lease for Alder Street.md"
    amendment.write_text(
        "# Amendment 1 to the Lease for Alder Street\n\nMade on 2 May 2025.\n\n"
        'In clause 1, "three months" is replaced by "five months".',
        encoding="utf-8",
    )
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([*files, IngestFile(amendment)])
        first = await sheaf.ask("Who is the tenant of Alder Street?")
        assert "Philippa Grenfold" in first["answer"]
        second = await sheaf.ask("And how long is the notice period?", session_id=first["session_id"])
        assert "three months" in second["answer"]
        assert "five months" in second["answer"]
