"""What several values make together: a change, a mean, a ratio; and which values those are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from nodes.domain.regexes import lazy_regex
from nodes.language.formulas import (
    OPERATOR,
    Expression,
    Operation,
    Sign,
    Value,
    parse_formula,
    values_of,
    with_definitions,
)
from nodes.language.periods import find_periods
from nodes.language.terms import analyse, normalise_name, stem
from nodes.language.usual_figures import LINES, SIMPLER, USUAL

_TERMS = frozenset(
    stem(word)
    for words in (
        "change changed difference increase increased decrease decreased growth grow grew grown decline declined",
        "drop dropped rise rose risen fall fell fallen shrink shrank shrunk overshoot overshot yearoveryear yoy",
        "percentage percent average mean total sum altogether combined overall amount",
        "highest lowest largest smallest biggest greatest least most maximum minimum exceed exceeded",
    )
    for word in words.split()
)
_NAME = r"[^\W\d_][\w&'’%-]*(?: [\w&'’%-]+){0,7}?(?: \(\w{2,8}\))?"
_ENDS = r"(?=[.;?](?:\s|$)|$)"
_DEFINED = lazy_regex(
    rf"(?:(?<=[.:;?!] )|^)(?P<name>{_NAME})(?: here)? (?:is|are) (?:defined|calculated|computed) as:? "
    rf"(?P<formula>.+?){_ENDS}"
    rf"|\bdefine (?P<defined>{_NAME}) as:? (?P<said>.+?){_ENDS}",
    re.IGNORECASE,
)
"""A sentence that says of what a figure is made."""
_USING = lazy_regex(
    r"\((?:by )?using ([^()]+)\)|\b(?:calculat|comput)(?:e|ed|ing) [\w %-]{2,50}? using ([^.?]+)", re.IGNORECASE
)
_PART_OF = lazy_regex(
    r"(?<![\w&-])([\w&-]+(?: [\w&-]+)??) as an? (?:%|per ?cent(?:age)?|share) of (?:the )?((?:total |net )*[\w&-]+)",
    re.IGNORECASE,
)
_ASKING = lazy_regex(r"(?:was|were|is|are|did|does|the|its|what) ", re.IGNORECASE)
_SUM = lazy_regex(r"(?<![\w&-])((?:[\w&-]+ ){1,3})\+ ([\w&-]+(?: [\w&-]+){0,2})")
_PARTS = lazy_regex(rf"{re.sub('[?]P<[a-z]+>', '?:', OPERATOR.pattern)}|;", re.IGNORECASE)
"""What parts the values of a formula."""
_AND = lazy_regex(r",? and ", re.IGNORECASE)
_ASIDE = lazy_regex(
    r"\b(?:between|from|in|for|of|during|attributable|at)\b.*|\b(?:FY ?)?(?:19|20)?\d\d\b|\bFY\d+|\b\w+['’]s\b",
    re.IGNORECASE,
)
"""When, or of whom, a value is."""
_FROM_OPERATIONS = lazy_regex(r"\bfrom operations\b|\bof (?:goods sold|sales|revenues?)\b", re.IGNORECASE)
_CHANGE = lazy_regex(r"\bchanges? in\b", re.IGNORECASE)
AVERAGE = lazy_regex(r"\b(?:average|mean)\b", re.IGNORECASE)
_MADE = frozenset(stem(word) for word in ("average", "mean", "change", "unadjusted"))
_CALLED_OTHERWISE = (
    "capital expenditures",
    "capital expenditure",
    "capex",
    "COGS",
    "cost of goods sold",
    "property, plant, and equipment",
    "PP&E",
)


def _as_written(name: str) -> str:
    """A pattern of a name: in any case, if it is no short form."""
    return re.escape(name) if name.isupper() else f"(?i:{re.escape(name)})"


_FORMULAS = {name if name.isupper() else name.lower(): formula for names, formula in USUAL for name in names}
_NAMED = lazy_regex(
    rf"(?<!\w)({'|'.join(map(_as_written, sorted(_FORMULAS, key=lambda name: (-len(name), name))))})(?!\w)"
)
_CASHFLOW = lazy_regex(r"\bcashflow\b", re.IGNORECASE)
_ASKS_AMOUNT = lazy_regex(r"\bhow much\b|\bwhat (?:is|was|were|are)\b", re.IGNORECASE)
_TOTAL = frozenset({stem("total")})


@dataclass(frozen=True)
class Operand:
    """One of the values that a figure is made of."""

    said: str
    """As the question, or usage, has it."""
    lines: tuple[str, ...]
    """What statements call it otherwise."""
    names: tuple[frozenset[str], ...]
    """The terms of what a line that has the value may be called."""
    is_change: bool
    """It is asked how much the value changed."""


@dataclass(frozen=True)
class Reading:
    """A value of a formula, and which of those that a document has of it is meant."""

    operand: Operand
    make: Literal["value", "average", "change"]
    years: tuple[int, ...]
    """That the formula says, ascending; empty where it is of the year that is asked for."""


@dataclass(frozen=True)
class Calculation:
    """A figure that is made of values."""

    name: str
    """Of a usual figure; empty where the question says itself of what it is made."""
    defined: frozenset[str]
    """What the question itself defines, normalised: no document has to say it."""
    operands: tuple[Operand, ...]
    called: str = ""
    """What the figure is called, by the question or by usage."""
    formulas: tuple[Expression, ...] = ()
    """What is reckoned, by the first of which all values are told; empty where none is known."""
    said: str = ""
    """The question without the sentences that define something."""
    years: tuple[int, ...] = ()
    """That it says there, ascending: those of which the figure is asked for."""


def calculating_terms(question: str) -> frozenset[str]:
    """The terms of a question that ask what values make together: the values answer it, and seldom say the word."""
    return frozenset(term for term in analyse(question) if term in _TERMS)


def calculation_of(question: str) -> Calculation | None:
    """The figure that a question asks for, where it says of what that is made, or usage does; None for all else.

    "FCF is defined as: cash from operations - capex" gives the two, and so does "free cash flow".
    """
    stated = _stated(question)
    name, called, formula = "", stated.called, stated.formula
    formulas = [*stated.formulas]
    usual, made_of = _usual(question)
    if not formulas:
        name = called = usual
        if not made_of and (line := _called(question)):
            return Calculation(line.said, frozenset(), (line,))
        formulas = [made_of] if made_of else []
    elif stated.is_named_only:
        called = usual
        formulas.append(made_of.rpartition("/")[2] if "margin" in usual else "")
    elif "margin" in usual:
        # Of what is defined a part is asked for: "EBITDA margin", where EBITDA is.
        formulas.append(made_of.rpartition("/")[2])
        called = usual
        formula = formula and Operation("/", formula, Value("revenue"))
    operands: dict[tuple[frozenset[str], ...], Operand] = {}
    for part in (part for formula in formulas for part in _PARTS.split(formula)):
        operand = _operand(part)
        if operand and normalise_name(operand.said) not in stated.defined:
            operands.setdefault(operand.names, operand)
    if len(operands) < 2:
        return None
    said = _DEFINED.sub(" ", question)
    reckoned = [formula] if formula else map(parse_formula, [made_of, SIMPLER.get(made_of, "")])
    return Calculation(
        name, stated.defined, tuple(operands.values()), called, tuple(filter(None, reckoned)), said, _years_in(said)
    )


def reading_of(value: Value) -> Reading | None:
    """Which value of a document a formula means: "average inventory between FY2030 and FY2031"; None for none."""
    operand = _operand(value.said)
    if operand is None:
        return None
    make: Literal["value", "average", "change"] = "value"
    if _CHANGE.search(value.said):
        make = "change"
    elif AVERAGE.search(value.said):
        make = "average"
    return Reading(operand, make, _years_in(value.said))


def makings(question: str) -> list[str]:
    """What statements call the values of which the figure that is asked for is made; empty where it is made of none.

    A quick ratio is answered by the balance sheet, where no word of the question need stand. "Wages as a percent of
    sales" names the lines themselves.
    """
    calculation = calculation_of(question)
    if calculation is None or _PART_OF.search(question):
        return []
    return list(dict.fromkeys(name for operand in calculation.operands for name in (operand.said, *operand.lines)))


def _called(question: str) -> Operand | None:
    """The line of a statement that is asked for by itself, by what statements often call otherwise."""
    asked = f" {normalise_name(question)} "
    if not _ASKS_AMOUNT.search(question):
        return None
    said = next((name for name in _CALLED_OTHERWISE if f" {normalise_name(name)} " in asked), "")
    return _operand(said) if said else None


@dataclass(frozen=True)
class _Stated:
    """What a question says itself of how its figure is made."""

    formulas: tuple[str, ...]
    defined: frozenset[str]
    """What they define, normalised, abbreviations of it too."""
    called: str
    """The figure that is asked for."""
    formula: Expression | None
    is_named_only: bool
    """It says of which values, and not how they are taken together."""


def _stated(question: str) -> _Stated:
    defined: dict[str, str] = {}
    for found in _DEFINED.finditer(question):
        formula = found["formula"] or found["said"]
        if OPERATOR.search(formula):
            defined[found["name"] or found["defined"]] = formula
    if defined:
        short = [found[1] for name in defined for found in re.finditer(rf"{re.escape(name)} \((\w{{2,8}})\)", question)]
        long = [
            found[1] for name in defined for found in re.finditer(rf"((?:\w+ ){{1,5}})\({re.escape(name)}\)", question)
        ]
        names = frozenset(map(normalise_name, [*defined, *short, *long]))
        called, formula = _root(question, defined)
        return _Stated(tuple(defined.values()), names, called, formula, is_named_only=False)
    if (using := _USING.search(question)) and _AND.search(using[1] or using[2]):
        values = _AND.sub(" + ", using[1] or using[2])
        return _Stated((values,), frozenset(), "", None, is_named_only=True)
    if part := _PART_OF.search(question):
        made = Operation("/", Value(_ASKING.sub("", part[1])), Value(part[2]))
        called = _ASKING.sub("", part[0])
        return _Stated((" + ".join(part.groups()),), frozenset(), called, made, is_named_only=False)
    if two := _SUM.search(question):
        formula = " + ".join(two.groups())
        return _Stated((formula,), frozenset(), formula, parse_formula(formula), is_named_only=False)
    return _Stated((), frozenset(), "", None, is_named_only=False)


def _root(question: str, defined: Mapping[str, str]) -> tuple[str, Expression | None]:
    """The figure that is asked for, where several may be defined: the one that no other is made of.

    "X less capex", where X is defined, is a figure of its own.
    """
    parsed = {name.lower(): made for name, text in defined.items() if (made := parse_formula(text))}
    parts = {value.said.lower() for made in parsed.values() for value in values_of(made)}
    name = next((name for name in defined if name.lower() not in parts), "")
    made = parsed.get(name.lower())
    asked = _DEFINED.sub(" ", question)
    further = re.search(
        rf"\b{re.escape(name)} (?P<sign>less|minus|plus|[-+–−]) (?P<said>[\w&-]+(?: [\w&-]+)?)(?= for\b|[?.,]|$)",
        asked,
        re.IGNORECASE,
    )
    if made is not None and further is not None:
        sign: Sign = "+" if further["sign"].lower() in {"plus", "+"} else "-"
        name, made = further[0], Operation(sign, made, Value(further["said"]))
    return name, None if made is None else with_definitions(made, parsed)


def _years_in(text: str) -> tuple[int, ...]:
    return tuple(sorted({period["year"] for period in find_periods(text)}))


def _operand(part: str) -> Operand | None:
    kept = _FROM_OPERATIONS.search(part)
    said = part if kept else _ASIDE.sub(" ", _CHANGE.sub("change ", part))
    said = re.sub(r"^\W*(?:the|was|were|is|are|of)\b|\b(?:FY ?)?(?:19|20)\d\d\b|\s+", " ", said).strip(" ,:.")
    terms = frozenset(analyse(said)) - _MADE
    if not terms or all(term.isdigit() for term in terms):
        return None
    lines = {
        line: called
        for group in _readings()
        if any(terms - _TOTAL == called - _TOTAL for called in group.values())
        for line, called in group.items()
    }
    names = tuple(dict.fromkeys([terms, *lines.values()]))
    return Operand(said, tuple(lines), names, is_change=_CHANGE.search(part) is not None)


def _usual(question: str) -> tuple[str, str]:
    """The usual figure that a question asks for, and of what it is made; empty where it asks for none."""
    found = _NAMED.findall(_CASHFLOW.sub("cash flow", question.replace("-", " ")))
    # Of "EBITDA" and its margin the margin is asked for.
    name = max(found, key=len, default="")
    return name, _FORMULAS.get(name) or _FORMULAS.get(name.lower(), "")


@cache
def _readings() -> list[dict[str, frozenset[str]]]:
    """What statements call each of the lines, with the terms of it."""
    return [{line: frozenset(analyse(line)) for line in group} for group in LINES]
