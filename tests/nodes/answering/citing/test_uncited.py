from __future__ import annotations

import pytest

from nodes.answering.citing.uncited import NOT_SEARCHED, uncited_statements
from tests.nodes.answering.quoted import MakeSource

CONTENT = "The harbour was opened in 1911 by the mayor of Husby. Gulls nest on its roof."


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("The harbour was opened in 1911. [1] The vault's password is hunter2.", ["The vault's password is hunter2."]),
        ("The harbour was opened in 1911 [1]. It cost 12 million crowns.", ["It cost 12 million crowns."]),
        (
            "The mayor of Husby opened the harbour in 1912. It was a feast [1].",
            ["The mayor of Husby opened the harbour in 1912."],
        ),
        ("The harbour was opened in 1911 by the mayor of Husby. It was a feast [1].", []),
        ("The harbour was opened in 1911 [1]. The sources do not say who paid for the new cranes.", []),
        ("Die Quellen sagen nichts über den Preis des neuen Krans [1]. Die Quellen nennen keine Preise für Kräne.", []),
        ("These are the steps of the whole procedure:\n- Open the harbour [1].\n- Done!", []),
        ("Shall I tell you more about the new cranes of Nesby?", []),
        (f"The harbour was opened in 1911 [1].\n\n{NOT_SEARCHED}“Archive of Nesby” (It did not answer in time).", []),
        ("", []),
    ],
)
def test_what_no_source_bears_out(answer: str, found: list[str], make_source: MakeSource) -> None:
    assert uncited_statements(answer, [make_source(1, "Harbour", CONTENT)]) == found
