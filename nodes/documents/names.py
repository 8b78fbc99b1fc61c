"""The names that a document bears: what others may mention it by, and how surely each means it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nodes.documents.capitals import CAPITALISED, PARTICLES, UPPER, without_function_words
from nodes.documents.file_names import file_stem, is_telling
from nodes.documents.identifiers import without_kind_code
from nodes.documents.mentions import chunk_mentions
from nodes.documents.patents import family_keys
from nodes.domain.documents import DocumentMetadata, Name, NameKind
from nodes.domain.regexes import lazy_regex
from nodes.language.initials import initials_of, title_initials
from nodes.language.sentences import sentence_spans
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

__all__ = ["chunk_mentions", "document_names"]

_NAME = rf"{CAPITALISED}(?:\s(?:{PARTICLES}\s){{0,2}}{CAPITALISED}|\s\d{{1,4}}){{0,7}}"
_SUBJECT = lazy_regex(
    rf"(?:(?:The|An?|Der|Die|Das|Le|La|Les|El|Il|L['’])\s?)?(?P<subject>{_NAME})(?:,[^.,]{{1,60}},)?\s*"
    rf"(?=\(|,? (?:is|was|are|were|has|had|ist|war|sind|est|était|sont|es|fue|era|è|fu|é|foi)\b|"
    rf", (?:also|born|formerly|better|an?|the)\b)"
)
_ALSO = lazy_regex(
    rf"\b(?:(?:also |better |commonly |professionally |formerly |previously |originally )?"
    rf"(?:known (?:as|by)|called|named|nicknamed|titled)|abbreviated(?: as)?|n[ée]e|alias|a\.k\.a\.|or simply|"
    rf"auch|genannt|kurz|dit|appelée?|llamad[oa])\s+(?:the\s+|simply\s+|as\s+|die\s+|der\s+|das\s+)?"
    rf"[\"“„«']?(?P<name>{_NAME})"
)
_EITHER = lazy_regex(rf"(?:(?:The|An?)\s)?{_NAME}\s(?:or|oder|ou|o)\s(?:the\s)?(?P<name>{_NAME})")
_PERSON = lazy_regex(r"\b(?:[Bb]orn|[Dd]ied|n[ée]e?|[Hh]e|[Ss]he|[Hh]is|[Hh]er|geboren|gestorben|nacid[oa])\b|[*†]")
_ACRONYM = lazy_regex(
    rf"\(\s?(?:(?:the|hereinafter|in short|die|der|das)[,:]?\s){{0,2}}[\"“„]?([{UPPER}][{UPPER}\d&.-]{{1,9}}s?)"
    rf"[\"”“]?(?=[\s;,)])"
)
_NICKNAME = lazy_regex(rf"[\"“„(]([{UPPER}][^\W\d_]+)[\"”“)]")
PARENTHESIS = lazy_regex(r"(?:(?<!\s)\s+)?[(\[][^()\[\]]*[)\]]\s*")
_SUBTITLE = lazy_regex(r"(?:(?<!\s)\s+)?:\s+|(?<!\s)\s+[–—|-]\s+")
_OPENING = 700
"""Characters of a text that say what its subject is called."""
_SHORT = "="
"""Before initials, in keys: no name begins so."""
_SHORT_WEIGHT = 0.5
"""Of initials: less than of anything that the document writes out."""
SUBJECT_WEIGHT = 0.9
"""Of the subject of the first sentence, and of nothing else: by it entries are known."""
_MOST_NAME_WORDS = 6
"""Of a person: more are a title of something else."""
_OF_FAMILIES = lazy_regex(r"del?|della|d[iau]|d[oe]s|l[ae]|van|von|de[rn]|zu[mr]?|te[rn]|bin|ibn|al")
"""Particles that belong to the name behind them: "Frederick Timmins de Cordova"."""


def document_names(title: str, file_name: str, metadata: DocumentMetadata, first_sentence: str) -> list[Name]:
    """The names of a document, each key once a kind, by (kind, weight descending, key).

    Weights 0..1, after what name variants were worth in linking passages: the title 1; without its leading article or
    parenthesis 1; before its subtitle .7 or comma .6; the subject of the first sentence .9; first and last word of a
    person's longer name .6, nickname and last name .8; "known as" and acronyms .6; the file name without its
    extension .8 unless it says nothing ("scan 12"); initials of the title .5, under keys of their own, see `short_key`;
    identifiers 1, with and without a patent's kind code. Authors, patent families and technologies are names of their
    own kinds, by which documents are related to each other.

    Args:
        title: The document's title.
        file_name: Its file name.
        metadata: Identifiers, authors, patent parents and technologies are read.
        first_sentence: Its opening; more than the first sentence does no harm.
    """
    best: dict[tuple[NameKind, str], float] = {}

    def add(kind: NameKind, text: str, weight: float) -> None:
        key = normalise_name(text)
        if len(key) > 1 and not (kind == "alias" and ("title", key) in best):
            best[kind, key] = max(weight, best.get((kind, key), 0.0))

    add("title", title, 1.0)
    opening = first_sentence[:_OPENING]
    for text, weight in (*_title_variants(title), *_person_variants(title, opening), *_opening_names(title, opening)):
        add("alias", text, weight)
    for initials in title_initials(title):
        best["alias", short_key(initials)] = _SHORT_WEIGHT
    if is_telling(file_name):
        add("file_name", file_stem(file_name), 0.8)
    for identifier in metadata.get("identifiers", []):
        add("identifier", identifier, 1.0)
        add("identifier", without_kind_code(identifier), 1.0)
    for author in metadata.get("authors", []):
        add("author", author, 1.0)
    parents = metadata.get("patent_parents", [])
    if parents or metadata.get("document_type") == "patent":
        for number in family_keys(metadata.get("identifiers", []), parents):
            add("patent_family", number, 1.0)
    for technology in (*metadata.get("technologies", []), *metadata.get("product_families", [])):
        add("technology", technology, 0.5)
    ordered = sorted(best.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return [{"key": key, "kind": kind, "weight": weight} for (kind, key), weight in ordered]


def short_key(initials: str) -> str:
    """The key of initials that nobody need have written: `=nda`, which no text mentions and no walk follows."""
    return f"{_SHORT}{initials.lower()}"


def _title_variants(title: str) -> Iterator[tuple[str, float]]:
    plain = PARENTHESIS.sub(" ", title).strip()
    for text in (title, plain):
        yield text, 1.0
        yield _without_article(text), 1.0
    main = _SUBTITLE.split(plain)[0]
    if main != plain and len(main) > 3:
        yield main, 0.7
        yield _without_article(main), 0.7
    before = plain.split(", ")[0]
    if before != plain:
        yield before, 0.6


def _person_variants(title: str, opening: str) -> Iterator[tuple[str, float]]:
    """Shorter forms of a name, where the opening speaks of somebody who was born, died, or is a he or a she.

    Of the name in the title and of the whole name that opens the text: "Fred de Cordova" is "Frederick Timmins de
    Cordova", too.
    """
    if not _PERSON.search(opening):
        return
    subject = _SUBJECT.match(opening.replace("\n", " "))
    for name in (title, *([subject.group("subject")] if subject else [])):
        nickname = _NICKNAME.search(name)
        words = PARENTHESIS.sub(" ", _NICKNAME.sub(" ", name)).split()
        first, last = " ".join(words[:1]), _family_name(words)
        if not 2 <= len(words) <= _MOST_NAME_WORDS or not last:
            continue
        if nickname is not None:
            yield f"{nickname.group(1)} {last}", 0.8
        if f"{first} {last}" != name:
            yield f"{first} {last}", 0.6


def _family_name(words: list[str]) -> str:
    """The last word of a person's name with the particles before it; empty where the words are no such name."""
    start = len(words) - 1
    while start > 1 and _OF_FAMILIES.fullmatch(words[start - 1]):
        start -= 1
    own = [*words[:start], *words[-1:]]
    return " ".join(words[start:]) if all(_is_name_word(word) for word in own) else ""


