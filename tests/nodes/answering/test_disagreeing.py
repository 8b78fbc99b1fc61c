"""What disagrees, what changes something, and what only looks so."""

from __future__ import annotations

import pytest

from nodes.answering.disagreeing.conflicts import contradicts
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource, answer


def test_numbers_of_clauses_do_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Terms 2025", "3.2 Telephones outside the home are not insured."),
        make_source(2, "Terms 2024", "4.1 Telephones outside the home are not insured."),
    ]
    assert "disagree" not in answer("Are telephones insured outside the home?", sources, embed)


def test_of_a_list_of_changes_the_item_is_quoted_that_changes_it(make_source: MakeSource, embed: Embed) -> None:
    changes = (
        "1. Clause 4 is amended: the agreement runs until 2028.\n"
        "2. In clause 6 the amount of GBP 500,000 is replaced by GBP 750,000.\n"
        "3. A new clause 3.5 is added."
    )
    sources = [
        make_source(1, "Agreement", "6 Each party has a liability of up to GBP 500,000.", document_id="a"),
        make_source(2, "Amendment to the Agreement", changes, document_id="b"),
    ]
    told = answer("How high is the liability under the agreement?", sources, embed, dates={"a": "2025", "b": "2026"})
    assert told.split("\n")[-1].endswith("2. In clause 6 the amount of GBP 500,000 is replaced by GBP 750,000. [2]")
    assert "2028" not in told


def test_what_has_increased_changes_nothing_that_was_said(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Bats 2016", "Pipistrellus made 30 passes at unlit hedgerows.", document_id="a"),
        make_source(2, "Bats 2024", "Passes of Pipistrellus increased by 21 % at lit hedgerows.", document_id="b"),
    ]
    question = "How many passes did Pipistrellus make at hedgerows?"
    assert "Changed" not in answer(question, sources, embed, dates={"a": "2016", "b": "2024"})


@pytest.mark.parametrize(
    ("titles", "path", "disagree"),
    [
        (("Catalogue", "Manual of the Veloce 300"), ["Lighthouse lens"], False),
        (("The lighthouse lens", "Guide to the lighthouse lens"), [], True),
    ],
)
def test_what_is_said_of_other_things_does_not_disagree(
    make_source: MakeSource, embed: Embed, titles: tuple[str, str], path: list[str], disagree: bool
) -> None:
    sources = [
        make_source(1, titles[0], "Weight 410 kg. It is of glass.", section_path=path),
        make_source(2, titles[1], "Weight 4.8 kg. It needs 25 seconds to heat up."),
    ]
    told = answer("How much does the lighthouse lens weigh?", sources, embed)
    assert told.startswith("Sources disagree:") is disagree
    assert "410 kg" in told


@pytest.mark.parametrize(
    ("titles", "other", "disagree"),
    [
        (("Minutes of 3 March 2030", "Minutes of 9 April 2030"), "The barge is serviced by Bolt Ltd.", True),
        (("Minutes of 3 March 2030", "Minutes of 9 April 2030"), "The barge is serviced by the owner.", False),
        (("Minutes of 3 March 2030", "Minutes of 9 April 2030"), "The crane is serviced by Bolt Ltd.", False),
        (("The barge at Orm", "The barge at Ulm"), "The barge is serviced by Bolt Ltd.", False),
    ],
)
def test_of_two_dated_documents_one_name_for_another_disagrees(
    make_source: MakeSource, embed: Embed, titles: tuple[str, str], other: str, disagree: bool
) -> None:
    texts = ("The barge is serviced by Arn & Sons.", other)
    sources = [make_source(n + 1, titles[n], texts[n], document_id=f"d{n}") for n in range(2)]
    assert ("disagree" in answer("Who services the barge?", sources, embed)) == disagree


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        ("100 EUR", "100 USD", True),
        ("-4.2 %", "4.2 %", True),
        ("940,000 euros", "−940,000 euros", True),
        ("1.5 million euros", "1.5 thousand euros", True),
        ("30 days", "30 weeks", True),
        ("24 months", "2 years", False),
        ("two weeks", "14 days", False),
        ("5 million euros", "5,000,000 euros", False),
        ("12 500 EUR", "12,500 EUR", False),
        ("12.5 %", "12,5 %", False),
    ],
)
def test_amounts_disagree_by_sign_scale_and_unit_and_not_by_how_they_are_written(
    make_source: MakeSource, embed: Embed, one: str, other: str, disagree: bool
) -> None:
    said = "The agreed measure of the Kestrel works at Orm is {}."
    sources = [
        make_source(1, "Report of the Kestrel works", said.format(one), document_id="d1"),
        make_source(2, "Minutes of the Kestrel works", said.format(other), document_id="d2"),
    ]
    pieces = evidence_of(sources)
    weights = dict.fromkeys(analyse("agreed measure of the Kestrel works"), 1.0)
    assert contradicts(pieces[0], pieces[1], sources, weights, frozenset()) is disagree


