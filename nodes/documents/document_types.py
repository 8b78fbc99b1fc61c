"""What kind of document it is: by its media type, its name, its cover and its structure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.documents.code_files import is_source_file
from nodes.documents.code_lines import opens_as_code
from nodes.documents.excerpts import cover_text, head_text
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_NAME_RULES: tuple[tuple[str, str], ...] = (
    ("10-K", r"10 ?k(?:405)?"),
    ("10-Q", r"10 ?q"),
    ("8-K", r"8 ?k"),
    ("20-F", r"20 ?f"),
    ("earnings release", r"earnings(?: release)?|quartalsmitteilung"),
    ("press release", r"press ?release|pressemitteilung|communique"),
    ("annual report", r"annual ?report|geschaftsbericht|geschäftsbericht|rapport annuel|informe anual"),
    ("patent", r"patent|(?:us|ep|wo)\d{6,}[ab]?\d?"),
    ("contract", r"contract|agreement|vertrag|contrat|contrato|nda"),
    ("invoice", r"invoice|rechnung|facture|factura"),
    ("minutes", r"minutes|protokoll|proces verbal|procès verbal|acta"),
    ("manual", r"manual|handbook|handbuch|guide|anleitung|manuel|runbook"),
    ("letter", r"letter|brief|lettre|carta"),
    ("notes", r"notes?|notizen"),
    ("paper", r"paper|preprint"),
    ("slides", r"slides|deck|presentation|präsentation"),
)
_NAMES = [(kind, lazy_regex(rf"(?<![^\W_])(?:{pattern})(?![^\W_])")) for kind, pattern in _NAME_RULES]

_COVER_RULES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("10-K", ("10-k", "10k", "section 13"), r"\bform\s+10-?k\b|annual report pursuant to section 13"),
    ("10-Q", ("10-q", "10q", "section 13"), r"\bform\s+10-?q\b|quarterly report pursuant to section 13"),
    ("8-K", ("8-k", "8k", "section 13"), r"\bform\s+8-?k\b|current report\s+pursuant to section 13"),
    ("20-F", ("20-f", "20f"), r"\bform\s+20-?f\b"),
    (
        "patent",
        ("patent",),
        r"\b(?:united states patent|patent (?:no|number|application publication)\b|patentschrift)",
    ),
    (
        "press release",
        ("release", "presse"),
        r"\b(?:for immediate release|press release|pressemitteilung|communiqué de presse)\b",
    ),
    (
        "invoice",
        ("invoice", "rechnung", "factur"),
        r"\b(?:invoice (?:no|number|date)|rechnungsnummer|rechnungs-?nr|n° de facture|factura n)",
    ),
    (
        "minutes",
        ("minutes", "protokoll", "procès", "acta", "attend", "present", "anwesend", "teilnehmer", "apologies"),
        r"\b(?:minutes of (?:the|a)|meeting minutes|board minutes|sitzungsprotokoll|procès-verbal|acta de la)\b|"
        r"^[^\w\n]*(?:attendees|present|anwesend|teilnehmer|apologies)\W*:",
    ),
    (
        "contract",
        ("between", "agreement", "contract", "hereinafter", "zwischen", "entre les", "contrato"),
        r"\bby and between\b|\bthis (?:\w+ ){0,3}(?:agreement|contract) (?:is|was|\(|shall|made|entered|between)|"
        r"\bhereinafter\b|\bzwischen .{3,80} und .{3,80}(?:nachfolgend|im folgenden)|\bentre les soussignés\b|"
        r"\bel presente contrato\b",
    ),
    (
        "annual report",
        ("annual report", "geschäftsbericht", "rapport annuel", "informe anual"),
        r"^[^\w\n]*+(?:\w++\W++){0,4}(?:annual report|geschäftsbericht|rapport annuel|informe anual)\b",
    ),
    (
        "earnings release",
        ("results",),
        r"\b(?:reports?|announces?|reported) .{0,60}(?:quarter|full[- ]year|fiscal \d{4}).{0,40}\bresults\b",
    ),
    (
        "letter",
        ("dear ", "sehr geehrte", "chère", "cher ", "estimad"),
        r"^[^\w\n]*(?:dear|sehr geehrte[rs]?|chère?s?|estimad[oa]s?)\s[^\n]{2,60}[,:]\s*$",
    ),
    (
        "manual",
        ("manual", "guide", "handbook", "handbuch"),
        r"\b(?:user|owner'?s|safety|installation|operating|reference) (?:manual|guide|handbook)\b|\bhandbuch\b",
    ),
)
"""Kind, literals of which one is needed, pattern; all in small letters."""
_COVERS = [(kind, needed, lazy_regex(pattern, re.MULTILINE)) for kind, needed, pattern in _COVER_RULES]
_ABSTRACT = lazy_regex(r"^[^\w\n]*(?:abstract|zusammenfassung|résumé|resumen)\b", re.MULTILINE)
_REFERENCES = lazy_regex(
    r"^[^\w\n]*(?:\d++\W+)?(?:references|bibliography|literatur(?:verzeichnis)?|bibliographie|referencias)\W*$",
    re.MULTILINE,
)
_CLAIMS = lazy_regex(r"\b(?:what is claimed is|we claim|i claim|patentansprüche|revendications)\b")
_ENTRY = lazy_regex(
    r"(?:is|was|are|were|ist|war|sind|est|était|sont|es|fue|era|è|fu|é|foi)\s+(?:an?|the|one|ein|eine|der|die|das|un|une|"
    r"le|la|una|um|uma|uno)\b"
)
_SPREADSHEET = lazy_regex(r"\.(?:xlsx?|ods|csv|tsv)$", re.IGNORECASE)
_SLIDES = lazy_regex(r"\.(?:pptx?|odp|key)$", re.IGNORECASE)
_SHORT_DOCUMENT = 6000
"""Characters of a document of one page that may be an entry of an encyclopaedia."""


def document_type(pages: Sequence[Page], file_name: str, media_type: str, title: str) -> str | None:
    """The kind of a document, or None where nothing tells.

    One of `10-K, 10-Q, 8-K, 20-F, earnings release, annual report, press release, paper, patent, contract, invoice,
    slides, spreadsheet, manual, minutes, letter, source code, notes, article` (an entry as in an encyclopaedia).
    In this order: what the format itself says (a spreadsheet, slides, source code); words of the file name; words of
    the title; the cover; the structure (claims, abstract and references); and for a short text an opening that says
    what its subject is.
    """
    cover = cover_text(pages)
    # The patterns are in small letters: matching them so is several times faster than ignoring case.
    small = cover.lower()
    return (
        _by_format(file_name, media_type)
        or _by_name(file_name.rsplit(".", 1)[0])
        or _by_structure(pages, small)
        or _by_cover(small)
        or _by_name(title)
        or _by_shape(pages, cover)
    )


def _by_format(file_name: str, media_type: str) -> str | None:
    if _SPREADSHEET.search(file_name) or "spreadsheet" in media_type or media_type == "text/csv":
        return "spreadsheet"
    if _SLIDES.search(file_name) or "presentation" in media_type:
        return "slides"
    return "source code" if is_source_file(file_name) else None


def _by_name(name: str) -> str | None:
    words = re.sub(r"[_.-]+", " ", name.lower())
    return next((kind for kind, pattern in _NAMES if pattern.search(words)), None)


def _by_cover(cover: str) -> str | None:
    for kind, needed, pattern in _COVERS:
        if any(literal in cover for literal in needed) and pattern.search(cover):
            return kind
    return None


def _by_structure(pages: Sequence[Page], cover: str) -> str | None:
    """A paper has an abstract first and references last; a patent has claims."""
    if _ABSTRACT.search(cover) and any(_REFERENCES.search(page["text"].lower()) for page in pages[-12:]):
        return "paper"
    if _CLAIMS.search(head_text(pages[-6:], 40_000).lower()) or (_CLAIMS.search(cover) is not None):
        return "patent"
    return None


def _by_shape(pages: Sequence[Page], cover: str) -> str | None:
    if opens_as_code(cover):
        return "source code"
    if len(pages) == 1 and len(pages[0]["text"]) <= _SHORT_DOCUMENT and _ENTRY.search(cover[:250]):
        return "article"
    return None
