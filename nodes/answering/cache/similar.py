"""Answers of similar questions: when one question may be given the answer of another.

Likeness of vectors is not sameness of meaning: "in 2022" and "in 2023", "with" and "without", two companies are nearly
the same to a vector. So what the vector cannot tell is held against the words themselves, and an answer passes only
where the new question found every passage that it cites. Even so it is a guess, and off unless somebody asks for it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nodes.answering.citing.markers import MARKER, numbers_of
from nodes.code_version import code_version
from nodes.domain.chat import Plan, Source
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import answer_kind
from nodes.language.comparisons import comparing_words, ranks
from nodes.language.entities import names_in
from nodes.language.query_terms import query_terms
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import fold, normalise_name, tokens
from nodes.language.turning import TURNING_WORDS, VOID_WORDS

CACHE_KIND = "similar_answer"

_NEGATED = lazy_regex(r"n['’]t\b")
_FLOATS = np.dtype("<f4")


@dataclass(frozen=True)
class Kept:
    """A question that was answered, as it is kept."""

    question: str
    vector: str
    """32-bit floats in base64, of unit length."""
    lines: Sequence[str]
    """Of the answer, with its `[n]`."""
    sources: Mapping[str, str]
    """Digest of each cited source by its number."""


@dataclass(frozen=True)
class Found:
    """The most similar question that was kept."""

    kept: Kept
    similarity: float
    """Cosine."""


def signature(question: str, plan: Plan) -> str:
    """What two questions must have in common, in one string, before their vectors count.

    The kind of answer asked for; numbers and names in their order; periods, dates, document types and documents named
    or spoken of before, and those to be told of as a whole, with how many there are; every function word that carries
    meaning ("not", "without", "before"); words that turn a question round; what is said of the form of the answer.
    Where no name tells that small letters are small on purpose (a question typed without capitals, or in a script that
    has none), any word could be a name: then all words agree, in their order. So they do where the question compares:
    "is A larger than B" has the words of its opposite.
    """
    words = normalise_name(question).split()
    names = [normalise_name(name) for name in names_in(question)]
    any_word_may_be_a_name = not names or bool(comparing_words(question)) or ranks(question)
    parts = {
        "kind": answer_kind(question),
        "amount": plan["asks_amount"],
        "type": plan["query_type"],
        "numbers": [token for token in tokens(fold(question)) if any(character.isdigit() for character in token)],
        "names": names,
        "documents": sorted(plan["named_documents"]),
        "spoken of": sorted(plan["spoken_of"]),
        "whole": [plan["whole_documents"], plan["whole_count"]],
        "periods": plan["periods"],
        "dates": plan["dates"],
        "forms": plan["forms"],
        "sides": [normalise_name(side) for side in plan["comparison_sides"]],
        "sections": [plan["target_sections"], plan["structure_preference"]],
        "detail": plan["detail"],
        "synonyms": plan["synonyms"],
        "meaning": sorted(word for word in words if word in STOP_WORDS - VOID_WORDS or word in TURNING_WORDS),
        "negated": len(_NEGATED.findall(question)),
        "instructions": sorted(word for word in words if word in INSTRUCTION_WORDS - VOID_WORDS),
        "terms": query_terms(question) if any_word_may_be_a_name else [],
    }
    return _digest(parts)


def scope(
    collections: Mapping[str, int],
    embedding_models: Sequence[str],
    options: Mapping[str, Any],
    model: str,
    language: str,
) -> str:
    """Where an answer holds: the collections in their present versions, the options, the models, the language.

    And the code of all nodes, which is read once in a process: another release makes its own answers.

    Args:
        collections: version by id of everything that was searched.
        embedding_models: of those collections.
        options: all of the request.
        model: name of the language model.
        language: of the question.
    """
    return _digest(
        [code_version(), sorted(collections.items()), sorted(embedding_models), dict(options), model, language]
    )


def differing_words(question: str, other: str) -> list[str]:
    """The words that only one of two questions has, normalised, in alphabetical order; function words left out."""
    left, right = (set(normalise_name(text).split()) - STOP_WORDS for text in (question, other))
    return sorted(left ^ right)


def digest_of(source: Source) -> str:
    """The same for the same passages with the same words, whatever their number."""
    return _digest([source["hits"], source["content"]])


def cited_in(lines: Sequence[str]) -> set[int]:
    """The numbers that an answer cites."""
    return {number for line in lines for marked in MARKER.findall(line) for number in numbers_of(marked)}


def nearest(vector: Sequence[float], kept: Mapping[str, Kept]) -> Found | None:
    """The question of the highest cosine, of several the one of the smaller key; None where there is none.

    Vectors of another length are passed by.
    """
    asked = unit(vector)
    found = [
        (float(np.dot(asked, other)), key)
        for key, each in kept.items()
        if (other := unpacked(each.vector)).shape == asked.shape
    ]
    if not found:
        return None
    similarity, key = min(found, key=lambda each: (-each[0], each[1]))
    return Found(kept[key], similarity)


def renumbered(kept: Kept, sources: Sequence[Source]) -> list[str] | None:
    """The answer with the numbers of these sources; None where one that it cites is not among them."""
    numbers = {digest_of(source): source["index"] for source in sources}
    cited = cited_in(kept.lines)
    if not cited or any(kept.sources.get(str(number)) not in numbers for number in cited):
        return None
    now = {number: numbers[kept.sources[str(number)]] for number in cited}

    def renumber(marker: re.Match[str]) -> str:
        # One by one: what were neighbours need not be now.
        return "".join(f"[{now[number]}]" for number in numbers_of(marker[1]))

    return [MARKER.sub(renumber, line) for line in kept.lines]


def packed(vector: Sequence[float]) -> str:
    """A vector as text, at unit length."""
    return base64.b64encode(unit(vector).astype(_FLOATS).tobytes()).decode()


def unpacked(text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The vector of `packed`."""
    return np.frombuffer(base64.b64decode(text), _FLOATS).astype(np.float32)


def unit(vector: Sequence[float]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A vector at length 1; a zero stays zero."""
    values = np.asarray(vector, np.float32)
    norm = float(np.linalg.norm(values))
    return values / np.float32(norm) if norm > 0 else values


def _digest(parts: Any) -> str:
    return hashlib.blake2b(json.dumps(parts, ensure_ascii=True, sort_keys=True).encode(), digest_size=16).hexdigest()
