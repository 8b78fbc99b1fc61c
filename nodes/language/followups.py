"""Follow-ups: a question that leans on the one before it becomes one that stands alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence, Set
from dataclasses import dataclass

from nodes.domain.chat import Turn
from nodes.domain.regexes import lazy_regex
from nodes.language.antecedents import is_told_before
from nodes.language.asked_kinds import answer_kind, asks_amount
from nodes.language.elliptic import completed
from nodes.language.entities import name_spans, names_in
from nodes.language.firms import LEGAL_FORMS
from nodes.language.long_questions import LONGEST_READ, beginning
from nodes.language.other_subjects import of_another
from nodes.language.periods import find_periods
from nodes.language.query_terms import language_of_words
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name, tokens
from nodes.language.wholes import asks_for_whole
from nodes.language.years import YEAR

_LEAD = lazy_regex(
    r"^\W*(?:(?:and|or|but|also|then|so|ok(?:ay)?|und|et|y|e|а|и)\b(?![-.&'’])[\s,]*)*"
    r"(?:(?:what|how) about\b|was ist mit\b|wie (?:sieht|steht) es mit\b|qu['’]en est-il (?:de|du|"
    r"des)\b|et pour\b|qué (?:tal|hay de)\b|а что насчёт\b|"
    r"same (?:question |thing )?for\b|(?:the )?same for\b)?[\s,]*",
    re.IGNORECASE,
)
_BARE = lazy_regex(
    r"^\W*(?:and |but |so )?(?:(?:since|for|by|until|till|from|with|to|at) )?(?P<word>why|"
    r"how(?: (?:so|come|long|much|many|often|far|soon))?|when|where|whom?|"
    r"warum|wieso|pourquoi|por qué|почему)(?: (?:not|is that|was that|so|exactly))?\W*$",
    re.IGNORECASE,
)
_BARE_IT = lazy_regex(
    r"^\W*(?:and |but |so )?(?:(?:since|for|by|until|till|from|at) )?(?:why|when|where|what|"
    r"how (?:much|long|many|often|high|big|far|old)) (?:is|are|was|were|does|do|did|will|must|can) "
    r"(?:it|that|they|those)(?: (?:be|cost|due|paid|end|start|begin|expire|last|take|before|then|previously))?\W*$",
    re.IGNORECASE,
)
"""A question word that asks something of "it" alone."""
_MORE = lazy_regex(
    r"^\W*(?:(?:please|can you|could you) )*"
    r"(?:(?:tell|give|show) (?:me|us) (?:some |any )?more(?: details?| information)?"
    r"(?: (?:about|on|of) (?:it|that|this|them|him|her))?|(?:some )?more (?:details?|information)|go on|continue|"
    r"elaborate(?: on (?:it|that|this))?|explain (?:it|that|this) further)(?:[ ,]+please)?\W*$",
    re.IGNORECASE,
)
_YEAR_TEXT = (
    r"(?:Q[1-4]\s+(?:of\s+)?|(?:first|second|third|fourth)\s+quarter\s+(?:of\s+)?)?(?:FY\s?|"
    rf"fiscal(?:\s+year)?\s+)?(?<![\d.,]){YEAR}(?:Q[1-4])?(?![\d])|FY\s?\d{{2}}\b|"
    r"[1-4]Q\d{2,4}|\bQ[1-4]\b"
)
_YEAR = lazy_regex(_YEAR_TEXT, re.IGNORECASE)
_PRONOUN = lazy_regex(
    r"\b(?P<it>its|it|there(?! (?:is|are|was|were|has|have|will|any)\b)|they|them|their|theirs|he|"
    r"him|his|she|hers|her)\b|\b(?:this|that|these|those|the same) "
    r"(?P<noun>company|firm|organi[sz]ation|person|man|woman|author|film|book|song|product|"
    r"project|document|report|paper|contract|city|country|place|team|group|band|year|quarter)s?\b",
    re.IGNORECASE,
)
_BEFORE_THAT = lazy_regex(r"\b(?:before|previously)\W*$", re.IGNORECASE)
_SINCE = lazy_regex(rf" (?:since|from|in|as of) {YEAR}(?: on(?:wards?)?)?(?=\W*$)", re.IGNORECASE)
"""At the end of a question the time that is not meant by who asks what was before."""
_PER = lazy_regex(r"\bper [\w/²³]+", re.IGNORECASE)
_EXPLETIVE = lazy_regex(
    r"(?:^|[,;:] |\b(?:and|or|but|so) )(?:is|are|was|were|will|would|can|could|may|might|must|should|has|have|had)"
    r"(?:n['’]t)? there\b|"
    r"\b(?:is|was|be|will|would|can|could|may|might)(?:n['’]t)? it (?:be )?(?:\w+ )?(?:possible|necessary|allowed|"
    r"permitted|required|forbidden|prohibited|mandatory|compulsory|legal|advisable|sensible|worthwhile|usual|common|"
    r"normal|true|known|clear|certain|likely)\b(?= (?:to|that|for|if|whether)\b)|"
    r"\b(?:is|was|would|will) it (?:be )?(?:enough|worth|better|best|okay|ok|fine|safe|wise|easy|easier|hard|difficult|"
    r"wrong|right|bad|useful|fair)\b(?= to \w+ \w)|"
    r"\bit (?:is|was|would be) (?:\w+ )?(?:possible|necessary|allowed|permitted|required|forbidden)(?= (?:to|for)\b)|"
    r"\b(?:is|was|will|does|did) it (?:be |been )?(?:still |always |often )?(?:rain|snow|freez|thaw|hail)(?:e|ing)?\b|"
    r"\b(?:does|did|will|would|can|could) it (?:\w+ly )?take\b(?=.* (?:to|until|till|for)\b)",
    re.IGNORECASE,
)
"""Where "there" and "it" stand for nothing: "Is there a fee?", "How long does it take to cancel?"."""
_OF_THE_SAME = lazy_regex(
    r"\b(?:the|all|each|every|which|what|list|show|name|our|of|for|both) (?:[\w-]+ ){0,3}[\w-]+,? "
    r"(?:and|or|with|by|including) (?:all )?(?=(?:their|its|his|her)\b)",
    re.IGNORECASE,
)
"""Behind it stands whose it is, which the question says itself: "List the suppliers and their lead times"."""
_IN_DETAIL = " in detail"
_LEADS_TO_PLACE = lazy_regex(r"(?<!\w)(?:the|in|at|on|near|from)\s$", re.IGNORECASE)
_REACH = 8
"""Characters before a name in which such a word and its blank have room."""
_WHO_IS = lazy_regex(r"\W*who(?:['’]s| is| was| are| were) (?P<whom>.+)", re.IGNORECASE)
_ASKS_WHICH = lazy_regex(
    r"\W*(?:which|what)\s+(?!(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|may|must|should)\b)\w",
    re.IGNORECASE,
)
_OWNS = lazy_regex(r"['’]s?(?!\w)")
_OWNER = lazy_regex(r"(?P<name>\S+(?: \S+){0,3}?)['’]s")
_POSSESSIVE = frozenset({"its", "their", "theirs", "his", "hers"})
_PERSONAL = frozenset({"he", "him", "his", "she", "her", "hers"})
_PLURAL = frozenset({"they", "them", "their", "theirs"})
_PREPOSITION = lazy_regex(
    r"^(?:in|for|at|on|of|from|by|with|during|im|für|en|pour|para|в|за)\s+(?:the\s+)?", re.IGNORECASE
)
_ARTICLES = {
    language: lazy_regex(rf"(?<![\w'’])(?:{articles})", re.IGNORECASE)
    for language, articles in (
        ("german", r"(?:der|die|das|den|dem|des)\s"),
        ("french", r"(?:(?:le|la|les|du|au|aux)\s|l['’])"),
        ("spanish", r"(?:el|la|los|las|del|al)\s"),
        ("italian", r"(?:(?:il|lo|la|i|gli|le)\s|l['’])"),
        ("portuguese", r"(?:o|a|os|as)\s"),
        ("dutch", r"(?:de|het)\s"),
    )
}
"""Definite articles of languages other than English."""
_LEGAL_FORM = lazy_regex(rf"\b(?:{LEGAL_FORMS})\b\.?", re.IGNORECASE)


@dataclass(frozen=True)
class Standalone:
    """A question that stands alone, and how it came to."""

    question: str
    why: str
    carried: tuple[str, ...] = ()
    """Names and years taken over from the history."""


def stand_alone(question: str, history: Sequence[Turn]) -> Standalone:
    """Completes a follow-up from the last turn; a question that is complete stays as it is.

    A new year replaces the old one, a new name the one of its kind, a pronoun becomes what it stands for, a bare
    "why?" takes the whole question before it along, as does "how much is it?" where that has no name, "and who for us?"
    what is done in it, and "tell me more" asks it again in detail. Of a question before it the first 2,000 characters
    are read, and one longer than that leans on none.

    Args:
        question: As the user typed it.
        history: Earlier turns, oldest first.
    """
    # Documents are read in NFC too; whoever copies from a file's name on a Mac has letters and marks apart.
    text = " ".join(unicodedata.normalize("NFC", question).split())
    if not history or not text:
        return Standalone(text, "no history to lean on")
    if len(text) > LONGEST_READ:
        return Standalone(text, "as long as it is, it says what it is about")
    before = history[-1]["standalone_question"] or history[-1]["question"]
    is_of_nothing = _BARE_IT.match(text) is not None and not _antecedent("it", history[-1], beginning(before))
    if _BARE.match(text) or _MORE.match(text) or is_of_nothing:
        return _again(text, before)
    before = beginning(before)
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    led = rest != text.lstrip("¿¡ ")
    whole = completed(text, before)
    if whole or _is_fragment(rest, led=led):
        return _with_deed(whole, before) if whole else _merged(rest.rstrip("?!. "), before)
    if names_in(rest) or not _pronouns(rest):
        return Standalone(text, "complete as it stands")
    return _resolved(rest if led else text, history[-1], before)


def _pronouns(text: str) -> list[re.Match[str]]:
    """The words of a text that stand for something said before."""
    nothing = [found.span() for found in _EXPLETIVE.finditer(text)]
    own = {found.end() for found in _OF_THE_SAME.finditer(text)}
    found = [
        each
        for each in _PRONOUN.finditer(text)
        if each.start() not in own and not any(start <= each.start() < end for start, end in nothing)
    ]
    is_thing = bool(found) and found[0]["noun"] is None and found[0]["it"].lower() not in _PERSONAL
    return [] if is_thing and is_told_before(text, found[0].start()) else found


def _again(text: str, before: str) -> Standalone:
    """The question before a bare question word, or before "tell me more"."""
    if _MORE.match(text):
        return Standalone(
            f"{before.rstrip('?!. ').removesuffix(_IN_DETAIL)}{_IN_DETAIL}?",
            "more is asked for: the question before it again, in detail",
            tuple(names_in(beginning(before))),
        )
    # A chain of them would grow with every turn.
    if _BEFORE_THAT.search(text):
        before = _SINCE.sub("", before)
    head, _, tail = before.partition("? ")
    if _BARE.match(head) or _BARE_IT.match(head):
        before = tail or before
    return Standalone(
        f"{text[0].upper()}{text[1:].rstrip('?. ')}? {before}",
        "a bare question word: the question before it goes along",
        tuple(names_in(beginning(before))),
    )


def _with_deed(whole: str, before: str) -> Standalone:
    return Standalone(whole, "what is done goes along from the question before", tuple(names_in(before)))


def _is_fragment(rest: str, *, led: bool) -> bool:
    """A few words without a question or verb of their own: "in 2023?", "Globex?", "the net income?"."""
    words = rest.rstrip("?!. ").split()
    bare = _YEAR.sub("", rest).strip(" ?!.,")
    if not words or len(words) > 8:
        return False
    if _YEAR.search(rest) and not _topic(bare):
        return True
    asks = answer_kind(rest) != "other" or re.match(
        r"(?:what|which|is|are|was|were|do|does|did|has|have|can|list|show|tell|compare|explain|summari[sz]e)\b",
        rest,
        re.IGNORECASE,
    )
    if asks:
        return False
    return led or (len(words) <= 3 and (bool(names_in(f"x {rest}")) or _PREPOSITION.match(rest) is not None))


def _topic(words: str) -> str:
    """What a fragment without its years names: nothing where only a preposition or a few particles remain."""
    bare = _PREPOSITION.sub("", re.sub(r"\s+", " ", words).strip(" ,.?!") + " ").strip(" ,.?!。？")
    bare = re.sub(r"\s+(?:in|for|of|during)$", "", bare)
    letters = re.sub(r"\W", "", bare)
    return "" if len(letters) <= 1 or (len(letters) <= 3 and not letters.isascii()) else bare


def _merged(rest: str, before: str) -> Standalone:
    """The question before, with the fragment's years and names in place of its own."""
    carried: list[str] = []
    result = before
    years = [found.group() for found in _YEAR.finditer(rest)]
    if years:
        result = _with_years(result, years)
    remainder = _topic(_YEAR.sub(" ", rest))
    names = names_in(f"x {remainder}") if remainder else []
    if owning := _OWNER.fullmatch(remainder):
        result = _with_name(result, [owning["name"]], rest)
    elif names and normalise_name(" ".join(names)) == normalise_name(re.sub(r"^(?:the|and) ", "", remainder)):
        result = _with_name(result, names, rest)
    elif remainder and normalise_name(remainder) not in {"", "the", "year"}:
        if asks_for_whole(before):
            subject = " ".join([remainder, *years])
            return Standalone(f"Summarize {subject}", "a summary, of another thing", tuple(years))
        if phrased := _with_phrase(before, remainder) or ("" if years else of_another(rest, before)):
            kept = tuple(name for name in names_in(phrased) if name in before)
            return Standalone(phrased, "the question before, of another thing", kept)
        carried = _missing(names_in(before), names)
        periods = years or [found.group() for found in _YEAR.finditer(before)][:1]
        owner = f" of {' and '.join(carried)}" if carried else ""
        when = f" in {periods[0]}" if periods else ""
        return Standalone(
            f"What about {remainder}{owner}{when}?",
            "a new topic for the names and years before",
            (*carried, *periods),
        )
    carried = [name for name in names_in(result) if name in before]
    return Standalone(result, "the question before, with what is new in it", tuple(carried))


