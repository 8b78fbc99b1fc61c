"""How long a question waits for its language model, and how often it asks. Every default stands here."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from nodes.domain.chat import ModelPath

FALLBACKS: Mapping[ModelPath, str] = {
    "classify": "the question was classified by rules",
    "split": "the comparison was searched as a whole",
    "paraphrase": "the question was searched in its own words only",
    "hyde": "the question was searched by its own meaning only",
    "rerank": "passages that were not rated kept their score",
    "generate": "the answer was made of quotes",
}
"""What is done where the model does not give what it was asked for."""


class ModelLimits(BaseModel):
    """The budget of one question. Wording the answer counts apart: whatever the help before it used up, it is asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    calls: int = Field(12, ge=0, le=1000, description="most calls for one question, its answer aside")
    seconds: float = Field(20, gt=0, le=3600, description="longest wait for all of them together")
    classify_seconds: float = Field(5, gt=0, le=3600, description="longest wait for the kind of question")
    expansion_seconds: float = Field(
        8, gt=0, le=3600, description="longest wait for paraphrases, a made-up answer and a split comparison"
    )
    rerank_seconds: float = Field(10, gt=0, le=3600, description="longest wait for ratings")
    first_token_seconds: float = Field(20, gt=0, le=3600, description="longest wait for the first word of an answer")
    answer_seconds: float = Field(60, gt=0, le=3600, description="longest wait for the whole answer")
    retries: int = Field(
        2, ge=0, le=10, description="how often a request is repeated that failed in a way that may pass"
    )
    json_schema: bool = Field(
        True, description="whether the server is given a schema of the reply; one that refuses is asked without"
    )

    def of(self, path: ModelPath) -> float:
        """The longest wait for this path, in seconds."""
        match path:
            case "classify":
                return self.classify_seconds
            case "split" | "paraphrase" | "hyde":
                return self.expansion_seconds
            case "rerank":
                return self.rerank_seconds
            case "generate":
                return self.answer_seconds


DEFAULT_LIMITS = ModelLimits()
"""Where nobody says otherwise."""
