"""Features of passages, and the words and names by which documents are reached from a question."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.catalogue import frequencies, neighbours, passages
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.passages import Recent
from nodes.domain.lookups import KeyPostings, RevisionKeys
from nodes.language.terms import analyse
from nodes.ports import FoundPassages
from nodes.ranking.features import Block, term_key, unpack


def name(key: str, weight: float = 1.0, kind: str = "title") -> Any:
    return {"key": key, "kind": kind, "weight": weight}


def mention(key: str, chunk_index: int = 0) -> Any:
    return {"key": key, "chunk_index": chunk_index, "context": "c"}


def terms(block: Block) -> set[int]:
    return set(block.terms.tolist())


def terms_of(found: FoundPassages, place: tuple[str, int]) -> set[int]:
    assert found.block is not None
    row = list(found.places).index(place)
    return set(found.block.terms[found.block.passages == row].tolist())


async def publish(bench: Any, catalogue: SqlCatalogue, file_name: str, texts: Sequence[str]) -> Any:
    """A document with a passage a text."""
    [registered] = await bench.register({file_name: " ".join(texts)})
    [claimed] = await bench.claim()
    features = {claimed.revision_id: bench.features(texts, file_name)}
    await catalogue.publish("ann", [bench.built(claimed, texts)], {claimed.revision_id: []}, features)
    return registered


@pytest.mark.parametrize("is_read_ahead", [False, True])
async def test_passages_are_read_singly_and_together(bench: Any, catalogue: SqlCatalogue, is_read_ahead: bool) -> None:
    texts = ["apples", "pears and apples", "plums"]
    each = await publish(bench, catalogue, "fruit.txt", texts)
    if is_read_ahead:
        await catalogue.passages_ahead("ann", [each.revision_id, "none"])
    wanted = [(each.revision_id, 2), (each.revision_id, 0), (each.revision_id, 7), ("none", 0)]
    for _ in range(2):
        found = await catalogue.passages("ann", wanted)
        assert found.places == wanted[:2]
        assert terms_of(found, (each.revision_id, 2)) == {term_key("plum")}
        whole = await catalogue.all_passages("ann", each.revision_id)
        assert whole is not None
        assert whole.passage_count == 3
        assert whole.chunks.tolist() == [0, 1, 2]
    assert found.block is not None
    packed = bench.features(texts, "fruit.txt")["passages"]
    assert repr(found.block) == repr(unpack([packed[2], packed[0]]))
    nothing = await catalogue.passages("ann", [])
    assert (nothing.places, nothing.block) == ([], None)
    [view] = (await catalogue.visible("ann", [each.revision_id])).values()
    assert (view["passage_starts"], view["is_entry"]) == ([0, 1, 2], False)


async def test_many_passages_are_read_at_once(bench: Any, catalogue: SqlCatalogue) -> None:
    each = await publish(bench, catalogue, "book.txt", [str(number + 1000) for number in range(900)])
    wanted = [(each.revision_id, place) for place in range(900)]
    found = await catalogue.passages("ann", wanted)
    assert found.block is not None
    assert found.block.terms.tolist() == [term_key(str(place + 1000)) for place in range(900)]


async def test_a_document_from_before_there_were_features_has_none(bench: Any, catalogue: SqlCatalogue) -> None:
    [each] = await bench.register({"old.txt": "apples"})
    [claimed] = await bench.claim()
    await catalogue.publish("ann", [bench.built(claimed, ["apples"])], {}, {})
    assert await catalogue.all_passages("ann", each.revision_id) is None
    assert (await catalogue.passages("ann", [(each.revision_id, 0)])).places == []
    [view] = (await catalogue.visible("ann", [each.revision_id])).values()
    assert (view["passage_starts"], view["is_entry"]) == ([], False)


async def test_features_can_be_given_later_and_only_to_what_is_live(bench: Any, catalogue: SqlCatalogue) -> None:
    [each] = await bench.register({"old.txt": "apples"})
    [claimed] = await bench.claim()
    await catalogue.publish("ann", [bench.built(claimed, ["apples"])], {}, {})
    home = await bench.collection()
    [other] = await bench.register({"building.txt": "pears"})
    assert await catalogue.live_revisions("ann", home, without_features=True) == [each.revision_id]
    later = {one.revision_id: bench.features(["apples", "pears"], "quay.txt") for one in (each, other)}
    await catalogue.put_features("ann", later)
    assert await catalogue.live_revisions("ann", home, without_features=True) == []
    assert await catalogue.live_revisions("ann", home, without_features=False) == [each.revision_id]
    [view] = (await catalogue.visible("ann", [each.revision_id])).values()
    assert view["passage_starts"] == [0, 1]
    assert (await catalogue.passages("ann", [(one, 1) for one in later])).places == [(each.revision_id, 1)]
    assert (await catalogue.meant("ann", home, analyse("quay"), [], 9)).words.keys() == {each.revision_id}


@pytest.mark.parametrize("is_read_ahead", [False, True])
async def test_a_document_is_meant_by_its_words_and_their_beginnings(
    bench: Any, catalogue: SqlCatalogue, is_read_ahead: bool
) -> None:
    one, two = await bench.add({"haskmarine-2022.txt": "1", "haskmarine-skua.txt": "2"})
    home = await bench.collection()
    if is_read_ahead:
        await catalogue.words_ahead("ann", home)
    words = analyse("haskmarine skua")
    found = await catalogue.meant("ann", home, words, [], 10)
    assert found.words == {one.revision_id: [words[0]], two.revision_id: words}
    assert list(found.words) == sorted(found.words)
    assert found.frequencies == {words[0]: 2, words[1]: 1}
    assert (await catalogue.meant("ann", home, [], ["sku"], 10)).words.keys() == {two.revision_id}
    assert (await catalogue.meant("ann", home, ["marine"], ["kua"], 10)).words == {}
    assert (await catalogue.meant("ann", home, ["%", "_", "' OR 1=1 --"], ["%", "_"], 10)).words == {}


@pytest.mark.parametrize("is_read_ahead", [False, True])
async def test_of_those_that_a_word_means_so_many_and_no_more(
    bench: Any, catalogue: SqlCatalogue, is_read_ahead: bool
) -> None:
    await bench.add({f"quay-{number}.txt": str(number) for number in range(5)})
    home = await bench.collection()
    if is_read_ahead:
        await catalogue.words_ahead("ann", home)
    found = await catalogue.meant("ann", home, analyse("quay"), [], 3)
    assert len(found.words) == 3
    assert found.cut == tuple(analyse("quay"))
    assert (await catalogue.meant("ann", home, [], ["qua"], 5)).cut == ("qua*",)
    assert (await catalogue.meant("ann", home, analyse("quay"), ["qua"], 6)).cut == ()


@pytest.mark.parametrize("most", [2, 100_000])
async def test_what_is_read_ahead_is_what_would_be_looked_up(
    bench: Any, catalogue: SqlCatalogue, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(passages, "_MOST_WORDS_AHEAD", most)
    monkeypatch.setattr(frequencies, "_MOST_AHEAD", most)
    await bench.add({"quay-skua.txt": "apples pears", "quay-tern.txt": "apples plums"})
    home, asked = await bench.collection(), analyse("apples plums nothing")
    words, prefixes = analyse("quay skua nothing"), ["qua", "q", "z"]
    counted = await catalogue.document_frequencies("ann", home, asked)
    meant = await catalogue.meant("ann", home, words, prefixes, 9)
    await bench.add({"other.txt": "cherries"})
    await catalogue.frequencies_ahead("ann", home)
    await catalogue.words_ahead("ann", home)
    after = await catalogue.document_frequencies("ann", home, asked)
    assert (after.frequencies, after.document_count) == (counted.frequencies, counted.document_count + 1)
    assert await catalogue.meant("ann", home, words, prefixes, 9) == meant
    await bench.add({"quay-gull.txt": "plums"})
    assert (await catalogue.document_frequencies("ann", home, asked)).frequencies != counted.frequencies
    assert len((await catalogue.meant("ann", home, words, prefixes, 9)).words) == 3


async def test_what_a_revision_bears_and_mentions(bench: Any, catalogue: SqlCatalogue) -> None:
    one, two = await bench.add({"a.txt": "1", "b.txt": "2"})
    ids = [one.revision_id, two.revision_id, "none"]
    assert await catalogue.revision_keys("ann", ids) == dict.fromkeys(ids, RevisionKeys({}, ()))
    borne = [name("quay", 0.5), name("quay", 0.8, "alias"), name("ann", 1.0, "author")]
    mentioned = [mention("barge", 0), mention("barge", 3), mention("tide")]
    await catalogue.put_all_names("ann", {one.revision_id: (borne, mentioned)})
    for _ in range(2):
        keys = (await catalogue.revision_keys("ann", ids))[one.revision_id]
        assert keys.borne == {"quay": 0.8}, "the surest kind counts, and an author is no name of the document"
        assert sorted(keys.mentioned) == ["barge", "tide"]


@pytest.mark.parametrize("most_ahead", [None, 1, 100_000])
async def test_postings_name_who_bears_and_who_mentions(
    bench: Any, catalogue: SqlCatalogue, monkeypatch: pytest.MonkeyPatch, most_ahead: int | None
) -> None:
    one, two, three = await bench.add({"a.txt": "1", "b.txt": "2", "c.txt": "3"})
    given_names: dict[str, Any] = {
        one.revision_id: ([name("quay", 0.8), name("quay", 0.5, "alias")], [mention("barge")]),
        two.revision_id: ([name("quay", 0.25)], [mention("quay", 0), mention("quay", 1), mention("barge")]),
        three.revision_id: ([name("tide", 1.0, "technology")], []),
    }
    await catalogue.put_all_names("ann", given_names)
    if most_ahead is not None:
        monkeypatch.setattr(neighbours, "_MOST_AHEAD", most_ahead)
        await catalogue.derive_ahead("ann", await bench.collection(), partial(asyncio.sleep, 0))
    found = await catalogue.postings("ann", await bench.collection(), ["quay", "barge", "tide", "none", "quay"])
    assert set(found) == {"quay", "barge", "tide", "none"}
    assert found["quay"].bearers == {one.revision_id: 0.8, two.revision_id: 0.25}
    assert (list(found["quay"].mentioning), found["quay"].mention_count) == ([two.revision_id], 1)
    assert sorted(found["barge"].mentioning) == sorted([one.revision_id, two.revision_id])
    assert found["tide"] == found["none"] == KeyPostings({}, (), 0)


async def test_postings_of_common_keys_are_bounded(bench: Any, catalogue: SqlCatalogue) -> None:
    registered = await bench.add({f"{number}.txt": f"text {number}" for number in range(130)})
    chatty = registered[0].revision_id
    given_names: dict[str, Any] = {each.revision_id: ([name("report")], [mention("weather")]) for each in registered}
    given_names[chatty] = ([name("report")], [mention("weather", place) for place in range(400)])
    await catalogue.put_all_names("ann", given_names)
    found = await catalogue.postings("ann", await bench.collection(), ["report", "weather"])
    assert len(found["report"].bearers) == 61, "one over the bound says that it is too common"
    assert found["weather"].mention_count > 100
    assert len(found["weather"].mentioning) <= 256


async def reached(catalogue: SqlCatalogue, home: str, word: str) -> tuple[list[str], set[str], set[str]]:
    postings = (await catalogue.postings("ann", home, [word]))[word]
    meant = await catalogue.meant("ann", home, [word], [], 99)
    return list(meant.words), set(postings.bearers), set(postings.mentioning)


async def counted(catalogue: SqlCatalogue, home: str) -> tuple[int, dict[str, int]]:
    found = await catalogue.document_frequencies("ann", home, ["appl", "pear"])
    return found.document_count, dict(found.frequencies)


async def test_statistics_that_are_remembered_do_not_outlive_a_change(
    bench: Any, catalogue: SqlCatalogue, database_url: str
) -> None:
    home = await bench.collection()
    other = await SqlCatalogue.open(database_url)
    try:
        for each in (catalogue, other):
            assert await counted(each, home) == (0, {})
        [one] = await bench.add({"a.txt": "apples"})
        await bench.add({"b.txt": "apples and pears"})
        for each in (catalogue, other):
            assert await counted(each, home) == (2, {"appl": 2, "pear": 1})
        await other.delete_document("ann", one.document_id)
        for each in (catalogue, other):
            assert await counted(each, home) == (1, {"appl": 1, "pear": 1})
    finally:
        await other.close()


async def test_what_is_remembered_does_not_outlive_a_change(
    bench: Any, catalogue: SqlCatalogue, database_url: str
) -> None:
    home = await bench.collection()
    other = await SqlCatalogue.open(database_url)
    try:
        assert await reached(catalogue, home, "quay") == ([], set(), set())
        [one] = await bench.add({"quay.txt": "1"})
        for each in (catalogue, other):
            assert await reached(each, home, "quay") == ([one.revision_id], set(), set())
        await catalogue.put_all_names("ann", {one.revision_id: ([name("quay")], [])})
        for each in (catalogue, other):
            assert await reached(each, home, "quay") == ([one.revision_id], {one.revision_id}, set())
        [two] = await bench.add({"b.txt": "2"})
        await other.put_all_names("ann", {two.revision_id: ([], [mention("quay")])})
        for each in (catalogue, other):
            assert await reached(each, home, "quay") == ([one.revision_id], {one.revision_id}, {two.revision_id})
        await other.delete_document("ann", one.document_id)
        for each in (catalogue, other):
            assert await reached(each, home, "quay") == ([], set(), {two.revision_id})
            assert await each.visible("ann", [one.revision_id]) == {}
    finally:
        await other.close()


async def test_what_is_remembered_of_a_collection_is_not_shown_by_one_made_again_under_its_name(
    bench: Any, catalogue: SqlCatalogue, database_url: str
) -> None:
    """Also where both came to the same version, and nobody asked in between."""
    other = await SqlCatalogue.open(database_url)
    try:
        [old] = await bench.add({"quay.txt": "apples"})
        home = await bench.collection()
        await catalogue.put_all_names("ann", {old.revision_id: ([name("quay")], [])})
        for each in (catalogue, other):
            assert await reached(each, home, "quay") == ([old.revision_id], {old.revision_id}, set())
            assert await counted(each, home) == (1, {"appl": 1})
            assert await each.live_count("ann", home) == 1
            assert set(await each.visible("ann", [old.revision_id])) == {old.revision_id}
        before = (await catalogue.versions("ann", [home]))[home]
        await catalogue.delete_collection("ann", home)
        await catalogue.forget([old.revision_id])
        one, _ = await bench.add({"a.txt": "pears", "b.txt": "two pears"})
        await catalogue.put_all_names("ann", {one.revision_id: ([name("pier")], [])})
        again = await bench.collection()
        assert (await catalogue.versions("ann", [again]))[again] == before
        for each in (catalogue, other):
            assert await reached(each, again, "quay") == ([], set(), set())
            assert await counted(each, again) == (2, {"pear": 2})
            assert await each.live_count("ann", again) == 2
            assert await each.visible("ann", [old.revision_id]) == {}
    finally:
        await other.close()


async def test_a_new_content_brings_its_own_features(bench: Any, catalogue: SqlCatalogue) -> None:
    [old] = await bench.add({"a.txt": "apples"})
    await catalogue.passages("ann", [(old.revision_id, 0)])
    [new] = await bench.add({"a.txt": "pears"})
    found = await catalogue.passages("ann", [(new.revision_id, 0)])
    assert terms_of(found, (new.revision_id, 0)) == {term_key("pear")}
    assert set(await catalogue.visible("ann", [old.revision_id, new.revision_id])) == {new.revision_id}
    home = await bench.collection()
    assert (await catalogue.meant("ann", home, analyse("a.txt"), [], 9)).words.keys() == {new.revision_id}


async def test_of_a_deleted_document_nothing_is_left(bench: Any, catalogue: SqlCatalogue) -> None:
    [each] = await bench.add({"a.txt": "apples"})
    await catalogue.delete_document("ann", each.document_id)
    assert (await catalogue.passages("ann", [(each.revision_id, 0)])).places == []
    assert await catalogue.all_passages("ann", each.revision_id) is None


steps = st.lists(
    st.tuples(st.sampled_from(["ann", "bob"]), st.sampled_from("abc"), st.sampled_from(["add", "delete"])),
    min_size=1,
    max_size=8,
)


@given(steps)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_two_owners_of_the_same_files_never_meet(
    empty_database: Path, tmp_path: Path, new_bench: Callable[..., Any], new_clock: Callable[[], Any], taken: Any
) -> None:
    async def check() -> None:
        path = tmp_path / f"{uuid4().hex}.db"
        shutil.copy(empty_database, path)
        clock = new_clock()
        catalogue = await SqlCatalogue.open(f"sqlite:///{path}", clock)
        try:
            bench = new_bench(catalogue, clock)
            homes = {owner: await bench.collection(owner) for owner in ("ann", "bob")}
            there: dict[str, dict[str, Any]] = {"ann": {}, "bob": {}}
            ever: dict[str, set[str]] = {"ann": set(), "bob": set()}
            for owner, letter, action in taken:
                if action == "delete" and letter in there[owner]:
                    await catalogue.delete_document(owner, there[owner].pop(letter).document_id)
                elif action == "add" and letter not in there[owner]:
                    [each] = await bench.add({f"quay-{letter}.txt": f"apples {letter}"}, owner)
                    await catalogue.put_all_names(owner, {each.revision_id: ([name("quay")], [mention("tide")])})
                    there[owner][letter] = each
                    ever[owner].add(each.revision_id)
                everyone = sorted(ever["ann"] | ever["bob"])
                for mine, home in homes.items():
                    live = {each.revision_id for each in there[mine].values()}
                    passages = await catalogue.passages(mine, [(each, 0) for each in everyone])
                    assert live <= {each for each, _ in passages.places} <= ever[mine]
                    meant = await catalogue.meant(mine, home, analyse("quay"), ["qua"], 99)
                    assert set(meant.words) == live
                    keys = await catalogue.revision_keys(mine, everyone)
                    assert {each for each, found in keys.items() if found.borne or found.mentioned} <= ever[mine]
                    postings = await catalogue.postings(mine, home, ["quay", "tide"])
                    assert set(postings["quay"].bearers) == set(postings["tide"].mentioning) == live
                    for each, led in (await catalogue.neighbours(mine, home, sorted(live))).items():
                        assert {other for other, _ in led} == live - {each}, "as after one build, whatever came between"
        finally:
            await catalogue.close()

    asyncio.run(check())


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(1, 9)), max_size=30), st.integers(1, 20))
@settings(max_examples=50)
def test_memory_lets_go_of_what_was_not_used_for_longest(given_values: list[tuple[str, int]], bound: int) -> None:
    recent: Recent[str, int] = Recent(bound, lambda size: size)
    used: list[str] = []
    for key, size in given_values:
        if recent.take(key) is None:
            recent.keep(key, size)
        used = [each for each in used if each != key] + [key]
        assert recent.take(key) is not None, "what was just kept is there"
        assert sum(recent.values()) <= bound or len(recent) == 1
        assert list(recent) == used[-len(recent) :]
    recent.clear_all()
    assert (recent, recent._total) == ({}, 0)


async def test_what_is_in_memory_is_not_read_again(
    bench: Any, catalogue: SqlCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    [each] = await bench.add({"quay.txt": "The tide at the quay."})
    home = await bench.collection()
    read = await catalogue.passages("ann", [(each.revision_id, 0), (each.revision_id, 1)])
    short = await catalogue.short_documents("ann", home, [each.revision_id, "none"], 60)
    assert (read.places, short.passage_counts) == ([(each.revision_id, 0)], {each.revision_id: 1})

    def read_again(*_: Any, **__: Any) -> None:
        raise AssertionError("they are in memory")

    for name in ("read_passages", "read_first_passages"):
        monkeypatch.setattr(f"app.catalogue.passages.{name}", read_again)
    again = await catalogue.passages("ann", read.places)
    whole = await catalogue.short_documents("ann", home, [each.revision_id, "none"], 60)
    assert again.block is not None
    assert whole.block is not None
    assert terms(again.block) == terms(whole.block) == {term_key("tide"), term_key("quay")}


async def test_what_was_read_before_memory_was_emptied_is_read_again(
    bench: Any, catalogue: SqlCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a question that began before a collection was embedded anew left the old vectors to the next."""
    [each] = await bench.add({"quay.txt": "The tide at the quay."})
    home = await bench.collection()
    for name, ask in (
        ("read_passages", lambda: catalogue.passages("ann", [(each.revision_id, 0)])),
        ("read_first_passages", lambda: catalogue.short_documents("ann", home, [each.revision_id], 60)),
    ):
        catalogue._clear()
        times: list[str] = []
        read = getattr(passages, name)

        def late(*arguments: Any, name: str = name, read: Any = read, times: list[str] = times, **named: Any) -> Any:
            found = read(*arguments, **named)
            times.append(name)
            if len(times) == 1:
                catalogue._clear()
            return found

        monkeypatch.setattr(f"app.catalogue.passages.{name}", late)
        found = await ask()
        assert found.block is not None
        assert terms(found.block) == {term_key("tide"), term_key("quay")}
        assert times == [name, name]
