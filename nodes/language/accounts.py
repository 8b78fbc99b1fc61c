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


PLANNED = frozenset(analyse("budget budgeted plan planned forecast estimate estimated target geplant"))
SPENT = frozenset(analyse("actual actuals spent cost costs outturn Ist"))
"""What heads the columns of what was planned, and of what it came to."""


def called_in_accounts(terms: frozenset[str]) -> frozenset[str]:
    """Terms, and what else accounts call what one of them is."""
    return terms.union(*(called for called in _CALLED_ALIKE if called & terms))
