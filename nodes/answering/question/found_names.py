"""Names that a question asks about: which of them its sources know, by whatever form of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nodes.answering.evidence.continued_tables import is_grid_row
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.source_names import in_words
from nodes.documents.short_forms import short_forms
from nodes.domain.chat import Plan, Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.domain.regexes import lazy_regex
from nodes.language.abbreviations import other_names
from nodes.language.initials import title_initials
from nodes.language.money import CURRENCY_CODES
from nodes.language.terms import analyse, normalise_name

_CAPITALISED = lazy_regex(
    r"(?<!\w)(?<!\w[&'’-])(?:[^\W\d_a-zß-öø-ÿ][\w&'’-]{0,99}+[ \n]++)+[^\W\d_a-zß-öø-ÿ][\w&'’-]{0,99}+"
)
_LONGEST_SHORT_FORM = 8
"""Letters of a word that may be short for a longer name: "Amex"."""
_CURRENCIES = CURRENCY_CODES | {"US"}
"""As names they say in which money an amount is asked for: "in US dollars"."""
WEEKDAY = lazy_regex(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)
"""No name of one thing, and written in the plural as well: "open on Sundays"."""
_FAMILY = lazy_regex(r"[^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,99}s")
_FEWEST_ABOUT_ONE, _LEAST_ABOUT_ONE = 20, 0.2
"""Documents of a collection that may be about one thing, and the share of them that name it."""


@dataclass(frozen=True)
class NamesFound:
    """The names of a question that its sources must know."""

    asked: tuple[str, ...]
    lost: tuple[str, ...]
    """Those that no place says, and nothing is called for short."""
    unread: frozenset[str]
    """Of those, the ones that a source says, word by word, in rows apart: a row that was not read may say it whole."""
    in_short: tuple[str, ...]
    """Those that something with a longer name is called for short: "Amex"."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Those that surely no source knows."""
        return tuple(name for name in self.lost if name not in self.unread)

    @property
    def share(self) -> float:
        """How many were found, 0..1; 1 where none is asked for."""
        return 1 - len(self.lost) / len(self.asked) if self.asked else 1.0


def find_names(
    question: str, plan: Plan, sources: Sequence[Source], frequencies: DocumentFrequencies | None
) -> NamesFound:
    """Looks for the names of a plan in titles, file names, headings and texts of the sources."""
    names = tuple(name for name in plan["entities"] if _must_be_found(name, question))
    if not names:
        return NamesFound((), (), frozenset(), ())
    texts = [all_text(source) for source in sources]
    folded = list(_places(sources))
    unsaid = [name for name in names if not (_is_named(name, folded) or _goes_without_saying(name, frequencies))]
    unsaid = [name for name in unsaid if not (_is_family(name, question) and _is_said(_one_of(name), folded))]
    called = {initials for source in sources for initials in title_initials(source["title"])} if unsaid else set()
    in_short = tuple(name for name in unsaid if name in called or _is_short_for_one(name, texts))
    lost = tuple(name for name in unsaid if name not in in_short)
    whole = [f" {normalise_name(text)} " for text in texts] if lost else []
    return NamesFound(names, lost, frozenset(name for name in lost if _is_named(name, whole)), in_short)


def all_text(source: Source) -> str:
    """All that a source says and is called by."""
    called = [source["title"], in_words(source["file_name"]), source.get("head", ""), *source["section_path"]]
    return " ".join([*called, source["content"]])


def _must_be_found(name: str, question: str) -> bool:
    """Not a currency, a weekday, nor an abbreviation that the question explains in parentheses."""
    if name in _CURRENCIES or WEEKDAY.fullmatch(name) or f"({name})" in question:
        return False
    return bool(normalise_name(name))


def _goes_without_saying(name: str, frequencies: DocumentFrequencies | None) -> bool:
    """Whether so many documents have every word of a name that the collection is about it: not each passage says it."""
    if frequencies is None or frequencies.document_count < _FEWEST_ABOUT_ONE:
        return False
    held = [frequencies.frequencies.get(term, 0) for term in analyse(name)]
    return bool(held) and min(held) >= _LEAST_ABOUT_ONE * frequencies.document_count


def _places(sources: Sequence[Source]) -> Iterator[str]:
    """What may say a name together, normalised: of each source a row of a grid with its headings and what is no row."""
    pieces = evidence_of(sources)
    for position, source in enumerate(sources):
        own = [(piece, is_grid_row(piece) and not piece.is_heading) for piece in pieces if piece.position == position]
        rows = [piece for piece, is_row in own if is_row]
        if not rows:
            yield f" {normalise_name(all_text(source))} "
            continue
        around = all_text({**source, "content": " ".join(piece.text for piece, is_row in own if not is_row)})
        folded = f" {normalise_name(around)} "
        yield from (f"{folded}{row.folded}{normalise_name(' '.join([*row.header, row.group]))} " for row in rows)


def _is_named(name: str, folded: Sequence[str]) -> bool:
    """The name as it stands, or every word of it in one place, small words aside: "Harbour Street 14" is not 12.

    What everybody writes in another way as well counts so written: "carbon dioxide" is CO2, and "Blu-ray" Bluray.
    """
    key = normalise_name(name)
    in_one_word = [normalise_name(name.replace("-", ""))] if "-" in name else []
    return any(_is_said(each, folded) for each in (key, *other_names(key), *in_one_word))


def _is_family(name: str, question: str) -> bool:
    """Whether a name may be one of several who are called alike: "the Linds"."""
    return _FAMILY.fullmatch(name) is not None and f" the {name}" in f" {question[:1].lower()}{question[1:]}"


def _one_of(names: str) -> str:
    """What each of those is called: Lind."""
    return normalise_name(names[:-1])


def _is_said(key: str, folded: Sequence[str]) -> bool:
    words = [word for word in key.split() if len(word) > 2 or word.isdigit()] or key.split()
    said = [f" {word} " if word.isdigit() else f" {word}" for word in words]
    return any(f" {key} " in text or all(each in text for each in said) for text in folded)


def _is_short_for_one(name: str, texts: Sequence[str]) -> bool:
    """Whether a text holds a name that people write in this one word: "Amex" for "American Express"."""
    key = normalise_name(name)
    if not key.isalpha() or len(key) > _LONGEST_SHORT_FORM:
        return False
    return any(key in short_forms(written) for text in texts for written in _written_names(text, key[0]))


def _written_names(text: str, initial: str) -> Iterator[str]:
    """Capitalised words that follow one another, from each that begins with a letter: two to six."""
    for run in _CAPITALISED.findall(text):
        words = run.split()
        for start, word in enumerate(words):
            if word[0].lower() == initial:
                yield from (" ".join(words[start:end]) for end in range(start + 2, min(start + 6, len(words)) + 1))
