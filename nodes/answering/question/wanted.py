"""What kind of answer a question wants: what its quotes should hold, and how many of them there may be."""

from __future__ import annotations

from dataclasses import dataclass

from nodes.answering.evidence.cues import Denial, asked_denial
from nodes.answering.evidence.definitions import asked_subject, asks_definition
from nodes.answering.implied.attendance import Attendance, asks_attendance
from nodes.answering.implied.contacts import asks_contact
from nodes.answering.implied.units import Unit, asked_unit
from nodes.domain.chat import Plan
from nodes.language.asked_kinds import (
    AnswerKind,
    Measure,
    answer_kind,
    asked_measure,
    asks_condition,
    asks_several,
    focus_terms,
)
from nodes.language.asked_roles import asked_role
from nodes.language.comparisons import is_comparing
from nodes.language.counted import counted_term
from nodes.language.kin_steps import kin_steps
from nodes.language.memberships import groups_named
from nodes.language.query_terms import query_terms
from nodes.language.tenures import Tenure, asked_tenure

_LONGEST_FACT = 7
"""Terms of a question that may still ask for one fact by a bare "what is"."""


@dataclass(frozen=True)
class Wanted:
    """What a question wants to be told."""

    kind: AnswerKind
    measure: Measure
    unit: Unit | None
    """In which a number is asked for, where the question names one."""
    counted: str
    """The term of what is counted, where it is asked how many there are; else empty."""
    role: str
    """The terms of the role that somebody is asked for by, between blanks; empty where none of several words is."""
    focus: frozenset[str]
    """The terms of the noun that is asked for: "which licence"."""
    subject: str
    """Normalised, what it is asked what it is, "charter fee"; empty where it is no thing of several words."""
    denial: Denial
    """It asks for what is not so, or for what must not be; empty where neither."""
    tenure: Tenure
    """Who holds something now is asked for, or who held it before."""
    groups: tuple[frozenset[str], ...]
    """The terms of the boards and committees that the question names."""
    explains: bool
    """An explanation, rather than one thing."""
    asks_amount: bool
    asks_definition: bool
    asks_condition: bool
    """When something is so of any of its kind: "When is a household poor?"."""
    asks_attendance: Attendance
    asks_contact: bool
    """A telephone number, a mail or a web address."""
    asks_steps: bool
    asks_several: bool
    """The things that are asked for are named in the plural: "Which decisions were taken?"."""
    compares: bool
    """Which of several things is more, or how they differ."""
    is_summary: bool
    is_relational: bool
    """The thing asked about is itself described."""
    needs_two: bool
    """The answer may lie behind another fact, or has two sides."""


def read_wanted(question: str, plan: Plan) -> Wanted:
    """What a question wants, by its words and by the plan that was made of it."""
    kind, explains = answer_kind(question), _explains(question, plan)
    role = asked_role(question)
    return Wanted(
        kind=kind,
        measure=asked_measure(question),
        unit=asked_unit(question),
        counted=counted_term(question),
        role=f" {' '.join(role)} " if role else "",
        focus=frozenset(focus_terms(question)),
        subject=asked_subject(question),
        denial=asked_denial(question),
        tenure=asked_tenure(question),
        groups=tuple(groups_named(question)),
        explains=explains,
        asks_amount=plan["asks_amount"] or (bool(plan["periods"]) and kind == "other"),
        asks_definition=asks_definition(question),
        asks_condition=asks_condition(question),
        asks_attendance=asks_attendance(question),
        asks_contact=bool(asks_contact(question)),
        asks_steps=plan["query_type"] == "procedural",
        asks_several=asks_several(question),
        compares=any(is_comparing(word) for word in question.split()),
        is_summary=plan["query_type"] == "summary",
        is_relational=_is_relational(question, plan),
        needs_two=_needs_two(question, plan, explains=explains),
    )


def _explains(question: str, plan: Plan) -> bool:
    """Whether an explanation is asked for, rather than one thing."""
    if plan["query_type"] in {"summary", "procedural"}:
        return True
    if plan["query_type"] == "relational" or plan["comparison_sides"] or asks_contact(question):
        return False
    kind = answer_kind(question)
    if kind in {"manner", "reason"}:
        return True
    long = plan["query_type"] != "factual" or len(query_terms(question)) > _LONGEST_FACT
    return kind == "other" and long and not focus_terms(question) and not plan["asks_amount"]


def _is_relational(question: str, plan: Plan) -> bool:
    """Whether the thing asked about is described, or kin of several steps: a great-grandfather, a father-in-law."""
    return plan["query_type"] == "relational" or (
        not plan["comparison_sides"] and len(kin_steps(question, plan["entities"])) > 1
    )


def _needs_two(question: str, plan: Plan, *, explains: bool) -> bool:
    """Whether one quote may not do: a short question for one thing gets a second only where that adds something."""
    if plan["query_type"] == "comparison" or explains or _is_relational(question, plan):
        return True
    return len(query_terms(question)) > _LONGEST_FACT
