"""Classify the query: its type and every knob that depends on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, TypedDict, get_args

from langgraph.runtime import Runtime
from llama_index.core.llms import LLM, ChatMessage
from pydantic import BaseModel, Field

from nodes.answering.prompts import CLASSIFY_PROMPT, fence
from nodes.domain.chat import Options, Plan, QueryType, TraceEntry
from nodes.domain.ports import ChatPorts
from nodes.language.plans import plan_of, rule_plan
from nodes.language.switching import switched
from nodes.ranking.walk import outermost
from nodes.retrieval.spelling import spelt
from nodes.trace import entry

MOST_NAMED = 20


class Input(TypedDict):
    """The standalone question and the request's options."""

    standalone_question: str
    options: dict[str, Any]


class Update(TypedDict):
    """The plan, and what is searched by it."""

    plan: Plan
    queries: list[str]
    trace: list[TraceEntry]


class Classification(BaseModel):
    """What a language model replies with."""

    query_type: QueryType
    reason: str = Field("", max_length=300)
    confidence: float = Field(0.8, ge=0, le=1)


async def classify_query(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Classifies by rules, or by the language model where asked; where that fails the rules stand in."""
    options = Options.model_validate(state["options"])
    question, features = state["standalone_question"], runtime.context.features
    spelling: dict[str, str] = {}
    if "spelling" in features:
        question, spelling = await spelt(question, runtime.context)
    model = runtime.context.language_model
    plan, by = rule_plan(question, options), "rules"
    if options.llm_classify and options.query_type is None:
        by = "rules: no language model is configured"
        if model is not None:
            try:
                found = await _ask(model, question)
                plan, by = (
                    plan_of(question, options, found.query_type, found.reason, found.confidence),
                    "language model",
                )
            except Exception as error:  # noqa: BLE001 - whatever a model's client raises, the rules stand in
                by = f"rules: the language model failed ({type(error).__name__})"
    plan = switched(plan, question, features)
    plan["spelling"] = spelling
    if runtime.context.synonyms is not None and "synonyms" in features:
        plan["synonyms"] = runtime.context.synonyms.expansions(plan["search_text"])
    if "named_documents" in features:
        plan["named_documents"] = await _named_documents(list(plan["names"]), runtime.context)
    why = f"{plan['query_type']}: {plan['reason']}"
    why += "".join(f"; “{word}” is in no document and read as “{other}”" for word, other in spelling.items())
    queries = [plan["search_text"], *plan["sub_queries"]]
    return {"plan": plan, "queries": queries, "trace": [entry("classify_query", why, {"by": by, **_told(plan)})]}


async def _ask(model: LLM, question: str) -> Classification:
    prompt = CLASSIFY_PROMPT.format(types=", ".join(get_args(QueryType)), question=fence(question))
    reply = await model.achat([ChatMessage(role="user", content=prompt)])
    text = reply.message.content or ""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    return Classification.model_validate_json(found.group() if found else text)


async def _named_documents(keys: Sequence[str], context: ChatPorts) -> list[str]:
    """Ids of the documents that the question names, the surest first; a name inside a longer one does not count."""
    by_collection = await asyncio.gather(
        *(context.catalogue.postings(context.owner, each, keys) for each in context.collection_ids)
    )
    weights: dict[str, float] = {}
    for postings in by_collection:
        for key in outermost([key for key in keys if postings[key].bearers]):
            for revision_id, weight in postings[key].bearers.items():
                weights[revision_id] = max(weight, weights.get(revision_id, 0.0))
    views = await context.catalogue.visible(context.owner, sorted(weights))
    found = [(-weights[revision_id], view["document_id"]) for revision_id, view in views.items()]
    return [document_id for _, document_id in sorted(found)][:MOST_NAMED]


def _told(plan: Plan) -> dict[str, Any]:
    told = {key: value for key, value in plan.items() if key != "reason" and value not in ([], "", {})}
    return {**told, "names": [name for name, marked in plan["names"].items() if marked]}
