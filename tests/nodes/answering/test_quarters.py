"""Tables whose columns are quarters."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.answering.tables.table_rows import names_parts_of_years, quarters_in
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

REPORT = """Key figures
EUR million {head}
Turnover 41.2 39.8 37.5
Net result 3.1 2.9 2.6
"""


@pytest.fixture
def reports(make_source: MakeSource) -> list[Source]:
    heads = ("Q3 2021 Q2 2021 Q3 2020", "Q2 2021 Q1 2021 Q2 2020")
    second = REPORT.replace("41.2", "39.8").replace("39.8 39.8 37.5", "39.8 38.0 36.1")
    texts = (REPORT.format(head=heads[0]), second.format(head=heads[1]))
    return [
        make_source(place, f"Ommer Salt report {name}", text)
        for place, (name, text) in enumerate(zip(("Q3 2021", "Q2 2021"), texts, strict=True), start=1)
    ]


@pytest.mark.parametrize("head", ["Q3 2021 Q2 2021 Q3 2020", "3Q 2021 2Q 2021 3Q 2020", "H1 2021 H2 2020 H1 2020"])
def test_parts_of_years_head_the_columns_below_them(make_source: MakeSource, head: str) -> None:
    pieces = [piece for piece in evidence_of([make_source(1, "Report", REPORT.format(head=head))]) if piece.is_row]
    words = head.split()
    columns = tuple(" ".join(words[place : place + 2]) for place in range(0, 6, 2))
    assert [piece.header for piece in pieces if not piece.is_heading] == [columns] * 2
    assert [piece.label for piece in pieces if not piece.is_heading] == ["Turnover", "Net result"]


@pytest.mark.parametrize(
    ("line", "is_head"),
    [
        ("EUR million Q3 2024 Q2 2024 Q3 2023", True),
        ("H1 2024 H1 2023", True),
        ("Turnover Q3 2024 41.2", False),
        ("Begun 2019 2021", False),
        ("Q3 2024", False),
    ],
)
def test_lines_that_name_parts_of_years(line: str, *, is_head: bool) -> None:
    assert names_parts_of_years(line) == is_head


def test_quarters_with_their_years() -> None:
    assert quarters_in("Q3 2024, second quarter of 2023 and 2022") == {"2024Q3", "2023Q2"}


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What was the turnover of Ommer Salt in Q3 2021?", "Turnover (EUR million): 41.2 (Q3 2021)"),
        ("What was the turnover of Ommer Salt in the third quarter of 2020?", "Turnover (EUR million): 37.5 (Q3 2020)"),
        ("What was the turnover of Ommer Salt in Q1 2021?", "Turnover (EUR million): 38.0 (Q1 2021)"),
        (
            "What was the turnover of Ommer Salt in the second quarter of 2020?",
            "Turnover (EUR million): 36.1 (Q2 2020)",
        ),
        ("What was the turnover of Ommer Salt in 2020?", "Turnover (EUR million): 37.5 (Q3 2020)"),
    ],
)
def test_only_the_quarter_that_is_asked_for_is_shown(
    reports: list[Source], embed: Embed, question: str, line: str
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), reports, embed)
    told = next(each for each in answer.lines if "Turnover" in each)
    assert line in told
    assert told.count("(Q") == 1
    assert not any("EUR million Q" in each or "disagree" in each for each in answer.lines)


STATEMENTS = tuple(
    (
        f"Quarterly statement Q{number} 2025",
        f"Revenue was {revenue} million euros. For 2025 we now expect {year} million.",
    )
    for number, revenue, year in ((2, "5.6", 20), (1, "4.2", 19), (3, "4.9", 20))
)


@pytest.mark.parametrize(
    ("question", "revenue"),
    [
        ("What was the revenue in Q2 2025?", "5.6"),
        ("What was the revenue in the first quarter of 2025?", "4.2"),
        ("What was the revenue in Q4 2025?", ""),
    ],
)
def test_a_statement_is_of_the_quarter_in_its_title(
    make_source: MakeSource, embed: Embed, question: str, revenue: str
) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(STATEMENTS, start=1)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    quoted = [citation["quote"] for citation in draft.citations]
    assert quoted == ([f"Revenue was {revenue} million euros."] if revenue else [])
    assert revenue or "Q4 2025" in draft.answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How were sales in Norway compared with Q3 2023?", "Norway: 3.6 (Q3 2024), 2.5 (Q3 2023)"),
        ("What were sales in Norway in Q3 2023?", "Norway: 2.5 (Q3 2023)"),
    ],
)
def test_who_compares_with_one_time_is_told_the_other(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    table = "Sales | Q3 2024 | Q3 2023\nNorway | 3.6 | 2.5\n"
    assert told in answer(question, [make_source(1, "Sales review", table)], embed)
