"""Issues of one document: a policy is issued anew, and what the issue before it says is no longer in force.

An issue replaces another as a whole, with other words in other clauses. So nothing in it says of a single rule that it
has changed, as an amendment does (`nodes.answering.disagreeing.superseding`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from nodes.answering.disagreeing.amending import is_amendment
from nodes.answering.disagreeing.told_apart import OF_VERSIONS, words_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name

_RULES = lazy_regex(
    r"\b(?:polic(?:y|ies)|guidelines?|handbooks?|manuals?|procedures?|rules|rulebook|regulations|by-?laws|"
    r"codes? of (?:conduct|practice)|terms and conditions|terms of (?:use|service)|tariffs?|price ?lists?|"
    r"\w*richtlinien?|\w*ordnung|satzung|\w*handbuch|preisliste|r[eè]glement|reglamento)\b",
    re.IGNORECASE,
)
"""What is in force until the next issue of it. Minutes and reports are not: each is of its own time."""
_EDITION = (
    r"(?:issue|version|edition|revision|release|policy|guidelines?|handbook|manual|procedure|document|tariff|rules)"
)
_REPLACES = lazy_regex(
    rf"\bth(?:is|e present|ese) (?:[\w-]+ ){{0,2}}?{_EDITION}\b[^.;\n]{{0,40}}?"
    r"\b(?:replaces?|supersedes?|(?:takes?|took) the place of)\s+(?P<what>[^.;\n]+(?:\.\d[^.;\n]*)*)"
    r"|(?:^|\n)\W*(?:supersedes|replaces)\b\W*(?P<row>[^\n]+)",
    re.IGNORECASE,
)
_EARLIER = lazy_regex(
    rf"\b(?:all|any|the|its)\b(?: \w+)? (?:earlier|previous|prior|former|preceding)\b|"
    rf"\b{_EDITION} (?:no\.? ?)?v?\d|\bthe {_EDITION} of\b",
    re.IGNORECASE,
)
"""What an issue of the same document is called by the next: "issue 1.4", "all earlier rules"."""
_STATUS = lazy_regex(
    r"\b(?:status|progress|project update|situation report|sachstand\w*|statusbericht|projektstand)\b", re.IGNORECASE
)
_FEWEST_WORDS = 2
"""Of a title that is part of another: "Policy" is part of every policy."""
_VERSION = lazy_regex(r"v\d[\w.]*")
_DIGITS = lazy_regex(r"\d+")


def _statements_of_replacing(text: str) -> list[str]:
    """What a text says that it replaces as a whole: "This issue replaces issue 1.4"."""
    return [found["what"] or found["row"] for found in _REPLACES.finditer(text)]


def says_it_replaces(text: str) -> bool:
    """Whether a text says that its document replaces another as a whole."""
    return _REPLACES.search(text) is not None


def are_called_alike(title: str, other: str) -> bool:
    """Whether two titles are one but for numbers, months and versions, or one has all words of the other and more."""
    one, two = words_of_title(title), words_of_title(other)
    return bool(one) and (one == two or (min(len(one), len(two)) >= _FEWEST_WORDS and (one <= two or two <= one)))


def are_of_one_series(title: str, other: str) -> bool:
    """Whether two titles are one but for numbers, months and versions: "Report of 2023", "Report of 2024"."""
    one, two = words_of_title(title), words_of_title(other)
    return bool(one) and one == two


def tells_status(title: str) -> bool:
    """Whether a document says how things stand: the next of its series says it anew, as minutes do not."""
    return _STATUS.search(title) is not None


def may_be_reissued(title: str) -> bool:
    """Whether a title is that of what is in force until it is issued again."""
    return _RULES.search(title) is not None


def newer_issue(place: int, sources: Sequence[Source], dates: Mapping[str, str]) -> str:
    """Id of the newest document that replaces the one of a source as a whole; empty where none does.

    Of reports on how things stand, each replaces the one before it.

    Args:
        place: Of the source.
        sources: All sources: what a document says that it replaces is read of those that are of it.
        dates: Date of each document (ISO 8601), where known.
    """
    own = sources[place]
    since = dates.get(own["document_id"], "")
    firsts = {each["document_id"]: each for each in reversed(sources)}
    newer = [
        (dates[document], document)
        for document, other in firsts.items()
        if since and dates.get(document, "") > since and _replaces(other, own, _texts(document, sources))
    ]
    return max(newer, default=("", ""))[1]


def _replaces(later: Source, earlier: Source, texts: Iterable[str]) -> bool:
    """Whether the document of a source, which has these texts, is another issue of the one of an earlier source."""
    if is_amendment(later) or is_amendment(earlier) or not are_called_alike(later["title"], earlier["title"]):
        return False
    if tells_status(later["title"]) and are_of_one_series(later["title"], earlier["title"]):
        return True
    same = words_of_title(later["title"]) == words_of_title(earlier["title"])
    if same and may_be_reissued(later["title"]) and _told_apart_by_number(later, earlier):
        return True
    said = [statement for text in texts for statement in _statements_of_replacing(text)]
    title = f" {normalise_name(earlier['title'])} "
    return any(_EARLIER.search(each) or title in f" {normalise_name(each)} " for each in said)


def _told_apart_by_number(one: Source, other: Source) -> bool:
    """Whether title or file name of both are the same but for numbers: "policy-v1.pdf" and "policy-v2.pdf"."""
    return any(
        one[field] != other[field] and _DIGITS.sub("", one[field]) == _DIGITS.sub("", other[field])
        for field in ("title", "file_name")
    )


def _texts(document: str, sources: Sequence[Source]) -> list[str]:
    return [source["content"] for source in sources if source["document_id"] == document]


def words_of_title(title: str) -> frozenset[str]:
    """The words of a title that are no number, no month and no version."""
    return frozenset(word for word in words_of(analyse(title)) - OF_VERSIONS if not _VERSION.fullmatch(word))
