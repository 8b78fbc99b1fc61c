from __future__ import annotations

import pytest

from nodes.domain.lookups import KeyPostings
from nodes.ranking.seeding import named_documents, outermost, seed_mass, within

COUNT = 1_000
"""Documents of the collection."""


def test_the_best_documents_share_the_mass_by_their_relevance() -> None:
    seeds = seed_mass({f"r{number:02}": 1 / (number + 1) for number in range(30)}, {}, {}, COUNT)
    assert sum(seeds.values()) == pytest.approx(1.0)
    assert next(iter(seeds)) == "r00"
    assert seeds["r00"] == pytest.approx(2 * seeds["r01"])
    assert "r29" not in seeds, "a walk begins at the best"


def test_a_name_of_the_question_seeds_who_bears_it_and_the_likelier_one_more() -> None:
    postings = {"the barge": KeyPostings({"boat": 1.0, "film": 1.0}, (), 3)}
    seeds = seed_mass({"film": 0.2}, {"the barge": True}, postings, COUNT)
    without = seed_mass({"film": 0.2}, {}, postings, COUNT)
    assert seeds["film"] - without["film"] > seeds["boat"] > 0


def test_who_bears_a_phrase_of_the_question_is_named_whether_it_is_marked_or_not() -> None:
    postings = {
        "home port": KeyPostings({"entry": 1.0}, (), 2),
        "port": KeyPostings({"wine": 1.0}, (), 2),
        "husum": KeyPostings({}, ("town",), 1),
        "ada": KeyPostings({f"r{number}": 1.0 for number in range(61)}, (), 61),
    }
    assert named_documents({"home port": False, "port": False, "husum": True, "ada": True}, postings) == {"entry"}


def test_an_unmarked_or_common_name_seeds_less() -> None:
    def mass(*, marked: bool, mentions: int = 1, count: int = COUNT) -> float:
        postings = {"place of birth": KeyPostings({"entry": 1.0}, (), mentions)}
        return seed_mass({}, {"place of birth": marked}, postings, count).get("entry", 0.0)

    assert mass(marked=True) > mass(marked=False) > 0
    assert mass(marked=True) > mass(marked=True, mentions=101)


def test_a_phrase_that_only_is_mentioned_seeds_less_than_a_name() -> None:
    named = {"the barge": KeyPostings({"a": 1.0}, (), 1)}
    spoken = {"the barge": KeyPostings({}, ("a",), 1)}
    asked = {"the barge": True}
    assert seed_mass({}, asked, named, COUNT)["a"] > seed_mass({}, asked, spoken, COUNT)["a"] > 0
    crowd = {"the barge": KeyPostings({}, tuple(f"r{number}" for number in range(101)), 101)}
    assert seed_mass({}, asked, crowd, COUNT) == {}


def test_a_name_inside_a_longer_one_that_is_borne_does_not_count() -> None:
    postings = {
        "the barge of skua": KeyPostings({"long": 1.0}, (), 1),
        "skua": KeyPostings({"short": 1.0}, (), 1),
    }
    seeds = seed_mass({}, {"the barge of skua": True, "skua": True}, postings, COUNT)
    assert set(seeds) == {"long"}
    assert outermost(["the barge of skua", "skua", "kua"]) == ["the barge of skua", "kua"]
    assert within("skua", "the barge of skua")
    assert not within("kua", "the barge of skua")


def test_a_place_in_a_country_is_mentioned_by_who_mentions_both() -> None:
    postings = {
        "husum germany": KeyPostings({}, ("terse",), 1),
        "husum": KeyPostings({}, ("town", "port"), 2),
        "germany": KeyPostings({}, ("port", "town", "elsewhere"), 3),
    }
    asked = dict.fromkeys(postings, True)
    seeds = seed_mass({}, asked, postings, COUNT)
    assert set(seeds) == {"terse", "town", "port"}
    assert seeds["terse"] == seeds["town"] == seeds["port"]
    alone = seed_mass({}, {"husum germany": True}, {"husum germany": postings["husum germany"]}, COUNT)
    assert set(alone) == {"terse"}
    assert sum(alone.values()) > sum(seeds.values()), "what three mention is less rare than what one does"


def test_a_year_is_no_name_unless_something_is_called_so() -> None:
    spoken = {"1952": KeyPostings({}, ("film",), 1)}
    assert seed_mass({}, {"1952": True}, spoken, COUNT) == {}
    called = {"1984": KeyPostings({"novel": 1.0}, ("film",), 1)}
    assert set(seed_mass({}, {"1984": True}, called, COUNT)) == {"novel"}
