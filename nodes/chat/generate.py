"""Generate the answer: by quoting, or by a language model that is held to the sources."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime
from llama_index.core.llms import LLM, ChatMessage

from nodes.answering.caching import answer_key
from nodes.answering.evidence import question_terms
from nodes.answering.extractive import Draft, answer_by_quoting
from nodes.answering.prompts import ANSWER_PROMPT, ANSWER_SYSTEM_PROMPT, GUIDANCE, NO_EVIDENCE_MARK, fence
from nodes.domain.chat import Citation, Hit, Plan, Source, TraceEntry, Unavailable
from nodes.domain.errors import SheafError
from nodes.domain.ports import ChatPorts
from nodes.retrieval.frequencies import added_frequencies
from nodes.trace import entry

CACHE_KIND = "answer"
Write = Callable[[dict[str, Any]], None]


class Input(TypedDict):
    """The question, its plan, and the sources to answer from."""

    standalone_question: str
    plan: Plan
    hits: list[Hit]
    sources: list[Source]
    context: str
    unavailable: list[Unavailable]


class Update(TypedDict, total=False):
    """The answer with draft citations."""

    answer: str
    citations: list[Citation]
    status: Literal["answered", "no_evidence"]
    cached: bool
    generation_time: float
    trace: list[TraceEntry]


async def generate(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Answers from the sources and streams the text as `{"type": "token", "text": ...}`; answers are cached.

    Before any text it streams `{"type": "sources", "sources": ...}`: from here on their numbers stay.
    """
    started = perf_counter()
    context, write, sources = runtime.context, runtime.stream_writer, state["sources"]
    write({"type": "sources", "sources": sources})
    model = context.language_model
    name = "extractive" if model is None else model.metadata.model_name
    key = answer_key(state["standalone_question"], state["plan"], sources, name)
    kept = await context.catalogue.cache_get(context.owner, CACHE_KIND, [key]) if sources else {}
    if key in kept:
        draft = Draft(**kept[key])
        _write_lines(draft.lines, write)
    else:
        draft = await _draft(state, context, write)
        if sources and draft.keep:
            value = {"lines": draft.lines, "citations": draft.citations, "status": draft.status, "why": draft.why}
            documents = sorted({source["document_id"] for source in sources})
            await context.catalogue.cache_put(context.owner, CACHE_KIND, {key: value}, documents)
    lines = [*draft.lines, *_not_searched(state["unavailable"], write)]
    decided = {"status": draft.status, "model": name, "cached": key in kept, "sources": len(sources), **draft.decided}
    return {
        "answer": "\n".join(lines),
        "citations": draft.citations,
        "status": draft.status,
        "cached": key in kept,
        "generation_time": perf_counter() - started,
        "trace": [entry("generate", draft.why, decided)],
    }


def _not_searched(unavailable: Sequence[Unavailable], write: Write) -> list[str]:
    """What the answer says of collections that failed, streamed; nothing where all were searched."""
    if not unavailable:
        return []
    failed = "; ".join(f"“{each['name']}” ({each['reason'].rstrip('.')})" for each in unavailable)
    lines = ["", f"Not everything was searched: {failed}."]
    write({"type": "token", "text": "\n" + "\n".join(lines)})
    return lines


async def _draft(state: Input, context: ChatPorts, write: Write) -> Draft:
    """The model's answer; the extractive one without a model, without sources, or where the model fails."""
    model = context.language_model
    if model is None or not state["sources"] or state["plan"]["query_type"] == "conversational":
        return await _quoted(state, context, write)
    written: list[str] = []
    try:
        return await _asked(model, state, write, written)
    except Exception as error:  # noqa: BLE001 - whatever a model's client raises, quoting still answers
        if written:
            write({"type": "reset"})
        draft = await _quoted(state, context, write)
        decided = {**draft.decided, "fallback": type(error).__name__}
        why = f"the language model failed ({type(error).__name__}), so the answer is made of quotes; {draft.why}"
        return Draft(draft.lines, draft.citations, draft.status, why, decided, keep=False)


