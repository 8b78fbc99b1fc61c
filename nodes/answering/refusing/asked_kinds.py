"""What no answer is without: somebody, a time or a place, where it is asked who, when or where.

Each is necessary only where that is sure: a text tells a time without a date ("after the harvest"), and somebody by
what they do ("the caretaker"). So what says nothing of a question but its names is held against more than what says
the rest of it as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.dated_headings import is_release
from nodes.answering.implied.lifespans import tells_place_of_life
from nodes.answering.question.kinds import answers_kind, is_new, opens_with_name
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.answering.tables.table_rows import years_in
from nodes.domain.regexes import lazy_regex
from nodes.language.entities import name_spans
from nodes.language.kinship import LIFE_TERMS
from nodes.language.months import MONTH_NAMES
from nodes.language.numbers import NUMBER_WORDS
from nodes.language.query_terms import language_of_words
from nodes.language.terms import analyse, normalise_name, tokens

_WHEN = lazy_regex(r"\bwhen\b|\bwhat (?:year|date|day|month|time)\b|\bwhich (?:year|date|day|month)\b", re.IGNORECASE)
_UNIT = r"(?:second|minute|hour|day|night|week|weekend|month|quarter|term|season|year|decade|century)"
_TIME = lazy_regex(
    r"\b(?:when(?:ever)?|after|before|while|during|until|till|once|since|as soon as|as long as|upon|within|"
    r"(?:on|at|by|in|from|to|towards?|with|for) (?:the |its |his |her |their )?(?:\w+ )?"
    r"(?:beginning|start|end|close|arrival|delivery|receipt|age|time|birth|death)|"
    r"at (?:once|night|dawn|dusk|first)|immediately|always|never|not yet|already|soon|later|earlier|now|recently|"
    rf"(?:every|each|per|a|the|next|last|this|that|same|following|previous|first|second|\d+(?:st|nd|rd|th)) (?:\w+ )?"
    rf"{_UNIT}|(?:\d+|{'|'.join(NUMBER_WORDS)}|few|several) (?:\w+ )?(?:{_UNIT}s|centuries)|"
    r"(?:hour|dai|week|month|quarter|year|annual)ly|mornings?|afternoons?|evenings?|weekends?|weekdays?|"
    rf"(?:in|since|by|until|till|before|after|early|mid|late|last|next|this)[ -](?:{MONTH_NAMES})|"
    r"spring|summer|autumn|winter|christmas|easter|\d+(?:st|nd|rd|th) century|war|middle ages|antiquity)\b",
    re.IGNORECASE,
)
"""How a text tells a time without a date."""
_WHENEVER = lazy_regex(
    r"\bwhen (?:do|does|is|are|am|may|can|must|shall|should|will) (?!(?:the )?next\b)", re.IGNORECASE
)
_IF = lazy_regex(r"\b(?:if|unless|in case|provided that)\b", re.IGNORECASE)
"""When something is so, rather than when it was."""
_LIFE = lazy_regex(r"\([^()]*\b\d{3,4}\b[^()]*\)")
"""A span of life, or a birth: "(1886–1963)", "(born 1921 in Kiel)". It dates nothing else that somebody did."""
_PLACED = lazy_regex(r"\b(?:in|at|near|from|to)\s+(?:the\s+)?\W*$", re.IGNORECASE)
_PLACE = lazy_regex(r"\b(?:in|at|near|from|to|on|beside|behind|between|outside)\s+(?:the\s+)?[^\W\d_a-zß-öø-ÿ]")
_WHO_IS_THE = lazy_regex(r"\bwho (?:is|was|are|were) the (?P<role>[a-z][\w -]*?) (?:of|at|in|for)\b")
_WAS = r"(?:is|was|were|did|does)"
_LIVED = r"(?:born|die|dies|died|pass away|passed away|buried|baptised|baptized)"
_WHO_DID = lazy_regex(r"\W*who (?P<deed>[a-z]+ed) (?:the|an?|our|this|that|your|their|his|her|its)\b", re.IGNORECASE)
_WHO_DOES = lazy_regex(
    r"\W*who (?:will |has |had |can |must |should )?"
    r"(?P<deed>(?!(?:is|are|was|were|has|have|had|does|did|do|be) )[a-z]+) "
    r"(?:the|an?|our|this|that|these|those|your|their|his|her|its|my)\b",
    re.IGNORECASE,
)
_AGENT = lazy_regex(
    r"\b(?:by|the|an?|our|your|their|his|her|its|my|every|each) (?:[a-z-]+ ){0,2}?"
    r"(?!(?:dinner|summer|winter|autumn|number|order|letter|paper|water|weather|offer|corner|power|matter|chapter|"
    r"quarter|floor|door|error|amendment|agreement|document|event|amount|moment|treatment|equipment|payment|comment|"
    r"restaurant|plant)s?\b)(?:[a-z-]{2,}(?:er|or|ist|ian|ant|ent|man|men|woman|women)|people|staff|team|crew|board|council|committee|company|"
    r"firm|department|office|party|service|head|chair)s?\b|"
    r"\b(?:he|she|they|we|I|you|everybody|everyone|nobody|no one|whoever|anybody|anyone|somebody|someone|yourself)\b",
    re.IGNORECASE,
)
"""Who does something, without a name: "the caretaker"."""
_RUN_IN_TITLE = lazy_regex(r"\W*(?:\d{1,2}(?:\.\d+)*[.)]? )?\**[^\W\d_]+\.\**(?= [A-Z])")
"""What a note opens with: "3. Events. The fair brought in £40." is of nobody called so."""
_CODE = lazy_regex(r"[A-Z]{0,4}-?\d[\w/-]*|[A-Z]\.?|The|An|This|That|These|In")
_LONGEST_CELL = 4
"""Words of a cell that may be somebody by what they are: "Fire brigade". Of more, a name tells somebody."""
_LABEL = lazy_regex(r"\W*(?P<label>[A-Z][\w-]*(?: [\w-]+){0,2}): (?=\S)")
_SAME_STEM = 4
"""Letters with which a verb and a noun of it begin."""
_LONGEST_INITIAL = 2
"""Letters of a word that tells nobody by itself: "J", "de"."""
_REACHED = lazy_regex(
    r"\b(?:numbers?|phones?|e-?mails?|mails?|address(?:es)?) (?:of|for) (?:the|our|my|your|their) "
    r"(?P<who>(?:[\w-]+ ){0,2}?[\w-]+)\W*$",
    re.IGNORECASE,
)
"""How somebody is reached, by what they are."""
_IS = r"(?:is|are|was|were|be|been|as|became|becomes?)"


def lacks_what_is_asked(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether surely none of the quoted pieces tells who, when or where, as it is asked.

    A question in another language lacks nothing: the words that tell a time are not known there.

    Args:
        pieces: What is quoted.
        facts: Of the question.
    """
    if facts.wanted.kind not in {"name", "date", "place"} or language_of_words(tokens(facts.question)):
        return False
    dead = LIFE_TERMS & facts.weights.keys()
    if dead and _is_anothers_life(pieces, facts, dead):
        return True
    if facts.wanted.kind == "name" and any(
        is_untold(pieces, facts) for is_untold in (_is_role_of_others, _is_label_of_others, _is_deed_untold)
    ):
        return True
    bare = [*pieces] if dead else [_without_life(piece) for piece in pieces]
    if facts.wanted.kind == "date":
        return _WHEN.search(facts.question) is not None and not any(_tells_time(piece, facts) for piece in bare)
    asks_who = facts.wanted.kind == "name"
    if any(_names_somebody(piece, facts) if asks_who else _tells_place(piece, dead) for piece in bare):
        return False
    return not _says_more_than_names(pieces, facts) or (asks_who and _is_role_untold(pieces, facts))


