"""What a passage leads to: a name that it says and the question does not, of which another document says the rest.

"Which licence does the person in charge of the camp hold?": the programme of the camp says who that is, and the list of
trainers, which says nothing of the camp, which licence.

Of 165 answers from papers, manuals and filings none is another with a quarter less or a third more of a share or a
weight below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.clauses import named_where_most_is_said
from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.evidence.first_names import bearers_of_first_names, called_by_first_name
from nodes.answering.evidence.variants import with_variants
from nodes.answering.implied.contacts import asks_contact, gives_contact, telling
from nodes.answering.question.kinds import answers_kind, is_new, measures
from nodes.answering.question.question_facts import Facts, read_question
from nodes.answering.question.term_weights import mass_of
from nodes.documents.people import headed_person, person_in
from nodes.domain.chat import Hit, Plan, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_columns import asked_columns, column_terms, has_column
from nodes.language.entities import names_in
from nodes.language.periods import MONTHS
from nodes.language.terms import analyse, normalise_name

_ASKS_OF = lazy_regex(r"\W*(?:the )?[\w-]{1,30}(?: [\w-]{1,30})? of (?:the|our|who|whoever)\b", re.IGNORECASE)
"""Something of somebody, by a few words: "extension of the fire warden"."""
_POST = (
    r"(?:manager|officer|director|coordinator|head|lead(?:er)?|secretary|adviser|advisor|supervisor|engineer|"
    r"technician|administrator|assistant|clerk|steward|warden|chair|librarian|foreman)"
)
_IS_POST = lazy_regex(rf"\b{_POST}$", re.IGNORECASE)
_POST_IN_SMALL = lazy_regex(rf"\b(?:the|our|your|their) ((?:[a-z-]+ ){{1,4}}?{_POST})\b")
"""Whom a text calls by a post of two words or more, in small letters: "the health and safety adviser"."""
_LEADERS = 2
"""Pieces that may lead on: those that cover most of the question."""
_RANK_DECAY = 0.2
"""As that of a fact, see `nodes.answering.choosing.weights`."""
_LEAST_OPEN = 0.2
"""Share of the question that a piece must leave open to lead on, where it holds what is asked for."""
_OWN_ROW = 0.05
"""What speaks for a passage with a row of a name that it is led to by."""
_LEAST_COVERED = 0.1
"""Share of the question, of what is left open, that a passage must say to be read."""
_SHORTEST_NAME = 4
"""Characters of a name that is looked for elsewhere."""
_NO_NAMES = frozenset(MONTHS) | {f"{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")}
_KIND, _SAID, _SIMILARITY = 0.3, 0.2, 0.3
"""For the kind that is asked for, for a name in the piece itself, and for its cosine; beside what it covers, 0..1."""
_KINDS = frozenset({"number", "date", "place", "name"})
_OF_SEVERAL = frozenset({"summary", "procedural", "analytical", "comparison", "conversational"})


@dataclass(frozen=True)
class Lead:
    """Where a sentence or a row leads."""

    document_id: str
    """Of the document that it stands in."""
    question: str
    names: tuple[str, ...]
    """Names that it says and the question does not, normalised."""
    open: Mapping[str, float]
    """Terms of the question that it leaves open: their part of the question's weight, 0..1."""


def may_lead_on(plan: Plan) -> bool:
    """Whether a question asks for one thing, so that another document may say it of what the first one names."""
    return plan["query_type"] not in _OF_SEVERAL and not plan["comparison_sides"]


def leads_of(
    question: str,
    plan: Plan,
    sources: Sequence[Source],
    frequencies: DocumentFrequencies | None,
    others: Sequence[Source] = (),
) -> list[Lead]:
    """Where the two pieces lead that cover most of the question, if they name something new and leave something open.

    Args:
        question: The standalone question.
        plan: What classify_query decided.
        sources: The first ones, best first.
        frequencies: Document frequencies of the question's terms in the collection.
        others: Further sources; they may name in full whom the first ones call by the first name.
    """
    facts = read_question(question, plan, sources, frequencies)
    if facts.wanted.explains and not _ASKS_OF.match(question):
        return []
    pieces = [Weighed(piece) for piece in with_variants(evidence_of(sources), list(facts.weights))]
    bearers = bearers_of_first_names([*sources, *others])
    leads = (_lead(piece, sources, facts, bearers) for piece, _ in _covering(pieces, facts))
    return [lead for lead in leads if lead is not None]


