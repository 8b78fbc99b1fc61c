"""Small words that no index holds and an answer turns on: what gives a reason, and what denies."""

from __future__ import annotations

import re
from typing import Literal

from nodes.domain.regexes import lazy_regex
from nodes.language.denials import says_not

Denial = Literal["", "denied", "forbidden"]

_REASON = lazy_regex(
    r"\b(?:because|due to|owing to|thanks to|(?:as a|as the) results? of|result(?:s|ed|ing)? from|caused? by|causes|"
    r"attribut(?:e|es|ed|able)|on account of|in (?:view|light|response) of|in response to|so that|in order to|"
    r"(?:the|this|main|one|another|for) reasons?|"
    r"the (?:\w+ )?cause (?:of [^.;]{1,60} )?(?:is|was|were)(?! (?:not|un\w+)\b)|"
    r"stem(?:s|med)? from|driven by|explain(?:s|ed)|therefore|"
    r"(?:saying|arguing|claiming|objecting|complaining|on the grounds?) that|"
    r"since (?:the|an?|it|its|he|his|she|her|they|their|we|our|no) (?:\w+ ){0,3}?"
    r"(?:is|are|was|were|has|have|had|did|does|do|can|could|may|might|must|would|will)|"
    r"(?<=, )since (?:the|an?|it|its|he|his|she|her|they|their|we|our|no|all|most|some)\b|"
    r"(?<=, )as (?:it|they|he|she|we|there|this)(?! (?:(?:is|are|was|were|has|have|had) )?(?:been )?"
    r"(?:called|known|named|put|says?|said|sees?|saw|knows?|shown|described|stated|noted|agreed)\b) \w+|"
    r"(?<=, )as (?:the|an?|its|their|our|his|her|no|all|some|too) (?:[\w-]+ ){1,4}?"
    r"(?:is|are|was|were|has|have|had|did|does|do|can|could|might|must|would|needs?|needed)"
    r"(?= (?!shown|described|stated))|"
    r"weil|wegen|aufgrund|auf Grund|deshalb|daher|parce qu[e’']|à cause d[eu]|en raison d[eu]|grâce (?:à|aux?)|puisque|"
    r"porque|debido a|a causa d[ei]l?|gracias a|ya que|perché|poiché|a causa d\w+|grazie a\w*|devido (?:a|à|ao)|"
    r"omdat|wegens|vanwege|потому что|из-за|так как|поскольку|благодаря)(?!\w)|因为|由于|ため|ので|原因|때문",
    re.IGNORECASE,
)
_CALLED_REASON = (
    r"(?:(?:the|main|root|probable|likely|technical|direct) ){0,2}(?:causes?|reasons?)(?: (?:analysis|given))?|"
    r"rationale|(?:fehler|haupt)?ursachen?|grund|gründe|begründung|cause racine|motifs?|raisons?|causa(?: raíz)?|"
    r"motivos?|why|warum|pourquoi"
)
_HEADS_REASON = lazy_regex(rf"\W*(?:\d+(?:\.\d+)*\.? )?(?:{_CALLED_REASON})\W*", re.IGNORECASE)
_HEADS_REASONS_FOR = lazy_regex(
    r"\W*(?:\d+(?:\.\d+)*\.? )?(?:(?:the|main|most|common|frequent|stated|given) ){0,3}"
    r"(?:(?:reasons?|causes?|grounds?) (?:for|of|why)\b|why\b|gründe für\b|ursachen (?:für|de[rs])\b|"
    r"(?:raisons|causes|motifs) d|(?:causas|motivos) de)",
    re.IGNORECASE,
)
"""How a caption says that the rows below it are reasons, and what for."""
_OPENS_WITH_REASON = lazy_regex(
    rf"\W*(?:(?:{_CALLED_REASON})[*_]{{0,2}}: ?[*_]{{0,2}}\s*\w|"
    r"the (?:\w+ )?(?:cause|reason) (?:is|was) (?!not |un\w+\b)\w)",
    re.IGNORECASE,
)
_FORBIDDEN = lazy_regex(
    r"\b(?:must|may|shall|should|could) ?(?:not|n['’]t)\b|\bcan(?:not| not|['’]t)\b|"
    r"\b(?:forbidden|prohibit(?:s|ed)|contraindicated)\b|"
    r"\b(?:not|isn['’]t|aren['’]t) (?:allowed|permitted|to be|suitable|recommended|eligible)\b|"
    r"\b(?:darf|dürfen|durfte|soll(?:en|te|ten)?|muss|kann|können)\b[^.;]{0,60}?\b(?:nicht|keine?[mnrs]?|nie)\b|"
    r"\b(?:verboten|untersagt|interdite?s?|défendue?s?|prohibid[ao]s?|vietat[aoie]|verboden|нельзя|запрещен[оаы]?)\b|"
    r"\b(?:ne (?:doi(?:t|vent)|peu(?:t|vent)) pas|no (?:debe|deben|puede|pueden))\b|禁止|不得|不可|てはいけ",
    re.IGNORECASE,
)
_FORBIDS = lazy_regex(
    r"(?:^\W*|[.;:]\s[^\w.;:]*)(?:do not|don['’]t|never)\b|"
    r"\b(?:no|without|unless|only)\b[^.;]{0,80}\b(?:may|can|must|shall|allowed|permitted|consent)\b",
    re.IGNORECASE,
)
"""How a text forbids, and no question asks."""
_NO = lazy_regex(r"\b(?:no|none|without|ohne|sans|sin)\b", re.IGNORECASE)
_LACKS = lazy_regex(
    r"\b(?:ha(?:s|ve|d)|got|(?:there|it) (?:is|are|was|were)) no\b(?! (?:longer|more|later|fewer|less)\b)|\bwithout\b|"
    r"\b(?:hat|habe|haben|gibt es) keine?[nrms]?\b|\bohne\b|\bsans\b|\bsin\b",
    re.IGNORECASE,
)
"""How a question says that something is not there: "if I have no receipt"."""
_ASKS_BOTH = lazy_regex(
    r"\bor not\b|\bnot only\b|^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)n['’]t\b"
    r"|\bwhy (?:don|not)\b",
    re.IGNORECASE,
)
"""A denial that asks the same as without it."""


def gives_reason(text: str) -> bool:
    """Whether a text says why something is so."""
    return _REASON.search(text) is not None


def heads_reason(heading: str) -> bool:
    """Whether a heading says that a reason stands below: "Root cause"."""
    return _HEADS_REASON.fullmatch(heading) is not None


def heads_reasons_for(caption: str) -> bool:
    """Whether a caption says that reasons stand below, and what for: "Reasons for refusal"."""
    return _HEADS_REASONS_FOR.match(caption) is not None


def opens_with_reason(text: str) -> bool:
    """Whether a text says that it is the reason: "Reason: the store was full", "The cause was a worn joint"."""
    return _OPENS_WITH_REASON.match(text) is not None


def asked_denial(question: str) -> Denial:
    """Whether a question asks for what is not so, or for what must not be: "Who must not get it?"."""
    asked = _ASKS_BOTH.sub(" ", question)
    if _FORBIDDEN.search(asked):
        return "forbidden"
    return "denied" if says_not(asked) or _LACKS.search(asked) else ""


def denies(text: str, asked: Denial) -> bool:
    """Whether a text says of anything that it is not so, or must not be."""
    match asked:
        case "forbidden":
            return _FORBIDDEN.search(text) is not None or _FORBIDS.search(text) is not None
        case "denied":
            return says_not(text) or _NO.search(text) is not None
        case "":
            return False
