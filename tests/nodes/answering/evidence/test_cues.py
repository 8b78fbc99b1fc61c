"""What gives a reason, and what denies."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.cues import (
    Denial,
    asked_denial,
    denies,
    gives_reason,
)
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("We scrapped her because the hull was corroded.", True),
        ("We attribute the increase to shallow pools.", True),
        ("The delay was caused by the supplier.", True),
        ("Der Umbau verzögert sich wegen des Frosts.", True),
        ("由于天气原因，航班取消。", True),
        ("The first crossing was dropped, as it carried few passengers.", True),
        ("It begins on 19 May, as the church has a wedding.", True),
        ("The net, as it is called, was torn.", False),
        ("The yard, as the plan has shown, is small.", False),
        ("It rose, as in the year before.", False),
        ("The cause of the outage was a worn joint.", True),
        ("The cause is not known.", False),
        ("Sales rose by 4 %.", False),
        ("The result of the vote was 4 to 2.", False),
        ("It is due on Friday.", False),
    ],
)
def test_what_gives_a_reason(text: str, gives: bool) -> None:
    assert gives_reason(text) is gives


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Who must not get the infusion?", "forbidden"),
        ("Which animals may the tenant not keep?", "denied"),
        ("Where is smoking not allowed?", "forbidden"),
        ("What can't be recycled?", "forbidden"),
        ("Which species did not respond?", "denied"),
        ("Wer darf das Mittel nicht nehmen?", "forbidden"),
        ("What if I have no receipt?", "denied"),
        ("What happens to a bicycle without a tag?", "denied"),
        ("Why does it have no more seats?", ""),
        ("Isn't the pool heated?", ""),
        ("Is the pool heated or not?", ""),
        ("Why don't we meet?", ""),
        ("Who gets the infusion?", ""),
        ("What is a notary?", ""),
    ],
)
def test_questions_for_what_is_not_so(question: str, asked: Denial) -> None:
    assert asked_denial(question) == asked


@pytest.mark.parametrize(
    ("text", "asked", "is_denied"),
    [
        ("It must not be given to children.", "forbidden", True),
        ("Do not use it near open fire.", "forbidden", True),
        ("No dogs may be kept.", "forbidden", True),
        ("The pump does not respond.", "forbidden", False),
        ("The pump does not respond.", "denied", True),
        ("There was no response.", "denied", True),
        ("The pump responds.", "denied", False),
        ("It must not be given to children.", "", False),
    ],
)
def test_what_denies(text: str, asked: Denial, is_denied: bool) -> None:
    assert denies(text, asked) is is_denied


@pytest.mark.parametrize(
    ("question", "content", "told"),
    [
        (
            "Why did the number of lapwings increase?",
            "Lapwings increased from 2 to 5 pairs in all years of the count.\n\nVisits were four a year.\n\n"
            "We attribute the increase in lapwings to shallow pools.",
            "We attribute the increase in lapwings to shallow pools.",
        ),
        (
            "Why do the lapwings come later?",
            "The lapwings are counted by the club. The count ended at nine.\n\n"
            "The lapwings come later now, since the pools have to thaw first.",
            "The lapwings come later now, since the pools have to thaw first.",
        ),
        (
            "Who must not get Velarin?",
            "Approved by the Drugs Committee in May.\n\nVelarin is for asthma. "
            "It must not be given to patients with long QT syndrome.\n\nStore vials in the cold.",
            "It must not be given to patients with long QT syndrome.",
        ),
    ],
)
def test_what_gives_the_reason_or_denies_comes_first(
    make_source: MakeSource, embed: Embed, question: str, content: str, told: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Velarin and lapwings", content)], embed)
    assert draft.citations[0]["quote"] == told


def test_a_row_whose_label_is_asked_about_tells_the_reason(make_source: MakeSource, embed: Embed) -> None:
    content = (
        "Fill the tank with cold water.\n\nProblem | Cause | Remedy\n"
        "Coffee is cold | The cups were not warmed before | Warm the cups\n"
        "Red light stays on | The water tank is empty again | Fill the tank"
    )
    question = "Why is my coffee cold?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Manual", content)], embed)
    assert draft.citations[0]["quote"] == "Coffee is cold | The cups were not warmed before | Warm the cups"
