"""Citations: markers in an answer, the exact span a statement rests on, and whether its source bears it out.

Words and numbers are compared, what denies or goes the other way, and of whom a number is said. Who did what to whom,
and what two words mean alike, no check of words can see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from nodes.answering.citing.markers import MARKER, numbers_of
from nodes.answering.citing.opposites import says_opposite
from nodes.answering.tables.table_rows import row_spans
from nodes.domain.chat import Citation, Hit, Source
from nodes.domain.documents import Span
from nodes.domain.regexes import lazy_regex
from nodes.language.amounts import says_all
from nodes.language.entities import names_in
from nodes.language.numbers import numbers_in
from nodes.language.sentences import sentence_spans
from nodes.language.terms import analyse, normalise_name

LEAST_SUPPORT = 0.5
"""Share of a statement's terms that its span must hold for it to count as borne out."""

_MARKER = lazy_regex(rf"(?<![ \t])[ \t]*{MARKER.pattern}")
_FEWEST_WORDS = 3
"""Of a statement that is looked for as it stands: fewer stand in many places."""
_BEGINS, _ENDS = r"(?:(?<![^\W_])(?<!\d[.,])|(?![^\W_]))", r"(?:(?![^\W_]|[.,]\d)|(?<![^\W_]))"
"""No word and no number goes on across them."""
_QUOTED_WORDS = lazy_regex(r"[\"“«„]([^\"”»“]{12,})[\"”»“]")


@dataclass(frozen=True)
class Statement:
    """A sentence of an answer with the numbers of the sources it cites."""

    text: str
    """Without its markers."""
    cited: tuple[int, ...]


@dataclass(frozen=True)
class Support:
    """The span of a source that a statement rests on best."""

    start: int
    end: int
    share: float
    """0..1: part of the statement's terms that the span holds."""


@dataclass(frozen=True)
class Verification:
    """An answer whose markers all exist, with one citation for each span."""

    answer: str
    citations: list[Citation]
    removed: list[int]
    """Markers without a source, taken out of the answer."""
    unsupported: list[str]
    """Statements that their sources do not bear out; their citations say `verified: False`."""


def verify_answer(
    answer: str, sources: Sequence[Source], drafts: Sequence[Citation], hits: Sequence[Hit] = ()
) -> Verification:
    """Holds every cited sentence against its sources.

    A draft whose quote stands in its source is kept as it is, with the pages of the quote itself. For a sentence
    without one, the best span of each cited source is found; it is verified where the span holds half of the
    sentence's terms and says nothing opposite to it, and all cited spans together hold every number of it, said of no
    other than it names.

    Args:
        answer: The answer with its `[n]`.
        sources: What the answer was given, numbered.
        drafts: Citations with their quotes, where the answer was made by quoting.
        hits: Chunks that the sources were joined from; they tell which chunk a span lies in.
    """
    by_index = {source["index"]: source for source in sources}
    text, removed = remove_unknown(answer, set(by_index))
    kept = [_kept(draft, by_index[draft["index"]], hits) for draft in drafts if draft["index"] in by_index]
    quoted = {citation["index"] for citation in kept}
    found: list[Citation] = []
    unsupported: list[str] = []
    for statement in statements(text):
        asked = [index for index in statement.cited if index not in quoted]
        checked = _checked(statement, [by_index[index] for index in asked], hits)
        found.extend(checked)
        if checked and not any(citation["verified"] for citation in checked):
            unsupported.append(statement.text)
    order = [index for statement in statements(text) for index in statement.cited]
    citations = sorted(_merged(kept + found), key=lambda citation: _place(order, citation["index"]))
    return Verification(text, citations, removed, unsupported)


def remove_unknown(answer: str, known: set[int]) -> tuple[str, list[int]]:
    """The answer with one bracket for each known number, and the numbers that were taken out."""
    removed: list[int] = []

    def replace(match: re.Match[str]) -> str:
        numbers = numbers_of(match.group(1))
        removed.extend(number for number in numbers if number not in known)
        kept = [number for number in numbers if number in known]
        lead = match.group()[: match.group().index("[")]
        return lead + "".join(f"[{number}]" for number in kept) if kept else ""

    return _MARKER.sub(replace, answer), removed


