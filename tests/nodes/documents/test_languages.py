"""Languages."""

from __future__ import annotations

import pytest

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
