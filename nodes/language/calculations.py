"""What several values make together: a change, a mean, a ratio; and which values those are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from nodes.language.terms import analyse, normalise_name, stem
from nodes.language.usual_figures import LINES, USUAL

_TERMS = frozenset(
    stem(word)
    for words in (
        "change changed difference increase increased decrease decreased growth grown decline drop rise fall",
        "percentage percent average mean total sum altogether combined overall amount",
        "highest lowest largest smallest biggest greatest least most maximum minimum exceed exceeded",
    )
    for word in words.split()
)
_NAME = r"[^\W\d_][\w&'’%-]*(?: [\w&'’%-]+){0,7}?(?: \(\w{2,8}\))?"
_ENDS = r"(?=[.;?](?:\s|$)|$)"
_DEFINED = re.compile(
    rf"(?:(?<=[.:;?!] )|^)(?P<name>{_NAME})(?: here)? (?:is|are) (?:defined|calculated|computed) as:? "
    rf"(?P<formula>.+?){_ENDS}"
    rf"|\bdefine (?P<defined>{_NAME}) as:? (?P<said>.+?){_ENDS}",
    re.IGNORECASE,
)
"""A sentence that says of what a figure is made."""
_USING = re.compile(
    r"\((?:by )?using ([^()]+)\)|\b(?:calculat|comput)(?:e|ed|ing) [\w %-]{2,50}? using ([^.?]+)", re.IGNORECASE
)
_PART_OF = re.compile(
    r"(?<![\w&-])([\w&-]+(?: [\w&-]+)??) as an? (?:%|per ?cent(?:age)?|share) of (?:the )?((?:total |net )*[\w&-]+)",
    re.IGNORECASE,
)
_SUM = re.compile(r"(?<![\w&-])((?:[\w&-]+ ){1,3})\+ ([\w&-]+(?: [\w&-]+){0,2})")
_OPERATOR = re.compile(
    r"(?:^|\s)[-+*/×÷–−](?=\s)|[()\[\]]|\b(?:(?:divided|multiplied) by|minus|plus|times|less)\b", re.IGNORECASE
)
_AND = re.compile(r",? and ", re.IGNORECASE)
_ASIDE = re.compile(
    r"\b(?:between|from|in|for|of|during|attributable|at)\b.*|\b(?:FY ?)?(?:19|20)?\d\d\b|\bFY\d+|\b\w+['’]s\b",
    re.IGNORECASE,
)
"""When, or of whom, a value is."""
_FROM_OPERATIONS = re.compile(r"\bfrom operations\b|\bof (?:goods sold|sales|revenues?)\b", re.IGNORECASE)
_CHANGE = re.compile(r"\bchanges? in\b", re.IGNORECASE)
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
_NAMED = re.compile(
    rf"(?<!\w)({'|'.join(map(_as_written, sorted(_FORMULAS, key=lambda name: (-len(name), name))))})(?!\w)"
)
_CASHFLOW = re.compile(r"\bcashflow\b", re.IGNORECASE)
_ASKS_AMOUNT = re.compile(r"\bhow much\b|\bwhat (?:is|was|were|are)\b", re.IGNORECASE)
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
class Calculation:
    """A figure that is made of values."""

    name: str
    """Of a usual figure; empty where the question says itself of what it is made."""
    defined: frozenset[str]
    """What the question itself defines, normalised: no document has to say it."""
    operands: tuple[Operand, ...]


def calculating_terms(question: str) -> frozenset[str]:
    """The terms of a question that ask what values make together: the values answer it, and seldom say the word."""
    return frozenset(term for term in analyse(question) if term in _TERMS)


def calculation_of(question: str) -> Calculation | None:
    """The figure that a question asks for, where it says of what that is made, or usage does; None for all else.

    "FCF is defined as: cash from operations - capex" gives the two, and so does "free cash flow".
    """
    formulas, defined = _stated(question)
    name = ""
    if not formulas:
        name, formula = _usual(question)
        if not formula and (line := _called(question)):
            return Calculation(line.said, frozenset(), (line,))
        formulas = [formula] if formula else []
    elif "margin" in (usual := _usual(question))[0]:
        # Of what is defined a part is asked for: "EBITDA margin", where EBITDA is.
        formulas.append(usual[1].rpartition("/")[2])
    parts = [part for formula in formulas for part in _OPERATOR.split(formula)]
    operands: dict[tuple[frozenset[str], ...], Operand] = {}
    for part in parts:
        operand = _operand(part)
        if operand and normalise_name(operand.said) not in defined:
            operands.setdefault(operand.names, operand)
    return Calculation(name, defined, tuple(operands.values())) if len(operands) > 1 else None


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


def _stated(question: str) -> tuple[list[str], frozenset[str]]:
    """The formulas that a question states, and what they define, abbreviations of it too."""
    formulas, names = [], []
    for found in _DEFINED.finditer(question):
        formula = found["formula"] or found["said"]
        if _OPERATOR.search(formula):
            formulas.append(formula)
            names.append(found["name"] or found["defined"])
    if not formulas and (using := _USING.search(question)) and _AND.search(using[1] or using[2]):
        formulas.append(_AND.sub(" + ", using[1] or using[2]))
    if not formulas and (two := _PART_OF.search(question) or _SUM.search(question)):
        formulas.append(" + ".join(two.groups()))
    short = [found[1] for name in names for found in re.finditer(rf"{re.escape(name)} \((\w{{2,8}})\)", question)]
    long = [found[1] for name in names for found in re.finditer(rf"((?:\w+ ){{1,5}})\({re.escape(name)}\)", question)]
    return formulas, frozenset(map(normalise_name, [*names, *short, *long]))


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