def _with_phrase(question: str, phrase: str) -> str:
    """What is asked about another thing than "die Miete": the phrase in place of all from the article on.

    Empty where either has no article, and for English, where a topic is asked about in words of its own.
    """
    article = _ARTICLES.get(language_of_words(tokens(question)) or "")
    if article is None or not article.match(phrase):
        return ""
    found = article.search(question, 1)
    end = re.search(r"(?<![\s?!.])[\s?!.]*$", question)
    return f"{question[: found.start()]}{phrase}{end.group() if end else ''}" if found else ""


def _missing(old: list[str], new: list[str]) -> list[str]:
    keys = {normalise_name(name) for name in new}
    return [name for name in old if normalise_name(name) not in keys]


def _with_years(question: str, years: list[str]) -> str:
    found = list(_YEAR.finditer(question))
    if not found:
        return f"{question.rstrip('?!. ')} in {' and '.join(years)}?"
    if not any(re.search(r"\d{4}|FY", year, re.IGNORECASE) for year in years):
        old = re.search(rf"(?:FY\s?)?{YEAR}", found[-1].group(), re.IGNORECASE)
        years = [f"{year} {old.group()}" if old else year for year in years]
    if len(found) == 1 or len(years) >= len(found):
        first, last = found[0].start(), found[-1].end()
        joint = " and ".join(years) if len(years) > 1 else years[0]
        return question[:first] + joint + question[last:]
    return question[: found[-1].start()] + years[0] + question[found[-1].end() :]


