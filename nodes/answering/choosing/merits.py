"""What speaks for a piece of evidence: by itself, by what of the question it covers, and beside what is chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.weights import Weights
from nodes.answering.evidence.cues import denies, gives_reason
from nodes.answering.evidence.cutting import opens_with_mark
from nodes.answering.evidence.definitions import (
    are_most,
    asks_value,
    clause_number,
    defines,
    says_how,
    tells_of_subject,
)
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.attendance import tells_attendance
from nodes.answering.implied.units import tells_unit
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind, is_captioned_count, is_new, measures
from nodes.answering.question.mastheads import is_line_of_names
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.answering.tables.table_rows import quarters_in
from nodes.documents.people import person_in
from nodes.domain.regexes import lazy_regex
from nodes.language.denials import excludes
from nodes.language.headings import heading_likeness
from nodes.language.labels import labels_of
from nodes.language.memberships import groups_named
from nodes.language.opposites import is_of_opposite
from nodes.language.tenures import says_left
from nodes.language.terms import analyse, normalise_name

_FEWEST_ASKED = 2
"""Terms of a question that a cell is known by."""
_WHOLE_LABEL = 3
"""Terms of a label from which on a longer one counts no more."""
_OPENING = 0.3
"""Of 0..1: what it says for a piece to stand right below the heading of its entry, where more is asked."""
_BESIDE = lazy_regex(r"\s*[,:;()\n]\s*|\s[–—-]\s")
"""What parts somebody from their role."""
_ANSWERED = lazy_regex(r"\W*([^?\n]{8,160}\?)[*_]{0,3}\s+\S")
"""A question with its answer behind it."""
_TELLING = 4
"""Words of a cell that says something of the label of its row."""
_SHARE_OF = lazy_regex(r"(?:%|\bper ?cent(?:age)?) of\b", re.IGNORECASE)
_SHARE = lazy_regex(r"%|\bper ?cent|\bshare|\bratio|\brate|\bmargin|\bproportion", re.IGNORECASE)
_MAY = lazy_regex(r"\b(?:may|might|could|can) ([a-z]+)")
_ASKS_NOW = lazy_regex(r"\bnow\b", re.IGNORECASE)
_NOW = lazy_regex(r"\bnow\b|\bnew (?:date|day|time)\b", re.IGNORECASE)
"""No index holds it, and it tells the new day from the old one."""
_ASKS_TO_WHAT = lazy_regex(
    r"^\W*(?:which|what|who|whom)\b[^?]*"
    r"\b(?:needs?|requires?|must have|subject to|covered by|falls? under|appl(?:y|ies))\b",
    re.IGNORECASE,
)
_APPLIES = lazy_regex(
    r"\b(?:appl(?:y|ies) to|(?:is|are) (?:required|needed|necessary|compulsory|mandatory) for)\b", re.IGNORECASE
)
"""What tells to which something applies: "A permit is needed for boats", where it is asked which need one."""
_CONDITION = lazy_regex(r"\b(?:if|when|whenever|where|unless|as soon as|only|provided)\b", re.IGNORECASE)
"""What may tell when something is so of any of its kind."""
_REFERS = lazy_regex(r"\W*see (?:also )?\S+(?: \S+){0,7}", re.IGNORECASE)
"""A short sentence that says where else to look."""


def merit_of(one: Weighed, facts: Facts, weights: Weights) -> float:
    """What speaks for a piece whatever else is chosen."""
    piece, cosine = one
    merit = weights.similarity * cosine
    merit += weights.rank / (1 + weights.rank_decay * piece.position)
    kind = answers_kind(piece, facts)
    merit += weights.kind * kind + weights.count * (kind == 1.0 and _is_of_counted(piece, facts.wanted.counted))
    if piece.is_first:
        # A list says in its first item what its text is about; what heads it is said of all of it.
        is_bare_list = piece.is_list and opens_with_mark(piece.text)
        merit += weights.first * (not is_bare_list) + weights.heading * facts.source_of(piece).heading_likeness
    elif (asked := _ANSWERED.match(piece.text)) is not None:
        # What answers a question of the text that is this one.
        merit += weights.heading * heading_likeness(asked[1], facts.weights, denied=excludes(facts.question))
    if piece.of_entry:
        merit += weights.entry * _of_entry(piece, facts)
    if facts.wanted.focus:
        merit += weights.focus * len(facts.wanted.focus & piece.terms) / len(facts.wanted.focus)
    if facts.wanted.role and piece.terms.issuperset(facts.wanted.role.split()):
        merit += weights.role * (facts.wanted.role in f" {' '.join(analyse(piece.text))} ")
        merit += weights.role * _is_of_role(piece, facts.wanted.role)
    if facts.wanted.asks_amount and piece.is_row and not facts.wanted.counted:
        merit += _of_label(piece, facts, weights)
    merit += weights.whole_name * (_says_whole_name(piece, facts) or _is_of_thing(piece, facts))
    merit += weights.whole_label * _has_asked_cell(piece, facts)
    merit += weights.label_of_thing * _of_labels(piece, facts)
    return merit + _of_form(piece, facts, weights) + _of_years(piece, facts, weights) - _against(piece, facts, weights)


def _is_of_role(piece: Evidence, role: str) -> bool:
    """Whether a role and nothing else is a cell of a row, or stands beside a person: "Ada Holm, Fire Warden".

    The deputy tap room manager is no tap room manager.
    """
    cells = piece.values if piece.is_row else ()
    parts = [part for text in (cells or (piece.text,)) for part in _BESIDE.split(text)]
    told = [f" {' '.join(analyse(part))} " == role for part in parts]
    beside = any(
        (is_role and person_in(other)) or (other_is_role and person_in(part))
        for (part, is_role), (other, other_is_role) in pairwise(zip(parts, told, strict=True))
    )
    return beside or any(f" {' '.join(analyse(cell))} " == role for cell in cells)


def _is_of_counted(piece: Evidence, counted: str) -> bool:
    """Whether a piece that tells how many is of what is counted, where that is asked; a row by its label or head.

    What something costs is no number of it: "Old slates | £8,800".
    """
    if not (counted and piece.is_row):
        return bool(counted)
    is_of_it = counted in analyse(" ".join((piece.label, *piece.header))) or is_captioned_count(piece, counted)
    return is_of_it and not measures(" ".join((*piece.header, *piece.values)), "money")


def _says_whole_name(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece says a name of several words, or surely goes on about it, and something else.

    Not where its source is called by it, which says it anyway.
    """
    if not piece.is_row and is_line_of_names(piece.text):
        return False
    folded, title = piece.folded, facts.source_of(piece).title_terms
    about = piece.about if piece.is_surely_about else frozenset[str]()
    terms = {name: frozenset(analyse(name)) for name in facts.names if " " in name}
    return any((f" {name} " in folded or own <= about) and not own <= title for name, own in terms.items())


