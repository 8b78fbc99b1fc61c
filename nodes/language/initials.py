"""Initials: "NDA" for a Non-Disclosure Agreement, as titles give them and questions use them.

`title_initials` makes them where nobody has written them. What a text spells out itself is in
`nodes.language.acronyms`, and what organisations are called for short in `nodes.documents.short_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCY_CODES
from nodes.language.stopwords import STOP_WORDS

SHORTEST, LONGEST = 3, 6
"""Letters: two are the initials of too much, and more are said by nobody."""
_MOST_ASKED = 40
"""Of a question: each is a key to look up."""
_BRACKETS = lazy_regex(r"\s*[(\[][^()\[\]]*[)\]]\s*")
_DIVIDER = lazy_regex(r"[^\w\s'’&-]+|\s[-–—]+\s|_+")
_JOINING = frozenset("of and & the a an for to in on".split())
_KINDS = frozenset("Act Agreement Contract Directive Plan Policy Procedure Regulation Report".split())
"""What titles of papers end with, whatever stands before: a mutual NDA is an NDA."""
_OF_PAPERS = frozenset(
    "Articles Bill Certificate Code Deed Letter Memorandum Notice Order Power Request Scope Statement Terms".split()
)
"""What titles of papers begin with: a statement of work is an SOW, and nobody calls the Duke of Berg a DOB."""
_COUNTING = frozenset("No Nr Number Version Part Volume".split())
_CAPITALS = lazy_regex(rf"\b([A-Z]{{{SHORTEST},{LONGEST}}})(?:s|['’]s)?\b")
_SMALL = lazy_regex(rf"(?<![\w'’-])[a-z]{{{SHORTEST},{LONGEST + 1}}}(?![\w'’-])")


def initials_of(words: Iterable[str]) -> str:
    """In capitals: `NDA` of "non", "disclosure" and "agreement"."""
    return "".join(word[0] for word in words).upper()


def title_initials(title: str) -> list[str]:
    """Each once: `SOW` of "Statement of Work No. 3", `MNDA` and `NDA` of "Mutual Non-Disclosure Agreement".

    Of the capitalised words that follow each other, three letters to six, with and without the small words between
    them; codes of currencies are none. A title in capitals alone, or in a script that has none, gives none.

    Args:
        title: Of a document; what stands in brackets is no part of it.
    """
    found: dict[str, None] = {}
    for run in _runs(title):
        large = [word for word in run if word.lower() not in _JOINING]
        ends = [large[start:] for start in range(len(large) - SHORTEST + 1)] if large[-1] in _KINDS else []
        whole = [run] if len(large) >= SHORTEST or large[0] in _OF_PAPERS else []
        for words in (*whole, large, *ends):
            initials = initials_of(word for word in words if word[0].isalpha())
            if SHORTEST <= len(initials) <= LONGEST and initials not in CURRENCY_CODES:
                found[initials] = None
    return list(found)


def _runs(title: str) -> Iterator[list[str]]:
    """Capitalised words in a row with what joins them, two or more; parts of "Non-Disclosure" are two words."""
    for part in _DIVIDER.split(_BRACKETS.sub(" ; ", title)):
        run: list[str] = []
        for word in [*part.replace("-", " ").split(), ""]:
            joins = word.lower() in _JOINING
            is_large = word[:1].isupper() and word[1:].islower() and word not in _COUNTING
            if (run and joins) or (is_large and not joins):
                run.append(word)
                continue
            while run and run[-1].lower() in _JOINING:
                run.pop()
            if run and len(run) > 1:
                yield run
            run = []


def asked_initials(question: str) -> dict[str, bool]:
    """Words of a question that may be initials, in capitals, and whether they are so written.

    What is written small may be a word ("art"), and so may all of a question in capitals. At most 40, those in
    capitals first.
    """
    written = any(map(str.islower, question))
    found = dict.fromkeys(_CAPITALS.findall(question), written)
    small = [word for word in _SMALL.findall(question) if word not in STOP_WORDS]
    small += [word[:-1] for word in small if word.endswith("s") and len(word) > SHORTEST]
    asked = {**found, **{word.upper(): found.get(word.upper(), False) for word in small}}
    return dict(islice(asked.items(), _MOST_ASKED))
