"""What sentences go on about: "The vessel was refitted." is said of the Aurelia where the sentence before names her.

`with_subjects` finds what a sentence may answer for; `subject_of` what its subject surely stands for, which a reader is
told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import LEANS_BACK, Evidence
from nodes.documents.people import headed_person, is_person_name, person_in
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.entities import name_spans
from nodes.language.firms import LEGAL_FORMS
from nodes.language.letters import GREETING
from nodes.language.terms import analyse, normalise_name

_FARTHEST = 3
"""Sentences over which a subject lasts, within its paragraph."""
_OPENING = lazy_regex(r"\W*(?:\w+\W+){0,2}")
"""At most two words stand before the name of a subject: "With the Borealis"."""
_ARTICLE = r"(?:the|an?|der|die|das|den|le|la|les|el|los|las|il|lo|gli|de|het|o|os|as)"
_SUBJECT_OPENS = lazy_regex(rf"\W*(?:{_ARTICLE}\s+|l['’])?", re.IGNORECASE)
"""All that stands before the name of a subject."""
_JOINED = lazy_regex(r"['’]|\s*(?:and|or|und|oder|et|y|e|&)\s", re.IGNORECASE)
"""Behind a name that owns the subject, or is a part of it."""
_WHEN = (
    r"(?:(?:in|since|from|until|till|after|before|during|at|on|by|around|between|under|as|with|for|later|then|today|"
    r"there|here|now|soon|also|moreover|however|therefore|finally|afterwards)\b,?\s+)"
)
_PRONOUN = lazy_regex(
    r"\W*(?:"
    rf"(?:{_WHEN}(?:[^\W_][\w.’'-]*\s+)?(?:[a-zß-öø-ÿ\d][\w.’'-]*,?\s+){{0,5}}?|born\s[^.;:?!\n]{{1,80}},\s+"
    rf"|(?:an?|the|having|[^\W\d_]+ed)\s[^.;:?!\n]{{1,160}},\s+)?"
    r"(?P<person>he|she)"
    rf"|(?:{_WHEN}(?:[^.;:?!\n]{{0,40}}(?:\d|,)\s+)?)?(?P<thing>it|they)"
    r"|(?P<his>his|her)|(?P<its>its|their)|(?P<gendered>ils?|elles?|er))\s",
    re.IGNORECASE,
)
"""The pronoun that is a sentence's subject, or owns it; before it at most when that was: "Since 1988 it has"."""
_FOR_NOTHING = lazy_regex(
    r"\W*it (?:(?:is|was|were|be|has|have|had|been|will|would|can|could|may|might|must|should|therefore|then|also|not|"
    r"thus|seems?|appears?|follows|turned|takes|took)\s)+(?:[\w’'-]+\s){0,4}(?:that|to|whether|if|for|who)\b",
    re.IGNORECASE,
)
""""It was decided to …": it stands for nothing."""
_DEFINITE = lazy_regex(
    r"\W*(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose|[Dd](?:er|ie|as)|[Dd]iese[rs]?|L(?:e|a|es|os|as)|El|Il)\s+[^\W\dA-ZÀ-ÖØ-Þ_]"
)
_AGENT = lazy_regex(r"\bby\s+(?:the\s+(?:[a-zß-öø-ÿ]\S*\s+){0,3})?[^\W\d_a-zß-öø-ÿ]")
"""Whom a passive names: "he" may be he."""
_FIRM = lazy_regex(rf"\b(?:{LEGAL_FORMS}|Works|Mills|Bros|Sons|Partners|Bank)\b")
_OF_THE_TEXT = lazy_regex(
    r"\W*th(?:is|e present) (?:document|text|agreement|contract|lease|report|paper|study|policy|plan|letter|article)\b"
    r"|\W*diese[rs]? (?:Dokument|Text|Vertrag|Bericht|Studie|Richtlinie|Ordnung)\b",
    re.IGNORECASE,
)
"""What calls itself so is what has the title."""
_SALUTATION = lazy_regex(rf"\W*{GREETING}\s[^\n.:;?]{{2,60}}[,!:]?\s*", re.IGNORECASE)
"""It names who is written to, and not what is written about."""
_LONGEST_CHAIN = 6
"""Sentences back over which the subject is looked for, each leaning on the one before it."""
_PARTY = lazy_regex(
    r"(?:(?:sub-?)?(?:tenant|landlord|landlady|lessor|lessee|owner|buyer|seller|purchaser|vendor|supplier|contractor|"
    r"client|customer|employer|employee|lender|borrower|insurer|licensor|licensee|author|editor|chair|chairman|"
    r"chairwoman|director|president|mayor|secretary|treasurer|manager|member|user|holder|applicant|guest|doctor|"
    r"patient|teacher|student|captain)s?)",
    re.IGNORECASE,
)
"""Someone: "it" is what they have to do with."""
_DOES_TO = lazy_regex(r"\s+[a-zß-öø-ÿ]+\s+(?:the|this|that|an?|its|his|her|their)\s+[a-zß-öø-ÿ]")
"""Behind a name, what it does to something: " keeps the deposit"."""
_IS_DONE_TO = lazy_regex(
    r"\W*(?:it|they)\s+(?:(?:is|are|was|were|has|have|had|been|be|will|shall|may|must|can|should|then|also|not)\s+)+"
    r"[a-zß-öø-ÿ]+(?:ed|en|id|lt|nt|ught|old|ade|ung|ut)\b",
    re.IGNORECASE,
)
""""It is returned": that may be what the sentence before did something to."""

