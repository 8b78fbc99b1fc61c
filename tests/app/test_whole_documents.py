"""A summary is asked of documents as wholes: those are read, whatever a search would have found."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.settings import load_settings
from app.sheaf import Sheaf
from tests.app.homes import home_of

CHAPTERS = "\n\n".join(
    f"## Chapter {number}\n\n"
    + " ".join(f"In chapter {number} rope number {each} of the loft was tested under load." for each in range(30))
    for number in range(12)
)
FILES = {
    "ropes.md": "# Handbook of ropes\n\nRopes of hemp are made, kept and tested here.\n\n" + CHAPTERS,
    "minutes-january.md": "# Minutes of the board of 17 January 2024\n\nThe board decided to buy a second crane. "
    "The offer of Velox was accepted by four votes to one.",
    "minutes-february.md": "# Minutes of the board of 21 February 2024\n\nThe board decided to sell the old barge. "
    "The treasurer will ask three brokers for their offers.",
    "letter.txt": "Dear members,\n\nthe quay is closed from 3 to 9 May for repairs.\n\nThe harbour master\n",
    "figures.csv": "month,ships\n2024-01,31\n2024-02,28\n",
}


@pytest.fixture(scope="module")
def loft_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("loft"), FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def loft(loft_home: Path) -> AsyncIterator[Sheaf]:
    async with Sheaf(load_settings(home=loft_home)) as sheaf:
        yield sheaf


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("question", "files"),
    [
        ("Summarize the handbook of ropes", {"ropes.md"}),
        ("what were the minutes of january about", {"minutes-january.md"}),
        ("What are the key points of the board minutes?", {"minutes-january.md", "minutes-february.md"}),
        ("Give me an overview of these documents", set(FILES)),
        ("What documents do I have?", set(FILES)),
    ],
)
async def test_the_documents_that_are_meant_are_summed_up(loft: Sheaf, question: str, files: set[str]) -> None:
    answer = await loft.ask(question)
    assert answer["status"] == "answered"
    assert {citation["file_name"] for citation in answer["citations"]} == files
    texts = {source["index"]: source["content"] for source in answer["sources"]}
    assert all(
        citation["verified"] and citation["quote"] in texts[citation["index"]] for citation in answer["citations"]
    )
    assert (await loft.ask(question))["answer"] == answer["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_long_document_begins_with_what_it_says_it_is(loft: Sheaf) -> None:
    answer = await loft.ask("Summarize the handbook of ropes")
    assert "Ropes of hemp are made, kept and tested here." in answer["answer"]


@pytest.mark.asyncio(loop_scope="module")
async def test_what_no_document_is_is_not_summed_up(loft: Sheaf) -> None:
    answer = await loft.ask("Summarize the report by Jane Nobody")
    assert answer["status"] == "no_evidence"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_summary_of_what_documents_speak_of_is_searched(loft: Sheaf) -> None:
    answer = await loft.ask("Summarize what is said about the old barge")
    assert "The board decided to sell the old barge." in answer["answer"]
    assert not next(each for each in answer["trace"] if each["node"] == "classify_query")["decided"].get(
        "whole_documents"
    )


@pytest.mark.asyncio(loop_scope="module")
async def test_a_metadata_filter_leaves_what_it_lets_through(loft: Sheaf) -> None:
    options = {"metadata": {"document_type": "minutes"}}
    everything = await loft.ask("Give me an overview", options=options)
    assert {citation["file_name"] for citation in everything["citations"]} == {
        "minutes-january.md",
        "minutes-february.md",
    }
    none = await loft.ask("Summarize the handbook of ropes", options=options)
    assert "ropes.md" not in {source["file_name"] for source in none["sources"]}


PAPERS = {
    "tides.md": "# Tides and turbines\n\nAuthors: Mara Lind, Jonas Varnholt\n\n## Abstract\n\nTurbines that turn with "
    "the tide deliver 12 % more energy.\n\n## References\n\nMoss, A. (1998). Tides of the north. Energy 21.\n",
    "nets.md": "# Nets and currents\n\nAuthors: Ada Moss\n\n## Abstract\n\nNets of hemp last half as long as those of "
    "nylon, as Lind and Varnholt (2021) suspected.\n\n## References\n\nLind, M. (2021). Tides. Energy 44.\n",
    "notes.md": "# Notes of the club\n\n- Edda presented Lind and Varnholt.\n",
}


@pytest.fixture(scope="module")
def papers_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_of(tmp_path_factory.mktemp("papers"), PAPERS)


@pytest.mark.asyncio(loop_scope="module")
async def test_findings_of_authors_are_those_of_their_paper(papers_home: Path) -> None:
    async with Sheaf(load_settings(home=papers_home)) as sheaf:
        answer = await sheaf.ask("What did Lind and Varnholt find?")
        assert {citation["file_name"] for citation in answer["citations"]} == {"tides.md"}
        assert "12 %" in answer["answer"]
        other = await sheaf.ask("What did Edda find?")
        assert "12 %" not in other["answer"], "who presented a paper has not written it"
