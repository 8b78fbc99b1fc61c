"""What docs/ranking.md says of options, settings, limits and likeness is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.learning.fitting import LEAST_QUESTIONS
from app.models.question_vectors import MOST_IN_MEMORY, MOST_KEPT
from app.models.wordllama import embed
from app.settings import Settings, known_keys, variable
from nodes.chat.rerank import FEWEST_RATED
from nodes.domain.options import Options

GUIDE = (Path(__file__).parents[1] / "docs" / "ranking.md").read_text(encoding="utf-8")
ONE_LINE = " ".join(GUIDE.split())


def test_every_variable_and_option_that_it_names_is_there() -> None:
    variables = set(re.findall(r"SHEAF_[A-Z_]+[A-Z]", GUIDE))
    assert variables
    assert variables - {"SHEAF_CHAT"} <= {variable(key) for key in known_keys()}
    assert {"rerank", "semantic_cache", "learned_weights"} <= set(Options.model_fields)
    assert [getattr(Options(), name) for name in ("rerank", "semantic_cache", "learned_weights")] == [
        False,
        None,
        False,
    ]


def test_its_limits_are_those_of_the_code() -> None:
    rerank = Settings().rerank
    for said in (
        f"`SHEAF_RERANK__MAX_LENGTH` ({rerank.max_length} tokens",
        f"`SHEAF_RERANK__BATCH_SIZE` ({rerank.batch_size})",
        f"The best {FEWEST_RATED} passages",
        f"At least {LEAST_QUESTIONS} different questions",
        f"{MOST_KEPT:,} at most",
        f"remembers {MOST_IN_MEMORY} in memory",
    ):
        assert said in ONE_LINE


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("What was the revenue of Acme in 2022?", "What was the revenue of Acme in 2023?", "… in 2023? | 0.97"),
        (
            "What is the margin of Acme with services?",
            "What is the margin of Acme without services?",
            "… without services? | 0.93",
        ),
        ("Did Acme buy Globex in 2022?", "Did Globex buy Acme in 2022?", "Did Globex buy Acme in 2022? | 1.00"),
        (
            "How is the valve of the cooling pump of Acme opened?",
            "How is the valve of the cooling pump of Acme closed?",
            "… closed? | 0.92",
        ),
        (
            "What was the revenue of Acme in 2022?",
            "How much did Acme take in during 2022?",
            "(means the same) | 0.75",
        ),
    ],
)
def test_its_cosines_are_those_of_the_bundled_model(one: str, other: str, said: str) -> None:
    left, right = embed([one, other])
    assert one in GUIDE
    assert said in GUIDE
    assert f"{float(left @ right):.2f}" == said[-4:]
