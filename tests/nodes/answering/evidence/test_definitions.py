"""Definitions, roles and clauses that are asked for by name or number."""

from __future__ import annotations

from time import process_time

import pytest

from nodes.answering.evidence.definitions import asked_clauses, asks_definition, defines
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource

LEASE = """This agreement is made between Margarethe Olsen, Norhaven ("the Landlord") and Tomas Birk ("the Tenant").
5.2 Subject to clause 5.3 the liability of the Landlord is limited to EUR 500.
5.3 Damage caused on purpose is paid for without a limit.
6.1 The Landlord shall keep in repair the roof of the Landlord and the boiler.
"""


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ('between Ada Berg ("the Landlord") and others', "landlord", True),
        ("between Ada Berg (hereinafter “the Licensor”) and others", "licensor", True),
        ('the distance to the next reach (from here on "refuge distance") changes it', "refuge distance", True),
        ("The Quay Fund (hereafter: the Fund) invites firms.", "fund", True),
        ('1.2 "Named User" means an employee with an account.', "named user", True),
        ("DoD: Definition of Done", "DoD", True),
        ("**Beacon** – a message that is sent to all.", "beacon", True),
        ("**Bolus after release:** the volume that is pushed when it opens.", "bolus after release", True),
        ("Readings go to the tide data hub (TDH) first.", "TDH", True),
        ("The TDH (Tide Data Hub) keeps readings.", "tdh", True),
        ("TDH stands for Tide Data Hub.", "TDH", True),
        ("The hub of readings (TDH) is new.", "TDH", False),
        ("The Landlord keeps the roof in repair.", "landlord", False),
        ('He said "no" to the landlord.', "landlord", False),
        ("A virtual package is a name for a group of packages.", "virtual package", True),
        ("A package is a file.", "virtual package", False),
        ("virtual: adventures that are new", "virtual package", False),
        ("tide is the base command of all tide-tools.", "tide", True),
        ("tide-tools is a suite of programs.", "tide", False),
        ("The gauge (a float) means the level.", "gauge", True),
        ("Packages are listed below.", "package", False),
        ("grave: It loses data.", "severity grave", True),
        ("severity: How bad it is.", "severity grave", False),
        ("It's called a “native” gauge.", "native gauge", True),
        ("Uploads of this sort are known as tide uploads.", "nightly upload", False),
        ("They are not normally called native gauges.", "native gauge", False),
    ],
)
def test_what_defines(text: str, term: str, expected: bool) -> None:
    assert defines(text, analyse(term)) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the landlord?", True),
        ("What does DoD mean?", True),
        ("How is a named user defined?", True),
        ("Who pays for the repair of the boiler?", False),
        ("When is the rent due?", False),
    ],
)
def test_what_asks_for_a_definition(question: str, expected: bool) -> None:
    assert asks_definition(question) is expected


@pytest.mark.parametrize("unit", ["-", "_-", "- ", "a-", "-\n"])
def test_no_question_takes_long_to_tell(unit: str) -> None:
    start = process_time()
    asks_definition(f"What is the price of {unit * 5_000} Kestrel?")
    assert process_time() - start < 0.2


def test_clauses_by_number() -> None:
    assert asked_clauses("What do clause 5.3 and § 7 say of 12 days?") == {"5.3", "7"}


@pytest.mark.parametrize(
    ("question", "opening"),
    [("Who is the landlord?", "Lease: This agreement is made"), ("What does clause 5.3 say?", "5.3 Damage")],
)
def test_they_are_quoted_first(make_source: MakeSource, embed: Embed, question: str, opening: str) -> None:
    lines = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lease", LEASE)], embed).lines
    assert lines[0].startswith(opening)


def test_a_row_defines_its_label(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Login", "The login sets TIDE_HOME and TIDE_LOG. A change of TIDE_HOME needs a restart."),
        make_source(2, "Variables", "TIDE_LOG | Where readings go to.\nTIDE_HOME | The folder of all gauges.\n"),
    ]
    draft = answer_by_quoting("What is TIDE_HOME?", rule_plan("What is TIDE_HOME?"), sources, embed)
    assert draft.citations[0]["quote"] == "TIDE_HOME | The folder of all gauges."


def test_what_only_points_elsewhere_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Building", "See tide-build(1). It is read by all."),
        make_source(2, "Tide", "The gauges are read by tide, which sends the readings on."),
    ]
    draft = answer_by_quoting("What is tide?", rule_plan("What is tide?"), sources, embed)
    assert draft.citations[0]["quote"].startswith("The gauges are read by tide")


@pytest.mark.parametrize(
    ("question", "expected"),
    [("What is meant by bolus?", True), ("Which pump is meant?", False), ("define bolus", True)],
)
def test_a_definition_is_asked_for(question: str, expected: bool) -> None:
    assert asks_definition(question) is expected
