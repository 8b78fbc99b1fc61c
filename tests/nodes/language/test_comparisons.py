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
        ("Compare the fees of Petrel, Skua and Tern.", ["Petrel", "Skua", "Tern"]),
        ("Who is cheapest for repairs: Petrel, Skua or Tern?", ["Petrel", "Skua", "Tern"]),
        ("Which of Petrel, Skua, Tern and Auk was built earliest?", ["Petrel", "Skua", "Tern", "Auk"]),
        ("Who built the Petrel, the Skua and the Tern?", []),
        ("Compare the price in the first offer and in the second offer.", ["first offer", "second offer"]),
        ("Is the warranty of the Petrel pump longer than that of the Skua valve?", ["Petrel pump", "Skua"]),
        ("Is plan Gold cheaper than plan Silver?", ["Gold", "plan Silver"]),
        ("Did Petrel sell more turbines than Skua in 2022?", ["Petrel", "Skua"]),
        ("Were more turbines sold in May than in April?", ["May", "April"]),
        ("Is there less wind at the Petrel field than at the Skua field?", ["Petrel field", "Skua"]),
        ("Were more turbines sold in 2023 than in 2022?", []),
        ("Which of Petrel and Skua is cheaper?", ["Petrel", "Skua"]),
        ("How do the statutes and the lease differ in the notice period?", ["statutes", "lease"]),
        ("Gloves: which for acid and which for the reagent?", ["acid", "reagent"]),
        ("What price do Petrel and Skua propose, respectively?", ["Petrel", "Skua"]),
        ("How long is it according to the Petrel lease and according to the Skua lease?", ["Petrel lease", "Skua"]),
        ("When does it open in Petrel and when in Skua?", ["Petrel", "Skua"]),
        ("Which film was made later, Petrel or 45 Skuas?", ["Petrel", "45 Skuas"]),
        ("Is it open for more than 5 days?", []),
        (
            "Which cost more, the search outage in July or the lost mails in June?",
            ["search outage in July", "lost mails in June"],
        ),
        (
            "Compare the price of the boat in the first supply contract with that in the amended contract.",
            ["first supply contract", "amended contract"],
        ),
        ("Is the rent for the flat higher than that for the garage?", ["flat", "garage"]),
        ("Compare the salaries of teachers with those of nurses.", ["teachers", "nurses"]),
        ("Excess: Petrel now and Skua", ["Petrel", "Skua"]),
        ("Minimum order at Petrel Works today versus at Skua Works", ["Petrel Works", "Skua Works"]),
        ("Who has sold more than how many records?", []),
        ("Is revenue in 2022 higher than in 2021?", []),
        ("Sales of Petrel in FY 2023 vs FY 2022", []),
        ("How did revenue change between 2021 and 2022?", []),
        ("Was it shot in or around the harbour?", []),
        ("What is the capital of Vessary?", []),
        ("Compare the price and the delivery time of Petrel and Skua.", ["Petrel", "Skua"]),
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
