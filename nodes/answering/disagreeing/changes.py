"""Changes: how a text says that something is no longer as it was, what changed, from what and to what."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.disagreeing.amending import amends_another, clauses_named
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.numbers import NUMBER_WORDS, numbers_in
from nodes.language.periods import months_named
from nodes.language.terms import analyse, fold, normalise_name

# Of small letters, which what they are searched in is brought to: letters of either case take three times as long.
_CHANGES = lazy_regex(
    r"\b(?:amend(?:s|ed)?|replac(?:es|ing)|replaced(?! (?:for|at|within|if|when|on|once|each|every|free)\b)|"
    r"supersed(?:es|ed|ing)|postponed|delayed (?:to|until|till)|rescheduled|brought forward|put off|"
    r"(?:is|are|was|were|be|been|being) (?:\w+ )?increased (?:from|to|by|as)|"
    r"(?:(?:goes|go) (?:up|down)|rises|falls|drops|increases|decreases) (?:from|to)|"
    r"(?:has|have) (?:risen|fallen|grown|dropped|shrunk|increased|decreased|gone (?:up|down)) to|"
    r"(?:is|are|was|were|be|been) (?:moved|shifted)(?=\s*(?:[.:;]|$))|"
    r"(?<!who )(?<!who has )(?<!who have )(?<!who had )"
    r"(?:moved|changed|raised|reduced|lowered|cut|extended|shortened|lengthened|prolonged|widened|corrected|adjusted|"
    r"revised) "
    r"(?:(?:back|up|down|forward) )?(?:from|to|by|until|as)|"
    r"moves? (?:(?:back|forward) )?(?:from|to) (?:the )?"
    rf"(?:(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:of )?(?:{MONTH_NAMES.lower()})|\d{{4}})|"
    r"(?:raised|reduced|lowered|cut|increased) (?:the|its|our|their|all) (?:[\w-]+ ){1,4}(?:from|to|by)|"
    r"(?:decided|agreed|resolved|voted|will|shall) (?:to )?(?:raise|reduce|lower|cut|increase|extend|shorten|postpone|"
    r"move|change) (?:[\w-]+ ){1,5}(?:from|to|by|until)|"
    r"(?:hands?|handed|handing) over (?:[\w-]+ ){0,4}to|(?:takes?|took) over from|succeed(?:s|ed)|"
    r"since (?:\w+ ){1,3}(?:is|are)|"
    r"instead of|rather than|in (?:place|lieu) of|not (?!only\b)(?:[\w-]+ ){1,6}but|"
    r"(?:decided|agreed|resolved|booked|chosen|chose|ordered|selected|appointed)\b"
    r"[^.;\n]{0,80} instead(?=\s*(?:[.;]|$))|"
    r"no longer|not any more|with (?:immediate )?effect (?:from|as)|"
    r"effective (?:from|as of|immediately)|as (?:of|from) (?:now|today|(?:the )?\d|next|[a-z])|from now on|"
    r"(?:(?:shall|should|must) (?:now )?|(?:is|are) (?:now )?to )read|"
    r"(?:for|instead of) [\"“„‘'][^\"“”„\n]{1,80}[\"”’'] (?:read|substitute|put)|"
    r"(?<=[\"”’'] )(?:becomes|(?:now )?reads)(?= [\"“„‘'])|(?:old|formerly|previously) [^.;:\n]{1,40}, (?:new|now) |"
    r"(?:is|are) now|now (?:held|costs?|expects?|plans|amounts|stands|has|applies|runs|ends|starts|reads|takes place|"
    r"leaves|arrives)|"
    r"ersetzt|statt|verschoben|geändert|ab sofort|"
    r"remplac\w+|désormais|au lieu de|sustituy\w+|en lugar de|aplazad[oa])\b"
)
_ENDS = lazy_regex(
    r"\b(?:revok(?:es|ed)|repeal(?:s|ed)|rescind(?:s|ed)|withdrawn|overrul(?:es|ed)|overturn(?:s|ed)|abolish(?:es|ed)|"
    r"cancel(?:s|led|ed)|called off|(?:has|have|had) to move|"
    r"(?:left out|taken out|dropped|removed|discontinued) "
    r"(?:since|as (?:of|from)|from [^.;,]{1,40}? on(?:wards?)?(?!\w))|"
    r"(?:is|are|was|were) (?:deleted|lifted|reversed|void(?! (?:if|when|where|unless)\b))|aufgehoben|annul[ée])\b"
)
"""What ends something needs no value in its place."""
_SUPPOSED = lazy_regex(r"(?:^\W*|[.;:,] )(?:if|when|whenever|unless|in case|should|wenn|falls|si)\b[^.;:,]*$")
"""Before what would end something, in small letters: "If the guest cancels, the deposit is kept"."""
_DESCRIBES = lazy_regex(
    r"\W*(?:amends|replaces|supersedes|revokes|repeals|rescinds|overrules|overturns|abolishes|cancels)\s"
    r"(?:an?|any|all|each|every|one|several|some)\b"
)
"""What something is for, in small letters, and no change: "Cancels an order"."""
_MAY_CHANGE = lazy_regex(
    r"\b(?:may|can|could|might) (?:\w+ ){0,2}"
    r"(?:adjust|amend|alter|change|cut|extend|increase|lower|move|postpone|raise|reduce|replace|revise|shorten)\b"
)
"""What somebody is free to change, in small letters, has not changed: "may adjust the price as of 1 September"."""
_UNIT_OF_COLUMN = lazy_regex(r"\([^()\d]{1,20}\)(?=\s*[^\W\d_a-zß-öø-ÿ]|\W*$)")
"""What a line of headings has behind each: "Punctuality (%) Cancelled (%)"."""
_UNCHANGED = lazy_regex(
    r"\b(?:unchanged|not changed|as before|(?:stays?|remains?|left) as (?:it|they) (?:is|are|was|were)|no changes?|"
    r"unverändert|inchangée?s?)\b"
)
"""In small letters: which clause it is does not matter."""
_WAS_SO = r"(?:old|before|previous(?:ly)?|so far|was|former(?:ly)?|bisher|alt|ancien(?:ne)?|until{})"
"""What is said of how something was, in small letters; until now, or until whatever day."""
_ENDS_OLD = lazy_regex(
    rf"(?:^|\n|[.;:] )\W*{_WAS_SO.format(' now')}(?: (?:text|wording|version))? ?:\s[^\n]*\Z", re.IGNORECASE
)
_ANEW = lazy_regex(
    r"\W*(?:new(?: (?:text|wording|version))?|now|neu(?:e fassung)?|nouve(?:au|lle)(?: texte)?|nuev[oa]) ?:\s",
    re.IGNORECASE,
)
_NEW_CLAUSE = lazy_regex(r"\bnew\b|\b(?:is|are) (?:changed|added|inserted|amended|deleted|replaced)\b", re.IGNORECASE)
_HEADS_OLD = lazy_regex(rf"\b{_WAS_SO.format('')}\b")
_HEADS_NEW = lazy_regex(r"\b(?:new|now|after|from|in future|changed to|neu|künftig|ab|nouve(?:au|lle))\b")
"""What heads the columns of a table of changes, in small letters."""
_AMENDS_ALL = lazy_regex(r"\bamends?\b|\bamended as follows|\bas (?:(?:so|further|last|previously) )?amended\b")
"""What an amendment says of the contract as a whole, in small letters."""
_FROM_A_DAY = lazy_regex(
    rf"\W*from (?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?(?:{MONTH_NAMES})\b(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?"
    r"(?:,? \d{4})?(?: on(?:wards?)?)?,? (?:the|our|its|their|your) (?P<subject>(?:[\w-]+ ){0,3}?[\w-]+) "
    r"(?:is|are|costs?|amounts?|will|shall|has|have)\b",
    re.IGNORECASE,
)
"""How a sentence opens that tells what is so from a day on: "From 1 May the fee is EUR 5"."""
_INSTEAD = lazy_regex(
    r"\b(?:instead of|rather than|in (?:place|lieu) of|statt|anstelle von|au lieu de|en lugar de)\b", re.IGNORECASE
)
"""Behind it stands what was."""
_READ_FOR = lazy_regex(
    r"\b(?:for|instead of) [\"“„‘'](?P<old>[^\"“”„\n]{1,80}?)[\"”’'] (?:read|substitute|put)\b|"
    r"[\"“„‘'](?P<was>[^\"“”„\n]{1,80}?)[\"”’'] "
    r"(?:(?:is|are) (?:replaced by|changed to|amended to(?: read)?)|becomes?|now reads?)(?= [\"“„‘'])",
    re.IGNORECASE,
)
"""What was, word for word: 'for "£15" read "£25"', '"£15" is replaced by "£25"'."""
_CORRECTS = lazy_regex(
    r"(?:(?<=[,(])(?: and)? ?|(?<=\d) and )"
    r"not (?!only|just|merely|simply|least|yet|even|necessarily|more|less|later|earlier|including|counting)"
    r"((?:[£$€] ?(?=\d))?(?:[\w.,'’-]+ ){0,4}[\w.,'’-]*[\w'’-](?: ?%)?)(?=\s*(?:[.;()]|$| as\b))",
    re.IGNORECASE,
)
"""Behind it stands what was said: "Ada Holm voted against it, not Tom Vik", "it was £430, not £340"."""
_REPLACES = lazy_regex(r"\b(?:replaces|supersedes) (?:the |our |your )?(?=[£$€]? ?\d)", re.IGNORECASE)
"""The same: "This replaces the 7 % we had before"."""
_FIRST_WORDS = 2
"""Of what stands there, in which a number is what was: "four", "EUR 95"."""
_DAY_BEHIND = 20
"""Characters in which the month of a day comes: " the 23rd of May"."""
_FROM_TO = lazy_regex(r"\b(?:from|von|de) ([\w.,]+)(?: [^\W\d]+){0,3} (?:to|auf|zu|à|a) (?=[\w.,]+)", re.IGNORECASE)
"""From what it was to what it is."""
_CHANGED_TO = lazy_regex(
    r"\b(?:move[sd]?|changed|transferred|returned|raised|reduced|lowered|cut|increased) (?:[\w-]+ ){0,3}?to (?:the )?"
)
"""Behind it stands what is, in small letters: "moved to Berlin"."""
_CHANGES_ITS_SUBJECT = lazy_regex(
    r"\b(?:postponed|delayed|rescheduled|brought forward|put off|move[ds]?|changed|raised|reduced|lowered|cut|"
    r"increased|extended|shortened|lengthened|prolonged|widened|corrected|adjusted|revised|cancel(?:s|led|ed)|"
    r"called off|deleted|lifted|verschoben|geändert)\b"
)
"""Not "the client no longer pays": it is not the client that changes."""
_SUBJECT = lazy_regex(
    r".*(?:^|[,;:.] |\b(?:the|our|its|their|der|die|das|le|la|el) )((?:[\w-]+ ){0,3}?[\w-]+) "
    r"(?:(?:is|are|was|were|has|have|had|will|be|been|to) ){0,4}$",
    re.DOTALL,
)
_PART_OF = lazy_regex(r".*\b(?:the|its|their|our) ((?:[\w-]+ ){1,3})of (?:the |its |their |our )?$", re.DOTALL)
"""Before what it is of: "the number of seats of the stand"."""
_COUNT = frozenset(analyse("number amount date"))
"""What is said of a subject where its value would do: "the date of the opening"."""
_NO_LONGER = lazy_regex(r"\b(?:no longer|not any more|nicht mehr)\b([^.;,:]*)", re.IGNORECASE)
"""Behind it stands what was so."""
_WORD = lazy_regex(r"[^\W\d_]+|\d[\d.,]*")


def changing(pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[Evidence]:
    """The pieces that say, or of which the next sentence says, that something is no longer as it was.

    "The meeting takes place on Tuesdays at 13:00. It replaces the Thursday slot." What an amendment says of a clause
    that it names is so from then on: "In clause 2 the period is 14 days." Of a list of changes an item is meant, and
    not all of it.
    """
    said = [
        piece
        for piece in pieces
        if sets_old_beside_new(piece, sources)
        or (
            not (piece.is_row or piece.is_list or piece.is_heading)
            and not _heads_columns(piece.text)
            and (
                tells_amendment(piece, sources)
                if amends_another(sources[piece.position])
                else _says_change(piece.flat.lower()) or bool(subject_from_a_day(piece))
            )
        )
    ]
    leant_on = {(piece.position, piece.leans_on) for piece in said if piece.leans_on}
    places = {(piece.position, piece.start, piece.end) for piece in said}
    return [
        piece
        for piece in pieces
        if (piece.position, piece.start, piece.end) in places or (piece.position, piece.text) in leant_on
    ]


def tells_amendment(piece: Evidence, sources: Sequence[Source]) -> bool:
    """Whether a piece of an amendment says what it changes, and not only that it amends a contract."""
    if piece.is_row or not amends_another(sources[piece.position]):
        return False
    said = _AMENDS_ALL.sub(" ", piece.flat.lower())
    if says_unchanged(said) and not _says_change(said):
        return False
    return bool(clauses_named(piece.text)) or says_anew(piece) or _says_change(said)


def says_unchanged(text: str) -> bool:
    """Whether a text, in small letters, says that something stays as it is."""
    return _UNCHANGED.search(text) is not None


def heads_change(source: Source) -> bool:
    """Whether a section of an amendment is headed by a clause and that it changes, or is new: "3. Clause 4 is deleted".

    What stands there is so from then on, whatever its words.
    """
    heading = " ".join(source["section_path"][-1:])
    is_new = _NEW_CLAUSE.search(heading) is not None
    return amends_another(source) and bool(clauses_named(heading)) and (is_new or _says_change(heading.lower()))


def sets_old_beside_new(piece: Evidence, sources: Sequence[Source]) -> bool:
    """Whether a piece is a row of an amendment that has what was and what is: "Until now", "From 1 September"."""
    if not piece.is_row or not amends_another(sources[piece.position]):
        return False
    heads = [head.lower() for head in piece.header]
    return any(map(_HEADS_OLD.search, heads)) and any(map(_HEADS_NEW.search, heads))


def says_anew(piece: Evidence) -> bool:
    """Whether a piece opens with how a clause reads from now on: "New: Up to eight days may be carried over"."""
    return _ANEW.match(piece.text) is not None


def ends_with_old(piece: Evidence) -> bool:
    """Whether a piece ends with how something read, and leaves how it reads to what is behind it: "Old: ten years."."""
    return _ENDS_OLD.search(piece.text) is not None


def words_replaced(later: Evidence) -> list[str]:
    """What a piece says stood there, word for word, normalised: of 'for "£15" read "£25"' it is "£15"."""
    return [normalise_name(found["old"] or found["was"]) for found in _READ_FOR.finditer(later.flat)]


def _heads_columns(text: str) -> bool:
    return not text.rstrip().endswith((".", "!", "?", ";")) and len(_UNIT_OF_COLUMN.findall(text)) > 1


def _says_change(text: str) -> bool:
    """Whether a text, in small letters, says that something changes or ends."""
    changes = _CHANGES.search(text, _described(text)) is not None and not _MAY_CHANGE.search(text)
    return changes or _CORRECTS.search(text) is not None or says_end(text)


def says_end(text: str) -> bool:
    """Whether a text, in small letters, says that something ends."""
    found = _ENDS.search(text, _described(text))
    return found is not None and not _SUPPOSED.search(text[: found.start()])


def _described(text: str) -> int:
    """Where what a text opens with ends, if that says what something is for."""
    found = _DESCRIBES.match(text)
    return found.end() if found else 0


def subject_from_a_day(later: Evidence) -> frozenset[str]:
    """The terms of what a piece tells by a day alone that it is otherwise: "From 1 May the fee is EUR 5".

    Empty where other words say that something changes.
    """
    found = _FROM_A_DAY.match(later.flat)
    return frozenset(analyse(found["subject"])) if found and not _says_change(later.flat.lower()) else frozenset()


def subject_of_change(later: Evidence) -> frozenset[str]:
    """The terms of what is said to change: "the opening is postponed"."""
    text = later.flat.lower()
    change = _CHANGES.search(text) or _ENDS.search(text)
    if change is None or not _CHANGES_ITS_SUBJECT.search(change.group()):
        return frozenset()
    found = _SUBJECT.match(text[: change.start()])
    if found is None:
        return frozenset()
    part = _PART_OF.match(text[: found.start(1)])
    whole = frozenset(analyse(found[1]))
    return whole | (frozenset(analyse(part[1])) - _COUNT if part else frozenset())


def changed_from(later: Evidence) -> frozenset[str]:
    """What a piece says something is changed from: "reduced from six to four", "three weeks instead of four"."""
    from_to = [word for found in _FROM_TO.findall(later.flat) for word in words_in(found)]
    opens = [found.end() for pattern in (_INSTEAD, _REPLACES) for found in pattern.finditer(later.flat)]
    behind = [words_in(later.flat[end:])[:_FIRST_WORDS] for end in opens]
    behind += map(words_in, _CORRECTS.findall(later.flat))
    amounts = [word for words in behind for word in words if word[0].isdigit() or word in NUMBER_WORDS]
    return frozenset((*from_to, *amounts))


def numbers_denied(later: Evidence) -> frozenset[str]:
    """The numbers that a piece says it is not: "it was 43, not 34"."""
    return frozenset[str]().union(*map(numbers_in, _CORRECTS.findall(later.flat)))


def changed_to(later: Evidence) -> frozenset[str]:
    """The names of what a piece says something is changed to: they are not what was."""
    behind = [later.folded[found.end() :] for found in _CHANGED_TO.finditer(later.folded)]
    return frozenset(name for name in later.names if any(text.startswith(f"{name} ") for text in behind))


def changes_day(later: Evidence) -> bool:
    """Whether what is said to be otherwise is a day: "on 27 May instead of 23 May", "on 27 May, not 23 May"."""
    found = _INSTEAD.search(later.flat)
    behind = [later.flat[found.end() : found.end() + _DAY_BEHIND]] if found else []
    return any(map(months_named, [*behind, *_CORRECTS.findall(later.flat)]))


def says_no_longer(later: Evidence, earlier: Evidence) -> bool:
    """Whether a piece says that what an earlier one says is no longer so: "no longer needs consent"."""
    found = _NO_LONGER.search(later.flat)
    ended = frozenset(analyse(found[1])) - LIGHT_TERMS if found else frozenset()
    return bool(ended) and ended <= earlier.terms


def says_already(earlier: Evidence, later: Evidence) -> bool:
    """Whether an earlier piece has what is to be so from now on, and nothing of what it stands instead of."""
    if found := _INSTEAD.search(later.flat):
        new, old = (_values_in(text) for text in (later.flat[: found.start()], later.flat[found.end() :]))
    elif found := _CORRECTS.search(later.flat):
        new, old = (_values_in(text) for text in (later.flat[: found.start()], found[1]))
        if not old:
            return False
    else:
        return False
    said = earlier.numbers.union(months_named(earlier.text))
    return bool(said & new - old) and not said & old - new


def _values_in(text: str) -> frozenset[str]:
    """The numbers of a text, and its months: "1 June" and "1 April" differ by these."""
    return numbers_in(text).union(months_named(text))


def words_in(text: str) -> list[str]:
    """The words and numbers of a text, in small letters."""
    return [word.rstrip(".,") for word in _WORD.findall(fold(text))]
