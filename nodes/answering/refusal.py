"""Whether the evidence answers at all: a sum of what speaks for it, and what is missing where it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nodes.answering.asked_kinds import lacks_what_is_asked
from nodes.answering.attendance import tells_attendance, without_asking
from nodes.answering.conditions import other_conditions
from nodes.answering.continued_tables import is_grid_row
from nodes.answering.dated import terms_of_dates
from nodes.answering.evidence import Evidence, evidence_of
from nodes.answering.extremes import extreme_terms
from nodes.answering.kinds import answers_kind
from nodes.answering.question_facts import LIGHT_TERMS, Facts, unknown_terms
from nodes.answering.quoting import Quote
from nodes.answering.table_rows import years_in
from nodes.answering.thresholds import limit_terms
from nodes.documents.short_forms import short_forms
from nodes.domain.chat import Plan, Source
from nodes.domain.ports import DocumentFrequencies
from nodes.language.calculations import calculating_terms
from nodes.language.comparisons import is_comparing
from nodes.language.east_asian import without_asking_characters
from nodes.language.money import CURRENCY_CODES
from nodes.language.numbers import numbers_in
from nodes.language.questions import focus_terms
from nodes.language.sentences import sentence_spans
from nodes.language.terms import analyse, normalise_name, stem

LEAST_SUM = 4.9
"""Of seven parts of 0..1 each. On two sets of answerable questions 1 % fall under it, of another set's 99 %."""
LEAST_SUM_ANCHORED = 3.9
"""Where a name and a year were asked for and both are there."""
LEAST_SUM_OF_ENTRIES = 5.4
"""Where the passages are entries, each about the one thing it is named for: what a question asks of such a thing, its
entry says in so many words. Of a hundred questions 1 fell under it, and 51 when what answers them was taken away."""
LEAST_SIMILARITY = 0.35
"""For a row of a table, whose words are few: cosine that stands in for the sum."""

_NECESSARY = (
    ("names", 0.5, "most names of the question are not in the sources"),
    ("years", 1.0, "no quote speaks of a year of the question"),
    ("kind", 0.5, "no quote tells of the kind of thing that is asked for"),
)
"""Parts without which nothing else counts: each with the least of it."""
_YEAR = stem("year")
_ASKS_TWO = re.compile(
    r"(?:,|\?) (?:and|und|et|y|e|en) (?:(?:on|at|for|from|by) )?(?:who|whom|what|when|where|which|why|how|wer|was|wann|"
    r"wo|wie|welche\w?|qui|quand|où|quel\w*|qui[eé]n|cu[aá]ndo|d[oó]nde|cu[aá]l)\b",
    re.IGNORECASE,
)
"""Half of an answer is better than none."""
_OF_WHAT = re.compile(r"\b(?:of|for|in|from|by|with)\s+(?:(?:an?|the)\s+)?([\w'’-]+(?:\s[\w'’-]+)?)", re.IGNORECASE)
_SUM = re.compile(r"\d\s*[+*/×÷^]\s*\d")
"""What is to be computed and is about nothing besides: numbers of a text are no answer to "What is 2 + 2?"."""
_WHICH = re.compile(r"\W*which\b", re.IGNORECASE)
_OF_KIND = {
    "date": frozenset(stem(word) for word in ("date", "day", "month", "year", "century")),
    "place": frozenset(stem(word) for word in ("place", "country", "city", "town", "village", "region", "state")),
}
"""Words that ask for a kind of answer, which "1 May 1910" and "in Husum" do not repeat."""
_CAPITALISED = re.compile(
    r"(?<!\w)(?<!\w[&'’-])(?:[^\W\d_a-zß-öø-ÿ][\w&'’-]{0,99}+[ \n]++)+[^\W\d_a-zß-öø-ÿ][\w&'’-]{0,99}+"
)
_LONGEST_SHORT_FORM = 8
_CURRENCIES = CURRENCY_CODES | {"US"}
"""As names they say in which money an amount is asked for: "in US dollars"."""
_LONGEST_ECHO = 140
_FEWEST_ABOUT_ONE, _LEAST_ABOUT_ONE = 20, 0.2
"""Documents of a collection that may be about one thing, and the share of them that name it."""


