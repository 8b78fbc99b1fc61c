"""Lists that a heading leads in to: "Do not take Dormilan" and, below it, who must not."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from nodes.answering.choosing.companions import as_lists, each_once
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.definitions import clause_number
from nodes.answering.evidence.evidence import Evidence, is_listed
from nodes.answering.evidence.source_names import terms_of_name
from nodes.answering.question.question_facts import Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.denials import excludes
from nodes.language.headings import asks_itself, asks_why_or_how, heading_likeness
from nodes.language.memberships import Membership, asked_members, heads_members, leads_in_to_members, opens_with_name
from nodes.language.terms import analyse, normalise_name

_LONGEST = 700
"""Characters of a heading and its list, which are quoted whole."""
_LONGEST_STEPS = 1200
"""The same of steps: without the last the others are of no use."""
_LONGEST_NAMED = 80
"""Characters of a line with the name of a member and what they are."""
_FEWEST = 2
"""Items, rows or sentences that make a list."""
_STEPS = lazy_regex(
    r"\W*(?:\d[\d.]*[.)]?\s+)?(?:steps?|procedure|instructions?|method|directions|preparation|what to do|"
    r"vorgehen|schritte|anleitung|zubereitung|étapes|procédure|pasos|procedimiento)\W*",
    re.IGNORECASE,
)
"""Above the steps to what the document, or the section around them, is called."""
_FEWEST_SAID = 2
"""Words of the question that a heading says which is no heading of steps, and leads in to them: "Starting the pump"."""
_NUMBERED_PART = lazy_regex(r"(\d{1,2})\.\d{1,2}\.? ")
"""A heading of a part: the chapter that it is of has the first number."""
_MOST_ITEMS = 8
"""Rows or sentences below a heading that are quoted whole: more are a table or a text."""
_WHAT_CHANGED = lazy_regex(
    r"\bwhat (?:(?:has|have) )?change[ds]\b|\bwhat (?:does|do|did|will|would) (?:\S+ ){1,5}change\W*$", re.IGNORECASE
)
_SINCE_WHEN = lazy_regex(
    r"\b(?:from|since|to|against|over|gegenüber) (?:the )?(?:(?:last|previous|earlier|prior) )?"
    r"(?:versions?|editions?|issues?|revisions?|releases?|Fassung|Ausgabe)\b[\s\d.]*",
    re.IGNORECASE,
)
"""From what a heading says that something changed: "Changes from version 4"."""


def with_headed_lists(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, asked: Collection[str]
) -> list[Evidence]:
    """The pieces, and each heading that is like the question in one piece with the list right below it.

    A list of bullets, or of clauses with numbers: no item says what the heading says of all of them. Where members are
    asked for, names below a heading that is their board are such a list, and what leads in to them says so.

    Args:
        pieces: All evidence, by source and place.
        sources: What it came from.
        question: As it stands alone.
        asked: Terms of the question.
    """
    denied, members = excludes(question), asked_members(question)
    found: list[Evidence] = []
    for place, piece in enumerate(pieces):
        is_of_members = members is not None and heads_members(piece.text, members)
        is_like = piece.is_heading and not piece.is_row
        if is_like and (is_of_members or heading_likeness(piece.text, asked, denied=denied)):
            content = sources[piece.position]["content"]
            items = _names_below(pieces, place) if is_of_members else _items_below(pieces, place, content)
            if len(items) >= _FEWEST and items[-1].end - piece.start <= _LONGEST:
                whole = _in_one(piece, items, content)
                found.append(_of_members(whole, members) if members and is_of_members else whole)
        found.append(_of_members(piece, members) if members and leads_in_to_members(piece.text, members) else piece)
    return found


def _of_members(piece: Evidence, asked: Membership) -> Evidence:
    return replace(piece, terms=piece.terms | asked.said, tells_members=True)


def with_headed_items(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where several things are asked for in the words of a heading, the rows or sentences below it instead.

    What the document is called otherwise, the heading need not say: "the action items of the review". Lists are quoted
    in one piece as they are, and a long table or text is not what was asked for.
    """
    facts, sources, pieces = material.facts, material.sources, material.pieces
    asks_changes = _WHAT_CHANGED.search(facts.question) is not None
    if not (facts.wanted.asks_several or asks_changes):
        return chosen
    likeness = [_likeness(source, facts) for source in sources]
    if asks_changes:
        # "Changes from version 4" is asked for whether the question says of which version or not.
        since = [_likeness(source, facts, aside=_SINCE_WHEN) for source in sources]
        likeness = [*map(max, likeness, since)]
    best = max(range(len(sources)), key=likeness.__getitem__, default=0)
    if not sources or not likeness[best]:
        return chosen
    own = [piece for piece in pieces if piece.position == best and not piece.is_heading]
    told = sum(piece.end - piece.start for piece in own)
    if any(piece.is_list for piece in own) or not _FEWEST <= len(own) <= _MOST_ITEMS or told > _LONGEST:
        return chosen
    said = frozenset(analyse(sources[best]["section_path"][-1]))
    cosines = dict(chosen)
    return [Weighed(replace(piece, terms=piece.terms | said), cosines.get(piece, 0.0)) for piece in own]


