"""Metadata filters, checked once for every store: which columns, which operators, which scope.

A store turns the resolved tree into its own language. What a store does not know is refused here, never ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast

from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

from nodes.domain.errors import InvalidRequestError

Scalar = str | int

TEXT_COLUMNS = ("id", "owner", "collection_id", "revision_id", "document_id", "section_type", "chunk_type")
NUMBER_COLUMNS = ("chunk_index",)

_ORDERINGS: dict[FilterOperator, Callable[[Any, Any], bool]] = {
    FilterOperator.GT: lambda left, right: left > right,
    FilterOperator.GTE: lambda left, right: left >= right,
    FilterOperator.LT: lambda left, right: left < right,
    FilterOperator.LTE: lambda left, right: left <= right,
}
_MEMBERSHIPS = (FilterOperator.IN, FilterOperator.NIN)
_EQUALITIES = (FilterOperator.EQ, FilterOperator.NE)


@dataclass(frozen=True)
class Leaf:
    """One comparison. `value` is a list for IN and NIN; None, with EQ and NE only, stands for "has no value".

    NE and NIN hold for rows without a value; every other comparison fails for them.
    """

    column: str
    operator: FilterOperator
    value: Scalar | list[Scalar] | None


@dataclass(frozen=True)
class Group:
    """Comparisons joined by one word; never empty."""

    word: Literal["and", "or"]
    members: tuple[Leaf | Group, ...]


Resolved = bool | Leaf | Group
"""True restricts nothing, False holds for no row."""


def resolve_filters(filters: MetadataFilters | None, owner: str, collection_id: str) -> Resolved:
    """Checks filters and works out what the scope already decides.

    Args:
        filters: nested AND and OR over columns. None and empty groups restrict nothing.
        owner: whose rows the store holds.
        collection_id: the one collection the store holds.

    Returns:
        True where every row of the scope passes, False where none can, else what is left to compare.

    Raises:
        InvalidRequestError: a key that is no column, an operator or a value that the column does not take.
    """
    if filters is None or not filters.filters:
        return True
    word = _word(filters.condition)
    scope = {"owner": owner, "collection_id": collection_id}
    members = [
        resolve_filters(member, owner, collection_id)
        if isinstance(member, MetadataFilters)
        else _resolve_leaf(member, scope)
        for member in filters.filters
    ]
    return _join(word, members)


def both(left: Resolved, right: Resolved) -> Resolved:
    """The conjunction of two resolved filters."""
    return _join("and", [left, right])


def column_in(column: str, values: list[str]) -> Resolved:
    """The filter that a column has one of these values; False for no values."""
    return Leaf(column, FilterOperator.IN, list(values)) if values else False


def _join(word: Literal["and", "or"], members: list[Resolved]) -> Resolved:
    decisive = word == "or"
    if any(member is decisive for member in members):
        return decisive
    open_members = tuple(member for member in members if not isinstance(member, bool))
    if not open_members:
        return not decisive
    return open_members[0] if len(open_members) == 1 else Group(word, open_members)


def _word(condition: FilterCondition | None) -> Literal["and", "or"]:
    if condition is FilterCondition.AND or condition is None:
        return "and"
    if condition is FilterCondition.OR:
        return "or"
    raise InvalidRequestError(f"Filters cannot be joined by {condition.value!r}.", hint="Use 'and' or 'or'.")


def _resolve_leaf(leaf: MetadataFilter, scope: dict[str, str]) -> Resolved:
    _check(leaf)
    if leaf.key in scope:
        return _holds(scope[leaf.key], leaf)
    if isinstance(leaf.value, list):
        if not leaf.value:
            return leaf.operator is FilterOperator.NIN
        return Leaf(leaf.key, leaf.operator, cast("list[Scalar]", leaf.value))
    return Leaf(leaf.key, leaf.operator, cast("Scalar | None", leaf.value))


def _check(leaf: MetadataFilter) -> None:
    if leaf.key not in TEXT_COLUMNS + NUMBER_COLUMNS:
        raise InvalidRequestError(
            f"Cannot filter by {leaf.key!r}.", hint="Columns: " + ", ".join(sorted(TEXT_COLUMNS + NUMBER_COLUMNS)) + "."
        )
    if leaf.operator not in (*_EQUALITIES, *_MEMBERSHIPS, *_ORDERINGS):
        raise InvalidRequestError(
            f"Cannot filter {leaf.key!r} with the operator {leaf.operator.value!r}.",
            hint="Operators: ==, !=, in, nin, >, >=, <, <=.",
        )
    if (leaf.operator in _MEMBERSHIPS) != isinstance(leaf.value, list):
        raise InvalidRequestError(f"The filter on {leaf.key!r} wants a list with in and nin, and only with them.")
    if leaf.value is None and leaf.operator not in _EQUALITIES:
        raise InvalidRequestError(f"The filter on {leaf.key!r} compares with nothing.")
    fits = is_text if leaf.key in TEXT_COLUMNS else is_whole_number
    values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
    if any(value is not None and not fits(value) for value in values):
        wanted = "text" if leaf.key in TEXT_COLUMNS else "whole numbers"
        raise InvalidRequestError(f"The filter on {leaf.key!r} compares with {wanted} only.")


def is_text(value: object) -> bool:
    """Whether a value may stand in a text column: a string without lone surrogates."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_whole_number(value: object) -> bool:
    """Whether a value may stand in a number column: an integer of 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def _holds(own: str, leaf: MetadataFilter) -> bool:
    if leaf.operator in _EQUALITIES:
        return (own == leaf.value) is (leaf.operator is FilterOperator.EQ)
    if isinstance(leaf.value, list):
        return (own in leaf.value) is (leaf.operator is FilterOperator.IN)
    return _ORDERINGS[leaf.operator](own, leaf.value)


def to_sql(resolved: Leaf | Group) -> str:
    """The filter as a DataFusion SQL predicate. Every value is a quoted literal; columns come from a fixed list."""
    if isinstance(resolved, Group):
        return "(" + f" {resolved.word.upper()} ".join(to_sql(member) for member in resolved.members) + ")"
    column, value = resolved.column, resolved.value
    if value is None:
        return f"({column} IS NULL)" if resolved.operator is FilterOperator.EQ else f"({column} IS NOT NULL)"
    if isinstance(value, list):
        listed = f"({column} IN ({', '.join(_literal(entry) for entry in value)}))"
        return listed if resolved.operator is FilterOperator.IN else f"({column} IS NULL OR NOT {listed})"
    if resolved.operator is FilterOperator.NE:
        return f"({column} IS NULL OR {column} != {_literal(value)})"
    sign = "=" if resolved.operator is FilterOperator.EQ else resolved.operator.value
    return f"({column} {sign} {_literal(value)})"


def _literal(value: Scalar) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)
