"""Level 1: which documents a question means, as a score that later scores are added to.

`r` sums what a file name, a title or an organisation shares with the question, how the periods, dates and forms fit,
and how much of the question's names the text holds. It grows with how telling each word is in the collection. All of it
together is worth .492 of the right pages of filings (`routing` in `docs/ablation.md`); the numbers below are on the
scale of `r` where nothing else is said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from nodes.documents.file_names import file_stem
from nodes.documents.short_forms import short_forms
from nodes.domain.chat import DocumentView, Period, Plan
from nodes.domain.regexes import lazy_regex
from nodes.language.firms import LEGAL_FORM_WORDS
from nodes.language.initials import title_initials
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import fold, normalise_name, stem
from nodes.ranking.bm25 import rarity

NAME_WEIGHT = 4.0
"""Of a word of a document's name, which is worth 0..1: one that no other has counts twice the right year."""
LATEST_YEAR, ANOTHER_YEAR, YEAR_AFTER, YEAR_BEFORE = 2.0, 1.0, 0.5, 0.7
"""Of what a document is about, where years are asked for; reports of the year after restate the one before."""
QUARTER, ANOTHER_QUARTER = 2.0, -1.0
"""Besides, where quarters are: another quarter's report is worse than the annual one."""
DATE, FORM = 3.0, 1.0
"""An exact date tells one document, and a form ("10-K") many."""
UNMATCHED_WORD = -0.25
"""For each word of a file name that the question has not: of two that fit, the one with less besides."""
CONTENT_WEIGHT = 0.6
"""Of what the text holds of the question's names, 0..1, see `content_score`."""
SUMMARY_WEIGHT = 0.5
"""Of the cosine to a document's summary, for which nobody has to name the document."""
PREFIX_MATCH = 0.8
"""Of a whole word's worth, 0..1, where it only begins so, or stands elsewhere than in the file name."""
UNMARKED_MATCH = 0.5
"""Of a name's worth, 0..1, where the question writes names with capitals, and this not."""
LONGEST_RUN = 4
"""Words in a row that may be one in a file name: "General Mills" in `GENERALMILLS_2020.pdf`."""
SHORTEST_PREFIX = 3
"""Characters that may be the beginning of a name: two begin too many words."""
MARGIN = 1.6
"""Behind the best, within which documents go on: less than a year that fits."""
MOST_ROUTED = 8
"""Documents that go on: all within the margin of the best, and no more than can be read whole."""

SUBJECT_SHARE = 0.5
"""Of the documents of a collection: a word that more of them hold is what they are all about."""
LEAST_SHARE_OF_SUBJECT = 0.2
"""Of the documents that hold such a word, 0..1: where fewer bear it, it names none of them."""

_WHOLE = "="
"""Before words that a question must have as they are."""
_WORD = lazy_regex(r"[^\W_]+")
_POSSESSIVE = lazy_regex(r"['’]s\b")
_PERIOD = lazy_regex(r"(?:fy|cy)?(?:19|20)?\d\d(?:q[1-4])?|q[1-4]|[1-4]q(?:\d\d)?|h[12]|\d+[kqf]?|[kqf]")
_SAYS_NOTHING = LEGAL_FORM_WORDS.union(
    [
        "announcement",
        "announcements",
        "announces",
        "annual",
        "copy",
        "corporation",
        "dated",
        "doc",
        "document",
        "draft",
        "earnings",
        "exhibit",
        "exhibits",
        "file",
        "filed",
        "filing",
        "final",
        "first",
        "fiscal",
        "form",
        "fourth",
        "holding",
        "holdings",
        "incorporated",
        "limited",
        "nv",
        "press",
        "quarter",
        "quarterly",
        "release",
        "report",
        "results",
        "scan",
        "se",
        "second",
        "spa",
        "statement",
        "third",
    ]
)
"""Words of names that tell no document from another: forms of companies and of reports."""


def document_words(view: Mapping[str, object]) -> Mapping[str, Sequence[str]]:
    """The words by which a question may mean a document, by where they stand: `file_name`, `title`, `organisation`.

    Folded, each once; years, quarters, forms and words that any name could have are left out. What the organisation is
    called for short stands under `short_form`, each after an equals sign: nobody means it who only begins so; initials
    of the title stand there in capitals, as "art" means none.

    Args:
        view: `file_name`, `title` and `metadata` of a document.
    """
    metadata = view["metadata"]
    organisations = metadata.get("organisations", []) if isinstance(metadata, Mapping) else []
    # The first is the one that the document is of; others it merely speaks of.
    return _words_by_source(str(view["file_name"]), str(view["title"]), organisations[0] if organisations else "")


