"""Questions in other words than the documents', and misspelt ones, from the file to the answer."""

from __future__ import annotations

from pathlib import Path

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

DOCUMENTS = {
    "guest-house.md": """# Rules of the guest house

A dog stays for 15 euros a night. Breakfast is served from 7 to 10. Guests depart by 11 in the morning. Smoking is
forbidden in all rooms.
""",
    "cycling-club.md": """# Cycling club

Members pay 60 euros each year. The club was established in 1987 by Marta Kolb.
""",
    "laptop-policy.md": """# Laptop policy

A broken laptop is repaired within five days. Employees purchase no software themselves. Files are deleted after 90
days.
The daily allowance is 58 euros.
""",
    "storm-report.md": """# Storm report

The storm destroyed 45 houses. Three people died. The road to the harbour was closed for a week.
""",
}
ANSWERED = {
    "What does it cost to bring a pet?": "15 euros",
    "How soon is a broken laptop fixed?": "five days",
    "May staff buy software?": "purchase no software",
    "When are files removed?": "90 days",
    "How many people were killed?": "Three people died",
    "Which street was shut?": "road to the harbour",
    "What is the dayly alowance?": "58 euros",
    "Who estabilshed the cyclng club?": "Marta Kolb",
}
REFUSED = ("What does a cat cost?", "Is there a swimming pool?", "When is lunch served on the beach?")


async def test_what_is_asked_in_other_words_is_found_and_what_is_not_there_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    async with Sheaf(load_settings(home=tmp_path / "home")) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sorted(folder.iterdir())])
        answers = {question: (await sheaf.ask(question))["answer"] for question in ANSWERED}
        refused = [(await sheaf.ask(question))["status"] for question in REFUSED]
    assert {question: said for question, said in answers.items() if ANSWERED[question] not in said} == {}
    assert refused == ["no_evidence"] * len(REFUSED)