@dataclass(frozen=True)
class Weighing:
    """What speaks for an answer, each part 0..1, and the verdict."""

    parts: dict[str, float]
    enough: bool
    reason: str
    missing: tuple[str, ...]
    """Names, years and words of the question that the sources do not hold, as the question has them."""
    other_years: bool
    """Whether all quotes speak of years, and none of them of one that is asked for."""


def weigh(
    facts: Facts,
    plan: Plan,
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    frequencies: DocumentFrequencies | None,
    *,
    entries: bool,
) -> Weighing:
    """Sums coverage by all quotes and by the best, best cosine, names found, years found, known words, and the kind.

    Args:
        facts: What is read of the question and the sources.
        plan: Its entities and periods are what must be found.
        quotes: What was chosen.
        sources: Where names and years are looked for, titles and file names included.
        frequencies: Document frequencies of the question's terms; None takes the sources for the collection.
        entries: Whether the best passages are entries, see `nodes.documents.entries`.
    """
    weights, question = facts.weights, facts.question
    texts = [_all_text(source) for source in sources]
    names = [name for name in plan["entities"] if _must_be_found(name, question)]
    folded = list(_places(sources)) if names else []
    unsaid = [name for name in names if not (_is_named(name, folded) or _goes_without_saying(name, frequencies))]
    in_short = [name for name in unsaid if _is_short_for_one(name, texts)]
    lost_names = [name for name in unsaid if name not in in_short]
    years = _named_years({str(period["year"]) for period in plan["periods"]}, question)
    lost_years = sorted(years - {year for text in texts for year in years_in(text)})
    other_years = bool(years and quotes) and not entries and all(_of_other(years, quote, sources) for quote in quotes)
    nowhere = unknown_terms(weights.keys(), frequencies, texts)
    nowhere = nowhere.difference(*(quote.evidence.terms for quote in quotes))
    nowhere = nowhere.difference(*(terms_of_dates(text, facts.wording.dates) for text in texts if nowhere))
    unknown = [term for term in weights if term in nowhere]
    compares = [word for word in question.split() if is_comparing(word)]
    needless = {term for word in [*in_short, *compares] for term in analyse(word)}
    if any(quote.evidence.is_row and quote.evidence.header for quote in quotes):
        needless |= extreme_terms(question) | limit_terms(question)
    if any(_tells_values(quote) for quote in quotes):
        needless |= calculating_terms(question)
    if any(quote.evidence.years for quote in quotes):
        needless.add(_YEAR)
    needless |= _kind_of_thing(question, quotes, weights)
    attendance = facts.wanted.asks_attendance
    if attendance and any(tells_attendance(quote.text, attendance) for quote in quotes):
        needless |= set(weights) - set(without_asking(question))
    if facts.wanted.kind in _OF_KIND and any(answers_kind(quote.evidence, facts) for quote in quotes):
        needless |= _OF_KIND[facts.wanted.kind]
    weights = {term: weight for term, weight in weights.items() if term not in needless or term not in unknown}
    unknown = [term for term in unknown if term in weights]
    parts = {
        "coverage": _coverage(quotes, facts, weights),
        "best": max((_coverage([quote], facts, weights) for quote in quotes), default=0.0),
        "similarity": max((quote.cosine for quote in quotes), default=0.0),
        "names": 1 - len(lost_names) / len(names) if names else 1.0,
        "years": float(not lost_years and not other_years),
        "known": 1 - len(unknown) / len(weights) if weights else 0.0,
        "kind": _of_the_kind(quotes, facts),
    }
    keyed = _keyed_by(question, unknown)
    if keyed and quotes and all(_says_headings_only(quote.evidence, weights) for quote in quotes):
        parts["kind"] = 0.0
    # What rows say word by word may stand together in one that was not read.
    unread = {name for name in lost_names if _is_named(name, [f" {normalise_name(text)} " for text in texts])}
    lost_names = [name for name in lost_names if name not in unread]
    others = [] if plan["comparison_sides"] else other_conditions(question, texts)
    missing = tuple(dict.fromkeys([*lost_names, *lost_years, *others, *_surfaces(question, unknown, lost_names)]))
    enough, reason = _verdict(parts, plan, quotes, entries=entries)
    if enough and others:
        enough, reason = False, "the sources speak of other values than the question"
    return Weighing({key: round(value, 3) for key, value in parts.items()}, enough, reason, missing, other_years)


