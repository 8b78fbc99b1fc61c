"""Explanations that take more than one sentence: what stands around a quote in its paragraph."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.choosing.paragraphs import with_paragraphs
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource

LUNCH = (
    "The lunch boxes of the campers are packed at seven.\n\n"
    "A new camper is very allergic to nuts. Please put no nuts into the boxes. The van leaves at nine."
)
ROLES = (
    "If the spare pump becomes the main pump and the old main pump restarts, the old pump has to be told that it is "
    "no longer the main pump. This is known as fencing and keeps one tank from overflowing. "
    "Tanks are painted green."
)
OTHER = "A main pump that is to be replaced by the spare pump is switched off at the panel."
SWITCH = "How do I make the spare pump the main pump, and what has to be done about the old one?"


def quoted(question: str, texts: list[str], make_source: MakeSource, embed: Embed) -> list[str]:
    sources = [make_source(number, f"Part {number}", text) for number, text in enumerate(texts, start=1)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    return [citation["quote"] for citation in draft.citations]


def test_a_quote_is_told_with_the_sentence_that_goes_on_and_no_other(make_source: MakeSource, embed: Embed) -> None:
    first = quoted(SWITCH, [ROLES, OTHER], make_source, embed)[0]
    assert first.startswith("If the spare pump")
    assert first.endswith("from overflowing.")


def test_a_quote_is_told_with_what_leads_in_to_it(make_source: MakeSource, embed: Embed) -> None:
    quotes = quoted("Why should campers put no nuts into the lunch boxes?", [LUNCH], make_source, embed)
    assert "A new camper is very allergic to nuts. Please put no nuts into the boxes." in quotes


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "How is the stove of the hut lit?",
            "The stove of the hut is lit with birch bark. It is swept in May.",
            "The stove of the hut is lit with birch bark.",
        ),
        (
            "Why was the grant of the rowing club refused by the council?",
            "The grant of the rowing club was refused because its accounts were missing. It was the third of the year.",
            "The grant of the rowing club was refused because its accounts were missing.",
        ),
    ],
)
def test_what_one_sentence_explains_is_not_told_with_others(
    make_source: MakeSource, embed: Embed, question: str, text: str, answer: str
) -> None:
    assert quoted(question, [text], make_source, embed)[0] == answer


def test_no_quote_grows_beyond_its_paragraph_or_eighty_words(make_source: MakeSource, embed: Embed) -> None:
    longer = " ".join(f"This main pump has a valve of type {number} at the inlet." for number in range(30))
    first = quoted(SWITCH, [ROLES.replace("Tanks", f"{longer} Tanks"), OTHER], make_source, embed)[0]
    assert len(first.split()) <= 80
    switched = "How is the spare pump made the main pump, and what has to be done about the old one?"
    apart = quoted(switched, [ROLES.replace("This is", "\n\nThis is"), OTHER], make_source, embed)[0]
    assert "\n\n" not in apart


LAMP = (
    "The red lamp blinks while the filter is full.\n\nTake the filter out and rinse it.\n\nPut it back when it is dry."
    "\n\nWhy does the green lamp blink?\n\nThe lid is open."
)


def test_who_speaks_of_oneself_is_told_what_stands_behind_a_short_quote(make_source: MakeSource, embed: Embed) -> None:
    behind = quoted("What do I do while my red lamp blinks?", [LAMP], make_source, embed)[0]
    assert behind.startswith("The red lamp")
    assert behind.endswith("when it is dry.")
    assert quoted("What does it mean that the red lamp blinks?", [LAMP], make_source, embed)[0].endswith("is full.")
    assert quoted("When was my red lamp put in?", [f"{LAMP} It was put in in 2019."], make_source, embed)[0] != behind


def test_whether_a_question_is_answered_is_judged_without_what_was_added(make_source: MakeSource, embed: Embed) -> None:
    text = ROLES.replace("Tanks are painted green.", "They wear badges.")
    sources = [make_source(1, "Roles", text), make_source(2, "Panel", OTHER)]
    plan = rule_plan(SWITCH)
    first = quote(read_question(SWITCH, plan, sources, None), plan, sources, embed)[0]
    assert first.text.endswith("They wear badges.")
    assert not first.evidence.terms & {*analyse("badges")}


def test_what_is_so_is_told_with_the_sentence_that_goes_on(make_source: MakeSource, embed: Embed) -> None:
    text = "The currency of a ledger is chosen at the start. It can be changed later, which is risky. Paper is white."
    quotes = quoted("Can the currency of a ledger be chosen?", [text], make_source, embed)
    assert quotes[0] == "The currency of a ledger is chosen at the start. It can be changed later, which is risky."


def test_a_colon_leads_to_the_steps_behind_it(make_source: MakeSource, embed: Embed) -> None:
    text = (
        "After a loss of power most entries of the ledger can be recovered. This is the procedure:\n\n"
        "Open the drawer.\n\nTurn the wheel twice."
    )
    quotes = quoted(
        "We had a loss of power. Any chance to recover the entries of the ledger?", [text], make_source, embed
    )
    assert quotes[0].endswith("Turn the wheel twice.")


def test_no_sentence_stands_in_two_quotes(make_source: MakeSource) -> None:
    filling = "of which the keeper of the lift has a list that hangs in the cabin beside the red door and the stairs"
    text = (
        f"The lift is locked while the lamp is lit, {filling}. The lamp of the lift is lit by the door, {filling}. "
        f"The lamp of the lift may be reset, {filling}. Once the lamp is reset, the lift runs."
    )
    question = "Is the lift locked, and who resets the lamp?"
    sources = [make_source(1, "Lift", text)]
    pieces = evidence_of(sources)
    facts = read_question(question, rule_plan("Is the lift locked by the lamp?"), sources, None)
    chosen = [Weighed(pieces[0], 1.0), Weighed(pieces[-1], 0.5)]
    told = with_paragraphs(chosen, Material(facts, sources, pieces))
    assert [piece.end <= other.start for (piece, _), (other, _) in pairwise(told)] == [True]


def test_what_lies_in_a_quote_is_no_sentence_behind_it(make_source: MakeSource) -> None:
    sources = [make_source(1, "Roles", ROLES), make_source(2, "Panel", OTHER)]
    first, second, *rest = evidence_of(sources)
    whole = replace(first, end=second.end, text=ROLES[: second.end])
    chosen = [Weighed(whole, 1.0), Weighed(rest[-1], 0.5)]
    facts = read_question(SWITCH, rule_plan(SWITCH), sources, None)
    assert with_paragraphs(chosen, Material(facts, sources, [whole, first, *rest])) == chosen


WISH = "I want both buoys gone by next week."


@pytest.mark.parametrize(
    ("question", "is_led_to"),
    [("Why did Moor want the buoys gone?", True), ("Who wants the buoys gone by next week?", False)],
)
def test_why_somebody_wants_something_stands_before_it(
    make_source: MakeSource, embed: Embed, question: str, is_led_to: bool
) -> None:
    text = f"Yesterday my goats fell into the dock. On Thursday somebody cut the net. {WISH} I row home.\n\nP. Moor"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Letter of P. Moor", text)], embed)
    assert WISH in draft.answer
    assert ("my goats fell into the dock" in draft.answer) is is_led_to


def test_what_is_no_wish_is_not_led_to(make_source: MakeSource, embed: Embed) -> None:
    text = "Yesterday my goats fell into the dock. Both buoys are gone since May. I take my boat out."
    question = "Why are the buoys gone?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Letter", text)], embed)
    assert not any("goats fell into the dock. Both" in citation["quote"] for citation in draft.citations)


@pytest.mark.parametrize("opening", ["Dear Ms Lind,\n", "On 3 May 2031 P. Moor wrote:\n> Dear Ms Lind,\n> ", ""])
def test_what_leads_to_a_wish_begins_behind_the_greeting(make_source: MakeSource, embed: Embed, opening: str) -> None:
    text = f"{opening}my goats fell into the dock on Monday. {WISH} I row home."
    question = "Why did Moor want the buoys gone?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Letter of P. Moor", text)], embed)
    assert draft.citations[0]["quote"] == f"my goats fell into the dock on Monday. {WISH}"
