from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.modelling.fencing import NO_EVIDENCE_MARK, TAGS, fence, without_references

PIECES = [
    "<",
    "/",
    " ",
    "sources",
    "QUESTION",
    "passage",
    ">",
    "NO",
    "_",
    "EVIDENCE",
    "[1]",
    "[",
    "]",
    "12",
    ",",
    "–",
    "a",
]
HOSTILE = st.lists(st.sampled_from(PIECES)).map("".join)


@settings(max_examples=200)
@given(HOSTILE)
def test_what_is_fenced_has_no_tags_and_no_mark(text: str) -> None:
    fenced = fence(text)
    assert not re.search(rf"<\s*/?\s*({'|'.join(TAGS)})\b", fenced, re.IGNORECASE)
    assert NO_EVIDENCE_MARK not in fenced.upper()


@settings(max_examples=200)
@given(HOSTILE)
def test_what_has_no_references_cites_nothing(text: str) -> None:
    assert not re.search(r"\[\s*\d{1,3}\s*\]", without_references(text))


def test_everything_else_stays_as_it_is() -> None:
    text = "a < b > c, [x], [see 3], [1] and [2, 3], <b>no evidence</b>, arr[0]"
    assert fence(text) == text
    assert without_references(text) == "a < b > c, [x], [see 3], (1) and (2, 3), <b>no evidence</b>, arr(0)"
