"""Names that source code defines: they say what a piece of code is about, as a heading says it of a section."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex

LONGEST_LINE = 300
"""Longer lines are data, or made small for machines, and define nothing that is asked for by name."""

_NO_NAME = (
    r"(?!(?:if|for|while|switch|catch|return|match|with|elif|else|await|super|throw|raise|yield|assert|new|not|def|"
    r"function|class|func|fn)\b)"
)
_WORD = r"[^\W\d][\w$]*"
_NAME = rf"{_NO_NAME}(?P<name>{_WORD}(?:::~?{_WORD})*)"
_DOTTED_NAME = rf"{_NO_NAME}(?P<name>{_WORD}(?:(?:\.|::){_WORD})*)"
_MODIFIER = (
    r"(?:pub(?:\([^)]*\))?|export|default|declare|async|unsafe|extern|abstract|final|sealed|open|data|public|private|"
    r"protected|internal|static|virtual|override|inline|partial|const|synchronized)"
)
_CONSTANT = r"(?P<name>_?[A-Z][A-Z\d]+(?:_[A-Z\d]+)*)"
_TYPE_GOES_ON = r"(?=\s*(?:$|[({<\[:=;,]|extends\b|implements\b|permits\b|where\b|final\b))"
_FORMS = tuple(
    lazy_regex(pattern)
    for pattern in (
        # What is implemented for a type is a part of it: Rust.
        rf"\s*(?:unsafe\s+)?impl\b.*\sfor\s+(?:&(?:'\w+\s+)?(?:mut\s+)?)?(?:dyn\s+)?{_DOTTED_NAME}",
        # A word says what is defined: Python, Rust, Go (a receiver before the name), Kotlin, Ruby.
        rf"\s*(?:{_MODIFIER}\s+)*(?:def|fn|func|fun|function|trait|interface|type|impl|mod|module|namespace|protocol|"
        rf"object|record|defmodule|sub|macro_rules)\b[!*]?(?:<[^>]*>|\s+\([^)]*\))?\s+(?:self\.)?{_DOTTED_NAME}",
        # These words also stand before the type of a variable.
        rf"\s*(?:{_MODIFIER}\s+)*(?:class|struct|enum|union)\s+(?:class\s+)?{_NAME}{_TYPE_GOES_ON}",
        # SQL.
        r"\s*(?i:create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure)\s+(?:if\s+not\s+exists\s+)?)"
        rf"(?:\w+\.)?{_NAME}",
        # A function as a value: JavaScript, TypeScript.
        rf"\s*(?:export\s+)?(?:const|let|var)\s+{_NAME}[^=]*=\s*(?:async\s*)?(?:function\b|\(.*=>|[\w$]+\s*=>)",
        # The same as a part of something: `Quay.prototype.moor = function`, `exports.moor = async () =>`.
        rf"\s*(?:module\.)?exports(?:\.[\w$]+)?\s*=\s*(?:async\s+)?(?:function\*?|class)\s+{_NAME}",
        rf"\s*(?:[\w$]+\.)+(?!exports\b){_NAME}\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)",
        # A constant, by its capitals, with a type before or behind it; the same as a key that something is made for.
        rf"\s*(?:{_MODIFIER}\s+)*(?:{_NO_NAME}(?!where\b|and\b|or\b|set\b)[\w<>\[\]]*[a-z][\w<>\[\]]*\s+)?{_CONSTANT}\s*(?::[^=]+)?\s=\s",
        rf"\s*{_CONSTANT}\s*:\s*[\w.]+\(",
        # An error as a value: Go.
        rf"\s*(?:var\s+)?{_NAME}\s+=\s+(?:errors\.New|fmt\.Errorf)\(",
        # A modifier, and perhaps a type, before a name with parameters: Java, C#.
        rf"\s*(?:{_MODIFIER}\s+)+(?:<[^>]*>\s*)?(?:{_NO_NAME}[\w$.,?<>\[\]]+\s+)*{_NAME}\s*\(",
        # A name with parameters and an open brace: members in JavaScript, functions in C and C++.
        rf"\s*(?:{_NO_NAME}[\w:<>,]+[\s*&]+)*{_NAME}\s*\([^;{{('\"]*\)(?:(?!=>)[^;{{(])*\{{\s*$",
        # The same not indented, with the brace or further parameters on the next line: C.
        rf"(?:{_NO_NAME}[\w:<>,]+[\s*&]+)+{_NAME}\s*\([^;{{('\"]*[,)]\s*$",
    )
)


_TEST = lazy_regex(r"\s*#\[(?:\w+::)*test\b")
_TEST_MODULE = lazy_regex(r"\s*#\[cfg\(test\)\]\s*\n\s*(?:pub\s+)?mod\s+\w+\s*\{")
"""Rust has its tests in the file that they test, mostly last."""


def definitions(code: str) -> list[str]:
    """Functions, classes, types and tables that lines of code define, each once, in order; none of Rust's tests."""
    tests = _TEST_MODULE.search(code)
    lines = [line for line in code[: tests.start() if tests else None].split("\n") if line.strip()]
    found = (
        _defined(line)
        for before, line in zip(["", *lines], lines, strict=False)
        if len(line) <= LONGEST_LINE and not _TEST.match(before)
    )
    return list(dict.fromkeys(filter(None, found)))


def _defined(line: str) -> str:
    return next((match["name"] for form in _FORMS if (match := form.match(line))), "")
