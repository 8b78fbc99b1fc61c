"""What a model made is kept until it is used: no text is paid for twice, and nobody gets another's."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import func, select

from app.catalogue.models import KeptVector
from app.catalogue.part import utc_now
from app.models.kept import KeptEmbedding
from app.settings import load_settings
from app.sheaf import LOCAL_OWNER, IngestFile, Sheaf
from nodes.domain.errors import ModelFailedError
from tests.app.conftest import WriteFile
from tests.app.counting_server import Counting
from tests.openai_server import EMBEDDINGS, Mood, embeds, fails

LENGTH = 8
MODEL: dict[str, Any] = {
    "embedding": "openai",
    "openai_embedding_model": "stand-in",
    "openai_embedding_dimensions": LENGTH,
    "openai_embedding_batch": 3,
}
TEXTS = [f"text {number} of many" for number in range(20)]
LONG = "\n\n".join(f"# Part {number}\n\n" + f"The {number}th turbine gave power. " * 30 for number in range(30))


@pytest.fixture
def server() -> Iterator[Counting]:
    with Counting(LENGTH) as server:
        yield server


@pytest_asyncio.fixture
async def sheaf(server: Counting, tmp_path: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=tmp_path / "home", openai_base_url=server.url, **MODEL)) as sheaf:
        yield sheaf


async def model_of(sheaf: Sheaf, owner: str = LOCAL_OWNER) -> KeptEmbedding:
    row = await sheaf.catalogue.ensure_collection(owner, "default", sheaf.library.configured_kind())
    model = (await sheaf.library.open(owner, row.collection_id)).embedding
    assert isinstance(model, KeptEmbedding)
    return model


async def test_a_question_is_paid_for_once_whoever_embeds_it_and_after_a_restart(
    server: Counting, sheaf: Sheaf, tmp_path: Path, write: WriteFile
) -> None:
    question = "How many turbines are there?"
    await sheaf.ingest([IngestFile(write(f"{number}.md", f"{LONG} {number}")) for number in range(5)])
    for _ in range(2):
        await sheaf.search(question)
        await sheaf.search(f"{question}  ")
    assert server.given[question] == 1
    async with Sheaf(load_settings(home=tmp_path / "home", openai_base_url=server.url, **MODEL)) as again:
        await again.search(question)
        assert server.given[question] == 1
        other = await model_of(again, owner="another")
        await other.aget_query_embedding(question)
    assert server.given[question] == 2


async def test_an_answer_costs_the_embedding_of_its_question_and_no_more(
    server: Counting, sheaf: Sheaf, write: WriteFile
) -> None:
    question = "How much power gave the third turbine?"
    await sheaf.ingest([IngestFile(write("turbines.md", LONG))])
    paid = Counter(server.given)
    assert (await sheaf.ask(question))["sources"]
    assert server.given - paid == {question: 1}


async def kept_count(sheaf: Sheaf) -> int:
    async with sheaf.catalogue._database.read() as connection:
        counted: int = (await connection.execute(select(func.count()).select_from(KeptVector))).scalar_one()
    return counted


async def test_what_was_made_before_a_failure_is_not_made_again(sheaf: Sheaf, server: Counting) -> None:
    model = await model_of(sheaf)
    server.fails_after(5, fails(400))
    with pytest.raises(ModelFailedError):
        await model.aget_text_embedding_batch(TEXTS)
    # Five requests of three, or four and the last two: several are under way at once.
    assert await kept_count(sheaf) == len(server.given) in {14, 15}
    server.when(EMBEDDINGS, embeds(LENGTH))
    vectors = await model.aget_text_embedding_batch([*TEXTS, *TEXTS[:2]])
    assert set(server.given.values()) == {1}
    assert vectors[-2:] == vectors[:2]
    assert await model.aget_text_embedding_batch(TEXTS) == vectors[:20], "kept or not, a vector is the same"
    assert set(server.given.values()) == {1}

    await model.forget(TEXTS)
    assert await kept_count(sheaf) == 0


async def test_a_refused_text_fails_its_own_document_and_no_text_is_paid_for_twice(
    sheaf: Sheaf, server: Counting, write: WriteFile
) -> None:
    server.when("The accursed word", fails(400))
    files = [IngestFile(write(f"{number}.md", f"# Note {number}\n\n{LONG}")) for number in range(4)]
    bad = IngestFile(write("bad.md", f"# Bad\n\n{LONG}\n\n# Last\n\nThe accursed word stands here.\n"))
    told = {file["file_name"]: file for file in (await sheaf.ingest([*files[:2], bad, *files[2:]])).files}
    assert {name: file["status"] for name, file in told.items()} == {
        "0.md": "ready",
        "1.md": "ready",
        "bad.md": "failed",
        "2.md": "ready",
        "3.md": "ready",
    }
    error = told["bad.md"]["error"]
    assert error is not None
    assert error["code"] == "text_refused"
    assert "BadRequestError (400)" in error["message"]
    assert "This one stands on page 1 of bad.md." in error["message"]
    paid = server.given - Counter({"text": server.given["text"]})
    assert set(paid.values()) == {1}
    assert (await sheaf.search("Which turbine gave power?"))["hits"]


async def test_texts_that_are_refused_one_after_the_other_fail_their_documents_alone(
    sheaf: Sheaf, server: Counting, write: WriteFile
) -> None:
    server.when("The accursed word", fails(400))
    text = "# {}\n\nThe accursed word {} stands here.\n\n# Again\n\nThe accursed word stands here again {}.\n"
    bad = [IngestFile(write(f"bad{number}.md", text.replace("{}", f"{number}"))) for number in range(3)]
    good = IngestFile(write("good.md", "# Good\n\nNothing is wrong with it.\n"))
    report = await sheaf.ingest([*bad, good])
    assert [file["error"] and file["error"]["code"] for file in report.files] == ["text_refused"] * 3 + [None]


async def test_a_refused_request_fails_all_and_may_pass(sheaf: Sheaf, server: Counting, write: WriteFile) -> None:
    server.when(EMBEDDINGS, fails(400))
    files = [IngestFile(write(f"{number}.md", f"# Note {number}\n\nShort.\n")) for number in range(2)]
    report = await sheaf.ingest(files)
    assert [file["error"] and file["error"]["code"] for file in report.files] == ["model_failed"] * 2


async def test_another_owner_and_another_length_pay_for_themselves(sheaf: Sheaf, server: Counting) -> None:
    await (await model_of(sheaf)).aget_text_embedding_batch(TEXTS[:1])
    await (await model_of(sheaf, "bob")).aget_text_embedding_batch(TEXTS[:1])
    assert server.given == {TEXTS[0]: 2}
    await (await model_of(sheaf, "bob")).forget(TEXTS)
    assert await kept_count(sheaf) == 1


@pytest.mark.parametrize("mood", [fails(400), embeds(LENGTH, missing=1), embeds(LENGTH - 1)])
async def test_a_document_whose_embedding_failed_half_way_goes_on_there(
    sheaf: Sheaf, server: Counting, write: WriteFile, mood: Mood
) -> None:
    path = write("turbines.md", LONG)
    server.fails_after(6, mood)
    [file] = (await sheaf.ingest([IngestFile(path)])).files
    assert (file["status"], file["error"]["code"]) == ("failed", "model_failed")
    assert await kept_count(sheaf) >= 12
    made = await kept_count(sheaf)

    server.when(EMBEDDINGS, embeds(LENGTH))
    server.given.clear()
    [file] = (await sheaf.ingest([IngestFile(path)])).files
    assert file["status"] == "ready"
    assert file["chunk_count"] + 1 == made + len(server.given), "what was kept was not made again"
    assert set(server.given.values()) == {1}
    assert await kept_count(sheaf) == 0, "nothing is kept that is in the store"
    found = await sheaf.search("Which turbine gave power?")
    assert found["hits"]


async def test_a_server_that_is_down_leaves_what_was_uploaded_waiting(
    sheaf: Sheaf, server: Counting, write: WriteFile
) -> None:
    await model_of(sheaf)
    [collection] = await sheaf.collections()
    server.when(EMBEDDINGS, fails(400))
    work = sheaf.ingestion()
    handed = await work.accept(LOCAL_OWNER, collection.collection_id, [write("a.md", LONG)], ["a.md"])
    assert handed[0].error is None
    for _ in range(2):
        [built] = await work.building.work(LOCAL_OWNER, collection.collection_id, lambda _: None, is_patient=True)
        assert (built.status, built.error and built.error["code"]) == ("waiting", "model_failed")
    [record] = (await sheaf.documents()).documents
    assert record.status == "pending"

    server.when(EMBEDDINGS, embeds(LENGTH))
    [built] = await work.building.work(LOCAL_OWNER, collection.collection_id, lambda _: None, is_patient=True)
    assert built.status == "ready"
    assert await kept_count(sheaf) == 0


async def test_what_nobody_comes_back_for_goes_after_some_days(sheaf: Sheaf) -> None:
    await (await model_of(sheaf)).aget_text_embedding_batch(TEXTS)
    assert await sheaf.catalogue.prune_vectors(utc_now() - timedelta(days=1)) == 0
    assert await sheaf.catalogue.prune_vectors(utc_now() + timedelta(seconds=1)) == 20
    assert await kept_count(sheaf) == 0