@pytest.mark.parametrize(
    ("question", "titles", "texts", "disagree"),
    [
        (
            "What was the turnover of Orlin?",
            ("Orlin: statement of the first quarter of 2024", "Orlin: statement of the second quarter of 2024"),
            ("The turnover was 26.4 million euros.", "The turnover was 30.9 million euros."),
            False,
        ),
        (
            "What was the turnover of Orlin?",
            ("Orlin: statement of the first quarter of 2024", "Orlin: letter on the first quarter of 2024"),
            ("The turnover was 26.4 million euros.", "The turnover was 30.9 million euros."),
            True,
        ),
        (
            "What is the fine for a breach?",
            ("Confidentiality agreement Corvane and Talbrook", "Confidentiality agreement Corvane and Ostermann"),
            ("The fine for a breach is 50,000 euros.", "The fine for a breach is 15,000 euros."),
            False,
        ),
        (
            "What is the fine for a breach?",
            ("Confidentiality agreement Corvane and Talbrook", "Letter from Corvane to Talbrook"),
            ("The fine for a breach is 50,000 euros.", "The fine for a breach is 15,000 euros."),
            True,
        ),
        (
            "What is the fee for a boat in each of the documents?",
            ("Harbour rules", "Notice at the quay"),
            ("The fee for a boat is 12 euros.", "The fee for a boat is 15 euros."),
            False,
        ),
        (
            "How many cells were tested?",
            ("Cells at room temperature", "Cells in the heat"),
            ("We tested 32 cells.", "We tested 48 cells."),
            False,
        ),
        (
            "How many guests did Orlin count?",
            ("Orlin: a report", "Orlin: a letter"),
            ("In the summer we counted 32 guests.", "In the summer we counted 48 guests."),
            True,
        ),
    ],
)
def test_values_of_different_quarters_contracts_and_trials_do_not_disagree(
    make_source: MakeSource,
    embed: Embed,
    question: str,
    titles: tuple[str, str],
    texts: tuple[str, str],
    disagree: bool,
) -> None:
    told = answer(question, [make_source(n + 1, titles[n], texts[n]) for n in range(2)], embed)
    assert told.startswith("Sources disagree:") is disagree
    assert all(text in told for text in texts)


def test_of_one_quarter_no_other_is_quoted(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            3, "Orlin: statement Q3 2024", "The guidance for 2024 is lowered to a turnover of 150 million euros."
        ),
        make_source(
            2, "Orlin: statement Q2 2024", "| Item | Q2 2024 |\n|---|---|\n| Turnover | 131.2 |\n| Staff | 80 |"
        ),
    ]
    assert "131.2" not in answer("What happened to the guidance of Orlin in Q3 2024?", sources, embed)