def led_to(hit: Hit, lead: Lead) -> float:
    """How much of what a lead leaves open a passage says of one of its names, 0..1; 0 where that is next to nothing.

    A little more where a row is theirs: in a list of people they may be many others' manager.
    """
    if hit["document_id"] == lead.document_id:
        return 0.0
    text = f"{hit['title']} {hit.get('table_header', '')} {hit['content']}"
    if not _says_one(lead.names, f" {normalise_name(text)} "):
        return 0.0
    held = frozenset(analyse(text))
    if gives_contact(hit["content"], lead.question):
        held |= asks_contact(lead.question)
    if has_column(text, lead.question):
        held |= column_terms(lead.question)
    covered = mass_of(held, lead.open)
    if covered < _LEAST_COVERED:
        return 0.0
    return covered + _OWN_ROW * any(_says_one(lead.names, row) for row in _whose_rows(hit["content"]))


def _whose_rows(content: str) -> list[str]:
    """The first two cells of each row of a text, normalised: of whom, or of what, it is, perhaps behind a number."""
    rows = (line.strip("| ").split("|")[:2] for line in content.splitlines() if "|" in line)
    return [f" {normalise_name(' '.join(cells))} " for cells in rows]


def with_what_it_leads_to(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice with a piece of another document that one of its two best leads to, right behind that one.

    It must say some of what is left open, and be of the kind that is asked for. Where what is asked about is itself
    described, the piece that covers most of the question may lead on too: both then stand behind the two best.
    """
    facts = material.facts
    if facts.wanted.explains or facts.comparison.sides:
        return chosen
    described = _covering(material.weighed, facts)[:1] if facts.wanted.is_relational else []
    for leader in dict.fromkeys([*chosen[:_LEADERS], *described]):
        best = _end_of(leader, chosen, material)
        if best is not None and leader in chosen:
            place = chosen.index(leader) + 1
            return [*chosen[:place], best, *chosen[place:]]
        if best is not None:
            return [*chosen[:_LEADERS], leader, best]
    return chosen


def _end_of(leader: Weighed, chosen: list[Weighed], material: Material) -> Weighed | None:
    """The best piece that a piece leads to and that is not chosen yet."""
    facts, sources = material.facts, material.sources
    lead = _lead(leader.piece, sources, facts, bearers_of_first_names(sources))
    if lead is None:
        return None
    others = [one for one in material.weighed if one not in chosen]
    if facts.wanted.asks_contact:
        # It may be anybody's number whom the lead names.
        giving = [one for one in others if gives_contact(one.piece.text, facts.question)]
        others = [one._replace(piece=telling(one.piece, facts.question)) for one in giving]
    worths = [(_worth(one, lead, sources, facts), -place) for place, one in enumerate(others)]
    worth, place = max(worths, default=(0.0, 0))
    return others[-place] if worth > 0 else None


def _covering(weighed: Sequence[Weighed], facts: Facts) -> list[Weighed]:
    """The pieces that cover most of the question, but for the column of a list that it asks for."""
    _, asking = asked_columns(facts.question, ())
    described = {term: weight for term, weight in facts.weights.items() if term not in asking}

    def worth(one: Weighed) -> float:
        return mass_of(_said_by(one.piece, facts), described) / (1 + _RANK_DECAY * one.piece.position)

    return sorted((one for one in weighed if not one.piece.is_heading), key=worth, reverse=True)[:_LEADERS]


def _lead(piece: Evidence, sources: Sequence[Source], facts: Facts, bearers: Mapping[str, Set[str]]) -> Lead | None:
    """Where a piece leads that says of the question more than its names: who is named is not described.

    `bearers` as of `bearers_of_first_names`.
    """
    names = _names_in_row(piece, facts) if piece.is_row else _names_in_sentence(piece, sources, facts, bearers)
    news = [name for name in names if _is_news(name, piece, facts)]
    new = tuple(
        name for name in dict.fromkeys([*news, *(_unsaid(name, facts) for name in news)]) if len(name) >= _SHORTEST_NAME
    )
    open_terms = _left_open(piece, facts)
    if not piece.tells_contact:
        # Whether or not any document calls it so.
        open_terms |= {term: max(open_terms.get(term, 0.0), _LEAST_COVERED) for term in column_terms(facts.question)}
    lead = Lead(sources[piece.position]["document_id"], facts.question, new, open_terms)
    describes = facts.weights.keys() - lead.open.keys() - facts.name_terms
    lacks = (facts.wanted.kind in _KINDS or facts.wanted.asks_contact) and not _is_asked_for(piece, facts, lead)
    leads = lacks or sum(lead.open.values()) >= _LEAST_OPEN
    return lead if new and lead.open and describes and leads else None


def _names_in_row(row: Evidence, facts: Facts) -> list[str]:
    """The names, normalised, in the cells below the headings that say most of the question; in all where none does."""
    masses = [mass_of(frozenset(analyse(head)), facts.weights) for head in row.header]
    most = max(masses, default=0.0)
    cells = [row.label, *row.values]
    if most and len(row.header) == len(row.values):
        cells = [value for value, mass in zip(row.values, masses, strict=True) if mass == most]
    return [normalise_name(name) for name in names_in(" ; ".join(cells))]


def _names_in_sentence(
    piece: Evidence, sources: Sequence[Source], facts: Facts, bearers: Mapping[str, Set[str]]
) -> list[str]:
    """The names of a sentence, normalised, first whom its section is called by; of several people whom it describes."""
    written = _roles_whole(names_in(piece.text), piece.text)
    names = [normalise_name(name) for name in written]
    persons = [normalise_name(name) for name in written if person_in(name)]
    if len(persons) > 1:
        told = named_where_most_is_said(piece.text, persons, facts.weights)
        names = [name for name in names if name not in persons or name in told]
    names += called_by_first_name(piece.text, bearers)
    if facts.wanted.asks_contact:
        names += map(normalise_name, _POST_IN_SMALL.findall(piece.text))
    person = headed_person(sources[piece.position]["section_path"])
    return [normalise_name(person), *names] if person else names


def _roles_whole(names: Sequence[str], text: str) -> list[str]:
    """The names; those of two parts of one role as one: "the Shop and Visitor Manager"."""
    whole: list[str] = []
    for name in names:
        joined = f"{whole[-1]} and {name}" if whole else ""
        if _IS_POST.search(name) and joined in text and joined and not person_in(whole[-1]):
            whole[-1] = joined
        else:
            whole.append(name)
    return whole


def _is_news(name: str, piece: Evidence, facts: Facts) -> bool:
    """Whether neither the question nor the title of its source says a name."""
    words = set(name.split())
    is_named = not words <= _NO_NAMES and not words <= set(facts.wording.said.split())
    return is_named and is_new(name, facts) and f" {name} " not in facts.source_of(piece).title


def _unsaid(name: str, facts: Facts) -> str:
    """A name without the words that the question has: of a ward, Juniper Ward is Juniper."""
    said = set(facts.wording.said.split())
    return " ".join(word for word in name.split() if not said.issuperset(analyse(word)))


def _said_by(piece: Evidence, facts: Facts) -> frozenset[str]:
    """The terms of a piece and of what it stands under; not those that it may be about: a lead has to say them."""
    return piece.terms | facts.source_of(piece).title_terms


def _left_open(piece: Evidence, facts: Facts) -> dict[str, float]:
    held = _said_by(piece, facts)
    total = sum(facts.weights.values()) or 1.0
    return {term: weight / total for term, weight in facts.weights.items() if term not in held}


def _worth(one: Weighed, lead: Lead, sources: Sequence[Source], facts: Facts) -> float:
    """What speaks for a piece as the end of a lead; 0 where it is none."""
    piece, cosine = one
    source = sources[piece.position]
    is_said = _says_one(lead.names, piece.folded + piece.folded_subject)
    is_titled = _says_one(lead.names, f" {normalise_name(source['title'])} ")
    if piece.is_heading or source["document_id"] == lead.document_id or not (is_said or is_titled):
        return 0.0
    covered = mass_of(piece.terms, lead.open)
    asked_for = _is_asked_for(piece, facts, lead)
    if not covered or not asked_for:
        return 0.0
    return covered + _KIND * asked_for + _SAID * is_said + _SIMILARITY * max(0.0, cosine)


def _is_asked_for(piece: Evidence, facts: Facts, lead: Lead) -> float:
    """How surely a piece holds what is asked for: 0, .5 or 1."""
    if facts.wanted.asks_contact:
        return float(piece.tells_contact)
    if facts.wanted.kind not in _KINDS:
        return float(bool(facts.wanted.focus & piece.terms & lead.open.keys()))
    if facts.wanted.kind == "name":
        return float(any(is_new(name, facts) and name not in lead.names for name in piece.names))
    if facts.wanted.kind == "number" and facts.wanted.measure != "any":
        return float(measures(piece.text, facts.wanted.measure))
    return answers_kind(piece, facts)


def _says_one(names: Sequence[str], folded: str) -> bool:
    """Whether a text, normalised, says one of some names; a list of people may have the surname first."""
    return any(f" {name} " in folded or f" {_surname_first(name)} " in folded for name in names)


def _surname_first(name: str) -> str:
    first, _, last = name.partition(" ")
    return f"{last} {first}" if last and " " not in last else name
