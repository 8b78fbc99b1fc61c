from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.citing.citations import cite, locate, remove_unknown, statements, support, verify_answer
from nodes.domain.chat import Hit, Source
from tests.nodes.answering.quoted import MakeSource

REPORT = "Revenue rose to 1,867 thousand euros in 2023.\nThe battery was delivered late. Members elected a new board."


@pytest.fixture
def report(make_source: MakeSource) -> Source:
    first = REPORT.index("The battery")
    spans = [{"page": 4, "start": 100, "end": 100 + first}, {"page": 5, "start": 0, "end": len(REPORT) - first}]
    return make_source(1, "Report", REPORT, pages=[4, 5], spans=spans, hits=["r1-00003", "r1-00004"])


def test_pages_are_those_of_the_quote_and_not_of_the_passage(report: Source) -> None:
    start = REPORT.index("The battery")
    citation = cite(report, start, start + 31, score=0.7, verified=True)
    assert citation["quote"] == "The battery was delivered late."
    assert citation["pages"] == [5]
    assert locate(report, 0, len(REPORT)) == report["spans"]
    assert locate(report, start - 1, start + 3) == [
        {"page": 4, "start": 100 + start - 1, "end": 100 + start},
        {"page": 5, "start": 0, "end": 3},
    ]


def test_a_summary_has_no_spans_and_keeps_the_pages_of_its_source(make_source: MakeSource) -> None:
    summary = make_source(1, "Report", "A summary.", spans=[{"page": 1, "start": 0, "end": 900}], pages=[1, 2])
    assert locate(summary, 0, 5) == []
    assert cite(summary, 0, 10, score=1, verified=True)["pages"] == [1, 2]


def test_the_chunk_is_the_one_that_holds_the_quote(report: Source, make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("r1-00003", spans=[report["spans"][0]]),
        make_hit("r1-00004", spans=[report["spans"][1]]),
    ]
    start = REPORT.index("Members")
    assert cite(report, start, len(REPORT), score=1, verified=True, hits=hits)["chunk_id"] == "r1-00004"
    assert cite(report, 0, 10, score=1, verified=True, hits=hits)["chunk_id"] == "r1-00003"


def test_markers_without_a_source_are_removed_and_ranges_spelled_out() -> None:
    assert remove_unknown("A [1][9]. B [2, 7]. C [1-3]. D [8].", {1, 2, 3}) == (
        "A [1]. B [2]. C [1][2][3]. D.",
        [9, 7, 8],
    )


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before() -> None:
    found = statements("Revenue rose. [1] Costs fell [2]. Nobody knows why.")
    assert [(one.text, one.cited) for one in found] == [("Revenue rose.", (1,)), ("Costs fell.", (2,))]


def test_support_finds_the_words_as_they_stand_across_line_breaks() -> None:
    found = support("In 2023 the battery was delivered late", "We waited. In 2023 the battery\nwas delivered late.")
    assert found.share == 1.0
    found = support("The report says “the battery was delivered late”", REPORT)
    assert REPORT[found.start : found.end] == "The battery was delivered late"


def test_a_sentence_of_a_model_is_held_against_its_source(report: Source) -> None:
    answer = "Revenue reached 1,867 thousand euros in 2023 [1]. The cooperative was sold to a bank in Zurich [1]."
    result = verify_answer(answer, [report], [])
    assert [citation["verified"] for citation in result.citations] == [True, False]
    assert result.citations[0]["quote"] == "Revenue rose to 1,867 thousand euros in 2023."
    assert result.citations[0]["pages"] == [4]
    assert result.unsupported == ["The cooperative was sold to a bank in Zurich."]
    assert result.answer == answer


def test_a_wrong_number_is_not_borne_out(report: Source) -> None:
    result = verify_answer("Revenue rose to 1,967 thousand euros in 2023 [1].", [report], [])
    assert [citation["verified"] for citation in result.citations] == [False]


@pytest.mark.parametrize(
    ("told", "content"),
    [
        ("The operating margin was 4.2 % in 2023.", "The operating margin was -4.2 % in 2023."),
        ("The annual fee is 100 USD for members.", "The annual fee is 100 EUR for members."),
        ("The budget is 5 million euros.", "The budget is 5 thousand euros."),
        ("Delivery takes 30 days after the order.", "Delivery takes 30 months after the order."),
        ("The tank holds twelve litres of oil.", "The tank holds fourteen litres of oil."),
    ],
)
def test_a_number_of_another_sign_scale_or_unit_is_not_borne_out(
    make_source: MakeSource, told: str, content: str
) -> None:
    assert not verify_answer(f"{told} [1]", [make_source(1, "Report", content)], []).citations[0]["verified"]
    assert verify_answer(f"{told} [1]", [make_source(1, "Report", told)], []).citations[0]["verified"]


