"""Lists of words: those that carry no content, tell an answerer what to do, or are told by their form or place."""

from __future__ import annotations

from nodes.language.numbers import NUMBER_WORDS

STOP_WORDS = frozenset(
    """
    a about above after again against all also although am among amongst an and any are as at be because been before
    being below between both but by can could did do does doing down during each either else ever few for from further
    had has have having he hence her here hers herself him himself his how however i if in into is it its itself just
    let many may me might more most much must my myself neither no nor not now of off on once only onto or other ought
    our ours ourselves out over own per rather same shall she should since so some such than that the their theirs
    them themselves then there thereby these they this those though through thus to too toward towards under unless
    until up upon us very via was we were what whatever when where whereas whether which while who whom whose why will
    with within without would yes yet you your yours yourself yourselves s t d ll re ve m
    """.split()
)

CAPITAL_WORDS = frozenset({"IT", "US", "WHO"})
"""Names in capitals, and stop words otherwise."""

SUSPENDING_WORDS = frozenset("and or to und oder bis et ou y o e en of".split())
"""What may follow a hyphen that stands for the rest of a word: "short- and long-term"."""

INSTRUCTION_WORDS = frozenset(
    """
    answer answering answers assume assuming base based briefly calculate compute consider considering
    defined describe detail detailed details determine discuss
    explain express find following give given identify indicate kindly list
    locate looking mention mentioned need note outline outlined percents place places please primarily provide provided
    question refer regarding relate relevant reply report reported respond
    show shown specify state stated stating summarize summarise tell understand use
    used useful using utilize utilizing want write
    """.split()
)
"""Dropped from what is searched where enough other words remain; a question made of nothing else keeps them."""

ANSWERING_WORDS = frozenset(
    """
    answer ask base cite compare consider define describe discuss elaborate explain express format give highlight
    include inform keep know limit list mention name note outline present provide put quote read reply respond response
    result return rewrite round say show speak start state structure summarize summarise tell think translate use verify
    want write check make need help like wonder understand know look rely stick assume avoid skip omit leave drop forget
    add

    bold bullet character chart column csv decimal essay example form heading html introduction item json language
    length letter line list markdown number outline overview page paragraph part passage phrase place point preamble
    prose question quotation reason row section sentence statement step summary table text title tone word xml

    accurate brief briefly clear clearly complete comprehensive concise concisely correct detail detailed direct easy
    exact exactly explicit factual formal friendly full informal layman long longer neutral objective plain polite
    possible precise precisely professional quick quickly short shortly shorter simple simply technical thorough
    understandable useful

    attached available context data document fact file figure given information knowledge material provided reference
    source citation evidence

    english chinese dutch french german italian japanese korean portuguese russian spanish

    certain disclaimer filler guess hallucinate honest imagine invent jargon pretend repeat speculate sure unsure

    cheers dear good hello hey hi hope kindly please regards sorry thank thanks welcome

    least max maximum min minimum single
    """.split()
).union(NUMBER_WORDS)
"""What is spoken of where a sentence beside a question says how the answer should be, greets or thanks."""
