from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.chat import DocumentView, Period, Plan
from nodes.language.plans import rule_plan
from nodes.ranking.routing import (
    bearing,
    best_possible,
    content_score,
    document_words,
    facts_score,
    name_prefixes,
    name_score,
    period_score,
    question_runs,
    within_margin,
    word_worths,
    words_meant,
)


def view(file_name: str = "x.pdf", title: str = "", **metadata: Any) -> DocumentView:
    fields = {"document_id": file_name, "file_name": file_name, "title": title, "metadata": metadata}
    return cast("DocumentView", fields)


def routed(question: str, views: Sequence[DocumentView]) -> list[str]:
    """File names by score, best first; those that nothing speaks for are left out."""
    words = {each["file_name"]: document_words(each) for each in views}
    frequencies = Counter(word for found in words.values() for word in {w for of in found.values() for w in of})
    plan, worth = rule_plan(question), word_worths(question_runs(question), frequencies, len(views))
    scores = {
        each["file_name"]: name_score(words[each["file_name"]], worth) + facts_score(plan, each) for each in views
    }
    return [name for name in sorted(scores, key=lambda name: (-scores[name], name)) if scores[name] > 0]


def named(question: str, document: DocumentView, count: int = 100) -> float:
    return name_score(document_words(document), word_worths(question_runs(question), {}, count))


@pytest.mark.parametrize(
    ("question", "file_name"),
    [
        ("What was the revenue of Hask Marine in 2022?", "HASKMARINE_2022_10K.pdf"),
        ("What was the revenue of Hask Marine in 2022?", "hask-marine-10k-2022.pdf"),
        ("What was Hask Marine's revenue?", "HaskMarine.pdf"),
        ("what was the revenue of hask marine?", "HASKMARINE_2022_10K.pdf"),
        ("Did Hask & Sons pay a dividend?", "hasksons_2021.pdf"),
        ("Is Bösch's wind farm built?", "bosch.pdf"),
        ("Does Hask own ships?", "haskmarine_2022.pdf"),
    ],
)
def test_a_file_name_is_read_as_the_question_writes_it(question: str, file_name: str) -> None:
    others = [view("petrel_2022_10k.pdf"), view("skua-works.pdf")]
    assert routed(question, [view(file_name), *others])[0] == file_name
    assert named(question, view(file_name)) > 0


def test_words_are_read_as_one_where_a_file_name_joins_them() -> None:
    others = [view("haskell.pdf"), view("haskmarine.pdf"), view("hask.pdf")]
    assert routed("What did Hask Marine earn?", others[:2]) == ["haskmarine.pdf", "haskell.pdf"]
    assert named("What did Hask Marine earn?", others[1]) > named("What did Hask earn?", others[1])


def test_words_that_any_name_could_have_tell_nothing() -> None:
    assert document_words(view("Annual_Report_2022_Q4_final.pdf", "The Annual Report")) == {
        "file_name": (),
        "title": (),
        "organisation": (),
        "short_form": (),
    }
    assert named("What does the final annual report say?", view("annual-report-2022-final.pdf")) == 0


def test_a_meaningless_file_name_is_helped_by_title_and_organisation() -> None:
    titled = view("8fd32a.pdf", "Hask Marine Annual Report")
    owned = view("doc00017.pdf", "Form 10-K", organisations=["Hask Marine Inc", "Skua Bank"])
    question = "What was the revenue of Hask Marine?"
    assert named(question, titled) > 0
    assert named(question, owned) > 0
    assert named(question, owned) < named(question, view("hask-marine.pdf")), "a file name was chosen for it"
    assert named("What did Skua Bank lend?", owned) == 0, "other organisations are merely spoken of"


def test_an_organisation_is_meant_by_what_it_is_called_for_short() -> None:
    express = view("doc1.pdf", "Form 10-K", organisations=["American Express Company"])
    devices = view("doc2.pdf", "Form 10-K", organisations=["Advanced Micro Devices, Inc."])
    for question in ("Does AMEX pay dividends?", "Does Amex pay dividends?", "does amex pay dividends?"):
        assert named(question, express) > 0
        assert named(question, devices) == 0
    assert named("What did AMD spend on research?", devices) > 0
    # Nobody who writes a beginning of a short form means it, and a word in small letters is no name beside others.
    assert named("What did AMEE spend on research?", express) == 0
    assert named("What did Petrel say of the amex index?", express) == 0