def _is_of_thing(row: Evidence, facts: Facts) -> bool:
    """Whether a cell of a row is the thing that a value is asked of: "Oak plank" in a list of prices, not an order."""
    if not (row.is_row and row.header and facts.wanted.asks_amount):
        return False
    asked = f" {normalise_name(facts.question)} "
    return any(len(cell.split()) > 1 and f" {normalise_name(cell)} " in asked for cell in row.values)


def _has_asked_cell(row: Evidence, facts: Facts) -> bool:
    """Whether a cell of a row says all that is asked, and another tells more: "What if the chart recorder is off?"."""
    is_open = facts.wanted.kind == "other" and not facts.wanted.asks_definition
    if not (is_open and row.is_row and row.header) or len(facts.weights) < _FEWEST_ASKED:
        return False
    asked, cells = facts.weights.keys(), (row.label, *row.values)
    told = [cell for cell in cells if frozenset(analyse(cell)) != asked]
    return len(told) < len(cells) and any(len(cell.split()) >= _TELLING for cell in told)


def _of_entry(piece: Evidence, facts: Facts) -> float:
    """The part of the question that heads its entry, and the part that it says of the rest, 0..1 each.

    Where nothing else is asked, what stands right below the heading says it; else it may, where nothing else does.
    Where it is asked what something means, it has to be most of what heads the entry.
    """
    if facts.wanted.asks_definition and not are_most(piece.of_entry, facts.weights):
        return 0.0
    rest = {term: weight for term, weight in facts.weights.items() if term not in piece.of_entry}
    headed = mass_of(piece.of_entry, facts.weights) / (sum(facts.weights.values()) or 1.0)
    said = mass_of(piece.terms, rest) / (sum(rest.values()) or 1.0)
    opening = (_OPENING if rest else 1.0) * (not piece.entry)
    return headed + max(said, opening)


def _of_labels(piece: Evidence, facts: Facts) -> float:
    """1 for the thing that the question tells apart by its label, "sample A"; -1 for others of its kind alone."""
    if not facts.wording.labels:
        return 0.0
    said = labels_of(piece.text)
    kinds = facts.wording.labels.keys() & said.keys()
    same = any(facts.wording.labels[kind] & said[kind] for kind in kinds)
    return float(same) - float(bool(kinds) and not same)


