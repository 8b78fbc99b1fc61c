"""Features of passages: what they are ranked by, in columns, compact, and the same bytes on every machine.

They belong to a revision and never change, so they can stay in memory as long as there is room.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nodes.documents.passages import PassageText
from nodes.language.terms import analyse

BODY, TITLES, LABELS = range(3)
FIELD_COUNT = 3
"""Those three."""

_VERSION = 1
"""Of the layout that features are stored in: others are not read."""
_MOST_COUNTED = 255
"""Times that a term is counted, pages that a chunk is counted over: one byte each."""
_LARGEST_STEP = 127
"""Of the numbers of a vector as they are stored: one signed byte each."""
_HEADER = struct.Struct("<5I")


@lru_cache(maxsize=500_000)
def term_key(term: str) -> int:
    """A term as 32 bits: CRC-32 of its UTF-8 form."""
    return zlib.crc32(term.encode("utf-8", "surrogatepass"))


def term_keys(terms: Iterable[str]) -> NDArray[np.uint32]:
    """Keys of terms, in their order."""
    return np.fromiter((term_key(term) for term in terms), np.uint32)


@dataclass(frozen=True, eq=False)
class Block:
    """P passages in columns: S chunks with vectors of D dimensions, K postings."""

    pages: NDArray[np.int32]
    """(P,) the first page of each, from 1."""
    rows: NDArray[np.int32]
    """(P,) table rows."""
    lengths: NDArray[np.int32]
    """(P, 3) terms in body, titles and labels."""
    passages: NDArray[np.uint32]
    """(K,) whose posting."""
    terms: NDArray[np.uint32]
    """(K,) `term_key`."""
    fields: NDArray[np.uint8]
    """(K,) BODY, TITLES or LABELS."""
    counts: NDArray[np.uint8]
    """(K,) at most 255."""
    homes: NDArray[np.uint32]
    """(S,) the passage of each chunk, ascending."""
    chunks: NDArray[np.uint32]
    """(S,) the index of each chunk in its document."""
    spread: NDArray[np.uint8]
    """(S,) pages that each chunk touches, at most 255."""
    vectors: NDArray[np.int8]
    """(S, D) directions of the chunks, see `quantised`."""

    @property
    def passage_count(self) -> int:
        """P."""
        return len(self.pages)

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        return sum(int(getattr(self, name).nbytes) for name in _LAYOUT) + 1_500


_LAYOUT: Mapping[str, type[np.generic]] = {
    "pages": np.int32,
    "rows": np.int32,
    "lengths": np.int32,
    "terms": np.uint32,
    "chunks": np.uint32,
    "fields": np.uint8,
    "counts": np.uint8,
    "spread": np.uint8,
    "vectors": np.int8,
}
_ITEM_BYTES = [np.dtype(kind).itemsize for kind in _LAYOUT.values()]
_FIXED_BYTES = 4 * (2 + FIELD_COUNT)
_TERM_BYTES = 4 + 1 + 1
_CHUNK_BYTES = 4 + 1
"""What a passage, a posting and a chunk (without its vector) take, by the layout."""
_TERMS, _CHUNKS = list(_LAYOUT).index("terms"), list(_LAYOUT).index("chunks")


def features_of(passage: PassageText, vectors: NDArray[np.int8], *, title: str = "") -> Block:
    """The features of one passage.

    Args:
        passage: Its text in fields. Numbers are left out of titles and labels.
        vectors: `quantised` embeddings of its chunks, in order.
        title: Of a document that is this passage: a part of its body.
    """
    terms: list[int] = []
    counts: list[int] = []
    fields: list[int] = []
    lengths: list[int] = []
    texts = (f"{title}\n{passage.body}", passage.titles, passage.labels)
    for field, text in enumerate(texts):
        found = analyse(text) if text and not text.isspace() else []
        if field != BODY:
            found = [term for term in found if not term[0].isdigit()]
        counted = Counter(found)
        terms += map(term_key, counted)
        counts += counted.values()
        fields += [field] * len(counted)
        lengths.append(len(found))
    return Block(
        pages=np.array([passage.page], np.int32),
        rows=np.array([passage.row_count], np.int32),
        lengths=np.array([lengths], np.int32),
        passages=np.zeros(len(terms), np.uint32),
        terms=np.array(terms, np.uint32),
        fields=np.array(fields, np.uint8),
        counts=np.minimum(np.array(counts, np.int64), _MOST_COUNTED).astype(np.uint8),
        homes=np.zeros(len(vectors), np.uint32),
        spread=np.minimum(np.array(passage.chunk_pages, np.int64), _MOST_COUNTED).astype(np.uint8),
        chunks=np.arange(passage.first_chunk, passage.first_chunk + len(vectors), dtype=np.uint32),
        vectors=vectors,
    )


def quantised(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Vectors in 255 steps a part: directions to within a hundredth, lengths forgotten. Shape stays."""
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=1e-12)
    steps: NDArray[np.int8] = np.rint(vectors / largest * _LARGEST_STEP).astype(np.int8)
    return steps


