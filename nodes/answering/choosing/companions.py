"""What goes along with the quotes that were chosen: rows that match alike, whole lists, changes, contradictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.answering.choosing.matching_rows import matching_rows
from nodes.answering.disagreeing.conflicts import contradicts
from nodes.answering.disagreeing.issues import newer_issue
from nodes.answering.disagreeing.superseding import changing, supersedes, with_what_is_instead
from nodes.answering.disagreeing.told_apart import is_of_contract_not_asked_for, quarters_apart
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Source

Weighed = tuple[Evidence, float]
"""A piece of evidence and its cosine to the question."""

_MOST_BELOW = 8
_FARTHEST_ROW = 60
"""Characters that may stand between a table and what leads in to it: its unit, the names of its columns."""
_BEST = 2
"""Pieces of a choice that others are held against: what is quoted after them supports them."""


def as_lists(chosen: list[Weighed], weighed: list[Weighed]) -> list[Weighed]:
    """The choice with items of lists replaced by the lists they stand in, each once."""
    lists = [one for one in weighed if one[0].is_list]
    whole = [next((one for one in lists if piece.lies_in(one[0])), (piece, cosine)) for piece, cosine in chosen]
    return [one for place, one in enumerate(whole) if one[0] not in [other for other, _ in whole[:place]]]


def with_rows(chosen: list[Weighed], weighed: list[Weighed], sources: Sequence[Source], facts: Facts) -> list[Weighed]:
    """The choice with the other rows that match as much as its first row, behind that one.

    Where another passage names what some of these rows are about, it is those that are meant.
    """
    place = next((place for place, (piece, _) in enumerate(chosen) if piece.is_row), None)
    if place is None:
        return chosen
    first = chosen[place]
    rows = matching_rows(first[0], [piece for piece, _ in weighed], sources, facts.weights)
    alike = [first, *(one for one in weighed if one[0] in rows)]
    said = [piece.folded for piece, _ in chosen if piece.position != first[0].position]
    alike = [one for one in alike if any(f" {name} " in other for name in one[0].names for other in said)] or alike
    return [*chosen[:place], *alike, *(one for one in chosen[place + 1 :] if one not in alike)]


def with_what_follows(
    chosen: list[Weighed], weighed: list[Weighed], pieces: Sequence[Evidence], sources: Sequence[Source]
) -> list[Weighed]:
    """The choice with what a quote leads in to by a colon: the list in its place, or the rows of a table behind it.

    The rows of a long table are left out: which of them is meant, the question says.

    Args:
        chosen: the choice.
        weighed: pieces that lists are taken from.
        pieces: all evidence, also what shares no word with the question.
        sources: what the pieces came from.
    """
    told: list[Weighed] = []
    for one in chosen:
        if not one[0].text.rstrip().endswith(":"):
            told.append(one)
            continue
        whole = as_lists([one], weighed)[0]
        rows = [] if whole[0].is_list else _below(one[0], pieces, sources)
        told.extend([whole, *((row, 0.0) for row in rows if not any(row == other for other, _ in chosen))])
    return told


def _below(piece: Evidence, pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[Evidence]:
    content = sources[piece.position]["content"]
    rows: list[Evidence] = []
    end = piece.end
    for other in pieces:
        if other.position != piece.position or other.start < piece.end:
            continue
        is_of_header = not rows and not other.is_row and len(other.text) <= _FARTHEST_ROW
        if (other.is_heading or is_of_header) and other.start - end <= _FARTHEST_ROW:
            end = other.end
            continue
        if not other.is_row or len(content[end : other.start].strip(" \n|-:")) > _FARTHEST_ROW:
            break
        rows.append(other)
        end = other.end
    return rows if len(rows) <= _MOST_BELOW else []


def with_changes(
    chosen: list[Weighed],
    weighed: list[Weighed],
    pieces: Sequence[Evidence],
    sources: Sequence[Source],
    facts: Facts,
    dates: Mapping[str, str],
) -> tuple[list[Weighed], dict[int, int]]:
    """The choice with what says that a value of one of its two best pieces has changed; and which changes which.

    Of what changes a statement, the newest document's counts, and among those the piece that covers most. Where that,
    or the best piece, only tells that something ends, what is so instead is told with it.

    Args:
        chosen: The choice.
        weighed: Pieces that changes are taken from.
        pieces: All evidence, also what shares no word with the question.
        sources: What the pieces came from.
        facts: What is read of the question and the sources.
        dates: Date of each document (ISO 8601), where known.
    """
    if facts.wanted.is_summary or facts.wanted.asks_steps:
        return chosen, {}

    def standing(one: Weighed) -> tuple[str, float, float]:
        return dates.get(sources[one[0].position]["document_id"], ""), _covered(one[0], facts), one[1]

    def whole(one: Weighed) -> Weighed:
        return with_what_is_instead(one[0], pieces, sources[one[0].position], facts), one[1]

    said = changing([piece for piece, _ in weighed], sources)
    for place, (best, _) in enumerate(chosen[:_BEST]):
        later = [one for one in weighed if one[0] in said and supersedes(one[0], best, sources, facts, dates)]
        # Of a list of changes the item that changes it.
        later = [one for one in later if not any(other is not one and other[0].lies_in(one[0]) for other in later)]
        if later and (newest := max(later, key=standing)) not in chosen[:place]:
            chosen = chosen if newest in chosen else [*chosen, newest]
            return [whole(one) if one is newest else one for one in chosen], {chosen.index(newest): place}
    if chosen and chosen[0][0] in said:
        # Found for what it says, it does not contradict what it changes.
        before = _changed_by(chosen[0][0], weighed, sources, facts, dates)
        if before is not None:
            return [before, *(one for one in chosen if one is not before)], {1: 0}
    first = list(map(whole, chosen[:1]))
    # What is so instead may have been quoted already, as the sentence that goes on with it.
    return [*first, *(one for one in chosen[1:] if not one[0].lies_in(first[0][0]))], {}


def _changed_by(
    later: Evidence, weighed: Sequence[Weighed], sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]
) -> Weighed | None:
    """What a piece gives another value for, and changes; of several what is most like the question."""
    asked = facts.wording.numbers
    changed = [
        one
        for one in weighed
        if contradicts(later, one[0], sources, facts.weights, asked)
        and supersedes(later, one[0], sources, facts, dates)
    ]
    return max(changed, key=lambda one: one[1], default=None)


def with_contradictions(
    chosen: list[Weighed],
    weighed: list[Weighed],
    sources: Sequence[Source],
    facts: Facts,
    dates: Mapping[str, str],
) -> list[Weighed]:
    """The choice with pieces of two other documents that contradict one of its two best, so that all are quoted.

    Of a comparison, that is what its sides differ in; what is said of neither contradicts nothing, nor does what the
    document of the best piece has replaced. What disagrees is the answer then: a piece behind it that tells no more of
    the question is left out.
    """
    if facts.wanted.asks_steps or facts.wanted.is_summary:
        return chosen
    said = [one for one in weighed if not one[0].is_heading]
    sides_of = facts.comparison.sides_of
    for best in chosen[:_BEST]:
        of_it = [one for one in said if sides_of(one[0])] if sides_of(best[0]) else said
        of_it = [one for one in of_it if not (facts.wording.quarters and quarters_apart(best[0], one[0], sources))]
        of_it = [one for one in of_it if not is_of_contract_not_asked_for(best[0], one[0], sources, facts)]
        opposed = [one for one in of_it if contradicts(best[0], one[0], sources, facts.weights, facts.wording.numbers)]
        own = sources[best[0].position]["document_id"]
        opposed = [one for one in opposed if newer_issue(one[0].position, sources, dates) != own]
        if opposed:
            added = _one_of_each(opposed, sources, [piece for piece, _ in chosen])
            disagreeing = [best, *(one for one in chosen if one in opposed), *added]
            kept = [one for one in chosen if one in disagreeing or _tells_more(one[0], disagreeing, facts)]
            return [*kept, *added]
    return chosen


def _tells_more(piece: Evidence, others: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a piece has a term of the question that no other has."""
    said = {term for other, _ in others for term in other.terms | other.about}
    return any(term in piece.terms and term not in said for term in facts.weights)


def _one_of_each(opposed: list[Weighed], sources: Sequence[Source], chosen: list[Evidence]) -> list[Weighed]:
    """The most similar piece of each of two documents, those left out that are quoted to that effect already."""
    by_document: dict[str, Weighed] = {}
    for one in sorted(opposed, key=lambda one: -one[1]):
        by_document.setdefault(sources[one[0].position]["document_id"], one)
    quoted = {sources[one.position]["document_id"] for one, _ in opposed if one in chosen}
    return [one for document, one in by_document.items() if document not in quoted][:2]


def _covered(piece: Evidence, facts: Facts) -> float:
    return sum(weight for term, weight in facts.weights.items() if term in piece.terms)
