"""Extractive summaries: lead and central sentences, without a model."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from nodes.documents.excerpts import body_pieces
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.sentences import sentence_spans
from nodes.language.terms import analyse, count_letters

MOST_SENTENCES = 5
"""Of a summary."""
LONGEST = 800
"""Characters of a summary."""
_BLANKS = lazy_regex(r"\s+")
_SENTENCES_LOOKED_AT = 400
"""Sentences of a document, from its beginning: each is weighed against all of them."""
_SHORTEST_SENTENCE, _LONGEST_SENTENCE = 25, 450
"""Characters of a sentence of usual length; one in an East Asian script may have as few as 8."""
_LETTER_SHARE = 0.6
"""Of its characters, that a sentence has at least in letters: a line of figures has fewer."""
_CAPITAL_SHARE = 0.55
"""Of its words, that a sentence begins with a capital at most, unless they are two: headings capitalise most."""
_LEAD = 0.6
"""For the first sentence, beside 1 for the most central one; less for each further one of the first tenth."""
_TITLE = 0.3
"""For a sentence that says all of the title."""
_SAME = 0.6
"""Share of the terms of the shorter of two sentences: where they have more in common, they say the same."""


def extractive_summary(title: str, pages: Sequence[Page]) -> str:
    """Up to five sentences of the document, verbatim but for line breaks, in reading order: 800 characters at most.

    Each of the first 400 sentences of running text (no headings, tables or furniture) scores its cosine with the
    centroid of all of them, over tf-idf vectors (tf 1 + ln f, idf ln(1 + n/df)) scaled to the best, plus .6 falling
    with the position over the first tenth (the lead), plus .3 times the share of the title's terms it holds. The best
    are taken in turn unless they share six terms in ten with one that is taken. A text without sentences (a table, a
    list) gives its first lines. Empty for an empty text.

    Args:
        title: The document's title; may be empty.
        pages: The document.
    """
    sentences = _sentences(pages)
    if not sentences:
        return _beginning(pages)
    chosen = central_sentences(title, sentences, MOST_SENTENCES, LONGEST)
    return " ".join(sentences[index] for index in chosen) or _cut(sentences[0])


def central_sentences(title: str, sentences: Sequence[str], most: int, characters: int) -> list[int]:
    """Places of the sentences that stand for all of them, ascending, see `extractive_summary`.

    Args:
        title: What they are about; may be empty.
        sentences: In reading order.
        most: How many at most.
        characters: How long they may be together, each with a blank behind it.
    """
    bags = [Counter(analyse(sentence)) for sentence in sentences]
    scores = _scores(bags, set(analyse(title)))
    chosen: list[int] = []
    length = 0
    for index in sorted(range(len(sentences)), key=lambda index: (-scores[index], index)):
        if len(chosen) == most:
            break
        fits = length + len(sentences[index]) + 1 <= characters + 1
        if fits and not any(_similar(bags[index], bags[other]) for other in chosen):
            chosen.append(index)
            length += len(sentences[index]) + 1
    return sorted(chosen)


def _sentences(pages: Sequence[Page]) -> list[str]:
    found: list[str] = []
    for page in pages:
        for piece in body_pieces(page):
            for start, end in sentence_spans(piece):
                sentence = _BLANKS.sub(" ", piece[start:end])
                if is_prose(sentence):
                    found.append(sentence)
        if len(found) >= _SENTENCES_LOOKED_AT:
            break
    return found[:_SENTENCES_LOOKED_AT]


def is_prose(sentence: str) -> bool:
    """Whether a piece of text is a whole sentence of usual length, and no heading or line of a table of contents."""
    if not _SHORTEST_SENTENCE <= len(sentence) <= _LONGEST_SENTENCE and not (
        len(sentence) >= 8 and sentence[-1] in "。！？"
    ):
        return False
    if sentence.rstrip("\"'”’)]»」")[-1:] not in (*".!?…。！？",):
        return False
    if count_letters(sentence) < _LETTER_SHARE * len(sentence):
        return False
    # A line of headings or of a table of contents is mostly capitalised.
    initials = [word[0] for word in sentence.split() if word[0].isalpha()]
    return sum(map(str.isupper, initials)) <= max(2, _CAPITAL_SHARE * len(initials))


def _scores(bags: Sequence[Counter[str]], title_terms: set[str]) -> list[float]:
    frequencies = Counter(term for bag in bags for term in bag)
    idf = {term: math.log(1 + len(bags) / count) for term, count in frequencies.items()}
    vectors: list[dict[str, float]] = []
    centroid: dict[str, float] = defaultdict(float)
    for bag in bags:
        vector = {term: (1 + math.log(count)) * idf[term] for term, count in bag.items()}
        norm = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        vectors.append({term: weight / norm for term, weight in vector.items()})
        for term, weight in vectors[-1].items():
            centroid[term] += weight
    central = [sum(weight * centroid[term] for term, weight in vector.items()) for vector in vectors]
    best = max(central, default=0.0) or 1.0
    lead = max(1, len(bags) // 10)
    return [
        value / best
        + _LEAD * max(0.0, 1 - index / lead)
        + (_TITLE * len(title_terms & bag.keys()) / len(title_terms) if title_terms else 0.0)
        for index, (value, bag) in enumerate(zip(central, bags, strict=True))
    ]


def _similar(one: Counter[str], other: Counter[str]) -> bool:
    smaller = min(len(one), len(other))
    return smaller > 0 and len(one.keys() & other.keys()) / smaller > _SAME


def _beginning(pages: Sequence[Page]) -> str:
    furniture = {(span["page"], span["start"]) for page in pages[:3] for span in page["furniture"]}
    lines: list[str] = []
    for page in pages[:3]:
        position = 0
        for line in page["text"].splitlines(keepends=True):
            if (page["number"], position) not in furniture and line.strip():
                lines.append(_BLANKS.sub(" ", line).strip())
            position += len(line)
    return _cut("; ".join(lines))


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    shortened = text[:LONGEST]
    return shortened.rsplit(" ", 1)[0] if " " in shortened else shortened