def is_contact_of_others(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether it is asked how "the secretary" is reached, and only rows of others are quoted.

    Args:
        pieces: What is quoted.
        facts: Of the question.
    """
    found = _REACHED.search(facts.question)
    asked = frozenset(analyse(found["who"])[-1:]) if found else frozenset[str]()
    if not asked or not asked <= facts.weights.keys() or not all(piece.is_row for piece in pieces):
        return False
    return not any(asked <= facts.held_by(piece) for piece in pieces)


def _is_anothers_life(pieces: Sequence[Evidence], facts: Facts, asked: Set[str]) -> bool:
    """Whether it is asked of somebody by name when or where they were born or died, and only others' is told.

    "She was born in Kiel" stands in the biography of another, which names them.
    """
    said = f" {normalise_name(facts.question)} "
    people = [name for name in facts.names if re.search(rf" {_WAS} {re.escape(name)} {_LIVED} ", said)]
    telling = [piece for piece in pieces if not asked.isdisjoint(piece.terms)]
    if len(people) != 1 or not telling:
        return False
    own = {word for word in people[0].split() if len(word) > _LONGEST_INITIAL}
    return not any(_is_about(piece, own, facts) for piece in telling)


def _is_about(piece: Evidence, name: Set[str], facts: Facts) -> bool:
    """Whether a piece, or the title above it, says a word of a name, or it goes on about who is called so."""
    told = f"{piece.folded} {facts.source_of(piece).title}".split()
    return not name.isdisjoint(told) or not piece.about.isdisjoint(term for word in name for term in analyse(word))


def _without_life(piece: Evidence) -> Evidence:
    if piece.is_row or is_release(piece.text) or not (text := _LIFE.sub("()", piece.text)) or text == piece.text:
        return piece
    return replace(piece, text=text, years=years_in(text))


def _tells_time(piece: Evidence, facts: Facts) -> bool:
    if answers_kind(piece, facts) > 0 or _TIME.search(piece.text) is not None:
        return True
    return _WHENEVER.search(facts.question) is not None and _IF.search(piece.text) is not None


def _names_somebody(piece: Evidence, facts: Facts) -> bool:
    """Whether it has a name that the question has not, and that is no place: "in Kiel"; or whoever says it has."""
    if piece.said_by and is_new(normalise_name(piece.said_by), facts):
        return True
    if piece.is_row:
        return any(map(_cell_names, piece.values))
    title = _RUN_IN_TITLE.match(piece.text)
    begins = title.end() if title else 0
    spans = [
        (start, end)
        for start, end in name_spans(piece.text)
        if start >= begins and not _PLACED.search(piece.text[:start]) and not _CODE.fullmatch(piece.text[start:end])
    ]
    if any(is_new(normalise_name(piece.text[start:end]), facts) for start, end in spans):
        return True
    return opens_with_name(piece, facts)


def _cell_names(cell: str) -> bool:
    """Whether a cell may be somebody, or names one: "Lent to Ada Berg by post", not "Damage by water at the gate"."""
    if len(cell.split()) <= _LONGEST_CELL:
        return any(map(str.isupper, cell))
    return any(start and not _PLACED.search(cell[:start]) for start, _ in name_spans(cell))


def _tells_place(piece: Evidence, of_life: Set[str]) -> bool:
    return piece.is_row or _PLACE.search(piece.text) is not None or tells_place_of_life(piece.text, of_life)


def _says_more_than_names(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether a piece says a word of the question that is of none of its names; so where it has no others."""
    rest = facts.weights.keys() - facts.name_terms - LIGHT_TERMS
    if not facts.name_terms or not rest:
        return True
    return any(
        not rest.isdisjoint(piece.terms | piece.of_entry | facts.source_of(piece).title_terms) for piece in pieces
    )


def _is_role_of_others(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether a role in something named is asked for, and no piece speaks of it where that is spoken of as well.

    The mayor of one town is no answer to who that of another is, nor is what else is told of the town.
    """
    asked = _role_asked(facts)
    if not asked or facts.wanted.needs_two:
        return False
    role = frozenset(analyse(asked.split()[-1]))
    telling = [
        piece
        for piece in pieces
        if role <= piece.terms | piece.of_entry | piece.about | facts.source_of(piece).title_terms
    ]
    names = [_telling_words(name) for name in facts.names]
    return not any(_speaks_of(piece, name, facts) for piece in telling for name in names)


def _is_label_of_others(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether it is asked who did something, and only who has another part in it is told: "Applicant: Ada Berg".

    The deed is said by nothing that is quoted, in any words.
    """
    asked = _WHO_DID.match(facts.question)
    deed = frozenset(analyse(asked["deed"])) & facts.weights.keys() if asked else frozenset[str]()
    if not deed or facts.wanted.needs_two or len(facts.weights) < 2:
        return False
    if any(not deed.isdisjoint(facts.held_by(piece)) for piece in pieces):
        return False
    labels = [_LABEL.match(piece.text) for piece in pieces if not piece.is_row and _names_somebody(piece, facts)]
    are_rows = any(piece.is_row for piece in pieces)
    return bool(labels) and not are_rows and all(label and not _is_of_deed(label["label"], deed) for label in labels)


def _is_deed_untold(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether it is asked who does something, and what is quoted says neither that nor anybody: "It has two pumps."."""
    asked = _WHO_DOES.match(facts.question)
    deed = frozenset(analyse(asked["deed"])) & facts.weights.keys() if asked else frozenset[str]()
    if not deed or facts.wanted.needs_two or not pieces or len(facts.weights) < 2:
        return False

    def tells(piece: Evidence) -> bool:
        says_deed = not deed.isdisjoint(piece.terms | piece.about | piece.of_entry | facts.source_of(piece).title_terms)
        is_somebody = _names_somebody(piece, facts) or _AGENT.search(piece.text) is not None
        # A row that tells what was done, and by nobody, is no row of who did it.
        return is_somebody or (says_deed and not piece.is_row)

    return not any(map(tells, pieces))


def _is_of_deed(label: str, deed: Set[str]) -> bool:
    """Whether a label says who did it by a noun of the verb: "Reviewer" of "reviewed"."""
    begun = {term[:_SAME_STEM] for term in deed}
    return any(term[:_SAME_STEM] in begun for term in analyse(label))


def _telling_words(name: str) -> set[str]:
    """The words of a name that tell whose it is; all of one that has but short words, like "IT"."""
    return {word for word in name.split() if len(word) > _LONGEST_INITIAL} or {*name.split()}


def _speaks_of(piece: Evidence, name: Set[str], facts: Facts) -> bool:
    """Whether the passage of a piece, or what it is called, says most of the words of a name."""
    return 2 * len(name & set(facts.source_of(piece).folded.split())) > len(name)


def _role_asked(facts: Facts) -> str:
    """The role in something named that is asked for: "head coach"; empty where none is."""
    asked = _WHO_IS_THE.search(facts.question[:1].lower() + facts.question[1:])
    return asked["role"] if asked and facts.names else ""


def _is_role_untold(pieces: Sequence[Evidence], facts: Facts) -> bool:
    """Whether a role in something named is spoken of, and said to be nobody's: "Reports to the head"."""
    asked = _role_asked(facts)
    if not asked:
        return False
    role = r"\W+".join(map(re.escape, asked.split()))
    told = re.compile(
        rf"\b{_IS}\s+(?:\w+\s+)?{role}|{role}(?:\s+(?:of|at|in|for)\s[^.;]{{1,60}}?)?\s*(?:\b{_IS}\b|[:=,(–-])",
        re.IGNORECASE,
    )
    return not any(piece.is_row or told.search(piece.text) for piece in pieces)
