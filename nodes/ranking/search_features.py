"""What a document is ranked and found by beside its rows in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from nodes.documents.code_files import is_source_file, paths_of
from nodes.documents.entries import is_entry
from nodes.documents.file_names import file_stem, is_telling
from nodes.documents.passages import passages_of
from nodes.domain.documents import IngestDocument, SearchFeatures
from nodes.ranking.features import features_of, pack, quantised
from nodes.ranking.routing import document_words


def search_features(document: IngestDocument, embeddings: Mapping[str, Sequence[float]]) -> SearchFeatures:
    """Features of every passage, and the words that the document is meant by.

    The title counts as part of a document that is one passage; in a longer one it would be on every page alike. So does
    the file's name where it tells something. Such a short document is found by its own words, and needs no words to be
    meant by.

    Args:
        document: With pages, chunks and metadata.
        embeddings: By chunk id.
    """
    title = document["metadata"].get("title", document["file_name"])
    called = f"{title}\n{file_stem(document['file_name'])}" if is_telling(document["file_name"]) else title
    is_source = any(map(is_source_file, paths_of(document["file_name"], title)))
    passages = passages_of(document, called, is_source=is_source)
    vectors = quantised(np.array([embeddings[chunk["chunk_id"]] for chunk in document["chunks"]], np.float32))
    starts = [passage.first_chunk for passage in passages]
    ends = [*starts[1:], len(vectors)]
    alone = len(passages) == 1
    view = {"file_name": document["file_name"], "title": title, "metadata": document["metadata"]}
    words = [] if alone else sorted({word for found in document_words(view).values() for word in found})
    return {
        "starts": starts,
        "passages": [
            pack(features_of(passage, vectors[start:end], title=called if alone else ""))
            for passage, start, end in zip(passages, starts, ends, strict=True)
        ],
        "is_entry": is_entry(title, document["chunks"][0]["content"], len(passages)),
        "words": words,
    }
