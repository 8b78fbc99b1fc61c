"""A file of rows does not fill all places: what tells more about the question stands behind its best passage."""

from __future__ import annotations

from nodes.ranking.long_tables import Place, beside_long_tables

ROWS: list[Place] = [("c", ("orders", number)) for number in range(8)]
NOTE: Place = ("c", ("notes", 0))
OTHER: Place = ("c", ("notes", 4))
FUSED = {**{place: 1.0 - 0.01 * number for number, place in enumerate(ROWS)}, NOTE: 0.3, OTHER: 0.2}
COSINES = {**dict.fromkeys(ROWS, 0.2), NOTE: 0.5, OTHER: 0.1}


def test_what_is_more_like_the_question_stands_behind_the_best_of_many_rows() -> None:
    told = beside_long_tables(FUSED, COSINES, {"orders"}, most=8)
    assert list(told).index(NOTE) <= 2
    assert told[NOTE] == 0.99
    assert list(told)[-1] == OTHER


def test_few_rows_and_other_documents_push_nothing_out() -> None:
    assert beside_long_tables(FUSED, COSINES, {"orders"}, most=20) == FUSED
    assert beside_long_tables(FUSED, COSINES, frozenset(), most=8) == FUSED
    assert beside_long_tables(FUSED, {}, {"orders"}, most=8) == FUSED
