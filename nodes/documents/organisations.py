"""Organisations that a document speaks of, its owner first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from nodes.documents.capitals import CAPITALISED, without_function_words
from nodes.documents.excerpts import cover_text, spread_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import fold, normalise_name

_LEGAL = (
    r"(?:Incorporated(?! by)|INCORPORATED(?! BY)|Inc\.?|INC\.?|Corporation|CORPORATION|Corp\.?|CORP\.?|Company|COMPANY|"
    r"C[oO]\.(?! L[tT][dD])|Limited|LIMITED|Ltd\.?|LTD\.?|L\.?L\.?C\.?|L\.?L\.?P\.?|"
    r"[Pp]lc|PLC|GmbH(?: & Co\. KG)?|AG|SE|KG|KGaA|e\.V\.|S\.A\.S?\.?|SAS|SARL|S\.p\.A\.|S\.?r\.?l\.|B\.V\.|N\.V\.|AB|"
    r"ASA|Oyj?|A/S|ApS|Pty\.?(?: Ltd\.?)?)"
)
_LEGAL_FORMS = rf"(?:(?:,| &)? {_LEGAL}(?![^\W_])){{1,2}}"
"""At the end of a name: "& Co.", "Company, Inc."."""
_BODY = (
    r"(?:Institute|Institut|University|Universität|Universidad|Université|College|Bank|Foundation|Stiftung|Association|"
    r"Society|Agency|Authority|Commission|Council|Committee|Ministry|Laborator(?:y|ies)|Hospital|Museum|Group|Holdings?|"
    r"Partners|Trust|Union|Cooperative|Genossenschaft|Consortium|Airlines|Industries|Systems|Technologies)"
)
_LED = (
    r"(?:University|Institute|Bank|Ministry|Department|Academy|Bureau|Museum|Universität|Université|Universidad|"
    r"Ministère|Ministerio|Banco|Banque|Hochschule)"
)
_ORGANISATION = lazy_regex(
    rf"(?<![^\W_])(?:(?P<legal>{CAPITALISED}(?: (?:& |and |of |und |et )?{CAPITALISED}){{0,5}}?{_LEGAL_FORMS})"
    rf"|(?P<led>{_LED} (?:of|for|für|de|del|di|du|der)(?: (?:the|la|las|los))? {CAPITALISED}"
    rf"(?: (?:(?:and|und|et|y) (?!{_LED}|{_BODY})|of )?(?!{_LED}){CAPITALISED}){{0,3}})"
    rf"|(?P<body>{CAPITALISED}(?: (?:of |and |for |& )?{CAPITALISED}){{0,4}}? {_BODY})(?![^\W_]))"
)
_LETTERHEAD = lazy_regex(
    rf"{CAPITALISED}(?: (?:(?:of|and|for|&) (?:the )?)?{CAPITALISED}){{0,5}}? "
    r"(?:Academy|Brewery|Builders|Centre|Center|Charity|Choir|Church|Clinic|Club|Consultants|Consulting|Dairy|Department|"
    r"Engineering|Farm|Federation|Garage|Guild|Hotel|League|Library|Motors|Orchestra|Practice|School|Services?|Solutions|"
    r"Stores|Surgery|Team|Theatre|Theater|Verein|Works|Workshop)"
)
"""What else is called so that writes papers: too many other things are to find it in running text."""
_HINT = lazy_regex(rf"(?<![^\W_])(?:{_LEGAL}|{_BODY}|{_LED})(?![^\W_])")
_SAYS_NOTHING = frozenset(
    ["company", "holding", "member", "operating", "parent", "private", "public", "reporting", "shell"]
)
"""Words of contracts and filings that are written as names are: "the Parent Company"."""
_PART_BEHIND = lazy_regex(r" +[–—-] +|: ")
_APOSTROPHE = lazy_regex(r"['’](?=[sS]\b)")
_ABBREVIATED = lazy_regex(r"\b(?:Llp|Llc|Plc|Gmbh|Ag|Se|Kg|Sas|Sarl|Ab|Asa)\b")
_REACH = 80
"""Characters around a telling word in which a name is looked for."""
_MOST = 10
"""Organisations of one document."""
_WEIGHTS = {"legal": 3, "led": 2, "body": 1}


def document_organisations(pages: Sequence[Page], file_name: str, title: str) -> list[str]:
    """Names of companies, institutes and the like, at most ten: the owner first, then the commonest.

    A name is a run of capitalised words that ends in a legal form (`Inc.`, `GmbH`, `S.p.A.`) or in a word for a body
    (`Institute`, `Bank`), or that such a word leads (`University of …`). The owner is one that the file name or the
    title names, in part at least; else the first with a legal form that has a line of page one to itself, as on covers
    and letterheads. Ways to write one name (case, punctuation, legal form) count together; the commonest is shown,
    capitals throughout only where there is no other.
    """
    counts: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    weights: dict[str, int] = {}
    for kind, name in _names(spread_text(pages, 30_000)):
        key = bare_name(name)
        counts[key] += 1
        forms.setdefault(key, Counter())[name] += 1
        weights[key] = max(weights.get(key, 0), _WEIGHTS[kind])
    for key in [key for key in counts if any(other.endswith(f" {key}") for other in counts)]:
        # "Exchange Commission" at the start of a line is what a line break left of a longer name.
        del counts[key]
    owner = normalise_name(f"{file_name.rsplit('.', 1)[0]} {title}")
    on_cover = _on_cover(cover_text(pages))

    def rank(key: str) -> tuple[bool, bool, int, int, str]:
        return (not _is_owner(key, owner), key != on_cover, -counts[key] * weights[key], -weights[key], key)

    return [_shown(forms[key]) for key in sorted(counts, key=rank)[:_MOST] if key]


def _on_cover(cover: str) -> str:
    """The key of the first organisation with a legal form that a line of the cover consists of; empty without."""
    lines = (line.strip(" _*|") for line in cover.splitlines())
    names = (name for line in lines for kind, name in _names(line) if kind == "legal" and len(name) + 4 >= len(line))
    return next(map(bare_name, names), "")


def _names(text: str) -> list[tuple[str, str]]:
    """Kind and name of every organisation; only the neighbourhood of a telling word is looked at."""
    found: list[tuple[str, str]] = []
    position = 0
    for hint in _HINT.finditer(text):
        if hint.start() < position:
            continue
        line = text.rfind("\n", max(0, hint.start() - _REACH), hint.start()) + 1
        start = max(position, line, hint.start() - _REACH)
        for match in _ORGANISATION.finditer(text, start, min(len(text), hint.end() + _REACH)):
            if match.start() > hint.end():
                break
            position = max(position, match.end())
            name = without_function_words(match.group()).rstrip(",")
            if match.lastgroup and not _SAYS_NOTHING.issuperset(bare_name(name).split()):
                found.append((match.lastgroup, name))
    return found


def is_organisation(line: str) -> bool:
    """Whether a line is the name of an organisation, perhaps with a part of it behind a dash, and nothing else."""
    # A possessor is no part of a name in running text, and stands for nothing else here.
    name = _APOSTROPHE.sub("", _PART_BEHIND.split(line.strip(" *_"), maxsplit=1)[0])
    if name.isupper():
        name = _ABBREVIATED.sub(lambda found: found.group().upper(), name.title())
    return _ORGANISATION.fullmatch(name) is not None or _LETTERHEAD.fullmatch(name) is not None


def bare_name(name: str) -> str:
    """A name normalised and without its legal form, so that "Acme Inc." and "Acme, Inc" are one."""
    bare = re.sub(rf"{_LEGAL_FORMS}$", "", name.title() if name.isupper() else name)
    return normalise_name(bare)


def _shown(forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (form.isupper(), -forms[form], form))


def _is_owner(key: str, owner: str) -> bool:
    """Whether the first words of the name stand in the file name or title, perhaps written together."""
    words = [word for word in key.split() if len(word) > 2 and word not in STOP_WORDS]
    return bool(words) and (words[0] in owner.split() or fold("".join(words)) in owner.replace(" ", ""))
