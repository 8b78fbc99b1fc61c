"""Who was there, asked and said in other languages than English."""

from __future__ import annotations

import pytest

from nodes.answering.implied.attendance import asks_attendance, tells_attendance


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Wer fehlte bei der Sitzung?", "Entschuldigt: Ute Harms."),
        ("Qui était absent ?", "Absent : M. Paul Roche."),
        ("¿Quién faltó a la junta?", "Excusa su ausencia: Andrés Gil."),
        ("Chi era assente?", "Assenti: Anna Ferri."),
    ],
)
def test_who_was_absent(question: str, line: str) -> None:
    assert asks_attendance(question) == "absent"
    assert tells_attendance(line, "absent")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Wer war bei der Sitzung anwesend?", "Anwesend: Klaus Reimers, Meike Lüders."),
        ("Qui a participé à la réunion ?", "Présents : Mme Claire Fontaine, M. Hugo Lemaire."),
    ],
)
def test_who_was_present(question: str, line: str) -> None:
    assert asks_attendance(question) == "present"
    assert tells_attendance(line, "present")
