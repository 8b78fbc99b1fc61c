"""Authors and their affiliations: from properties, by-lines, labelled lines and the lines under a paper's title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nodes.documents.capitals import PARTICLES, UPPER
from nodes.documents.excerpts import cover_text
from nodes.domain.documents import FileProperties, Page
from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

_WORD = (
    rf"(?:[{UPPER}]\.(?:[ -]?[{UPPER}]\.)*|[{UPPER}][^\W\d_]+(?:[-'’][^\W\d_]+)*|(?:[OD]['’]|d['’])[{UPPER}][^\W\d_]+)"
)
_PERSON = lazy_regex(rf"{_WORD}(?:\s+(?:{PARTICLES}\s+){{0,2}}{_WORD}){{1,4}}")
_SURNAME_FIRST = lazy_regex(rf"({_WORD}),\s+({_WORD}(?:\s+{_WORD}){{0,2}})")
_MARKS = lazy_regex(
    r"(?<=[^\W\d_.])\s?[\d*†‡§¶#]+(?:\s?,\s?[\d*†‡§¶#]+)*|[*†‡§¶#]|[^\s@]{1,99}@\S+|\([^)]{0,300}\)|\{[^}]{0,300}\}"
)
_TITLES = lazy_regex(
    r"\b(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Dipl|Ing|M\.?Sc|B\.?Sc|Ph\.?\s?D|MBA|Jr|Sr)\b\.?,?\s*|,\s*(?:Ph\.?\s?D|MD|Esq)\b\.?"
)
_BETWEEN = lazy_regex(r"(?:(?<!\s)\s+)?(?:[,;·•|&]|\b(?:and|und|et|y|e|en|и|with)\b)\s*")
_BY_LINE = lazy_regex(r"^\s*(?:[Bb]y|BY|[Ww]ritten by|[Vv]on|[Pp]ar|[Pp]or)\s*:?\s+(.{3,160})$")
_LABELLED = lazy_regex(
    r"^\s*[*_]{0,2}(?:Authors?|Autor(?:in|en|es)?|Auteure?s?|Verfasser(?:in)?|Prepared by|Written by|Inventors?|"
    r"Erfinder|Minutes taken by|Contact author)[*_]{0,2}\s*:\s*[*_]{0,2}\s*(.{3,200})$",
    re.IGNORECASE,
)
_ABSTRACT = lazy_regex(r"^\s*(?:abstract|zusammenfassung|résumé|resumen|1\.?\s+introduction)\b", re.IGNORECASE)
_INSTITUTION = lazy_regex(
    r"\b(?:Universit\w+|Université|Institut\w*|Departe?ment|Dept\.|Laborator\w+|Labs?|College|School of|"
    r"Faculty|Fakultät|Hochschule|Academy|Akademie|Cent(?:er|re) (?:for|of)|Hospital|GmbH|Inc|Corp|Ltd|LLC|AG|"
    r"Corporation|Research|Foundation|École|Politecnico|Polytechnic\w*)\b"
)
_PROGRAM = lazy_regex(
    r"\b(?:admin\w*|user|owner|unknown|anonymous|author|microsoft|adobe|acrobat|latex|word|office|windows|python|"
    r"openpyxl|python-docx|workiva|webmaster|root|default|n/?a)\b|[@\\/\d]",
    re.IGNORECASE,
)
_LONGEST_NAME = 60
"""Characters with titles: in a long run of initials a name may end anywhere."""
_HEADED = lazy_regex(r"\s*[,(:|]|\s[–—-]\s")
"""What parts a person from what is said of them in a heading."""
_HEAD_LINES = 40
"""Lines of the first page in which authors are looked for."""
_MOST = 12
"""Authors, or affiliations, of one document."""


def document_authors(properties: FileProperties, pages: Sequence[Page], title: str) -> list[str]:
    """Who wrote the document, as written but without degrees and footnote marks, in order, at most twelve.

    Read from the file's properties (names of programs and accounts do not count); else from lines such as "Author: …"
    or "by A. Writer and B. Writer" near the top; else, where an abstract follows, from the lines between title and
    abstract that hold nothing but names of persons.
    """
    given = [name for entry in properties.get("authors", []) for name in _property_names(entry)]
    lines = _head_lines(pages)
    found = given or [*_labelled(lines)] or [*_under_title(lines, title)]
    distinct = {normalise_name(name): name for name in reversed(found)}
    return [name for name in dict.fromkeys(found) if distinct[normalise_name(name)] == name][:_MOST]


def document_affiliations(pages: Sequence[Page], authors: Sequence[str]) -> list[str]:
    """Institutions and companies in the lines near the authors' names on the first page, in order, at most twelve.

    Near is up to eight lines below a line that names an author, before the abstract.
    """
    lines = _head_lines(pages)
    keys = [normalise_name(author) for author in authors]
    found: dict[str, None] = {}
    last = -100
    for number, line in enumerate(lines):
        if _ABSTRACT.match(line):
            break
        folded = normalise_name(line)
        if any(key and key in folded for key in keys):
            last = number
        if number - last <= 8:
            for part in re.split(r"(?:(?<!\s)\s+)?[;|]\s*", line):
                affiliation = _affiliation(part, authors)
                if affiliation:
                    found.setdefault(affiliation)
    return list(found)[:_MOST]


def is_person_name(text: str) -> bool:
    """Whether a text looks like one person's name: two to five capitalised words or initials, particles between."""
    text = text.strip()
    if not _PERSON.fullmatch(text) or _INSTITUTION.search(text) or text.isupper():
        return False
    words = text.split()
    return any(len(word.strip(".")) > 1 for word in words) and not any(word.lower() in STOP_WORDS for word in words)


