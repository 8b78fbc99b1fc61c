"""What a request may choose."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from nodes.domain.chat import QueryType

Fusion = Literal["rrf", "weighted"]
StorableInteger = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
"""What checkpoints can hold; larger numbers are read as floats."""


class Options(BaseModel):
    """Every knob a request may set. The defaults stand here and nowhere else; settings may change them.

    `None` leaves the decision to the plan.
    """

    model_config = ConfigDict(extra="forbid")

    top_k: int = Field(8, ge=1, le=100, description="hits to return, one per passage")
    max_documents: int = Field(5, ge=1, le=1000, description="documents searched under the hard filter")
    document_filter: Literal["soft", "hard"] = Field("soft", description="level 1 as a prior, or as a filter")
    candidates_multiplier: int = Field(
        2, ge=1, le=50, description="candidates per list, as a multiple of top_k; 150 at least"
    )
    fusion: Fusion = Field("weighted", description="how dense and BM25 are fused inside a collection")
    alpha: float | None = Field(
        None, ge=0, le=1, description="weight of dense in weighted fusion: .33, .5 where who asks speaks of oneself"
    )
    smoothing: bool | None = Field(None, description="lift passages by those most like them")
    quality_signals: bool = Field(False, description="weigh hits by length, title, file type and age")
    min_chunks_per_document: int = Field(2, ge=1, le=20, description="rounds before a document may run out")
    threshold: bool | None = Field(None, description="cut at the elbow")
    query_type: QueryType | None = Field(None, description="overrides the classifier")
    hyde: bool = Field(False, description="hypothetical document; needs a language model")
    expansion: bool | None = Field(
        None, description="paraphrases by the model, compared things searched apart, feedback terms"
    )
    llm_classify: bool = Field(False, description="classify with the language model")
    rerank: bool = Field(False, description="rerank with the language model or a cross-encoder")
    learned_weights: bool = Field(False, description="rank by the weights that `sheaf learn` found in feedback")
    follow_links: bool | None = Field(None, description="walk the link graph")
    widen: bool | None = Field(None, description="second round when evidence is thin")
    context_style: Literal["plain", "rich"] = Field("plain", description="how sources are laid out for a model")
    semantic_cache: float | None = Field(
        None, ge=0.8, le=1, description="give a model's answer to a question this similar (cosine); unset for never"
    )
    max_context_tokens: int = Field(4000, ge=100, le=1_000_000, description="budget for the sources")
    collection_seconds: float = Field(
        5.0, gt=0, le=600, description="longest time that one of several collections may take in a step"
    )
    metadata: dict[str, str | StorableInteger | float | bool] = Field(
        default_factory=dict, description="equality filters; `file_name` is a field, too"
    )
