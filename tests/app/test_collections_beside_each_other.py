"""Collections about different things: the one that answers comes first, whichever is named first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import permutations
from pathlib import Path

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

pytestmark = pytest.mark.asyncio(loop_scope="module")

SUBJECTS = {
    "lights": {
        "Skua Lighthouse": "Skua Lighthouse is a white tower on a cape. It was designed by Marit Olsen in 1902.",
        "Marit Olsen": "Marit Olsen was an engineer. She was born in Husby in 1871 and studied in Bergen.",
        "Husby": "Husby is a village on the south coast. It is known for its cheese market.",
    },
    "kitchen": {
        "Barley Soup": "Barley Soup is a soup. It was first cooked by Ada Holt in a village inn.",
        "Ada Holt": "Ada Holt was a cook. She was born in Sandvik and wrote two books about bread.",
        "Rye Bread": "Rye Bread is baked in a village oven for two hours and eaten the day after.",
    },
    "music": {
        "Tern Waltz": "Tern Waltz is a waltz in three parts. It was written by Olav Berg for a wedding.",
        "Olav Berg": "Olav Berg was a fiddler. He was born in Nesby and taught at the school there.",
        "Nesby School": "Nesby School is a school of music. Its choir sings in the village church in May.",
    },
}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def sheaf(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sheaf]:
    folder = tmp_path_factory.mktemp("subjects")
    async with Sheaf(load_settings(home=folder / "home")) as sheaf:
        for subject, entries in SUBJECTS.items():
            await sheaf.ingest([_file(folder, title, text) for title, text in entries.items()], collection=subject)
        yield sheaf


def _file(folder: Path, title: str, text: str) -> IngestFile:
    path = folder / f"{title.lower().replace(' ', '-')}.md"
    path.write_text(f"# {title}\n\n{text}\n")
    return IngestFile(path)


@pytest.mark.parametrize(
    ("question", "answering"),
    [
        ("In which village was the designer of Skua Lighthouse born?", ["skua-lighthouse.md", "marit-olsen.md"]),
        ("Where was the writer of the Tern Waltz born?", ["tern-waltz.md", "olav-berg.md"]),
        ("Who cooked Barley Soup first, and what did she write?", ["barley-soup.md", "ada-holt.md"]),
    ],
)
async def test_both_documents_come_first_whichever_collection_is_named_first(
    sheaf: Sheaf, question: str, answering: list[str]
) -> None:
    for order in permutations(SUBJECTS):
        found = await sheaf.search(question, collections=list(order))
        best = list(dict.fromkeys(hit["file_name"] for hit in found["hits"]))
        assert set(best[:2]) == set(answering), order


async def test_no_hit_is_said_to_be_found_by_words_that_it_does_not_have(sheaf: Sheaf) -> None:
    found = await sheaf.search("Who designed Skua Lighthouse?", collections=list(SUBJECTS), options={"top_k": 20})
    wordless = [hit for hit in found["hits"] if not hit["scores"].get("bm25")]
    assert wordless
    assert not any("by words" in hit["selected_because"] for hit in wordless)


async def test_how_collections_stand_is_told(sheaf: Sheaf) -> None:
    found = await sheaf.search("Who designed Skua Lighthouse?", collections=list(SUBJECTS))
    [merged] = [step for step in found["trace"] if step["node"] == "merge_rrf"]
    standing = merged["decided"]["standing"]
    assert standing["lights"] == 1.0
    assert max(standing["kitchen"], standing["music"]) < 1.0
