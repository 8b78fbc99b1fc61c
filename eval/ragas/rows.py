"""What a question came to: the row that the metrics of an answer suite judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.sheaf import LOCAL_OWNER, Sheaf
from eval.answering.questions import ANSWER, AnswerQuestions, KnownQuestion
from eval.answering.quotes import QuoteChecker
from eval.datasets import PAGE, Dataset, SourceDocument
from eval.engine import WARM_UP
from eval.ingesting import IngestMeasure
from eval.locating import Locator
from nodes.answering.citing.citations import all_sentences, remove_unknown
from nodes.domain.errors import SheafError


@dataclass(frozen=True)
class Row:
    """A question with what came of it."""

    question_id: str
    question: str
    kind: str
    """`answer`, or the kind of a question that nothing answers."""
    group: str = ""
    """`metadata.kind` of the dataset, where it has one."""
    references: tuple[str, ...] = ()
    """Right answers; none where they are not known."""
    gold: tuple[str, ...] = ()
    reference_contexts: tuple[str, ...] = ()
    """Texts that a right answer rests on."""
    answer: str = ""
    """Without its markers."""
    refused: bool = False
    contexts: tuple[str, ...] = ()
    """What the answerer was given, in its order."""
    context_items: tuple[str, ...] = ()
    """The same as distinct items of the gold's kind."""
    citations: int = 0
    verified: int = 0
    """Citations that Sheaf itself found borne out."""
    found: int = 0
    """Citations whose quote stands character by character in the stored document."""
    cited_items: tuple[str, ...] = ()
    sentences: int = 0
    cited_sentences: int = 0
    error: str = ""
    """Why the question failed; empty where it did not."""


async def ask_rows(
    sheaf: Sheaf,
    dataset: Dataset,
    ingested: IngestMeasure,
    asked: AnswerQuestions,
    on_row: Callable[[], None],
) -> list[Row]:
    """Asks every question with defaults, each in a conversation of its own.

    Args:
        sheaf: an open facade.
        dataset: what is asked.
        ingested: its documents, searchable.
        asked: its questions.
        on_row: called after each.

    Returns:
        One row a question, in order; a question that failed has its reason in `error`.
    """
    locate, checker = Locator(dataset, ingested.documents), QuoteChecker(sheaf)
    texts = _GoldTexts(sheaf, dataset, ingested.documents)
    begun = [await _begun(known, texts) for known in asked.known]
    begun += [Row(each.id, each.text, kind) for kind, those in asked.refusals.items() for each in those]
    rows: list[Row] = []
    if begun:
        await sheaf.search(WARM_UP, collections=[ingested.collection])
    for row in begun:
        try:
            rows.append(await _asked(sheaf, row, ingested.collection, locate, checker))
        except SheafError as error:
            rows.append(replace(row, error=f"{error.code}: {error}"))
        on_row()
    return rows


def questions_without_answers(dataset: Dataset, limit: int | None) -> AnswerQuestions:
    """All questions of a dataset that knows no answers: what was found can still be judged."""
    return AnswerQuestions([KnownQuestion(each, ()) for each in dataset.questions[:limit]], {}, 0)


async def _begun(known: KnownQuestion, texts: _GoldTexts) -> Row:
    question = known.question
    return Row(
        question.id,
        question.text,
        ANSWER,
        group=str(question.metadata.get("kind") or ""),
        references=known.references,
        gold=tuple(question.gold),
        reference_contexts=await texts.of(question.metadata, tuple(question.gold)),
    )


async def _asked(sheaf: Sheaf, row: Row, collection: str, locate: Locator, checker: QuoteChecker) -> Row:
    answer = await sheaf.ask(row.question, collections=[collection])
    sources = answer["sources"]
    citations = answer["citations"]
    sentences = [] if answer["status"] == "no_evidence" else all_sentences(answer["answer"])
    return replace(
        row,
        answer=remove_unknown(answer["answer"], set())[0],
        refused=answer["status"] == "no_evidence",
        contexts=tuple(source["content"] for source in sources),
        context_items=_items(locate, sources),
        citations=len(citations),
        verified=sum(bool(citation["verified"]) for citation in citations),
        found=sum([await checker.stands(citation) for citation in citations]),
        cited_items=_items(locate, [{**each, "content": each["quote"]} for each in citations]),
        sentences=len(sentences),
        cited_sentences=sum(bool(each.cited) for each in sentences),
    )


def _items(locate: Locator, places: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(ranked.item for ranked in locate.rank([{"score": 0.0, **place} for place in places]))


class _GoldTexts:
    """The texts that right answers rest on: gold quotes where a dataset has them, else the gold items whole."""

    def __init__(self, sheaf: Sheaf, dataset: Dataset, documents: Mapping[str, SourceDocument]) -> None:
        self._sheaf = sheaf
        self._dataset = dataset
        self._ids = {document.item: document_id for document_id, document in documents.items()}
        self._texts = {each.item: each.text for document in documents.values() for each in document.passages}
        self._texts |= {each.item: each.text for each in documents.values() if each.text and not each.passages}

    async def of(self, metadata: Mapping[str, Any], gold: Sequence[str]) -> tuple[str, ...]:
        quotes = metadata.get("quotes") or []
        if quotes:
            return tuple(str(each["quote"]) for each in quotes)
        texts = [await self._text(item) for item in gold]
        return tuple(text for text in texts if text.strip())

    async def _text(self, item: str) -> str:
        if item not in self._texts:
            page = PAGE.match(item) if self._dataset.kind == "page" else None
            document_id = self._ids.get(page["document"] if page else item, "")
            self._texts[item] = ""
            for revision in await self._sheaf.catalogue.revisions(LOCAL_OWNER, [document_id]) if document_id else ():
                pages = await self._sheaf.catalogue.page_texts(LOCAL_OWNER, revision)
                self._texts[item] = pages.get(int(page["page"]), "") if page else "\n".join(pages.values())
        return self._texts[item]
