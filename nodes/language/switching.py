"""A plan without the parts that are switched off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nodes.domain.chat import Plan
from nodes.domain.switches import Feature, Features
from nodes.language.plans import sub_queries

_WITHOUT: Mapping[Feature, Mapping[str, Any]] = {
    "feedback": {"feedback": False},
    "smoothing": {"smooth": False},
    "periods": {"periods": []},
    "dates": {"dates": []},
    "forms": {"forms": []},
    "link_walk": {"follow_links": False},
    "redundancy_penalty": {"diversity_factor": 0.0},
    "hierarchy": {"hierarchy": False},
    "turns": {"spans_documents": False},
    "widening": {"widen": False},
}


def switched(plan: Plan, question: str, features: Features) -> Plan:
    """The plan as it is with these parts on. A part is asked for only where the plan has it.

    Args:
        plan: Of `rule_plan` or `plan_of`.
        question: The one that it was made of.
        features: What is on.
    """
    values: Mapping[str, Any] = plan
    changes: dict[str, Any] = {}
    if plan["spans_documents"] and len(plan["comparison_sides"]) > 1 and "comparison_split" in features:
        changes["sub_queries"] = sub_queries(question, plan["comparison_sides"])
    whole = " ".join(question.split())
    if plan["search_text"] != whole and "instruction_words" not in features:
        changes["search_text"] = whole
    for feature, without in _WITHOUT.items():
        if any(values[key] != value for key, value in without.items()) and feature not in features:
            changes.update(without)
    changed: Plan = {**plan, **changes}  # type: ignore[typeddict-item] # keys of a plan, by the table above
    return changed
