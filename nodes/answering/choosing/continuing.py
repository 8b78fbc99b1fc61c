"""Sentences that finish what the one before them begins: "The default is 30." says of what only that one does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.cues import denies
from nodes.answering.evidence.evidence import LEANS_BACK, Evidence, joined
from nodes.answering.implied.ends import asks_end, runs_from
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.denials import says_not

_REACH = 2
"""Sentences behind a quote that may still go on with it."""
_GOES_ON = lazy_regex(
    r"\W*(?:(?:please )?note that|but|however|otherwise|instead|only|unless|except|exceptions?|exempt(?:ed)?|"
    r"by default|default|(?:\w+ ){0,3}?(?:therefore|hence|instead|consequently)|"
    r"(?:payable|due|available|open|closed|valid|limited) )\b",
    re.IGNORECASE,
)
"""A beginning that says nothing without the sentence before it."""
_CONSEQUENCE = lazy_regex(r"\W*(?:\w+ ){0,3}?(?:therefore|hence|instead|consequently)\b", re.IGNORECASE)
_BARE = lazy_regex(r"\W*(?:the|its) (?:[a-z-]+ ){1,2}(?:is|are|was|were|must|may|will|can)\b", re.IGNORECASE)
""""The default is", "Its maximum value is": of what, it does not say. "The fee of the club is" does."""
_FOLLOWS = lazy_regex(r"\W*(?:note that )?(?:then|afterwards|this|that|these|those|it|they)\b", re.IGNORECASE)
_ASKS_WHAT_FOLLOWS = lazy_regex(r"\bwhat (?:happens|will happen|happened)\b", re.IGNORECASE)
_NAMES_IT = lazy_regex(
    r"\W*(?:this|that|these|those)(?: [a-z]+)? (?:is|are|was|were) (?:often |also |usually |commonly )?"
    r"(?:called|named|known as|referred to as|termed)\b",
    re.IGNORECASE,
)

_ASKS_WHAT_SHOULD = lazy_regex(
    r"\bhow (?:much|many|big|large|small|long|high|wide|deep|thick|heavy|hot|far|close|often)\b[^?]*? "
    r"(?:should|must|shall|ought|has to|have to)\b",
    re.IGNORECASE,
)
_WAS_WRONG = lazy_regex(
    r"\b(?:is|are|was|were|been|proved) (?:far |much |a little )?too (?:small|big|large|short|long|high|low|narrow|"
    r"wide|thin|thick|heavy|light|hot|cold|few|many|little|much|close|far)\b",
    re.IGNORECASE,
)
"""How something was, and should not be."""

_FOLLOWS_FROM_IT = lazy_regex(
    r"\W*(?:\w+ ){0,6}?(?:therefore|hence|thus|consequently|accordingly|deshalb|daher|deswegen)\b", re.IGNORECASE
)
"""The beginning of what the sentence before it gives the reason of."""


_ASKS = lazy_regex(
    r"\?|^\W*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|shall|should|"
    r"will|would|has|have|had|wer|was|wann|wo|warum|wie|qui|que|quand|où|comment|combien)\b",
    re.IGNORECASE,
)
_FEWEST_STATED = 2
"""Terms that somebody states who asks nothing: "boiler shows E5"."""
_MOST_NEW = 2
"""Terms that a sentence may add, and tell nothing by."""


def with_next(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with the sentence that goes on with its first, where only that one is of the kind that is asked for.

    A sentence of another source that is of that kind answers for something else then, and is left out. Before "This is
    called a sump." stands what is. Who asks why is told what stands before "It is therefore …", and who asks when a
    contract ends from which day it runs, before for how long. Who states what is wrong, "boiler shows E5", is told what
    stands behind that.
    """
    facts = material.facts
    if not chosen or chosen[0].piece.is_row or facts.comparison.sides:
        return chosen
    first = chosen[0].piece
    if (whole := _with_what_to_do(first, material)) is not first:
        return [chosen[0]._replace(piece=whole), *(one for one in chosen[1:] if not one.piece.lies_in(whole))]
    if _NAMES_IT.match(first.text) or (facts.wanted.kind == "reason" and _FOLLOWS_FROM_IT.match(first.text)):
        before = neighbour(first, material, -1)
        return chosen if before is None or _is_quoted(before, chosen) else [Weighed(before), *chosen]
    if facts.wanted.kind == "date" and asks_end(facts.question):
        before = neighbour(first, material, -1)
        if before is not None and runs_from(before, first):
            return chosen if _is_quoted(before, chosen) else [Weighed(before), *chosen]
    following = _going_on(first, material) or _put_right_by(first, material)
    if following is None or _is_quoted(following, chosen):
        return chosen
    told = first.terms | first.about | following.terms
    kept = [
        one
        for one in chosen[1:]
        if one.piece.position == first.position or not told.issuperset(one.piece.terms & facts.weights.keys())
    ]
    return [chosen[0], Weighed(following), *kept]


