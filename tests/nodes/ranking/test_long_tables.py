"""A file of rows does not fill all places: what tells more about the question stands behind its best passage."""

from __future__ import annotations

from collections.abc import Callable

from nodes.ranking.features import Block, term_keys
from nodes.ranking.long_tables import Place, beside_long_tables, days_first, telling_days
from nodes.ranking.merging import Ranked
from nodes.ranking.pool import Pool

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


def test_of_what_is_nearly_as_like_the_best_two_stand_there() -> None:
    nearly = {("c", ("letters", number)): 0.01 * number for number in range(1, 4)}
    cosines = {**dict.fromkeys(ROWS, 0.2), **{place: 0.16 + score for place, score in nearly.items()}}
    told = beside_long_tables({**FUSED, **nearly}, {**cosines, ROWS[0]: 0.21}, {"orders"}, most=8)
    assert {*list(told)[2:4]} == {("c", ("letters", 3)), ("c", ("letters", 2))}
    assert told[("c", ("letters", 1))] == 0.01
    found = {**FUSED, **nearly}
    assert beside_long_tables(found, {**cosines, ROWS[0]: 0.21}, {"orders"}, most=8, is_of_a_day=True) == found


def test_few_rows_and_other_documents_push_nothing_out() -> None:
    assert beside_long_tables(FUSED, COSINES, {"orders"}, most=20) == FUSED
    assert beside_long_tables(FUSED, COSINES, frozenset(), most=8) == FUSED
    assert beside_long_tables(FUSED, {}, {"orders"}, most=8) == FUSED


def test_rows_of_the_asked_day_take_the_places_of_other_rows_of_their_file_and_no_others() -> None:
    places = [("orders", 0), ("notes", 0), ("orders", 1), ("orders", 2)]
    ranked = [Ranked(*place, {"fused": 1 - 0.1 * number}) for number, place in enumerate(places)]
    found = days_first(ranked, {("orders", 2), ("notes", 0)}, {"orders"})
    assert [each.passage_id for each in found] == [("orders", 2), ("notes", 0), ("orders", 0), ("orders", 1)]
    assert [each.scores["fused"] for each in found] == [each.scores["fused"] for each in ranked]
    assert days_first(ranked, {("orders", 2)}, frozenset()) == ranked


def test_a_passage_tells_of_a_day_that_its_body_holds(
    make_block: Callable[..., Block], make_pool: Callable[..., Pool]
) -> None:
    pool = make_pool(make_block(["2025-06-07 oars", "2025-06-08 oars"]), "oars 2025-06-07")
    assert telling_days(pool, ["a", "b"], term_keys(["20250607"])) == {("a", 0)}
    assert telling_days(pool, ["a", "b"], term_keys([])) == frozenset()
