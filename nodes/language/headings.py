"""Headings that say what a question asks, and hardly anything else."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from nodes.language.denials import says_not
from nodes.language.terms import analyse

_ASIDE = re.compile(r"\([^()]*\)")


def innermost(section_path: Sequence[str], title: str) -> str:
    """The heading right above a text; the title of its document where there is none."""
    return section_path[-1] if section_path else title


def heading_likeness(heading: str, asked: Collection[str], *, denied: bool) -> float:
    """What a heading and a question have in common of all their terms, 0..1 (Jaccard); 0 where that is half or less.

    Numbers that count the sections, and what stands in parentheses, are not part of what a heading says. "What is not
    insured" has nothing in common with "What is insured".

    Args:
        heading: As it stands in the document.
        asked: Terms of the question.
        denied: Whether the question asks for what is not so, see `nodes.language.denials`.
    """
    if says_not(heading) != denied:
        return 0.0
    terms = {term for term in analyse(_ASIDE.sub("", heading)) if not term[0].isdigit()}
    common, all_of_them = len(terms.intersection(asked)), len(terms.union(asked))
    return common / all_of_them if 2 * common > all_of_them else 0.0