def _with_what_to_do(first: Evidence, material: Material) -> Evidence:
    """A sentence that says but what somebody states, with those behind it that tell what to do: "The boiler shows E5".

    Where something is asked, to say it again may be the answer.
    """
    facts = material.facts
    asked = facts.weights.keys() - LIGHT_TERMS
    is_stated = len(asked) >= _FEWEST_STATED and asked <= first.terms and not _ASKS.search(facts.question)
    if not is_stated or first.is_list or first.is_heading or len(first.terms - asked) > _MOST_NEW:
        return first
    told = first
    for _ in range(_REACH):
        following = neighbour(told, material, 1)
        if following is None or following.is_row:
            break
        told = joined(told, told, following, material.source(told))
    return told


def _is_quoted(piece: Evidence, chosen: Sequence[Weighed]) -> bool:
    return any(piece.lies_in(other) for other, _ in chosen)


def _going_on(first: Evidence, material: Material) -> Evidence | None:
    """The sentence that goes on with one and tells what that one does not; None where that one does, or none."""
    last = first
    for _ in range(_REACH):
        following = neighbour(last, material, 1)
        if following is None or following.is_row or not leans(following):
            return None
        if _tells(following, first, material.facts):
            return following
        last = following
    return None


def _put_right_by(first: Evidence, material: Material) -> Evidence | None:
    """The sentence behind one that tells a value that was too small, or too large, where it is asked what it should be.

    It must tell a value of the same: "We have used ropes of 20 m since."
    """
    facts = material.facts
    if not (_ASKS_WHAT_SHOULD.search(facts.question) and _WAS_WRONG.search(first.text)):
        return None
    following = neighbour(first, material, 1)
    if following is None or following.is_row or first.terms.isdisjoint(following.terms & facts.weights.keys()):
        return None
    return following if answers_kind(following, facts) else None


def _tells(following: Evidence, first: Evidence, facts: Facts) -> bool:
    if _lacks(first, facts) and (not _lacks(following, facts) or _CONSEQUENCE.match(following.text)):
        return True
    # "by default" is said of the nearest default.
    added = (following.terms & facts.weights.keys()) - first.terms - first.about
    return bool(added) and _BARE.match(following.text) is not None


def leans(piece: Evidence) -> bool:
    """Whether a sentence says little without the one before it: "It does not apply to …", "The default is …"."""
    return any(opening.match(piece.text) for opening in (LEANS_BACK, _GOES_ON, _BARE))


def _lacks(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece holds nothing of what is asked for: a denial, a value, a name, what follows."""
    if facts.wanted.denial:
        return not (denies(piece.text, facts.wanted.denial) or says_not(piece.text))
    if facts.wanted.kind in TOLD_BY_FORM:
        return answers_kind(piece, facts) < 1.0
    return _ASKS_WHAT_FOLLOWS.search(facts.question) is not None and not _FOLLOWS.match(piece.text)


def neighbour(piece: Evidence, material: Material, way: Literal[-1, 1]) -> Evidence | None:
    """The sentence right before (-1) or behind (1) a piece in its paragraph."""
    content = material.source(piece)["content"]
    own = [one for one in material.pieces if one.position == piece.position and not one.is_heading and not one.is_list]
    if way > 0:
        found = min((one for one in own if one.start >= piece.end), key=lambda one: one.start, default=None)
        between = content[piece.end : found.start] if found else ""
    else:
        found = max((one for one in own if one.end <= piece.start), key=lambda one: one.end, default=None)
        between = content[found.end : piece.start] if found else ""
    return None if "\n\n" in between else found
