"""What goes along with the quotes that were chosen: rows that match alike, whole lists, changes, contradictions."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.answering.choosing.matching_rows import MOST_ROWS, matching_rows, rows_alike
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.choosing.put_right import put_right
from nodes.answering.disagreeing.changes import changing
from nodes.answering.disagreeing.conflicts import contradicts, disagree
from nodes.answering.disagreeing.corrections import with_what_is_now
from nodes.answering.disagreeing.issues import newer_issue
from nodes.answering.disagreeing.superseding import supersedes, with_all_of_clause, with_what_is_instead
from nodes.answering.disagreeing.told_apart import is_of_another_than_asked, quarters_apart, tell_same_day
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.dated import days_of_months
from nodes.answering.implied.dated_headings import day_of_release
from nodes.answering.implied.deeds import day_of_deed
from nodes.answering.implied.signatures import asks_signatories, tells_signatory
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_MOST_BELOW = 8
"""Rows below what leads in to them: of a longer table some are meant, and not all."""
_FARTHEST_ROW = 60
"""Characters that may stand between a table and what leads in to it: its unit, the names of its columns."""
_LEAST_REPORTED = 0.5
"""Share of the question's weight that what reports a value, and puts it right, must speak of."""
_BEST = 2
"""Pieces of a choice that others are held against: what is quoted after them supports them."""


def as_lists(chosen: Sequence[Weighed], weighed: Sequence[Weighed]) -> list[Weighed]:
    """The choice with items of lists replaced by the lists they stand in, each once."""
    lists = [one for one in weighed if one.piece.is_list]
    whole = [next((one for one in lists if each.piece.lies_in(one.piece)), each) for each in chosen]
    return each_once(whole)


