"""A comparison is answered for each side, wherever in its document that stands."""

from __future__ import annotations

from pathlib import Path

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

LEASE = """# Lease for {place}

Between the housing association and {tenant}.

## 1. Home

The home has two rooms and a balcony.

## 2. Visits

The landlord announces a visit {hours} hours before.

## 3. Deposit

Before moving in EUR {deposit} are handed over as a deposit.
"""


async def test_each_side_is_told_though_only_one_section_names_it(tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    homes = [("Alder Street", "Philippa Grenfold", 48, "1,124"), ("Quay Road", "Anselm Torvik", 72, "1,833")]
    for place, tenant, hours, deposit in homes:
        text = LEASE.format(place=place, tenant=tenant, hours=hours, deposit=deposit)
        (folder / f"{place}.md").write_text(text, encoding="utf-8")
    for number in range(8):
        text = f"# Letter {number}\n\nMs Grenfold and Mr Torvik asked {number + 3} times about the deposit."
        (folder / f"letter-{number}.md").write_text(text, encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        answer = await sheaf.ask(
            "What is the difference between Alder Street and Quay Road in how a visit is announced?"
        )
        assert {"48", "72"} <= set(answer["answer"].split())
        answer = await sheaf.ask("Is the deposit for Alder Street lower than that for Quay Road?")
        assert "EUR 1,124" in answer["answer"]
        assert "EUR 1,833" in answer["answer"]


OFFERS = {
    "scan_0031.txt": (
        "Holm Roofing, Mill Lane 3\n\nQuotation\n\nWe offer new tiles for the barn.\n\nThe work takes six weeks.\n\n"
        "Price: 48,400 euros without tax."
    ),
    "offer Vik.md": (
        "# Offer: the barn roof\n\n| Work | EUR |\n|---|---|\n| tiles | 31,600 |\n| gutters | 8,300 |\n"
        "| Total | 39,900 |\n\nWe need nine weeks."
    ),
    "mail.txt": (
        "Subject: our tender for the roof of the barn\n\nDear Ms Berg,\n\nour tender sum is 52,750 euros.\n\n"
        "It would be ready in five weeks."
    ),
}


async def test_all_offers_are_held_against_each_other_though_a_question_finds_few(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in OFFERS.items():
        (folder / name).write_text(text, encoding="utf-8")
    for number in range(12):
        text = f"# Minutes {number}\n\nThe roof of the barn was spoken of; the cheapest roofer is to be asked again."
        (folder / f"minutes-{number}.md").write_text(text, encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        lines = (await sheaf.ask("Which offer is the cheapest?"))["answer"].split("\n")
        assert [price in line for price, line in zip(("39,900", "48,400", "52,750"), lines, strict=True)] == [True] * 3
        lines = (await sheaf.ask("Who could do the barn quickest?"))["answer"].split("\n")
        assert [span in line for span, line in zip(("five", "six", "nine"), lines, strict=True)] == [True] * 3
