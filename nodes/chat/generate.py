"""Generate the answer: by quoting, or by a language model that is held to the sources."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from time import perf_counter
from typing import Any, Literal, NotRequired, TypedDict

from langgraph.runtime import Runtime
from llama_index.core.base.llms.types import ChatMessage

from nodes.answering.cache.keys import answer_key
from nodes.answering.cache.recalling import keep_for_similar, recalled
from nodes.answering.citing.citations import statements
from nodes.answering.citing.uncited import NOT_SEARCHED
from nodes.answering.context.lists import beside_sources
from nodes.answering.context.prompts import ANSWER_PROMPT, ANSWER_PROMPTS_VERSION, ANSWER_SYSTEM_PROMPT, GUIDANCE
from nodes.answering.evidence.continued_tables import goes_on
from nodes.answering.extractive import Draft, Known, answer_by_quoting
from nodes.answering.reckoning.whole_lists import Beside
from nodes.answering.refusing.no_evidence import WITHOUT_DOCUMENTS
from nodes.domain.chat import (
    Citation,
    Hit,
    ModelFailure,
    ModelUse,
    Plan,
    ReadList,
    Similar,
    Source,
    TraceEntry,
    Unavailable,
)
from nodes.domain.errors import ModelFailedError
from nodes.language.asked_terms import asked_terms
from nodes.language.spelling import corrected
from nodes.modelling.fencing import NO_EVIDENCE_MARK, fence
from nodes.modelling.help import ModelHelp, ModelState, model_help
from nodes.ports import ChatPorts
from nodes.retrieval.above import read_above
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.heads import read_heads
from nodes.retrieval.unsearched import is_without_documents, names_a_file, unreadable, unsearched
from nodes.trace import entry

CACHE_KIND = "answer"
NOTHING_SAID = "The sources do not answer this question."
CUT_SHORT = "the answer ends where it was cut"
Write = Callable[[dict[str, Any]], None]


class Input(TypedDict):
    """The question, its plan, and the sources to answer from."""

    standalone_question: str
    plan: Plan
    hits: list[Hit]
    sources: list[Source]
    lists: NotRequired[list[ReadList]]
    context: str
    unavailable: list[Unavailable]
    options: dict[str, Any]
    similar: NotRequired[Similar | None]
    model_use: NotRequired[ModelUse]
    model_failures: NotRequired[list[ModelFailure]]


class Update(ModelState, total=False):
    """The answer with draft citations; the sources where it quotes a list that was read beside them."""

    sources: list[Source]
    answer: str
    citations: list[Citation]
    status: Literal["answered", "no_evidence"]
    cached: bool
    generation_time: float
    trace: list[TraceEntry]


async def generate(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Answers from the sources and streams the text as `{"type": "token", "text": ...}`; answers are cached.

    Refusals are not: they quote the question, and nobody could say which conversation they have to go with.

    A refusal says what was not searched.

    Before any text it streams `{"type": "sources", "sources": ...}`: from here on their numbers stay. Where a list is
    quoted that was read beside them, it does so again with that behind them.
    """
    started = perf_counter()
    context, write, sources = runtime.context, runtime.stream_writer, state["sources"]
    beside = beside_sources(state.get("lists") or [], sources)
    write({"type": "sources", "sources": sources})
    model = model_help(context, state)
    name = "extractive" if model is None else model.name
    # In a thread: the first one reads the code that answers.
    key = await asyncio.to_thread(_key, state, model, beside)
    kept = await context.catalogue.cache_get(context.owner, CACHE_KIND, [key]) if sources else {}
    is_cached = key in kept
    if is_cached:
        draft = Draft(**kept[key])
        _write_quoted(draft, sources, beside, write)
        _write_lines(draft.lines, write)
    elif (similar := recalled(state.get("similar"), sources, state["unavailable"])) is not None:
        draft, is_cached = similar, True
        _write_lines(draft.lines, write)
    else:
        draft = await _draft(state, model, context, write, beside)
        if sources and draft.keep and draft.status == "answered":
            value = {"lines": draft.lines, "citations": draft.citations, "status": draft.status, "why": draft.why}
            documents = sorted({source["document_id"] for source in [*sources, *beside.lists]})
            await context.catalogue.cache_put(context.owner, CACHE_KIND, {key: value}, documents)
        question = state["standalone_question"]
        await keep_for_similar(context, state.get("similar"), question, draft, sources, state["unavailable"])
    lines = [*draft.lines, *_written_below(await _left_out(state, draft, context), write)]
    decided = {"status": draft.status, "model": name, "cached": is_cached, "sources": len(sources), **draft.decided}
    return {
        "answer": "\n".join(lines),
        "citations": draft.citations,
        "status": draft.status,
        "cached": is_cached,
        "generation_time": perf_counter() - started,
        "trace": [entry("generate", draft.why, decided)],
        **({"sources": [*sources, *quoted]} if (quoted := _quoted_beside(draft, beside)) else {}),
        **({} if model is None else model.update()),
    }


def _quoted_beside(draft: Draft, beside: Beside) -> list[Source]:
    """The lists beside the sources that an answer quotes."""
    quoted = {citation["index"] for citation in draft.citations}
    return [source for source in beside.lists if source["index"] in quoted]


def _write_quoted(draft: Draft, sources: Sequence[Source], beside: Beside, write: Write) -> None:
    if quoted := _quoted_beside(draft, beside):
        write({"type": "sources", "sources": [*sources, *quoted]})


def _key(state: Input, model: ModelHelp | None, beside: Beside) -> str:
    question, plan, sources = state["standalone_question"], state["plan"], state["sources"]
    if model is None:
        return answer_key(question, plan, [*sources, *beside.lists], "extractive")
    return answer_key(question, plan, sources, f"{model.name} {ANSWER_PROMPTS_VERSION}", state["context"])


