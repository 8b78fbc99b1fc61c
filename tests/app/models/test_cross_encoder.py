"""A cross-encoder, run for real: small models made with ONNX, and a real tokenizer."""

from __future__ import annotations

import asyncio
import importlib.util
import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from app.doctor import diagnose
from app.models.cross_encoder import CrossEncoder
from app.readiness import Readiness
from app.settings import RerankSettings, load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import InvalidRequestError, ModelFailedError, SheafError, UnavailableError

WORDS = ("[PAD]", "[CLS]", "[SEP]", "[UNK]", "dull", "good", "better", "best", "which", "nonumber", "a", "b")
WORTH = {"good": 1.0, "better": 2.0, "best": 4.0, "nonumber": float("nan")}
"""The logit of a pair is the sum of these over its tokens: a bag of one-dimensional embeddings."""

Make = Callable[..., Path]


def tokenizer(*, padded: bool = True) -> Tokenizer:
    made = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = Whitespace()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    if padded:
        # As model hubs have it: to a fixed length, which scoring must not keep.
        made.enable_padding(length=64, pad_id=0, pad_token="[PAD]")
    return made


def graph(
    *, logits: int = 1, segments: bool = True, mask: bool = True, kind: int = TensorProto.INT64, positions: int = 0
) -> onnx.ModelProto:
    """Sums what the tokens are worth; of two logits the first is 0. With `positions`, as many tokens at most."""
    worth = np.array([[WORTH.get(word, 0.0)] for word in WORDS], np.float32)
    names = ["input_ids", *(["attention_mask"] if mask else []), *(["token_type_ids"] if segments else [])]
    inputs = [helper.make_tensor_value_info(name, kind, ["batch", "length"]) for name in names]
    initializers = [
        numpy_helper.from_array(worth, "worth"),
        numpy_helper.from_array(np.array([1], np.int64), "tokens"),
        numpy_helper.from_array(np.array([[0.0, 1.0][2 - logits :]], np.float32), "spread"),
    ]
    nodes = [helper.make_node("Gather", ["worth", "input_ids"], ["each"])]
    last = "each"
    if mask:
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["seen"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["seen", "last axis"], ["seen there"]),
            helper.make_node("Mul", [last, "seen there"], ["masked"]),
        ]
        initializers.append(numpy_helper.from_array(np.array([-1], np.int64), "last axis"))
        last = "masked"
    if positions:
        nodes += [
            helper.make_node("Shape", [last], ["sizes"]),
            helper.make_node("Slice", ["sizes", "from", "to"], ["length"]),
            helper.make_node("Sub", ["length", "from"], ["last place"]),
            helper.make_node("Gather", ["places", "last place"], ["place"], axis=1),
            helper.make_node("Add", [last, "place"], ["placed"]),
        ]
        initializers += [
            numpy_helper.from_array(np.zeros((1, positions, 1), np.float32), "places"),
            numpy_helper.from_array(np.array([1], np.int64), "from"),
            numpy_helper.from_array(np.array([2], np.int64), "to"),
        ]
        last = "placed"
    nodes += [
        helper.make_node("ReduceSum", [last, "tokens"], ["sum"], keepdims=0),
        helper.make_node("MatMul", ["sum", "spread"], ["logits"]),
    ]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", logits])]
    made = helper.make_graph(nodes, "scorer", inputs, outputs, initializers)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(*, padded: bool = True, folder: str = "scorer", model: str = "model.onnx", **changes: Any) -> Path:
        place = tmp_path / folder
        (place / model).parent.mkdir(parents=True, exist_ok=True)
        onnx.save(graph(**changes), place / model)
        tokenizer(padded=padded).save(str(place / "tokenizer.json"))
        return place

    return write


def built(path: Path, **changes: int) -> CrossEncoder:
    return CrossEncoder(path, **{**RerankSettings().model_dump(exclude={"model_path"}), **changes})


@pytest.fixture
def encoder(make: Make) -> Iterator[CrossEncoder]:
    made = built(make(), batch_size=3, max_length=16, threads=1)
    yield made
    made.close()


