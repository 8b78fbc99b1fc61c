"""Where somebody studied, told by degrees."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.education import asks_education
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CV = "Lukas Brandt\n\n2017 - 2021: City of Freiburg, GIS developer\n\n{}\n\nGerman (native), English (C1)\n"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Where did Lukas Brandt study?", {"studi"}),
        ("What did she study in Bergen?", {"studi"}),
        ("Where has Ada graduated?", {"graduat"}),
        ("What is her highest degree?", {"degre"}),
        ("Wo hat Ada studiert?", {"studiert"}),
        ("What did the study find?", set()),
        ("Which study is the largest?", set()),
        ("Who lives in Bergen?", set()),
    ],
)
def test_questions_for_where_somebody_studied(question: str, asked: set[str]) -> None:
    assert asks_education(question) == asked


@pytest.mark.parametrize(
    "told",
    [
        "2015: MSc geomatics, Karlsruhe Institute of Technology",
        "MSc in geomatics, University of Ghana, 2012",
        "Ph.D. in marine ecology, Bergen, 2016",
        "Master's degree in law, University of Oslo",
        "Diplom-Ingenieur, Technische Universität Berlin",
    ],
)
def test_a_degree_tells_it(make_source: MakeSource, embed: Embed, told: str) -> None:
    question = "Where did Lukas Brandt study?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lukas Brandt", CV.format(told))], embed)
    assert draft.citations[0]["quote"] == told
