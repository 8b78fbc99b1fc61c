"""What may be quoted: the sentences and rows of the sources, each with all that it tells of the question.

A piece is weighed by the terms that it holds, and a text tells much without the word that asks for it. So the passes
below give a piece terms of the question (or take one from it, where it means another thing). They stand in four groups,
each of which needs what those before it have done:

1. Which pieces there are, and which of them state nothing: what is added here goes through all that follows.
2. Other words for what the question says. A word that merely means the same is looked for only where no piece holds the
   word itself in any form, so it is looked for last, and before anything gets the word for another reason.
3. What tells a certain kind of thing without naming it: a number in a signature, a span of life, "46 dB".
4. What a piece is said of, by what stands around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress

from nodes.answering.choosing.headed_lists import with_headed_lists
from nodes.answering.disagreeing.replaced_records import without_replaced_records
from nodes.answering.evidence.bibliographies import without_bibliographies
from nodes.answering.evidence.compounds import with_compounds
from nodes.answering.evidence.contents import without_contents
from nodes.answering.evidence.continued_tables import with_headings
from nodes.answering.evidence.cutting import is_of_clauses
from nodes.answering.evidence.definitions import CLAUSE_TERMS, clause_number
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.homographs import without_homographs
from nodes.answering.evidence.identifiers import without_identifiers
from nodes.answering.evidence.inflections import with_inflections
from nodes.answering.evidence.left_out import without_what_is_left_out
from nodes.answering.evidence.near_words import Likeness, with_near_words
from nodes.answering.evidence.plain_words import with_plain_words
from nodes.answering.evidence.prose import telling_prose
from nodes.answering.evidence.purposes import without_purposes
from nodes.answering.evidence.subjects import with_subjects
from nodes.answering.evidence.typed_code import without_typed_code
from nodes.answering.evidence.variants import with_variants
from nodes.answering.evidence.writers import with_writers
from nodes.answering.implied.attendance import with_attendance, without_asking
from nodes.answering.implied.authorship import with_authors
from nodes.answering.implied.brackets import with_brackets
from nodes.answering.implied.colours import with_colours
from nodes.answering.implied.contacts import with_contacts, without_mailboxes
from nodes.answering.implied.dated import with_dates
from nodes.answering.implied.dated_headings import with_dated_headings
from nodes.answering.implied.days_in_weeks import with_days_in_weeks
from nodes.answering.implied.deeds import with_days_of_deeds
from nodes.answering.implied.definition_lists import with_headwords
from nodes.answering.implied.education import with_education
from nodes.answering.implied.ends import with_ends
from nodes.answering.implied.header_fields import with_header_fields
from nodes.answering.implied.lifespans import with_lifespans
from nodes.answering.implied.mail_headers import with_mail_headers
from nodes.answering.implied.ordinals import with_ordinals
from nodes.answering.implied.reasons import with_counted_reasons, with_reasons
from nodes.answering.implied.reporting import with_superiors
from nodes.answering.implied.roles import with_roles
from nodes.answering.implied.signatures import with_signatures, without_recitals
from nodes.answering.implied.spans import with_spans
from nodes.answering.implied.starts import with_starts
from nodes.answering.implied.times_of_day import with_hours, with_times
from nodes.answering.implied.totals import with_sums_owed, with_totals
from nodes.answering.implied.units import with_quantities
from nodes.answering.implied.whole_names import without_half_names
from nodes.answering.question.mastheads import without_mastheads
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.question.sibling_codes import without_sibling_codes
from nodes.answering.question.titled import without_other_subjects
from nodes.domain.chat import Source
from nodes.language.spans_of_months import months_spanned


def pieces_of(
    facts: Facts, sources: Sequence[Source], likeness: Likeness | None, *, entries: bool = False
) -> list[Evidence]:
    """All evidence, by source and place, each piece with what it tells of the question without its words.

    Args:
        facts: What is read of the question and the sources.
        sources: Numbered sources, best first.
        likeness: Says how alike words are in meaning; None leaves other words for the same out.
        entries: Whether the best passages are entries, see `nodes.documents.entries`: one leads to the next.
    """
    pieces = _that_state_something(facts, sources, entries=entries)
    pieces = _in_other_words(pieces, facts, likeness, entries=entries)
    pieces = _telling_without_the_word(pieces, facts, sources)
    return _said_of_what_surrounds_them(pieces, facts, sources)


def _that_state_something(facts: Facts, sources: Sequence[Source], *, entries: bool) -> list[Evidence]:
    """Rows get the headings of their table first: by these, columns of names are known."""
    pieces = with_headings(evidence_of(sources), sources)
    pieces = without_bibliographies(without_contents(pieces, sources), sources, facts.question)
    pieces = without_identifiers(without_typed_code(pieces, sources, facts.question), facts.question)
    pieces = without_half_names(pieces, sources, facts.names)
    if not entries:
        pieces = pieces if facts.wanted.is_summary else without_purposes(pieces, facts.question)
        pieces = without_sibling_codes(without_other_subjects(pieces, sources, facts), sources, facts)
        pieces = _without_other_months(without_mastheads(pieces, sources, facts), facts)
        pieces = without_replaced_records(pieces, sources, facts.question, facts.weights.keys() - LIGHT_TERMS)
        if facts.wanted.kind == "date" or facts.wanted.measure == "duration":
            pieces = without_recitals(pieces, sources, facts.question, facts.weights.keys())
    pieces = with_headed_lists(pieces, sources, facts.question, facts.weights)
    if not facts.wanted.asks_steps:
        pieces = [piece for piece in pieces if not (piece.is_list and is_of_clauses(piece.text))]
    return _prose_of_named(pieces, facts) if facts.wanted.is_summary else pieces


def _without_other_months(pieces: list[Evidence], facts: Facts) -> list[Evidence]:
    """The pieces without those of reports of other months than the question names, unless they say one of its."""
    asked = months_spanned(facts.question)
    return [
        piece
        for piece in pieces
        if not facts.source_of(piece).called.is_of_other_month
        or asked & months_spanned(" ".join((piece.text, *piece.header)))
    ]


def _in_other_words(
    pieces: list[Evidence], facts: Facts, likeness: Likeness | None, *, entries: bool
) -> list[Evidence]:
    """Forms of a word come before homographs are told apart: "foundation" is a form of "found", and founds nothing."""
    pieces = with_compounds(with_plain_words(pieces, facts.question, frozenset(facts.weights)), facts.question)
    varied = partial(with_variants, terms=list(facts.weights))
    pieces = varied(pieces) if entries else _with_own_words_of_named(pieces, facts, varied)
    pieces = without_homographs(pieces, facts.question)
    pieces = with_inflections(pieces, facts.question, frozenset(facts.weights))
    near = partial(with_near_words, question=facts.question, terms=frozenset(facts.weights), likeness=likeness)
    pieces = near(pieces) if entries else _with_own_words_of_named(pieces, facts, near)
    return without_mailboxes(pieces, facts.question)


def _with_own_words_of_named(
    pieces: list[Evidence], facts: Facts, told: Callable[[Sequence[Evidence]], list[Evidence]]
) -> list[Evidence]:
    """The pieces, in which other words count for what no piece says; of documents that are named, no piece of these.

    One contract may call "trial period" what another calls "probation".
    """
    are_named = [bool(called.terms or called.times) for called in (facts.source_of(piece).called for piece in pieces)]
    if all(are_named) or not any(are_named):
        return told(pieces)
    named = iter(told(list(compress(pieces, are_named))))
    return [next(named) if is_named else piece for piece, is_named in zip(told(pieces), are_named, strict=True)]


def _telling_without_the_word(pieces: list[Evidence], facts: Facts, sources: Sequence[Source]) -> list[Evidence]:
    """Each pass knows one kind of thing, and reads what a piece itself says: their order is free but at the end.

    Totals, brackets and what a row leaves out also take words away, from rows that are not meant, and stand behind what
    gives them. A reason is joined of several sentences, and says what its document says at best: it comes when all of
    them have their words.
    """
    question = facts.question
    pieces = with_contacts(pieces, sources, question, facts.names)
    meeting = frozenset(without_asking(question)) & facts.weights.keys()
    pieces = with_attendance(pieces, sources, facts.wanted.asks_attendance, facts.weights.keys(), meeting)
    pieces = with_authors(pieces, sources, question, facts.weights)
    pieces = with_superiors(pieces, sources, question, facts.weights.keys())
    pieces = with_signatures(pieces, sources, question)
    pieces = with_roles(pieces, sources, facts.names)
    pieces = with_mail_headers(pieces, question)
    pieces = with_starts(with_ends(pieces, question), sources, question, facts.weights.keys())
    if facts.wanted.kind == "date":
        pieces = with_days_of_deeds(pieces, sources, question)
        pieces = with_dated_headings(pieces, sources, question, facts.weights.keys())
    title_terms = [source.title_terms for source in facts.sources]
    pieces = with_lifespans(pieces, facts.weights, facts.wanted.kind, title_terms)
    pieces = with_education(pieces, question)
    pieces = with_colours(with_quantities(pieces, question), question)
    pieces = with_totals(pieces, sources, facts.weights, title_terms, facts.wanted.counted)
    pieces = with_sums_owed(pieces, sources, question, facts.weights.keys() - LIGHT_TERMS)
    pieces = with_dates(pieces, facts.wording.dates, facts.wording.months)
    pieces = with_days_in_weeks(pieces, sources, question)
    pieces = with_header_fields(pieces, sources, facts.wording.dates, facts.wording.months)
    pieces = with_spans(pieces, facts.wording.years, facts.wanted.kind)
    pieces = with_hours(with_times(pieces, question), question)
    pieces = with_brackets(pieces, question)
    pieces = without_what_is_left_out(with_ordinals(pieces, question), facts.weights.keys())
    if facts.wanted.kind == "reason":
        pieces = with_reasons(with_counted_reasons(pieces, facts.weights), sources, facts.weights, title_terms)
    return _with_clauses(pieces, facts)


def _said_of_what_surrounds_them(pieces: list[Evidence], facts: Facts, sources: Sequence[Source]) -> list[Evidence]:
    """An entry adds its heading to what a sentence goes on about, so the sentence before it is asked first."""
    pieces = with_subjects(pieces, sources, facts.names)
    pieces = with_writers(pieces, sources, facts.names, asks_who=facts.wanted.kind == "name")
    return with_headwords(pieces, sources, facts.weights)


def _with_clauses(pieces: list[Evidence], facts: Facts) -> list[Evidence]:
    """The pieces, the clause that is asked for by its number holding what the question calls it."""
    called = CLAUSE_TERMS & facts.weights.keys()
    if not (facts.wording.clauses and called):
        return pieces
    return [
        replace(piece, terms=piece.terms | called) if clause_number(piece.text) in facts.wording.clauses else piece
        for piece in pieces
    ]


def _prose_of_named(pieces: list[Evidence], facts: Facts) -> list[Evidence]:
    """What a summary is made of: sentences, of the document that is named; everything where that is nothing."""
    named = [piece for piece in pieces if not facts.source_of(piece).is_of_another]
    return telling_prose(named) or named
