from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.lookups import KeyPostings, RevisionKeys
from nodes.ranking.features import Block, term_keys
from nodes.ranking.pool import Pool
from nodes.ranking.seeding import called_by_name
from nodes.ranking.walk import BEAM, HOPS, MOST_LINKS, Covers, Walk, covers_of, links_of

Links = Mapping[str, Sequence[tuple[str, float]]]


def covers(**terms: Sequence[float]) -> Covers:
    return Covers(list(terms), np.array(list(terms.values()), np.float32), np.zeros(len(terms), np.float32))


def of(known: Covers, documents: Iterable[str]) -> Covers | None:
    rows = [known.documents.index(each) for each in documents if each in known.documents]
    return Covers([known.documents[row] for row in rows], known.terms[rows], known.cosines[rows]) if rows else None


def walked(
    links: Links,
    known: Covers,
    seeds: Mapping[str, float],
    hops: int = HOPS,
    named: frozenset[str] = frozenset(),
) -> dict[str, float]:
    width = known.terms.shape[1]
    walk = Walk(np.full(width, 1 / width, np.float32), seeds, named)
    walk.begin(of(known, seeds))
    for _ in range(hops):
        ends = {end: links.get(end, ()) for end in walk.ends}
        met = {other for found in ends.values() for other, _ in found}
        walk.step(ends, of(known, met - walk.rows.keys()))
        assert len(walk.paths) <= BEAM
    return walk.ranking()


def bearers(**weights: float) -> KeyPostings:
    return KeyPostings(weights, (), 1)


def test_what_lies_two_hops_away_is_found_over_what_the_question_still_lacks() -> None:
    links = {
        "barge": [("builder", 1.0), ("harbour", 1.0)],
        "builder": [("village", 1.0), ("bank", 1.0)],
        "harbour": [("ferry", 1.0)],
    }
    known = covers(
        barge=[1, 0, 0],
        builder=[0, 1, 0],
        harbour=[1, 0, 0],
        village=[0, 0, 1],
        bank=[0, 0, 0],
        ferry=[0, 0, 0],
    )
    scores = walked(links, known, {"barge": 1.0})
    assert set(list(scores)[:3]) == {"barge", "builder", "village"}
    assert scores["village"] > max(scores["bank"], scores["ferry"], scores["harbour"])
    assert "village" not in walked(links, known, {"barge": 1.0}, hops=1)


def test_a_neighbour_that_adds_nothing_gets_less_than_one_that_does() -> None:
    known = covers(a=[1, 0], same=[1, 0], new=[0, 1])
    scores = walked({"a": [("same", 1.0), ("new", 1.0)]}, known, {"a": 1.0}, hops=1)
    assert scores["new"] > scores["same"] > 0


def test_the_first_chosen_cover_the_question_together() -> None:
    known = covers(one=[1, 0], copy=[1, 0], other=[0, 1])
    scores = walked({}, known, {"one": 1.0, "copy": 0.9, "other": 0.5})
    assert list(scores) == ["one", "other", "copy"]


def test_the_end_of_a_chain_comes_before_what_is_only_like_the_question() -> None:
    links = {"barge": [("builder", 1.0)], "builder": [("village", 1.0)]}
    known = covers(barge=[1, 0, 0], builder=[0, 1, 0], village=[0, 0, 0.3], novel=[0, 0, 0.5])
    seeds = {"barge": 1.0, "novel": 0.5}
    assert list(walked(links, known, seeds)) == ["barge", "builder", "village", "novel"]


def test_who_is_named_needs_no_link_to_what_was_chosen() -> None:
    known = covers(barge=[1, 0], ferry=[0, 1], novel=[0, 1])
    seeds = {"barge": 1.0, "ferry": 0.4, "novel": 0.6}
    assert list(walked({}, known, seeds)) == ["barge", "novel", "ferry"]
    assert list(walked({}, known, seeds, named=frozenset({"barge", "ferry"}))) == ["barge", "ferry", "novel"]


def test_a_path_never_comes_back_to_where_it_was() -> None:
    known = covers(a=[1, 0], b=[0, 1])
    ring = {"a": [("b", 1.0)], "b": [("a", 1.0)]}
    walk = Walk(np.array([0.5, 0.5], np.float32), {"a": 1.0})
    walk.begin(covers(a=[1, 0]))
    walk.step({"a": ring["a"]}, covers(b=[0, 1]))
    walk.step({"b": ring["b"]}, None)
    assert walk.paths == []
    assert list(walked(ring, known, {"a": 1.0})) == ["a", "b"]


def test_a_document_that_is_not_shown_is_passed_by() -> None:
    links = {"a": [("gone", 9.0), ("b", 1.0)], "gone": [("c", 1.0)]}
    assert set(walked(links, covers(a=[1], b=[1], c=[1]), {"a": 1.0, "lost": 1.0})) == {"a", "b"}


def test_no_seeds_lead_nowhere() -> None:
    assert walked({}, covers(a=[1]), {}) == {}


nodes = st.sampled_from("abcdefgh")
graphs = st.dictionaries(nodes, st.lists(st.tuples(nodes, st.floats(0.01, 4)), max_size=5), max_size=8)
portions = st.lists(st.floats(0, 1, width=32), min_size=2, max_size=2)


