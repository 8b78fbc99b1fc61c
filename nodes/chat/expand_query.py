"""Expand query: sub-questions of a comparison, paraphrases, and a hypothetical answer to search by."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from langgraph.runtime import Runtime

from nodes.chat.expansion_prompts import HYPOTHETICAL_PROMPT, PARAPHRASE_PROMPT, SPLIT_PROMPT
from nodes.domain.chat import ModelFailure, ModelPath, ModelUse, Plan, TraceEntry
from nodes.domain.errors import ModelFailedError
from nodes.modelling.fencing import fence
from nodes.modelling.help import NO_MODEL, ModelHelp, ModelState, fallen_back, model_help
from nodes.modelling.replies import MOST_PARTS, Queries
from nodes.ports import ChatPorts
from nodes.trace import counted, entry

PARAPHRASES = 3
"""That a model is asked for: each is searched as the question is."""


class Input(TypedDict):
    """The question and its plan."""

    standalone_question: str
    plan: Plan
    model_use: NotRequired[ModelUse]
    model_failures: NotRequired[list[ModelFailure]]


class Update(ModelState):
    """What is searched."""

    queries: list[str]
    hypothetical: str
    trace: list[TraceEntry]


async def expand_query(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Asks the model for all at once; whatever of it fails, the question is searched without.

    The rules split a comparison where its things have names; where they see none, the model does.
    """
    plan, model = state["plan"], model_help(runtime.context, state)
    queries = [plan["search_text"], *plan["sub_queries"]]
    if model is None:
        told = fallen_back("hyde", NO_MODEL, state) if plan["hyde"] else {}
        why = f"{counted(len(plan['sub_queries']), 'sub-question')}; no language model words the question anew"
        return {**_update(queries, "", why), **told}
    question = fence(state["standalone_question"])
    splits = plan["expand"] and plan["query_type"] == "comparison" and not plan["comparison_sides"]
    split_prompt = SPLIT_PROMPT.format(question=question, count=MOST_PARTS)
    paraphrase_prompt = PARAPHRASE_PROMPT.format(question=question, count=PARAPHRASES)
    parts, paraphrases, text = await asyncio.gather(
        _worded(model, "split", split_prompt, queries, range(2, MOST_PARTS + 1), wanted=splits),
        _worded(model, "paraphrase", paraphrase_prompt, queries, range(1, PARAPHRASES + 1), wanted=plan["expand"]),
        _made_up(model, HYPOTHETICAL_PROMPT.format(question=question), wanted=plan["hyde"]),
    )
    asked = model.update()
    why = f"{counted(len(plan['sub_queries']) + len(parts), 'sub-question')}, {counted(len(paraphrases), 'paraphrase')}"
    why += ", a made-up answer" if text else ", no made-up answer"
    own = asked["model_failures"][len(state.get("model_failures") or []) :]
    why += "".join(f"; {failure['fallback']}: {failure['reason']}" for failure in own)
    return {**_update([*queries, *parts, *paraphrases], text, why), **asked}


async def _worded(
    model: ModelHelp, path: ModelPath, prompt: str, known: Sequence[str], counts: range, *, wanted: bool
) -> list[str]:
    """Queries of the model's that are none of those known; none where it gives fewer than are of use."""
    if not wanted:
        return []
    try:
        reply = await model.ask(path, prompt, Queries)
    except ModelFailedError as error:
        model.fail(path, error)
        return []
    found = reply.usable({query.casefold() for query in known}, counts[-1])
    if len(found) in counts:
        return found
    model.fail(path, "The language model gave nothing to search by.")
    return []


async def _made_up(model: ModelHelp, prompt: str, *, wanted: bool) -> str:
    if not wanted:
        return ""
    try:
        return (await model.complete("hyde", prompt)).strip()
    except ModelFailedError as error:
        model.fail("hyde", error)
        return ""


def _update(queries: Sequence[str], hypothetical: str, why: str) -> Update:
    distinct = list(dict.fromkeys(query for query in queries if query.strip()))
    decided = {"queries": distinct, "hypothetical": hypothetical}
    return {"queries": distinct, "hypothetical": hypothetical, "trace": [entry("expand_query", why, decided)]}
