"""What a chunk mentions: capitalised phrases, quoted titles, file names and identifiers, as keys for the link graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from nodes.documents.capitals import RUN, SPLIT, SPLIT_LOOSE, UPPER
from nodes.documents.identifiers import find_identifiers, without_kind_code
from nodes.domain.documents import Mention
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTHS
from nodes.language.sentences import sentence_spans
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

_QUOTED = lazy_regex(r"[\"“„«]([^\"“”„«»\n]{2,80}?)[\"”“»]")
_SUBTITLE = lazy_regex(r"\s*(?:$|[(\[:;,.!?–—-])")
_FILE_EXTENSION = lazy_regex(r"\.(?:pdf|docx?|xlsx?|pptx?|csv|md|html?|txt|rst|json|ya?ml|py)\b", re.IGNORECASE)
_FILE_STEM = lazy_regex(r"(?<![\w/])[\w-][\w.-]{1,80}$")
_WITH_CAPITAL = lazy_regex(rf"[{UPPER}]")
_COMMA = lazy_regex(r" ?, ")
_LONGEST_CONTEXT = 300
"""Characters around a mention that are kept with it: of a longer sentence a part."""
_LONGEST_KEY = 120
"""Characters: what is longer is no name."""
_NUMERAL = lazy_regex(r"[IVXL]+")
_MOST = 64
"""Keys of one chunk."""


def chunk_mentions(chunk_index: int, content: str) -> list[Mention]:
    """Everything that a chunk mentions and another document may bear as its name, each key once, at most 64.

    Keys are those of `nodes.language.terms.normalise_name`. They come from identifiers, file names, quoted phrases and
    capitalised runs (in this order of precedence where there are too many); a run with particles inside also gives its
    parts, one of three words and more also what follows its first words (a form of address, say) and, without
    particles, what it begins with (whom a school is called after); two runs with a comma between them also give one
    name ("Aurich, Lower Saxony"), unless they stand in a longer row. Within a quotation only what stands
    before its subtitle is one. A capitalised word that merely begins a sentence is left out unless the chunk
    capitalises it elsewhere as well. Text without small letters and scripts without capitals give only identifiers,
    file names and quotations. The context is the sentence, or as much of it around the mention as 300 characters hold.
    """
    found: dict[str, tuple[int, int]] = {}
    for start, end, phrase in _phrases(content):
        key = normalise_name(phrase)
        if len(key) > 1 and len(key) <= _LONGEST_KEY and key not in found:
            found[key] = (start, end)
            if len(found) == _MOST:
                break
    if not found:
        return []
    sentences = sentence_spans(content)
    return [
        {"key": key, "chunk_index": chunk_index, "context": _context(content, sentences, start, end)}
        for key, (start, end) in found.items()
    ]


def _phrases(content: str) -> Iterator[tuple[int, int, str]]:
    for identifier in find_identifiers(content):
        start = max(content.find(identifier), 0)
        yield start, start + 1, identifier
        bare = without_kind_code(identifier)
        if bare != identifier:
            yield start, start + 1, bare
    for extension in _FILE_EXTENSION.finditer(content):
        stem = _FILE_STEM.search(content, max(0, extension.start() - 82), extension.start())
        if stem is not None:
            yield stem.start(), extension.end(), stem.group()
    titles: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(content):
        if " " in match.group(1) or _WITH_CAPITAL.match(match.group(1)):
            titles.append(match.span(1))
            yield *match.span(1), match.group(1)
    yield from _runs(content, titles)


def _runs(text: str, titles: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Capitalised runs, none from within a quoted title: "Maurice" in that of a film is nobody's name.

    What a title begins with may stand for all of it: "the Silent Harbour (Live)".
    """
    initial: list[tuple[int, int, str]] = []
    inside: set[str] = set()
    rows: list[list[tuple[int, int]]] = []
    for match in RUN.finditer(text):
        phrase = match.group()
        names = _names_of(phrase)
        if not names:
            continue
        start, end = match.span()
        around = [title for title in titles if title[0] <= start and end <= title[1]]
        if any(not _is_main(text[first:start], text[end:last]) for first, last in around):
            continue
        if rows and names[0] == phrase and _COMMA.fullmatch(text, rows[-1][-1][1], start):
            rows[-1].append((start, end))
        else:
            rows.append([(end - len(names[0]), end)])
        if names[0] == phrase and " " not in phrase and "\n" not in phrase and _opens_sentence(text, start):
            initial.append((start, end, phrase))
            continue
        inside.add(names[0])
        start = end - len(names[0])
        for name in names:
            yield start, end, name
    for start, end, phrase in initial:
        if phrase in inside or _is_marked(phrase):
            yield start, end, phrase
    for row in rows:
        if len(row) == 2:
            start, end = row[0][0], row[1][1]
            yield start, end, text[start:end]


