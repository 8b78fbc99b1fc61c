"""Formulas as people type them in a question: "(cash from operations - capex) / net income"."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from nodes.domain.regexes import lazy_regex

Sign = Literal["+", "-", "*", "/"]

OPERATOR = lazy_regex(
    r"(?:^|\s)(?P<sign>[-+*/×÷–−])(?=\s)|(?P<bracket>[()\[\]])"
    r"|\b(?P<word>(?:divided|multiplied) by|minus|plus|times|less)\b",
    re.IGNORECASE,
)
_SIGNS: Mapping[str, Sign] = {
    **dict.fromkeys(("+", "plus"), "+"),
    **dict.fromkeys(("-", "–", "−", "minus", "less"), "-"),
    **dict.fromkeys(("*", "×", "times", "multiplied by"), "*"),
    **dict.fromkeys(("/", "÷", "divided by"), "/"),
}
_TAKEN_TOGETHER: Mapping[Sign, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_NUMBER = lazy_regex(r"\d+(?:\.\d+)?")
_DEEPEST = 20
"""Of brackets in brackets: nobody types more."""


@dataclass(frozen=True)
class Number:
    """A number that the formula says: "365"."""

    value: float


@dataclass(frozen=True)
class Value:
    """What a document tells, as the formula calls it."""

    said: str


@dataclass(frozen=True)
class Operation:
    """Two that are taken together."""

    sign: Sign
    left: Expression
    right: Expression


Expression = Number | Value | Operation


def parse_formula(text: str) -> Expression | None:
    """What a formula takes together, `*` and `/` before `+` and `-`; None where it is none.

    What stands in brackets behind a name says more of it, as in "income (loss) before tax", and is left out.
    """
    tokens = _Tokens([*_tokens(text)])
    found = tokens.sum(0)
    return found if tokens.is_at_end else None


def values_of(expression: Expression) -> Iterator[Value]:
    """What a document has to tell for it, in the order in which the formula says it."""
    match expression:
        case Value():
            yield expression
        case Operation():
            yield from values_of(expression.left)
            yield from values_of(expression.right)
        case Number():
            pass


def with_definitions(expression: Expression, defined: Mapping[str, Expression], depth: int = 3) -> Expression:
    """The formula with what stands for the names that are defined besides, by their names in small letters."""
    match expression:
        case Value(said) if depth and said.lower() in defined:
            return with_definitions(defined[said.lower()], defined, depth - 1)
        case Operation(sign, left, right):
            return Operation(sign, with_definitions(left, defined, depth), with_definitions(right, defined, depth))
        case _:
            return expression


def evaluate(expression: Expression, values: Mapping[Value, float]) -> float | None:
    """What a formula comes to with a number for each of its values; None where it divides by nothing."""
    match expression:
        case Number(value):
            return value
        case Value():
            return values[expression]
        case Operation(sign, left, right):
            one, other = evaluate(left, values), evaluate(right, values)
            if one is None or other is None or (sign == "/" and not other):
                return None
            return _TAKEN_TOGETHER[sign](one, other)


def _tokens(text: str) -> Iterator[str]:
    """Operators, brackets and what stands between them, blanks around it left out."""
    place = 0
    for found in OPERATOR.finditer(text):
        yield from filter(None, [text[place : found.start()].strip(" ,.:")])
        yield (found["sign"] or found["bracket"] or found["word"]).lower()
        place = found.end()
    yield from filter(None, [text[place:].strip(" ,.:")])


class _Tokens:
    """Reads a formula from its first token to its last."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0

    @property
    def is_at_end(self) -> bool:
        return self._next == len(self._tokens)

    def sum(self, depth: int) -> Expression | None:
        """Parts with "+" or "-" between them."""
        return self._chain("+-", depth)

    def _chain(self, signs: str, depth: int) -> Expression | None:
        found = self._part(signs, depth)
        while found is not None and (sign := _SIGNS.get(self._token)) and sign in signs:
            self._next += 1
            right = self._part(signs, depth)
            found = None if right is None else Operation(sign, found, right)
        return found

    def _part(self, signs: str, depth: int) -> Expression | None:
        return self._chain("*/", depth) if signs == "+-" else self._single(depth)

    def _single(self, depth: int) -> Expression | None:
        token = self._token
        if token in {"(", "["} and depth < _DEEPEST:
            self._next += 1
            found = self.sum(depth + 1)
            if self._token not in {")", "]"}:
                return None
            self._next += 1
            return found
        if not token or token in _SIGNS or token in {"(", ")", "[", "]"}:
            return None
        self._next += 1
        return Number(float(token)) if _NUMBER.fullmatch(token) else Value(f"{token}{self._behind_aside()}")

    def _behind_aside(self) -> str:
        """What goes on behind brackets that stand behind a name, and are left out."""
        if self._token not in {"(", "["}:
            return ""
        end = next((n for n in range(self._next, len(self._tokens)) if self._tokens[n] in {")", "]"}), None)
        if end is None:
            return ""
        self._next = end + 1
        if self.is_at_end or self._token in _SIGNS or self._token in {"(", ")", "[", "]"}:
            return ""
        self._next += 1
        return f" {self._tokens[self._next - 1]}"

    @property
    def _token(self) -> str:
        return "" if self.is_at_end else self._tokens[self._next]
