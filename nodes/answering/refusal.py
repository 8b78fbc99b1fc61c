"""Whether the evidence answers at all: a sum of what speaks for it, and what is missing where it does not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.answering.evidence import term_weights, years_in
from nodes.answering.quoting import Quote
from nodes.domain.chat import Plan, Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.terms import analyse, normalise_name, query_terms

LEAST_SUM = 2.6
"""Of six parts of 0..1 each; set where one answerable question in twenty is refused."""
LEAST_BEST = 0.2


@dataclass(frozen=True)
class Weighing:
    """What speaks for an answer, each part 0..1, and the verdict."""

    parts: dict[str, float]
    enough: bool
    reason: str
    missing: tuple[str, ...]
    """Names, years and words of the question that the sources do not hold, as the question has them."""


def weigh(
    question: str,
    plan: Plan,
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    frequencies: DocumentFrequencies | None = None,
) -> Weighing:
    """Sums coverage by all quotes, coverage by the best, best cosine, names found, years found and known words.

    Args:
        question: The standalone question.
        plan: Its entities and periods are what must be found.
        quotes: What was chosen.
        sources: Where names and years are looked for, titles and file names included.
        frequencies: Document frequencies of the question's terms; None takes the sources for the collection.
    """
    weights = term_weights(query_terms(question), sources, frequencies)
    texts = [_all_text(source) for source in sources]
    folded = [f" {normalise_name(text)} " for text in texts]
    names = [name for name in plan["entities"] if normalise_name(name)]
    lost_names = [name for name in names if not _is_named(name, folded)]
    years = {str(period["year"]) for period in plan["periods"]}
    lost_years = sorted(years - {year for text in texts for year in years_in(text)})
    unknown = [term for term in weights if _is_unknown(term, frequencies, folded)]
    parts = {
        "coverage": _coverage(quotes, sources, weights),
        "best": max((_coverage([quote], sources, weights) for quote in quotes), default=0.0),
        "similarity": max((quote.cosine for quote in quotes), default=0.0),
        "names": 1 - len(lost_names) / len(names) if names else 1.0,
        "years": float(not lost_years),
        "known": 1 - len(unknown) / len(weights) if weights else 0.0,
    }
    missing = tuple(dict.fromkeys([*lost_names, *lost_years, *_surfaces(question, unknown, lost_names)]))
    enough, reason = _verdict(parts, quotes)
    return Weighing({key: round(value, 3) for key, value in parts.items()}, enough, reason, missing)


def no_evidence_text(question: str, weighing: Weighing | None, source_count: int) -> str:
    """One friendly sentence: what was looked for, and what is missing."""
    asked = " ".join(question.split()).rstrip("?!. ")
    if source_count == 0:
        return f"I found nothing in these documents about “{asked}”."
    looked = f"I looked for “{asked}” in the {source_count} closest passage{'s' if source_count > 1 else ''}"
    if weighing is not None and weighing.missing:
        return f"{looked}, but these documents do not mention {_listed(weighing.missing[:4])}."
    return f"{looked}, but none of them answers it."


def _verdict(parts: Mapping[str, float], quotes: Sequence[Quote]) -> tuple[bool, str]:
    total = sum(parts.values())
    if not quotes:
        return False, "nothing to quote"
    if parts["names"] < 0.5:
        return False, "most names of the question are not in the sources"
    if parts["years"] < 1:
        return False, "a year of the question is not in the sources"
    if total < LEAST_SUM:
        return False, f"evidence {total:.2f} of 6 is under {LEAST_SUM}"
    return True, f"evidence {total:.2f} of 6"


def _coverage(quotes: Sequence[Quote], sources: Sequence[Source], weights: Mapping[str, float]) -> float:
    held: set[str] = set()
    for quote in quotes:
        source = sources[quote.evidence.position]
        held |= quote.evidence.terms | set(analyse(" ".join([source["title"], *source["section_path"]])))
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in held) / total if total else 0.0


def _all_text(source: Source) -> str:
    name = re.sub(r"[_\W]+", " ", source["file_name"])
    return " ".join([source["title"], name, *source["section_path"], source["content"]])


def _is_named(name: str, folded: Sequence[str]) -> bool:
    """The name as it stands, or every word of it in one source."""
    key = normalise_name(name)
    words = [word for word in key.split() if len(word) > 2] or key.split()
    return any(f" {key} " in text or all(f" {word}" in text for word in words) for text in folded)


def _is_unknown(term: str, frequencies: DocumentFrequencies | None, folded: Sequence[str]) -> bool:
    if frequencies is not None and frequencies.document_count:
        return frequencies.frequencies.get(term, 0) == 0
    return not any(f" {term}" in text for text in folded)


def _surfaces(question: str, terms: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words of the question behind some terms, without those that belong to a name already listed."""
    listed = {word for name in names for word in normalise_name(name).split()}
    wanted = set(terms)
    words = [word.strip(".,;:!?\"'()“”") for word in question.split()]
    return [word for word in words if set(analyse(word)) & wanted and normalise_name(word) not in listed]


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
