"""Level 1: which documents the question is about, as a score that later scores are added to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.domain.chat import Period

DENSE_WEIGHT = 0.3
FULL_TEXT_WEIGHT = 0.7
NAMED_BONUS = 1.0
YEAR_BONUS = 0.5
QUARTER_BONUS = 0.5


def period_score(asked: Sequence[Period], fiscal_periods: Sequence[str]) -> float:
    """How well a document's fiscal periods meet the asked ones, -0.25..1.

    The document's first period is what it is about: 0.5 for the latest asked year, 0.25 for another asked one,
    0.125 for the year after (reports restate the year before); half a point more for the asked quarter, a quarter
    less for another one. Without an asked period, or without the document's, 0.
    """
    if not asked or not fiscal_periods:
        return 0.0
    year_text, _, quarter_text = fiscal_periods[0].partition("Q")
    if not year_text.isdigit():
        return 0.0
    year = int(year_text)
    quarter = int(quarter_text) if quarter_text.isdigit() else None
    years = sorted({period["year"] for period in asked}, reverse=True)
    score = 0.0
    if year == years[0]:
        score = YEAR_BONUS
    elif year in years:
        score = YEAR_BONUS / 2
    elif year - 1 in years:
        score = YEAR_BONUS / 4
    quarters = {period["quarter"] for period in asked if period["year"] == year and period["quarter"] is not None}
    if quarters:
        score += QUARTER_BONUS if quarter in quarters else -QUARTER_BONUS / 2
    return score


def document_scores(
    dense: Mapping[str, float],
    full_text: Mapping[str, float],
    periods: Mapping[str, float],
    named: Sequence[str],
) -> dict[str, float]:
    """Scores of documents in 0..1, the best one 1: the three tiers summed, then divided by the maximum.

    Args:
        dense: cosine of question and summary, -1..1.
        full_text: BM25 over what the document is called and what it is about, unbounded.
        periods: `period_score` of each document.
        named: documents that the question names.

    Returns:
        Every document of any tier; 0 where the sum is not positive.
    """
    best_dense = max([*dense.values(), 0.0]) or 1.0
    best_text = max([*full_text.values(), 0.0]) or 1.0
    sums = {
        document_id: DENSE_WEIGHT * max(0.0, dense.get(document_id, 0.0)) / best_dense
        + FULL_TEXT_WEIGHT * full_text.get(document_id, 0.0) / best_text
        + periods.get(document_id, 0.0)
        + (NAMED_BONUS if document_id in named else 0.0)
        for document_id in {*dense, *full_text, *periods, *named}
    }
    best = max([*sums.values(), 0.0]) or 1.0
    return {document_id: max(0.0, score) / best for document_id, score in sums.items()}
