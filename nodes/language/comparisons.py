"""Comparisons: what a question sets side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from nodes.domain.regexes import lazy_regex
from nodes.language.entities import name_spans, names_in
from nodes.language.may import month_places
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse, normalise_name

_MORE = (
    "more|less|fewer|better|worse|larger|bigger|smaller|greater|higher|lower|older|younger|newer|earlier|later|sooner|"
    "longer|shorter|cheaper|dearer|faster|slower|quicker|stricter|stronger|weaker|heavier|lighter|hotter|colder|warmer|"
    "safer|easier|harder|wider|deeper|taller"
)
_COMPARATIVE = lazy_regex(rf"\b(?:{_MORE})\b", re.IGNORECASE)
_COMPARES = lazy_regex(
    r"\b(?:compar(?:e|es|ed|ing|ison)|contrast|differ(?:s|ed|ences?|ent)?|versus|vs\.?|similarit(?:y|ies)|in common|"
    r"respectively|"
    rf"(?:{_MORE}) (?:\w+ )?than|"
    r"vergleiche?|unterschiede?|différences?|diferencias?|сравни|отличия)\b",
    re.IGNORECASE,
)
_RANKED = lazy_regex(rf"\b(?:first|last|oldest|youngest|most|same|both|{_MORE})\b", re.IGNORECASE)
_WORDS = r"[\w'’.&:/-]+(?: [\w'’.&:/()-]+){0,7}?"
_AT = "in|of|for|by|from|at|with|under"
_THE = "(?:the |an? )?"
_NOW = lazy_regex(r"\s+(?:now|today|currently|at present)$", re.IGNORECASE)
_PERIOD = lazy_regex(r"(?:fy|cy|q[1-4]|the year|fiscal year)? ?\d{0,4}", re.IGNORECASE)
_POSSESSIVE = lazy_regex(r"([^'’]*[^\W\d_])['’]s?(?:\s|$)")
"""Whose a thing is that is compared: in "Oakline's warranty" the side is Oakline."""
_QUALIFIES = lazy_regex(r"[a-z] (?:in|on|during) (?:the )?$")
"""Before a name that only tells of which thing it is: "the search outage in February"."""
_LAST_JOINT = lazy_regex(r",? (?:and|or) ")
_CHOOSES = lazy_regex(r"\b(?:which|who|whose) of\b", re.IGNORECASE)
_MOST_WORDS = 5
"""Of the name of a side: a longer row of words says something of it."""
_AMOUNT = lazy_regex(r"how (?:many|much)\b.*|\d[\d.,]*(?: [^\W\d_A-Z][^\WA-Z]*)?", re.DOTALL)
_ASPECT = "(?-i:[a-z][a-z-]*(?: [a-z][a-z-]*){0,2})"
_SIDES: tuple[re.Pattern[str], ...] = (
    lazy_regex(
        rf"\b(?P<joint>{_AT}|according to) {_THE}(?P<a>{_WORDS}),? (?:and|with|to|versus|vs\.?|or) "
        rf"(?:(?:when|where|what|who|which|how(?: much| many| long)?) )?(?P=joint) {_THE}(?P<b>{_WORDS})\s*\??\.?$",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\bwhich of (?:the )?(?P<a>{_WORDS}) (?:and|or) (?:the )?(?P<b>{_WORDS})(?= (?:is|are|was|were|has|have|had|"
        rf"does|did|costs?|charges?|offers?|offered|gives?|pays?|allows?|requires?|reports?|reported|runs?|lasts?)\b)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\bhow (?:do|does|did) (?:the )?(?P<a>{_WORDS}) (?:and|differ from|compare (?:to|with)) (?:the )?"
        rf"(?P<b>{_WORDS})(?= differ\b| compare\b|[,?.;]|$| (?:in|on|for|as|with|regarding)\b)",
        re.IGNORECASE,
    ),
    *(
        lazy_regex(
            rf"\b(?:{before}) {_THE}(?P<a>{_WORDS}) {between}(?:{_MORE}) (?:\w+ )?than (?:that |those |the ones? )?"
            rf"(?:(?:{_AT}) )?{_THE}(?P<b>{_WORDS})(?=[,?.;]|$| (?:in|at|for)\b)",
            re.IGNORECASE,
        )
        for before, between in ((_AT, ""), ("is|are|was|were|whether", ""), ("does|do|did", r"(?:\w+ ){1,2}?"))
    ),
    lazy_regex(
        rf"\b(?:{_MORE}) (?:is|are|was|were) {_THE}(?P<a>{_WORDS}) than {_THE}(?P<b>{_WORDS})"
        r"(?=[,?.;]|$| (?:in|at|for)\b)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\b(?:more|fewer|less) (?:[\w'’-]+ ){{1,6}}?(?P<again>{_AT}) {_THE}(?P<a>{_WORDS}) than (?P=again) {_THE}"
        rf"(?P<b>{_WORDS})(?=[,?.;]|$)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"^(?:[\w-]+ ){{0,2}}[\w-]+: (?:the )?(?P<a>{_WORDS}),? (?:and|or|versus|vs\.?) (?:the )?(?P<b>{_WORDS})"
        r"\s*\??\.?$",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\b(?P<again>{_AT}|during) {_THE}(?P<a>{_WORDS}) (?:compares? |differs? |\w+er )?"
        rf"(?:with|to|and|against|from|than) (?:that|those|the ones?|it) (?P=again) {_THE}(?P<b>{_WORDS})(?=[,?.;]|$)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\bbetween (?:the )?(?P<a>{_WORDS}) and (?:the )?(?P<b>{_WORDS})(?=[,?.;]|$| (?:in|for|of|on|"
        rf"when|regarding|with|at|by|as|from|to|during)\b)",
        re.IGNORECASE,
    ),
    # Two things that both have: "Compare the price and the warranty of Petrel and Skua".
    lazy_regex(
        rf"\b(?:compare|contrast) {_THE}{_ASPECT} and {_THE}{_ASPECT} (?:of|at|for|from|by) {_THE}(?P<a>{_WORDS}) "
        rf"(?:and|with|to|versus|vs\.?) {_THE}(?P<b>{_WORDS})\s*\??\.?$",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\b(?:compare|contrast) (?:the )?(?P<a>{_WORDS}) (?:with|to|and|against|versus|"
        rf"vs\.?) (?:the )?(?P<b>{_WORDS})(?=[,?.;]|$| (?:in|for|on|when|regarding|with respect|at|by|"
        rf"as|during)\b)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"\bboth (?:the )?(?P<a>{_WORDS}) and (?:the )?(?P<b>{_WORDS})(?=[,?.;]|$| (?:in|for|of|on|"
        rf"have|has|are|were|is|was|do|did|from|born|located|share|based|part)\b)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"(?:^|[,:;] |\b(?:is|are|was|were|does|did|do|than|of|"
        rf"in) )(?:the )?(?P<a>{_WORDS}),? (?:vs\.?|versus|compared (?:to|"
        rf"with)) (?:the )?(?P<b>{_WORDS})(?=[,?.;]|$| (?:in|for|on|at)\b)",
        re.IGNORECASE,
    ),
    lazy_regex(
        rf"(?:,|:|\bof|\bthan|\bfirst|\blater|\bearlier|\bolder|\byounger|\blarger|\bis|\bare|\bwas|"
        rf"\bwere|\bchoose|\bbetter) (?:out of |the |either )?(?P<a>{_WORDS}),? or (?:the |"
        rf"an? )?(?P<b>{_WORDS})\s*\??$",
        re.IGNORECASE,
    ),
)


def comparison_sides(question: str) -> list[str]:
    """What a question compares, as written: two sides, more where that many names are listed, or none.

    Years and single numbers are no sides.
    """
    if listed := _named_list(question):
        return listed
    for pattern in _SIDES:
        found = pattern.search(question)
        if found is None:
            continue
        sides = [_side(question, found.span("a"), last=True), _side(question, found.span("b"), last=False)]
        keys = [normalise_name(side) for side in sides]
        last = _NOW.sub("", found.group("a")).split()[-1]
        # The month is a side, and the verb a word like any other that says nothing.
        ends = last.lower() in STOP_WORDS and not month_places(last)
        if not ends and all(map(_is_thing, sides, keys)) and keys[0] != keys[1]:
            return sides
    return _named_pair(question)


def _is_thing(words: str, key: str) -> bool:
    """Whether a side names something: not a number, a period, or what is asked for."""
    if _PERIOD.fullmatch(key) or _AMOUNT.fullmatch(words):
        return False
    return re.search(r"[^\W\d_]{2}", key) is not None


def repeats_its_preposition(question: str) -> bool:
    """Whether two sides are joined by a preposition said twice: "for the flat and for the garage"."""
    return _SIDES[0].search(question) is not None


def _named_list(question: str) -> list[str]:
    """Three names or more that the question lists and ranks, likens, or chooses from: "Petrel, Skua or Tern"."""
    # Behind a colon a capital says nothing, unless a list begins there.
    spans = name_spans(question.replace(": ", ", "))
    joints = [question[end:after] for (_, end), (after, _) in pairwise(spans)]
    for last, joint in enumerate(joints):
        if not _LAST_JOINT.fullmatch(joint):
            continue
        first = last
        while first and joints[first - 1] == ", ":
            first -= 1
        is_asked = "or" in joint or _RANKED.search(question) or _COMPARES.search(question) or _CHOOSES.search(question)
        if last - first and is_asked:
            return [question[start:end] for start, end in spans[first : last + 2]]
    return []


def _named_pair(question: str) -> list[str]:
    """Two names joined by "and" or "or" where the question ranks or likens them."""
    spans = name_spans(question)
    for (start, end), (after, last) in pairwise(spans):
        joint = question[end:after].strip(" ,\"”'")
        if joint in {"or", "and"} and (joint == "or" or _RANKED.search(question) or _COMPARES.search(question)):
            return [question[start:end], question[after:last]]
    return []


def _side(question: str, span: tuple[int, int], *, last: bool) -> str:
    """The name in a side's words where there is one next to the connector, else the words."""
    words = _NOW.sub("", question[slice(*span)])
    if possessive := _POSSESSIVE.match(words):
        return possessive.group(1).strip(" \"'“”.")
    if "&" in words and len(words.split()) <= _MOST_WORDS:
        return words.strip(" \"'“”.")
    if len(words.split()) > _MOST_WORDS and not (words[0].isupper() and len(words.split()) <= 8):
        names = names_in(words[1:])
        words = (names[-1] if last else names[0]) if names else ""
    inside = [name for name in name_spans(question) if span[0] <= name[0] and name[1] <= span[1]]
    if inside:
        start, end = inside[-1] if last else inside[0]
        if _QUALIFIES.search(question[span[0] : start]) and len(words.split()) <= _MOST_WORDS:
            return words.strip(" \"'“”.")
        if (last and end >= span[1] - 2) or (not last and start <= span[0] + 2):
            return question[start:end] if last else _to_end(question, start, end, span)
    return words.strip(" \"'“”.")


def _to_end(question: str, start: int, end: int, span: tuple[int, int]) -> str:
    return question[start : span[1]].strip(" \"'“”.") if span[1] - end <= 2 else question[start:end]


def own_terms(sides: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Of each side of a comparison, the terms that no other side has; all where it has none of its own."""
    terms = [frozenset(analyse(side)) for side in sides]
    return tuple(
        (own - frozenset[str]().union(*(other for other in terms if other is not own))) or own for own in terms
    )


def is_comparing(word: str) -> bool:
    """Whether a word only says that things are compared."""
    bare = word.strip(".,;:?!")
    return _COMPARES.fullmatch(bare) is not None or _COMPARATIVE.fullmatch(bare) is not None


def comparing_words(question: str) -> str:
    """The words that say that things are compared ("difference", "older than"); empty where none do."""
    found = _COMPARES.search(question)
    return found.group() if found else ""


def ranks(question: str) -> bool:
    """Whether a question ranks or likens ("first", "older", "same", "both")."""
    return _RANKED.search(question) is not None
