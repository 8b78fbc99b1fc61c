"""The way from the stored text of a PDF page back to the characters that it was read from."""

from __future__ import annotations

import difflib

from app.pages.marks import find_loosely, squeeze
from app.reading.hyphenation import hyphenation_of
from app.reading.normalise import normalise_page_text

_LEAST_ALIKE = 0.6
"""Share of a passage's characters that must be found again for its place to count as found."""


def raw_places(stored: str, raw: str, start: int, end: int) -> list[int]:
    """Offsets in the raw text of what `stored[start:end]` shows, ascending, blanks left out.

    Normalising the raw text gives the stored text, and the way back with it. Where the text was stored by another
    version, the passage is looked for; empty where it is not to be found, as on a scanned page.

    Args:
        stored: text of the page as the catalogue keeps it.
        raw: text of the page as pdfium gives it now.
        start: of the passage, in `stored`.
        end: likewise.
    """
    # The stored words tell how each broken one was read.
    text, origins = normalise_page_text(raw, hyphenation_of([stored]))
    if text != stored:
        return _searched(stored, text, origins, start, end)
    return [origins[place] for place in range(start, end) if not stored[place].isspace()]


def _searched(stored: str, text: str, origins: list[int], start: int, end: int) -> list[int]:
    near = round(start * len(text) / max(1, len(stored)))
    found = find_loosely(text, stored[start:end], near)
    if found is not None:
        return [origins[place] for place in range(*found) if not text[place].isspace()]
    # Only what is about there is compared: the cost grows with the product of the lengths.
    reach = end - start
    first = max(0, near - reach)
    letters, places = squeeze(text[first : near + 2 * reach])
    wanted, _ = squeeze(stored[start:end])
    blocks = difflib.SequenceMatcher(None, wanted, letters, autojunk=False).get_matching_blocks()
    if sum(block.size for block in blocks) < _LEAST_ALIKE * max(1, len(wanted)):
        return []
    return [origins[first + places[position]] for block in blocks for position in range(block.b, block.b + block.size)]