async def _asked(model: LLM, state: Input, write: Write, written: list[str]) -> Draft:
    """Streams the model's answer. What could still become the mark of an empty answer is held back."""
    prompt = ANSWER_PROMPT.format(
        context=fence(state["context"]),
        question=fence(state["standalone_question"]),
        guidance=GUIDANCE[state["plan"]["query_type"]],
    )
    system = ANSWER_SYSTEM_PROMPT.format(no_evidence=NO_EVIDENCE_MARK)
    stream = await model.astream_chat(
        [ChatMessage(role="system", content=system), ChatMessage(role="user", content=prompt)]
    )
    text = ""
    async for reply in stream:
        text += reply.delta or ""
        if not _may_be_mark(text):
            _write_rest(text, write, written)
    if not text.strip():
        raise ValueError("the model replied with nothing")
    _write_rest(text, write, written)
    status: Literal["answered", "no_evidence"] = (
        "no_evidence" if text.lstrip().startswith(NO_EVIDENCE_MARK) else "answered"
    )
    why = "the model found no answer in the sources" if status == "no_evidence" else "answered by the language model"
    return Draft("".join(written).strip().split("\n"), [], status, why)


def _may_be_mark(text: str) -> bool:
    bare = text.lstrip()
    return len(bare) < len(NO_EVIDENCE_MARK) and NO_EVIDENCE_MARK.startswith(bare)


def _write_rest(text: str, write: Write, written: list[str]) -> None:
    """Writes what of the text, without the mark, has not been written yet."""
    bare = text.lstrip()
    shown = bare.removeprefix(NO_EVIDENCE_MARK).lstrip(" :.,\n–-") if bare.startswith(NO_EVIDENCE_MARK) else bare
    rest = shown[len("".join(written)) :]
    if rest:
        written.append(rest)
        write({"type": "token", "text": rest})


async def _quoted(state: Input, context: ChatPorts, write: Write) -> Draft:
    """The extractive answer, made beside the event loop."""
    question, sources = state["standalone_question"], state["sources"]
    failures: list[str] = []
    embed = await _embedder(sources, context, failures)
    draft = await asyncio.to_thread(
        answer_by_quoting,
        question,
        state["plan"],
        sources,
        embed,
        frequencies=await added_frequencies(context, question_terms(question)),
        hits=state.get("hits") or [],
        dates=await _dates(sources, context),
    )
    _write_lines(draft.lines, write)
    decided = {**draft.decided, "embedding_failed": failures[0]} if failures else draft.decided
    return Draft(draft.lines, draft.citations, draft.status, draft.why, decided, keep=not failures)


async def _embedder(
    sources: Sequence[Source], context: ChatPorts, failures: list[str]
) -> Callable[[list[str]], list[list[float]]] | None:
    """The embedding of the best source's collection; one that fails is named in `failures`, and nothing is similar."""
    if not sources:
        return None
    try:
        collection = await context.library.open(context.owner, sources[0]["collection_id"])
    except SheafError as error:
        failures.append(type(error).__name__)
        return None

    def embed(texts: list[str]) -> list[list[float]]:
        try:
            return collection.embedding.get_text_embedding_batch(texts)
        except Exception as error:  # noqa: BLE001 - quoting works without similarity
            failures.append(type(error).__name__)
            return [[0.0]] * len(texts)

    return embed


async def _dates(sources: list[Source], context: ChatPorts) -> dict[str, str]:
    """The date of each document, where there are several: of two that disagree the newer comes first."""
    if len({source["document_id"] for source in sources}) < 2:
        return {}
    views = await context.catalogue.visible(context.owner, sorted({source["revision_id"] for source in sources}))
    return {
        view["document_id"]: view["metadata"]["dates"][0] for view in views.values() if view["metadata"].get("dates")
    }


def _write_lines(lines: list[str], write: Write) -> None:
    for number, line in enumerate(lines):
        write({"type": "token", "text": line if number == len(lines) - 1 else f"{line}\n"})
