from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.redundancy import COMPARED_ABOVE, Passage, jaccard, near_duplicates, redundancy_penalties

CLAUSE = (
    "The supplier shall deliver the turbines to the harbour of the island before the end of the summer and shall pay "
    "for the transport of every damaged turbine back to the works where it was made so that it can be repaired there "
    "without any further cost to the cooperative or to its members on the island"
)


def repeats(*texts: str) -> dict[str, str]:
    return near_duplicates([Passage(str(number), text) for number, text in enumerate(texts)])


def test_case_line_breaks_and_hyphenation_do_not_make_a_new_text() -> None:
    broken = CLAUSE.replace("turbines", "tur-\nbines").upper()
    assert repeats(CLAUSE, "Something else.", broken) == {"2": "0"}


def test_one_common_word_among_many_does_not_make_a_new_text() -> None:
    assert repeats(CLAUSE, CLAUSE.replace("delivers", "brings") + " repeatedly") == {"1": "0"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("shall pay", "shall not pay"),
        ("The supplier", "Okafor"),
        ("before the end", "before 30 September at the end"),
    ],
)
def test_a_negation_a_name_or_a_number_makes_a_new_text(old: str, new: str) -> None:
    assert repeats(CLAUSE, CLAUSE.replace(old, new)) == {}


def test_numbers_alone_tell_rows_apart() -> None:
    assert repeats("Revenue 2022 was 1.200 thousand", "Revenue 2022 was 1,200 thousand") == {}
    assert repeats("Revenue 12 1.5", "Revenue 1 21.5") == {}
    assert repeats("Revenue was 5 in 2022", "revenue was 5 in 2022!") == {"1": "0"}


def test_a_third_copy_names_the_first() -> None:
    assert repeats(CLAUSE, CLAUSE + ".", CLAUSE.lower()) == {"1": "0", "2": "0"}


def test_chinese_copies_are_found_and_chinese_versions_kept() -> None:
    text = "合作社在港口安装了三台潮汐涡轮机。"
    assert repeats(text, text.replace("。", "")) == {"1": "0"}
    assert repeats(text, text.replace("三", "五")) == {}


@given(st.lists(st.text("ab 1.", max_size=12), max_size=12))
@settings(max_examples=60)
def test_equal_texts_always_collapse_onto_the_first(texts: list[str]) -> None:
    found = repeats(*texts)
    kept = [number for number in range(len(texts)) if str(number) not in found]
    assert len({texts[number] for number in kept}) == len(kept)
    assert set(found.values()) <= {str(number) for number in kept}
    assert all(int(first) < int(repeat) for repeat, first in found.items())


def test_penalty_is_the_factor_times_the_closest_above() -> None:
    passages = [
        Passage("a", "one two three four"),
        Passage("b", "one two five six"),
        Passage("c", "one two three four"),
    ]
    assert redundancy_penalties(passages, 0.2) == {
        "a": 1.0,
        "b": pytest.approx(1 - 0.2 * 2 / 6),
        "c": pytest.approx(1 - 0.2),
    }


def test_no_factor_no_penalty_and_a_wrong_factor_is_refused() -> None:
    assert redundancy_penalties([Passage("a", "x"), Passage("b", "x")], 0) == {"a": 1.0, "b": 1.0}
    with pytest.raises(ValueError, match="factor"):
        redundancy_penalties([], 1.5)


def test_only_the_first_fifty_above_count() -> None:
    passages = [Passage(str(number), f"word{number}") for number in range(COMPARED_ABOVE + 1)]
    seen = [*passages, Passage("again", f"word{COMPARED_ABOVE - 1}"), Passage("late", f"word{COMPARED_ABOVE}")]
    penalties = redundancy_penalties(seen, 0.1)
    assert penalties["again"] == pytest.approx(0.9)
    assert penalties["late"] == 1.0


@given(st.lists(st.text("abc ", max_size=10), max_size=8), st.floats(0, 1))
@settings(max_examples=60)
def test_penalties_agree_with_jaccard_and_stay_in_bounds(texts: list[str], factor: float) -> None:
    passages = [Passage(str(number), text) for number, text in enumerate(texts)]
    for position, passage in enumerate(passages):
        closest = max((jaccard(passage.words, above.words) for above in passages[:position]), default=0.0)
        assert redundancy_penalties(passages, factor)[passage.passage_id] == pytest.approx(1 - factor * closest)