def directions(vectors: NDArray[np.int8]) -> NDArray[np.float32]:
    """Unit vectors of `quantised` ones, shape (S, D); a zero stays zero."""
    parts = vectors.astype(np.float32)
    norms = np.sqrt(np.einsum("ij,ij->i", parts, parts))[:, None]
    parts /= np.maximum(norms, 1e-12)
    return parts


def pack(block: Block) -> bytes:
    """One passage as bytes: a header of counts, then its columns, little-endian."""
    dimensions = block.vectors.shape[1] if block.vectors.size else 0
    header = _HEADER.pack(_VERSION, block.passage_count, len(block.terms), len(block.chunks), dimensions)
    columns = [getattr(block, name) for name in _LAYOUT]
    return b"".join([header, *(each.astype(each.dtype.newbyteorder("<"), copy=False).tobytes() for each in columns)])


def unpack(packed: Sequence[bytes]) -> Block:
    """Passages that `pack` was given, in order; columns cannot be written.

    Column by column over all of them: a question weighs hundreds of passages, and an array for each column of each
    costs more than the whole ranking.

    Raises:
        ValueError: none, other bytes, those of another version, or vectors of different lengths.
    """
    sizes = [_sizes(each) for each in packed]
    dimensions = {each[-1] // each[-2] for each in sizes if each[-2]}
    if not sizes or len(dimensions) > 1:
        raise ValueError("no passages" if not sizes else f"vectors of {sorted(dimensions)} dimensions side by side")
    found: dict[str, NDArray[np.generic]] = {}
    offsets = [_HEADER.size] * len(packed)
    for column, (name, kind) in enumerate(_LAYOUT.items()):
        ends = [offset + size[column] * _ITEM_BYTES[column] for offset, size in zip(offsets, sizes, strict=True)]
        values = b"".join([each[offset:end] for each, offset, end in zip(packed, offsets, ends, strict=True)])
        found[name] = np.frombuffer(values, np.dtype(kind).newbyteorder("<"))
        offsets = ends
    places = np.arange(len(packed), dtype=np.uint32)
    found["lengths"] = found["lengths"].reshape(-1, FIELD_COUNT)
    found["vectors"] = found["vectors"].reshape(len(found["chunks"]), max(dimensions, default=0))
    return Block(
        **found,  # type: ignore[arg-type] # the layout has the types
        passages=np.repeat(places, [size[_TERMS] for size in sizes]),
        homes=np.repeat(places, [size[_CHUNKS] for size in sizes]),
    )


def _sizes(packed: bytes) -> tuple[int, ...]:
    """The length of each column of a packed passage."""
    if len(packed) < _HEADER.size:
        raise ValueError("not the features of a passage")
    version, passages, terms, chunks, dimensions = _HEADER.unpack_from(packed)
    if version != _VERSION or passages != 1:
        raise ValueError(f"features of version {version}, not {_VERSION}")
    if len(packed) != _HEADER.size + _FIXED_BYTES + terms * _TERM_BYTES + chunks * (_CHUNK_BYTES + dimensions):
        raise ValueError("features that end too early or too late")
    return (1, 1, FIELD_COUNT, terms, chunks, terms, terms, chunks, chunks * dimensions)
