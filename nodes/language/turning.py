"""Words that turn a question round, and words that do not change what it asks. English."""

from __future__ import annotations

from nodes.language.numbers import NUMBER_WORDS

VOID_WORDS = frozenset(
    """
    a about an and are as at be been being can could d did do does doing for had has have having how
    i in is it its itself just ll m many may me might much must now of on please s shall should so
    some t that the then there these this those to very was were what whatever which will
    would yes you
    """.split()
)
"""Function words that may come and go without changing what is asked. All others have to agree.

Fewer than `STOP_WORDS`, which are not searched: "not", "without", "who" and "after" find nothing, and ask for another
thing.
"""
TURNING_WORDS = frozenset(NUMBER_WORDS).union(
    """
    absent add added all always average best biggest buy bought cannot ceiling cheapest cost decline decrease
    decreased disabled down earliest earlier early enabled end ended every except excluding exclude export fall
    fell fewer fewest final finish first floor former gain gross half highest import include including increase
    increased initial inside internal last late later latest latter least left less long longest longer loss
    lose lost low lower lowest max maximum mean median min minimum minus never new newest next nobody non none
    nothing old oldest older opposite outside external part partly peak per plus previous prior profit quarter
    reject rejected remove removed right rise rose second sell sold short shortest shorter smallest smaller
    start started begin began stop stopped total twice unless up upper versus vs whole win won without worst
    young younger youngest zero net one hundred
    thousand million billion dozen third fourth
    """.split()
)
"""Content words that turn a question round, and numbers in words. English; both questions have to have the same."""