def _is_main(before: str, behind: str) -> bool:
    """Whether a run is all that a title says, but for function words before it and a subtitle behind it."""
    return all(word in STOP_WORDS for word in before.lower().split()) and _SUBTITLE.match(behind) is not None


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start]
    if not before or before[-1] in '\n"“„«(':
        return True
    stripped = before.rstrip(' "“„«(*-•–')
    return not stripped or stripped[-1] in ".!?…:;\n" or stripped[-2:] in (".”", ".)")


@lru_cache(maxsize=50_000)
def _names_of(phrase: str) -> tuple[str, ...]:
    """The run without leading function words, then its parts; nothing where nothing could be a name."""
    if len(phrase) > 12 and " " in phrase and phrase.isupper():
        return ()
    words = phrase.split()
    first = 0
    while first < len(words) and words[first].lower() in STOP_WORDS:
        first += 1
    if first == len(words):
        return (phrase,) if len(words) > 1 else ()
    if first:
        phrase = phrase.split(None, first)[first]
        words = words[first:]
    if all(word.isdigit() or word.rstrip(".").lower() in MONTHS for word in words):
        return ()
    if not _WITH_CAPITAL.search(phrase):
        return ()
    return (phrase, *_parts(phrase)) if len(words) > 2 else (phrase,)


def _parts(phrase: str) -> list[str]:
    parts: list[str] = []
    for name in SPLIT_LOOSE.split(phrase):
        pieces = SPLIT.split(name)
        parts.append(name)
        parts.extend(piece for piece in pieces if not piece.isdigit())
        longer = [piece.split() for piece in pieces]
        parts.extend(" ".join(words[1:]) for words in longer if len(words) > 2)
        parts.extend(_endings(name.split()))
        parts.extend(_beginnings(name.split()))
    return [part for part in dict.fromkeys(parts) if part != phrase]


def _endings(words: Sequence[str]) -> Iterator[str]:
    """What may follow a form of address of any length: "Count Otto II of Esens" is Otto II of Esens, and not II."""
    for first in range(1, len(words) - 1):
        if _WITH_CAPITAL.search(words[first]) and not _NUMERAL.fullmatch(words[first]):
            yield " ".join(words[first:])


def _beginnings(words: Sequence[str]) -> Iterator[str]:
    """What a name may be made of: "Ada Berg High School" is called after Ada Berg. None of one with particles."""
    if all(_WITH_CAPITAL.search(word) for word in words):
        for last in range(2, len(words)):
            yield " ".join(words[:last])


def _is_marked(word: str) -> bool:
    """Capitals beyond the first letter, or digits: a name wherever it stands."""
    return len(word) > 2 and not word[1:].islower() and not ("-" in word or "'" in word or "’" in word or "." in word)


def _context(content: str, sentences: Sequence[tuple[int, int]], start: int, end: int) -> str:
    for first, last in sentences:
        if last <= start:
            continue
        if last - first <= _LONGEST_CONTEXT:
            return content[first:last]
        room = max(0, (_LONGEST_CONTEXT - (end - start)) // 2)
        window = max(first, min(start - room, last - _LONGEST_CONTEXT))
        return content[window : min(last, window + _LONGEST_CONTEXT)].strip()
    return content[start : start + _LONGEST_CONTEXT].strip()
