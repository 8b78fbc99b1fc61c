"""Weights and limits of the greedy choice of quotes, found by trial on questions over one, two and several passages.

A piece is worth the sum of the weights, each times a share of 0..1 where nothing else is said. Beside a weight stands
what answers lose without it: "answers" is the share of answers found, "cited" that of cited passages that are gold,
first of a hundred questions over two documents (.890 and .869), then of the sample questions (.875 and .836). A weight
without figures changes neither: it is for a kind of question that these sets do not ask. Tests hold what each is for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Limits:
    """How many quotes an answer may have, and how many pieces of evidence are embedded."""

    fewest: int = 2
    """Where the answer may lie behind another fact, or compares; else one may do."""
    fewest_of_explanation: int = 3
    """Where it is asked how or why, unless one quote tells it, see `told`."""
    most: int = 4
    """For a fact."""
    most_of_several: int = 6
    """For a summary, an analysis or a comparison."""
    embedded: int = 160
    """Pieces that are compared by meaning: those that say most of the question."""
    least_growth: float = 0.06
    """Share of the question, 0..1, that a third and later quote must cover beyond those before it."""
    told: float = 0.8
    """Share of the question, 0..1, that one quote must cover for an explanation to need no others that add nothing."""
    told_with_reason: float = 0.5
    """The same where it is asked why, and the quote gives a reason."""


@dataclass(frozen=True)
class Weights:
    """Weights of the greedy choice."""

    rank: float
    """For the rank of its source, from 0: `1 / (1 + rank_decay x rank)`. Answers -.022, -.062; cited -.049, -.078."""
    coverage: float
    """For what it covers of the question. Answers -.088, -.188; .02 and .09 are wrongly refused."""
    share_of_left: float
    """0..1: how far coverage is measured against what is left of the question rather than against all of it.

    At 0 there are fewer quotes: answers -.011, -.062; cited +.040, +.029.
    """
    title: float
    """What a term counts that stands in the title only, 0..1. Answers +.011, ±0; cited -.008, ±0."""
    similarity: float
    """For the cosine of question and "title: text", -1..1. Cited -.009, +.015; both gold documents for .02 fewer."""
    kind: float
    """For the kind of thing that is asked for, 0, .5 or 1. Cited -.005, ±0."""
    focus: float
    """For the noun that is asked for: "which licence". Answers +.011, ±0; cited +.008, ±0."""
    first: float
    """For the first sentence of a source, which says what it is about. Answers -.044, ±0; cited +.007, -.015."""
    leads_here: float
    """For a title that a chosen piece names and the question does not. Answers -.033, ±0; cited -.022, -.015."""
    leads_back: float
    """For a piece that names the title of a chosen one. Cited -.001, ±0."""
    link: float
    """For a new name that it has in common with a chosen piece. Answers -.022, ±0; cited +.003, -.033."""
    follows: float
    """For the piece right after a chosen one."""
    length: float
    """Against the piece, for each 200 characters. Answers -.033, ±0; cited -.008, ±0."""
    rank_decay: float
    """How fast sources count less by their rank, 0 or more: at 0 as if without `rank`."""
    row_amount: float = 0.3
    """For a row of a table, where an amount is asked for. Cited of filings -.013 of .372."""
    row_in_prose: float = 1.2
    """Against a row where an explanation is asked for: it stands behind answers that say nothing of it."""
    label: float = 1.0
    """For a row, times the part of its label that the question says, where an amount is asked for.

    Cited of filings -.002, and a quote is needed more often.
    """
    whole_label: float = 1.0
    """For a row whose label of two words or more stands in the question as it is: a third a word, three at most.

    All of it where a cell says all that is asked, and nothing else.
    """
    phrase: float = 0.4
    """For a row, times the part of the neighbouring terms of the question that are neighbours in its label.

    Cited of filings -.007 of .352.
    """
    count: float = 0.8
    """For a number beside what is counted, where it is asked how many there are."""
    role: float = 0.8
    """For the words of the role that somebody is asked for by, as they stand in the question."""
    whole_name: float = 0.0
    """For a name of several words that stands in it whole: "Sea Thrift" is nobody who goes to sea.

    Not where links lead on: what an entry is about, its title says, and others name it in passing. Cited -.008 there.
    Nor for an explanation, which goes on without the name.
    """
    fragment: float = 0.2
    """Against what the edge of its source cuts off."""
    kind_behind: float = 0.7
    """For a piece of the kind that is asked for, where none is chosen yet and a quoted name leads to its passage.

    Answers -.011, ±0; cited -.001, ±0.
    """
    unlinked: float = 0.6
    """Where the passages are about one thing each: against a later piece that hangs on nothing.

    Answers -.011, ±0; cited -.012, ±0.
    """
    possible: float = 0.6
    """Against what says when something may be, where it is asked when it is."""
    method: float = 0.8
    """Against what says how a value is defined or measured, where the value is asked for."""
    unnamed: float = 1.0
    """Against a source where the question names another document. Answers -.011, ±0; cited -.011, ±0."""
    answered: float = 0.4
    """Against a mail that stands below its answer: what that says is newer."""
    year: float = 0.3
    """For a piece that speaks of a year of the question, or whose title does. Answers -.011, ±0; cited +.004, ±0."""
    other_year: float = 0.8
    """Against a piece that speaks of other years only. Cited -.005, +.003."""
    no_word: float = 1.0
    """Against a piece that shares no word with a question of words."""
    no_side: float = 1.5
    """Against a source about neither side of a comparison whose sides have sources. Cited -.015, +.003."""
    definition: float = 1.5
    """For what defines a term of the question, where it is asked what that means, for a clause that is asked for, and
    for the line that names those present, where it is asked who was."""
    entry: float = 1.5
    """For what an entry of a definition list says whose heading stands in the question, times its part of that."""
    heading: float = 0.9
    """For what stands right below a heading that is the question, times their likeness."""
    steps: float = 0.8
    """For a list in one piece, where steps are asked for."""
    label_of_thing: float = 0.8
    """For what speaks of the thing that is told apart by its label, "sample A", and against what speaks of others."""
    reason: float = 1.1
    """For what gives a reason, where it is asked why."""
    subject: float = 0.6
    """For what says of the thing that is asked for what it is, "The charter fee is …", and what is so now, if asked."""
    tenure: float = 1.2
    """For what says that somebody left a post, where it is asked who held it before; against it, where who holds it."""
    denial: float = 0.7
    """For what denies something, where it is asked what is not so, or must not be."""
    side: float = 1.0
    """For the first piece about a side of a comparison."""


FACT = Weights(
    rank=1.0,
    coverage=2.5,
    share_of_left=0.8,
    title=1.0,
    similarity=1.0,
    kind=0.2,
    focus=0.3,
    first=0.35,
    leads_here=1.0,
    leads_back=0.2,
    link=0.2,
    follows=0.0,
    length=0.15,
    rank_decay=0.2,
)
"""For questions that ask for one thing, perhaps behind another: links between passages lead on, at any rank."""

CHAIN = replace(FACT, link=0.8, whole_name=0.4)
"""For what lies behind another fact, in reports and minutes: no title says what a passage is about, names recur."""

LOOK_UP = replace(FACT, rank=1.5, rank_decay=0.3, kind=0.8, title=0.8, whole_name=0.4)
"""For one thing that one place of a report or a manual says: the first sources are nearly always the place."""

EXPLANATION = Weights(
    rank=1.4,
    coverage=3.0,
    share_of_left=0.3,
    title=0.0,
    similarity=2.0,
    kind=0.0,
    focus=0.0,
    first=0.35,
    leads_here=0.0,
    leads_back=0.4,
    link=0.0,
    follows=0.6,
    length=0.15,
    rank_decay=0.3,
)
"""For questions that ask how, why or what in general: what is most alike, and what follows it."""

LIMITS = Limits()
