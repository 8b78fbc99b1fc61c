"""What a source is called by: its title, the headings that it stands below, the name of its file; and what it says."""

from __future__ import annotations

from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_DIVIDERS = lazy_regex(r"[\W_]+")


def heading_of(source: Source) -> str:
    """The title of a source, and the headings that it stands below."""
    return " ".join([source["title"], *source["section_path"]])


def names_in_words(source: Source) -> str:
    """All that a source is called by, its file among it, with blanks for all that divides words."""
    return in_words(" ".join([source["title"], source["file_name"], *source["section_path"]]))


def headed_content(source: Source) -> str:
    """The content of a source behind its title and the headings that it stands below."""
    return f"{heading_of(source)} {source['content']}"


def said_in(source: Source) -> frozenset[str]:
    """The terms of a source, with those of its title and headings, and of the head of its document."""
    return frozenset(analyse(f"{headed_content(source)} {source.get('head', '')}"))


def terms_of_name(name: str) -> frozenset[str]:
    """The terms of a name, in words and as it is written: "CR-12" is both "CR 12" and one word."""
    return frozenset(analyse(in_words(name))).union(analyse(name))


def in_words(name: str) -> str:
    """A name with blanks for all that divides its words: "GENERALMILLS_2020_10K.pdf" is four words."""
    return _DIVIDERS.sub(" ", name)
