"""What quotes are chosen from: pieces of evidence, each with how like the question it is, and what is read of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from nodes.answering.disagreeing.told_apart import in_order_of_periods
from nodes.answering.evidence.evidence import Evidence, place_of
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Source


class Weighed(NamedTuple):
    """A piece of evidence, and how like the question it is."""

    piece: Evidence
    cosine: float = 0.0
    """-1..1, of "title: text" to the question; 0 for what was not compared with it."""


@dataclass(frozen=True)
class Material:
    """All that an answer may be made of: what the passes over a choice read beside the choice."""

    facts: Facts
    """What is read of the question and the sources."""
    sources: Sequence[Source]
    """Numbered, best first."""
    pieces: Sequence[Evidence] = ()
    """All evidence, by source and place, also what shares no word with the question."""
    weighed: Sequence[Weighed] = ()
    """Those of it that the choice is made of."""
    dates: Mapping[str, str] = field(default_factory=dict)
    """Date of each document (ISO 8601), where known."""
    entries: bool = False
    """Whether the best passages are entries, see `nodes.documents.entries`."""
    whole: Set[tuple[str, tuple[str, ...]]] = frozenset()
    """Sections that were read whole: the id of the document of each, and its headings."""

    def source(self, piece: Evidence) -> Source:
        """The source that a piece stands in."""
        return self.sources[piece.position]

    def document(self, piece: Evidence) -> str:
        """Id of the document that a piece stands in."""
        return self.sources[piece.position]["document_id"]

    def is_read_whole(self, piece: Evidence) -> bool:
        """Whether all of the section that a piece stands in was read."""
        source = self.source(piece)
        return (source["document_id"], tuple(source["section_path"])) in self.whole

    @cached_property
    def cosines(self) -> Mapping[Evidence, float]:
        """How like the question each piece is that the choice is made of."""
        return dict(self.weighed)

    def in_order_of_time(self, pieces: Iterable[Evidence]) -> list[Evidence]:
        """Pieces by the time that their documents tell of, the oldest first; of one document as they stand there."""
        told = list(pieces)
        places = list(dict.fromkeys(piece.position for piece in told))
        ordered = in_order_of_periods([self.sources[place] for place in places], self.dates)
        documents = list(dict.fromkeys(self.sources[places[place]]["document_id"] for place in ordered))
        return sorted(told, key=lambda piece: (documents.index(self.document(piece)), place_of(piece, self.sources)))
