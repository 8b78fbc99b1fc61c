"""What the name of a file says of the document in it."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import normalise_name

_EXTENSION = lazy_regex(r"(?<=.)\.[A-Za-z0-9]{1,8}$")
_MEANINGLESS = lazy_regex(
    r"(?:[a-z]{0,4} ?\d+|(?:doc|document|dokument|scan|img|image|file|page|untitled|unbenannt|unknown|unnamed|download|"
    r"final|draft|copy|report|text|notes?|readme|index|main|test|new|output|default|temp|tmp|v)"
    r"(?: ?(?:\d+|copy|final|draft|new|v\d+))*|[0-9a-f -]{6,}|[\d ]+)"
)


def file_stem(file_name: str) -> str:
    """The file's name without folders and its extension."""
    stem = _EXTENSION.sub("", file_name.replace("\\", "/").rsplit("/", 1)[-1])
    return " ".join(stem.split())


def is_telling(file_name: str) -> bool:
    """Whether a file's name says what is in it: "scan-00012", "README" and "final draft" do not."""
    stem = normalise_name(file_stem(file_name))
    return len(stem) > 1 and _MEANINGLESS.fullmatch(stem) is None
