"""Expand query: sub-questions of a comparison, paraphrases, and a hypothetical answer to search by."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime
from llama_index.core.llms import LLM

from nodes.chat.expansion_prompts import HYPOTHETICAL_PROMPT, PARAPHRASE_PROMPT
from nodes.domain.chat import Options, Plan, TraceEntry
from nodes.domain.ports import ChatPorts
from nodes.trace import entry

PARAPHRASES = 3
LONGEST_PARAPHRASE = 500

_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):])\s+")


class Input(TypedDict):
    """The question and its plan."""

    standalone_question: str
    plan: Plan
    options: dict[str, Any]


class Update(TypedDict):
    """What is searched."""

    queries: list[str]
    hypothetical: str
    trace: list[TraceEntry]


async def expand_query(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Factual look-ups are not expanded: what they ask for stands in their own words."""
    plan, options, model = state["plan"], Options.model_validate(state["options"]), runtime.context.language_model
    queries = [plan["search_text"], *plan["sub_queries"]]
    profits = plan["query_type"] != "factual"
    paraphrase, hyde = plan["expand"] and profits, options.hyde and profits
    if model is None or not (paraphrase or hyde):
        reason = "no language model" if model is None else "the plan asks for none"
        why = f"{len(plan['sub_queries'])} sub-questions; paraphrases and hypothetical answer: {reason}"
        return _update(queries, "", why, [])
    question = state["standalone_question"]
    paraphrases, hypothetical = await asyncio.gather(
        _complete(model, PARAPHRASE_PROMPT.format(question=question, count=PARAPHRASES), wanted=paraphrase),
        _complete(model, HYPOTHETICAL_PROMPT.format(question=question), wanted=hyde),
        return_exceptions=True,
    )
    failures: list[str] = []
    for result in (paraphrases, hypothetical):
        if isinstance(result, Exception):
            failures.append(type(result).__name__)
        elif isinstance(result, BaseException):
            raise result
    added = parse_paraphrases(paraphrases, queries) if isinstance(paraphrases, str) else []
    text = hypothetical.strip() if isinstance(hypothetical, str) else ""
    why = f"{len(plan['sub_queries'])} sub-questions, {len(added)} paraphrases, " + ("HyDE" if text else "no HyDE")
    if failures:
        why += "; the model failed, so the question is searched without its help"
    return _update([*queries, *added], text, why, failures)


def parse_paraphrases(reply: str, known: Sequence[str]) -> list[str]:
    """The first three lines that are questions of their own: list marks off, none empty, overlong or known already."""
    seen = {query.casefold() for query in known}
    found: list[str] = []
    for line in reply.splitlines():
        text = _LIST_MARK.sub("", line).strip().strip('"')
        if text and len(text) <= LONGEST_PARAPHRASE and text.casefold() not in seen:
            seen.add(text.casefold())
            found.append(text)
    return found[:PARAPHRASES]


async def _complete(model: LLM, prompt: str, *, wanted: bool) -> str:
    if not wanted:
        return ""
    return (await model.acomplete(prompt)).text


def _update(queries: Sequence[str], hypothetical: str, why: str, failures: Sequence[str]) -> Update:
    distinct = list(dict.fromkeys(query for query in queries if query.strip()))
    decided = {"queries": distinct, "hypothetical": hypothetical, "failures": list(failures)}
    return {"queries": distinct, "hypothetical": hypothetical, "trace": [entry("expand_query", why, decided)]}
