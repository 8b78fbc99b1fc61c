"""Where somebody is reached: texts give a number or an address, and seldom the word that a question has for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse, normalise_name

_MAIL_ADDRESS = lazy_regex(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_MAILBOX = lazy_regex(r"(?<![\w.+-])[\w.+-]+@(?=[\w-]+\.\w)")
_WEB_ADDRESS = lazy_regex(r"\bhttps?://\w|\bwww\.\w", re.IGNORECASE)
_PHONE_NUMBER = lazy_regex(
    r"(?<![\w.,/-])(?<!\d )"
    r"(?:\+\d{1,3}[ /.-]?(?:\(0?\d{1,4}\)[ /.-]?)?\d(?:[ /.-]?\d){5,12}"
    r"|\(?0\d{1,5}\)?[ /-]{0,2}\d(?:[ -]?\d){4,9}|(?:1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?![\w-]|[.,]\d)"
)
"""With the code of a country ("+44 20 7946 0958"), with a leading zero, or of ten digits."""
_OF_SOMETHING_ELSE = lazy_regex(
    r"\b(?:(?:accounts?|codes?|vat|tax|ust|ust-id|registrations?|registered|iban|licen[cs]e)"
    r"(?: (?:registrations?|numbers?|no|nr|id))?|"
    r"(?:company|charity|policy|invoice|order|customer|reference|serial) (?:registrations?|numbers?|no|nr|id))"
    r"(?:[.:#]| is)* *(?:GB|DE)? *$",
    re.IGNORECASE,
)
"""What stands before a number by which nobody is reached."""
_BEFORE = 40
"""Characters before a number that may say of what it is."""
_CONTACTS = (
    (
        lazy_regex(r"\b(?:tele)?fax(?: (?:numbers?|no\.?))?(?!\w)", re.IGNORECASE),
        lazy_regex(rf"\b(?:tele)?fax(?: (?:number|no\.?))?\W{{1,4}}(?:is )?(?:{_PHONE_NUMBER.pattern})", re.IGNORECASE),
    ),
    (
        lazy_regex(
            r"\b(?:(?<!\ba )(?<!\bany )(?:tele|cell ?|mobile )?phone|mobile(?= number)|hotline|telefon\w*|"
            r"tél(?:éphone)?|tel[eé]fono)"
            r"(?: (?:numbers?|no\.?|extension))?(?!\w)"
            r"(?! (?:calls?|conversations?|bills?|contracts?|costs?|screens?)\b)|"
            r"\bnumber (?:to|do|can) (?:I |we |you )?(?:call|dial|ring)\b",
            re.IGNORECASE,
        ),
        _PHONE_NUMBER,
    ),
    (
        lazy_regex(r"\b(?:e-?)?mail[ -]?add?ress(?:es)?\b|\be-?mails?(?= (?:of|for|do|can)\b|\W*$)", re.IGNORECASE),
        _MAIL_ADDRESS,
    ),
    (
        lazy_regex(r"\b(?:web ?sites?|web ?pages?|home ?pages?|web ?add?ress(?:es)?|urls?)\b", re.IGNORECASE),
        _WEB_ADDRESS,
    ),
    (
        lazy_regex(
            r"\bhow (?:can|could|do|may|should) (?:I|we|you|one) (?:best )?(?:reach|contact|call|get hold of|"
            r"get in touch with)(?= (?:(?:dr|mrs?|ms|prof)\.? )?(?-i:[A-Z]))",
            re.IGNORECASE,
        ),
        lazy_regex(f"{_PHONE_NUMBER.pattern}|{_MAIL_ADDRESS.pattern}"),
    ),
)
"""What asks for it, and what tells it."""
_ASKS_ELSE = lazy_regex(
    r"\W*(?:(?:until|till|up to|since|from|by|before|at|on|bis|seit|ab|jusqu['’]à|depuis|hasta|desde) )?"
    r"(?:why|when|(?:what|which) (?:time|day|date)|how (?:long|late|early|much|many|often)|warum|wann|"
    r"wie (?:lange|viele?|oft)|pourquoi|quand|combien|por qu[eé]|cu[aá]ndo|cu[aá]nt[oa]s?)\b",
    re.IGNORECASE,
)
"""Of a telephone, what it cost or why it broke; by telephone, until when something is done."""
_ASKED_WHO = lazy_regex(r"\W*(?:who|wer|qui|qui[eé]n)\b(?![’']s)", re.IGNORECASE)
"""Who did something with it, as long as nobody's is asked for."""
_ASKED_WHETHER = lazy_regex(
    r"\W*(?:can|could|may|might|must|should|shall|will|would|does?|did|has|have|had|is|are|was|were|"
    r"darf|kann|muss|soll|ist|sind|hat|haben|puis-je|est-ce|puedo)\b"
    r"(?! (?:I|we|you|one) (?:\w+ )?(?:call|dial|ring|reach|have|get|see|tell|give)\b)",
    re.IGNORECASE,
)
"""Whether a telephone may be taken along: "Can I have her phone number?" asks for it."""
_GOES_ON = lazy_regex(
    r"\W*$|\s*[,;?!(/]|['’]|\s+(?:of|for|to|at|in|on|from|and|or|please|as well|do (?:I|we|you)|can (?:I|we|you)|"
    r"should (?:I|we|you)|der|des|von|vom|für|zu[mr]?|und|de|del|du|des|d['’]|della|di|van|voor|et)\b",
    re.IGNORECASE,
)
_NUMBER = lazy_regex(
    r"(?:numbers?|no\.?|extension|add?ress(?:es)?|nummer|call|dial|ring|reach|contact|hold of|touch with)$",
    re.IGNORECASE,
)
"""What nobody names but who wants it."""
_NEAR = 200
"""Characters before and behind: a signature, a line of an address book."""


