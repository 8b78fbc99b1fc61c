"""A question's word is told by another of its family, in a sentence or in the heading above it."""

from __future__ import annotations

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.variants import with_variants
from nodes.answering.question.source_facts import read_sources
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource, answer


def test_a_noun_tells_what_a_verb_asks(make_source: MakeSource) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Quay", "The decision was made.")]), analyse("decide weight"))
    assert "decid" in piece.terms
    assert "weight" not in piece.terms


def test_what_was_decided_stands_below_decisions(make_source: MakeSource) -> None:
    heads = ["Harbour council", "Decisions"]
    source = make_source(1, heads[0], "The lamps on the north quay burn until midnight.", section_path=heads)
    question = "What did the council decide?"
    (told,) = read_sources(question, rule_plan(question), [], frozenset(analyse(question)), [source])
    assert "decid" in told.title_terms


def test_what_was_found_tells_what_somebody_did_find(make_source: MakeSource, embed: Embed) -> None:
    letter = "We came in May.\n\nThe divers' letter lay on a desk. The divers also found two holes in the hull."
    said = answer("What did the divers find?", [make_source(1, "Wreck", letter)], embed)
    assert "two holes" in said
    founded, found = with_variants(
        evidence_of([make_source(1, "Club", "It was founded in May.\n\nIt was found in May.")]), ["find"]
    )
    assert "find" not in founded.terms
    assert "find" in found.terms