def with_asked_section(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where a heading is the question, what stands below it instead, whether that repeats its words or not.

    "What is not covered" asks what "What is not covered by the policy of 2024?" does, where the document is called so.
    A heading that is no question itself ("Fees") may be about more than what is asked. "Why the boiler failed" tells
    who asks why it did, and not who asks how it works. Who asks how to do what a document is called ("Runbook: restore
    a disk") is told the list below its "Steps".
    """
    facts, sources, pieces = material.facts, material.sources, material.pieces
    wanted = facts.wanted
    if wanted.asks_steps:
        return _steps(material) or chosen
    if (
        wanted.kind not in {"other", "name", "reason", "manner"}
        or wanted.is_summary
        or wanted.asks_amount
        or facts.comparison.sides
    ):
        return chosen
    asked = [
        place
        for place, source in enumerate(sources)
        if source["section_path"] and _asks(source["section_path"][-1], facts) and _likeness(source, facts) == 1.0
    ]
    documents = {sources[place]["document_id"] for place in asked}
    if len(documents) != 1:
        return chosen
    heading = normalise_name(sources[asked[0]]["section_path"][-1])
    below = [each for each in pieces if each.position == asked[0] and normalise_name(each.text) != heading]
    # What heads the columns of a table is told with each of its rows.
    below = [each for each in below if not (each.is_row and each.is_heading)]
    told = [each for each in below if each.is_list][:1] or below
    if not 0 < len(told) <= _MOST_ITEMS or sum(each.end - each.start for each in told) > _LONGEST:
        return chosen
    # The heading and what the document is called say all of the question, if in other words ("excluded").
    said = frozenset(facts.weights)
    cosines = dict(chosen)
    return [Weighed(replace(each, terms=each.terms | said, is_heading=False), cosines.get(each, 0.0)) for each in told]


def _asks(heading: str, facts: Facts) -> bool:
    if facts.wanted.explains:
        return asks_why_or_how(heading, facts.question)
    return asks_itself(heading)


def _steps(material: Material) -> list[Weighed]:
    """The list below a heading of steps, or of what is to be done, where one alone is called all of the question."""
    facts, sources = material.facts, material.sources
    asked = facts.weights.keys()
    meant = [place for place, source in enumerate(sources) if asked and _leads_to_steps(source, sources, asked)]
    lists = [piece for piece in material.pieces if piece.is_list and piece.position in meant]
    if len(lists) != 1 or lists[0].end - lists[0].start > _LONGEST_STEPS:
        return []
    return [Weighed(replace(lists[0], terms=lists[0].terms.union(asked)), material.cosines.get(lists[0], 0.0))]


def _leads_to_steps(source: Source, sources: Sequence[Source], asked: Collection[str]) -> bool:
    """Whether a section has steps by its heading, and that and what it stands below say all of the question.

    A heading that says less than two words of it may be that of a numbered part, whose chapter says the rest: "3.3
    Installation" of "3 Installation of loggers".
    """
    if not source["section_path"]:
        return False
    called = terms_of_name(" ".join([source["title"], source["file_name"], *source["section_path"][:-1]]))
    heading = source["section_path"][-1]
    if _STEPS.fullmatch(heading):
        return called.issuperset(asked)
    own = frozenset(analyse(heading))
    chapter = frozenset(analyse(_chapter_of(source, sources)))
    said = own | chapter if own.intersection(asked) else own
    return len(said.intersection(asked)) >= _FEWEST_SAID and (called | said).issuperset(asked)


def _chapter_of(source: Source, sources: Sequence[Source]) -> str:
    """The heading of the numbered chapter that a numbered part is of, where another source of its document has it."""
    part = _NUMBERED_PART.match(source["section_path"][-1])
    if part is None:
        return ""
    others = (each for each in sources if each["document_id"] == source["document_id"] and each["section_path"])
    headings = (each["section_path"][-1] for each in others)
    return next((each for each in headings if re.match(rf"{part[1]}\.? [^\W\d]", each)), "")


def _likeness(source: Source, facts: Facts, *, aside: re.Pattern[str] | None = None) -> float:
    """How like the question the heading of a source is, but for what its document and outer sections are called.

    Args:
        source: Any.
        facts: What is read of the question.
        aside: What of the heading says nothing of what is asked.
    """
    if not source["section_path"]:
        return 0.0
    *outer, heading = source["section_path"]
    heading = aside.sub("", heading) if aside else heading
    called = terms_of_name(" ".join([source["title"], source["file_name"], *outer]))
    own = set(analyse(heading))
    # Words that merely ask are said by a heading that asks as well: "What it is used for".
    asked = (facts.weights.keys() - (called - own)) | own.intersection(analyse(facts.question))
    return heading_likeness(heading, asked, denied=excludes(facts.question))


def with_whole_lists(chosen: Sequence[Weighed], material: Material) -> list[Weighed]:
    """The choice with whole lists in place of items that share no word with the question, but for their title's.

    What stands above it was asked for then, "What was fixed in 4.2.0?", and no item more than its neighbours.
    """

    def is_one_of_all(piece: Evidence) -> bool:
        own = material.facts.weights.keys() - material.facts.source_of(piece).title_terms
        return not piece.is_row and piece.terms.isdisjoint(own)

    told = [as_lists([one], material.weighed)[0] if is_one_of_all(one.piece) else one for one in chosen]
    return each_once(told)


def _items_below(pieces: Sequence[Evidence], place: int, content: str) -> list[Evidence]:
    """The items right below a heading, up to the next one; none where something else stands among them."""
    items: list[Evidence] = []
    end = pieces[place].end
    for piece in pieces[place + 1 :]:
        if piece.position != pieces[place].position or piece.is_heading or piece.is_row:
            break
        if piece.is_list or piece.start < end:
            continue
        if not is_listed(content, piece.start) and "." not in clause_number(piece.text):
            return []
        items.append(piece)
        end = piece.end
    return items


def _names_below(pieces: Sequence[Evidence], place: int) -> list[Evidence]:
    """The short lines right below a heading that each begin with a name, marked as items of a list or not."""
    items: list[Evidence] = []
    for piece in pieces[place + 1 :]:
        if piece.is_list and piece.position == pieces[place].position:
            continue
        if (
            piece.position != pieces[place].position
            or len(piece.text) > _LONGEST_NAMED
            or not opens_with_name(piece.text)
        ):
            break
        items.append(piece)
    return items


def _in_one(heading: Evidence, items: Sequence[Evidence], content: str) -> Evidence:
    return Evidence(
        heading.position,
        heading.start,
        items[-1].end,
        content[heading.start : items[-1].end],
        is_row=False,
        is_first=True,
        is_fragment=False,
        is_heading=False,
        terms=heading.terms.union(*(item.terms for item in items)),
        numbers=heading.numbers.union(*(item.numbers for item in items)),
        years=heading.years.union(*(item.years for item in items)),
    )
