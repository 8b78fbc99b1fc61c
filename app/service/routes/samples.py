"""The sample documents: what there is, and how they get into a collection."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends
from pydantic import BaseModel, Field

from app.ingesting.uploads import IncomingFile, public_upload
from app.samples import COLLECTION, demo_questions, sample_paths
from app.service.dependencies import CurrentOwner, CurrentSheaf
from app.service.errors import error_responses
from app.service.limits import RateLimit
from app.service.owned_routes import owned_routes
from app.service.routes.uploads import CurrentUploads, Upload, the_upload_limit

router = owned_routes("uploads")


class Samples(BaseModel):
    """The sample documents, about one made-up island, and questions to ask of them."""

    collection: str = Field(description="the name of the collection that they go to", examples=[COLLECTION])
    file_names: list[str] = Field(examples=[["annual-report-2023.pdf", "board-minutes-2024-02.md"]])
    questions: list[str] = Field(
        description="the last of them is one that the documents do not answer",
        examples=[["What was the net generation of the Skellvane Tidal Cooperative in 2023?"]],
    )


@router.get("/samples")
async def list_samples(owner: CurrentOwner) -> Samples:  # noqa: ARG001 - it asks for a key, as its neighbours do
    """What the sample documents are, and what can be asked of them."""
    return Samples(
        collection=COLLECTION,
        file_names=[path.name for path in sample_paths()],
        questions=[each["question"] for each in demo_questions()],
    )


@router.post(
    "/samples",
    status_code=HTTPStatus.ACCEPTED,
    response_model=Upload,
    responses=error_responses("not_found", "rate_limited"),
)
async def add_samples(
    sheaf: CurrentSheaf,
    owner: CurrentOwner,
    uploads: CurrentUploads,
    limit: Annotated[RateLimit, Depends(the_upload_limit)],
) -> dict[str, Any]:
    """Puts the sample documents into the collection `samples`, which is made if it is missing.

    They are worked on like any upload: follow it at `/uploads/{upload_id}/events`.
    """
    limit.count(owner)
    collection = await sheaf.catalogue.ensure_collection(owner, COLLECTION, sheaf.library.configured_kind())
    files = [IncomingFile(path, path.name) for path in sample_paths()]
    return public_upload(await uploads.begin(owner, collection.collection_id, files))
