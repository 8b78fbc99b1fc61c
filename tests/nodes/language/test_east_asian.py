"""Questions in scripts that part no words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.east_asian import without_asking_characters
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("有給休暇は何日ですか?", ["有給休暇"]),
        ("賞与はいつ支給されますか", ["賞与", "支給"]),
        ("公司的总部在哪里？", ["公司", "总部"]),
        ("年假有多少天？", ["年假有"]),
        ("租期到什么时候？", ["租期"]),
        ("合同从何时开始？", ["合同", "开始"]),
        ("연차휴가는 며칠입니까?", ["연차휴가"]),
        ("회사는 어디에 있습니까?", ["회사"]),
        ("하루 근무 시간은 얼마인가요?", ["하루", "근무", "시간"]),
        ("潮汐 gauge の点検", ["潮汐", "gauge", "点検"]),
    ],
)
def test_what_asks_and_joins_is_left_out(question: str, kept: list[str]) -> None:
    words = without_asking_characters(question).replace("?", " ").replace("？", " ").split()
    assert words == kept


@pytest.mark.parametrize("question", ["いつですか", "谁？", "What is the tide?", "Кто там?", "", "猫は"])
def test_what_is_made_of_nothing_else_stays(question: str) -> None:
    assert without_asking_characters(question) == question


@given(st.text(alphabet="何日時間のはを会社AZ3 ?谁是的연휴는", max_size=14))
def test_what_is_searched_stands_in_the_question(question: str) -> None:
    assert set(query_terms(question)) <= set(analyse(question))
