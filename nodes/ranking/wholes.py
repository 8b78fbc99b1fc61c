"""Which documents a question means as wholes: those whose names, kind and date bear what a summary is asked of."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nodes.documents.short_forms import short_forms
from nodes.domain.chat import DocumentView
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name
from nodes.language.wholes import GENERIC

LEAST_BORNE = 0.6
"""Share of the subject's weight that a document must bear to be meant."""
NEAR_THE_BEST = 0.85
"""Of the best document's share: documents that bear as much are meant as well."""
TOPIC = 0.5
"""What a term counts that is among the topics and keywords of a document, and not in its names."""
GENERIC_WEIGHT = 0.25
"""What the weight of "report" or "paper" is multiplied by."""

_OWNERS = ("organisations", "authors", "identifiers")
_TOPICS = ("topics", "keywords")
_MONTHS = 12
_DIVIDERS = lazy_regex(r"[_\-./]+")


def documents_meant(
    subject: Sequence[str], forms: Sequence[str], weights: Mapping[str, float], views: Sequence[DocumentView]
) -> list[DocumentView]:
    """Those that bear six tenths of the subject's weight and nearly as much as the best, best and newest first.

    Something of the subject must be what a document is called, is or is dated: who is merely its author is asked about
    as a person. Where documents are of a kind that is asked for, the others are not meant.

    Args:
        subject: Of `nodes.language.wholes.subject_terms`; not empty.
        forms: Of `nodes.language.forms.find_forms`.
        weights: Idf of each term, 0 or more.
        views: Documents that may be meant.
    """
    kinds = set(map(normalise_name, forms))
    of_kind = [view for view in views if normalise_name(str(view["metadata"].get("document_type", ""))) in kinds]
    rest = [term for term in subject if term not in analyse(" ".join(forms))]
    return _bearing(rest, weights, of_kind) or _bearing(subject, weights, views)


def _bearing(subject: Sequence[str], weights: Mapping[str, float], views: Sequence[DocumentView]) -> list[DocumentView]:
    """Those that bear enough of the subject, see `documents_meant`; all where it says nothing more."""
    most = max((weights.get(term, 1.0) for term in subject), default=1.0)
    # Years and versions tell reports apart, however many speak of them.
    worth = {term: most if any(map(str.isdigit, term)) else weights.get(term, 1.0) for term in subject}
    worth |= {term: GENERIC_WEIGHT * worth[term] for term in subject if term in GENERIC}
    total = sum(worth.values())
    shares = [_share(worth, _words(view)) / total if total else 1.0 for view in views]
    least = max(LEAST_BORNE, NEAR_THE_BEST * max(shares, default=0.0))
    meant = [(share, view) for share, view in zip(shares, views, strict=True) if share >= least]
    newest = sorted(meant, key=lambda each: (date_of(each[1]), each[1]["document_id"]), reverse=True)
    return [view for _, view in sorted(newest, key=lambda each: -each[0])]


def date_of(view: DocumentView) -> str:
    """When the document was made, else when it was added (ISO 8601)."""
    dates = view["metadata"].get("dates") or [view["created_at"]]
    return str(dates[0])


def newest_dated(views: Sequence[DocumentView]) -> list[DocumentView]:
    """The one with the latest date of its own; all where none has a date, as nobody can tell then."""
    dated = [view for view in views if view["metadata"].get("dates")]
    return [max(dated, key=lambda view: (view["metadata"]["dates"][0], view["document_id"]))] if dated else [*views]


class _Words(NamedTuple):
    """Terms of a document, by what they say of it."""

    names: frozenset[str]
    """What it is called, what it is, and when."""
    owners: frozenset[str]
    """Whose it is, and its identifiers."""
    topics: frozenset[str]


def _share(worth: Mapping[str, float], words: _Words) -> float:
    if words.names.isdisjoint(worth):
        return 0.0
    borne = words.names | words.owners
    return sum(
        weight * (1.0 if term in borne else TOPIC if term in words.topics else 0.0) for term, weight in worth.items()
    )


def _words(view: DocumentView) -> _Words:
    metadata = view["metadata"]
    names = [view["title"], view["file_name"], _DIVIDERS.sub(" ", view["file_name"])]
    names.append(_said(metadata.get("document_type")))
    year, *day = _date_words(metadata.get("dates", []))
    # The report on one year is dated in the next.
    periods = [str(period)[:4] for period in metadata.get("fiscal_periods", [])[:1]]
    names += [*(periods or [year]), *day]
    owners = [_said(metadata.get(field)) for field in _OWNERS]
    owners += [form for name in metadata.get("organisations", [])[:1] for form in short_forms(name)]
    topics = [_said(metadata.get(field)) for field in _TOPICS]
    return _Words(*(frozenset(analyse(" ".join(texts))) for texts in (names, owners, topics)))


def _date_words(dates: Sequence[str]) -> list[str]:
    """Year, month and day of the first date (ISO 8601), as people say them; one empty word without a date."""
    year, *rest = dates[0][:10].split("-") if dates else [""]
    numbers = [int(part) for part in rest if part.isdigit()]
    return [year, *(month_name[month] for month in numbers[:1] if month <= _MONTHS), *map(str, numbers[1:])]


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")