def _of_label(row: Evidence, facts: Facts, weights: Weights) -> float:
    """How much of a row's label the question says, where an amount is asked for; nothing if in another unit.

    "(as a % of net sales)" is no row of net sales, nor is "Gross sales". It counts by the part of its cells that are
    no dashes.
    """
    if facts.wanted.unit and not tells_unit(row, facts.wanted.unit):
        return 0.0
    if _SHARE_OF.search(row.label) and not _SHARE.search(facts.question):
        return 0.0
    label = analyse(row.label)
    words = frozenset(label)
    if is_of_opposite(words, facts.weights):
        return 0.0
    merit = weights.row_amount + weights.label * len(words & facts.weights.keys()) / (len(words) or 1)
    if facts.wording.phrases:
        merit += weights.phrase * len(facts.wording.phrases.intersection(pairwise(label))) / len(facts.wording.phrases)
    if len(label) > 1 and f" {' '.join(label)} " in facts.wording.said:
        merit += weights.whole_label * min(len(label), _WHOLE_LABEL) / _WHOLE_LABEL
    told = [value for value in row.values if value.strip()]
    return merit * sum(any(map(str.isdigit, value)) for value in told) / (len(told) or 1)


def _of_form(piece: Evidence, facts: Facts, weights: Weights) -> float:
    """Whether it has the form of what is asked for: a definition, who is there, a number to call, steps, a reason."""
    is_told = (
        (
            facts.wanted.asks_definition
            and (_tells_of_label(piece, facts) or defines(piece.text, facts.weights))
            and (not facts.wanted.denial or denies(piece.text, facts.wanted.denial))
        )
        + tells_attendance(piece.text, facts.wanted.asks_attendance)
        + piece.tells_contact
        + piece.tells_members
        + (bool(facts.wording.clauses) and clause_number(piece.text) in facts.wording.clauses)
    )
    merit = weights.definition * is_told + weights.steps * (facts.wanted.asks_steps and piece.is_list)
    merit += weights.reason * (facts.wanted.kind == "reason" and (piece.is_reason or gives_reason(piece.text)))
    merit += weights.subject * (bool(facts.wanted.subject) and tells_of_subject(piece.folded, facts.wanted.subject))
    if facts.wanted.asks_condition:
        merit += weights.subject * (_CONDITION.search(piece.text) is not None)
    if _ASKS_TO_WHAT.search(facts.question):
        merit += weights.subject * (_APPLIES.search(piece.text) is not None)
    if facts.wanted.kind == "date" and _ASKS_NOW.search(facts.question):
        merit += weights.subject * (_NOW.search(piece.text) is not None)
    if facts.wanted.tenure:
        merit += weights.tenure * says_left(piece.text) * (1 if facts.wanted.tenure == "before" else -1)
        merit -= weights.tenure * _is_of_another_group(piece.text, facts.wanted.groups)
    return merit + weights.denial * denies(_told(piece), facts.wanted.denial)


def _is_of_another_group(text: str, asked: Sequence[frozenset[str]]) -> bool:
    """Whether a text names committees or the like, and none of those that are asked about."""
    named = groups_named(text) if asked else []
    return bool(named) and not any(group <= own or own <= group for own in named for group in asked)


def _told(piece: Evidence) -> str:
    """What a piece says in words: "none" alone in a cell denies what heads its column, and nothing else."""
    return " ".join(cell for cell in (piece.label, *piece.values) if _words(cell) > 1) if piece.is_row else piece.text


def _tells_of_label(piece: Evidence, facts: Facts) -> bool:
    """Whether a row says in words what its label is, of which the question has every word."""
    label = analyse(piece.label)
    return bool(label) and facts.weights.keys() >= set(label) and max(map(_words, piece.values), default=0) >= _TELLING


def is_bare_row(piece: Evidence) -> bool:
    """Whether a piece is a row of values, none of which says anything in words."""
    return piece.is_row and max(map(_words, piece.values), default=0) < _TELLING


def _words(cell: str) -> int:
    return len(cell.split())


def _of_years(piece: Evidence, facts: Facts, weights: Weights) -> float:
    if facts.wording.quarters and (said := quarters_in(" ".join(piece.header))):
        return weights.year if said & facts.wording.quarters else -weights.other_year * facts.wanted.asks_amount
    if facts.wording.quarters and (titled := facts.source_of(piece).title_quarters):
        if not titled & facts.wording.quarters:
            return -weights.other_year * facts.wanted.asks_amount
        # What is said of the whole year is not said of the quarter.
        return weights.year * (not piece.years or bool(quarters_in(piece.text)))
    if facts.wording.years and piece.years:
        return weights.year if piece.years & facts.wording.years else -weights.other_year * facts.wanted.asks_amount
    titled = facts.source_of(piece).title_years
    if facts.wording.years & titled:
        return weights.year
    # A row of last year's budget is none of this year's, where that is at hand.
    is_of_other = bool(titled) and piece.is_row and facts.wanted.asks_amount and _is_titled(facts)
    return -weights.other_year * is_of_other


