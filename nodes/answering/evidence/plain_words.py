"""What a question says by a verb and a particle, and a text in one word: "leave out" and "exclude"; or in others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.phrasal_verbs import in_plain_words
from nodes.language.terms import analyse
from nodes.language.turns_of_phrase import turns_in

_GOES = r"\b(?:go(?:es|ing|ne)?|went|com(?:e|es|ing)|came)"
_OTHERWISE = (
    (frozenset(analyse("rise rose risen raise increase")), lazy_regex(rf"{_GOES} up\b", re.IGNORECASE)),
    (frozenset(analyse("fall fell fallen drop decrease decline")), lazy_regex(rf"{_GOES} down\b", re.IGNORECASE)),
    (
        frozenset(analyse("expense expenses")),
        lazy_regex(r"\b(?:expenditures?|outgoings|spending)\b", re.IGNORECASE),
    ),
    (frozenset(analyse("expenditure outgoings")), lazy_regex(r"\b(?:expenses|spending)\b", re.IGNORECASE)),
    (
        frozenset(analyse("late verspätet")),
        lazy_regex(
            r"\b(?:not|fails? to|failed to)\b[^.;:?!\n]{0,60}?\b(?:in|on|within) (?:due )?time\b|\boverdue\b"
            r"|\bnicht (?:rechtzeitig|fristgerecht|pünktlich)\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(analyse("killed die died death deaths")),
        lazy_regex(
            r"\b(?:lives?|life) (?:was|were|had been)? ?(?:lost|saved)\b|\blost (?:his|her|their) li(?:fe|ves)\b|"
            r"\bloss of life\b|\bfatal(?:it(?:y|ies))?\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(analyse("inherit inherits inherited heir heirs")),
        lazy_regex(
            r"\bI (?:give|leave|bequeath|devise)\b|\bbequeath\w*|"
            r"\b(?:left|leaves?|willed) (?!(?:to|for|from|in|on|at|by)\b)[^.,;:!?\n]{1,60}? to "
            r"(?-i:[A-Z]|his|her|their|my|the)",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(analyse("marry marries married husband wife spouse")),
        lazy_regex(r"\b(?:wife|husband|widow(?:er)?|spouse) of\b|\bwedding\b|\bmarri(?:ed|age)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("head heads lead leads leader run runs manage manages manager")),
        lazy_regex(r"\b(?:led|headed|run|managed|directed|chaired) by\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("live lives lived living")),
        lazy_regex(r"\b(?:inhabitants?|population|residents?)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("extra surcharge")),
        lazy_regex(
            r"\b(?:(?:not )?included|includes?|free of charge|at no (?:extra )?(?:cost|charge))\b", re.IGNORECASE
        ),
    ),
    (
        frozenset(analyse("saturday saturdays sunday sundays")),
        lazy_regex(r"\b(?:weekends?|every day|daily|seven days a week)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays")),
        lazy_regex(r"\b(?:weekdays?|working days?|every day|daily|seven days a week)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("weekend weekends")),
        lazy_regex(r"\b(?:(?:satur|sun)days?|sat|sun|every day|daily|seven days a week)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("add added introduce introduced")),
        lazy_regex(r"(?<!.)\W*(?:new|features?|added|introduced) ?: ", re.IGNORECASE),
    ),
    (
        frozenset(analyse("warranty")),
        lazy_regex(r"\bguarantee[ds]?\b[^.;:?!\n]{0,100}?\b(?:months?|years?|parts|labour|labor)\b", re.IGNORECASE),
    ),
    (
        frozenset(analyse("guarantee guaranteed")),
        lazy_regex(r"\bwarrant(?:y|ed|s)\b[^.;:?!\n]{0,100}?\b(?:months?|years?|parts|labour|labor)\b", re.IGNORECASE),
    ),
)
"""What a question says in one word, and a text otherwise: by a verb and a particle, a noun, or that it is not so."""


def with_plain_words(pieces: Sequence[Evidence], question: str, terms: frozenset[str]) -> list[Evidence]:
    """The pieces, holding the terms of a phrase of the question also where they hold a word that says the same.

    The other way round, what rises or falls "goes up" or "down", what is late is "not in time", and what has a
    warranty is "guaranteed for two years". Nor does a text say that somebody "moved in" where a tenancy "begins".
    """
    phrases = [(each.said & terms, frozenset(analyse(" ".join(each.words)))) for each in in_plain_words(question)]
    phrases = [(said, words) for said, words in phrases if said]
    moves = [(asked, goes) for words, goes in _OTHERWISE if (asked := words & terms)]
    moves += [(asked, turn.told) for turn in turns_in(question) if (asked := turn.said & terms)]
    if not phrases and not moves:
        return list(pieces)
    return [
        replace(
            piece,
            terms=piece.terms.union(
                *(said for said, words in phrases if words & piece.terms),
                *(asked for asked, goes in moves if goes.search(f"{piece.group}\n{piece.text}")),
            ),
        )
        for piece in pieces
    ]