def logistic(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"segments": False},
        {"segments": False, "mask": False, "padded": False},
        {"logits": 2},
        {"logits": 2, "segments": False},
        {"kind": TensorProto.INT32},
    ],
    ids=["usual", "no segments", "ids alone", "two logits", "two logits, no segments", "32 bits"],
)
async def test_every_common_signature_gives_the_same_scores(make: Make, changes: dict[str, Any]) -> None:
    encoder = built(make(**changes), batch_size=4)
    scores = await encoder.score("which", ["dull", "best", "good", "better good"])
    encoder.close()
    assert scores == pytest.approx([0.5, logistic(4), logistic(1), logistic(3)])


async def test_scores_keep_the_order_of_the_texts_whatever_is_read_together(encoder: CrossEncoder) -> None:
    texts = [" ".join(["dull"] * (place * 7 % 10) + ["good"] * (place % 4)) for place in range(20)]
    scores = await encoder.score("which", texts)
    assert scores == pytest.approx([logistic(place % 4) for place in range(20)])
    assert scores[::-1] == pytest.approx(await encoder.score("which", texts[::-1]))
    assert await encoder.score("which", []) == []


async def test_what_is_longer_than_the_model_reads_is_cut_at_its_end(encoder: CrossEncoder) -> None:
    """Of 16 tokens a question of one word and three marks leave 12."""
    filled = ["dull " * 11 + "best", "dull " * 12 + "best"]
    assert await encoder.score("which", filled) == pytest.approx([logistic(4), 0.5])
    # A question longer than everything is cut as well, and leaves room for the text.
    assert await encoder.score("which " * 100, ["best"]) == pytest.approx([logistic(4)])


async def test_odd_texts_are_scored(encoder: CrossEncoder) -> None:
    assert await encoder.score("", ["", "\ud800 best", "好 good"]) == pytest.approx([0.5, logistic(4), logistic(1)])


async def test_the_event_loop_stays_free_and_questions_take_turns(encoder: CrossEncoder) -> None:
    """A batch that waits for the loop itself would never end if it computed on the loop."""
    loop, seen = asyncio.get_running_loop(), threading.Event()
    read = encoder._score

    def waiting(pairs: list[tuple[str, str]]) -> Any:
        loop.call_soon_threadsafe(seen.set)
        assert seen.wait(20)
        return read(pairs)

    encoder._score = waiting  # type: ignore[method-assign] # the same work, watched
    one, two = await asyncio.gather(encoder.score("which", ["good"] * 7), encoder.score("which", ["best"] * 7))
    assert one == pytest.approx([logistic(1)] * 7)
    assert two == pytest.approx([logistic(4)] * 7)


async def test_what_is_not_a_number_is_a_failure_and_not_a_score(encoder: CrossEncoder) -> None:
    with pytest.raises(ModelFailedError, match="not a number"):
        await encoder.score("which", ["good", "nonumber"])
    assert await encoder.score("which", ["good"]) == pytest.approx([logistic(1)])


def test_another_model_length_or_tokenizer_has_another_name(make: Make) -> None:
    path = make()
    first = built(path)
    assert built(path / "model.onnx").name == first.name
    assert built(path, max_length=99).name != first.name
    other = built(make(folder="other", logits=2))
    assert other.name.split("-")[0] == "other"
    assert other.name.split("-")[1] != first.name.split("-")[1]


def test_a_folder_as_model_hubs_lay_it_out_is_found(make: Make) -> None:
    path = make(model="onnx/model.onnx")
    for given in (path, path / "onnx" / "model.onnx"):
        encoder = built(given)
        encoder.load()
        encoder.close()


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
async def test_a_missing_file_is_named_when_sheaf_opens(make: Make, tmp_path: Path, missing: str) -> None:
    path = make()
    (path / missing).unlink()
    settings = load_settings(home=tmp_path / "home", rerank={"model_path": path})
    with pytest.raises(InvalidRequestError) as caught:
        async with Sheaf(settings):
            pass
    assert str(path / missing) in caught.value.message
    assert "SHEAF_RERANK__MODEL_PATH" in caught.value.message


def test_a_missing_extra_is_named(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "onnxruntime" else find(name, *rest)
    )
    with pytest.raises(UnavailableError) as caught:
        built(make())
    assert "onnxruntime" in caught.value.message
    assert "sheaf[rerank]" in caught.value.hint