def _with_name(question: str, names: list[str], rest: str) -> str:
    """The new name in place of the old one of its kind: behind the same preposition, or an owner, of the same shape."""
    spans = name_spans(question)
    if not spans:
        return f"{question.rstrip('?!. ')}, for {' and '.join(names)}?"
    preposition = _PREPOSITION.match(rest)
    word = preposition.group().split()[0].lower() if preposition else ""
    owns = _OWNS.search(rest) is not None

    def fits(span: tuple[int, int]) -> tuple[int, int, int]:
        old = question[slice(*span)]
        led = (
            bool(word)
            and re.search(rf"\b{re.escape(word)}\s+(?:the\s+)?$", question[: span[0]], re.IGNORECASE) is not None
        ) or (owns and _OWNS.match(question, span[1]) is not None)
        return (-int(led), -_likeness(old, names[0]), span[0])

    start, end = min(spans, key=fits)
    return question[:start] + " and ".join(names) + question[end:]


def _likeness(old: str, new: str) -> int:
    """How alike two names are in shape: legal forms, capitals throughout, number of words."""
    same_form = bool(_LEGAL_FORM.search(old)) == bool(_LEGAL_FORM.search(new))
    same_case = old.isupper() == new.isupper()
    return 2 * same_form + 2 * same_case + (len(old.split()) == len(new.split()))


