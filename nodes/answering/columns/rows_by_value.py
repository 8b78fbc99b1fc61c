"""A row that is called by what another source has of whom, or of what, the question names.

"What does an hour of Ada Holm cost?": the list of staff says that she is a surveyor, and the price list, which has no
Ada, what an hour of a surveyor costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import is_sum, tables_read_in_parts
from nodes.answering.evidence.clauses import named_where_most_is_said
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words
from nodes.answering.implied.contacts import telling
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.answering.question.term_weights import mass_of
from nodes.language.asked_columns import HEADS_NAMES
from nodes.language.codes import codes_in
from nodes.language.described_things import describes_thing
from nodes.language.superlatives import asks_extreme
from nodes.language.terms import analyse, normalise_name

_LEAST_SAID = 0.8
"""Share of the question, by weight, 0..1, that both must say together."""
_LEAST_ADDED = 0.15
"""Share that each must say and the other does not."""
_SHORTEST_LABEL = 3
"""Characters of what a row is called by: "B" may stand anywhere."""
_FEWEST_ROWS = 2
_MOST_ROWS = 60
"""Of a table whose labels are looked for; longer ones list what is there, and no rates for it."""


@dataclass(frozen=True)
class _Keyed:
    """A table that has a column which the question asks for, and no row that it names."""

    rows: dict[str, Evidence]
    """By what they are called, normalised, see `_keys_of`; what several are called is left out."""
    said: frozenset[str]
    """Terms of the question that its headings say, and what its document and its section are called by."""


@dataclass(frozen=True)
class _Join:
    """What says of the subject by what it is called elsewhere, and the row that is called so."""

    share: float
    """Of the question that both say, by weight, 0..1."""
    leader: Evidence
    row: Evidence


def with_row_by_value(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; what has a value of the subject and the row that is called by it instead, where these alone answer.

    Both must say four fifths of the question together, and each some of it that the other does not. Left alone where
    the question names a row itself, asks for several, or is answered so by rows that are called otherwise.
    """
    facts = material.facts
    if facts.comparison.sides or facts.wanted.asks_several or facts.wanted.explains or material.entries:
        return chosen
    if asks_extreme(facts.question):
        # Which row has the most is not told by what any of them is called by.
        return chosen
    joins = [
        join
        for table in _keyed_tables(material)
        for piece in material.pieces
        if not piece.is_heading and piece not in table.rows.values()
        if (join := _joined(piece, table, material)) is not None
    ]
    most = max((join.share for join in joins), default=0.0)
    best = [join for join in joins if join.share == most]
    if not best or len({normalise_name(join.row.label) for join in best}) > 1:
        return chosen
    leader, row = best[0].leader, best[0].row
    cosine = material.cosines.get(row, 0.0)
    # It answers for the subject, as it is of what that has.
    row = replace(row, about=row.about | _held(leader, material))
    row = telling(row, facts.question) if facts.wanted.asks_contact else row
    return [Weighed(leader, material.cosines.get(leader, 0.0)), Weighed(row, cosine)]


def _keyed_tables(material: Material) -> Iterable[_Keyed]:
    weights = material.facts.weights
    for table in tables_read_in_parts(material):
        rows = [row for row, _ in table if not row.is_heading and not is_sum(row)]
        if not _FEWEST_ROWS <= len(rows) <= _MOST_ROWS or any(_is_named(row.label, material) for row in rows):
            continue
        labels = _by_key(rows)
        heads = frozenset(analyse(" ".join(rows[0].header)))
        asked = {term for term in weights if term in heads}
        if len({id(row) for row in labels.values()}) < _FEWEST_ROWS or not asked:
            continue
        called = frozenset(analyse(f"{rows[0].corner} {names_in_words(material.source(rows[0]))}"))
        yield _Keyed(labels, frozenset(weights) & (heads | called))


def _by_key(rows: Sequence[Evidence]) -> dict[str, Evidence]:
    """Rows by what each alone is called."""
    keyed: dict[str, list[Evidence]] = {}
    for row in rows:
        for key in _keys_of(row):
            keyed.setdefault(key, []).append(row)
    return {key: own[0] for key, own in keyed.items() if len(own) == 1}


