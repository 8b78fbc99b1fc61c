"""What texts of requests may hold: as patterns, which the API's document shows, and in words, which errors tell."""

from __future__ import annotations

from collections.abc import Mapping

from app.session_ids import SESSION_ID, SESSION_ID_IN_WORDS

LINE = r"^[^\x00-\x1f\x7f]*$"
SEEN_LINE = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"
"""One that people choose by in lists."""
QUESTION = r"^\s*\S[\s\S]*$"
"""Only shown: who refuses a question of blanks has words of its own."""
PLACE = r"^[^\x00]+$"

IN_WORDS: Mapping[str, str] = {
    LINE: "one line, without control characters",
    SEEN_LINE: "one line that can be seen, without control characters",
    PLACE: "no character of number 0",
    SESSION_ID: SESSION_ID_IN_WORDS,
}
