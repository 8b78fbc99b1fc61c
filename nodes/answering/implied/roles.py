"""Who "the Landlord" is: contracts and letters of courts name their parties once, and then by their role."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.contracts import DEFINED_ROLE, LABELLED_ROLE, role_of
from nodes.language.terms import analyse

_DEFINED = lazy_regex(rf"(?P<name>[A-ZÀ-ÖØ-Þ][^()\n;:]{{1,119}}) {DEFINED_ROLE.pattern}")
"""Vik Pumps AB (the "Supplier")."""
_BETWEEN_PARTIES = lazy_regex(r"\b(?:between|and)\b")


def with_roles(pieces: Sequence[Evidence], sources: Sequence[Source], names: Sequence[str]) -> list[Evidence]:
    """The pieces; what is said of a party by its role holds the name in the question by which that party is meant.

    Args:
        pieces: All evidence.
        sources: What it came from: a role is that of whom the same document names for it.
        names: Of the question, normalised.
    """
    asked = [terms for name in names if (terms := frozenset(analyse(name)))]
    roles = _roles(sources, asked) if asked else {}
    return [_with_name(piece, roles.get(sources[piece.position]["document_id"], {})) for piece in pieces]


def _roles(
    sources: Sequence[Source], asked: Sequence[frozenset[str]]
) -> dict[str, dict[re.Pattern[str], frozenset[str]]]:
    """Of each document the roles that bearers of the names have in it, with the terms of those names."""
    roles: dict[str, dict[re.Pattern[str], frozenset[str]]] = {}
    for source in sources:
        for found in (*LABELLED_ROLE.finditer(source["content"]), *_DEFINED.finditer(source["content"])):
            # Of two parties in one sentence the nearer one has the role.
            bearer = frozenset(analyse(_BETWEEN_PARTIES.split(found["name"])[-1]))
            for terms in asked:
                if terms <= bearer:
                    said = re.compile(rf"\bthe {re.escape(role_of(found))}\b", re.IGNORECASE)
                    roles.setdefault(source["document_id"], {})[said] = terms
    return roles


def _with_name(piece: Evidence, roles: Mapping[re.Pattern[str], frozenset[str]]) -> Evidence:
    told = [terms for said, terms in roles.items() if not piece.is_row and said.search(piece.text)]
    return replace(piece, terms=piece.terms.union(*told)) if told else piece
