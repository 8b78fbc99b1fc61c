"""Of a question about something that it only describes, what it asks of that: "where ... buried"."""

from __future__ import annotations

import re

from nodes.language.terms import analyse

_CUT = re.compile(
    r"(?<=\s)(?:of|by|behind|who|whom|whose|that|which|where|(?:in|on|for|from|to|with) wh(?:ich|om|ose))\s|['’]s?\s",
    re.IGNORECASE,
)
"""Where a description begins, or whose it is."""
_ASKS = re.compile(
    r"\W*(?:(?:in|on|at|near|from|for|to|under|by|until|since|with|of) )?"
    r"(?:who|whom|whose|what|which|where|when|how(?: (?:many|much|long|old|often))?|why)\b",
    re.IGNORECASE,
)
_IS_IT = re.compile(r"\W*(?:what|who|which) (?:is|was|are|were) (?:the|an?) ", re.IGNORECASE)
"""What stands behind it is asked for itself: "What was the nickname of"."""
_IDENTIFIES = re.compile(
    r"(?:what|which|who)\b(?: [\w-]+){0,3}? (?:is|was|are|were) the\b(?!.* (?:in|of|for|to|from|with|by|at|on|as)\W*$)",
    re.IGNORECASE,
)
"""What is asked is which one something is: nothing more is told of it, "Which singer was the sister of Ada Berg?"."""
_LATE = re.compile(
    r"\b(?:do|does|did|is|was|are|were|has|have|had) (?:the|an?)\s|\b(?:do|does|did|was|is) (?-i:[^\W\d_a-z])",
    re.IGNORECASE,
)
"""Auxiliaries, which leave the verb to the end."""
_LAST = re.compile(r"(?<=\s)[a-z][a-z-]*(?: (?:in|on|at|to|from|for|with|as)(?: \d{4})?)?\W*$")
_PARTICIPLE = r"(?:[a-z]+ed|born|fought|held|made|sent|set|shot|shown|slain|sold|won|written)"
_PRONOUN = r"(?:(?:in|on|at|for|from|to|with|under|after|by|through) )?wh(?:o|om|ose|ich)\b"
_NO_VERB = r"(?:of|in|on|at|by|for|from|to|with|about|behind|who|whose|that|which|[a-z]+(?:[eo]r|ist|[ai]n))\b"
"""What may stand behind the noun that is no verb: "the captain of", "the racing driver"."""
_BEFORE_DESCRIPTION = re.compile(
    rf"\b(?:was|were|is|are)\b.*? ({_PARTICIPLE})(?= (?:{_PRONOUN}|that\b))"
    rf"|\b(?:do|does|did) (?:the|an?) [\w-]+ (?!{_NO_VERB})([a-z][^?,]*?)(?= {_PRONOUN})"
)
"""A predicate that stands before the description: "was the captain born who", "did the captain die whose"."""
_BEHIND_NAME = re.compile(r"(?<![\w'’])[^\W\d_a-z][\w.-]* ((?!(?:and|who|is|was)\b)[a-z][a-z-]+)\b(?! [^\W\d_a-z])")
"""A word behind a name: of a late predicate the verb, "did the son of Ada Berg resign as"."""
_DESCRIBED = re.compile(r"\b(?:the|an?)\s+(?:[\w’'-]+\s+){1,3}$|(?:[^\W\d_a-z][\w’'-]*\s*)+$")
"""What is described, right before its description, or whose it is."""


def asked_of_end(question: str) -> frozenset[str]:
    """The terms of what is asked of the thing that a question describes, as far as they stand apart from that.

    "In what year did the father of X die?" asks for a year and a death, whoever is described between them.
    """
    opening = _ASKS.match(question)
    if opening is None:
        return frozenset()
    begins = opening.end()
    cut = _CUT.search(question, begins)
    if cut is None:
        return frozenset()
    before = _BEFORE_DESCRIPTION.search(question) if _is_late(question, cut) else None
    if before is not None:
        return frozenset(analyse(question[begins : before.start()])) | frozenset(analyse(before[1] or before[2]))
    head = question[begins : cut.start()]
    if not _IS_IT.match(question):
        head = _DESCRIBED.sub("", f"{head.rstrip()} " if cut[0][0] not in "'’" else head)
    behind = _behind_description(question, cut.end()) if _is_late(question, cut) else ""
    return frozenset(analyse(head)) | frozenset(analyse(behind))


def _is_late(question: str, cut: re.Match[str]) -> bool:
    """Whether an auxiliary leaves what is told of the thing described to stand behind its noun, or at the end."""
    if _IS_IT.match(question) or _IDENTIFIES.match(question):
        return False
    return _LATE.search(question, 0, cut.start() + 1) is not None


def _behind_description(question: str, place: int) -> str:
    """What is asked, where it stands behind a description that begins at a place."""
    behind = next((found for found in _BEHIND_NAME.finditer(question, place) if analyse(found[1])), None)
    if behind is not None:
        return question[behind.start(1) :]
    last = _LAST.search(question, place)
    return last[0] if last else ""


def count_descriptions(question: str) -> int:
    """How many descriptions hang on one another in a question: two in "the father of the director of X"."""
    opening = _ASKS.match(question)
    if opening is None:
        return 0
    found = [*_CUT.finditer(question, opening.end())]
    return max(0, len(found) - bool(_IS_IT.match(question)))
