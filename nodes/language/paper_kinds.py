"""Kinds of papers of which people have several that look alike, by what these call themselves."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.contracts import CONTRACT
from nodes.language.terms import analyse

_KINDS = {
    "contract": CONTRACT,
    "offer": lazy_regex(
        r"\b(?:offers?|quotations?|quotes?|tenders?|estimates?|proposals?|bids?|enquiry|angebot|kostenvoranschlag|devis|"
        r"presupuesto)\b",
        re.IGNORECASE,
    ),
    "bill": lazy_regex(r"\b(?:invoices?|bills?|receipts?|rechnung|facture|factura)\b", re.IGNORECASE),
    "post": lazy_regex(
        r"\b(?:jobs?|vacanc(?:y|ies)|posts?|positions?|roles?|we are looking for|recruit\w*|stellen?\w*)\b",
        re.IGNORECASE,
    ),
    "curriculum": lazy_regex(r"\b(?:curricul(?:um|a)(?: vitae)?|cvs?|résumé|lebenslauf)\b", re.IGNORECASE),
    "minutes": lazy_regex(r"\b(?:minutes|meetings?|committee|sitzung|protokoll|réunion|acta)\b", re.IGNORECASE),
    "report": lazy_regex(r"\b(?:reports?|reviews?|quarter\w*|monthly|bericht|rapport|informe)\b", re.IGNORECASE),
    "inspection": lazy_regex(
        r"\b(?:inspections?|examinations?|certificates?|surveys?|audits?|tests?|inspektion|begehung|prüfung)\b",
        re.IGNORECASE,
    ),
    "incident": lazy_regex(r"\b(?:incidents?|accidents?|outages?|post-?mortems?|störung)\b", re.IGNORECASE),
}
CALLED = {
    "contract": "contract contracts agreement agreements lease leases",
    "offer": "offer offers quotation quotations quote quotes tender tenders estimate estimates proposal proposals bid",
    "bill": "invoice invoices bill bills",
    "post": "job jobs vacancy vacancies post posts position positions",
    "curriculum": "curriculum cv resume lebenslauf",
    "minutes": "minutes meeting",
    "report": "report reports",
    "inspection": "inspection inspections examination certificate certificates survey surveys audit audits",
    "incident": "incident incidents outage outages",
}
"""Words by which papers of each kind are found."""
OF_A_TIME = frozenset({"minutes", "report", "inspection", "incident"})
"""What is one of a series, each of its day, month or quarter."""


def paper_kinds(text: str) -> frozenset[str]:
    """The kinds that a title, or the lines above a text, name, such as `contract` or `offer`; often one, or none."""
    return frozenset(kind for kind, named in _KINDS.items() if named.search(text))


def paper_terms(text: str) -> frozenset[str]:
    """The terms by which a text names kinds of papers: "offers"."""
    return frozenset(
        term for named in _KINDS.values() for found in named.finditer(text) for term in analyse(found.group())
    )
