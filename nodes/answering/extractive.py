"""The extractive answerer: quotes that answer, or an honest refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from nodes.answering.citing.citations import cite
from nodes.answering.citing.composing import compose, compose_summary
from nodes.answering.columns.tasks import tells_tasks
from nodes.answering.disagreeing.told_apart import have_each_their_own, in_order_of_periods, newest_first
from nodes.answering.evidence.continued_tables import with_table_headers
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.near_words import Likeness
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import Facts, read_question, with_sources
from nodes.answering.quoting.quoting import Embed, Quote, disagreeing, quote
from nodes.answering.quoting.summarising import summarise
from nodes.answering.quoting.two_parts import with_both_parts
from nodes.answering.reckoning.differences import told_difference
from nodes.answering.reckoning.differences_of_documents import told_difference_of_documents
from nodes.answering.reckoning.extreme_periods import told_extreme
from nodes.answering.reckoning.tallies import told_tally, wholly_read
from nodes.answering.reckoning.told_figures import told_figure
from nodes.answering.reckoning.whole_lists import Beside
from nodes.answering.refusing.conditions import without_other_labels
from nodes.answering.refusing.no_evidence import no_evidence_text
from nodes.answering.refusing.refusal import weigh
from nodes.answering.several.amended import tells_amendments
from nodes.answering.several.one_of_each import tells_each
from nodes.answering.several.operands import without_defined
from nodes.answering.several.ranked_documents import places_in_order
from nodes.answering.several.releases import tells_releases
from nodes.answering.several.versions import asks_what_changed, tells_changes, tells_what_is_asked
from nodes.documents.entries import mostly_short_entries
from nodes.domain.chat import Citation, Hit, Plan, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.regexes import lazy_regex
from nodes.language.query_types import THANKS
from nodes.language.several import asks_over_time
from nodes.language.spelling import as_typed, corrected
from nodes.language.wholes import asked_findings

GREETING = "Hello! Ask me something about your documents, and I will answer with the passages that say so."
WELCOME = "You are welcome. Ask me more about your documents whenever you like."
_FURTHER_ROWS = "At least {} more rows match; they are not counted or added up here."
SPOKEN_OF_LESS = 0.3
"""Of the evidence, 0..7, see `refusal.weigh`: what documents that a conversation is about may have less of it and still
answer a follow-up. So much is a matter of likeness: a word that is missing costs more."""
_THANKS = lazy_regex(rf"\W*(?:{THANKS})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Draft:
    """An answer before its citations are verified, whoever wrote it."""

    lines: list[str]
    """What is streamed, line by line; the answer is these joined by line breaks."""
    citations: list[Citation]
    status: Literal["answered", "no_evidence"]
    why: str
    decided: dict[str, Any] = field(default_factory=dict)
    keep: bool = True
    """May be cached."""

    @property
    def answer(self) -> str:
        """The whole answer."""
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Known:
    """What is known of sources beside what they say."""

    hits: Sequence[Hit] = ()
    """Chunks that they were joined from."""
    dates: Mapping[str, str] = field(default_factory=dict)
    """Date of each document (ISO 8601), where known: of two that disagree the newer comes first, and a statement is not
    changed by an older one."""
    frequencies: DocumentFrequencies | None = None
    """Of the question's terms in the collection."""
    heads: Mapping[str, str] = field(default_factory=dict)
    """By document id what stands above its text, see `nodes.documents.heads`."""
    above: Mapping[int, str] = field(default_factory=dict)
    """By the number of a source what stands above it on its page, where it goes on with a table."""
    beside: Beside = field(default_factory=Beside)
    """Lists that were read whole beside the sources."""


