"""Whom or what a form is about, by which two that are called the same are told apart: "Name: Ada Holm"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.excerpts import cover_text
from nodes.domain.documents import Page
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_OPENING = 1000
"""Characters from the top in which a form says what it is about."""
_MOST_WORDS = 4
"""Of a title that may be but a kind of document."""
_MOST_SUBJECTS = 2
_LABELS = (
    "name|full name|patient|applicant|candidate|employee|student|pupil|participant|trainee|client|customer|tenant|"
    "member|site|property|building|project|product|model|machine|device|vehicle|vessel|boat|system|position|job title|"
    "subject|re|betreff|kunde|kundin|patientin|objekt|projekt|standort|produkt|patiente|projet|produit|objet"
)
_FIELD = re.compile(
    rf"^[ \t>*_#|-]{{0,8}}(?:{_LABELS})[*_]{{0,2}}[ \t]{{0,3}}[:|][*_ \t]{{0,6}}(?P<value>\S[^\n|]{{0,59}}?)[ \t*_|]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NAMES = re.compile(r"[^\W_a-zß-öø-ÿ](?=.*[^\W\d_])[^.;:?!]*(?:\.(?=\S)[^.;:?!]*)*")
"""It opens with a capital or a digit, has a letter, and is no sentence."""


def title_with_subject(title: str, pages: Sequence[Page]) -> str:
    """The title of a form with what it is about in brackets: "Curriculum vitae (Ada Holm)", "Survey (Quay House)".

    A title of more than four words, or with a number, keeps as it is, and so does one that says any of it.

    Args:
        title: As chosen.
        pages: In reading order.

    Returns:
        One line.
    """
    if len(title.split()) > _MOST_WORDS or any(map(str.isdigit, title)):
        return title
    subjects = form_subjects(pages)
    said = frozenset(analyse(title))
    if not subjects or any(not said.isdisjoint(analyse(subject)) for subject in subjects):
        return title
    return f"{title} ({', '.join(subjects)})"


def form_subjects(pages: Sequence[Page]) -> list[str]:
    """What the lines "Name: Ada Holm" or "Site: Quay House" near the top of a document name, at most two."""
    values = (" ".join(found["value"].split()) for found in _FIELD.finditer(cover_text(pages, _OPENING)))
    named = [value for value in values if _NAMES.fullmatch(value) and analyse(value) and not find_dates(value)]
    return list(dict.fromkeys(named))[:_MOST_SUBJECTS]