def asks_contact(question: str) -> frozenset[str]:
    """The terms by which a question asks for a telephone number, a mail or a web address; empty where it does not.

    "How does the website handle cookies?" and "What is the phone policy?" speak of something else.
    """
    if _ASKS_ELSE.match(question):
        return frozenset()
    found = [each for asks, _ in _CONTACTS for each in asks.finditer(question) if _is_asked_for(question, each)]
    return frozenset(term for each in found for term in analyse(each.group()))


def _is_asked_for(question: str, named: re.Match[str]) -> bool:
    """Whether what names it is what is asked for, by what follows."""
    if _NUMBER.search(named.group()):
        return True
    if _ASKED_WHO.match(question) or _ASKED_WHETHER.match(question):
        return False
    return _GOES_ON.match(question, named.end()) is not None


def gives_contact(text: str, question: str) -> bool:
    """Whether a text holds a number or an address of the kind that a question asks for, whosesoever it is."""
    return any(
        asks.search(question)
        and any(
            not _OF_SOMETHING_ELSE.search(text, max(0, told.start() - _BEFORE), told.start())
            for told in gives.finditer(text)
        )
        for asks, gives in _CONTACTS
    )


def with_contacts(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, names: Sequence[str]
) -> list[Evidence]:
    """The pieces, marked where they give a number or an address that is asked for, with the words that ask for it.

    Where the question has names (normalised), one must stand in the piece or near it, as in a signature, or in the
    title: the number of somebody else tells nothing.
    """
    if not asks_contact(question):
        return list(pieces)

    def told(piece: Evidence) -> Evidence:
        if not (gives_contact(piece.text, question) or _in_column(piece, question)):
            return piece
        source = sources[piece.position]
        near = source["content"][max(0, piece.start - _NEAR) : piece.end + _NEAR]
        said = f" {normalise_name(' '.join([source['title'], near]))} "
        its = [name for name in names if f" {name} " in said]
        if names and not its:
            return piece
        # The header of a mail says who is who.
        return replace(telling(piece, question), is_heading=False, about=piece.about.union(*map(analyse, its)))

    return [told(piece) for piece in pieces]


def _in_column(row: Evidence, question: str) -> bool:
    """Whether a row has a value in a column named so: a telephone in the house has four digits."""
    cells = zip(row.header, row.values, strict=False)
    return any(
        value.strip() and asks.search(question) and asks.search(head) for head, value in cells for asks, _ in _CONTACTS
    )


def telling(piece: Evidence, question: str) -> Evidence:
    """A piece that tells what is asked for, with the words that ask for it."""
    return replace(piece, terms=piece.terms | asks_contact(question), tells_contact=True)


def without_mailboxes(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces without the words of mailboxes, where no address is asked for: "jobs@acme.example" tells no job."""
    if asks_contact(question) or "@" in question:
        return [*pieces]
    return [_without_mailbox(piece) for piece in pieces]


def _without_mailbox(piece: Evidence) -> Evidence:
    if "@" not in piece.text or piece.is_row:
        return piece
    boxes = frozenset(analyse(" ".join(_MAILBOX.findall(piece.text))))
    said = frozenset(analyse(_MAILBOX.sub(" ", piece.text)))
    return replace(piece, terms=piece.terms - (boxes - said))
