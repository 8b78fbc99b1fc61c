"""What changed between two versions of a document."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.answering.several.versions import asks_what_changed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

RULES = (
    ("Rules of the Halm ferry, 2025", "Dogs travel free. A ticket costs 9 euros. The ferry leaves six times a day."),
    ("Rules of the Halm ferry, 2023", "Dogs travel free. A ticket costs 7 euros. The ferry leaves four times a day."),
    ("Menu of the Halm inn", "A soup costs 6 euros."),
)
CHANGED = ["A ticket costs 7", "A ticket costs 9", "leaves four times", "leaves six times"]


def _sources(make_source: MakeSource) -> list[Source]:
    return [make_source(number, title, text) for number, (title, text) in enumerate(RULES, start=1)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What changed in the rules of the Halm ferry?", CHANGED),
        ("What is different in the rules of the ferry of 2025?", CHANGED),
        ("How do the rules of the Halm ferry differ?", CHANGED),
        ("What has changed about the ticket of the Halm ferry?", CHANGED[:2]),
    ],
)
def test_what_two_versions_say_otherwise_stands_in_pairs_the_older_first(
    make_source: MakeSource, embed: Embed, question: str, told: list[str]
) -> None:
    said = answer(question, _sources(make_source), embed)
    places = [said.index(each) for each in told]
    assert "Dogs" not in said
    assert "soup" not in said
    assert said.count("ticket costs") + said.count("times a day") == len(told)
    assert "differ" in question or places == sorted(places), "a comparison is told by document"


LEASES = (
    ("Lease Mill Road v2 (signed).docx", "2.1 The term is ten years.", "9.1 No sum is payable at the end."),
    ("Lease Mill Road v1.docx", "2.1 The term is five years.", "9.1 The Tenant pays three months of rent at the end."),
)


def _leases(make_source: MakeSource) -> list[Source]:
    """Both have the one title, and clauses below headings."""
    sources: list[Source] = []
    for name, *clauses in LEASES:
        for text in clauses:
            source = make_source(len(sources) + 1, "LEASE AGREEMENT", text)
            source["file_name"] = source["document_id"] = name
            source["section_path"] = [f"{text[0]}. Clause"]
            sources.append(source)
    return sources


@pytest.mark.parametrize(
    "question", ["What changed between the two versions of the lease?", "What is different in the signed lease?"]
)
def test_versions_of_one_title_are_told_by_their_files_and_clauses_worded_anew_are_changes(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    said = answer(question, _leases(make_source), embed)
    assert all(text in said for _, *clauses in LEASES for text in clauses)
    assert said.index("five years") < said.index("ten years")
    said = answer("Is the term different in the signed lease?", _leases(make_source), embed)
    assert "five years" in said
    assert "No sum" not in said
    assert "do not mention" in answer("What changed in the budget?", _leases(make_source), embed)


def test_files_of_other_names_are_no_versions(make_source: MakeSource, embed: Embed) -> None:
    sources = _leases(make_source)
    for source in sources[2:]:
        source["file_name"] = "Lease Quay Street.docx"
    assert "five years" not in answer("What changed between the two versions of the lease?", sources, embed)


def test_documents_of_other_names_are_no_versions(make_source: MakeSource, embed: Embed) -> None:
    sources = _sources(make_source)[1:]
    assert "soup" not in answer("What changed in the rules of the Halm ferry?", sources, embed)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What has changed since 2023?", True),
        ("What are the main differences between the two leases?", True),
        ("Was hat sich im Vertrag geändert?", True),
        ("Is the rent different in the signed version?", True),
        ("Is a rental different from a lease?", False),
        ("When was the filter changed?", False),
        ("What is the new address?", False),
    ],
)
def test_questions_for_what_changed(question: str, asks: bool) -> None:
    assert asks_what_changed(question) is asks


def test_reports_with_a_number_behind_a_hyphen_are_told_in_pairs(make_source: MakeSource, embed: Embed) -> None:
    table = "| Step | Required | Measured |\n|---|---|---|\n| Flow | 20 l/min | {} |\n| Noise | 60 dB | 58 dB |"
    sources = [
        make_source(1, "Test report KR-007", table.format("18.4 l/min")),
        make_source(2, "Test report KR-011", table.format("21.0 l/min")),
    ]
    said = answer("What changed between KR-007 and KR-011?", sources, embed)
    assert 0 < said.index("18.4 l/min") < said.index("21.0 l/min")
    assert "Noise" not in said