def test_what_a_value_was_before_disagrees_with_nobody(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Orlin 2023", "The profit of 2022 was restated from 31.2 to 30.8 million euros due to leases."),
        make_source(2, "Orlin 2022", "| Item | 2022 |\n|---|---|\n| Profit | 31.2 |\n| Turnover | 482.6 |"),
    ]
    assert "disagree" not in answer("Why was the profit of 2022 restated?", sources, embed)


def test_the_day_on_which_a_year_ends_is_no_other_value(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Orlin 2022", "| Item | 2022 |\n|---|---|\n| Effective tax rate | 22.9% |\n| Turnover | 482.6 |"
        ),
        make_source(2, "Orlin 2022, notes", "The effective tax rate of the year ended December 31, 2022 is explained."),
    ]
    assert "disagree" not in answer("What was the effective tax rate in 2022?", sources, embed)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which dishes can be frozen?", [True, True, False]),
        ("How long can the soup be frozen?", [True, False, False]),
    ],
)
def test_each_document_that_says_so_is_quoted_where_several_are_asked_for(
    make_source: MakeSource, embed: Embed, question: str, told: list[bool]
) -> None:
    texts = ("The soup can be frozen for 3 months.", "The bread can be frozen for 2 months.", "It cannot be frozen.")
    titles = ("Lentil soup", "Flatbread", "Walnut cake")
    found = answer(question, [make_source(n + 1, titles[n], texts[n]) for n in range(3)], embed)
    assert [text in found for text in texts] == told
    assert "disagree" not in found


def test_the_rows_of_somebody_are_quoted_from_each_document(make_source: MakeSource, embed: Embed) -> None:
    table = "| Action | Owner |\n|---|---|\n| {} | Viktor Sand |\n| Lower the limit | Aiko Bern |"
    sources = [make_source(n, f"Report {n}", table.format(f"Renew lock {n}")) for n in (1, 2, 3)]
    found = answer("Which actions does Viktor Sand own?", sources, embed)
    assert all(f"Renew lock {n}" in found for n in (1, 2, 3))


def test_each_contract_is_quoted_where_each_is_asked_for(make_source: MakeSource, embed: Embed) -> None:
    texts = ("The duty of secrecy lasts for two years.", "The duty of secrecy lasts for five years.")
    titles = ("Agreement of Corvane and Ostermann", "Agreement of Corvane and Talbrook")
    sources = [make_source(n + 1, titles[n], texts[n]) for n in range(2)]
    found = answer("How long does secrecy last under the two agreements?", sources, embed)
    assert all(text in found for text in texts)


@pytest.mark.parametrize(
    ("question", "both"), [("Which fields are needed?", True), ("Which two fields are needed?", False)]
)
def test_of_so_many_things_there_is_one_list(make_source: MakeSource, embed: Embed, question: str, both: bool) -> None:
    texts = ("The fields type and text are needed.", "The fields type and index are needed.")
    found = answer(question, [make_source(n + 1, f"Message {n}", texts[n]) for n in range(2)], embed)
    assert (texts[0] in found and texts[1] in found) is both


CONTRACTS = (
    (
        "Cleaning contract of Halm School, 1 February 2023",
        "The contract runs until 31 January 2025. Notice is three months.",
    ),
    (
        "Cleaning contract of Halm School, 1 February 2025",
        "The contract runs until 31 January 2028. Notice is six months.",
    ),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How long is the notice?", ["six months", "three months"]),
        ("Until when does the contract run?", ["2028", "2025"]),
    ],
)
def test_a_contract_and_the_next_one_are_both_told_the_newest_first(
    make_source: MakeSource, embed: Embed, question: str, told: list[str]
) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(CONTRACTS, start=1)]
    lines = answer(question, sources, embed).split("\n")
    assert lines[0] == "From different years, the newest first:"
    assert all(value in line for value, line in zip(told, lines[1:], strict=True))


def test_of_the_year_that_is_asked_for_one_contract_is_told(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(CONTRACTS, start=1)]
    assert "six months" not in answer("How long was the notice in 2023?", sources, embed)
