"""Identifiers in a text, normalised; and those that a document bears itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from nodes.documents.excerpts import cover_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_DOI = lazy_regex(r"\b(10\.\d{4,9}/[^\s\"<>{}|\\^`]+)", re.IGNORECASE)
_ARXIV = lazy_regex(
    r"\barXiv\s*:?\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?|arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})",
    re.IGNORECASE,
)
_ISBN = lazy_regex(r"\bISBN(?:-1[03])?:?\s*((?:97[89][ -]?)?\d{1,5}[ -]?\d{1,7}[ -]?\d{1,7}[ -]?[\dXx])\b")
_UNITED_STATES = lazy_regex(
    r"\b(?:U\.?\s?S\.?\s?)(?:Pat(?:ent|\.)?\s*)?(?:(?:Application\s+)?(?:Publication|Pub\.)\s*)?(?:Nos?\.?\s*)?"
    r"((?:RE|D|PP)?\d{1,2},?\d{3},?\d{3}|(?:19|20)\d\d/?\d{7})\s?([ABEPS]\d)?\b"
)
_APPLICATION = lazy_regex(
    r"\b(?:Application|Appl?\.)\s*(?:Serial\s*|Ser\.\s*)?(?:Nos?\.?\s*)?(\d{2}/\d{3},?\d{3}|PCT/[A-Z]{2}\d{2,4}/\d{4,6})",
    re.IGNORECASE,
)
_BARE_PATENT = lazy_regex(
    r"\b(?:Pat(?:ent|\.)\s*Nos?\.?:?\s*)(?:US\s?)?(\d{1,2},\d{3},\d{3})\s?([ABE]\d)?\b",
    re.IGNORECASE,
)
_EUROPEAN = lazy_regex(r"\b(EP)\s?(\d{1,2}[ .]?\d{3}[ .]?\d{2,3})\s?([AB]\d)?\b")
_WORLD = lazy_regex(r"\b(WO)\s?(\d{2,4})\s?/\s?(\d{5,6})\s?(A\d)?\b")
_RFC = lazy_regex(r"\b(?:RFC[\s-]?|Request for Comments:\s*)(\d{1,5})\b", re.IGNORECASE)
_ISO = lazy_regex(r"\b(ISO|IEC)(?:/(IEC|IEEE|TS|TR|ASTM))?[\s-](\d{3,5}(?:-\d{1,3})?)(?::\d{4})?\b")
_NUMBERED = lazy_regex(r"\b(?!(?:FY|Q\d|H\d)-)([A-Z][A-Z0-9]{1,9}(?:-[A-Z0-9]{1,8}){0,3}-\d{1,8})\b")

_NUMBERED_HINT = lazy_regex(r"[A-Z0-9]-\d")

_LABEL = lazy_regex(
    r"(?:\b(?:No|Nr|Nos|ID|Id|Number|Nummer|Ref|Reference|Report|Ticket|Issue|Case|Document|Contract|Invoice|Order|"
    r"Rechnung|Vertrag|Bericht|Aktenzeichen|Référence|Número)\b\.?\s*(?:No\.?|Nr\.?|ID|Number)?\s*[:#]?\s*)$"
)
_OWN_CHARACTERS = 2500
"""Characters from the top in which a document gives its own number: further down it gives those of others."""
_MOST = 8
"""Identifiers of one document."""


def find_identifiers(text: str) -> list[str]:
    """Identifiers that a text names, normalised, in order of appearance, without repeats.

    DOI (`10.1000/xyz1`, lower case), arXiv (`arXiv:2101.00001`, without its version), ISBN (digits, check digit
    right), patents and applications (`US10123456B2`, `EP1234567A1`, `WO2019123456A1`, `US15/123456`), `RFC 2119`,
    `ISO/IEC 27001` (without its year), and numbers of reports or tickets (`ABC-123`).
    """
    found: dict[str, int] = {}
    for start, identifier in sorted(_located(text)):
        found.setdefault(identifier, start)
    return list(found)


def document_identifiers(pages: Sequence[Page], file_name: str, title: str) -> list[str]:
    """Identifiers that the document bears itself, likeliest first, at most eight.

    From file name and title all of them; from the first page's beginning the first of each kind (a paper prints its
    own DOI before those of others), an RFC only as "Request for Comments: n", and a report's or ticket's number only
    behind a label or alone on its line. What a patent says it continues is not its own.
    """
    stem = file_name.rsplit(".", 1)[0].replace("_", " ")
    found = dict.fromkeys([*find_identifiers(stem), *find_identifiers(title)])
    cover = cover_text(pages, _OWN_CHARACTERS)
    seen = {_kind(identifier) for identifier in found}
    for start, identifier in sorted(_located(cover)):
        kind = _kind(identifier)
        if kind not in seen and _is_own(cover, start, kind):
            seen.add(kind)
            found.setdefault(identifier)
    return list(found)[:_MOST]


def patent_numbers(text: str) -> list[tuple[int, str]]:
    """Patents and patent applications with their offsets, in order: `(120, "US15/123456")`."""
    return sorted(_patents(text))


def without_kind_code(identifier: str) -> str:
    """A patent number without its kind code (`US10123456B2` -> `US10123456`); anything else as it is."""
    return re.sub(r"^((?:US|EP|WO)[A-Z]{0,2}\d{6,})[A-Z]\d$", r"\1", identifier)


def _located(text: str) -> Iterator[tuple[int, str]]:
    # Most passages name nothing of the kind: a literal that a form needs is looked for before its pattern.
    for needed, pattern, build in _FORMS:
        if any(literal in text for literal in needed):
            for match in pattern.finditer(text):
                identifier = build(match)
                if identifier:
                    yield match.start(), identifier
    yield from _patents(text)
    if _NUMBERED_HINT.search(text):
        for match in _NUMBERED.finditer(text):
            number = match.group(1)
            if sum(character.isdigit() for character in number) > 1 and not number.startswith(("ISO-", "RFC-", "IEC-")):
                yield match.start(), number


def _patents(text: str) -> Iterator[tuple[int, str]]:
    builders: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        ("U", _UNITED_STATES, lambda match: f"US{match.group(1)}{match.group(2) or ''}".replace("/", "")),
        ("at", _BARE_PATENT, lambda match: f"US{match.group(1)}{match.group(2) or ''}"),
        ("EP", _EUROPEAN, lambda match: "".join(group for group in match.groups() if group)),
        ("WO", _WORLD, lambda match: "".join(group for group in match.groups() if group)),
        ("ppl", _APPLICATION, lambda match: match.group(1) if match.group(1)[0] in "Pp" else f"US{match.group(1)}"),
    )
    taken: set[int] = set()
    for needed, pattern, build in builders:
        for match in pattern.finditer(text) if needed in text else ():
            if match.start(1) not in taken and match.end(1) not in taken:
                taken.update((match.start(1), match.end(1)))
                yield match.start(), re.sub(r"[ ,.]", "", build(match)).upper()


def _kind(identifier: str) -> str:
    if identifier.startswith("10."):
        return "doi"
    for prefix in ("arXiv", "ISBN", "RFC ", "ISO", "IEC"):
        if identifier.startswith(prefix):
            return prefix
    return "number" if _NUMBERED.fullmatch(identifier) else "patent"


def _is_own(text: str, start: int, kind: str) -> bool:
    before = text[max(0, start - 60) : start]
    if kind == "RFC ":
        return text[start : start + 7].lower() == "request"
    if kind in ("ISO", "IEC"):
        return False
    if kind == "patent":
        return re.search(r"\b(?:of|to|from|see|in)\b[^.]{0,50}$", before, re.IGNORECASE) is None
    if kind == "number":
        line = text[text.rfind("\n", 0, start) + 1 : (text.find("\n", start) + 1 or len(text) + 1) - 1]
        return _NUMBERED.fullmatch(line.strip()) is not None or _LABEL.search(before) is not None
    return True


def _trim(doi: str) -> str:
    doi = doi.rstrip(".,;:'’”]")
    while doi.endswith(")") and doi.count("(") < doi.count(")"):
        doi = doi[:-1].rstrip(".,;:")
    return doi


def _is_isbn(digits: str) -> bool:
    """Check digit of ISBN-13 (ISO 2108: weights 1 and 3, modulo 10) or ISBN-10 (weights 10 to 1, modulo 11)."""
    values = [10 if character == "X" else int(character) for character in digits]
    if len(values) == 13 and "X" not in digits:
        return sum(value * (3 if index % 2 else 1) for index, value in enumerate(values)) % 10 == 0
    return (
        len(values) == 10
        and "X" not in digits[:-1]
        and sum(value * (10 - index) for index, value in enumerate(values)) % 11 == 0
    )


def _isbn(match: re.Match[str]) -> str:
    digits = re.sub(r"[ -]", "", match.group(1)).upper()
    return f"ISBN {digits}" if _is_isbn(digits) else ""


def _standard(match: re.Match[str]) -> str:
    return f"{match.group(1)}{'/' + match.group(2) if match.group(2) else ''} {match.group(3)}"


_FORMS: tuple[tuple[tuple[str, ...], re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (("10.",), _DOI, lambda match: _trim(match.group(1)).lower()),
    (("xiv", "Xiv", "XIV"), _ARXIV, lambda match: f"arXiv:{(match.group(1) or match.group(2)).lower()}"),
    (("ISBN",), _ISBN, _isbn),
    (("RFC", "rfc", "equest for"), _RFC, lambda match: f"RFC {int(match.group(1))}"),
    (("ISO", "IEC"), _ISO, _standard),
)