Terms = frozenset[str]


def with_subjects(pieces: Sequence[Evidence], sources: Sequence[Source], names: Sequence[str]) -> list[Evidence]:
    """The sentences with the terms of the names of a question that they go on about, though they do not say them.

    A name lasts for the three sentences behind the one that says it, to the end of its paragraph; one in a heading to
    the next heading. A sentence that opens with another name is about that.

    Args:
        pieces: All evidence, by source and place.
        sources: What it came from.
        names: Normalised names of the question.
    """
    terms = [frozenset(analyse(name)) for name in names]
    if not any(terms):
        return [*pieces]
    by_source: dict[int, list[Evidence]] = {}
    for piece in pieces:
        by_source.setdefault(piece.position, []).append(piece)
    return [
        piece for position, own in by_source.items() for piece in _of_source(own, sources[position]["content"], terms)
    ]


def _of_source(pieces: Sequence[Evidence], content: str, names: Sequence[Terms]) -> list[Evidence]:
    headed = about = frozenset[str]()
    told, end = 0, 0
    is_sure = True
    found: list[Evidence] = []
    for piece in pieces:
        if "\n\n" in content[end : piece.start] or told == _FARTHEST:
            about, is_sure = headed, True
        end = max(end, piece.end)
        said = frozenset(term for name in names if name <= piece.terms for term in name)
        if _SALUTATION.fullmatch(piece.text):
            said = frozenset()
        if piece.is_heading:
            headed = about = said
            is_sure = True
        elif said or piece.is_row or (about and _opens_with_name(piece.text)):
            about, told = said, 0
            is_sure = said <= frozenset(analyse(_own_subject(piece.text)))
        elif about:
            found.append(replace(piece, about=about, is_surely_about=is_sure))
            told += 1
            continue
        found.append(piece)
    return found


def _opens_with_name(text: str) -> bool:
    spans = name_spans(text)
    return bool(spans) and _OPENING.fullmatch(text, 0, spans[0][0]) is not None


def subject_of(piece: Evidence, pieces: Sequence[Evidence], source: Source, names: Sequence[str]) -> str:
    """The name that the subject of a sentence stands for: "It" and "The company" for the subject of the one before.

    A sentence goes on about the subject of the sentence before it, not about whatever that one names as well. At the
    start of a paragraph it is the name that heads the section or the document, unless another was the subject since.

    Args:
        piece: What is quoted.
        pieces: All evidence.
        source: What the piece came from.
        names: Normalised names of the question: of a sentence that has two of them neither is told to be meant.

    Returns:
        The name as written; empty where a sentence has a subject of its own, or it is not sure what its subject is.
    """
    own = [one for one in pieces if one.position == piece.position and one.end <= piece.start]
    return "" if piece.is_row or piece.is_heading else _subject(piece, own, source, names)


