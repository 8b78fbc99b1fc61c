"""What changed in a document, as it says itself below "Summary of changes"."""

from __future__ import annotations

import re

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.disagreeing.changes import says_unchanged
from nodes.answering.several.versions import asks_what_changed, terms_of_what_changed
from nodes.domain.regexes import lazy_regex

_HEADS_CHANGES = lazy_regex(
    r"\W*(?:\d+(?:\.\d+)*\.? )?(?:(?:summary|list|overview|table) of (?:the )?)?(?:(?:main|important|recent|key) )?"
    r"(?:changes|amendments|revisions|what(?:['’]s| is| has) (?:new|changed|different))"
    r"(?: (?:in|since|from|to|made|compared|against)\b.{0,60})?\W*|"
    r"\W*(?:änderungen|modifications|cambios)(?: .{0,60})?\W*",
    re.IGNORECASE,
)
_LEAST_SAID = 0.5
"""Share of the terms of what else is asked: a "protocol" may be called so nowhere, and would weigh most."""
_MOST = 8


def with_listed_changes(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where it is asked what changed in a document with a section of changes, what stands there instead.

    Its title says half of what else is asked, or more. What is said to be unchanged is left out.
    """
    facts = material.facts
    if not asks_what_changed(facts.question):
        return chosen
    asked = terms_of_what_changed(facts)
    places = [
        place
        for place, source in enumerate(material.sources)
        if source["section_path"]
        and _HEADS_CHANGES.fullmatch(source["section_path"][-1])
        and len(asked & facts.sources[place].title_terms) >= _LEAST_SAID * len(asked) > 0
    ]
    documents = {material.sources[place]["document_id"] for place in places}
    own = [piece for piece in material.pieces if piece.position in places and not piece.is_heading]
    told = [piece for piece in own if not says_unchanged(piece.text.lower())]
    if len(documents) != 1 or not told:
        return chosen
    rows = [piece for piece in told if piece.is_row]
    return [Weighed(piece, material.cosines.get(piece, 0.0)) for piece in (rows or told)[:_MOST]]