def _resolved(question: str, turn: Turn, before: str) -> Standalone:
    """Pronouns of the question become the name that the last turn was about."""
    pronouns = _pronouns(question)
    found = pronouns[0] if pronouns else None
    noun = (found.group("noun") or "").lower() if found else ""
    if found and noun in {"year", "quarter"}:
        years = [match.group() for match in _YEAR.finditer(before)]
        led = re.search(r"\b(?:in|of|for|during|since|until|by|from)\s+$", question[: found.start()], re.IGNORECASE)
        period = (years[-1] if led else f"in {years[-1]}") if years else found.group()
        text = question[: found.start()] + period + question[found.end() :]
        return Standalone(text, "the year of the question before", tuple(years[-1:]))
    name = _antecedent(found.group().lower() if found else "", turn, before)
    if not name:
        return Standalone(question, "nothing in the history to stand in for the pronoun")

    is_of_somebody = any(each.group().lower() in _PERSONAL for each in pronouns)

    def replace(match: re.Match[str]) -> str:
        word = match.group().lower()
        following = question[match.end() :].lstrip()
        if word == "there":
            # "When was she there?": where they were is not who they are.
            return match.group() if is_of_somebody else f"at {name}"
        owns = word in _POSSESSIVE or (
            word == "her" and following[:1].isalpha() and following.split()[0].lower() not in STOP_WORDS
        )
        return f"{name}'s" if owns else name

    text = question
    for match in reversed(pronouns):
        text = text[: match.start()] + replace(match) + text[match.end() :]
    carried = [name]
    years = [match.group() for match in _YEAR.finditer(before)][:1]
    if years and asks_amount(question) and not find_periods(question) and answer_kind(question) != "date":
        text = f"{text.rstrip('?!. ')} in {years[0]}?"
        carried += years
    return Standalone(text, "a pronoun stands for a name before it", tuple(carried))