def _subject(piece: Evidence, before: Sequence[Evidence], source: Source, names: Sequence[str]) -> str:
    said, content = piece.text, source["content"]
    in_paragraph = False
    is_definite = not _pronoun(said)
    for _ in range(_LONGEST_CHAIN):
        pronoun = _pronoun(piece.text)
        if _FOR_NOTHING.match(piece.text) or not (pronoun or _DEFINITE.match(piece.text)):
            break
        last = max(
            (one for one in before if one.end <= piece.start and not one.is_row),
            key=lambda one: (one.end, one.start),
            default=None,
        )
        if last is None or last.is_heading or "\n\n" in content[last.end : piece.start]:
            break
        in_paragraph = True
        if name := _own_subject(last.text):
            said_of = [other for other in names if f" {other} " in last.folded]
            # "The libretto" is no name that another sentence has.
            is_asked = len(said_of) == 1 and _alike(said_of[0], name) if is_definite else len(said_of) < 2
            return name if is_asked and _may_be(said, name, last.text) else ""
        follows = _pronoun(last.text)
        if is_definite and not follows and _opening(said) != _opening(last.text):
            # "The mayor" behind "The ferry" is not whatever the ferry is.
            break
        # "It" behind "The libretto …" may be the libretto; behind "The company …" it is what that is.
        if pronoun and not (follows == pronoun or (not follows and LEANS_BACK.match(last.text))):
            break
        piece = last
    if _OF_THE_TEXT.match(said):
        return source["title"]
    is_said = _pronoun(said) or (LEANS_BACK.match(said) and said.lstrip("\"'“(")[:3].lower() == "the")
    return _heading(before, source, said, in_paragraph=in_paragraph) if is_said and not _FOR_NOTHING.match(said) else ""


def _opening(text: str) -> list[str]:
    """The first two words of a sentence, folded: "The company"."""
    return normalise_name(text).split()[:2]


def _heading(before: Sequence[Evidence], source: Source, said: str, *, in_paragraph: bool) -> str:
    """The name that a section or a document is called by, where nothing before what is said has another subject.

    Within a paragraph something before it must have that subject: "Notes" heads what is said of anything. A person who
    heads a section, "Ada Holm, Surgeon", is who "she" is there, as long as nobody else is the subject before.
    """
    if _pronoun(said) in {"he", "she"} and (person := headed_person(source["section_path"])):
        own = (person_in(_own_subject(piece.text)) for piece in before if not piece.is_heading)
        return person if all(_alike(name, person) for name in own if name) else ""
    for called in (*source["section_path"][-1:], source["title"]):
        spans = name_spans(f"x {called}")
        if len(spans) == 1 and spans[0] == (2, len(called) + 2):
            others = [name for one in before if not one.is_heading and (name := _own_subject(one.text))]
            is_told = bool(others) or (not in_paragraph and len(called.split()) > 1)
            fits = is_told and all(_alike(name, called) for name in others) and _may_be(said, called, "")
            return called if fits else ""
    return ""


def _alike(name: str, other: str) -> bool:
    one, two = frozenset(analyse(name)), frozenset(analyse(other))
    return one <= two or two <= one


def _pronoun(text: str) -> str:
    """Which kind of pronoun is the subject of a sentence, or owns it; empty where none is."""
    found = _PRONOUN.match(text)
    if found is None:
        return ""
    word = (found["person"] or found["his"] or "").lower()
    return {"he": "he", "his": "he", "she": "she", "her": "she"}.get(word) or (
        "they" if (found["thing"] or found["its"] or "").lower() in {"they", "their"} else "it"
    )


def _own_subject(text: str) -> str:
    """The name that a sentence has for its subject; empty for one that has none, or is joined to another."""
    spans = name_spans(text)
    if not spans:
        return ""
    start, end = spans[0]
    if not _SUBJECT_OPENS.fullmatch(text, 0, start) or _JOINED.match(text, end):
        return ""
    return text[start:end]


def _may_be(said: str, name: str, text: str) -> bool:
    """Whether what is said may be said of a name.

    "He" is no firm, and not surely whom a passive names. "It" is no one who lets or buys, and "it is returned" perhaps
    what they keep.
    """
    pronoun = _pronoun(said)
    if pronoun in {"it", "they"}:
        is_done_to = _IS_DONE_TO.match(said) and _DOES_TO.match(text, text.find(name) + len(name))
        return not is_done_to and not (pronoun == "it" and _PARTY.fullmatch(name))
    if not pronoun:
        return True
    return not _FIRM.search(name) and not _AGENT.search(text) and (bool(text) or is_person_name(name))
