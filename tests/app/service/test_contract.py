"""The service keeps to its OpenAPI document, whatever is sent. `make fuzz` sends thousands; here it is a sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.service.fuzz import fuzz


@pytest.mark.slow
def test_no_reply_is_outside_of_the_document(sample_copy: Path) -> None:
    run = fuzz(sample_copy, "keys", "--phases", "fuzzing", "--max-examples", "1", "--seed", "1", "--no-shrink")
    assert run.passed, run.output
    assert run.requests > 60