def _is_titled(facts: Facts) -> bool:
    """Whether the title of a source says a year of the question."""
    return any(facts.wording.years & source.title_years for source in facts.sources)


def _against(piece: Evidence, facts: Facts, weights: Weights) -> float:
    """Length, what is cut off, rows in an explanation, and sources and pieces about something else."""
    against = weights.length * len(piece.text) / 200
    is_bare = facts.wanted.explains and piece.is_row and not facts.wanted.asks_amount
    against += weights.row_in_prose * (is_bare and not _tells_of_label(piece, facts))
    against += weights.fragment * (piece.is_fragment + _is_aside(piece.text))
    against += weights.possible * (facts.wanted.kind == "date" and _is_only_possible(piece, facts))
    against += weights.method * (asks_value(facts.question) and says_how(piece.text))
    against += weights.unnamed * facts.source_of(piece).is_of_another
    against += weights.answered * facts.source_of(piece).is_answered
    against += weights.no_word * shares_no_word(piece, facts)
    against += weights.no_side * (any(facts.comparison.sources) and not facts.comparison.sources[piece.position])
    return against


def _is_only_possible(piece: Evidence, facts: Facts) -> bool:
    """Whether a sentence says that what is asked for may be, where it is asked when it is: "The tenant may end it"."""
    if piece.is_row or _MAY.search(facts.question):
        return False
    return any(not facts.weights.keys().isdisjoint(analyse(verb)) for verb in _MAY.findall(piece.text))


def _is_aside(text: str) -> bool:
    """Whether all of it stands in parentheses, or only says where else to look."""
    return (text.startswith("(") and text.rstrip(" .").endswith(")")) or _REFERS.fullmatch(text) is not None


def coverage_of(piece: Evidence, facts: Facts, left: Mapping[str, float], weights: Weights) -> float:
    """The weight of the terms that a piece holds, of those that are left; less for those that its title says alone."""
    # Looked up one by one: a question has few terms, and this is asked of each piece after each choice.
    terms, entry, about = piece.terms, piece.of_entry, piece.about
    source = facts.source_of(piece)
    named, titled = source.named_terms, source.title_terms
    covered = 0.0
    for term, weight in left.items():
        if term in terms or term in entry or term in named:
            covered += weight
        elif term in titled or term in about:
            covered += weight * weights.title
    return covered


def shares_no_word(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece has no word in common with a question of words: a year alone, or nothing of what is asked for."""
    words = [term for term in facts.weights if not term.isdigit()]
    if not words or piece.about or not piece.terms.isdisjoint(words):
        return False
    is_of_kind = facts.wanted.kind not in TOLD_BY_FORM or answers_kind(piece, facts) > 0
    if facts.wanted.kind == "number":
        # Nearly everything holds some number.
        is_of_kind = measures(piece.text, facts.wanted.measure)
    return not piece.terms.isdisjoint(facts.weights) or not is_of_kind


def connection_of(piece: Evidence, chosen: list[Weighed], facts: Facts, weights: Weights) -> float:
    """A bonus for the best link to what was chosen."""
    if any(other.position == piece.position and 0 <= piece.start - other.end <= 12 for other, _ in chosen):
        return weights.follows
    others = [other for other, _ in chosen if other.position != piece.position]
    return max((_link(piece, other, facts, weights) for other in others), default=0.0)


def _link(piece: Evidence, other: Evidence, facts: Facts, weights: Weights) -> float:
    """How a piece hangs on a chosen one: its title stands there, that one's title stands here, or a new name recurs."""
    title, other_title = facts.source_of(piece).title, facts.source_of(other).title
    if title and title in other.folded:
        return weights.leads_here if is_new(title.strip(), facts) else weights.link
    if other_title and other_title in piece.folded:
        return weights.leads_back
    if not other.names:
        return 0.0
    said = piece.folded + piece.folded_subject
    if any(f" {name} " in said and len(name) > 3 and is_new(name, facts) for name in other.names):
        return weights.link
    return 0.0


def holds(piece: Evidence, term: str, facts: Facts) -> bool:
    """Whether a piece says a term, its title does, or what it goes on about."""
    source = facts.source_of(piece)
    of_source = term in source.title_terms or term in source.named_terms
    return of_source or term in piece.terms or term in piece.about


def repeats(piece: Evidence, other: Evidence) -> bool:
    """The same place, or the same words elsewhere."""
    if piece.position == other.position and piece.start < other.end and other.start < piece.end:
        return True
    return piece.terms == other.terms and piece.numbers == other.numbers
