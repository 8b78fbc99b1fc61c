"""What a catalogue answers when it is asked for terms, for words of names, or for keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class DocumentFrequencies:
    """How many of a collection's visible documents hold each term."""

    document_count: int
    frequencies: Mapping[str, int]


@dataclass(frozen=True)
class MeantWords:
    """Documents that a question may mean by a word of their names."""

    words: Mapping[str, Sequence[str]]
    """By revision id, ascending: the words of its names that were asked for, but for those that were cut."""
    frequencies: Mapping[str, int]
    """How many of them have each word."""
    cut: Sequence[str] = ()
    """Words that more documents have than are told, and prefixes, with an asterisk, that more words begin with."""


@dataclass(frozen=True)
class RevisionKeys:
    """What a revision bears (with 0..1, how surely the key means it) and mentions."""

    borne: Mapping[str, float]
    mentioned: Sequence[str]


@dataclass(frozen=True)
class KeyPostings:
    """Who bears a key, with 0..1, how surely it means them, and who mentions it."""

    bearers: Mapping[str, float]
    """At most 61."""
    mentioning: Sequence[str]
    mention_count: int
    """Of revisions; 101 where so many chunks mention it that they were not counted."""
