"""Which words and numbers say the same, and which weigh more."""

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.variants import with_variants
from nodes.answering.question.term_weights import term_weights
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.asked_terms import asked_terms
from nodes.language.numbers import numbers_in
from tests.nodes.answering.quoted import MakeSource


def test_numbers_have_one_spelling() -> None:
    assert numbers_in("1,200.50 and 3.0 and 7.") == {"1200.5", "3", "7"}


def test_rare_terms_weigh_more(make_source: MakeSource) -> None:
    frequencies = DocumentFrequencies(100, {"common": 90, "rare": 1})
    weights = term_weights(["common", "rare", "absent"], [make_source(1, "A", "b")], frequencies)
    assert weights["absent"] > weights["rare"] > weights["common"] > 0


def test_a_noun_is_found_in_the_adjective_made_of_it(make_source: MakeSource) -> None:
    held = evidence_of([make_source(1, "Contract", "The probationary period lasts six months.")])
    (piece,) = with_variants(held, asked_terms("What is the pay after probation?"))
    assert "probat" in piece.terms


@pytest.mark.parametrize("held", ["payment", "pay"])
def test_what_is_made_of_a_verb_is_another_form_of_it(make_source: MakeSource, held: str) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Invoice", f"The {held} is due in May.")]), ["paid"])
    assert "paid" in piece.terms


def test_what_somebody_is_is_made_of_who_it_is(make_source: MakeSource) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Life", "He turned down a knighthood.")]), ["knight"])
    assert "knight" in piece.terms


def test_what_is_in_ence_is_held_by_who_asks_for_what_is_in_ent(make_source: MakeSource) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Leaflet", "Not in pregnancy.")]), ["pregnant", "consent"])
    assert "pregnant" in piece.terms
    assert "consent" not in piece.terms


@pytest.mark.parametrize(
    ("term", "text"), [("eight", "The loss was 7.8 % after 8 months."), ("8", "It took eight months.")]
)
def test_a_number_is_said_in_words_or_in_figures(make_source: MakeSource, term: str, text: str) -> None:
    [piece] = with_variants(evidence_of([make_source(1, "Blades", text)]), [term])
    assert term in piece.terms
