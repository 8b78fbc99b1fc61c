"""Verbs and adjectives with the nouns that are made of them, where no stemmer brings the two together.

Left out is what often means something else ("provision", "commission"), and what shares enough of its beginning.
"""

from __future__ import annotations

from nodes.language.terms import stem

_FAMILIES = """
decide decision
conclude conclusion
include inclusion
exclude exclusion
divide division
extend extension
expand expansion
suspend suspension
respond response
defend defence defense
collide collision
explode explosion
admit admission
permit permission
submit submission
omit omission
describe description
subscribe subscription
prescribe prescription
apply application
solve solution
resolve resolution
destroy destruction
explain explanation
maintain maintenance
retain retention
repeat repetition
compare comparison
acquire acquisition
succeed success
exceed excess
behave behaviour behavior
analyse analyze analysis
prove proof
advise advice
deny denial
marry marriage
sell sale
choose choice
lose loss
grow growth
weigh weight
fail failure
sign signature
serve service
store storage
lead leader
own owner
win winner
strong strength
deep depth
wide width
long length
high height
"""
_BY_FORM = {
    form: frozenset(family) - {form}
    for family in (tuple(map(stem, line.split())) for line in _FAMILIES.strip().splitlines())
    for form in family
}


def of_one_family(term: str) -> frozenset[str]:
    """The stems of the other words of the family of a term: "decide" and "decision"; empty for most."""
    return _BY_FORM.get(term, frozenset())
