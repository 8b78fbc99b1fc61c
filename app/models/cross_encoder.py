"""A cross-encoder in ONNX's format that somebody brings: reads question and passage together. Needs `sheaf[rerank]`.

It computes on a thread of its own, one batch at a time: questions that come together take turns, and the event loop
stays free.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.models.encoding import encodable
from nodes.domain.errors import InvalidRequestError, ModelFailedError, SheafError, UnavailableError

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

EXTRA = "rerank"
PACKAGES = ("onnxruntime", "tokenizers")
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"

_KNOWN_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_PADDING_TOKENS = ("[PAD]", "<pad>", "<|padding|>")
_MOST_LOGITS = 2
"""For a pair: one, or one for each of irrelevant and relevant."""
_SAMPLES, _SAMPLE_BYTES = 64, 65_536


class _Loaded(NamedTuple):
    session: onnxruntime.InferenceSession
    tokenizer: tokenizers.Tokenizer
    inputs: dict[str, type[np.signedinteger[Any]]]
    """What the model takes, and in which integers."""


class CrossEncoder:
    """Satisfies `nodes.ports.Reranker`. Loaded when it first scores, or by `load`."""

    def __init__(self, path: Path, *, batch_size: int, max_length: int, threads: int | None) -> None:
        """Looks whether everything is there, and loads nothing.

        Args:
            path: `model.onnx`, or a folder that holds it (or `onnx/model.onnx`), with `tokenizer.json` beside it or
                in the folder.
            batch_size: pairs that the model reads at once, 1 or more.
            max_length: tokens of a pair, 8 or more; what is longer is cut at the end of its longer part.
            threads: that compute; None for as many as there are cores.

        Raises:
            UnavailableError: the extra is not installed.
            InvalidRequestError: a file is not there.
        """
        missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
        if missing:
            raise UnavailableError(
                f"SHEAF_RERANK__MODEL_PATH is set, and {' and '.join(missing)} is not installed.",
                hint=f"Install it: pip install 'sheaf[{EXTRA}]'",
            )
        self.model_file, self.tokenizer_file = _files(path)
        self._batch_size = batch_size
        self._max_length = max_length
        self._threads = threads
        self.name = f"{self.model_file.parent.name or MODEL_FILE}-{self._digest()}"
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cross-encoder")

    def close(self) -> None:
        """Lets the thread go, once its batch is done."""
        self._thread.shutdown(cancel_futures=True)

    def load(self) -> None:
        """Loads model and tokenizer, and tries a pair of the longest size. Blocks; does nothing the second time.

        Raises:
            UnavailableError: a file cannot be read as what it should be, or the model takes or gives something else
                than a cross-encoder does.
        """
        with self._loading:
            if self._loaded is None:
                loaded = _Loaded(*self._open())
                self._try(loaded)
                self._loaded = loaded

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question, 0..1: the logistic function of its logit; of two, their softmax.

        Texts of like length are read together, so that little is padded; the scores are in the order of the texts.

        Raises:
            UnavailableError: as `load`.
            ModelFailedError: the model failed, or gave something that is not a number.
        """
        order = sorted(range(len(texts)), key=lambda place: (len(texts[place]), place))
        scores = np.zeros(len(texts))
        loop = asyncio.get_running_loop()
        for start in range(0, len(order), self._batch_size):
            places = order[start : start + self._batch_size]
            pairs = [(encodable(question), encodable(texts[place])) for place in places]
            scores[places] = await loop.run_in_executor(self._thread, self._score, pairs)
        found: list[float] = scores.tolist()
        return found

    def _score(self, pairs: list[tuple[str, str]]) -> NDArray[np.float64]:
        self.load()
        loaded = self._loaded
        if loaded is None:
            raise ModelFailedError("The cross-encoder is not loaded.")
        try:
            return _run(loaded, pairs)
        except SheafError:
            raise
        except Exception as error:  # onnxruntime's errors have no common base of their own
            raise ModelFailedError(
                "The cross-encoder failed.", detail=f"{self.model_file}: {_first_line(error)}"
            ) from error

    def _open(self) -> tuple[onnxruntime.InferenceSession, tokenizers.Tokenizer, dict[str, Any]]:
        import onnxruntime
        import tokenizers

        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(self.tokenizer_file))
        except Exception as error:  # the library raises nothing more exact
            raise UnavailableError(
                "The cross-encoder's tokenizer.json is not a tokenizer.",
                hint="Take the tokenizer.json that belongs to the model.",
                detail=f"{self.tokenizer_file}: {_first_line(error)}",
            ) from error
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = self._threads or 0
        try:
            session = onnxruntime.InferenceSession(str(self.model_file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's errors have no common base of their own
            raise UnavailableError(
                "The cross-encoder cannot be loaded.",
                hint="It has to be a cross-encoder exported to ONNX, with its data beside it.",
                detail=f"{self.model_file}: {_first_line(error)}",
            ) from error
        tokenizer.enable_truncation(self._max_length, strategy="longest_first")
        _pad_to_longest(tokenizer)
        return session, tokenizer, self._inputs(session)

    def _inputs(self, session: onnxruntime.InferenceSession) -> dict[str, Any]:
        """What the model takes. Raises UnavailableError where that is not what a cross-encoder takes."""
        types = {each.name: each.type for each in session.get_inputs()}
        wrong = [
            f"{name} ({kind})" for name, kind in types.items() if name not in _KNOWN_INPUTS or kind not in _INTEGERS
        ]
        if wrong or "input_ids" not in types:
            found = ", ".join(wrong) if wrong else "no input_ids"
            raise UnavailableError(
                f"The model is not a cross-encoder that Sheaf can run: it takes {found}.",
                hint="It has to take input_ids, and may take attention_mask and token_type_ids, as int64 or int32.",
                detail=f"It is {self.model_file}.",
            )
        return {name: _INTEGERS[kind] for name, kind in types.items()}

    def _try(self, loaded: _Loaded) -> None:
        """Reads a short and a longest pair: what cannot be scored shows now and not under a question."""
        try:
            _run(loaded, [("a", "b"), ("a", "b " * self._max_length)])
        except SheafError as error:
            raise UnavailableError(error.message, hint=error.hint, detail=f"It is {self.model_file}.") from error
        except Exception as error:  # onnxruntime's errors have no common base of their own
            raise UnavailableError(
                f"The cross-encoder fails on a pair of {self._max_length} tokens.",
                hint="Set SHEAF_RERANK__MAX_LENGTH to what the model can read, and use its own tokenizer.json.",
                detail=f"{self.model_file}: {_first_line(error)}",
            ) from error

    def _digest(self) -> str:
        """Of what scores depend on. Large files are sampled: reading a gigabyte would delay every start."""
        digest = hashlib.blake2b(f"{self._max_length}".encode(), digest_size=6)
        beside = self.model_file.with_name(f"{self.model_file.name}_data")
        for file in (self.model_file, beside, self.tokenizer_file):
            if file.is_file():
                _sample(file, digest)
        return digest.hexdigest()


def _run(loaded: _Loaded, pairs: list[tuple[str, str]]) -> NDArray[np.float64]:
    """(pairs,) scores 0..1."""
    encodings = loaded.tokenizer.encode_batch(pairs)
    columns = {
        "input_ids": [each.ids for each in encodings],
        "attention_mask": [each.attention_mask for each in encodings],
        "token_type_ids": [each.type_ids for each in encodings],
    }
    given = {name: np.array(columns[name], kind) for name, kind in loaded.inputs.items()}
    logits = np.asarray(loaded.session.run(None, given)[0], np.float64)
    logits = logits[:, None] if logits.ndim == 1 else logits
    if logits.ndim != 2 or len(logits) != len(pairs) or not 1 <= logits.shape[1] <= _MOST_LOGITS:
        raise ModelFailedError(
            f"the model gives numbers of shape {logits.shape} for {len(pairs)} pairs.",
            hint="It has to be a cross-encoder: one logit a pair, or two of which the second stands for relevant.",
        )
    if not np.isfinite(logits).all():
        raise ModelFailedError("the model gives what is not a number.", hint="Export it anew, or take another.")
    # Of two logits the softmax is the logistic function of their difference.
    margins = logits[:, 0] if logits.shape[1] == 1 else logits[:, 1] - logits[:, 0]
    scores: NDArray[np.float64] = 0.5 * (1 + np.tanh(margins / 2))
    return scores


def _files(path: Path) -> tuple[Path, Path]:
    """Model and tokenizer. Raises InvalidRequestError where one is not there."""
    path = path.expanduser()
    if path.is_dir():
        models, folders = [path / MODEL_FILE, path / "onnx" / MODEL_FILE], [path]
    else:
        models, folders = [path], [path.parent, path.parent.parent]
    model = next((each for each in models if each.is_file()), None)
    tokenizer = next((each / TOKENIZER_FILE for each in folders if (each / TOKENIZER_FILE).is_file()), None)
    if model is None or tokenizer is None:
        missing = models[0] if model is None else folders[0] / TOKENIZER_FILE
        raise InvalidRequestError(
            f"SHEAF_RERANK__MODEL_PATH is {path}, and there is no {missing}.",
            hint=f"Point it to a folder with {MODEL_FILE} and {TOKENIZER_FILE}, or unset it.",
        )
    return model, tokenizer


def _sample(file: Path, digest: hashlib.blake2b) -> None:
    size = file.stat().st_size
    digest.update(f"{file.name} {size}".encode())
    with file.open("rb") as stream:
        for number in range(_SAMPLES):
            stream.seek(number * max(_SAMPLE_BYTES, size // _SAMPLES))
            digest.update(stream.read(_SAMPLE_BYTES))


def _pad_to_longest(tokenizer: tokenizers.Tokenizer) -> None:
    """Pads to the longest of a batch, whatever the file says of lengths."""
    told: dict[str, Any] = dict(tokenizer.padding or {})
    if not told:
        known = [token for token in _PADDING_TOKENS if tokenizer.token_to_id(token) is not None]
        told = {"pad_token": known[0], "pad_id": tokenizer.token_to_id(known[0])} if known else {}
    kept = {name: told[name] for name in ("pad_id", "pad_token", "pad_type_id", "direction") if name in told}
    tokenizer.enable_padding(**kept)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
