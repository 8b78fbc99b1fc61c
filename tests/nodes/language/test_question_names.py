"""Names of questions in languages that write more than names with a capital."""

from __future__ import annotations

import pytest

from nodes.language.question_names import question_names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Ist die Haltung von Katzen in der Wohnung erlaubt?", ["Katzen"]),
        ("Wann zog die Firma Hask Marine nach Husum?", ["Firma Hask Marine", "Husum"]),
        ("Wann ist die nächste Sitzung?", []),
        ("Welche Firma baut den Solarpark?", []),
        ("Quelle Banque a prêté à Hask Marine ?", ["Banque", "Hask Marine"]),
        ("¿Cuál es el total de la factura?", []),
        ("Who won the Battle of the Bulge?", ["Battle of the Bulge"]),
        ("Who wrote La Vie en rose?", ["La Vie"]),
        ("Who is the CEO of Hask Marine?", ["Hask Marine"]),
        ("When did CFO Mara Lind leave the Quillfen Group?", ["Mara Lind", "Quillfen Group"]),
        ("Who is the new CTO?", []),
        ("Who owns the CEOX Group?", ["CEOX Group"]),
        ("Does the pump that I've cleaned need oil, and is it OK to paint it?", []),
        ("What is there to eat on Tuesday 12 November?", []),
        ("Who sang at the Friday 13 Club?", ["Friday 13 Club"]),
        ("The tank is an AX. Can I fill it?", ["AX"]),
        ("The disk holds 40 GB. Can I fill it?", []),
        ("How much did we spend on paint in March?", []),
        ("Why is it far higher in January than July?", []),
        ("Compare March and April", []),
        ("What did April Moss say in June?", ["April Moss"]),
        ("What did April say?", ["April"]),
        ("Who is June?", ["June"]),
    ],
)
def test_names(question: str, names: list[str]) -> None:
    assert question_names(question) == names
