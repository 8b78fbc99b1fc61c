"""Languages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from py3langid.langid import LanguageIdentifier

from nodes.documents import languages
from nodes.documents.languages import document_languages
from tests.nodes.documents.plain_pages import pages

ENGLISH = "The turbines turn with the tide and feed the grid of the island through the night.\n"
GERMAN = "Die Turbinen drehen sich mit den Gezeiten und speisen das Netz der Insel in der Nacht.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ENGLISH, ["en"]),
        (GERMAN, ["de"]),
        ("Les turbines tournent avec la marée et alimentent le réseau de l'île pendant la nuit.\n", ["fr"]),
        ("Las turbinas giran con la marea y alimentan la red de la isla durante la noche.\n", ["es"]),
        ("Турбины вращаются вместе с приливом и питают сеть острова всю ночь.\n", ["ru"]),
        ("タービンは潮の流れで回り、島の電力網に電気を送ります。\n", ["ja"]),
        ("涡轮机随着潮汐转动，整夜为岛上的电网供电。\n", ["zh"]),
    ],
)
def test_one_language(text: str, expected: list[str]) -> None:
    assert document_languages(pages(text)) == expected


def test_the_commoner_language_comes_first() -> None:
    assert document_languages(pages(GERMAN, ENGLISH, ENGLISH, GERMAN, ENGLISH)) == ["en", "de"]


def test_too_short_to_tell() -> None:
    assert document_languages(pages("")) == []
    assert document_languages(pages("42 17 3.5\n")) == []
    assert document_languages(pages("Kiel\n")) == []
    assert document_languages([]) == []


@pytest.fixture
def packed() -> Iterator[None]:
    """The model as in a process that has not used it yet, before and behind the test."""
    languages._unpacked.cache_clear()
    yield
    languages._unpacked.cache_clear()


@pytest.mark.usefixtures("packed")
def test_threads_that_need_the_model_at_once_unpack_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = threading.Barrier(2)
    unpacked = 0

    def unpack(*_given: Any, **_named: Any) -> object:
        nonlocal unpacked
        unpacked += 1
        # Until another unpacks as well, if anybody does.
        with pytest.raises(threading.BrokenBarrierError):
            meeting.wait(timeout=0.2)
        return object()

    monkeypatch.setattr(LanguageIdentifier, "from_model_file", unpack)
    with ThreadPoolExecutor(2) as threads:
        for loaded in [threads.submit(languages.load) for _ in range(2)]:
            loaded.result()

    assert unpacked == 1
