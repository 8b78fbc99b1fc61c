"""What nobody foresaw: the client hears what failed and where the log has it, and the log has the whole."""

from __future__ import annotations

import logging

import pytest

from nodes.domain.errors import InternalError, RetrievalFailedError

SECRET = "could not connect to 10.1.2.3: SELECT * FROM /srv/private"
_log = logging.getLogger("somewhere")


@pytest.mark.parametrize("reference", ["trace-7", None])
def test_the_words_of_an_exception_are_for_the_log(caplog: pytest.LogCaptureFixture, reference: str | None) -> None:
    raised = ValueError(SECRET)
    told = InternalError.unexpected(raised, "Opening the book", _log, reference=reference)
    [line] = caplog.records
    assert told.report() == {
        "code": "internal",
        "message": "Opening the book failed in a way that nobody foresaw.",
        "hint": told.hint,
    }
    named = told.hint.removeprefix("The log has it as ").removesuffix(".")
    assert named == reference if reference else len(named) == 32
    assert named in line.getMessage()
    assert line.exc_info is not None
    assert line.exc_info[1] is raised
    assert told.__cause__ is raised
    assert line.funcName == "test_the_words_of_an_exception_are_for_the_log"


def test_each_has_a_reference_of_its_own_and_its_kind(caplog: pytest.LogCaptureFixture) -> None:
    told = [RetrievalFailedError.unexpected(OSError(SECRET), "It", _log, hint="Try again.") for _ in range(2)]
    assert told[0].hint != told[1].hint
    assert all(each.hint.startswith("Try again. The log has it as ") for each in told)
    assert {each.code for each in told} == {"retrieval_failed"}
    assert len(caplog.records) == 2


def test_what_only_the_operator_is_told_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    error = RetrievalFailedError("The store could not be searched.", hint="Try again.", detail=SECRET)
    assert SECRET not in str(error.report())
    assert error.told() == "The store could not be searched."
    assert [line.getMessage() for line in caplog.records] == [str(error)] * 2
    assert error.report_in_full()["message"] == str(error) == f"The store could not be searched. {SECRET}"