def with_day_of_deed(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where no quote has a day, the line with that of the first's document, if it is asked when.

    See `nodes.answering.implied.deeds`; of a change in a version the heading of that, behind it.
    """
    facts = material.facts
    if facts.wanted.kind != "date" or not chosen or any(find_dates(piece.text) for piece, _ in chosen):
        return chosen
    day = day_of_deed(chosen[0].piece.position, material.pieces, material.sources, facts.question)
    day = day or day_of_release(chosen[0].piece, material.pieces, facts.question)
    return [chosen[0], Weighed(day), *chosen[1:]] if day else chosen


def each_once(chosen: Sequence[Weighed]) -> list[Weighed]:
    """The choice without pieces that stand further up in it."""
    return [one for place, one in enumerate(chosen) if one.piece not in [other for other, _ in chosen[:place]]]


def with_rows(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with the other rows that match as much as its first row, behind that one.

    Where another passage names what some of these rows are about, it is those that are meant. Of more than some, the
    first stand for all where these are to be counted or summed, see `rows_beyond`.
    """
    place = next((place for place, (piece, _) in enumerate(chosen) if piece.is_row), None)
    if place is None:
        return chosen
    first = chosen[place]
    pieces = [piece for piece, _ in material.weighed]
    rows = matching_rows(first.piece, pieces, material.sources, material.facts.weights)
    alike = [first, *(one for one in material.weighed if one.piece in rows)]
    if _stands_for_many(first.piece, material.facts):
        many = rows_alike(first.piece, pieces, material.sources, material.facts.weights)
        alike = [one for one in material.weighed if one.piece in many[:MOST_ROWS]] if len(many) > MOST_ROWS else alike
    said = [piece.folded for piece, _ in chosen if piece.position != first.piece.position]
    alike = [one for one in alike if any(f" {name} " in other for name in one.piece.names for other in said)] or alike
    return [*chosen[:place], *alike, *(one for one in chosen[place + 1 :] if one not in alike)]


def rows_beyond(chosen: Sequence[Weighed], material: Material) -> int:
    """How many rows match as much as the first row of a choice, and are not in it, of those to be counted or summed."""
    first = next((piece for piece, _ in chosen if piece.is_row), None)
    if first is None or not _stands_for_many(first, material.facts):
        return 0
    told = {(piece.position, piece.start) for piece, _ in chosen}
    pieces = [piece for piece, _ in material.weighed]
    many = rows_alike(first, pieces, material.sources, material.facts.weights)
    return sum((piece.position, piece.start) not in told for piece in many) if len(many) > MOST_ROWS else 0


def _stands_for_many(row: Evidence, facts: Facts) -> bool:
    """Whether rows are to be counted, and this one tells no count, or an amount is asked of a day or a month.

    What is counted heads a column, or calls the table: rows of what is paid for "IT services" count no people in IT.
    """
    months = facts.wording.months
    if facts.wanted.kind != "number" or (months and not days_of_months(row.text, months)):
        return False
    if facts.wanted.counted:
        called = facts.source_of(row).title_terms.union(row.terms, analyse(" ".join((row.corner, *row.header))))
        return facts.wanted.counted in called and answers_kind(row, facts) < 1
    return bool(months or facts.wording.dates)


def with_signatories(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked who signed, all who signed one document in place of it, or those for one party.

    That document says most of the question, by what it is called as well, and no less than the first that was chosen.
    """
    facts = material.facts
    if not chosen or not asks_signatories(facts.question):
        return chosen

    def said(one: Weighed) -> frozenset[str]:
        return (one.piece.terms | facts.source_of(one.piece).title_terms) & facts.weights.keys()

    signed = [one for one in material.weighed if tells_signatory(one.piece)]
    best = max(signed, key=lambda one: (mass_of(said(one), facts.weights), -one.piece.position), default=None)
    if best is None or mass_of(said(best), facts.weights) < mass_of(said(chosen[0]), facts.weights):
        return chosen
    document = material.document(best.piece)
    told = [one for one in signed if material.document(one.piece) == document and said(one) == said(best)]
    return told[:_MOST_BELOW]


def with_what_follows(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with what a quote leads in to by a colon: the list in its place, or the rows of a table behind it.

    The rows of a long table are left out: which of them is meant, the question says.
    """
    told: list[Weighed] = []
    for one in chosen:
        if not one.piece.text.rstrip().endswith(":"):
            told.append(one)
            continue
        whole = as_lists([one], material.weighed)[0]
        rows = [] if whole.piece.is_list else _below(one.piece, material.pieces, material.source(one.piece)["content"])
        told.extend([whole, *(Weighed(row) for row in rows if not any(row == other for other, _ in chosen))])
    return told


def _below(piece: Evidence, pieces: Sequence[Evidence], content: str) -> list[Evidence]:
    """The rows right below a piece, perhaps behind the line that heads them; none of a long table."""
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


def with_changes(chosen: list[Weighed], material: Material) -> tuple[list[Weighed], dict[int, int]]:
    """The choice with what says that a value of one of its two best pieces has changed; and which changes which.

    Of what changes a statement, the newest document's counts, and among those the piece that covers most. Where that,
    or the best piece, only tells that something ends, what is so instead is told with it.
    """
    facts, sources, dates = material.facts, material.sources, material.dates
    if facts.wanted.is_summary or facts.wanted.asks_steps:
        return chosen, {}

    def standing(one: Weighed) -> tuple[str, float, float]:
        return (
            dates.get(material.document(one.piece), ""),
            mass_of(one.piece.terms, facts.weights),
            one.cosine,
        )

    def whole(one: Weighed) -> Weighed:
        told = with_what_is_instead(one.piece, material.pieces, material.source(one.piece), facts)
        told = with_what_is_now(told, material.pieces, material.source(one.piece))
        told = with_all_of_clause(told, material.pieces, material.source(one.piece))
        return one._replace(piece=told)

    for place, one in enumerate(chosen[:_BEST]):
        correction = _reported_wrong(one.piece, material)
        # What puts it right may have been chosen too, and is told once; before it, it changes nothing.
        if correction is not None and not any(correction.piece.lies_in(other.piece) for other in chosen[:place]):
            kept = [other for other in chosen if not other.piece.lies_in(correction.piece)]
            return [*kept, correction], {len(kept): kept.index(one)}
    said = changing([piece for piece, _ in material.weighed], sources)
    for place, (best, _) in enumerate(chosen[:_BEST]):
        later = [
            one for one in material.weighed if one.piece in said and supersedes(one.piece, best, sources, facts, dates)
        ]
        if later and (newest := max(later, key=standing)) not in chosen[:place]:
            chosen = chosen if newest in chosen else [*chosen, newest]
            return [whole(one) if one is newest else one for one in chosen], {chosen.index(newest): place}
    if chosen and chosen[0].piece in said:
        # Found for what it says, it does not contradict what it changes.
        before = _changed_by(chosen[0].piece, material)
        if before is not None:
            return [before, *(one for one in chosen if one is not before)], {1: 0}
    first = list(map(whole, chosen[:1]))
    # What is so instead may have been quoted already, as the sentence that goes on with it.
    return [*first, *(one for one in chosen[1:] if not one.piece.lies_in(first[0].piece))], {}


def _reported_wrong(best: Evidence, material: Material) -> Weighed | None:
    """What reports a value of the best piece, and puts it right, in a document no older: "It gives 0.8. It is 1.8"."""
    facts, own = material.facts, material.document(best)
    least = _LEAST_REPORTED * sum(facts.weights.values())
    values = best.numbers - facts.wording.numbers - best.years
    for one in material.weighed:
        document = material.document(one.piece)
        days = [material.dates.get(each, "") for each in (own, document)]
        if document == own or (all(days) and days[1] < days[0]) or values.isdisjoint(one.piece.numbers):
            continue
        told = put_right(one.piece, material)
        is_asked = mass_of(one.piece.terms | one.piece.about, facts.weights) >= least
        if is_asked and told is not one.piece and told.numbers - one.piece.numbers:
            return one._replace(piece=told)
    return None


def _changed_by(later: Evidence, material: Material) -> Weighed | None:
    """What a piece gives another value for, and changes; of several what is most like the question."""
    facts, sources = material.facts, material.sources
    changed = [
        one
        for one in material.weighed
        if contradicts(later, one.piece, sources, facts.weights, facts.wording.numbers)
        and supersedes(later, one.piece, sources, facts, material.dates)
    ]
    return max(changed, key=lambda one: one.cosine, default=None)


def with_contradictions(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with pieces of two other documents that contradict one of its two best, so that all are quoted.

    Of a comparison, that is what its sides differ in; what is said of neither contradicts nothing, nor does what the
    document of the best piece has replaced. What disagrees is the answer then: a piece behind it that tells no more of
    the question is left out.
    """
    facts = material.facts
    if facts.wanted.asks_steps or facts.wanted.is_summary:
        return chosen
    # Of many things a list says one of each, and is of none.
    said = [one for one in material.weighed if not (one.piece.is_heading or one.piece.is_list)]
    first = [one for one in chosen[:_BEST] if _is_meant(one.piece, facts)] or chosen[:_BEST]
    for best in first:
        if opposed := [one for one in said if _opposes(one.piece, best.piece, material)]:
            added = _one_of_each(opposed, material, [piece for piece, _ in chosen])
            disagreeing = [best, *(one for one in chosen if one in opposed), *added]
            kept = [one for one in chosen if one in disagreeing or _tells_more(one.piece, disagreeing, facts)]
            return [*kept, *added]
    return chosen


def _is_meant(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece is not of another document than the question names."""
    source = facts.source_of(piece)
    return not (source.is_of_another or source.called.is_unnamed)


def _opposes(piece: Evidence, best: Evidence, material: Material) -> bool:
    """Whether a piece contradicts the best one in what is asked, and is of no issue that the best one's replaced."""
    facts, sources = material.facts, material.sources
    if facts.comparison.sides_of(best) and not facts.comparison.sides_of(piece):
        return False
    if facts.wording.quarters and quarters_apart(best, piece, sources):
        return False
    if is_of_another_than_asked(best, piece, sources, facts) or tell_same_day(best, piece, facts):
        return False
    is_opposed = disagree(best, piece, sources, facts)
    return is_opposed and newer_issue(piece.position, sources, material.dates) != material.document(best)


def _tells_more(piece: Evidence, others: Sequence[Weighed], facts: Facts) -> bool:
    """Whether a piece has a term of the question that no other has."""
    said = {term for other, _ in others for term in other.terms | other.about}
    return any(term in piece.terms and term not in said for term in facts.weights)


def _one_of_each(opposed: list[Weighed], material: Material, chosen: list[Evidence]) -> list[Weighed]:
    """The most similar piece of each of two documents, those left out that are quoted to that effect already."""
    by_document: dict[str, Weighed] = {}
    for one in sorted(opposed, key=lambda one: -one.cosine):
        by_document.setdefault(material.document(one.piece), one)
    quoted = {material.document(piece) for piece, _ in opposed if piece in chosen}
    return [one for document, one in by_document.items() if document not in quoted][:2]
