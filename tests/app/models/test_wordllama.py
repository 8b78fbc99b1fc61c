from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.models.encoding import encodable
from app.models.wordllama import (
    DIMENSIONS,
    WordLlamaEmbedding,
    WordLlamaTokenizer,
    _kept_word_ids,
    _load,
    _token_ids,
    embed,
)
from nodes.domain.errors import UnavailableError

TEXTS = ["Revenue grew by 12 % in 2023.", "A", "東京都の売上高", "Выручка выросла", "🎉", "word " * 700, "\x00\n\t"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(st.characters(), max_size=60), min_size=1, max_size=6))
def test_every_text_has_a_direction(texts: list[str]) -> None:
    vectors = embed(texts)

    assert vectors.shape == (len(texts), DIMENSIONS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)


@pytest.mark.parametrize("text", ["", " ", "\ud83c"])
def test_a_text_without_words_has_a_fixed_vector(text: str) -> None:
    assert np.array_equal(embed([text]), embed([text, "company"])[:1])


def test_no_texts_are_no_vectors() -> None:
    assert embed([]).shape == (0, DIMENSIONS)
    assert WordLlamaTokenizer().count_many([]) == []


def test_the_company_of_a_text_does_not_change_its_vector() -> None:
    together = embed(TEXTS * 50)

    for position, text in enumerate(TEXTS):
        assert np.array_equal(embed([text])[0], together[position])
        assert np.array_equal(together[position], together[position + 49 * len(TEXTS)])


def test_the_vectors_are_the_librarys_own() -> None:
    import wordllama

    library = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)

    assert embed(TEXTS) == pytest.approx(library.embed(TEXTS, norm=True), abs=1e-5)


def test_near_in_meaning_is_near() -> None:
    question, near, far = embed(["How much money did the firm earn?", "The company's income rose.", "Boil the rice."])

    assert question @ near > question @ far + 0.1


def test_the_names_that_code_defines_are_half_of_its_meaning() -> None:
    body = "[Document: a.py]\n\n" + "value = other.values[index] + 1\n" * 20
    named = body.replace("\n\n", "\n[Defines: StreamResponse, prepare]\n\n", 1)

    without, names, found = embed([body, "Stream Response, prepare", named])

    expected = without + names / 2
    assert found == pytest.approx(expected / np.linalg.norm(expected), abs=1e-5)


async def test_every_way_to_ask_gives_the_same() -> None:
    model = WordLlamaEmbedding()
    expected = embed(TEXTS).tolist()

    assert model.get_text_embedding_batch(TEXTS) == expected
    assert await model.aget_text_embedding_batch(TEXTS) == expected
    assert model.get_text_embedding(TEXTS[0]) == expected[0]
    assert await model.aget_text_embedding(TEXTS[0]) == expected[0]
    assert model.get_query_embedding(TEXTS[0]) == expected[0]
    assert await model.aget_query_embedding(TEXTS[0]) == expected[0]
    assert model.model_name == "wordllama-256"
    assert model.dimensions == len(expected[0])
    assert all(isinstance(value, float) for value in expected[0])


async def test_a_big_batch_leaves_the_loop_free() -> None:
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count_turns())
    await WordLlamaEmbedding().aget_text_embedding_batch(["Revenue grew by a lot of money in the year. " * 20] * 500)
    counting.cancel()

    assert turns > 10


def test_threads_share_one_model() -> None:
    with ThreadPoolExecutor(8) as pool:
        vectors = list(pool.map(lambda _: embed(TEXTS), range(16)))

    assert all(np.array_equal(vectors[0], other) for other in vectors)


def test_tokens_are_the_models_own() -> None:
    tokenizer = WordLlamaTokenizer()

    assert tokenizer.count("") == 0
    assert tokenizer.count("Hello world") == 2
    assert tokenizer.count_many([*TEXTS, "half \ud83c"]) == [tokenizer.count(text) for text in [*TEXTS, "half \ud83c"]]
    assert tokenizer.count("word " * 700) >= 700


PIECES = [*"ab é1中🎉_-\n\t\u2581\u00a0\u0301", " ", "  ", "\r\n", "1,234.5", "<s>", "</s>", "<unk>", "<0x0A>", "word"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(st.characters(), max_size=60))
def test_word_by_word_the_tokens_are_those_of_the_whole_text(text: str) -> None:
    whole = _load().tokenizer.encode(encodable(text), add_special_tokens=False)

    assert _token_ids(text) == whole.ids
    assert WordLlamaTokenizer().count(text) == len(whole.ids)


def test_data_without_blanks_is_not_kept() -> None:
    kept = _kept_word_ids.cache_info().currsize

    assert WordLlamaTokenizer().count("wxyz" * 500) > 500
    assert _kept_word_ids.cache_info().currsize == kept


def test_words_are_alike_in_meaning_and_not_in_spelling() -> None:
    words = WordLlamaTokenizer().likeness(["cost", "minimum", "hrabour", "cost"], ["price", "maximum", "harbour"])

    assert words.shape == (4, 3)
    assert words[0, 0] > 0.6
    assert words[1, 1] < 0.4
    assert not words[2].any(), "it is no word of the vocabulary"
    assert np.array_equal(words[0], words[3])
    assert WordLlamaTokenizer().likeness([], ["price"]).shape == (0, 1)


@pytest.mark.parametrize(("word", "is_word"), [("past", True), ("Paris", True), ("hrabour", False), ("", False)])
def test_often_written_words_are_known(word: str, *, is_word: bool) -> None:
    assert WordLlamaTokenizer().is_word(word) is is_word


@pytest.mark.slow  # a process of its own
def test_it_loads_without_network_late_and_leaves_the_root_logger_alone() -> None:
    script = textwrap.dedent(
        """
        import logging, socket, sys
        from app.models.wordllama import WordLlamaTokenizer

        assert "wordllama" not in sys.modules

        def refuse(*arguments):
            raise AssertionError("network")

        socket.socket.connect = refuse
        before = logging.getLogger().level, list(logging.getLogger().handlers)
        assert WordLlamaTokenizer().count("Hello world") == 2
        assert (logging.getLogger().level, list(logging.getLogger().handlers)) == before
        """
    )

    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("lacking", ["the package", "the weights"])
def test_a_model_that_is_not_installed_is_named(lacking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tokenizers").mkdir()
    (tmp_path / "tokenizers" / "l2_supercat_tokenizer_config.json").write_text("{}")
    spec = ModuleSpec("wordllama", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None if lacking == "the package" else spec)
    with pytest.raises(UnavailableError, match="not installed"):
        _load.__wrapped__()


def test_handlers_that_are_set_for_all_models_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from llama_index.core.callbacks import CallbackManager, CBEventType, LlamaDebugHandler
    from llama_index.core.settings import Settings

    told = LlamaDebugHandler(print_trace_on_end=False)
    monkeypatch.setattr(Settings, "_callback_manager", CallbackManager([told]))
    WordLlamaEmbedding().get_text_embedding(TEXTS[0])
    assert len(told.get_event_pairs(CBEventType.EMBEDDING)) == 1


def test_settings_of_language_models_are_not_looked_for_where_nobody_has_any() -> None:
    script = textwrap.dedent(
        """
        import sys
        from app.cli.deferring import defer_packages
        defer_packages()
        from app.models.wordllama import WordLlamaEmbedding
        vector = WordLlamaEmbedding().get_text_embedding("Hello world")
        print(len(vector), "llama_index.core.settings" in sys.modules)
        """
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["256", "False"]
