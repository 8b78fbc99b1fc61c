"""A ratio, a margin, a flow that is made of several values: the row of each of them is quoted.

A quarter less or a third more of what speaks for a row or against it changes none of 65 answers from filings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Plan, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.calculations import Operand, calculation_of
from nodes.language.parts import asks_two
from nodes.language.terms import analyse

_OTHER = lazy_regex(r"\bother\b", re.IGNORECASE)
"""A word without a term that makes it another line: "Net other income"."""
_AVERAGE = lazy_regex(r"\baverage\b", re.IGNORECASE)
_CASH_FLOW = lazy_regex(r"\bcash flow|\boperating activities\b", re.IGNORECASE)
_LEAST_LIKE = 0.5
"""Share of a label that a name of the value must be: .375 and .665 change two of 65 answers from filings each."""
_OF_YEARS = 0.5
"""For the share of the asked years that its columns have."""
_NEAR = 0.3
"""For the rank of its source, from 0: times `1 / (1 + decay x rank)`."""
_DECAY = 0.2
"""Of that."""
_NEGATIVE = 0.3
"""Against a row of changes where a value is asked for: "Inventories (1,046)" is no stock."""


def operands_of(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> list[Evidence]:
    """The rows that have the values of which the figure that is asked for is made; empty where none is asked for.

    A usual figure that a row is called by is told by that row, and of one no half of whose values is found
    nothing is told; where the question itself names the values, a third of them will do.

    Args:
        pieces: All evidence, by source and place.
        sources: What the pieces came from.
        facts: What is read of the question and the sources.

    Returns:
        A row for each value that is found, in the order in which the question, or usage, names them.
    """
    calculation = calculation_of(facts.question) if facts.wording.years else None
    if calculation is None or not (facts.wanted.asks_amount or calculation.name) or facts.wanted.kind == "reason":
        return []
    rows = [piece for piece in pieces if _tells_values(piece) and not facts.source_of(piece).is_of_another]
    if calculation.name and any(frozenset(analyse(calculation.name)) <= frozenset(analyse(row.label)) for row in rows):
        return []
    if len(calculation.operands) == 1:
        # By itself it is told by what the table says of its year.
        rows = [] if asks_two(facts.question) else [row for row in rows if row.years & facts.wording.years]
    found: list[Evidence] = []
    for operand in calculation.operands:
        best = max(
            rows, key=lambda row: (_worth(row, operand, sources, facts), -row.position, -row.start), default=None
        )
        if best is not None and _worth(best, operand, sources, facts) > 0 and best not in found:
            found.append(best)
    return found if (2 if calculation.name else 3) * len(found) >= len(calculation.operands) else []


def without_defined(
    facts: Facts, plan: Plan, pieces: Sequence[Evidence], sources: Sequence[Source]
) -> tuple[Facts, Plan]:
    """The question and its plan without what rows that are quoted tell in other words, as far as they do not say it.

    No document has to say "DIO" where the question says of what it is made, nor "COGS" where cost of sales is quoted.

    Args:
        facts: What is read of the question and the sources.
        plan: What classify_query decided.
        pieces: What is quoted.
        sources: What that came from.
    """
    calculation = calculation_of(facts.question)
    if calculation is None or not operands_of(pieces, sources, facts):
        return facts, plan
    told = [
        each
        for each in calculation.operands
        if any(_worth(row, each, sources, facts) > 0 for row in pieces if row.is_row)
    ]
    names = [calculation.name, *calculation.defined, *(operand.said for operand in told)]
    said = frozenset[str]().union(*(piece.terms for piece in pieces))
    needless = frozenset(term for name in names for term in analyse(name)) - said
    weights = {term: weight for term, weight in facts.weights.items() if term not in needless}
    entities = [name for name in plan["entities"] if not needless.issuperset(analyse(name))]
    return replace(facts, weights=weights or facts.weights), {**plan, "entities": entities}


def _tells_values(piece: Evidence) -> bool:
    return piece.is_row and not piece.is_heading and any(any(map(str.isdigit, value)) for value in piece.values)


def _worth(row: Evidence, operand: Operand, sources: Sequence[Source], facts: Facts) -> float:
    """How surely a row has a value: by its label, the years of its columns and the rank of its source; 0 if not."""
    labels = [frozenset(analyse(label)) for label in (row.label, row.label.partition(",")[0])]
    like = max((len(name) / len(label) for label in labels for name in operand.names if name <= label), default=0.0)
    # An average is one of what there is, and a statement of cash flows says how that changed.
    source = sources[row.position]
    is_change = _AVERAGE.search(operand.said) and _CASH_FLOW.search(f"{heading_of(source)}\n{source['content']}")
    is_other = _OTHER.search(row.label) is not None and not _OTHER.search(operand.said)
    if like < _LEAST_LIKE or is_other or is_change:
        return 0.0
    years = len(row.years & facts.wording.years) / (len(facts.wording.years) or 1)
    is_flow = any(value.lstrip(" $€£").startswith(("(", "-")) for value in row.values)
    near = _NEAR / (1 + _DECAY * row.position)
    return like + _OF_YEARS * years + near - _NEGATIVE * (is_flow and not operand.is_change)
