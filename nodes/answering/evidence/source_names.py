"""What a source is called by: its title, the headings that it stands below, the name of its file."""

from __future__ import annotations

import re

from nodes.domain.chat import Source

_DIVIDERS = re.compile(r"[\W_]+")


def heading_of(source: Source) -> str:
    """The title of a source, and the headings that it stands below."""
    return " ".join([source["title"], *source["section_path"]])


def in_words(name: str) -> str:
    """A name with blanks for all that divides its words: "GENERALMILLS_2020_10K.pdf" is four words."""
    return _DIVIDERS.sub(" ", name)