def _antecedent(pronoun: str, turn: Turn, before: str) -> str:
    """What a pronoun stands for: who was just found, where somebody was asked for, else the first name asked about."""
    # What something costs "per MWh" is of no MWh.
    asked = names_in(_PER.sub("", before))
    keys = {normalise_name(name) for name in asked}
    # Who is told that nothing answers is told the question, and no name.
    told = re.sub(r"\[\d+\]", " ", turn["answer"]) if turn["status"] == "answered" else ""
    said = [
        name
        for name in names_in(told)
        if normalise_name(name) not in keys and not any(normalise_name(name) in key for key in keys)
    ]
    kind = answer_kind(before)
    asks_for_somebody = kind in {"name", "other"} and not _is_who(before, keys)
    if said and ((pronoun in _PERSONAL and asks_for_somebody) or (pronoun in _PLURAL and kind == "name")):
        people = [name for name in said if len(name.split()) > 1]
        # "Which fee does Ada get?", answered by what "Ada Lind" gets, asked for nobody else.
        if kind == "other" and (called := [name for name in people if _is_called(normalise_name(name), keys)]):
            return called[0]
        # "He" is nobody whom the answer has only for a place: "at the Harbour Hall, conducted by …".
        named = [name for name in people if not _is_place(name, turn["answer"])] if pronoun in _PERSONAL else people
        return (named or people or said)[0]
    # What was asked for may be what "it" is; where none was, a name in the answer is one of many.
    found = said if kind == "name" or _ASKS_WHICH.match(before) else []
    return (asked or found or [""])[0]


def _is_called(name: str, keys: Set[str]) -> bool:
    """Whether a name begins or ends with one of some names of one word."""
    words = name.split()
    return words[0] in keys or words[-1] in keys


def _is_place(name: str, text: str) -> bool:
    """Whether a text has a name only behind what leads to a place, or an article that no person has."""
    before = [text[: found.start()] for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    return bool(before) and all(_LEADS_TO_PLACE.search(said[-_REACH:]) for said in before)


def _is_who(question: str, names: Set[str]) -> bool:
    """Whether a question asks who somebody is whom it names."""
    found = _WHO_IS.match(question)
    return found is not None and normalise_name(found["whom"]) in names