def statements(answer: str) -> list[Statement]:
    """The sentences of an answer that cite something, as `all_sentences` has them."""
    return [each for each in all_sentences(answer) if each.cited]


def all_sentences(answer: str) -> list[Statement]:
    """The sentences of an answer. A marker after a full stop belongs to the sentence before it."""
    bare: list[str] = []
    places: list[tuple[int, list[int]]] = []
    length = position = 0
    for match in _MARKER.finditer(answer):
        piece = answer[position : match.start()]
        bare.append(piece)
        length += len(piece)
        places.append((length, numbers_of(match.group(1))))
        position = match.end()
    text = "".join([*bare, answer[position:]])
    spans = sentence_spans(text)
    cited: dict[int, list[int]] = {}
    for place, numbers in places:
        owner = max((number for number, (start, _) in enumerate(spans) if start < place), default=None)
        if owner is not None:
            cited.setdefault(owner, []).extend(numbers)
    return [
        Statement(text[slice(*span)], tuple(dict.fromkeys(cited.get(owner, ())))) for owner, span in enumerate(spans)
    ]


def support(statement: str, content: str) -> Support:
    """The span of a content that a statement rests on: its words as they stand, else the best sentence, row or pair.

    Returns:
        The span, never empty for a content with text; `share` is the part of the statement's distinct terms that the
        span holds, 1 for an exact match. Of a statement that quotes its source the span is what it quotes, and the
        sentence around that is held against all that the statement says.
    """
    exact = _place_in(content, statement)
    if exact is not None:
        return Support(*exact, 1.0)
    terms = set(analyse(statement))
    quoted = next(filter(None, (_place_in(content, words) for words in _QUOTED_WORDS.findall(statement))), None)
    if quoted is not None:
        return Support(*quoted, _share(terms, _around(content, quoted)))
    numbers = numbers_in(statement)
    best = Support(0, len(content), 0.0)
    best_rank = (-1.0, 0.0)
    for start, end in _windows(content):
        share = _share(terms, content[start:end])
        whole = len(numbers & numbers_in(content[start:end])) / len(numbers) if numbers else 1.0
        rank = (share + 0.5 * whole - 0.0002 * (end - start), -float(start))
        if rank > best_rank:
            best, best_rank = Support(start, end, share), rank
    return best


def is_slice(source: Source) -> bool:
    """Whether the content of a source is what stands at its spans; that of a summary stands nowhere."""
    return sum(span["end"] - span["start"] for span in source["spans"]) == len(source["content"])


def locate(source: Source, start: int, end: int) -> list[Span]:
    """The page spans of `source["content"][start:end]`; empty where the content is no slice of its pages."""
    if not is_slice(source):
        return []
    found: list[Span] = []
    offset = 0
    for span in source["spans"]:
        length = span["end"] - span["start"]
        first, last = max(start - offset, 0), min(end - offset, length)
        if first < last:
            found.append({"page": span["page"], "start": span["start"] + first, "end": span["start"] + last})
        offset += length
    return found


def cite(source: Source, start: int, end: int, *, score: float, verified: bool, hits: Sequence[Hit] = ()) -> Citation:
    """The citation of a span of a source's content: its quote is verbatim, its pages are the span's own."""
    spans = locate(source, start, end)
    return {
        "index": source["index"],
        "document_id": source["document_id"],
        "file_name": source["file_name"],
        "title": source["title"],
        "pages": sorted({span["page"] for span in spans}) or list(source["pages"]),
        "section_path": list(source["section_path"]),
        "chunk_id": _chunk_of(source, spans, hits),
        "quote": source["content"][start:end],
        "score": round(min(max(score, 0.0), 1.0), 4),
        "verified": verified,
    }


def _chunk_of(source: Source, spans: Sequence[Span], hits: Sequence[Hit]) -> str:
    """The chunk of the source that holds most of the spans; its first where that cannot be told."""
    own = {hit["chunk_id"]: hit for hit in hits if hit["chunk_id"] in source["hits"]}

    def overlap(chunk_id: str) -> int:
        return sum(
            max(0, min(a["end"], b["end"]) - max(a["start"], b["start"]))
            for a in spans
            for b in own[chunk_id]["spans"]
            if a["page"] == b["page"]
        )

    return max((chunk_id for chunk_id in source["hits"] if chunk_id in own), key=overlap, default=source["hits"][0])