def test_two_sources_may_bear_a_sentence_together(report: Source, make_source: MakeSource) -> None:
    other = make_source(2, "Minutes", "The board has seven members and met 11 times.")
    result = verify_answer("Revenue was 1,867 thousand euros and the board met 11 times [1][2].", [report, other], [])
    assert [citation["verified"] for citation in result.citations] == [True, True]


def test_the_quotes_of_the_extractive_answerer_are_kept(report: Source) -> None:
    draft = cite(report, 0, 45, score=0.9, verified=False)
    result = verify_answer("Report: revenue rose. [1]", [report], [draft])
    assert result.citations == [{**draft, "verified": True}]
    forged = {**draft, "quote": "Revenue fell."}
    assert not verify_answer("Revenue fell. [1]", [report], [forged]).citations[0]["verified"]  # type: ignore[list-item]  # a citation, changed


@given(
    answer=st.text(alphabet="ab. [123]-,", max_size=60), content=st.text(alphabet="ab .\n|12", min_size=1, max_size=60)
)
@settings(max_examples=80, deadline=None)
def test_every_quote_is_verbatim_and_every_marker_exists(make_source: MakeSource, answer: str, content: str) -> None:
    sources = [make_source(1, "A", content), make_source(2, "B", content[::-1])]
    result = verify_answer(answer, sources, [])
    for citation in result.citations:
        assert citation["quote"] in sources[citation["index"] - 1]["content"]
    assert remove_unknown(result.answer, {1, 2})[1] == []


@pytest.mark.parametrize(
    "content",
    ["In 2023 net revenue was 125 million euros.", "Net revenue was 12.5 million.", "Net revenue was 12,500."],
)
def test_a_number_is_not_the_beginning_of_another(make_source: MakeSource, content: str) -> None:
    result = verify_answer("Net revenue was 12.[1]", [make_source(1, "Report", content)], [])
    assert not result.citations[0]["verified"]
    assert result.unsupported == ["Net revenue was 12."]


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("The fee is 5 euros.", "fee is 5 euros"),
        ("net revenue was 12", "Net  revenue was 12"),
        ("it costs $5", "It costs $5"),
    ],
)
def test_words_that_stand_as_they_are_need_no_more(make_source: MakeSource, statement: str, quote: str) -> None:
    content = "The fee is 5 euros a day; it costs $5 elsewhere. Net  revenue was 12."
    found = support(statement, content)
    assert found.share == 1
    assert quote.casefold() in content[found.start : found.end].casefold()


def test_a_statement_is_held_against_more_than_what_it_quotes(make_source: MakeSource) -> None:
    source = make_source(1, "Audit", "An auditor wrote that the plan was sound enough to go on.")
    told = 'According to the auditor, "the plan was sound enough".[1]'
    made_up = 'The board fired Anna Berg for fraud, although "the plan was sound enough" had been said.[1]'
    assert verify_answer(told, [source], []).citations[0]["verified"]
    forged = verify_answer(made_up, [source], [])
    assert not forged.citations[0]["verified"]
    assert forged.citations[0]["quote"] == "the plan was sound enough"
    assert len(forged.unsupported) == 1


@pytest.mark.parametrize(
    ("told", "content", "verified"),
    [
        ("The lease does not allow bonfires.", "The lease does allow bonfires.", False),
        ("The lease allows bonfires.", "Under the lease, no bonfires are allowed.", False),
        ("Bonfires are not allowed.", "Bonfires are forbidden.", True),
        ("The loft has no cellar.", "The loft lacks a cellar.", True),
        ("The yield rose by 12 percent in 2031.", "The yield fell by 12 percent in 2031.", False),
        ("The yield rose in 2031.", "The yield increased in 2031, but not as much as planned.", True),
        ("The toll is not more than 5 euros.", "The toll is 5 euros at most.", True),
        ("The toll is more than 5 euros.", "The toll is less than 5 euros.", False),
        ("Ada Holm earns 5,000 euros.", "Otto Kern earns 5,000 euros. Ada Holm earns nothing.", False),
        ("Ada Holm earns 5,000 euros.", "Ada Holm is a clerk. She earns 5,000 euros.", True),
    ],
)
def test_the_opposite_is_not_borne_out(make_source: MakeSource, told: str, content: str, *, verified: bool) -> None:
    result = verify_answer(f"{told} [1]", [make_source(1, "Report", content)], [])
    assert result.citations[0]["verified"] is verified
    assert (not result.unsupported) is verified