def answer_by_quoting(
    question: str,
    plan: Plan,
    sources: Sequence[Source],
    embed: Embed | None,
    *,
    likeness: Likeness | None = None,
    known: Known | None = None,
) -> Draft:
    """Answers a question with quotes of its sources, each followed by `[n]`, or says what is missing.

    Args:
        question: The standalone question, as typed: it is read with the plan's corrections.
        plan: What classify_query decided.
        sources: Numbered sources, best first.
        embed: Embeds texts; None leaves similarity out.
        likeness: Says how alike words are in meaning; None leaves other words for the same out.
        known: What is known of the sources.
    """
    known = known or Known()
    if plan["query_type"] == "conversational":
        return Draft(
            [WELCOME if _THANKS.match(question) else GREETING], [], "no_evidence", "small talk: nothing to look up"
        )
    if not sources:
        return Draft([no_evidence_text(question, 0)], [], "no_evidence", "no sources")
    if plan["whole_documents"] and (quotes := summarise(sources, findings=bool(asked_findings(question)[0]))):
        return _summary(plan, quotes, sources, known.hits)

    def answered(among: Sequence[Source], beside: Beside) -> Draft:
        return _answered(question, plan, among, embed, likeness, replace(known, beside=beside))

    draft = answered(sources, known.beside)
    spoken_of = [source for source in sources if source["document_id"] in plan["spoken_of"]]
    if not spoken_of or len(spoken_of) == len(sources):
        return draft
    by_these = answered(spoken_of, known.beside.of_documents(plan["spoken_of"]))
    return by_these if _is_as_good(by_these, draft, plan["spoken_of"]) else draft


def _is_as_good(by_these: Draft, draft: Draft, spoken_of: Sequence[str]) -> bool:
    """Whether what a conversation is about answers a follow-up about as well as all that was found.

    Not where all of it tells what a later document has changed in those that it is about.
    """
    if by_these.status != "answered" or draft.status != "answered":
        return by_these.status == "answered"
    if by_these.decided["kind_told"] < draft.decided["kind_told"]:
        # "Until when must it be spent?": what is not yet spent is no day.
        return False
    less = sum(draft.decided["evidence"].values()) - sum(by_these.decided["evidence"].values())
    tells_a_change = draft.decided["changed"] and any(each["document_id"] in spoken_of for each in draft.citations)
    return less <= SPOKEN_OF_LESS and not tells_a_change


def _answered(
    question: str,
    plan: Plan,
    sources: Sequence[Source],
    embed: Embed | None,
    likeness: Likeness | None,
    known: Known,
) -> Draft:
    """The quotes of these sources that answer, or what they miss."""
    entries = mostly_short_entries(known.hits)
    sources = with_table_headers(without_other_labels(question, sources), known.above)
    sources = [{**source, "head": known.heads.get(source["document_id"], "")} for source in sources]
    if not sources:
        return Draft([no_evidence_text(question, 0)], [], "no_evidence", "all sources are of others than the question")

    def read(asked: str) -> Facts:
        return read_question(asked, plan, sources, known.frequencies)

    def quotes_for(asked: Facts) -> list[Quote]:
        return quote(
            asked,
            plan,
            sources,
            embed,
            likeness=likeness,
            entries=entries,
            dates=known.dates,
            whole=wholly_read(sources, known.hits) | known.beside.whole,
            beside=known.beside,
        )

    facts = read(corrected(question, plan["spelling"]))
    quotes = quotes_for(facts)
    if any(each.evidence.position >= len(sources) for each in quotes):
        sources = [*sources, *known.beside.lists]
        facts = with_sources(facts, plan, sources)
    elif not entries:
        quotes = with_both_parts(quotes, facts, read, quotes_for)
    asked, meant = without_defined(facts, plan, [each.evidence for each in quotes if each.is_shown], sources)
    weighing = weigh(asked, meant, quotes, sources, known.frequencies, entries=entries)
    missing, nowhere = (as_typed(each, question, plan["spelling"]) for each in (weighing.missing, weighing.nowhere))
    decided: dict[str, Any] = {"evidence": weighing.parts, "missing": list(missing)}
    told = [quote.evidence for quote in quotes if quote.is_shown]
    is_told = any(tells(told, sources, facts) for tells in (tells_what_is_asked, tells_amendments, tells_releases))
    is_told = is_told or tells_tasks(told, facts)
    # What is not shown bears out what is, and answers nothing alone.
    if not told or not (weighing.enough or is_told):
        text = no_evidence_text(question, len(sources), missing, nowhere=nowhere, other_years=weighing.other_years)
        return Draft([text], [], "no_evidence", weighing.reason, decided)
    quotes = [quote for quote in quotes if quote.is_shown]
    places, compared = _side_by_side(quotes, sources, facts, known.dates, entries=entries)
    by_index = {source["index"]: source for source in sources}
    citations = [
        cite(by_index[q.index], q.start, q.end, score=q.score, verified=True, hits=[*known.hits, *known.beside.hits])
        for q in [*(quotes[place] for place in places), *(q for p, q in enumerate(quotes) if p not in places)]
    ]
    decided |= {
        "quotes": len(quotes),
        "disagreeing": [quotes[place].index for place in places],
        "kind_told": max(answers_kind(quote.evidence, facts) for quote in quotes),
        "changed": sum(quote.changes is not None or quote.standing is not None for quote in quotes),
    }
    lines = compose(plan, quotes, sources, places, compared=compared, asked=facts.weights, question=facts.question)
    if (figure := quotes[0].figure) is not None:
        lines.insert(0, told_figure(figure))
    elif (tally := quotes[0].tally) is not None:
        lines.insert(0, told_tally(tally, sources))
    elif difference := told_difference(quotes[0].evidence, quotes[0].index, facts) or told_difference_of_documents(
        [quote.evidence for quote in quotes], sources, facts
    ):
        # Where sources disagree it is what one of them comes to, and goes behind that.
        lines.insert(len(lines) if places and not compared else 0, difference)
    elif extreme := told_extreme(quotes[0].evidence, quotes[0].index, facts):
        lines.insert(len(lines) if places and not compared else 0, extreme)
    if beyond := max(quote.rows_beyond for quote in quotes):
        lines.append(_FURTHER_ROWS.format(beyond))
    return Draft(
        lines,
        citations,
        "answered",
        weighing.reason,
        decided,
    )


