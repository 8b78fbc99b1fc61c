"""Technologies and product families that a document names, by pattern."""

from __future__ import annotations

import re
from collections import Counter

from nodes.documents.capitals import CAPITALISED, CAPITALISED_IN_PARTS, UPPER, without_function_words
from nodes.domain.regexes import lazy_regex
from nodes.language.acronyms import spelt_out
from nodes.language.periods import MONTHS

_STACK = lazy_regex(
    r"^[^\w\n]*(?:technolog(?:y|ies)(?: stack)?|tech stack|stack|built with|powered by|technologien|technologie-stack|"
    r"frameworks?|dependencies|tecnologías)\W{0,4}:\W*(.{2,300})$",
    re.IGNORECASE | re.MULTILINE,
)
_BUILT_WITH = lazy_regex(
    rf"\b(?:built (?:with|on)|powered by|implemented (?:in|with)|written in|runs on|basiert auf)\s+"
    rf"((?:{CAPITALISED}(?: \d[\d.]*)?)(?:(?:, | and | und |, and | ){CAPITALISED}(?: \d[\d.]*)?){{0,5}})"
)
# Only a blank, or a hyphen beside an initial, divides words: all others that a hyphen joins are parts of one.
_BETWEEN = rf"(?: |-(?=[{UPPER}]\.)|(?<=\.)-)"
_VERSIONED = lazy_regex(
    rf"(?<![^\W_])(?<![{UPPER}]\.)({CAPITALISED_IN_PARTS}(?:{_BETWEEN}{CAPITALISED_IN_PARTS}){{0,2}})[ -]"
    rf"((?:v(?:ersion)?\.? ?)?\d{{1,3}}(?:\.\d+){{1,3}}|"
    rf"v\d+|(?:[{UPPER}]{{1,3}}-?)?\d{{1,4}}[A-Za-z]{{0,3}}|[{UPPER}]{{1,2}}\d{{1,4}}|Series [{UPPER}\d]|"
    rf"I{{1,3}}|IV|VI{{0,3}})(?![^\W_]|[.,]\d|%)"
)
_CALLED_A_SERIES = r"series|family|product line|platform|Serie|Familie|Baureihe|gamme"
_SERIES = lazy_regex(
    rf"(?<![^\W_])(?<![{UPPER}]\.)({CAPITALISED_IN_PARTS}(?:{_BETWEEN}{CAPITALISED_IN_PARTS}|[ -]\d{{1,4}}){{0,2}})[ -]"
    rf"(?:{_CALLED_A_SERIES})(?![^\W_])"
)
_SERIES_HINT = lazy_regex(_CALLED_A_SERIES)
_ORDINARY = lazy_regex(
    r"\b(?:Table|Figure|Fig|Section|Chapter|Item|Note|Part|Page|Exhibit|Article|Appendix|Annex|Step|Schedule|Form|Level|"
    r"Rule|Act|Topic|Quarter|This|PART|Day|Week|Year|Phase|Class|Tier|Type|Version|Volume|No|Nr|Tabelle|Abbildung|Kapitel|Seite|"
    r"Abschnitt|Tableau|World War|Line|Equation|Claim|Example|Room|Title|Question|Grade|Group|Unit|Series|Total|"
    r"The|In|By|At|On|Since|From|Until|FY|Fiscal|US|USD|EUR|ISO|IEC|RFC|DOI)$"
)
_MOST = 10
"""Technologies, or product families, of one document."""


def technologies(text: str) -> list[str]:
    """Technologies that a text names, in the order of how plainly it does, at most ten.

    First what lines such as "Technologies: …" and "Stack: …" enumerate, then what something is "built with", "powered
    by" or "written in", then acronyms that the text spells out ("state of charge (SOC)" gives `SOC`) and uses
    at least once more.
    """
    found: dict[str, None] = {}
    for match in _STACK.finditer(text):
        for item in re.split(r"\s*[,;|·•]\s*|\s+(?:and|und|et|y)\s+", match.group(1).strip(" .")):
            if 1 < len(item) <= 40:
                found.setdefault(item)
    for match in _BUILT_WITH.finditer(text):
        for item in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|und)\s+", match.group(1)):
            found.setdefault(item.strip(" .,"))
    for acronym in spelt_out(text):
        if text.count(acronym) > 1:
            found.setdefault(acronym)
    return [item for item in found if item][:_MOST]


def product_families(text: str) -> list[str]:
    """Product names that stand with a version, a model number or the word "series", the commonest first, at most ten.

    The family is the name without its number; it must be named so twice, or with two numbers. Tables, sections,
    months, years and the like are no products.
    """
    counts: Counter[str] = Counter()
    for match in _SERIES.finditer(text) if _SERIES_HINT.search(text) else ():
        counts[without_function_words(match.group(1))] += 2
    for match in _VERSIONED.finditer(text):
        # A bare number at the end of a line is a page number or a figure of a table.
        if not (match.group(2).isdigit() and text[match.end() : match.end() + 2].lstrip(" ")[:1] in ("\n", "")):
            family = without_function_words(match.group(1))
            counts[family] += 1 if _may_be_product(family, match.group(2)) else 0
    often = [family for family, count in counts.items() if family and count > 1]
    return sorted(often, key=lambda family: (-counts[family], family))[:_MOST]


def _may_be_product(family: str, number: str) -> bool:
    words = family.split()
    return (
        re.fullmatch(r"(?:19|20)\d\d", number) is None
        and len(family) > 2
        and not (family.isupper() and len(words) > 1)
        and not any(word.lower() in MONTHS for word in words)
        and _ORDINARY.search(family) is None
    )
