"""Filters and searches in Elasticsearch's own language. Values are only ever JSON values, never parts of a query."""

from __future__ import annotations

from typing import Any

from elasticsearch.helpers.vectorstore import AsyncBM25Strategy, AsyncDenseVectorStrategy

from app.stores.elasticsearch_rows import COLUMN_FIELDS, TERMS_FIELD, TEXT_FIELD, VECTOR_FIELD
from app.stores.filters import Group, Leaf, Resolved
from app.stores.rows import Scope
from nodes.domain.errors import InvalidRequestError

Query = dict[str, Any]

MOST_ROWS = 10_000
"""Elasticsearch's longest page of results, and its most candidates of a dense search."""
BEST_FIRST: list[Query] = [{"_score": "desc"}, {"id": "asc"}]
_CANDIDATES_PER_ROW = 4
_FEWEST_CANDIDATES = 500
"""Measured on 20,000 vectors of 256 dimensions in one segment (hnsw), of the best 150 by exact comparison: twice as
many candidates as rows find 97.9 %, four times as many 99.2 % for a fifth more of the server's time."""


def to_query(resolved: Leaf | Group) -> Query:
    """A filter as a query that scores nothing."""
    if isinstance(resolved, Group):
        members = [to_query(member) for member in resolved.members]
        if resolved.word == "and":
            return {"bool": {"filter": members}}
        return {"bool": {"should": members, "minimum_should_match": 1}}
    field, value, operator = COLUMN_FIELDS[resolved.column], resolved.value, resolved.operator.name
    if value is None:
        present = {"exists": {"field": field}}
        return _none_of(present) if operator == "EQ" else present
    if operator in ("EQ", "NE", "IN", "NIN"):
        holds = {"terms": {field: value}} if isinstance(value, list) else {"term": {field: {"value": value}}}
        return holds if operator in ("EQ", "IN") else _none_of(holds)
    return {"range": {field: {operator.lower(): value}}}


def _none_of(query: Query) -> Query:
    return {"bool": {"must_not": [query]}}


def scope_filter(owner: str, collection_id: str, selected: Resolved) -> list[Query]:
    """What every request is held to: the rows of one collection of one owner, and of those the selected."""
    scope = [{"term": {"owner": {"value": owner}}}, {"term": {"collectionId": {"value": collection_id}}}]
    if selected is False:
        return [*scope, {"match_none": {}}]
    return scope if selected is True else [*scope, to_query(selected)]


def dense_body(
    strategy: AsyncDenseVectorStrategy,
    vector: list[float],
    wanted: int,
    filters: list[Query],
    oversampling: float | None,
) -> Query:
    """The search for the nearest vectors.

    Args:
        strategy: LlamaIndex's, for nearest vectors by cosine.
        vector: to compare with.
        wanted: number of rows, 1 to 10,000.
        filters: inside the search, so that it finds as many rows as are wanted among those that pass.
        oversampling: how many times as many vectors are compared exactly; None where the index does so anyway.
    """
    body = strategy.es_query(
        query=None,
        query_vector=vector,
        text_field=TEXT_FIELD,
        vector_field=VECTOR_FIELD,
        k=wanted,
        num_candidates=min(MOST_ROWS, max(_CANDIDATES_PER_ROW * wanted, _FEWEST_CANDIDATES)),
        filter=filters,
    )
    if oversampling is not None:
        body["knn"]["rescore_vector"] = {"oversample": oversampling}
    return best_of(body, wanted)


def text_body(strategy: AsyncBM25Strategy, terms: str, wanted: int, filters: list[Query]) -> Query:
    """The search for any of the terms.

    Rows from before there were terms are found through their content. Where every row has terms, Lucene sees so by
    itself and drops that part: it costs nothing then.

    Args:
        strategy: LlamaIndex's, for BM25.
        terms: joined by blanks.
        wanted: number of rows, 1 to 10,000.
        filters: which rows.
    """
    body = strategy.es_query(
        query=terms,
        query_vector=None,
        text_field=TERMS_FIELD,
        vector_field=VECTOR_FIELD,
        k=wanted,
        num_candidates=wanted,
        filter=filters,
    )
    restricted = body["query"]["bool"]
    in_content = {"match": {TEXT_FIELD: {"query": terms, "analyzer": "whitespace"}}}
    before = {"bool": {"must": [in_content], "must_not": [{"exists": {"field": TERMS_FIELD}}]}}
    restricted["must"] = [{"bool": {"should": [*restricted["must"], before], "minimum_should_match": 1}}]
    return best_of(body, wanted)


def best_of(body: Query, wanted: int) -> Query:
    """The body with its order: by score, and by id where scores are equal."""
    return {**body, "size": wanted, "sort": BEST_FIRST, "track_total_hits": False, "_source": False}


def check_wanted(wanted: int) -> None:
    """Raises InvalidRequestError for more rows than a search can give."""
    if wanted > MOST_ROWS:
        raise InvalidRequestError(f"similarity_top_k is {wanted}; Elasticsearch gives {MOST_ROWS} rows at most.")


def all_of(scope: Scope, selected: Resolved) -> Query:
    """The query for all rows of a selection."""
    return {"bool": {"filter": scope_filter(scope.owner, scope.collection_id, selected)}}