@given(graphs, st.dictionaries(nodes, portions, min_size=1), st.dictionaries(nodes, st.floats(0, 2), max_size=5))
@settings(max_examples=80, deadline=None)
def test_a_walk_scores_what_it_could_reach_in_order(
    links: Links, terms: dict[str, list[float]], seeds: dict[str, float]
) -> None:
    known = covers(**terms)
    scores = walked(links, known, seeds)
    reached = {each for each in seeds if each in terms}
    edge = set(reached)
    for _ in range(HOPS):
        edge = {other for each in edge for other, _ in links.get(each, ()) if other in terms} - reached
        reached |= edge
    assert set(scores) <= reached
    values = list(scores.values())
    assert all(0 <= value <= 1 for value in values)
    assert all(one > next_one or one == next_one == 0 for one, next_one in itertools.pairwise(values))
    reordered = dict(reversed(seeds.items()))
    assert walked(links, covers(**dict(reversed(terms.items()))), reordered) == scores


def test_a_mention_leads_to_its_bearer_and_back_and_to_who_mentions_it_too() -> None:
    postings = {
        "the barge": KeyPostings({"barge": 1.0}, ("builder", "museum"), 2),
        "master builder": KeyPostings({"builder": 0.9}, ("letter",), 1),
        "slack water": KeyPostings({}, ("builder", "tides"), 2),
    }
    keys = RevisionKeys({"master builder": 0.9}, ("the barge", "slack water"))
    found = dict(links_of("builder", keys, postings))
    assert set(found) == {"barge", "letter", "tides", "museum"}
    assert found["barge"] > found["letter"] > found["tides"]
    assert "builder" not in found, "it is no neighbour of its own"


def test_a_name_that_many_bear_or_mention_tells_less() -> None:
    def weight(key: KeyPostings) -> float:
        return dict(links_of("a", RevisionKeys({}, ("x",)), {"x": key}))["b"]

    alone = weight(KeyPostings({"b": 1.0}, ("a",), 1))
    assert alone > weight(KeyPostings({"b": 1.0, "c": 1.0}, ("a",), 1))
    assert alone > weight(KeyPostings({"b": 1.0}, ("a",), 40))
    assert alone > weight(KeyPostings({"b": 0.5}, ("a",), 1))


def test_common_keys_make_no_link() -> None:
    crowd = {f"r{number}": 1.0 for number in range(61)}
    mentioned = RevisionKeys({}, ("x",))
    assert links_of("a", mentioned, {"x": KeyPostings(crowd, ("a", "b"), 101)}) == []
    assert links_of("a", RevisionKeys({"x": 1.0}, ()), {"x": KeyPostings({"a": 1.0}, tuple(crowd), 101)}) == []
    assert links_of("a", mentioned, {}) == []


def test_a_document_has_so_many_links_and_no_more_strongest_first() -> None:
    postings = {f"k{number}": bearers(**{f"r{number:03}": (number % 7 + 1) / 10}) for number in range(90)}
    found = links_of("a", RevisionKeys({}, tuple(postings)), postings)
    assert len(found) == MOST_LINKS < 90
    assert found == sorted(found, key=lambda item: (-item[1], item[0]))
    assert found == links_of("a", RevisionKeys({}, tuple(reversed(postings))), postings)


def test_who_is_named_covers_the_whole_name() -> None:
    postings = {
        "grey skua": bearers(ship=1.0, film=1.0),
        "skua": bearers(bird=1.0),
        "home port": bearers(entry=1.0),
        "husum": KeyPostings({}, ("town",), 1),
    }
    named = {"grey skua": True, "skua": True, "home port": False, "husum": True}
    called = called_by_name(named, postings, term_keys(["grey", "skua", "home", "port", "husum"]))
    assert {document: said.tolist() for document, said in called.items()} == {
        "ship": [True, True, False, False, False],
        "film": [True, True, False, False, False],
    }
    known = covers(ship=[0.2, 0, 0, 0.5, 0], town=[0.2, 0, 0, 0, 0.4]).with_whole_names(called)
    assert known.terms[0].tolist() == [1, 1, 0, 0.5, 0]
    assert known.terms[1].tolist() == pytest.approx([0.2, 0, 0, 0, 0.4])


def test_a_name_that_was_reached_leads_on_to_nobody_who_is_called_alike() -> None:
    known = covers(barge=[0.2, 0], namesake=[0.9, 0], builder=[0, 0.2])
    links = {"barge": [("namesake", 1.0), ("builder", 1.0)]}
    called = {"barge": np.array([True, False])}
    alike = walked(links, known, {"barge": 1.0}, hops=1)
    assert alike["namesake"] > alike["builder"]
    whole = walked(links, known.with_whole_names(called), {"barge": 1.0}, hops=1)
    assert whole["builder"] > whole["namesake"]


def test_a_document_covers_what_its_passages_hold_together(
    make_block: Callable[..., Block], make_pool: Callable[..., Pool]
) -> None:
    block = make_block(["tide tide", "quay", "tide " * 30 + "wind " * 300], vectors=[[1, 0], [0, 1], [1, 1]])
    pool = make_pool(block, "tide quay", [1, 0])
    found = covers_of(pool, {"a": 2, "b": 1}, 4.0)
    assert found.documents == ["a", "b"]
    assert (found.terms[0] > 0).all()
    assert found.cosines[0] == pytest.approx(1.0, abs=1e-3)
    assert found.terms[1, 1] == 0
    assert ((found.terms >= 0) & (found.terms < 1)).all()
    alone = covers_of(make_pool(make_block(["quay", "tide tide"]), "tide quay", [1, 0, 0, 0]), {"a": 2}, 4.0)
    assert alone.terms[0].tolist() == found.terms[0].tolist()
