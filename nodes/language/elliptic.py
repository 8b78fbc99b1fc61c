"""Questions that leave the verb to the one before: "And who for us?"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_WORD = r"who|whom|when|where|how (?:much|many|long|often)"
_PLACED = r"for|at|in|on|by|with|from|during|under|after|before|until|since|to"
_NO_VERB = lazy_regex(
    rf"\W*(?:and|or|but)[\s,]+(?P<word>{_WORD}) (?P<phrase>(?P<placed>{_PLACED})(?: [\w'’-]+){{1,5}})\W*",
    re.IGNORECASE,
)
_VERB = lazy_regex(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|might|must|should|i|we|you|they|he|she|it)\b",
    re.IGNORECASE,
)
"""What only stands where there is a verb: a question that has one is none of these."""


def completed(question: str, before: str) -> str:
    """The question with the verb of the one before it, which asks by the same word; empty where it has its own.

    What is asked for another place, time or party goes where the question before has that, else behind it: what is
    told of both often stands in one sentence.

    Args:
        question: As the user typed it.
        before: The question before it, standing alone.
    """
    found = _NO_VERB.fullmatch(question)
    if found is None or _VERB.search(found["phrase"]) or not before.lower().startswith(found["word"].lower()):
        return ""
    bare = before.rstrip("?!. ")
    same = list(re.finditer(rf"\b{found['placed']}(?: [\w'’-]+){{1,6}}$", bare, re.IGNORECASE))
    return f"{bare[: same[-1].start()].rstrip() if same else bare} {found['phrase']}?"
