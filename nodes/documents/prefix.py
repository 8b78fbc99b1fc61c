"""The text that is embedded and searched: where a chunk stands, then what it says."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.code_lines import is_code
from nodes.documents.definitions import definitions

_DEFINES = "[Defines: "


def enriched_content(
    title: str, section_path: Sequence[str], keywords: Sequence[str], content: str, table_header: str = ""
) -> str:
    r"""A chunk's content behind a prefix of up to four lines and a blank one.

    `[Document: title]`, `[Section: outer > inner]`, `[Keywords: a, b]`, and of source code the names that it defines,
    `[Defines: RingBuffer, push]`; each is left out when it would be empty.

    Args:
        title: The document's title.
        section_path: Titles from the outermost heading to the chunk's own.
        keywords: The best first.
        content: As the page has it.
        table_header: The header row where the content is a later part of a table, else empty.

    Returns:
        The content itself where there is nothing to say before it.
    """
    named = (
        ("Document", _one_line(title)),
        ("Section", " > ".join(filter(None, map(_one_line, section_path)))),
        ("Keywords", ", ".join(filter(None, map(_one_line, keywords)))),
        ("Defines", ", ".join(definitions(content)) if is_code(content) else ""),
    )
    lines = [f"[{name}: {value}]" for name, value in named if value]
    body = f"{table_header}\n{content}" if table_header else content
    return "\n".join([*lines, "", body]) if lines else body


def defined_apart(enriched: str) -> tuple[str, str]:
    """The names that the prefix of a text says it defines, and the text without that line; "" where there is none."""
    prefix, _, _ = enriched.partition("\n\n")
    found = next((line for line in prefix.split("\n") if line.startswith(_DEFINES) and line.endswith("]")), "")
    return (found[len(_DEFINES) : -1], enriched.replace(f"{found}\n", "", 1)) if found else ("", enriched)


def _one_line(text: str) -> str:
    return " ".join(text.split())