def no_evidence_text(question: str, weighing: Weighing | None, source_count: int) -> str:
    """One friendly sentence: what was looked for, and what is missing."""
    asked = _shortened(question)
    if source_count == 0:
        return f"I found nothing in these documents about “{asked}”."
    looked = f"I looked for “{asked}” in the {source_count} closest passage{'s' if source_count > 1 else ''}"
    if weighing is not None and weighing.missing:
        return f"{looked}, but these documents do not mention {_listed(weighing.missing[:4])}."
    if weighing is not None and weighing.other_years:
        return f"{looked}, but they speak of other years."
    return f"{looked}, but none of them answers it."


def _verdict(parts: Mapping[str, float], plan: Plan, quotes: Sequence[Quote], *, entries: bool) -> tuple[bool, str]:
    total = sum(parts.values())
    if not quotes:
        return False, "nothing to quote"
    for part, least, reason in _NECESSARY:
        if parts[part] < least:
            return False, reason
    row = plan["asks_amount"] and any(q.evidence.is_row and q.cosine >= LEAST_SIMILARITY for q in quotes)
    anchored = plan["entities"] and plan["periods"]
    least = LEAST_SUM_OF_ENTRIES if entries else LEAST_SUM_ANCHORED if anchored else LEAST_SUM
    if total < least and row:
        return True, f"a table row that is like the question; evidence {total:.2f} of 7"
    if total < least:
        return False, f"evidence {total:.2f} of 7 is under {least}"
    return True, f"evidence {total:.2f} of 7"


def _keyed_by(question: str, unknown: Sequence[str]) -> bool:
    """Whether it asks for the value of, or for, something that no document speaks of: "the fee for tractors"."""
    return any(term in unknown for found in _OF_WHAT.findall(question) for term in analyse(found))


def _says_headings_only(piece: Evidence, weights: Mapping[str, float]) -> bool:
    """Whether it is a row of which a question says no cell: of what is asked for, there is no row."""
    cells = analyse(" ".join((piece.group, piece.label, *piece.values)))
    return piece.is_row and bool(piece.header) and weights.keys().isdisjoint(cells)


def _tells_values(quote: Quote) -> bool:
    """Whether it tells two values or more that something can be made of."""
    piece = quote.evidence
    if piece.is_row:
        return sum(bool(numbers_in(value)) for value in piece.values) > 1
    return len(piece.numbers - piece.years) > 1


def _kind_of_thing(question: str, quotes: Sequence[Quote], weights: Mapping[str, float]) -> frozenset[str]:
    """What kind of thing a question asks for, where quotes say all the rest of it: "Which candidates know SQL?"."""
    kind = frozenset(focus_terms(question)[:1] if _WHICH.match(question) else ())
    rest = weights.keys() - kind - LIGHT_TERMS
    said = frozenset[str]().union(*(quote.evidence.terms | quote.evidence.about for quote in quotes))
    return kind if rest and rest <= said else frozenset()


def _must_be_found(name: str, question: str) -> bool:
    """Not a currency, nor an abbreviation that the question explains in parentheses."""
    return bool(normalise_name(name)) and name not in _CURRENCIES and f"({name})" not in question


def _goes_without_saying(name: str, frequencies: DocumentFrequencies | None) -> bool:
    """Whether so many documents have every word of a name that the collection is about it: not each passage says it."""
    if frequencies is None or frequencies.document_count < _FEWEST_ABOUT_ONE:
        return False
    held = [frequencies.frequencies.get(term, 0) for term in analyse(name)]
    return bool(held) and min(held) >= _LEAST_ABOUT_ONE * frequencies.document_count


def _shortened(question: str) -> str:
    """The question as one reads it back: its asking sentence where it is long."""
    text = " ".join(question.split())
    asking = [text[start:end] for start, end in sentence_spans(text) if text[start:end].endswith("?")]
    short = asking[-1] if len(text) > _LONGEST_ECHO and asking else text
    if len(short) > _LONGEST_ECHO:
        short = short[:_LONGEST_ECHO].rsplit(" ", 1)[0] + " …"
    return short.rstrip("?!. ？！。")


