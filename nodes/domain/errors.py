"""Typed errors. Each says what happened, to what, how to mend it, and whether trying again may help."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from logging import Logger, getLogger
from typing import ClassVar, Literal, Self, TypedDict

ErrorCode = Literal[
    "empty_file",
    "unreadable_file",
    "encrypted_file",
    "unsupported_type",
    "no_text",
    "too_large",
    "too_many",
    "parse_timeout",
    "invalid_request",
    "unauthorized",
    "forbidden",
    "not_found",
    "conflict",
    "rate_limited",
    "retrieval_failed",
    "model_failed",
    "text_refused",
    "unavailable",
    "internal",
]


class ErrorReport(TypedDict):
    """An error as data: what state, the catalogue, the command line and HTTP carry."""

    code: ErrorCode
    message: str
    hint: str


_log = getLogger(__name__)


class SheafError(Exception):
    """Base of every error that Sheaf raises on purpose.

    Args:
        message: what happened, for anyone.
        hint: how to mend it.
        detail: what only the operator is told, such as the words of a driver: they may hold addresses, names of users
            and paths. As text the error says both; `report` leaves it out.
    """

    code: ClassVar[ErrorCode] = "internal"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, hint: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.message} {self.detail}".strip()

    @classmethod
    def unexpected(
        cls, error: Exception, doing: str, log: Logger, *, reference: str | None = None, hint: str = ""
    ) -> Self:
        """What is told of an exception that nobody foresaw, which goes to the log as a whole, under a reference.

        The exception's own words are for the log alone: they may hold addresses, statements, paths and what others
        wrote. Only for kinds that are made of a message and a hint.

        Args:
            error: what was raised.
            doing: what failed, in words that begin a sentence: `Searching the collection “papers”`.
            log: of whoever caught it.
            reference: the id of the request; a new one where there is none.
            hint: what may help, before where the log has it.
        """
        reference = reference or uuid.uuid4().hex
        log.error("%s failed, reference %s", doing, reference, exc_info=error, stacklevel=2)
        made = cls(
            f"{doing} failed in a way that nobody foresaw.", hint=f"{hint} The log has it as {reference}.".strip()
        )
        made.__cause__ = error
        return made

    def report(self) -> ErrorReport:
        """The error as plain data for anyone; what is left out of it goes to the log."""
        return {"code": self.code, "message": self.told(), "hint": self.hint}

    def told(self) -> str:
        """The message for anyone; what is left out of it goes to the log."""
        if self.detail:
            _log.warning("%s", self, stacklevel=2)
        return self.message

    def report_in_full(self) -> ErrorReport:
        """The error as plain data for the operator."""
        return {"code": self.code, "message": str(self), "hint": self.hint}


class FileError(SheafError):
    """A file that cannot become a document. The rest of its batch is not touched."""


class EmptyFileError(FileError):
    """The file holds no bytes, or nothing but white space."""

    code = "empty_file"


class UnreadableFileError(FileError):
    """The file is damaged, or is not what its name or first bytes say, or may not be read."""

    code = "unreadable_file"


class EncryptedFileError(FileError):
    """The file wants a password."""

    code = "encrypted_file"


class UnsupportedTypeError(FileError):
    """No reader for this kind of file."""

    code = "unsupported_type"


class NoTextError(FileError):
    """The file could be read and holds no text, as a scan does."""

    code = "no_text"


class TooLargeError(FileError):
    """The file, or what it unpacks to, is over a limit."""

    code = "too_large"


class TooManyError(SheafError):
    """More files at once than a limit allows."""

    code = "too_many"


class ParseTimeoutError(FileError):
    """Reading the file took longer than the limit."""

    code = "parse_timeout"


class InvalidRequestError(SheafError):
    """A value that cannot be: the message names the field."""

    code = "invalid_request"


class UnauthorizedError(SheafError):
    """No key, or one that opens nothing."""

    code = "unauthorized"


class ForbiddenError(SheafError):
    """What no key changes: the request comes from where none may come from."""

    code = "forbidden"


class NotFoundError(SheafError):
    """No such thing for this owner."""

    code = "not_found"


class MissingDocumentError(NotFoundError):
    """No such document for this owner."""

    def __init__(self, message: str, *, hint: str = "It may have been deleted, or belong to somebody else.") -> None:
        super().__init__(message, hint=hint)


class MissingCollectionError(NotFoundError):
    """No such collection for this owner.

    Args:
        message: what happened, for anyone.
        hint: how to mend it.
        name: what it would be called, where it was asked for by its name and documents would make it.
        owner: whose it would be.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "It may have been deleted, or belong to somebody else.",
        name: str | None = None,
        owner: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.name = name
        self.owner = owner


class ConflictError(SheafError):
    """The request is right, but not for the state that things are in."""

    code = "conflict"


class EmbeddingChangedError(ConflictError):
    """The collection was embedded anew meanwhile: what was made with its former embedding does not fit it."""

    retryable = True


class RateLimitedError(SheafError):
    """Too often in too short a time."""

    code = "rate_limited"
    retryable = True

    def __init__(self, message: str, *, hint: str = "", retry_after: int) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after
        """Seconds until it is worth trying again."""


class RetrievalFailedError(SheafError):
    """The store or the catalogue could not be searched. Not to be mistaken for finding nothing."""

    code = "retrieval_failed"
    retryable = True


class ModelFailedError(SheafError):
    """A language or embedding model failed where no fallback exists."""

    code: ClassVar[ErrorCode] = "model_failed"
    retryable = True


class TextsRefusedError(ModelFailedError):
    """An embedding model refuses texts for what they are: it took another in their place."""

    code = "text_refused"
    retryable = False

    def __init__(self, message: str, texts: Sequence[str], *, hint: str = "", detail: str = "") -> None:
        super().__init__(message, hint=hint, detail=detail)
        self.texts = frozenset(texts)


class UnavailableError(SheafError):
    """A part that is needed is not installed, not configured or not reachable."""

    code = "unavailable"
    retryable = True


class InternalError(SheafError):
    """A fault of Sheaf's own."""


RETRYABLE = frozenset(
    error.code for error in (RateLimitedError, RetrievalFailedError, ModelFailedError, UnavailableError)
)
"""Codes of what may pass if it is tried again."""
