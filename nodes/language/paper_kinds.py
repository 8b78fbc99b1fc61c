"""Kinds of papers of which people have several that look alike, by what these call themselves."""

from __future__ import annotations

import re

from nodes.language.contracts import CONTRACT

_KINDS = {
    "contract": CONTRACT,
    "offer": re.compile(
        r"\b(?:offers?|quotations?|quotes?|tenders?|estimates?|proposals?|bids?|enquiry|angebot|kostenvoranschlag|devis|"
        r"presupuesto)\b",
        re.IGNORECASE,
    ),
    "bill": re.compile(r"\b(?:invoices?|bills?|receipts?|rechnung|facture|factura)\b", re.IGNORECASE),
    "post": re.compile(
        r"\b(?:jobs?|vacanc(?:y|ies)|posts?|positions?|roles?|we are looking for|recruit\w*|stellen?\w*)\b",
        re.IGNORECASE,
    ),
    "curriculum": re.compile(r"\b(?:curricul(?:um|a)(?: vitae)?|cvs?|résumé|lebenslauf)\b", re.IGNORECASE),
    "minutes": re.compile(r"\b(?:minutes|meetings?|committee|sitzung|protokoll|réunion|acta)\b", re.IGNORECASE),
    "report": re.compile(r"\b(?:reports?|reviews?|quarter\w*|monthly|bericht|rapport|informe)\b", re.IGNORECASE),
    "inspection": re.compile(
        r"\b(?:inspections?|examinations?|certificates?|surveys?|audits?|tests?|inspektion|begehung|prüfung)\b",
        re.IGNORECASE,
    ),
    "incident": re.compile(r"\b(?:incidents?|accidents?|outages?|post-?mortems?|störung)\b", re.IGNORECASE),
}
OF_A_TIME = frozenset({"minutes", "report", "inspection", "incident"})
"""What is one of a series, each of its day, month or quarter."""


def paper_kinds(text: str) -> frozenset[str]:
    """The kinds that a title, or the lines above a text, name, such as `contract` or `offer`; often one, or none."""
    return frozenset(kind for kind, named in _KINDS.items() if named.search(text))
