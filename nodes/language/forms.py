"""Document types that a question names, in the spelling of `nodes.documents.document_types`."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS

_COUNTED = (
    r"(?:dollars?|euros?|usd|eur|gbp|people|persons|employees|users|customers|shares|units|miles|met(?:er|re)s|runs?|"
    r"races?|steps|words|tokens|rows|items|resolution|times|years|hours|tons?)"
)
_FILINGS = (("10-K", "10", "k"), ("10-Q", "10", "q"), ("8-K", "8", "k"), ("20-F", "20", "f"))
_PLAIN: tuple[tuple[str, str], ...] = (
    *(
        (
            form,
            # "10k" alone may be an amount: money before it, or what is counted behind it, says so.
            rf"(?<![^\W_])(?<![$€£¥.,-])(?<!paid )(?<!cost )(?<!over )(?<!about )(?<!than )(?<!around )(?<!under )"
            rf"(?:form\s{number}\s|{number}[-–‑]?){letter}(?:405)?(?:/A)?s?(?![^\W_]|-)(?!\s+{_COUNTED}\b)",
        )
        for form, number, letter in _FILINGS
    ),
    ("10-Q", r"\bquarterly reports?\b|\bquartalsberichte?\b"),
    (
        "earnings release",
        r"\bearnings (?:press )?(?:releases?|calls?|reports?|announcements?|transcripts?|statements?)\b|"
        r"\b(?:quarterly|results) (?:press )?releases?\b|\bquartalsmitteilung\b",
    ),
    ("press release", r"\b(?:press|news|media) releases?\b|\bpressemitteilung(?:en)?\b|\bcommuniqués? de presse\b"),
    (
        "annual report",
        r"\bannual (?:financial )?(?:reports?|filings?)\b|\bgeschäftsberichte?\b|\brapports? annuels?\b|"
        r"\binformes? anual(?:es)?\b",
    ),
    ("patent", r"\b(?:u\.?s\.?|european|parent) patents?\b|\bpatent (?:no|numbers?|applications?|claims?)\b"),
    ("invoice", r"\b(?:invoices?|rechnung(?:en)?|factures?|facturas?)\b"),
    ("slides", r"\b(?:slides|slide decks?|pitch decks?|powerpoints?)\b"),
    ("spreadsheet", r"\bspreadsheets?\b"),
    ("manual", r"\b(?:user|owner['’]?s?|safety|operating|installation) (?:manual|guide)s?\b|\b(?:hand|run)books?\b"),
    ("minutes", r"\b(?:meeting|board) minutes\b|\bminutes of (?:the|a|our)\b|\bprotokolle?\b|\bprocès-verbal\b"),
    ("letter", r"\b(?:shareholder|investor|ceo)['’]?s? letters?\b|\bletters? to (?:\w+ )?(?:share|stock)holders\b"),
    ("source code", r"\bsource code\b"),
    ("notes", r"\b(?:meeting|lecture|release|field) notes\b"),
    ("paper", r"\b(?:research|conference|scientific) papers?\b|\bpreprints?\b"),
)
_SPOKEN_OF: tuple[tuple[str, str], ...] = (
    ("patent", r"patents?|patentschrift"),
    ("contract", r"contracts?|agreements?|vertrag|verträge|contrats?|contratos?"),
    ("manual", r"manuals?|guide|handbuch|handbücher"),
    ("minutes", r"minutes"),
    ("letter", r"letters?(?! of credit)"),
    ("paper", r"papers?"),
    ("slides", r"deck|presentation"),
)
_DETERMINER = r"(?:the|this|that|these|those|which|what|its|their|our|his|her|each|both|der|die|das|dem|den|le|la|el)"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    *((form, lazy_regex(pattern, re.IGNORECASE)) for form, pattern in _PLAIN),
    *(
        (
            form,
            lazy_regex(
                rf"\b(?P<asked>(?:do|does|did) )?{_DETERMINER} (?:{words})\b"
                rf"(?=(?:\s+(?P<next>[\w$]+)(?:\s+(?P<then>\w+))?)?)",
                re.IGNORECASE,
            ),
        )
        for form, words in _SPOKEN_OF
    ),
)
_VERBS = frozenset({"say", "says", "said", "titled", "entitled", "called", "dated", "signed", "claim", "claims"})
_ALSO_FILED_AS = {"annual report": ("10-K", "20-F")}


def find_forms(question: str) -> list[str]:
    """The document types that a question names, in order of appearance, without repeats.

    Reads filings ("8k filing", "10K", "Form 10-Q") unless they are amounts ("$10k", "10k people"), and types by name
    ("annual report", "earnings call", "press release", "user manual", "meeting minutes"). Words that mean other things
    as well ("paper", "letter", "contract") count behind an article or the like, and only where no noun follows that
    they belong to ("the paper industry"). An annual report brings along the forms that one is filed on, after all that
    is named: a listed company's annual report is its 10-K or 20-F (Securities Exchange Act, section 13).
    """
    found: list[tuple[int, int, str]] = []
    for order, (form, pattern) in enumerate(_PATTERNS):
        match = next((match for match in pattern.finditer(question) if _stands_alone(match)), None)
        if match is not None:
            found.append((match.start(), order, form))
    named = dict.fromkeys(form for _start, _order, form in sorted(found))
    return list(dict.fromkeys([*named, *(filed for form in named for filed in _ALSO_FILED_AS.get(form, ()))]))


def _stands_alone(match: re.Match[str]) -> bool:
    """Whether no noun follows that the word belongs to; patterns that need not ask have no such groups.

    Function words and verbs of speech follow a document; so does any verb after "does the", and that it is a verb
    shows where it ends the question or a function word comes next ("does the contract end in May").
    """
    groups = match.groupdict()
    following, then = ((groups.get(name) or "").lower() for name in ("next", "then"))
    if not following or following in STOP_WORDS or following in INSTRUCTION_WORDS or following in _VERBS:
        return True
    return bool(groups["asked"]) and following.isalpha() and (not then or then in STOP_WORDS)
