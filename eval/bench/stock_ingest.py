"""LlamaIndex's ingest as its documentation has it: pypdf page by page, its splitter, vectors in memory and BM25."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding

from eval.bench.contenders import require_stock
from eval.bench.timing import Moment


def ingest_stock(paths: Sequence[Path], embedding: BaseEmbedding) -> dict[str, Any]:
    """Makes PDF files searchable by its hybrid retriever, with its defaults.

    LlamaIndex's own PDF reader takes each page's text with pypdf, as is done here; the package that holds it is not
    needed for that.

    Args:
        paths: of PDF files.
        embedding: the model that Sheaf embeds with.

    Returns:
        `{"pages", "chunks", "steps"}`: seconds of each step by name.

    Raises:
        UnavailableError: its retriever is not installed.
    """
    import Stemmer
    from llama_index.core import VectorStoreIndex
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.schema import Document
    from pypdf import PdfReader

    words = require_stock()
    steps: dict[str, float] = {}
    begun = Moment.now()

    def done(step: str) -> None:
        nonlocal begun
        steps[step] = begun.since().wall
        begun = Moment.now()

    pages = [
        Document(text=page.extract_text(), metadata={"file_name": path.name, "page_label": str(number)})
        for path in paths
        for number, page in enumerate(PdfReader(path).pages, start=1)
    ]
    done("read")
    nodes = SentenceSplitter().get_nodes_from_documents(pages)
    done("split")
    VectorStoreIndex(nodes, embed_model=embedding)
    done("embed and index")
    words.from_defaults(nodes=nodes, stemmer=Stemmer.Stemmer("english"), language="en")
    done("index words")
    return {"pages": len(pages), "chunks": len(nodes), "steps": steps}
