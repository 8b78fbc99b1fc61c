"""Superseded statements: what a later document says has changed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from nodes.answering.conflicts import alike, values_of
from nodes.answering.evidence import Evidence
from nodes.answering.question_facts import Facts
from nodes.domain.chat import Source
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

LEAST_SHARED = 0.5
"""Share of the question's weight that what changes a statement must speak of, title included."""
LEAST_ALIKE = 0.2
"""Jaccard of the words of both, numbers left out, where what changes a statement does not repeat its value."""

_CHANGES = re.compile(
    r"\b(?:amend(?:s|ed)?|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|postponed|rescheduled|brought forward|put off|"
    r"(?:moved|changed|raised|increased|reduced|lowered|cut|extended|shortened|corrected|adjusted|revised) "
    r"(?:(?:back|up|down|forward) )?(?:from|to|by|until|as)|"
    r"instead of|rather than|in (?:place|lieu) of|no longer|not any more|with (?:immediate )?effect (?:from|as)|"
    r"effective (?:from|as of|immediately)|as (?:of|from) (?:now|today|(?:the )?\d|next|[A-Z])|from now on|"
    r"(?:shall|should|must) (?:now )?read|is deleted|repealed|rescinded|withdrawn|overrul(?:es|ed)|"
    r"(?:is|are) now|now (?:held|costs?|applies|runs|ends|starts|reads|takes place|leaves|arrives)|"
    r"ersetzt|statt|verschoben|geändert|ab sofort|"
    r"remplac\w+|désormais|au lieu de|sustituy\w+|en lugar de|aplazad[oa])\b",
    re.IGNORECASE,
)

_CLAUSE = re.compile(r"\W*(\d{1,2}(?:\.\d{1,2})+)\b")


def changes(piece: Evidence) -> bool:
    """Whether a piece says that something is no longer as it was."""
    return _CHANGES.search(piece.text) is not None


def supersedes(
    later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts, dates: Mapping[str, str]
) -> bool:
    """Whether a piece of another document says that the value of an earlier one has changed.

    It must say that something changes, and give a value that the earlier one lacks; a number with a point of the
    question ("version 1.1") must be in it. It must repeat a value of the earlier one ("EUR 95 is replaced by EUR 110")
    or name its clause ("Article 3.1 is amended") and have to do with the question or with the earlier document; or
    else speak of half of the question, in words like the earlier one's.

    Args:
        later: What may change a statement.
        earlier: The statement.
        sources: What the pieces came from.
        facts: What is read of the question and the sources.
        dates: Date of each document (ISO 8601), where known.
    """
    documents = [sources[piece.position]["document_id"] for piece in (earlier, later)]
    if documents[0] == documents[1] or later.is_row or not changes(later):
        return False
    days = [dates.get(document, "") for document in documents]
    if all(days) and days[1] < days[0]:
        return False
    before, after = values_of(earlier) - facts.numbers, values_of(later) - facts.numbers
    versions = {number for number in facts.numbers if "." in number}
    if not before or not after - before or not versions <= later.numbers:
        return False
    shared = _shared(later, facts)
    if _measures(earlier) & _measures(later) or _clause(earlier) & later.numbers:
        return shared > 0 or _names(later, earlier, sources, facts)
    return shared >= LEAST_SHARED and alike(earlier, later) >= LEAST_ALIKE


def _shared(piece: Evidence, facts: Facts) -> float:
    """Share of the question's weight that a piece speaks of, title and section included: 0..1."""
    total = sum(facts.weights.values())
    held = piece.terms | facts.title_terms[piece.position]
    return sum(weight for term, weight in facts.weights.items() if term in held) / total if total else 0.0


def _names(later: Evidence, earlier: Evidence, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether what was read of the later document names the title of the earlier one."""
    title, document = facts.titles[earlier.position], sources[later.position]["document_id"]
    return bool(title) and any(
        title in facts.folded[place] or title in f" {normalise_name(' '.join(source['section_path']))} "
        for place, source in enumerate(sources)
        if source["document_id"] == document
    )


def _measures(piece: Evidence) -> set[tuple[str, str]]:
    """Numbers with the word before or after them: "EUR 95", "28 March", "48 hours"."""
    words = piece.folded.split()
    pairs = itertools.pairwise(words)
    return {(one, other) for one, other in pairs if one.isdigit() != other.isdigit() and not {one, other} & STOP_WORDS}


def _clause(piece: Evidence) -> set[str]:
    """The number of two parts or more that opens a clause: "3.1"."""
    found = _CLAUSE.match(piece.text)
    return {found.group(1)} if found else set()