def headed_person(section_path: Sequence[str]) -> str:
    """Whom the innermost heading of a section names first: "Dr Ada Holm, Surgery", "Ada Holm (Surgery)"; else empty."""
    return person_in(_HEADED.split(section_path[-1].strip(), maxsplit=1)[0]) if section_path else ""


def person_in(text: str) -> str:
    """Whom a text is the name of, without titles: "Dr Ada Holm", "Holm, Ada"; empty where it is anything else."""
    if len(text) > _LONGEST_NAME:
        return ""
    name = _TITLES.sub("", text).strip()
    if surname_first := _SURNAME_FIRST.fullmatch(name):
        name = f"{surname_first[2]} {surname_first[1]}"
    return name if is_person_name(name) else ""


def split_names(text: str) -> list[str]:
    """The persons that a line enumerates; empty where any part of it is no person's name."""
    plain = _TITLES.sub("", _MARKS.sub(" ", text)).strip(" .,;:*_")
    parts = [re.sub(r"\s+", " ", part).strip(" .,") for part in _BETWEEN.split(plain)]
    names = [part for part in parts if part]
    return names if names and all(is_person_name(name) for name in names) else []


def _property_names(entry: str) -> list[str]:
    entry = entry.strip()
    if not entry or _PROGRAM.search(entry):
        return []
    surname_first = _SURNAME_FIRST.fullmatch(entry)
    if surname_first is not None:
        return [f"{surname_first.group(2)} {surname_first.group(1)}"]
    pieces = [re.sub(r"\s+", " ", piece).strip() for piece in re.split(r"(?:(?<!\s)\s+)?;\s*", entry)]
    return split_names(entry) or [piece for piece in pieces if piece and len(piece) < 80]


def _head_lines(pages: Sequence[Page]) -> list[str]:
    return [line.strip() for line in cover_text(pages).splitlines() if line.strip()][:_HEAD_LINES]


def _labelled(lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        label = _LABELLED.match(line) or (_BY_LINE.match(line) if number < 15 else None)
        if label is not None:
            yield from split_names(re.split(r"\s+[–—|]\s+|, (?=\d)|(?<=[^\W\d_]{3})\.\s", label.group(1))[0])


def _under_title(lines: Sequence[str], title: str) -> Iterator[str]:
    end = next((number for number, line in enumerate(lines) if _ABSTRACT.match(line)), 0)
    key = normalise_name(title)
    for line in lines[:end]:
        if not key or normalise_name(line) not in key:
            yield from split_names(line)


def _affiliation(text: str, authors: Sequence[str]) -> str:
    if not _INSTITUTION.search(text) or len(text) > 160 or text.endswith("."):
        return ""
    for author in authors:
        text = text.replace(author, "")
    return re.sub(r"\s+", " ", re.sub(r"\S+@\S+", "", text)).strip(" ,;:.*†‡§0123456789()-–—")
