"""The row in which what is asked differs: of a total where no part is named, of a table that has both times."""

from __future__ import annotations

from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import has_headings, is_sum, table_key
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.reckoning.differences import asks_difference
from nodes.answering.reckoning.two_values import nouns_of_columns, two_values
from nodes.language.calculations import calculating_terms
from nodes.language.terms import analyse


def with_row_that_differs(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked by how much something differs, the row instead that tells both of its values.

    A row that says no more of the question than the total of its table was not asked for: "How much less power does
    the new building need?" is told by "Total", and not by "Building shell". Instead of a row that has but one value of
    what is asked stands the only one that has both and says as much: prices of two years, and no complaint.
    """
    first = chosen[0].piece if chosen else None
    if first is None or not has_headings(first) or not asks_difference(material.facts.question):
        return chosen
    if two_values(first, material.facts) is not None:
        found = _total_of(first, material)
    else:
        found = _row_of_both(first, material)
    if found is None:
        return chosen
    # What is said of its columns tells what the things in them are called.
    called = nouns_of_columns(found.piece, material.facts.question)
    return [found._replace(piece=replace(found.piece, terms=found.piece.terms | called))]


def _total_of(row: Evidence, material: Material) -> Weighed | None:
    """The row of the total of its table, where it says all of the question that a row says."""
    facts = material.facts
    if is_sum(row):
        return None
    table = table_key(row, material)
    same = [piece for piece in material.pieces if has_headings(piece) and table_key(piece, material) == table]
    totals = [piece for piece in same if is_sum(piece) and two_values(piece, facts) is not None]
    said = (row.terms & facts.weights.keys()) - nouns_of_columns(row, facts.question)
    return Weighed(totals[0]) if len(totals) == 1 and said <= totals[0].terms else None


def _row_of_both(row: Evidence, material: Material) -> Weighed | None:
    """The only row that has two values to be compared, and says in its cells what a row says of the question."""
    facts = material.facts
    wanted = {term for term in facts.weights if not term[0].isdigit()} - calculating_terms(facts.question)
    said = wanted & row.terms
    found = [
        one
        for one in material.weighed
        if has_headings(one.piece)
        and said
        and said <= set(analyse(one.piece.text))
        and two_values(one.piece, facts) is not None
    ]
    return found[0] if len(found) == 1 else None