def _side_by_side(
    quotes: Sequence[Quote], sources: Sequence[Source], facts: Facts, dates: Mapping[str, str], *, entries: bool
) -> tuple[list[int], bool]:
    """The places of the quotes that are told side by side, in that order; and whether none contradicts another.

    They are told one for each document, or else they disagree, the newest first.
    """
    if places := _listed([quote.evidence for quote in quotes], sources, facts, dates, entries=entries):
        return places, True
    unordered = disagreeing(quotes, sources, facts)
    told = [sources[quotes[place].evidence.position] for place in unordered]
    places = [unordered[place] for place in newest_first(told, dates)]
    differing = [quotes[place].evidence for place in places]
    is_asked = facts.wanted.compares or asks_what_changed(facts.question)
    return places, is_asked or have_each_their_own(differing, sources, facts.question, facts.names)


def _listed(
    pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts, dates: Mapping[str, str], *, entries: bool
) -> list[int]:
    """The places of pieces that are told one for each document: in the order that is asked for, or by time."""
    if entries:
        return []
    if tells_changes(pieces, sources, facts) or tells_amendments(pieces, sources, facts):
        return [*range(len(pieces))]
    if places := places_in_order(pieces, sources, facts):
        return places
    if not tells_each(pieces, sources, facts):
        return []
    told = [sources[piece.position] for piece in pieces]
    return in_order_of_periods(told, dates, newest_first=not asks_over_time(facts.question))


def _summary(plan: Plan, quotes: Sequence[Quote], sources: Sequence[Source], hits: Sequence[Hit]) -> Draft:
    """What sums up whole documents; what they do not say is not asked."""
    by_index = {source["index"]: source for source in sources}
    citations = [cite(by_index[q.index], q.start, q.end, score=q.score, verified=True, hits=hits) for q in quotes]
    shown = len({source["document_id"] for source in sources})
    why = f"a summary of {shown} of {plan['whole_count']} documents"
    return Draft(compose_summary(plan, quotes, sources), citations, "answered", why, {"quotes": len(quotes)})