def _coverage(quotes: Sequence[Quote], facts: Facts, weights: Mapping[str, float]) -> float:
    held: set[str] = set()
    for quote in quotes:
        held |= quote.evidence.terms | quote.evidence.about | facts.source_of(quote.evidence).title_terms
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in held) / total if total else 0.0


def _all_text(source: Source) -> str:
    name = re.sub(r"[_\W]+", " ", source["file_name"])
    return " ".join([source["title"], name, *source["section_path"], source["content"]])


def _places(sources: Sequence[Source]) -> Iterator[str]:
    """What may say a name together, normalised: of each source a row of a grid with its headings and what is no row."""
    pieces = evidence_of(sources)
    for position, source in enumerate(sources):
        own = [(piece, is_grid_row(piece) and not piece.is_heading) for piece in pieces if piece.position == position]
        rows = [piece for piece, is_row in own if is_row]
        if not rows:
            yield f" {normalise_name(_all_text(source))} "
            continue
        around = _all_text({**source, "content": " ".join(piece.text for piece, is_row in own if not is_row)})
        folded = f" {normalise_name(around)} "
        yield from (f"{folded}{row.folded}{normalise_name(' '.join([*row.header, row.group]))} " for row in rows)


def _is_named(name: str, folded: Sequence[str]) -> bool:
    """The name as it stands, or every word of it in one place, small words aside: "Harbour Street 14" is not 12."""
    key = normalise_name(name)
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


def _surfaces(question: str, terms: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words of the question behind some terms, without those that belong to a name already listed."""
    listed = {word for name in names for word in normalise_name(name).split()}
    wanted = set(terms)
    words = [word.strip(".,;:!?\"'()“”。、，？¿¡«»「」") for word in without_asking_characters(question).split()]
    return [
        word
        for word in words
        if set(analyse(word)) & wanted and normalise_name(word) not in listed and (len(word) > 3 or not word.isascii())
    ]


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


_NAMED_YEAR = r"(?<!\d){}(?!\d)|(?:[YQHyqh]\d? ?|[-/'’–]){}(?!\d)"
"""2020, FY20, 4Q20, Q4 20, '20, 2019/20."""


def _named_years(years: set[str], question: str) -> set[str]:
    """Of the years that a question means, those that must be found: not the ones inside a range ("1962 to 1964")."""
    inside = {year for year in years if min(years) < year < max(years)}
    return years - {year for year in inside if not re.search(_NAMED_YEAR.format(year, year[-2:]), question)}


def _of_other(years: set[str], quote: Quote, sources: Sequence[Source]) -> bool:
    """Whether a quote, its columns or what it stands under speak of years, and its source of none that is asked for."""
    source = sources[quote.evidence.position]
    names = [source["title"], source["file_name"], *source["section_path"]]
    said = years_in(re.sub(r"[_\W]+", " ", " ".join(names))) | quote.evidence.years | years_in(quote.text)
    return bool(said) and not said & years and not years_in(source["content"]) & years


def _of_the_kind(quotes: Sequence[Quote], facts: Facts) -> float:
    """Whether a quote tells what is asked for, a number, where somebody is reached, who, when or where, if no more is.

    Where the question names something, it counts only in a passage that speaks of it, or of what such a quote names.
    """
    if _SUM.search(facts.question) and all(term.isdigit() for term in facts.weights):
        return 0.0
    if facts.wanted.asks_contact:
        return float(any(quote.evidence.tells_contact for quote in quotes) or bool(_ASKS_TWO.search(facts.question)))
    if _ASKS_TWO.search(facts.question):
        return 1.0
    if facts.wanted.kind != "number":
        return float(not lacks_what_is_asked([quote.evidence for quote in quotes], facts))
    told = [name for quote in _speaking_of(facts.names, quotes, facts) for name in quote.evidence.names]
    about = _speaking_of([*facts.names, *told], quotes, facts)
    return max((answers_kind(quote.evidence, facts) for quote in about or quotes), default=0.0)


def _speaking_of(names: Sequence[str], quotes: Sequence[Quote], facts: Facts) -> list[Quote]:
    """Those whose passage holds one of the normalised names."""
    return [quote for quote in quotes if any(f" {name} " in facts.source_of(quote.evidence).folded for name in names)]
