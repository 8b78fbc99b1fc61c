"""Paths: passages that name one another, from what a question names to what it asks for, one sentence of each.

"Where was the founder of the firm that built the bridge born?": the bridge's passage names the firm, the firm's the
founder, and the founder's says where. A sentence on the way is quoted for the name that it leads on to, and the last
one for what is asked; so what is asked counts where the path ends, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.mentions import names_of, only_sayable, openings_of, sureness_of_mention
from nodes.answering.evidence.near_words import Likeness, nearest_words
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import Facts
from nodes.answering.question.term_weights import mass_of
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.descriptions import asked_of_end, count_descriptions
from nodes.language.kin_steps import Tie, count_kin, kin_steps, kin_terms, tells_tie
from nodes.language.terms import analyse

_LONGEST = 4
"""Passages of a path: as many as the quotes of a fact."""
_READ = 8
"""Sources among which a path is looked for: as many as an answer reads by default."""
_HOP = 0.1
"""For a link that a description of the question asks for, and against one that none does, or that tells nothing."""
_BACK = 0.1
"""Against a link to who mentions a passage, beside one to who is mentioned."""
_UNSURE = 0.5
"""Against a link, times what its mention lacks of being sure."""
_STEP, _OF_GENDER = 0.3, 0.1
"""For a link that tells the next step to a relative, and for the gender of that."""
_NAMED = 0.3
"""For a path that begins at a name of the question, and against one that ends there."""
_RANK, _RANK_DECAY = 0.25, 0.2
"""For the ranks of its passages, on average, from 0: `1 / (1 + decay x rank)` each."""
_ASKED, _KIND, _FIRST, _SIMILARITY, _MORE = 0.8, 0.35, 0.1, 0.3, 0.4
"""For the end: what is asked of it, by its words or by how like them the likest ones are, its kind, the opening of its
passage, its cosine, what else it says."""
_WHOLE_NAME = 0.1
"""For an end with a name of several words, where a name is asked for: "US" is nobody's."""
_NEAR_ENOUGH = 0.45
"""Cosine from which on a word tells what another asks for: "town" and "city" .44, "edit" and "editor" .61."""
_LEAST_TOLD = 0.15
"""Share of what is asked that the end of a path must tell. Of 35 such ends that answer none tells less; where the last
passage of a chain is missing, 16 of 45 do."""
_FEWEST_UNTOLD, _FEWEST_UNTOLD_OF_KIND = 2, 3
"""Terms of what is asked, none of which is told, that tell of nothing asked: more where it has what is asked for in
kind, as one word is often told in others: "studied" by "educated at"."""
_TOLD_WHERE_NAMED, _TOLD_ELSEWHERE = 0.5, 0.75
"""Share of what is asked of something described that a passage must tell which no other leads to: one that a name of
the question stands in, and any other."""
_DESCRIBED = 0.7
"""Share of what the question describes the thing by that a passage must say to be of it without being named."""
_OF_KINDS = frozenset(analyse("year date day month time name person place city country number"))
"""What a thing of the kind that is asked for is called, and need not say of itself."""
_LEAST_FURTHER = 0.1
"""Share of the question that a further piece of the same passages must say."""
_LESS_COVERED = 0.15
"""Share of the question that a path may leave open which the choice without it covers."""
_HE = lazy_regex(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
_SHE = lazy_regex(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Read:
    """A piece as paths read it: once for all of them."""

    one: Weighed
    terms: frozenset[str]
    """Those of the question that it says."""
    said: frozenset[str]
    """And those that it is about."""
    near: Mapping[str, float]
    """How like a term of what is asked its likest word is, cosine."""
    ties: frozenset[Tie]
    """By which it tells of kin, of those that lead to the relative who is asked for."""
    worth_of_end: float
    """Of a path that ends with it, whatever else the path says."""


@dataclass(frozen=True, eq=False)
class _Link:
    to: int
    """Place of the source that it leads to."""
    read: _Read
    """The piece that says so."""
    cost: float


@dataclass(frozen=True)
class _Path:
    worth: float
    sources: tuple[int, ...]
    quotes: tuple[Weighed, ...]
    """The pieces that lead on, perhaps one that says more of the question, and the one that the path ends with."""
    end: _Read


class Along(NamedTuple):
    """What is quoted along a path."""

    quotes: list[Weighed]
    is_end_told: bool
    """Whether something is told of what is asked where the best path ends; also where nothing is only described."""


def with_path(
    chosen: list[Weighed],
    weighed: list[Weighed],
    sources: Sequence[Source],
    facts: Facts,
    most: int,
    likeness: Likeness | None = None,
) -> Along:
    """The pieces along the best path, where one quote may not do; else the choice as it is.

    So it stays where no passage leads to another, and where it says more of the question than the path does.

    Args:
        chosen: The choice without it.
        weighed: All pieces with their cosine to the question.
        sources: Entries, best first.
        facts: What is read of the question and the sources.
        most: Pieces, at most.
        likeness: Compares words; None leaves other words for what is asked out.
    """
    wanted, is_described = facts.wanted, bool(count_descriptions(facts.question))
    if facts.comparison.sides or wanted.explains or not (is_described or (wanted.needs_two and not wanted.compares)):
        return Along(chosen, is_end_told=True)
    paths = _Paths(weighed, sources, facts, likeness)
    path = paths.best()
    if path is None:
        return Along(chosen, is_end_told=True)
    is_told = paths.tell_end(path)
    quotes = list(path.quotes)[:most]
    others = [one for one in chosen if paths.are_tied(one.piece.position, path.sources)]
    is_less = _covered(quotes, facts) < _covered(others, facts) - _LESS_COVERED
    if len(path.sources) == 1 or is_less or not paths.say_a_name(path.sources):
        return Along(chosen, is_told)
    return Along(quotes, is_told)


class _Paths:
    """The paths through the first sources.

    Args:
        weighed: Pieces with their cosine to the question.
        sources: Best first.
        facts: What is read of the question and the sources.
        likeness: Compares words.
    """

    def __init__(
        self, weighed: Sequence[Weighed], sources: Sequence[Source], facts: Facts, likeness: Likeness | None
    ) -> None:
        self._facts = facts
        self._weights = _without_kin(facts)
        self._total = sum(self._weights.values()) or 1.0
        self._shares: dict[frozenset[str], float] = {}
        self._asked = asked_of_end(facts.question).intersection(self._weights)
        self._steps = kin_steps(facts.question, facts.names)
        self._hops = count_descriptions(facts.question) + max(0, len(self._steps) - count_kin(facts.question))
        self._own: dict[int, list[_Read]] = {}
        read = [one for one in weighed if not one.piece.is_heading and one.piece.position < _READ]
        near = nearest_words([one.piece for one in read], facts.question, self._asked, likeness)
        for one, nearest in zip(read, near, strict=True):
            self._own.setdefault(one.piece.position, []).append(self._read(one, nearest))
        self._names = {place: names_of(sources[place]) for place in self._own}
        self._openings = {place: openings_of(read.one.piece for read in own) for place, own in self._own.items()}
        self._titled = {place: self._terms_of_title(place) for place in self._own}
        self._genders = {place: _gender(sources[place]["content"]) if self._steps else "" for place in self._own}

    def best(self) -> _Path | None:
        """The best path, of several the shortest; None where there is nothing to quote."""
        told = (self._path(sources, links) for start in self._own for sources, links in self._from((start,), ()))
        return max(told, key=lambda path: (path.worth, -len(path.sources)), default=None)

    def tell_end(self, path: _Path) -> bool:
        """Whether something is told of what is asked where a path ends.

        Where the thing asked about is described, a passage to which no other leads has to tell most of it.
        """
        piece, place = path.end.one.piece, path.sources[-1]
        is_of_kind = answers_kind(piece, self._facts) == 1.0
        asked = self._asked - _OF_KINDS if is_of_kind else self._asked
        told = self._told(asked, path.end, path.end.said | self._titled[place])
        if len(path.sources) == 1:
            is_named = place in self._saying or self._is_named(place)
            is_told = told >= (_TOLD_WHERE_NAMED if is_named else _TOLD_ELSEWHERE)
            return not self._hops or is_told or (is_of_kind and not asked) or self._describes(place)
        fewest = _FEWEST_UNTOLD_OF_KIND if is_of_kind else _FEWEST_UNTOLD
        return told >= _LEAST_TOLD or len(asked) < fewest

    def _describes(self, place: int) -> bool:
        """Whether a source that is not called what the question names tells of the thing by all that describes it.

        And something of the kind that is asked for: in whatever words it says what is asked, it says it of that.
        """
        own = self._own[place]
        if self._is_named(place) or not any(answers_kind(read.one.piece, self._facts) == 1.0 for read in own):
            return False
        described = self._weights.keys() - self._asked
        said = self._titled[place].union(*(read.said for read in own))
        return mass_of(described & said, self._weights) >= _DESCRIBED * mass_of(described, self._weights)

    def _told(self, asked: frozenset[str], end: _Read, said: frozenset[str]) -> float:
        """Share of some terms of what is asked that an end says, or a word near them, 0..1."""
        near = [term for term in asked - said if end.near.get(term, 0.0) >= _NEAR_ENOUGH]
        told = sum(end.near[term] * self._weights[term] for term in near) + mass_of(asked & said, self._weights)
        return told / (mass_of(asked, self._weights) or 1.0)

    def are_tied(self, place: int, sources: Sequence[int]) -> bool:
        """Whether a source is one of some others, one of them leads to it, or it says a name of the question."""
        is_led_to = any(link.to == place for source in sources for link in self._links[source])
        return place in sources or is_led_to or place in self._saying

    def say_a_name(self, sources: Sequence[int]) -> bool:
        """Whether one of some sources says a name of the question, where any does."""
        return not self._saying or not self._saying.isdisjoint(sources)

    def _read(self, one: Weighed, near: Mapping[str, float]) -> _Read:
        piece, _ = one
        terms = piece.terms.intersection(self._weights)
        said = terms | piece.about.intersection(self._weights)
        ties = frozenset(tie for tie in {step.tie for step in self._steps} if tells_tie(piece.text, tie))
        return _Read(one, terms, said, near, ties, self._worth_of_end(one, near, ties))

    @cached_property
    def _saying(self) -> frozenset[int]:
        """The sources that say a name of the question."""
        names = self._facts.names
        return frozenset(
            place for place in self._own if any(f" {name} " in self._facts.sources[place].folded for name in names)
        )

    @cached_property
    def _links(self) -> dict[int, list[_Link]]:
        """The best link from each source to each other."""
        best = {
            (place, other): max(found, key=self._worth_of_link)
            for place in self._own
            for other in self._own
            if place != other and (found := [*self._between(place, other)])
        }
        return {place: [link for (start, _), link in best.items() if start == place] for place in self._own}

    def _between(self, place: int, other: int) -> Iterator[_Link]:
        title, other_title = self._facts.sources[place].title, self._facts.sources[other].title
        if title == other_title:
            return
        for read, sure in self._mentions(place, title, self._names[other]):
            yield _Link(other, read, _UNSURE * (1 - sure))
        for read, sure in self._mentions(other, other_title, self._names[place]):
            yield _Link(other, read, _BACK + _UNSURE * (1 - sure))

    def _mentions(self, place: int, title: str, names: Mapping[str, float]) -> Iterator[tuple[_Read, float]]:
        """The pieces of a source that mention another by its names, and how surely."""
        sayable = only_sayable(names, self._openings[place])
        for read in self._own[place] if sayable else ():
            if sure := sureness_of_mention(read.one.piece, title, sayable):
                yield read, sure

    def _worth_of_link(self, link: _Link) -> float:
        read = link.read
        said = self._share(read.terms - self._asked)
        return said + _STEP * bool(read.ties) + _SIMILARITY * read.one.cosine - link.cost

    def _from(
        self, sources: tuple[int, ...], links: tuple[_Link, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[_Link, ...]]]:
        yield sources, links
        for link in self._links[sources[-1]] if len(sources) < _LONGEST else ():
            if link.to not in sources:
                yield from self._from((*sources, link.to), (*links, link))

    def _path(self, sources: tuple[int, ...], links: tuple[_Link, ...]) -> _Path:
        on_the_way = frozenset[str]().union(
            *(link.read.said for link in links), *map(self._titled.__getitem__, sources)
        )
        on_the_way -= self._asked
        known = on_the_way | self._asked
        own = self._own[sources[-1]]
        worths = [read.worth_of_end + _MORE * self._share(read.said - known) for read in own]
        last = own[worths.index(max(worths))]
        asked = self._asked & (last.said | self._titled[sources[-1]])
        covered = on_the_way | (last.said - self._asked) | asked
        further, more = self._further(sources, covered | self._asked) if len(links) < _LONGEST - 1 else (None, 0.0)
        worth = self._share(covered) + more + max(worths)
        worth += _RANK * sum(1 / (1 + _RANK_DECAY * place) for place in sources) / len(sources)
        worth += self._worth_of_hops(sources, links) + self._worth_of_steps(links)
        worth += _NAMED * (self._begins_at_name(sources[0]) - self._is_named(sources[-1]))
        quotes = [*(link.read.one for link in links), *([further.one] if further else []), last.one]
        return _Path(worth, sources, tuple(one for place, one in enumerate(quotes) if one not in quotes[:place]), last)

    def _worth_of_end(self, one: Weighed, near: Mapping[str, float], ties: frozenset[Tie]) -> float:
        piece, cosine = one
        # What it is only about, the sentence before it says.
        told = sum(self._weights[term] * (1.0 if term in piece.terms else near.get(term, 0.0)) for term in self._asked)
        worth = _ASKED * told / (sum(map(self._weights.__getitem__, self._asked)) or 1.0)
        worth += _WHOLE_NAME * (self._facts.wanted.kind == "name" and any(" " in name for name in piece.names))
        worth += _KIND * answers_kind(piece, self._facts) + _FIRST * piece.is_first + _SIMILARITY * cosine
        if self._steps and self._facts.wanted.kind == "name":
            worth += _STEP * (self._steps[-1].tie in ties)
        return worth

    def _further(self, sources: Sequence[int], covered: frozenset[str]) -> tuple[_Read | None, float]:
        """The piece of some sources that says most of what is left, if it is enough, and how much, 0..1."""
        pieces = [read for place in sources for read in self._own[place]]
        shares = [self._share(read.terms - covered) for read in pieces]
        most = max(shares)
        return (pieces[shares.index(most)], most) if most >= _LEAST_FURTHER else (None, 0.0)

    def _worth_of_hops(self, sources: Sequence[int], links: Sequence[_Link]) -> float:
        """For links that tell something new of the question, as many as its descriptions ask for; against others."""
        told = self._titled[sources[0]] | self._asked
        telling = 0
        for link in links:
            telling += bool(link.read.terms - told) or bool(link.read.ties)
            told = told | self._titled[link.to] | link.read.terms
        asked_for = min(telling, self._hops)
        return _HOP * asked_for - _HOP * (len(links) - asked_for) - sum(link.cost for link in links)

    def _worth_of_steps(self, links: Sequence[_Link]) -> float:
        """For links that tell the steps to a relative, in order; where a name is asked, the end tells the last."""
        steps = (self._steps[:-1] or self._steps) if self._facts.wanted.kind == "name" else self._steps
        worth, reached = 0.0, 0
        for link in links:
            ahead = (at for at in range(reached, len(steps)) if steps[at].tie in link.read.ties)
            if (at := next(ahead, None)) is not None:
                gender, wanted = self._genders[link.to], steps[at].gender
                worth += -_STEP if gender and wanted and gender != wanted else _STEP + _OF_GENDER * (gender == wanted)
                reached = at + 1
        return worth

    def _terms_of_title(self, place: int) -> frozenset[str]:
        called = self._facts.sources[place]
        return (called.title_terms | called.named_terms).intersection(self._weights)

    def _share(self, terms: frozenset[str]) -> float:
        """Share of the question that some of its terms are, 0..1."""
        if terms not in self._shares:
            self._shares[terms] = sum(self._weights[term] for term in terms) / self._total
        return self._shares[terms]

    def _begins_at_name(self, place: int) -> bool:
        return any(name in known or known in name for known in self._facts.names for name in self._names[place])

    def _is_named(self, place: int) -> bool:
        """Whether the question says its title: what is asked is not told of what is named."""
        title = self._facts.sources[place].title
        return bool(title) and any(title in f" {name} " for name in self._facts.names)


def _covered(quotes: Sequence[Weighed], facts: Facts) -> float:
    """Share of the question that some pieces say, or the titles above them, 0..1."""
    said = frozenset[str]().union(*(facts.held_by(piece) for piece, _ in quotes))
    weights = _without_kin(facts)
    return mass_of(said, weights) / (sum(weights.values()) or 1.0)


def _without_kin(facts: Facts) -> Mapping[str, float]:
    """The weights of the terms, without those of kin that steps lead to: who says "grandfather" speaks of another."""
    if len(kin_steps(facts.question, facts.names)) == 1:
        return facts.weights
    kin = kin_terms(facts.question)
    return {term: weight for term, weight in facts.weights.items() if term not in kin}


def _gender(text: str) -> str:
    """Whether a text speaks of a he or of a she; empty where that is not clear."""
    he, she = len(_HE.findall(text)), len(_SHE.findall(text))
    return "" if he == she else "he" if he > she else "she"
