from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.redundancy import Passage, near_duplicates, redundancy_penalties, similarities

CLAUSE = (
    "The supplier shall deliver the turbines to the harbour of the island before the end of the summer and shall pay "
    "for the transport of every damaged turbine back to the works where it was made so that it can be repaired there "
    "without any further cost to the cooperative or to its members on the island"
)


def repeats(*texts: str) -> dict[str, str]:
    passages = [Passage(str(number), text) for number, text in enumerate(texts)]
    return near_duplicates(passages, similarities(passages))


def penalties(*texts: str, factor: float) -> list[float]:
    return redundancy_penalties(similarities([Passage(str(place), text) for place, text in enumerate(texts)]), factor)


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
    found = penalties("one two three four", "one two five six", "One, two; three four!", "seven", factor=0.2)
    assert found == pytest.approx([1.0, 1 - 0.2 * 2 / 6, 0.8, 1.0])


def test_no_factor_no_penalty_and_a_wrong_factor_is_refused() -> None:
    assert penalties("x", "x", factor=0) == [1.0, 1.0]
    assert penalties(factor=0.1) == []
    with pytest.raises(ValueError, match="factor"):
        penalties("x", factor=1.5)


@given(st.lists(st.text("abc ", max_size=10), max_size=8), st.floats(0, 1))
@settings(max_examples=60)
def test_penalties_agree_with_the_sets_of_words(texts: list[str], factor: float) -> None:
    words = [set(text.split()) for text in texts]
    expected = [
        1 - factor * max((len(own & above) / (len(own | above) or 1) for above in words[:place]), default=0.0)
        for place, own in enumerate(words)
    ]
    assert penalties(*texts, factor=factor) == pytest.approx(expected)


@given(st.lists(st.text("ab c1", max_size=30), max_size=6))
@settings(max_examples=40)
def test_similarity_is_symmetric_and_one_to_itself(texts: list[str]) -> None:
    passages = [Passage(str(place), text) for place, text in enumerate(texts)]
    similar = similarities(passages)
    assert similar.shape == (len(texts), len(texts))
    assert (similar == similar.T).all()
    assert [similar[place, place] for place, each in enumerate(passages) if each.words] == [
        1.0 for each in passages if each.words
    ]


def test_each_character_of_scripts_without_blanks_is_a_word() -> None:
    assert Passage("1", "東京 is 𠮷𠀋家, かな 한국").in_order == (*"東京", "is", *"𠮷𠀋家かな한국")
