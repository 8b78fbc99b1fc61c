"""Contracts and their amendments: what has changed since is told, whichever section of the amendment says it."""

from __future__ import annotations

from pathlib import Path

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

AGREEMENT = """# Service agreement SA-2021-08

Made on 20 October 2021 between Corvane (client) and Nordlys (provider).

## 3. Charges

3.1 The client shall pay Nordlys EUR 95 per hour for work on business days.

## 6. Service levels

6.1 Nordlys shall be on site within 48 hours of a call for a failed station.
"""
AMENDMENT = """# Amendment 2 to Service agreement SA-2021-08

Dated 5 February 2024. Parties: Corvane and Nordlys.

## A. Charges

In Article 3.1, "EUR 95" is replaced by "EUR 110", with effect from 1 March 2024.

## B. Service levels

In Article 6.1, "48 hours" is replaced by "36 hours".
"""


async def test_what_an_amendment_changes_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "agreement.md").write_text(AGREEMENT)
    (folder / "amendment.md").write_text(AMENDMENT)
    for number in range(8):
        text = f"# Letter {number}\n\nNordlys was on site {number + 2} times, and we pay for each visit within a month."
        (folder / f"letter-{number}.md").write_text(text)
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        charges = await sheaf.ask("What do we pay Nordlys per hour?")
        service = await sheaf.ask("Within how many hours must Nordlys be on site?")
    assert '"EUR 95" is replaced by "EUR 110"' in charges["answer"]
    assert '"48 hours" is replaced by "36 hours"' in service["answer"]
    for answer in (charges, service):
        assert "Changed by Amendment 2 to Service agreement SA-2021-08: " in answer["answer"]


LEASE = """# Lease agreement

Between Brackwater Holdings and Ferrand & Lowe. Dated {dated}.

## 1. Premises

1.1 The landlord lets the third floor of Quay House, of 612 square metres.

## 2. Term

2.1 The term is {term} years.

## 3. Rent

3.1 The annual rent is GBP {rent}.

## 4. Repair

4.1 The tenant keeps the premises in good repair.

## 5. Ending

5.1 {ending}
"""


async def test_all_that_changed_between_two_versions_is_told_wherever_it_stands(tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    older = LEASE.format(
        dated="3 March 2021", term="five", rent="148,000", ending="The tenant pays three months of rent."
    )
    newer = LEASE.format(dated="17 May 2023", term="ten", rent="163,500", ending="Nothing is paid at the end.")
    (folder / "lease v1.md").write_text(older)
    (folder / "lease v2 signed.md").write_text(newer)
    for number in range(8):
        (folder / f"letter-{number}.md").write_text(f"# Letter {number}\n\nThe tenant of room {number} asks for paint.")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        answer = await sheaf.ask("What changed between the two versions of the lease?")
    quotes = [" ".join(citation["quote"].split()) for citation in answer["citations"]]
    assert [quote.partition(" ")[0] for quote in quotes] == ["2.1", "2.1", "3.1", "3.1", "5.1", "5.1"]
    assert [quote.split()[-2] for quote in quotes[:2]] == ["five", "ten"]


async def test_who_signed_stands_at_the_end_of_the_contract_and_not_of_its_amendment(tmp_path: Path) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    parties = "between Corvane Foods Ltd and Hallow Inns plc"
    signed = "Signed for Corvane Foods Ltd: {}\n\nSigned for Hallow Inns plc: {}\n"
    clauses = "".join(
        f"## {number}. {title}\n\n{number}.1 The supplier and the customer agree on the {title.lower()} of this Master "
        "Supply Agreement in good faith.\n\n"
        for number, title in enumerate(("Supply", "Prices", "Liability", "Term", "Recall", "Notices", "Law"), start=1)
    )
    title = "Master Supply Agreement"
    last = f"## 8. Copies\n\nThere are two copies.\n\n{signed.format('Ida Tarn', 'Otto Beck')}"
    (folder / "agreement.md").write_text(f"# {title}\n\nThis {title} is made {parties}.\n\n{clauses}{last}")
    for number, names in enumerate((("Ida Tarn", "Ruth Penn"), ("Luc Tarn", "Otto Beck")), start=1):
        called = f"Amendment No. {number} to the {title}"
        text = (
            f"# {called}\n\nMade {parties}; amends the {title}.\n\n1. Clause 2 is deleted.\n\n{signed.format(*names)}"
        )
        (folder / f"amendment-{number}.md").write_text(text)
    for number in range(9):
        text = f"# Agreement {number}\n\nAn agreement {parties}, beside that on supply.\n\nSigned: the parties"
        (folder / f"other-{number}.md").write_text(text)
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        contract = await sheaf.ask("Who signed the Master Supply Agreement?")
        second = await sheaf.ask("Who signed the second amendment?")
    assert [each["quote"].partition(": ")[2] for each in contract["citations"]] == ["Ida Tarn", "Otto Beck"]
    assert [each["quote"].partition(": ")[2] for each in second["citations"]] == ["Luc Tarn", "Otto Beck"]


CONTRACT = """# Framework contract FC-7

## 3. Term

3.1 The contract ends on 30 April 2031.

## 5. Offers

5.2 The provider sends an offer within ten days after the request.

## 7. Payment

7.2 Invoices are paid within 30 days.

## 9. Reports

9.1 Reports are sent each quarter, on paper.
"""
CHANGES = {
    "Term": ("3.1", "30 April 2031", "30 April 2032"),
    "Offers": ("5.2", "ten days", "eight days"),
    "Payment": ("7.2", "30 days", "21 days"),
    "Reports": ("9.1", "on paper", "by mail"),
}


async def test_all_of_an_amendment_is_read_where_it_is_asked_what_changed(tmp_path: Path) -> None:
    sections = (
        f'## {letter}. {head}\n\nIn article {clause} "{old}" is replaced by "{new}".\n'
        for letter, (head, (clause, old, new)) in zip("ABCD", CHANGES.items(), strict=True)
    )
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "contract.md").write_text(CONTRACT)
    (folder / "amendment.md").write_text("\n".join(["# Amendment No 1 to framework contract FC-7\n", *sections]))
    for number in range(12):
        text = f"# Minutes {number}\n\nAmendment {number} to a motion changes the order of the points of this meeting."
        (folder / f"minutes-{number}.md").write_text(text)
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        told = (await sheaf.ask("What changes with amendment no 1 to the framework contract?"))["answer"]
    assert all(f'"{old}" is replaced by "{new}"' in told for _, old, new in CHANGES.values())