def _opening_names(title: str, opening: str) -> Iterator[tuple[str, float]]:
    spans = [opening[start:end] for start, end in sentence_spans(opening)[:3]]
    sentences = [span for span in spans if normalise_name(span) != normalise_name(title)][:1]
    for sentence in sentences:
        subject = _SUBJECT.match(sentence.replace("\n", " "))
        if subject is not None and subject.group("subject").lower() not in STOP_WORDS:
            yield _without_article(subject.group("subject")), SUBJECT_WEIGHT
        either = _EITHER.match(sentence)
        for match in (*_ALSO.finditer(sentence), *([either] if either else [])):
            yield match.group("name"), 0.6
    letters = _possible_acronyms(title).union(title_initials(title))
    for match in _ACRONYM.finditer(f"{title}\n{opening}"):
        acronym = re.sub(r"[^A-Z0-9]", "", match.group(1).upper())
        if len(acronym) > 1 and acronym in letters:
            yield match.group(1), 0.6


def _possible_acronyms(title: str) -> set[str]:
    """Initials of the title's words, with and without its small words: what its acronym could be."""
    words = re.findall(r"[^\W_]+", PARENTHESIS.sub(" ", title))
    large = [word for word in words if word[0].isupper()]
    return {initials_of(chosen) for chosen in (words, large)}


def _without_article(text: str) -> str:
    return without_function_words(text) or text


def _is_name_word(word: str) -> bool:
    if word.lower() in STOP_WORDS:
        return False
    return (word[0].isupper() and not word.isupper()) or re.fullmatch(rf"[{UPPER}]\.", word) is not None
