"""Of a question about something that it only describes, what it asks of that: "where ... buried"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.kin_steps import KIN
from nodes.language.terms import analyse

_CUT = lazy_regex(
    r"(?<=\s)(?:of|by|behind|who|whom|whose|that|which|where|(?:in|on|for|from|to|with) wh(?:ich|om|ose))\s|['’]s?\s",
    re.IGNORECASE,
)
"""Where a description begins, or whose it is."""
_ASKS = lazy_regex(
    r"\W*(?:(?:in|on|at|near|from|for|to|under|by|until|since|with|of|as) )?"
    r"(?:who|whom|whose|what|which|where|when|how(?: (?:many|much|long|old|often))?|why)\b",
    re.IGNORECASE,
)
_STATED = lazy_regex(
    r"[.!?;:]\s+(?=(?:[a-z]+ )?(?:who|whom|whose|what|which|where|when|how|why)\b)"
    r"|,\s+(?=(?:(?:[a-z]+ )?(?:what|which [\w-]+)|where|when|how|who) (?:[\w-]+ ){0,3}?"
    r"(?:he|she|it|they|his|her|its)\b)",
    re.IGNORECASE,
)
"""Where what is asked begins behind what is stated: "Ada Berg painted The Barge. Where did its owner die?"."""
_OF_A_KIND = lazy_regex(
    r"\W*(?:[a-z]+ )?(?:what|which) "
    r"(?:of |[\w-]+ of (?!(?:the|an?|this|that|these|those|his|her|its|their) )[a-z][\w-]* )",
    re.IGNORECASE,
)
"""The noun that is asked for has two parts, and describes nothing: "which breed of horse", "which of the two"."""
_APPOSED = lazy_regex(r"[^\W\d_a-z][\w.’'-]*,\s*$")
"""A name with a comma, behind which something more is said of it: it is known anyway."""
_LONGEST_WORD = 40
"""Characters before a cut in which the word before it is looked for."""
_BACK_TO = lazy_regex(r"(?:this|that|these|those|its|his|her|their) [\w-]+(?=\s)", re.IGNORECASE)
"""What was stated before, right behind the beginning of a description: "of its score"."""
_STATED_THING = lazy_regex(
    r"\b(?:this|that|these|those) [\w-]+(?:['’]s?)?|\bthe [\w-]+['’]s?(?!\w)"
    r"|\b(?:do|does|did|is|was|are|were|has|have|had) (?:its|his|her|their) [\w-]+",
    re.IGNORECASE,
)
"""What a clause calls that by: "did its director", "this teacher"."""
_IS_IT = lazy_regex(r"\W*(?:what|who|which) (?:is|was|are|were) (?:the|an?) ", re.IGNORECASE)
"""What stands behind it is asked for itself: "What was the nickname of"."""
_IDENTIFIES = lazy_regex(
    r"(?:what|which|who)\b(?: [\w-]+){0,3}? (?:is|was|are|were) the\b(?!.* (?:in|of|for|to|from|with|by|at|on|as)\W*$)",
    re.IGNORECASE,
)
"""What is asked is which one something is: nothing more is told of it, "Which singer was the sister of Ada Berg?"."""
_LATE = lazy_regex(
    r"\b(?:do|does|did|is|was|are|were|has|have|had) (?:the|an?)\s|\b(?:do|does|did|was|is) (?-i:[^\W\d_a-z])",
    re.IGNORECASE,
)
"""Auxiliaries, which leave the verb to the end."""
_LAST = lazy_regex(r"(?<=\s)[a-z][a-z-]*(?: (?:in|on|at|of|to|from|for|with|as)(?: \d{4})?)?\W*$")
_PARTICIPLE = r"(?:[a-z]+ed|born|fought|held|made|sent|set|shot|shown|slain|sold|won|written)"
_PRONOUN = r"(?:(?:in|on|at|for|from|to|with|under|after|by|through) )?wh(?:o|om|ose|ich)\b"
_NO_VERB = r"(?:of|in|on|at|by|for|from|to|with|about|behind|who|whose|that|which|[a-z]+(?:[eo]r|ist|[ai]n))\b"
"""What may stand behind the noun that is no verb: "the captain of", "the racing driver"."""
_BEFORE_DESCRIPTION = lazy_regex(
    rf"\b(?:was|were|is|are)\b.*? ({_PARTICIPLE})(?= (?:{_PRONOUN}|that\b))"
    rf"|\b(?:do|does|did) (?:the|an?) [\w-]+ (?!{_NO_VERB})([a-z][^?,]*?)(?= (?:{_PRONOUN}|that\b))"
)
"""A predicate that stands before the description: "was the captain born who", "did the captain die whose"."""
_BEHIND_NAME = lazy_regex(
    r"(?<![\w'’])[^\W\d_a-z][\w.-]* ((?!(?:and|who|is|was)\b)[a-z][a-z-]+)\b"
    r"(?!(?: (?!(?:an?|as|at|by|for|from|in|of|on|the|to|with) )[a-z-]+){0,2} [^\W\d_a-z])"
)
"""A word behind a name: of a late predicate the verb, "did the son of Ada Berg resign as"."""
_DESCRIBED = lazy_regex(
    r"\b(?:the|an?)\s+(?:(?!(?:the|an?)\s)[\w’'-]+\s+){1,4}$|(?:(?<![^\W_])[^\W\d_a-z][\w’'-]*+\s+)+$"
)
"""What is described, right before its description, or whose it is."""


def asked_of_end(question: str) -> frozenset[str]:
    """The terms of what is asked of the thing that a question describes, as far as they stand apart from that.

    "In what year did the father of X die?" asks for a year and a death, whoever is described between them; so does
    "X was a painter. In what year did he die?", where all that is stated before describes him.
    """
    stated, clause = _parted(question)
    opening = _ASKS.match(clause)
    if opening is None:
        return frozenset()
    begins = opening.end()
    cut = _cut(clause, begins)
    if cut is None:
        return frozenset(analyse(_STATED_THING.sub("", clause[begins:]))) if stated else frozenset()
    before = _BEFORE_DESCRIPTION.search(clause) if _is_late(clause, cut) else None
    if before is not None:
        return frozenset(analyse(clause[begins : before.start()])) | frozenset(analyse(before[1] or before[2]))
    head = clause[begins : cut.start()]
    if not _IS_IT.match(clause):
        head = _DESCRIBED.sub("", f"{head.rstrip(' ,')} ")
    behind = _behind_description(clause, cut.end()) if _is_late(clause, cut) else ""
    return frozenset(analyse(head)) | frozenset(analyse(behind))


def _parted(question: str) -> tuple[str, str]:
    """What a question states first, empty where nothing, and the clause that asks."""
    parts = [*_STATED.finditer(question)]
    if not parts or _ASKS.match(question[parts[-1].end() :]) is None:
        return "", question
    return question[: parts[-1].start()], question[parts[-1].end() :]


def _cut(clause: str, begins: int) -> re.Match[str] | None:
    """Where the description begins in a clause whose opening ends at a place."""
    kind = _OF_A_KIND.match(clause)
    return _CUT.search(clause, max(begins, kind.end() - 1 if kind else 0))


def _is_late(question: str, cut: re.Match[str]) -> bool:
    """Whether an auxiliary leaves what is told of the thing described to stand behind its noun, or at the end."""
    if _IS_IT.match(question) or _IDENTIFIES.match(question):
        return False
    return _LATE.search(question, 0, cut.start() + 1) is not None


def _behind_description(question: str, place: int) -> str:
    """What is asked, where it stands behind a description that begins at a place."""
    described = KIN.match(question, place) or _BACK_TO.match(question, place)
    if described is not None and not _CUT.match(question, described.end() + 1):
        return question[described.end() :]
    behind = next((found for found in _BEHIND_NAME.finditer(question, place) if analyse(found[1])), None)
    if behind is not None:
        return question[behind.start(1) :]
    last = _LAST.search(question, place)
    return last[0] if last else ""


def count_descriptions(question: str) -> int:
    """How many descriptions hang on one another in a question: two in "the father of the director of X".

    What is stated before the clause that asks is one, or as many as are in it.
    """
    stated, clause = _parted(question)
    opening = _ASKS.match(clause)
    if opening is None:
        return 0
    kind = _OF_A_KIND.match(clause)
    cuts = _CUT.finditer(clause, max(opening.end(), kind.end() - 1 if kind else 0))
    found = [cut for cut in cuts if not _APPOSED.search(clause, max(0, cut.start() - _LONGEST_WORD), cut.start())]
    before = max(1, len(_CUT.findall(stated))) + bool(_STATED_THING.search(clause)) if stated else 0
    return before + max(0, len(found) - bool(_IS_IT.match(clause)))
