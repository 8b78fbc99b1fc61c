"""Documents that are called alike: leases of several units, reports of several months."""

from __future__ import annotations

from collections.abc import Mapping

from nodes.domain.chat import DocumentView
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTHS
from nodes.ports import ChatPorts
from nodes.ranking.routing import document_words

MOST_CALLED_ALIKE = 200
"""Documents that one word of a name may propose."""

_VERSION = lazy_regex(r"v?\d[\w.]*|[a-z]?\d+")


async def called_alike(context: ChatPorts, home: str, views: Mapping[str, DocumentView]) -> dict[str, frozenset[str]]:
    """The revisions whose names have all words of that of each document."""
    words = {each: _words(view) for each, view in views.items()}
    every = sorted(frozenset[str]().union(*words.values()))
    meant = await context.catalogue.meant(context.owner, home, every, [], MOST_CALLED_ALIKE)
    return {
        each: frozenset(other for other, said in meant.words.items() if own and own <= frozenset(said))
        for each, own in words.items()
    }


def _words(view: DocumentView) -> frozenset[str]:
    """The words of the title of a document, of its file name where that has none, that are no version and no month."""
    words = document_words(view)
    told = [
        frozenset(word for word in words[source] if not _VERSION.fullmatch(word) and word not in MONTHS)
        for source in ("title", "file_name")
    ]
    return told[0] or told[1]