def test_initials_of_a_title_are_meant_where_the_question_names_a_document_by_them() -> None:
    words = document_words(view("c1.pdf", "Share Purchase Agreement"))
    named_so = word_worths(question_runs("Which law governs the SPA?", ["SPA"]), {}, 10)
    not_so = word_worths(question_runs("where is the spa"), {}, 10)
    assert "=SPA" in words_meant(question_runs("Which law governs the SPA?", ["SPA"]))
    assert "SPA" not in name_prefixes(question_runs("Which law governs the SPA?", ["SPA"]))
    assert name_score(words, named_so) > 0
    assert name_score(words, not_so) == 0


def test_the_beginning_of_a_word_counts_for_names_only() -> None:
    document = view("haskmarine.pdf")
    whole, beginning = named("Does Haskmarine own ships?", document), named("Does Hask own ships?", document)
    assert whole > beginning > 0
    assert "hask" in name_prefixes(question_runs("Does Hask own ships?"))
    assert "own" not in name_prefixes(question_runs("Does Hask own ships?"))
    assert named("Does Petrel own marinas for a hask?", document) < beginning


def test_rare_words_tell_more_than_common_ones() -> None:
    words = {"file_name": ["hask"]}
    runs = {"hask": 1.0}
    scores = [name_score(words, word_worths(runs, {"hask": number}, 100)) for number in (1, 10, 100)]
    assert scores[0] > scores[1] > scores[2] > 0


def test_a_file_name_with_words_that_are_not_asked_for_fits_less() -> None:
    question = "What was the revenue of Hask Marine?"
    assert named(question, view("hask-marine.pdf")) > named(question, view("hask-marine-pension-scheme.pdf")) > 0


FILINGS = [
    view("HASK_2022_10K.pdf", "Hask", fiscal_periods=["2022", "2021"], document_type="10-K", dates=["2023-02-11"]),
    view("HASK_2021_10K.pdf", "Hask", fiscal_periods=["2021", "2020"], document_type="10-K", dates=["2022-02-12"]),
    view("HASK_2022Q2_10Q.pdf", "Hask", fiscal_periods=["2022Q2"], document_type="10-Q", dates=["2022-08-01"]),
    view("HASK_2022Q3_10Q.pdf", "Hask", fiscal_periods=["2022Q3"], document_type="10-Q", dates=["2022-11-01"]),
    view("HASK_8K.pdf", "Hask", document_type="8-K", dates=["2022-05-09"]),
    view("SKUA_2022_10K.pdf", "Skua", fiscal_periods=["2022"], document_type="10-K"),
]


@pytest.mark.parametrize(
    ("question", "file_name"),
    [
        ("What was the net income of Hask in Q2 2022?", "HASK_2022Q2_10Q.pdf"),
        ("What was the net income of Hask in the third quarter of 2022?", "HASK_2022Q3_10Q.pdf"),
        ("What did Hask announce on 9 May 2022?", "HASK_8K.pdf"),
        ("What does the 8-K of Hask say?", "HASK_8K.pdf"),
        ("What was the net income of Skua in FY2022?", "SKUA_2022_10K.pdf"),
    ],
)
def test_filings_of_one_company_are_told_apart(question: str, file_name: str) -> None:
    assert routed(question, FILINGS)[0] == file_name


@pytest.mark.parametrize(
    ("question", "file_name"),
    [
        ("What was the net income of Hask in FY2022?", "HASK_2022_10K.pdf"),
        ("What was the net income of Hask in FY2021?", "HASK_2021_10K.pdf"),
        ("How did the revenue of Hask change from FY2021 to FY2022?", "HASK_2022_10K.pdf"),
        ("What was the net income of Hask in FY2020?", "HASK_2021_10K.pdf"),
    ],
)
def test_annual_reports_of_one_company_are_told_apart(question: str, file_name: str) -> None:
    annual = [each for each in FILINGS if "Q" not in each["file_name"]]
    assert routed(question, annual)[0] == file_name


def test_a_question_that_names_nothing_means_no_document() -> None:
    assert routed("which laws govern flow around thin wings", FILINGS) == []
    assert routed("What is the weather?", []) == []


def asked(*periods: tuple[int, int | None]) -> list[Period]:
    return [{"year": year, "quarter": quarter} for year, quarter in periods]


def test_the_latest_asked_year_counts_most_and_those_beside_it_a_little() -> None:
    years = asked((2021, None), (2022, None))
    latest, another, after, far = (period_score(years, [year]) for year in ("2022", "2021", "2023", "2027"))
    assert latest > another > after > far == 0
    assert period_score(years, ["2020"]) > 0


def test_a_quarter_tells_filings_of_one_year_apart() -> None:
    right, annual, wrong = (period_score(asked((2023, 2)), [period]) for period in ("2023Q2", "2023", "2023Q1"))
    assert right > annual
    assert right > wrong


