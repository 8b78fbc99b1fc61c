"""What an ablation runs: every feature off among all others, and on by itself over a plain baseline."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from nodes.domain.switches import DEFAULT, PARTS, PLAIN, Feature, Features

Judged = Literal["hits", "sources"]
"""What a search finds, or what an answer reads."""

PLAIN_OPTIONS: Mapping[str, Any] = {"fusion": "rrf"}
"""Over the plain baseline both searches are fused by rank, as the stock hybrid retrievers do."""

_IN_ANSWERS: frozenset[Feature] = frozenset(
    {
        "second_opinions",
        "whole_passages",
        "leads",
        "uncovered",
        "side_passages",
        "later_documents",
        "operands",
        "widening",
    }
)


@dataclass(frozen=True)
class Variant:
    """One way to ask."""

    features: Features
    options: Mapping[str, Any] = field(default_factory=dict)
    judged: Judged = "hits"

    @property
    def name(self) -> str:
        """The same for the same variant, in words."""
        base = "default" if len(self.features & DEFAULT) > len(DEFAULT) / 2 else "plain"
        there = DEFAULT if base == "default" else PLAIN
        added = [f"+{each}" for each in PARTS if each in self.features - there]
        taken = [f"-{each}" for each in PARTS if each in there - self.features]
        chosen = [f"{key}={value}" for key, value in sorted(self.options.items())]
        return " ".join([base, *added, *taken, *chosen, *(["read by answers"] if self.judged == "sources" else [])])


@dataclass(frozen=True)
class Trial:
    """A feature, and the runs that tell what it is worth: the differences of `on` and `off`, `alone` and `beside`."""

    name: str
    switch: Feature | None
    """None where a request chooses it."""
    what: str
    default: bool
    """Whether it is on where nobody says otherwise."""
    on: Variant
    off: Variant
    """All others as they are by default."""
    alone: Variant | None
    beside: Variant | None
    """The plain baseline with what the feature needs to do anything. Neither where answers are judged."""

    @property
    def runs(self) -> dict[str, Variant]:
        """All of them, by what they are."""
        found = {"on": self.on, "off": self.off, "alone": self.alone, "beside": self.beside}
        return {name: variant for name, variant in found.items() if variant is not None}


@dataclass(frozen=True)
class Way:
    """A variant to run, and when it need not be."""

    variant: Variant
    like: Variant | None = None
    """One that differs by a switch: where that never asked for it, this is the same."""
    switch: Feature | None = None


@dataclass(frozen=True)
class _Choice:
    """A feature that a request may choose, see `nodes.domain.options.Options`."""

    what: str
    on: Mapping[str, Any]
    off: Mapping[str, Any]
    default: bool
    needs: Features = frozenset()
    judged: Judged = "hits"


_ROUTED: Features = frozenset({"routing", *PARTS["routing"].needs})
_CHOICES: Mapping[str, _Choice] = {
    "score_fusion": _Choice(
        "fusion by weighted scores, not by rank", {"fusion": "weighted"}, {"fusion": "rrf"}, default=True
    ),
    "quality_signals": _Choice(
        "hits weighed by length, title, file type and age", {"quality_signals": True}, {}, default=False
    ),
    "hard_filter": _Choice(
        "level 1 as a filter, not as a prior", {"document_filter": "hard"}, {}, default=False, needs=_ROUTED
    ),
    "threshold": _Choice(
        "what is below the elbow is not read by answers", {"threshold": True}, {}, default=False, judged="sources"
    ),
    "search_again": _Choice(
        "a second search where little of the question is covered",
        {"widen": True},
        {},
        default=False,
        needs=frozenset({"widening"}),
        judged="sources",
    ),
}
NAMES: Sequence[str] = (*get_args(Feature), *_CHOICES)


def trials(only: Collection[str] = (), *, without: Collection[str] = ()) -> list[Trial]:
    """The trials of these features, of all where none is named, in the order of `NAMES`.

    Args:
        only: names of features.
        without: names of features that cannot be tried.
    """
    named = [name for name in NAMES if (not only or name in only) and name not in without]
    return [_chosen(name, _CHOICES[name]) if name in _CHOICES else _switched(name) for name in named]


def ways_of(tried: Sequence[Trial]) -> list[Way]:
    """Every variant of the trials once; those that another may be like come first."""
    likely: dict[str, Way] = {}
    for trial in tried:
        pairs = [(trial.off, trial.on) if trial.default else (trial.on, trial.off), (trial.alone, trial.beside)]
        for variant, like in pairs:
            if trial.switch is not None and variant is not None and like is not None:
                likely.setdefault(variant.name, Way(variant, like, trial.switch))
    first = {way.like.name for way in likely.values() if way.like is not None}
    ways = {
        variant.name: likely[variant.name] if variant.name in likely and variant.name not in first else Way(variant)
        for trial in tried
        for variant in trial.runs.values()
    }
    return sorted(ways.values(), key=lambda way: way.like is not None)


def _switched(name: str) -> Trial:
    feature = next(each for each in PARTS if each == name)
    part = PARTS[feature]
    judged: Judged = "sources" if feature in _IN_ANSWERS else "hits"
    itself, base = frozenset({feature}), PLAIN | set(part.needs)
    return Trial(
        name=name,
        switch=feature,
        what=part.what,
        default=part.default,
        on=Variant(DEFAULT | itself, judged=judged),
        off=Variant(DEFAULT - itself, judged=judged),
        alone=Variant(base | itself, PLAIN_OPTIONS) if judged == "hits" else None,
        beside=Variant(base - itself, PLAIN_OPTIONS) if judged == "hits" else None,
    )


def _chosen(name: str, choice: _Choice) -> Trial:
    base = PLAIN | choice.needs
    # The default is asked for by saying nothing, so that it is run once for all trials.
    on, off = ({}, choice.off) if choice.default else (choice.on, choice.off)
    return Trial(
        name=name,
        switch=None,
        what=choice.what,
        default=choice.default,
        on=Variant(DEFAULT, on, choice.judged),
        off=Variant(DEFAULT, off, choice.judged),
        alone=Variant(base, {**PLAIN_OPTIONS, **choice.on}) if choice.judged == "hits" else None,
        beside=Variant(base, {**PLAIN_OPTIONS, **choice.off}) if choice.judged == "hits" else None,
    )
