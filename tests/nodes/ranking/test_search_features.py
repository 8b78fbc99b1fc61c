from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.passages import passages_of
from nodes.documents.sections import build_sections
from nodes.domain.documents import DocumentMetadata, IngestDocument
from nodes.language.terms import analyse
from nodes.ranking.features import BODY, TITLES, directions, term_keys, unpack
from nodes.ranking.pool import field_counts
from nodes.ranking.search_features import search_features
from tests.hash_seeds import said_with_each_seed

LIMITS = ChunkLimits(max_characters=300, overlap=40, min_characters=40)
PARAGRAPH = "The turbine of the north quay was lifted at slack water and set down on the barge. "


def document(texts: Sequence[str], metadata: DocumentMetadata, file_name: str = "skua-works.pdf") -> IngestDocument:
    pages: list[Any] = [
        {"number": number, "text": text, "headings": [], "tables": [], "furniture": []}
        for number, text in enumerate(texts, 1)
    ]
    sections = build_sections(pages)
    chunks = split_document("r1", pages, sections, lambda text: len(text.split()), LIMITS)
    fields = {"file_name": file_name, "metadata": metadata, "pages": pages, "sections": sections, "chunks": chunks}
    return cast("IngestDocument", fields)


def embeddings(whole: IngestDocument) -> dict[str, list[float]]:
    return {chunk["chunk_id"]: [1.0, float(chunk["chunk_index"])] for chunk in whole["chunks"]}


def test_passages_chunks_and_vectors_belong_together() -> None:
    whole = document([PARAGRAPH * 8 + "\n", PARAGRAPH * 2 + "\n", PARAGRAPH * 8 + "\n"], {"title": "Skua"})
    found = search_features(whole, embeddings(whole))
    assert found["starts"] == [each.first_chunk for each in passages_of(whole)]
    assert len(found["passages"]) == len(found["starts"]) > 1
    block = unpack(found["passages"])
    assert block.chunks.tolist() == list(range(len(whole["chunks"])))
    real = np.array([embeddings(whole)[chunk["chunk_id"]] for chunk in whole["chunks"]])
    real /= np.linalg.norm(real, axis=1, keepdims=True)
    assert (np.einsum("ij,ij->i", directions(block.vectors), real) > 0.999).all()


def counts(whole: IngestDocument, word: str) -> list[list[int]]:
    """Occurrences in the body and among the titles of each passage."""
    block = unpack(search_features(whole, embeddings(whole))["passages"])
    found = field_counts(block, term_keys(analyse(word)))
    return [[int(found[field, place, 0]) for field in (BODY, TITLES)] for place in range(found.shape[1])]


def test_the_title_is_a_part_of_a_document_of_one_passage_and_of_no_page_of_a_longer_one() -> None:
    assert counts(document([PARAGRAPH + "\n"], {"title": "Ferry"}), "ferry") == [[1, 1]]
    assert counts(document([PARAGRAPH + "\n"] * 2, {"title": "Ferry"}), "ferry") == [[0, 0]] * 2


def test_so_is_the_file_name_where_it_says_something() -> None:
    assert counts(document([PARAGRAPH + "\n"], {"title": "Ferry"}, "skua-works.pdf"), "skua") == [[1, 1]]
    assert counts(document([PARAGRAPH + "\n"], {"title": "Ferry"}, "2021/skua-works.pdf"), "2021") == [[0, 0]]
    assert counts(document([PARAGRAPH + "\n"], {"title": "Ferry"}, "scan-00012.pdf"), "scan") == [[0, 0]]
    assert counts(document([PARAGRAPH + "\n"] * 2, {"title": "Ferry"}, "skua-works.pdf"), "skua") == [[0, 0]] * 2


def test_a_document_of_several_passages_is_meant_by_its_words() -> None:
    metadata: DocumentMetadata = {"title": "Report of the North Quay", "organisations": ["Skellvane", "Petrel"]}
    long = document([PARAGRAPH + "\n"] * 2, metadata)
    assert search_features(long, embeddings(long))["words"] == [
        "=RNQ",
        "=ROTNQ",
        "north",
        "quay",
        "skellvane",
        "skua",
        "works",
    ]
    short = document([PARAGRAPH + "\n"], metadata)
    assert search_features(short, embeddings(short))["words"] == []


def test_an_entry_is_told_from_its_opening() -> None:
    entry = document(["The Skua is a barge of the north quay.\n"], {"title": "Skua"})
    assert search_features(entry, embeddings(entry))["is_entry"]
    other = document(["Minutes of a meeting in June.\n"], {"title": "Skua"})
    assert not search_features(other, embeddings(other))["is_entry"]


def test_the_same_document_gives_the_same_bytes_in_every_process() -> None:
    [said] = said_with_each_seed(
        "from tests.nodes.ranking.test_search_features import PARAGRAPH, document, embeddings, search_features\n"
        "metadata = {'title': 'Report of the North Quay', 'organisations': ['Skellvane', 'Petrel']}\n"
        "whole = document([PARAGRAPH * 3 + '\\n', PARAGRAPH + '\\n'], metadata)\n"
        "print(search_features(whole, embeddings(whole)))\n"
    )
    assert "skellvane" in said