@pytest.mark.parametrize(("periods", "known"), [([], ["2022"]), (asked((2022, None)), []), (asked((2022, 1)), ["x"])])
def test_nothing_asked_or_nothing_known_is_neutral(periods: list[Period], known: list[str]) -> None:
    assert period_score(periods, known) == 0.0


def test_facts_add_up(make_plan: Callable[..., Plan]) -> None:
    document = view(fiscal_periods=["2022"], dates=["2022-05-09"], document_type="10-K")
    assert facts_score(make_plan(), document) == 0
    parts = {"periods": asked((2022, None)), "dates": ["2022-05-09"], "forms": ["10-K"]}
    single = [facts_score(make_plan(**{key: value}), document) for key, value in parts.items()]
    assert all(score > 0 for score in single)
    assert facts_score(make_plan(**parts), document) == pytest.approx(sum(single))


def test_a_document_that_says_the_names_often_is_likelier_meant() -> None:
    assert content_score([], []) == 0
    assert content_score([0, 0], [1, 1]) == 0
    assert content_score([9], [1.0]) > content_score([1], [1.0]) > content_score([1], [0.1]) > 0


def test_a_name_is_what_few_say_that_do_not_bear_it() -> None:
    assert bearing({"arithmetic": 1}, {"arithmet": 40}, 1_000) == 1 / 40
    assert bearing({"arithmetic": 1, "=acme": 3}, {"arithmet": 40, "acm": 4}, 1_000) == 3 / 4
    assert bearing({"generalmills": 2}, {"general": 80, "mill": 9}, 1_000) == 1.0, "no text writes the two words in one"
    assert bearing({}, {}, 1_000) == 0.0


def test_what_most_documents_speak_of_names_none_of_them() -> None:
    assert bearing({"tasks": 1}, {"task": 18}, 23) == 0.0, "they are all about tasks"
    assert bearing({"tasks": 1}, {"task": 18}, 400) == 1 / 18
    assert bearing({"boeing": 3}, {"boe": 4}, 4) == 3 / 4, "most of them bear it"
    assert bearing({"tasks": 1, "canvas": 1}, {"task": 18, "canva": 5}, 23) == 1 / 5


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_question_has_runs(question: str) -> None:
    runs = question_runs(question)
    assert all(0 < weight <= 1 and len(run) > 1 for run, weight in runs.items())
    assert set(name_prefixes(runs)) <= set(runs)
    assert runs == question_runs(question)


scores = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.floats(-2, 9), max_size=12)


@given(scores, st.floats(0.1, 5), st.integers(1, 5))
@settings(max_examples=60)
def test_all_near_the_best_go_on_in_order(scored: Mapping[str, float], margin: float, most: int) -> None:
    kept = within_margin(scored, margin, most)
    assert len(kept) <= most
    assert kept == sorted(kept, key=lambda each: (-scored[each], each))
    best = max(scored.values(), default=0)
    near = [each for each, score in scored.items() if score > best - margin]
    assert len(kept) == min(most, len(near))
    assert set(kept) <= set(near)


NAMES = st.lists(st.sampled_from(["hask", "haskmarine", "petrel", "skua", "works", "Annual"]), min_size=1, max_size=4)
ASKED = st.sampled_from(
    [
        "What was the revenue of Hask Marine in Q2 2022?",
        "Did Petrel Works file a 10-K on 3 May 2021?",
        "which works does skua have?",
    ]
)


@given(ASKED, NAMES, NAMES, NAMES, st.sampled_from(["2022Q2", "2021", "2020Q1", "x"]), st.integers(0, 1))
@settings(max_examples=200, deadline=None)
def test_no_document_comes_to_more_than_its_words_and_facts_allow(
    question: str, file_name: list[str], title: list[str], organisation: list[str], period: str, known: int
) -> None:
    document = view(
        f"{'_'.join(file_name)}.pdf",
        " ".join(title),
        organisations=[" ".join(organisation)],
        fiscal_periods=[period],
        dates=["2021-05-03"],
        document_type="10-K",
    )
    plan, runs = rule_plan(question), question_runs(question)
    words = document_words(document)
    worth = word_worths(runs, {"works": 900, "hask": 3}, 1_000)
    matched = sorted({word for found in words.values() for word in found if worth(word)})
    told, cut = matched[known:], [word for word in matched[:known] if word in runs]
    cut += [f"{word}*" for word in matched[:known] if word not in runs]
    [most] = best_possible({"r": told}, cut, worth, plan).values()
    assert name_score(words, worth) + facts_score(plan, document) <= most + 1e-9
