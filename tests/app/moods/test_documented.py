"""The guide to models says what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from app.settings import known_keys, load_settings, variable
from nodes.domain.chat import ModelPath
from nodes.domain.options import Options
from nodes.modelling.limits import FALLBACKS, ModelLimits

TEXT = (Path(__file__).parents[3] / "docs" / "models.md").read_text(encoding="utf-8")
ROWS = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]


def test_every_path_is_told_with_its_option_its_budget_and_its_fallback() -> None:
    rows = {row[0]: row for row in ROWS if row[0] in get_args(ModelPath)}
    assert list(rows) == list(get_args(ModelPath))
    for path in get_args(ModelPath):
        _, option, _, _, budget, fallback = rows[path]
        assert fallback == FALLBACKS[path]
        assert option in Options.model_fields or (path, option) == ("generate", "-")
        # The last of several is the longest wait of all.
        [*_, (seconds, default)] = re.findall(r"SHEAF_MODEL__(\w+)`? \((\d+)\)", budget)
        assert ModelLimits().of(path) == getattr(ModelLimits(), seconds.lower()) == float(default)


def test_settings_are_named_as_they_are_and_with_their_defaults() -> None:
    names = {variable(key) for key in known_keys()}
    assert set(re.findall(r"\bSHEAF_[A-Z_]+\b", TEXT)) <= names
    limits = ModelLimits().model_dump()
    told = dict(re.findall(r"`SHEAF_MODEL__([A-Z_]+)`[^(`]{0,20}\((\d+)\)", TEXT))
    assert {name: float(value) for name, value in told.items()} == {
        name.upper(): value for name, value in limits.items() if name != "json_schema"
    }
    assert load_settings().model == ModelLimits()


def test_help_is_off_unless_it_is_asked_for() -> None:
    defaults = Options.model_validate({})
    assert not any((defaults.llm_classify, defaults.expansion, defaults.hyde, defaults.rerank))
