"""Synonyms of a file that the operator keeps: other words for what a question says.

One group a line, its phrases separated by commas, each standing for all others; `#` begins a comment; with `=>` what
stands left of it is also searched as what stands right of it, and not the other way round:

    revenue, turnover, net sales
    capex => capital expenditure, purchases of property
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nodes.domain.errors import InvalidRequestError
from nodes.language.terms import terms_of, tokens

Phrase = tuple[str, ...]
"""A phrase as its terms, in order."""

_MOST_EXPANSIONS = 20
"""Phrases that are added to one question."""


@dataclass(frozen=True)
class SynonymGroup:
    """One line of the file."""

    triggers: tuple[Phrase, ...]
    """A question that holds one of these gets the group's phrases."""
    phrases: tuple[str, ...]
    """As written."""


@dataclass(frozen=True)
class Synonyms:
    """The groups of a file, indexed by the phrases that call for them."""

    groups: tuple[SynonymGroup, ...] = ()
    _by_phrase: dict[Phrase, list[int]] = field(init=False, repr=False, compare=False)
    _lengths: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_phrase: dict[Phrase, list[int]] = {}
        for place, group in enumerate(self.groups):
            for phrase in dict.fromkeys(group.triggers):
                by_phrase.setdefault(phrase, []).append(place)
        object.__setattr__(self, "_by_phrase", by_phrase)
        object.__setattr__(self, "_lengths", sorted({len(phrase) for phrase in by_phrase}, reverse=True))

    def expansions(self, question: str) -> list[str]:
        """The other phrases of every group of which the question holds a phrase.

        Phrases are compared by their terms, so that inflection, case, accents and function words do not matter. The
        longest phrase counts: what lies inside it calls for no group of its own. The time hangs on the length of the
        question, not on the number of groups.

        Returns:
            Phrases as the file writes them, in its order, each once, none that the question itself holds, at most 20.
        """
        units = _units(question)
        found: dict[Phrase, str] = {}
        for place in sorted({place for phrase in self._held(units) for place in self._by_phrase[phrase]}):
            for written in self.groups[place].phrases:
                phrase = _units(written)
                if phrase not in found and not _holds(units, phrase):
                    found[phrase] = written
        return list(found.values())[:_MOST_EXPANSIONS]

    def _held(self, units: Phrase) -> Iterator[Phrase]:
        """The phrases that stand in the units, longest first, none inside a longer one."""
        taken = bytearray(len(units))
        for length in self._lengths:
            for start in range(len(units) - length + 1):
                phrase = units[start : start + length]
                if phrase in self._by_phrase and not all(taken[start : start + length]):
                    taken[start : start + length] = b"\1" * length
                    yield phrase


def read_synonyms(text: str, source: str) -> Synonyms:
    """The synonyms of a file.

    Args:
        text: The file's content.
        source: The file's name, for messages.

    Raises:
        InvalidRequestError: A line is no group; the message names file and line, the hint how to write it.
    """
    groups: list[SynonymGroup] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip().lstrip("\ufeff").strip()
        if content:
            groups.append(_group(content, f"{source}, line {number}"))
    return Synonyms(tuple(groups))


def _group(content: str, where: str) -> SynonymGroup:
    sides = [[phrase.strip() for phrase in side.split(",") if phrase.strip()] for side in content.split("=>")]
    if len(sides) > 2:
        raise InvalidRequestError(f"{where}: more than one “=>”.", hint="Write each direction on a line of its own.")
    if len(sides) == 2 and not all(sides):
        raise InvalidRequestError(
            f"{where}: nothing on one side of “=>”.",
            hint="Write “phrase => other phrase, another phrase”, or delete the line.",
        )
    if len(sides) == 1 and len(sides[0]) < 2:
        raise InvalidRequestError(
            f"{where}: “{content}” has no synonym beside it.",
            hint="Write two or more phrases separated by commas, or begin the line with “#”.",
        )
    for phrase in (phrase for side in sides for phrase in side):
        if not _units(phrase):
            raise InvalidRequestError(
                f"{where}: “{phrase}” holds nothing that is searched.",
                hint="Use a phrase with a content word in it, or write an acronym in capitals.",
            )
    return SynonymGroup(tuple(_units(phrase) for phrase in sides[0]), tuple(sides[-1]))


def _units(text: str) -> Phrase:
    """The terms of a text; an acronym that is spelt like a function word ("IT", "US") stands for itself."""
    return tuple(
        unit
        for token in tokens(text)
        for unit in terms_of(token) or ((token,) if len(token) > 1 and token.isupper() else ())
    )


def _holds(units: Sequence[str], phrase: Phrase) -> bool:
    return any(tuple(units[start : start + len(phrase)]) == phrase for start in range(len(units) - len(phrase) + 1))
