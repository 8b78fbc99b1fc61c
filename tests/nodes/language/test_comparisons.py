import pytest

from nodes.language.comparisons import comparing_words, comparison_sides, is_comparing, ranks


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Which is larger, Petrel or Skua?", ["Petrel", "Skua"]),
        (
            "What is the difference between a contract and a framework agreement?",
            ["a contract", "a framework agreement"],
        ),
        ("Compare Hask Marine with Quill Storage in 2023.", ["Hask Marine", "Quill Storage"]),
        ("Are both Orla Finch and Tomas Berg engineers?", ["Orla Finch", "Tomas Berg"]),
        ("Petrel vs. Skua", ["Petrel", "Skua"]),
        ("Compare the price in the first offer and in the second offer.", ["first offer", "second offer"]),
        ("How did revenue change between 2021 and 2022?", []),
        ("Was it shot in or around the harbour?", []),
        ("What is the capital of Vessary?", []),
    ],
)
def test_comparison_sides(question: str, sides: list[str]) -> None:
    assert comparison_sides(question) == sides


def test_words_that_compare() -> None:
    assert comparing_words("Is Petrel older than Skua?") == "older than"
    assert comparing_words("Is Petrel old?") == ""
    assert is_comparing("Compare")
    assert not is_comparing("Petrel")
    assert ranks("Which was built first?")
    assert not ranks("Which was built?")