def _kept(draft: Citation, source: Source, hits: Sequence[Hit]) -> Citation:
    start = source["content"].find(draft["quote"])
    if start < 0 or not draft["quote"]:
        return {**draft, "verified": False}
    spans = locate(source, start, start + len(draft["quote"]))
    pages = draft["pages"] or sorted({span["page"] for span in spans})
    return {**draft, "pages": pages, "chunk_id": draft["chunk_id"] or _chunk_of(source, spans, hits), "verified": True}


def _checked(statement: Statement, sources: Sequence[Source], hits: Sequence[Hit]) -> list[Citation]:
    spans = [support(statement.text, source["content"]) for source in sources]
    held = "\n".join(
        _of_named(_with_surroundings(source, span), statement.text) for span, source in zip(spans, sources, strict=True)
    )
    complete = says_all(held, statement.text)
    return [
        cite(
            source,
            span.start,
            span.end,
            score=span.share,
            verified=complete
            and span.share >= (LEAST_SUPPORT if len(sources) == 1 else LEAST_SUPPORT / 2)
            and not says_opposite(statement.text, source["content"][span.start : span.end]),
            hits=hits,
        )
        for span, source in zip(spans, sources, strict=True)
    ]


def _with_surroundings(source: Source, span: Support) -> str:
    """The span with what gives its numbers their meaning: title, section, and the lines above a table row."""
    above = source["content"][max(0, span.start - 400) : span.start]
    return "\n".join([source["title"], *source["section_path"], above, source["content"][span.start : span.end]])


def _of_named(text: str, statement: str) -> str:
    """A text without the sentences and rows that open with another name than those of a statement, and say none.

    "Otto Kern earns 5,000 euros. Anna Berg earns nothing." lends Anna Berg no number.
    """
    named = {word for name in names_in(statement) for word in normalise_name(name).split()}
    if not named:
        return text
    said = [line[start:end] for line in text.split("\n") for start, end in sentence_spans(line)]
    return "\n".join(each for each in said if not _is_of_another(each, named))


def _is_of_another(sentence: str, named: set[str]) -> bool:
    words = normalise_name(sentence)
    opening = next((name for name in map(normalise_name, names_in(sentence)) if words.startswith(name)), "")
    return len(opening.split()) > 1 and named.isdisjoint(words.split())


def _share(terms: set[str], text: str) -> float:
    return len(terms.intersection(analyse(text))) / len(terms) if terms else 0.0


def _place_in(content: str, words: str) -> tuple[int, int] | None:
    """Where three words or more stand in the content, white space aside; neither of them, nor a number, in part."""
    pieces = words.strip(' ."“”').split()
    if len(pieces) < _FEWEST_WORDS:
        return None
    found = re.search(_BEGINS + r"\s+".join(map(re.escape, pieces)) + _ENDS, content, re.IGNORECASE)
    return None if found is None else found.span()


def _around(content: str, span: tuple[int, int]) -> str:
    """The sentences that a span touches."""
    touched = [(start, end) for start, end in sentence_spans(content) if start < span[1] and span[0] < end]
    return content[min(start for start, _ in [span, *touched]) : max(end for _, end in [span, *touched])]


def _windows(content: str) -> list[tuple[int, int]]:
    """Sentences, table rows, and pairs of neighbouring sentences."""
    single = sentence_spans(content)
    pairs = [(a[0], b[1]) for a, b in pairwise(single)]
    return single + row_spans(content) + pairs or [(0, len(content))]


def _merged(citations: list[Citation]) -> list[Citation]:
    """One citation for each source and quote; verified only where every statement that rests on it is borne out."""
    by_span: dict[tuple[int, str], Citation] = {}
    for citation in citations:
        key = (citation["index"], citation["quote"])
        if key in by_span:
            both = by_span[key]["verified"] and citation["verified"]
            by_span[key] = {**by_span[key], "verified": both, "score": min(by_span[key]["score"], citation["score"])}
        else:
            by_span[key] = citation
    return list(by_span.values())


def _place(order: Sequence[int], index: int) -> int:
    return order.index(index) if index in order else len(order)
