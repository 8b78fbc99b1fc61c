"""Fields that only say whom or what a form is about, as its title does: "Site: Quay House"."""

from __future__ import annotations

from nodes.answering.choosing.material import Weighed
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.kinds import TOLD_BY_FORM, answers_kind
from nodes.answering.question.question_facts import Facts
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_FIELD = lazy_regex(r"\W*(?P<label>[^\W\d_][^:\n]{1,30}):[*_]{0,2}\s+\S[^\n]*")


def without_fields_of_title(weighed: list[Weighed], facts: Facts) -> list[Weighed]:
    """The pieces without fields that say nothing of the question but what their title says, where others have it too.

    All of a form is about whom it names: "Name: Ada Holm" tells nothing else of her.
    """
    telling = [one for one in weighed if not _only_names(one.piece, facts)]
    if not telling or len(telling) == len(weighed):
        return weighed
    titles = [facts.source_of(piece).title_terms for piece, _ in telling]
    bare = [one.piece for one in weighed if one not in telling]
    return telling if all(any(_named(piece, facts) <= title for title in titles) for piece in bare) else weighed


def _only_names(piece: Evidence, facts: Facts) -> bool:
    named = _named(piece, facts)
    if piece.is_row or not named or not named <= facts.source_of(piece).title_terms:
        return False
    tells_kind = facts.wanted.kind in TOLD_BY_FORM and answers_kind(piece, facts)
    fields = [_FIELD.fullmatch(line) for line in piece.text.split("\n")]
    return not tells_kind and all(field and named.isdisjoint(analyse(field["label"])) for field in fields)


def _named(piece: Evidence, facts: Facts) -> frozenset[str]:
    return frozenset(facts.weights.keys() & piece.terms)
