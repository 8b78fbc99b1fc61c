"""Source code, told from prose and tables by its lines, in whatever language it is written."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex

CODE_SHARE = 0.3
"""A passage is code where more of its lines are: the comments and texts between them are not told."""
COVER_SHARE = 0.4
"""The same of the lines that open a document, told by fewer signs, before it is a file of source code."""
FEWEST_LINES = 5
"""Of a document's beginning, before its kind is told by them."""
SIGNED_SHARE = 0.05
"""Of lines that are code by another sign, before those count that are only indented."""

_SQL = (
    r"^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE|FROM|(?:LEFT |INNER )?JOIN|"
    r"WHERE|GROUP BY|ORDER BY)\s+\w"
)
_CALL = lazy_regex(r"(?<!\w)\d*[^\W\d]\w*\((?!\s)")
"""Not "4(a)", and not a bracket of prose whose blank stands behind it: "Oda( died 912)". Looked for up to the last
bracket that closes, and once in a word: else a line without blanks takes the square of its length."""
_SIGNED = lazy_regex(
    r"[;{}]\s*$|^\s*(?:def|class|import|from|return|if|for|while|else|elif|try|except|fn|func|function|const|"
    r"let|var|public|private|static|void|package|use|#include|@\w+|//|/\*|\*)\b.*[(:;{=.]|"
    rf"[=!<>]=|=>|->|::|{_SQL}"
)
_INDENTED = lazy_regex(r"\s{4,}\S")
_OPENING = lazy_regex(
    r"^\s*(?:def |class |import |from \S+ import |#include|function |const |let |var |public |private |package |"
    rf"return\b|@\w+|//|/\*|\}}|\{{)|[;{{]\s*$|{_SQL}"
)
"""What files of code begin with. Fewer signs, as one passage of code makes no source code of a document."""


def is_code(text: str) -> bool:
    """Whether a passage is source code.

    Indented lines are where others beside them are code by another sign: paragraphs of a contract are indented, too.
    """
    lines = _lines(text)
    signed = [_is_signed(line) for line in lines]
    count = sum(signed)
    if count and count >= SIGNED_SHARE * len(lines):
        count += sum(_INDENTED.match(line) is not None for line, told in zip(lines, signed, strict=True) if not told)
    return count > CODE_SHARE * len(lines)


def opens_as_code(text: str) -> bool:
    """Whether a document that begins so is a file of source code."""
    lines = _lines(text)
    count = sum(_OPENING.search(line) is not None for line in lines)
    return len(lines) >= FEWEST_LINES and count >= COVER_SHARE * len(lines)


def _is_signed(line: str) -> bool:
    return _SIGNED.search(line) is not None or _CALL.search(line, 0, line.rfind(")")) is not None


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]
