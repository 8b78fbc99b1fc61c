"""Words that people ask in, and those that documents say the same in: "sack" and "dismiss", "rotten" and "mouldy".

They are looked for only where no document has the word that was asked, so that they may be wide. Left out are words
that mostly mean something else, and opposites.
"""

from __future__ import annotations

from nodes.language.everyday import agreeing, computing, doing, health, money, people, things, time, work

ALL = "".join(field.WORDS for field in (work, money, agreeing, time, things, computing, health, people, doing))
"""In the form of a file of synonyms, see `nodes.language.synonyms`."""
