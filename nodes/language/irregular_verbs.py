"""Irregular English verbs: the forms that no stemmer brings together.

Left out is what is more often another word: "found" (of "founded"), "left", "rose".
"""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import stem

_FOUND = lazy_regex(r"(?<![^\W_])found(?![^\W_])", re.IGNORECASE)

_FORMS = """
arise arose arisen
awake awoke awoken
bear bore borne
beat beaten
become became
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
leap leapt
learn learnt
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise risen
run ran
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
spin spun
stand stood
steal stole stolen
stick stuck
strike struck stricken
strive strove
swear swore sworn
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
win won
withdraw withdrew withdrawn
write wrote written
"""
_VERBS = [frozenset(map(stem, line.split())) for line in _FORMS.strip().splitlines()]
_BY_FORM = {form: verb for verb in _VERBS for form in verb}


def same_verb(term: str) -> frozenset[str]:
    """The stems of the forms of an irregular verb of which a term is one: "keep" and "kept"; empty for others."""
    return _BY_FORM.get(term, frozenset())


def tells_found(text: str) -> bool:
    """Whether a text has the past of "find"; its stem is that of "founded" as well."""
    return _FOUND.search(text) is not None
