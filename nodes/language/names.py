"""Names that a question may call a document by: runs of its words, as keys for one look-up in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

_WORD = lazy_regex(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = lazy_regex(r"['’][sS]$")
_ARTICLES = frozenset({"the", "a", "an"})
_LONGEST_RUN = 10
"""Words of a name."""
_SHORTEST_WORD = 3
"""Letters of a single word that may be a name where case tells nothing."""
_SHORTEST_OPENED_RUN = 3
"""Words from which on a run may begin and end with function words, where case tells nothing."""
_MOST_KEYS = 300
"""Keys of one question: each is looked up."""


@dataclass(frozen=True)
class _Word:
    """A word of the question, and what its spelling tells."""

    key: str
    bare: str
    """The key without a possessive ending; equal to the key where there is none."""
    function: bool
    capital: bool
    distinct: bool
    """It holds a digit or a capital inside: a name wherever it stands."""


def name_keys(question: str) -> dict[str, bool]:
    """Word runs of a question that a document might be called, and whether the question marks each as a name.

    Keys are those of `nodes.language.terms.normalise_name`, of up to ten words. A possessive ending is kept and left
    out ("schindler s list", "petrel"). A run begins with a content word or an article and ends with a content word; a
    function word stands at either end where a capital makes it part of a title ("Changed It"), and at the question's
    very beginning where the next word has a capital too. A single word needs a digit or a capital that does not come
    from its place. Where case tells nothing (no capitals at all, or nothing but capitals) every run counts as marked,
    single words of three letters or more that are no function words count, and runs of three words or more may begin
    and end with function words as long as they hold a content word.

    Returns:
        Key -> marked, longest runs first, then as they stand in the question. At most 300: where there are more, marked
        ones are kept first, then shorter ones, because few titles are long.
    """
    one_case = question == question.lower() or question == question.upper()
    words = _words(question)
    runs: dict[str, tuple[bool, int]] = {}
    for length in range(min(_LONGEST_RUN, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            if not _is_candidate(words, start, start + length, one_case=one_case):
                continue
            marked = one_case or _is_marked(words, start, start + length)
            for key in _spellings(words[start : start + length]):
                if len(key) > 1 and not (key in runs and runs[key][0]):
                    runs[key] = (marked, length)
    # Sorting is stable: within one length the order of the question stays.
    kept = sorted(runs.items(), key=lambda run: (not run[1][0], run[1][1]))[:_MOST_KEYS]
    chosen = {key for key, _ in kept}
    return {key: marked for key, (marked, _) in sorted(runs.items(), key=lambda run: -run[1][1]) if key in chosen}


def _words(question: str) -> list[_Word]:
    words: list[_Word] = []
    for found in _WORD.findall(question):
        key = normalise_name(found)
        if not key:
            continue
        letters = _POSSESSIVE.sub("", found)
        words.append(
            _Word(
                key=key,
                bare=normalise_name(letters) or key,
                function=all(part in STOP_WORDS for part in key.split()),
                capital=letters[0].isupper(),
                distinct=any(c.isdigit() or (place > 0 and c.isupper()) for place, c in enumerate(letters)),
            )
        )
    return words


def _is_candidate(words: list[_Word], start: int, end: int, *, one_case: bool) -> bool:
    run = words[start:end]
    if len(run) == 1:
        word = run[0]
        if one_case:
            return not word.function and (len(word.bare) >= _SHORTEST_WORD or word.distinct)
        return word.distinct or (word.capital and start > 0)
    if one_case:
        if all(word.function for word in run):
            return False
        if len(run) >= _SHORTEST_OPENED_RUN:
            return True
        return not run[-1].function and (not run[0].function or run[0].key in _ARTICLES)
    return _may_bound(words, start, opens=True) and _may_bound(words, end - 1, opens=False)


def _may_bound(words: list[_Word], place: int, *, opens: bool) -> bool:
    word = words[place]
    if not word.function or (opens and word.key in _ARTICLES):
        return True
    if place > 0:
        return word.capital
    return len(words) > 1 and words[1].capital


def _is_marked(words: list[_Word], start: int, end: int) -> bool:
    """Every content word has a capital or is distinct, and one of the run's words has it not from its place."""
    run = words[start:end]
    content = [word for word in run if not word.function] or run
    own = any(words[place].distinct or (place > 0 and words[place].capital) for place in range(start, end))
    return own and all(word.capital or word.distinct for word in content)


def _spellings(run: list[_Word]) -> Iterator[str]:
    """The run as written, without the possessive ending of its last word, and without any."""
    yield " ".join(word.key for word in run)
    if any(word.bare != word.key for word in run):
        yield " ".join([*(word.key for word in run[:-1]), run[-1].bare])
        yield " ".join(word.bare for word in run)
