"""What a form is about, by which two that are called the same are told apart: "Name: Ada Holm", "Month: May 2024"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text, first_page
from nodes.documents.titles import opening_lines
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.months import MONTH_NAMES
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_OPENING = 1000
"""Characters from the top in which a form says what it is about."""
_MOST_WORDS = 4
"""Of a title that may be but a kind of document."""
_MOST_WORDS_DATED = 10
"""Of one that may be of any time."""
_MOST_SUBJECTS = 2
_LONGEST_LINE = 200
"""Characters of a line of a letterhead."""
_LABELS = (
    "name|full name|patient|applicant|candidate|employee|student|pupil|participant|trainee|client|customer|tenant|"
    "member|site|property|building|project|product|model|machine|device|vehicle|vessel|boat|system|position|job title|"
    "subject|re|betreff|kunde|kundin|patientin|objekt|projekt|standort|produkt|patiente|projet|produit|objet|"
    "(?:invoice|quotation|quote|offer|order|ticket|case|incident|reference|report) ?(?:no\\.?|nr\\.?|number|id)|"
    "(?:rechnungs|angebots|auftrags|vorgangs)-?(?:nr\\.?|nummer)"
)
_PERIODS = "month|quarter|week|year|(?:report(?:ing)? )?period|monat|quartal|woche|jahr|zeitraum|mois|trimestre|periodo"
_DAYS = r"(?:date|day|datum)(?: of [^\W\d_]+)?"


def _field(labels: str, longest: int) -> re.Pattern[str]:
    """A line, or a row of a table of two columns, that a label opens."""
    return lazy_regex(
        rf"^[ \t>*_#|-]{{0,8}}(?:{labels})[*_]{{0,2}}[ \t]{{0,3}}[:|][*_ \t]{{0,6}}"
        rf"(?P<value>\S[^\n|]{{0,{longest - 1}}}?)[ \t*_|]*$",
        re.IGNORECASE | re.MULTILINE,
    )


_NAMED, _TIMED, _DATED = _field(_LABELS, 60), _field(_PERIODS, 40), _field(_DAYS, 30)
_NAMES = lazy_regex(r"(?=[^\W_a-zß-öø-ÿ])(?=.*\w)[^.;:?!]*(?:\.(?=\S)[^.;:?!]*)*")
"""It opens with a capital or a digit, and is no sentence."""
_HEADS_COLUMN = frozenset({"value", "values", "details", "description", "data", "wert", "valeur", "valor"})
"""Beside "Property" at the head of a table."""
_TELLS_TIME = lazy_regex(rf"\d|\b(?:{MONTH_NAMES})\b", re.IGNORECASE)
_OF_A_DAY = lazy_regex(
    r"\b(?:minutes|meeting|session|assembly|inspection|visit|survey|interview|incident|accident|workshop|briefing|log|"
    r"protokoll|sitzung|begehung|besuch|inspektion|réunion|séance|acta|reunión)\b",
    re.IGNORECASE,
)
"""What is one of a series, each of its day."""
_PAPERS = lazy_regex(
    r"(?:[^\W\d_]+ )?(?:invoice|bill|quotation|quote|offer|estimate|proposal|receipt|order(?: confirmation)?|"
    r"delivery note|credit note|reminder|statement(?: of account)?|rechnung|angebot|mahnung|lieferschein|"
    r"auftragsbestätigung|facture|devis|factura|presupuesto)",
    re.IGNORECASE,
)
"""What firms send, called by nothing else: whose it is stands in the letterhead."""
_ADDRESS_BEHIND = lazy_regex(r",[^,]*(?:\d|,).*")
"""What stands behind the name of a place: "Quay House, Unit 6, Kirkton"."""
_ADDRESS = lazy_regex(r".*\d.*,|.*,.*\d")


def title_with_subject(title: str, pages: Sequence[Page]) -> str:
    """The title of a form with what it is about in brackets: "Curriculum vitae (Ada Holm)", "Minutes (4 May 2024)".

    It is what a line near the top names ("Site: Quay House"), of bills and offers whose they are, and of what may be
    one of a series its month or its day. A title with a number or a comma, in capitals, or that says any of it, stays
    as it is: it is a name more than a kind.

    Args:
        title: As chosen.
        pages: In reading order.

    Returns:
        One line.
    """
    words = len(title.split())
    is_name = "," in title or (words > 1 and title.isupper())
    if words > _MOST_WORDS_DATED or is_name or any(map(str.isdigit, title)):
        return title
    named = [*_letterhead(title, pages), *form_subjects(pages)][:_MOST_SUBJECTS] if words <= _MOST_WORDS else []
    subjects = [*named, *_times(title, pages)]
    said = frozenset(analyse(title))
    if not subjects or any(not said.isdisjoint(analyse(subject)) for subject in subjects):
        return title
    return f"{title} ({', '.join(subjects)})"


def form_subjects(pages: Sequence[Page]) -> list[str]:
    """What the lines "Name: Ada Holm" or "Site: Quay House" near the top of a document name, at most two."""
    values = (_ADDRESS_BEHIND.sub("", found["value"]) for found in _NAMED.finditer(cover_text(pages, _OPENING)))
    values = (" ".join(value.split()) for value in values)
    named = [
        value
        for value in values
        if _NAMES.fullmatch(value) and analyse(value) and not find_dates(value) and value.lower() not in _HEADS_COLUMN
    ]
    return list(dict.fromkeys(named))[:_MOST_SUBJECTS]


def _times(title: str, pages: Sequence[Page]) -> list[str]:
    """The month or the like that a report is of, else the day of what is one of a series; none or one."""
    opening = cover_text(pages, _OPENING)
    found = _TIMED.search(opening) or (_DATED.search(opening) if _OF_A_DAY.search(title) else None)
    return [" ".join(found["value"].split())] if found and _TELLS_TIME.search(found["value"]) else []


def _letterhead(title: str, pages: Sequence[Page]) -> list[str]:
    """Whose paper a bill or an offer is written on: the first line, above an address; none or one."""
    page = first_page(pages)
    if page is None or not _PAPERS.fullmatch(title):
        return []
    name, *below = [line[:_LONGEST_LINE] for line in opening_lines(page, 3)] or [""]
    is_name = _NAMES.fullmatch(name) and name != title and len(name.split()) <= _MOST_WORDS
    return [name] if is_name and any(map(_ADDRESS.match, below)) else []
