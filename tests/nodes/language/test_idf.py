from __future__ import annotations

import math

import pytest

from nodes.language.idf import idf_weights


def test_idf_is_that_of_bm25() -> None:
    weights = idf_weights(["rare", "common", "new"], 10, {"rare": 1, "common": 10})
    assert weights["rare"] == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert weights["common"] == pytest.approx(math.log(1 + 0.5 / 10.5))
    assert weights["new"] == pytest.approx(math.log(1 + 10.5 / 0.5))


def test_a_term_is_in_no_more_documents_than_there_are() -> None:
    assert idf_weights(["tide"], 2, {"tide": 5}) == idf_weights(["tide"], 2, {"tide": 2})
    assert idf_weights(["tide"], 0, {}) == {"tide": pytest.approx(math.log(2))}