@lru_cache(maxsize=20_000)
def _words_by_source(file_name: str, title: str, organisation: str) -> Mapping[str, tuple[str, ...]]:
    texts = {
        "file_name": file_stem(file_name),
        "title": title,
        "organisation": organisation,
    }
    words = {source: _telling_words(text) for source, text in texts.items()}
    forms = [*short_forms(organisation), *title_initials(title)]
    return {**words, "short_form": tuple(f"{_WHOLE}{form}" for form in forms)}


def _telling_words(text: str) -> tuple[str, ...]:
    words = [fold(word) for word in _WORD.findall(text)]
    return tuple(
        dict.fromkeys(
            word
            for word in words
            if len(word) > 1 and word not in STOP_WORDS and word not in _SAYS_NOTHING and not _PERIOD.fullmatch(word)
        )
    )


def question_runs(question: str, initials: Iterable[str] = ()) -> dict[str, float]:
    """Words of a question, and up to four in a row joined, with how surely each is a name.

    1 where the question capitalises all of it (function words aside) or is all lower case, else 0.5.

    Args:
        question: What is searched.
        initials: In capitals, by which it names documents: 1 each.
    """
    words = [(fold(word), any(map(str.isupper, word))) for word in _WORD.findall(_POSSESSIVE.sub("", question))]
    capitals = any(marked for _, marked in words[1:])
    runs: dict[str, float] = {}
    for length in range(1, LONGEST_RUN + 1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            if length == 1 and run[0][0] in STOP_WORDS | INSTRUCTION_WORDS:
                continue
            key = "".join(word for word, _ in run)
            marked = not capitals or all(mark for word, mark in run if word not in STOP_WORDS)
            if len(key) > 1:
                runs[key] = max(runs.get(key, 0.0), 1.0 if marked else UNMARKED_MATCH)
    return {**runs, **dict.fromkeys(initials, 1.0)}


def words_meant(runs: Mapping[str, float]) -> list[str]:
    """The words of documents that the runs are: as they stand, and where they surely are names also as short forms."""
    return [*runs, *(f"{_WHOLE}{run}" for run, weight in runs.items() if weight == 1.0)]


def name_prefixes(runs: Mapping[str, float]) -> list[str]:
    """The runs that may be the beginning of a word: those that are surely names, of three characters or more."""
    return [run for run, weight in runs.items() if weight == 1.0 and len(run) >= SHORTEST_PREFIX and not run.isupper()]


def word_worths(runs: Mapping[str, float], frequencies: Mapping[str, int], count: int) -> Callable[[str], float]:
    """What a word of a document's name is worth to a question: `m ln(1 + N/df) / ln(1 + N)`, 0..1.

    m is the run's weight, 0.8 of it where the word only begins with the run, 0 where the question does not have it.
    Documents share many of their words, so each word is weighed once.

    Args:
        runs: Of `question_runs`.
        frequencies: How many documents have each word, 1 where it is not told.
        count: N, documents of the collection.
    """
    sure = {run for run, weight in runs.items() if weight == 1.0}

    @cache
    def worth(word: str) -> float:
        match = runs.get(word, 0.0)
        if word.startswith(_WHOLE):
            match = float(word[1:] in sure)
        elif word not in runs and len(word) > SHORTEST_PREFIX + 1:
            begins = any(word[:length] in sure for length in range(SHORTEST_PREFIX, len(word)))
            match = PREFIX_MATCH if begins else 0.0
        return rarity(frequencies.get(word, 1), count) * match if match else 0.0

    return worth


def name_score(words: Mapping[str, Sequence[str]], worth: Callable[[str], float]) -> float:
    """Four times what the words are worth, less 0.25 per word of the file name that is worth nothing.

    The best of file name, title, organisation and its short forms counts, all but the first at 0.8. 0 or more where
    anything matches.

    Args:
        words: Of `document_words`.
        worth: Of `word_worths`.
    """
    scores = [
        (1.0 if source == "file_name" else PREFIX_MATCH) * sum(map(worth, found)) for source, found in words.items()
    ]
    best = NAME_WEIGHT * max(scores, default=0.0)
    if best <= 0:
        return 0.0
    unmatched = sum(worth(word) == 0 for word in words.get("file_name", ()))
    return max(0.0, best + UNMATCHED_WORD * unmatched)


def bearing(bearers: Mapping[str, int], frequencies: Mapping[str, int], document_count: int) -> float:
    """How surely a document is named: of those that say a word of its name, the greatest part that bears it, 0..1.

    "Arithmetic" stands in one title and in many texts, a company's name hardly anywhere but in its own reports. What
    most documents speak of names none of them, unless many bear it: among twenty chapters that all speak of tasks, one
    is called "Tasks", and one in twenty would be much among thousands.

    Args:
        bearers: How many documents bear each word.
        frequencies: How many hold each term of the question; a word that is none is nowhere but in names.
        document_count: Documents of the collection.
    """
    found = 0.0
    for word, count in bearers.items():
        texts = frequencies.get(stem(word.removeprefix(_WHOLE).lower()), 0)
        share = count / max(count, texts)
        if texts <= SUBJECT_SHARE * document_count or share >= LEAST_SHARE_OF_SUBJECT:
            found = max(found, share)
    return found


def best_possible(
    words: Mapping[str, Sequence[str]], cut: Sequence[str], worth: Callable[[str], float], plan: Plan
) -> dict[str, float]:
    """What documents can come to at most by `name_score` and `facts_score`, by revision id.

    Each word counts in full once: `name_score` counts it at most so. A word that not all documents are known to have
    may be in any; of words that begin alike any number may be.

    Args:
        words: By revision id, the words of its names that the question may mean.
        cut: Words, and beginnings of words with an asterisk, that others may have too.
        worth: Of `word_worths`.
        plan: Of the question.
    """
    hidden = sum(math.inf if each.endswith("*") else worth(each) for each in cut)
    facts = LATEST_YEAR * bool(plan["periods"]) + DATE * bool(plan["dates"]) + FORM * bool(plan["forms"])
    facts += QUARTER * any(period["quarter"] is not None for period in plan["periods"])
    return {each: NAME_WEIGHT * (hidden + sum(map(worth, found))) + facts for each, found in words.items()}


def facts_score(plan: Plan, view: DocumentView) -> float:
    """How well periods, dates and form meet what the question asks for, about -1..6; 0 where it asks for nothing."""
    if not (plan["periods"] or plan["dates"] or plan["forms"]):
        return 0.0
    metadata = view["metadata"]
    score = period_score(plan["periods"], metadata.get("fiscal_periods", []))
    if not set(plan["dates"]).isdisjoint(metadata.get("dates", [])[:4]):
        score += DATE
    if plan["forms"] and _form(str(metadata.get("document_type", ""))) in map(_form, plan["forms"]):
        score += FORM
    return score


@lru_cache(maxsize=1_000)
def _form(name: str) -> str:
    return normalise_name(name)


def period_score(asked: Sequence[Period], fiscal_periods: Sequence[str]) -> float:
    """How well a document's fiscal periods meet the asked ones, -1..4.

    The document's first period is what it is about: 2 for the latest asked year, 1 for another asked one, 0.5 for the
    year after (reports restate the year before), 0.7 for the year before; 2 more for the asked quarter, 1 less for
    another one. Without an asked period, or without the document's, 0.
    """
    if not asked or not fiscal_periods:
        return 0.0
    year_text, _, quarter_text = fiscal_periods[0].partition("Q")
    if not year_text.isdigit():
        return 0.0
    year = int(year_text)
    quarter = int(quarter_text) if quarter_text.isdigit() else None
    years = {period["year"] for period in asked}
    if year in years:
        score = LATEST_YEAR if year == max(years) else ANOTHER_YEAR
    else:
        score = YEAR_AFTER if year - 1 in years else YEAR_BEFORE if year + 1 in years else 0.0
    quarters = {period["quarter"] for period in asked if period["year"] == year and period["quarter"] is not None}
    if quarters:
        score += QUARTER if quarter in quarters else ANOTHER_QUARTER
    return score


def content_score(counts: Iterable[float], rarities: Iterable[float]) -> float:
    """`0.6 * sum of ln(1 + tf) * idf / ln 201` over the question's names, each counted in the whole document.

    Args:
        counts: Occurrences of each term.
        rarities: `bm25.rarity` of each, 0..1.
    """
    total = sum(math.log1p(count) * weight for count, weight in zip(counts, rarities, strict=True))
    return CONTENT_WEIGHT * total / math.log(201)


def within_margin(scores: Mapping[str, float], margin: float = MARGIN, most: int = MOST_ROUTED) -> list[str]:
    """Ids whose score is within `margin` of the best, at most `most`, by (score descending, id ascending)."""
    best = max(scores.values(), default=0.0)
    near = [each for each in sorted(scores, key=lambda each: (-scores[each], each)) if scores[each] > best - margin]
    return near[:most]
