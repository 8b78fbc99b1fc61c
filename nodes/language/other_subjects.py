"""A question asked again of something else, which alone is typed: "What does the mixer cost?", "And the dryer?"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_DETERMINER = r"the|an?|our|my|your|their|his|her|its|each|one|this|that|these|those"
_PLACED = r"for|at|in|on|by|with|from|during|under|after|before|until|since|to|of|over|between|per|below|above|within"
_VERB = (
    r"cost|costs|go|rise|fall|grow|drop|change|take|last|pay|get|give|have|need|weigh|begin|start|end|finish|run|stop|"
    r"open|close|come|make|earn|spend|use|produce|sell|buy|hold|contain|increase|decrease|work|live|mean|do|say|cover|"
    r"require|receive|consume|measure|leave|arrive|happen|become|owe|charge|expire|apply|stand|lie|meet|deliver|handle|"
    r"stay|report|improve|look|lose|win|send|bring|reach|belong|be|been"
)
"""What ends a thing behind "does": "the damson jam | go up"."""
_STATE = (
    r"due|open|closed|paid|ready|over|allowed|available|valid|worth|like|long|made|held|kept|built|done|sold|sent|"
    r"responsible|in charge|\w+ed|located|meant|payable|liable|here|there|now|"
    r"highest|lowest|largest|smallest|biggest|best|worst|most|least|longest|shortest|dearest|cheapest|higher|lower"
)
"""What ends one behind "is": "the rent | due"."""
_ASKS = r"^\W*(?:(?:by|for|since|until|from|at|to|in|on|with|under) )?(?:how|what|which|when|where|why|who|whom)\b"
_NOBODY = r"(?!(?:i|we|you|he|she|it|they|there|one|anyone|someone|people)\b)"
_DOES = lazy_regex(
    rf"(?P<head>{_ASKS}.*?\b(?:does|do|did|will|would|can|could|may|must|should|has|have|had) )"
    rf"(?P<thing>(?:(?:{_DETERMINER}) (?:[\w'’-]+ ){{0,4}}?)?{_NOBODY}[\w'’-]+)(?P<tail> (?:{_VERB})\b.*)",
    re.IGNORECASE,
)
_IS = lazy_regex(
    rf"(?P<head>{_ASKS}.*?\b(?:is|are|was|were) )"
    rf"(?P<thing>(?:{_DETERMINER}) (?:[\w'’-]+ ){{0,4}}?[\w'’-]+)(?P<tail>(?: (?:{_PLACED}|{_STATE})\b.*)?)",
    re.IGNORECASE,
)
_LAST = lazy_regex(
    rf"\W*(?:who|whom|which|where)\b.* (?P<thing>(?:{_DETERMINER}) [\w'’-]+(?: [\w'’-]+)?)", re.IGNORECASE
)
"""Who does something with a thing, and where it is, is asked with the thing at the end."""
_ORDINAL = r"first|second|third|fourth|fifth|last|next|other|former|latter|old|new"
_ONLY_ORDINAL = lazy_regex(rf"(?:{_DETERMINER}) (?P<word>{_ORDINAL})(?: one)?", re.IGNORECASE)
_PHRASE = lazy_regex(rf"(?P<placed>{_PLACED}) (?P<thing>.+)", re.IGNORECASE)


def of_another(phrase: str, before: str) -> str:
    """The question before with what is typed in place of the thing that it asks about; empty where none is found.

    "The second" takes the place of "the first" alone. Behind a preposition it is what stands behind the same one.

    Args:
        phrase: As typed, without what leads to it ("and", "what about") and without a question mark.
        before: The question before it, in English, standing alone.
    """
    asked = before.rstrip("?!. ")
    placed = _PHRASE.fullmatch(phrase)
    thing = placed["thing"] if placed else phrase
    ordinal = _ONLY_ORDINAL.fullmatch(thing)
    if ordinal is not None:
        of_which = list(re.finditer(rf"\b(?:{_ORDINAL})\b", asked, re.IGNORECASE))
        return _put(asked, *of_which[0].span(), ordinal["word"]) if len(of_which) == 1 else ""
    if placed is not None:
        same = rf"\b{placed['placed']} (?P<thing>(?:(?!(?:{_PLACED})\b)[\w'’-]+ ?){{1,6}})(?=$|[ ,])"
        found = list(re.finditer(same, f"{asked} ", re.IGNORECASE))
        if len(found) != 1:
            return ""
        start, end = found[0].span("thing")
        return _put(asked, start, start + len(asked[start:end].rstrip()), thing)
    found_thing = _LAST.fullmatch(asked) or _DOES.fullmatch(asked) or _IS.fullmatch(asked)
    return "" if found_thing is None else _put(asked, *found_thing.span("thing"), thing)


def _put(text: str, start: int, end: int, phrase: str) -> str:
    return f"{text[:start]}{phrase}{text[end:]}?"
