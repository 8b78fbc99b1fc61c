"""Documents that a question compares without naming them: "Which of the three offers has the longest warranty?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nodes.answering.evidence.source_names import in_words
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.comparisons import is_comparing
from nodes.language.numbers import WRITTEN_OUT
from nodes.language.superlatives import asks_extreme
from nodes.language.terms import analyse

_HEAD = 600
"""Characters at the top of a document in which it says what it is."""
_MOST = 5
"""Documents that are compared where nobody says how many there are: more are no choice, but a collection."""
_FEWEST = 2
"""Documents that can be compared."""
_KINDS = tuple(
    (lazy_regex(rf"(?:{asked})", re.IGNORECASE), frozenset(analyse(called)))
    for asked, called in (
        (
            "offers?|quotes?|quotations?|proposals?|bids?|tenders?|suppliers?|bidders?|vendors?",
            "offer quote quotation proposal bid tender estimate",
        ),
        ("studies|study|trials?|papers?|experiments?", "study trial paper experiment abstract"),
        ("contracts?|agreements?", "contract agreement"),
        ("leases?", "lease"),
        ("policies|policy", "policy"),
        ("invoices?|bills?", "invoice bill"),
        ("recipes?", "recipe"),
        ("reports?", "report"),
    )
)
"""How a question calls documents of one kind, or those who wrote them; and how these call themselves."""
_NAMES = "|".join(kind.pattern for kind, _ in _KINDS)
_COUNT = "|".join(WRITTEN_OUT)
_THE = r"(?:the|these|those|our|my)"
_OF_SEVERAL = lazy_regex(
    rf"\b(?:(?:(?:which|who) of )?{_THE} (?P<count>{_COUNT})|both(?: of)?(?: the)?|all(?: of)?(?: the)?|"
    rf"(?:which|who) of {_THE}) (?:[\w-]+ ){{0,2}}?(?P<kind>{_NAMES})\b",
    re.IGNORECASE,
)
_WHICH_ONE = lazy_regex(rf"^\W*(?:which|what) (?:[\w-]+ ){{0,2}}?(?P<kind>{_KINDS[0][0].pattern})\b", re.IGNORECASE)
"""An offer is a document of its own; of several trials one review may tell."""
_AGREE = lazy_regex(r"\b(?:agree|disagree|contradict)\b", re.IGNORECASE)


@dataclass(frozen=True)
class ComparedDocuments:
    """The documents that are compared, and the words by which they are asked for."""

    documents: tuple[str, ...]
    """Their ids, best first."""
    words: frozenset[str]
    """Terms of the question that say which documents these are, and nothing that one of them says."""


def compared_documents(question: str, sources: Sequence[Source]) -> ComparedDocuments | None:
    """The documents of one kind that a question compares; None where it compares none, or fewer than two are found.

    Args:
        question: As it stands alone.
        sources: Numbered sources, best first: a document is called what its title, its file or its first lines say.
    """
    found = _OF_SEVERAL.search(question) or (_WHICH_ONE.search(question) if asks_extreme(question) else None)
    if found is None or not _compares(question):
        return None
    called = next(called for kind, called in _KINDS if kind.fullmatch(found["kind"]))
    documents = list(
        dict.fromkeys(source["document_id"] for source in sources if not called.isdisjoint(_called(source)))
    )
    said = found.groupdict().get("count")
    count = WRITTEN_OUT[said.lower()] if said else _MOST
    if not _FEWEST <= len(documents) <= max(count, _MOST):
        return None
    return ComparedDocuments(tuple(documents[:count]), frozenset(analyse(found.group())))


def _compares(question: str) -> bool:
    """Whether a question asks for the most or the more of something, or whether things differ."""
    is_told = any(is_comparing(word) for word in question.split()) or _AGREE.search(question) is not None
    return bool(asks_extreme(question)) or is_told


def _called(source: Source) -> frozenset[str]:
    """The terms by which a document calls itself, as far as a source shows them."""
    span = next(iter(source["spans"]), None)
    opens = span is not None and span["page"] <= 1 and span["start"] <= _HEAD
    head = source["content"][:_HEAD] if opens else ""
    return frozenset(analyse(f"{source['title']} {in_words(source['file_name'])} {head}"))