async def _left_out(state: Input, draft: Draft, context: ChatPorts) -> list[str]:
    """What was not searched: collections that failed, files that could not be read and are asked for by their names.

    For a refusal also what is unread or has not the metadata; of an answer files count that are named in full.
    """
    left_out = [f"“{each['name']}” ({each['reason'].rstrip('.')})" for each in state["unavailable"]]
    if state["plan"]["query_type"] == "conversational":
        return left_out
    question, names = state["standalone_question"], state["plan"]["names"]
    if draft.status != "answered" or names_a_file(question):
        left_out += await unreadable(context.catalogue, context.owner, context.collection_ids, question, names)
    if draft.status == "answered":
        return left_out
    metadata = state["options"].get("metadata") or {}
    return left_out + await unsearched(context.catalogue, context.owner, context.collection_ids, metadata)


def _written_below(left_out: Sequence[str], write: Write) -> list[str]:
    """The last lines of an answer, streamed; none where all was searched."""
    if not left_out:
        return []
    lines = ["", f"{NOT_SEARCHED}{'; '.join(left_out)}."]
    write({"type": "token", "text": "\n" + "\n".join(lines)})
    return lines


async def _draft(state: Input, model: ModelHelp | None, context: ChatPorts, write: Write, beside: Beside) -> Draft:
    """The model's answer; the extractive one without a model, without sources, or where the model fails."""
    if await _lacks_documents(state, context):
        _write_lines([WITHOUT_DOCUMENTS], write)
        return Draft([WITHOUT_DOCUMENTS], [], "no_evidence", "what was searched holds no documents", keep=False)
    if model is None or not state["sources"] or state["plan"]["query_type"] == "conversational":
        return await _quoted(state, context, write, beside)
    written: list[str] = []
    try:
        return await _asked(model, state, write, written)
    except ModelFailedError as error:
        reason = model.fail("generate", error)
        if written:
            write({"type": "reset"})
        draft = await _quoted(state, context, write, beside)
        why = f"{reason} So the answer is made of quotes; {draft.why}"
        decided = {**draft.decided, "fallback": reason}
        return Draft(draft.lines, draft.citations, draft.status, why, decided, keep=False)


async def _lacks_documents(state: Input, context: ChatPorts) -> bool:
    """Whether nothing was found because nothing is there, and not because the question asks for nothing."""
    if state["sources"] or state["unavailable"] or state["plan"]["query_type"] == "conversational":
        return False
    return await is_without_documents(context.catalogue, context.owner, context.collection_ids)


async def _asked(model: ModelHelp, state: Input, write: Write, written: list[str]) -> Draft:
    """Streams the model's answer. What could still become the mark of an empty answer is held back.

    Raises:
        ModelFailedError: there is none, or none that keeps to the sources.
    """
    prompt = ANSWER_PROMPT.format(
        context=fence(state["context"]),
        question=fence(state["standalone_question"]),
        guidance=GUIDANCE[state["plan"]["query_type"]],
    )
    system = ANSWER_SYSTEM_PROMPT.format(no_evidence=NO_EVIDENCE_MARK)
    messages = [ChatMessage(role="system", content=system), ChatMessage(role="user", content=prompt)]
    text, is_cut_short = "", False
    async with aclosing(model.stream(messages)) as pieces:
        async for piece in pieces:
            text += piece.text
            is_cut_short = is_cut_short or piece.is_cut_short
            if not _may_be_mark(text):
                _write_rest(text, write, written)
    _check(text, {source["index"] for source in state["sources"]})
    _write_rest(text, write, written)
    if not written:
        _write_rest(NOTHING_SAID, write, written)
    if is_cut_short:
        model.fail("generate", "The language model's answer was longer than it may be.", CUT_SHORT)
    lines = "".join(written).strip().split("\n")
    if text.lstrip().startswith(NO_EVIDENCE_MARK):
        return Draft(lines, [], "no_evidence", "the model found no answer in the sources", keep=not is_cut_short)
    return Draft(lines, [], "answered", "answered by the language model", keep=not is_cut_short)


def _check(text: str, known: set[int]) -> None:
    """Whether it is an answer: of words, that cite a source there is or say that there is none."""
    bare = text.strip()
    if not bare:
        raise ModelFailedError("The language model replied with nothing.")
    if NO_EVIDENCE_MARK in bare.removeprefix(NO_EVIDENCE_MARK):
        raise ModelFailedError("The language model both answered and said that there is no answer.")
    cited = {number for statement in statements(bare) for number in statement.cited}
    if not bare.startswith(NO_EVIDENCE_MARK) and not cited & known:
        raise ModelFailedError("The language model's answer cites none of the sources.")


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


async def _quoted(state: Input, context: ChatPorts, write: Write, beside: Beside) -> Draft:
    """The extractive answer, made beside the event loop."""
    question, plan, sources = state["standalone_question"], state["plan"], state["sources"]
    read = corrected(question, plan["spelling"])
    draft = await asyncio.to_thread(
        answer_by_quoting,
        question,
        plan,
        sources,
        context.sentence_embedding.get_text_embedding_batch,
        likeness=context.tokenizer.likeness,
        known=Known(
            hits=state.get("hits") or [],
            dates=await _dates(sources, context),
            frequencies=await added_frequencies(context, asked_terms(read)),
            heads=await read_heads(context, sources),
            above=await read_above(context, [source for source in sources if goes_on(source)]),
            beside=beside,
        ),
    )
    _write_quoted(draft, sources, beside, write)
    _write_lines(draft.lines, write)
    return draft


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
