"""A table of reasons, where it is asked why: "Reasons for refusal", with a row for each."""

from __future__ import annotations

from dataclasses import replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import single_rows, tables_read_in_parts
from nodes.answering.evidence.cues import heads_reason, heads_reasons_for
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.term_weights import mass_of
from nodes.language.terms import analyse

_LEAST_SAID = 0.75
"""Share of the question, by weight, that the caption, the headings and the title must say together."""
_MOST_ROWS = 8


def with_rows_of_reasons(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The rows of the table that gives the reasons which are asked for, instead of the choice; else the choice.

    Its caption says what they are for ("Reasons for refusal"), or "Reason" heads what its rows are called, below a
    heading that does. Of two such tables neither is surely meant.
    """
    facts = material.facts
    if facts.wanted.kind != "reason" or facts.comparison.sides or material.entries:
        return chosen
    tables = [rows for table in tables_read_in_parts(material) if (rows := single_rows(table))]
    meant = [rows for rows in tables if len(rows) > 1 and _gives_what_is_asked(rows[0].piece, material)]
    if len(meant) != 1:
        return chosen
    said = frozenset(facts.weights)
    return [one._replace(piece=_telling(one.piece, said)) for one in meant[0][:_MOST_ROWS]]


def _gives_what_is_asked(row: Evidence, material: Material) -> bool:
    facts, source = material.facts, material.source(row)
    if not (heads_reason(row.corner) or heads_reasons_for(row.caption)):
        return False
    own = frozenset(analyse(" ".join([row.caption, *source["section_path"][-1:]])))
    called = own | facts.source_of(row).title_terms
    is_of_it = not (own - facts.source_of(row).title_terms).isdisjoint(facts.weights)
    return is_of_it and mass_of(called, facts.weights) >= _LEAST_SAID * sum(facts.weights.values())


def _telling(row: Evidence, terms: frozenset[str]) -> Evidence:
    """A row that answers the question, whose words its caption says."""
    return replace(row, terms=row.terms | terms, is_reason=True)
