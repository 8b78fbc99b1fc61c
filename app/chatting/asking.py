"""What a question brings along: its input for the graph, the language model that is set, the operator's synonyms."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from app.near_names import did_you_mean
from app.settings import Settings
from nodes.domain.errors import InvalidRequestError, UnavailableError
from nodes.domain.options import Options
from nodes.domain.regexes import lazy_regex
from nodes.language.synonyms import Synonyms, read_synonyms

if TYPE_CHECKING:
    from app.models.any_openai import AnyOpenAI
    from app.models.cross_encoder import CrossEncoder


_UNUSABLE_SYNONYMS = "The file of synonyms cannot be used."
LONGEST_QUESTION = 10_000
"""Characters that whoever asks over a network may send."""
_CONTROLS = lazy_regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Blanks in a question: PostgreSQL cannot keep a NUL, neither as text nor in JSON, and terminals obey the others."""


def graph_input(
    question: str, mode: Literal["chat", "search"], options: dict[str, Any] | None, defaults: Options
) -> dict[str, Any]:
    """What the chat graph begins with.

    Args:
        question: as asked.
        mode: whether it ends with the hits or goes on to the answer.
        options: over the defaults.
        defaults: those of the settings.

    Raises:
        InvalidRequestError: the question is blank or has no words, or an option cannot be; the message names it.
    """
    question = _CONTROLS.sub(" ", question).strip()
    if not question:
        raise InvalidRequestError("The question is empty.", hint="Ask something.")
    if all(unicodedata.category(character)[0] in "PZC" for character in question):
        raise InvalidRequestError("The question has no words, only punctuation.", hint="Ask something.")
    try:
        checked = Options.model_validate({**defaults.model_dump(), **(options or {})})
    except ValidationError as error:
        problems = "; ".join(f"options.{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        raise InvalidRequestError(problems, hint=_hint(str(error.errors()[0]["loc"][0]))) from error
    return {
        "question": question,
        "mode": mode,
        "options": checked.model_dump(),
        "trace": None,
        "unavailable": None,
    }


def _hint(option: str) -> str:
    """What an option that was refused means; of one that is none, which may have been meant."""
    every = "docs/options.md lists them all."
    if option in Options.model_fields:
        return f"`{option}` is: {Options.model_fields[option].description}. {every}"
    return f"{did_you_mean(option, Options.model_fields)} {every}".strip()


def language_model(settings: Settings) -> AnyOpenAI | None:
    """The model that words the answers; None for the extractive answerer."""
    if settings.llm == "extractive":
        return None
    from app.models.openai import openai_language_model

    return openai_language_model(
        api_key=settings.api_key,
        base_url=settings.openai_base_url,
        model=settings.openai_model,
        timeout=settings.openai_timeout_seconds,
        max_retries=settings.model.retries,
        longest_wait=settings.model.first_token_seconds,
    )


def cross_encoder(settings: Settings) -> CrossEncoder | None:
    """The cross-encoder that is set, not yet loaded; None without one.

    Raises:
        UnavailableError: the extra is not installed.
        InvalidRequestError: its files are not there.
    """
    given = settings.rerank
    if given.model_path is None:
        return None
    from app.models.cross_encoder import CrossEncoder

    return CrossEncoder(
        given.model_path, batch_size=given.batch_size, max_length=given.max_length, threads=given.threads
    )


class SynonymsFile:
    """The file of synonyms, read anew when it was changed."""

    def __init__(self, path: Path | None) -> None:
        """Reads nothing yet.

        Args:
            path: a text file; None where there is none.
        """
        self._path = path
        self._kept: tuple[int, Synonyms] | None = None

    def read(self) -> Synonyms | None:
        """What the file says now; None without one. Blocks on the disk.

        Raises:
            UnavailableError: it cannot be read, or a line of it is no group. No question can mend that.
        """
        if self._path is None:
            return None
        try:
            changed = self._path.stat().st_mtime_ns
            if self._kept is None or self._kept[0] != changed:
                self._kept = (changed, read_synonyms(self._path.read_text(encoding="utf-8"), str(self._path)))
        except InvalidRequestError as error:
            raise UnavailableError(_UNUSABLE_SYNONYMS, hint=error.hint, detail=error.message) from error
        except (OSError, UnicodeDecodeError) as error:
            raise UnavailableError(
                _UNUSABLE_SYNONYMS,
                hint="Set SHEAF_SYNONYMS to a text file in UTF-8, or unset it.",
                detail=f"{self._path}: {error}",
            ) from error
        return self._kept[1]
