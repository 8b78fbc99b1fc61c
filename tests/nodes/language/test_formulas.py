"""Formulas are read as they are written, brackets and the order of signs kept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.language.formulas import (
    Expression,
    Number,
    Operation,
    Sign,
    Value,
    evaluate,
    parse_formula,
    values_of,
    with_definitions,
)

A, B, C = Value("cash from operations"), Value("capex"), Value("net income")
SIGNS: tuple[Sign, ...] = ("+", "-", "*", "/")
WRITTEN: Mapping[Sign, tuple[str, ...]] = {
    "+": ("+", "plus"),
    "-": ("-", "−", "minus", "less"),
    "*": ("*", "×", "times"),
    "/": ("/", "÷", "divided by"),
}


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("cash from operations - capex", Operation("-", A, B)),
        ("(cash from operations - capex) / net income", Operation("/", Operation("-", A, B), C)),
        ("cash from operations less capex / net income", Operation("-", A, Operation("/", B, C))),
        ("365 * capex / net income", Operation("/", Operation("*", Number(365.0), B), C)),
        ("1 - capex divided by net income", Operation("-", Number(1.0), Operation("/", B, C))),
        ("net income (loss)", C),
        ("cash (net) from operations", A),
        ("a year-over-year change", Value("a year-over-year change")),
    ],
)
def test_a_formula_is_read_with_its_brackets(text: str, formula: Expression) -> None:
    assert parse_formula(text) == formula


@pytest.mark.parametrize("text", ["", "+", "(capex", "capex)", "capex - - net income", "(capex) net income", "()"])
def test_what_is_no_formula_is_none(text: str) -> None:
    assert parse_formula(text) is None


def test_names_that_are_defined_besides_are_put_in_place() -> None:
    formula = parse_formula("DIO - FCF")
    assert formula is not None
    free = Operation("-", A, B)
    assert with_definitions(formula, {"fcf": free, "dio": Value("DIO")}) == Operation("-", Value("DIO"), free)


def expressions() -> st.SearchStrategy[Expression]:
    leaves: st.SearchStrategy[Expression] = st.one_of(
        st.sampled_from([A, B, C]), st.integers(1, 999).map(lambda number: Number(float(number)))
    )
    return st.recursive(leaves, lambda inner: st.builds(Operation, st.sampled_from(SIGNS), inner, inner), max_leaves=8)


def written(formula: Expression, draw: st.DataObject) -> str:
    match formula:
        case Number(value):
            return f"{value:g}"
        case Value(said):
            return said
        case Operation(sign, left, right):
            parts = (written(left, draw), draw.draw(st.sampled_from(WRITTEN[sign])), written(right, draw))
            return f"({parts[0]} {parts[1]} {parts[2]})"


@given(formula=expressions(), data=st.data())
def test_what_is_written_with_all_brackets_is_read_as_it_was_meant(formula: Expression, data: st.DataObject) -> None:
    found = parse_formula(written(formula, data))
    assert found == formula
    assert found is not None
    assert [*values_of(found)] == [*values_of(formula)]


@given(st.text(alphabet="ab ()[]+-*/×÷365.,", max_size=40))
def test_any_text_is_read_or_is_none(text: str) -> None:
    found = parse_formula(text)
    assert found is None or isinstance(found, Number | Value | Operation)


def test_a_formula_comes_to_what_its_values_make() -> None:
    formula = parse_formula("(cash from operations - capex) / net income * 2")
    assert formula is not None
    assert evaluate(formula, {A: 9.0, B: 3.0, C: 4.0}) == 3.0
    assert evaluate(formula, {A: 9.0, B: 3.0, C: 0.0}) is None