def unknown_input(path: Path) -> None:
    model = onnx.load(path / "model.onnx")
    for node in model.graph.node:
        node.input[:] = ["pixels" if name == "input_ids" else name for name in node.input]
    model.graph.input[0].name = "pixels"
    onnx.save(model, path / "model.onnx")


def three_logits(path: Path) -> None:
    model = onnx.load(path / "model.onnx")
    [spread] = [each for each in model.graph.initializer if each.name == "spread"]
    spread.CopyFrom(numpy_helper.from_array(np.ones((1, 3), np.float32), "spread"))
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = 3
    onnx.save(model, path / "model.onnx")


def short_positions(path: Path) -> None:
    onnx.save(graph(positions=32), path / "model.onnx")


WRONG: dict[str, Callable[[Path], object]] = {
    "takes pixels (tensor(int64))": unknown_input,
    "shape (2, 3)": three_logits,
    "fails on a pair of 512 tokens": short_positions,
    "cannot be loaded": lambda path: (path / "model.onnx").write_bytes(b"not a model"),
    "is not a tokenizer": lambda path: (path / "tokenizer.json").write_text("{}"),
}


@pytest.mark.parametrize("said", WRONG)
async def test_a_wrong_model_is_refused_with_what_is_wrong(make: Make, tmp_path: Path, said: str) -> None:
    path = make()
    WRONG[said](path)
    encoder = built(path)
    with pytest.raises(UnavailableError) as caught:
        encoder.load()
    with pytest.raises(SheafError):
        await encoder.score("which", ["good"])
    encoder.close()
    assert said in caught.value.message
    assert caught.value.hint


async def test_the_doctor_says_what_is_wrong_with_it_and_checks_the_rest(make: Make, tmp_path: Path) -> None:
    path = make()
    (path / "tokenizer.json").unlink()
    checks, rows = await diagnose(load_settings(home=tmp_path / "home", rerank={"model_path": path}))
    [found] = [check for check in checks if check.part.startswith("cross-encoder")]
    assert not found.ok
    assert str(path / "tokenizer.json") in found.found
    assert all(check.ok for check in checks if check.part in ("home", "catalogue", "store", "embedding model"))
    assert {row.variable: row.value for row in rows}["SHEAF_RERANK__MODEL_PATH"] == str(path)


async def test_a_service_that_cannot_use_it_is_ready_and_says_so(make: Make, sample_home: Path) -> None:
    path = make()
    (path / "tokenizer.json").write_text("{}")
    async with Sheaf(load_settings(home=sample_home, rerank={"model_path": path})) as sheaf:
        state = (await Readiness(sheaf).states())["cross-encoder"]
        found = await sheaf.search("Who chairs the board?", options={"rerank": True})
    assert state.ready
    assert "Questions are not reranked" in state.why
    assert "is not a tokenizer" in state.why
    told = next(each for each in found["trace"] if each["node"] == "rerank")
    assert told["why"] == "the model failed: the scores stand"
    assert "is not a tokenizer" in told["decided"]["failures"][0]
    # Its path is for the operator, and not for whoever asks.
    assert str(path) in state.why
    assert str(path) not in str(found)
    assert found["hits"]


async def test_a_question_is_reranked_by_it_and_asks_only_what_is_new(make: Make, sample_home: Path) -> None:
    """Through the facade: the model knows nothing but its words, and prefers passages that hold `best`."""
    settings = load_settings(home=sample_home, rerank={"model_path": make(), "threads": 1})
    async with Sheaf(settings) as sheaf:
        found = [await sheaf.search("Who chairs the board?", owner="local", options={"rerank": True}) for _ in range(2)]
    told = [next(each for each in one["trace"] if each["node"] == "rerank")["decided"] for one in found]
    assert [each["by"] for each in told] == ["cross-encoder"] * 2
    assert told[0]["failures"] == []
    assert told[0]["asked"] >= 8
    assert (told[1]["asked"], told[1]["cached"]) == (0, told[0]["asked"])
    assert [hit["chunk_id"] for hit in found[0]["hits"]] == [hit["chunk_id"] for hit in found[1]["hits"]]
    assert all(0 <= hit["scores"]["rerank"] <= 1 for hit in found[0]["hits"])