def _keys_of(row: Evidence) -> set[str]:
    """What a row may be called by: its label, the code in it, what it is called in the next cell."""
    second = "".join(row.values[:1])
    keys = {normalise_name(row.label)} if _is_key(row.label) else set[str]()
    keys |= {normalise_name(second)} if len(second.split()) > 1 and not any(map(str.isdigit, second)) else set[str]()
    return keys.union(code.name for code in codes_in(row.label))


def _is_key(label: str) -> bool:
    return len(label.strip()) >= _SHORTEST_LABEL and any(map(str.isalpha, label))


def _is_named(label: str, material: Material) -> bool:
    """Whether the question says all of a label."""
    terms = frozenset(analyse(label))
    return bool(terms) and terms <= material.facts.weights.keys() | LIGHT_TERMS


def _joined(piece: Evidence, table: _Keyed, material: Material) -> _Join | None:
    """The row of a table that is called by a value of a piece, if the piece is about the subject of the question."""
    facts = material.facts
    keys = [key for key in _values_of(piece, table, facts.question) if key in table.rows]
    if len(keys) > 1 and not piece.is_row:
        # "The sling (T2), two ropes (T6)": of several it is the one in whose clause most is said.
        keys = named_where_most_is_said(piece.text, keys, facts.weights)
        # "The lift B4 and the pump P2 to Vik": of the pump it is P2.
        keys = [key for key in keys if _is_behind(key, piece, facts.weights.keys())] or keys
    called = {id(table.rows[key]): table.rows[key] for key in keys}
    if len(called) != 1 or not _is_subject(piece, material):
        return None
    ((_, row),) = called.items()
    if material.document(row) == material.document(piece):
        return None
    own = _held(piece, material)
    of_row = table.said | row.terms & facts.weights.keys()
    if facts.wanted.kind == "number" and answers_kind(row, facts) == 1.0:
        of_row |= facts.wanted.focus & facts.weights.keys()
    total = sum(facts.weights.values()) or 1.0
    added = min(mass_of(own - of_row, facts.weights), mass_of(of_row - own, facts.weights)) / total
    share = mass_of(own | of_row, facts.weights) / total
    return _Join(share, piece, row) if share >= _LEAST_SAID and added >= _LEAST_ADDED else None


def _is_behind(key: str, piece: Evidence, asked: Set[str]) -> bool:
    """Whether a word of the question stands right before a key in a sentence."""
    before, found, _ = piece.folded.partition(f" {key} ")
    return bool(found) and not asked.isdisjoint(analyse(" ".join(before.split()[-1:])))


def _held(piece: Evidence, material: Material) -> frozenset[str]:
    """What of the question a piece says, or what its document is called by."""
    facts = material.facts
    return facts.held_by(piece) & facts.weights.keys()


def _values_of(piece: Evidence, table: _Keyed, question: str) -> list[str]:
    """The cells of a row, or what stands behind the colon of a line, and the codes in them, normalised.

    Where a thing is only described, also the codes and the names of rows that a sentence says anywhere.
    """
    if piece.is_row:
        return [*map(normalise_name, piece.values), *(code.name for code in codes_in(piece.text))]
    _, colon, value = piece.text.partition(":")
    behind = [normalise_name(value.rstrip(".")), *(code.name for code in codes_in(value))] if colon else []
    if not describes_thing(question):
        return behind
    return [
        *behind,
        *(code.name for code in codes_in(piece.text)),
        *(key for key in table.rows if " " in key and f" {key} " in piece.folded),
    ]


def _is_subject(piece: Evidence, material: Material) -> bool:
    """Whether a row is of whom the question names, by its label or its name: no row of whom they manage."""
    facts = material.facts
    named = facts.name_terms & piece.terms
    if not piece.is_row or not named or named <= facts.source_of(piece).title_terms:
        return True
    cells = zip(piece.header, piece.values, strict=False)
    own = [piece.label, *(value for head, value in cells if HEADS_NAMES.fullmatch(head.strip()))]
    return named <= frozenset(analyse(" ".join(own)))
