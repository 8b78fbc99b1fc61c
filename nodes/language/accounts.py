"""What accounts call what comes in and what goes out: "Spending" of one is "Costs" of another."""

from __future__ import annotations

from nodes.language.terms import analyse

_CALLED_ALIKE = tuple(
    frozenset(analyse(words))
    for words in (
        "cost costs expense expenses expenditure spending outgoings Ausgabe Ausgaben Kosten Aufwendungen",
        "income revenue revenues receipts takings Einnahme Einnahmen Erträge",
    )
)


def called_in_accounts(terms: frozenset[str]) -> frozenset[str]:
    """Terms, and what else accounts call what one of them is."""
    return terms.union(*(called for called in _CALLED_ALIKE if called & terms))
