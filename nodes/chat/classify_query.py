"""Classify the query: its type and every knob that depends on it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NotRequired, TypedDict

from langgraph.runtime import Runtime

from nodes.chat.classification_prompts import CLASSIFY_PROMPT
from nodes.domain.chat import ModelFailure, ModelUse, Plan, TraceEntry, Turn
from nodes.domain.errors import ModelFailedError
from nodes.domain.options import Options
from nodes.domain.regexes import lazy_regex
from nodes.language.abbreviations import EVERYDAY, USUAL
from nodes.language.calculations import makings
from nodes.language.phrasal_verbs import in_plain_words
from nodes.language.plans import plan_of, rule_plan
from nodes.language.query_terms import query_terms
from nodes.language.query_types import TypeDecision
from nodes.language.spoken_of import spoken_of
from nodes.language.switching import switched
from nodes.language.turns_of_phrase import turns_in
from nodes.modelling.fencing import fence
from nodes.modelling.help import NO_MODEL, NO_USE, ModelState, fallen_back, model_help
from nodes.modelling.replies import Classification, query_types
from nodes.ports import ChatPorts
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.naming import known_names, named_documents
from nodes.retrieval.newest import find_newest
from nodes.retrieval.spelling import spelt
from nodes.retrieval.wholes import find_papers, find_wholes
from nodes.trace import counted, entry

_PURPOSE_OF = lazy_regex(r"\b(?:the |any )?purpose of\b", re.IGNORECASE)
"""Asks what something is for, which a text that tells it calls neither its purpose nor its goal."""


class Input(TypedDict):
    """The question, standing alone and as typed, the request's options, and the conversation before it."""

    standalone_question: str
    options: dict[str, Any]
    question: NotRequired[str]
    history: NotRequired[list[Turn]]


class Update(TypedDict):
    """The plan, and what is searched by it."""

    plan: Plan
    queries: list[str]
    model_use: ModelUse
    model_failures: list[ModelFailure]
    trace: list[TraceEntry]


async def classify_query(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Classifies by rules, or by the language model where asked; where that fails the rules stand in."""
    options = Options.model_validate(state["options"])
    question, features = state["standalone_question"], runtime.context.features
    spelling: dict[str, str] = {}
    if "spelling" in features:
        question, spelling = await spelt(question, runtime.context)
    plan, by, asked = await _planned(question, options, runtime.context)
    plan = switched(plan, question, features)
    plan["spelling"] = spelling
    if "synonyms" in features:
        plan["synonyms"] = [
            phrase
            for synonyms in (USUAL, runtime.context.synonyms)
            for phrase in (synonyms.expansions(plan["search_text"]) if synonyms is not None else [])
        ] + await _everyday_words(plan["search_text"], runtime.context)
        plan["synonyms"] += [word for phrase in in_plain_words(plan["search_text"]) for word in phrase.words]
        plan["synonyms"] += [word for turn in turns_in(question) for word in turn.searched]
    if "figures" in features:
        plan["synonyms"] += makings(question)
    plan["entities"] = await known_names(plan["entities"], question, runtime.context)
    if "named_documents" in features:
        newest = await find_newest(runtime.context, question, options)
        named = await named_documents(list(plan["names"]), state["standalone_question"], runtime.context)
        plan["named_documents"], plan["short_names"] = newest or named.document_ids, named.initials
    if not plan["named_documents"] and not plan["entities"]:
        plan["spoken_of"] = spoken_of(state.get("question", question), state.get("history") or [])
    if plan["query_type"] == "summary" and "whole_documents" in features:
        wholes = await find_wholes(runtime.context, question, options)
        plan["whole_documents"], plan["whole_count"] = wholes.document_ids, wholes.count
    elif options.query_type is None and "whole_documents" in features:
        papers = await find_papers(runtime.context, question, options)
        if papers.document_ids:
            plan["query_type"], plan["reason"] = "summary", "asks what the authors of a paper found"
            plan["whole_documents"], plan["whole_count"] = papers.document_ids, papers.count
    why = f"{plan['query_type']}: {plan['reason']}"
    why += "".join(f"; “{word}” is in no document and read as “{other}”" for word, other in spelling.items())
    if plan["whole_documents"]:
        plan["widen"] = plan["search_again"] = False
        why += f"; asked of {counted(plan['whole_count'], 'document')} as a whole"
    queries = [plan["search_text"], *plan["sub_queries"]]
    return {
        "plan": plan,
        "queries": queries,
        "model_use": asked.get("model_use", NO_USE),
        "model_failures": asked.get("model_failures", []),
        "trace": [entry("classify_query", why, {"by": by, **_told(plan)})],
    }


async def _planned(question: str, options: Options, context: ChatPorts) -> tuple[Plan, str, ModelState]:
    """The plan, who made it, and what was used of the model: each question begins its budget here."""
    if not options.llm_classify or options.query_type is not None:
        return rule_plan(question, options), "rules", {}
    model = model_help(context)
    if model is None:
        return rule_plan(question, options), "rules: no language model is configured", fallen_back("classify", NO_MODEL)
    prompt = CLASSIFY_PROMPT.format(types=query_types(), question=fence(question))
    try:
        found = await model.ask("classify", prompt, Classification)
    except ModelFailedError as error:
        return rule_plan(question, options), f"rules: {model.fail('classify', error)}", model.update()
    decision = TypeDecision(found.query_type, found.reason, found.confidence)
    return plan_of(question, options, decision), "language model", model.update()


async def _everyday_words(text: str, context: ChatPorts) -> list[str]:
    """Other everyday words for those of a question that no document holds; costs a look-up where it has such words."""
    text = _PURPOSE_OF.sub(" ", text)
    phrases = EVERYDAY.expansions(text)
    if not phrases:
        return []
    terms = query_terms(text)
    known = Counter((await added_frequencies(context, terms)).frequencies)
    unknown = " ".join(word for word in text.split() if any(not known[term] for term in query_terms(word)))
    return [phrase for phrase in EVERYDAY.expansions(unknown) if phrase in phrases]


def _told(plan: Plan) -> dict[str, Any]:
    told = {key: value for key, value in plan.items() if key != "reason" and value not in ([], "", {})}
    if not plan["whole_documents"]:
        del told["whole_count"]
    return {**told, "names": [name for name, marked in plan["names"].items() if marked]}
