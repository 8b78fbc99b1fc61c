"""Questions in other languages than English, answered from texts in theirs."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.inflections import with_inflections
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("Quand commencent les travaux ?", "Ils commenceront le 8 juillet.", True),
        ("¿Cuándo vence el pago?", "Vencimiento: 5 de julio.", True),
        ("Wann beginnt die Miete?", "Beginn: 1. April.", True),
        ("Darf man Fische in der Wanne halten?", "Sie werden dort gehalten.", True),
        ("Was ist im Gehalt enthalten?", "Das Gehalt wird gezahlt.", True),
        ("Wie hoch ist der Preis?", "Einzelpreis: 12 Euro", True),
        ("Wie hoch ist der Preis?", "Die Preisliste liegt bei.", False),
        ("Wie hoch ist die Miete?", "Kleinreparaturen zahlt die Mieterin.", False),
        ("Wie hoch ist die Miete?", "Drei Mieten sind Kaution.", True),
        ("Wer ist der Mieter?", "Die Mieterin ist Ada Berg.", True),
        ("Wann beginnt die Miete?", "Der Zaun ist hoch.", False),
        ("When does the rent begin?", "Beginn: 1. April.", False),
    ],
)
def test_other_forms_of_a_word_are_held(make_source: MakeSource, question: str, text: str, held: bool) -> None:
    terms = frozenset(asked_terms(question))
    (piece,) = with_inflections(evidence_of([make_source(1, "Blatt", text)]), question, terms)
    assert bool(piece.terms & terms) is held


LEASE = """Die Grundmiete beträgt monatlich 850,00 Euro. Die Kündigungsfrist beträgt drei Monate.
Das Mietverhältnis beginnt am 1. April 2024 und läuft auf unbestimmte Zeit."""
MINUTES = """Le conseil approuve le devis pour un montant de 48 600 euros. Les travaux commenceront le 8 juillet 2024.
Absent : M. Paul Roche. Le club de judo reçoit 1 200 euros."""
RULES = "休憩時間は正午から1時間とする。\n年間10日の有給休暇を与える。\n賞与は毎年7月と12月に支給する。"


@pytest.mark.parametrize(
    ("text", "question", "quote"),
    [
        (LEASE, "Wie hoch ist die Grundmiete?", "Die Grundmiete beträgt monatlich 850,00 Euro."),
        (LEASE, "Wie lang ist die Kündigungsfrist?", "Die Kündigungsfrist beträgt drei Monate."),
        (
            LEASE,
            "Wann beginnt das Mietverhältnis?",
            "Das Mietverhältnis beginnt am 1. April 2024 und läuft auf unbestimmte Zeit.",
        ),
        (MINUTES, "Quand commencent les travaux ?", "Les travaux commenceront le 8 juillet 2024."),
        (MINUTES, "Qui était absent ?", "Absent : M. Paul Roche."),
        (MINUTES, "Combien reçoit le club de judo ?", "Le club de judo reçoit 1 200 euros."),
        (RULES, "有給休暇は何日ですか?", "年間10日の有給休暇を与える。"),
        (RULES, "賞与はいつ支給されますか", "賞与は毎年7月と12月に支給する。"),
    ],
)
def test_a_question_is_answered_in_its_language(
    make_source: MakeSource, embed: Embed, text: str, question: str, quote: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Blatt", text)], embed)
    assert draft.citations[0]["quote"] == quote


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Wie heißt der Hausmeister?", "“Hausmeister”"),
        ("Combien coûte la piscine ?", "“piscine”"),
        ("社長は誰ですか?", "“社長”"),
    ],
)
def test_what_nothing_says_is_refused_in_so_many_words(
    make_source: MakeSource, embed: Embed, question: str, missing: str
) -> None:
    sources = [make_source(1, "Blatt", f"{LEASE}\n{MINUTES}\n{RULES}")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.status == "no_evidence"
    assert f"do not mention {missing}." in draft.answer
